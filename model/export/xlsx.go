package export

import (
	"archive/zip"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"

	"fms-tui/model"
)

// Bounds of a sheet of Excel, and the rows that are prepared for objects.
const (
	mostColumns   = 16384
	mostCellRunes = 32767
	mostFormula   = 8192 // characters
	preparedRows  = 200
)

// XLSX writes a workbook of Excel with live formulas. Its first sheet has a row for
// each object, with a column for each judgment, the mean of each attribute and the
// prediction. The prediction is empty if an attribute has no judgment. The second sheet
// has the intercept and the weights, which the first sheet uses. For a label with two
// classes the class and its probability follow, for three or more the class and the
// probability of each. Several scores have a column each. The offsets of a fixed panel have no
// room. Names are texts of the workbook, never formulas.
func XLSX(w io.Writer, p model.Predictor) error {
	if err := finite(p); err != nil {
		return err
	}
	s, err := newWorkbook(p)
	if err != nil {
		return err
	}
	view := fmt.Sprintf(`<sheetViews><sheetView workbookViewId="0"><pane xSplit="1" ySplit="%d" topLeftCell="B%d" state="frozen"/></sheetView></sheetViews>`, s.firstObject()-1, s.firstObject())
	z := zip.NewWriter(w)
	for _, part := range []struct{ name, text string }{
		{"[Content_Types].xml", xlsxTypes},
		{"_rels/.rels", xlsxRels},
		{"xl/workbook.xml", xlsxWorkbook},
		{"xl/_rels/workbook.xml.rels", xlsxBookRels},
		{"xl/styles.xml", xlsxStyles},
		{"xl/worksheets/sheet1.xml", s.objects.sheet(view)},
		{"xl/worksheets/sheet2.xml", s.weighing.sheet("")},
	} {
		f, err := z.Create(part.name)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(f, xml.Header+part.text); err != nil {
			return err
		}
	}
	return z.Close()
}

const (
	xlsxMain  = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
	xlsxParts = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	xlsxPack  = "http://schemas.openxmlformats.org/package/2006/"
	xlsxKind  = "application/vnd.openxmlformats-officedocument.spreadsheetml."

	xlsxTypes = `<Types xmlns="` + xlsxPack + `content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Override PartName="/xl/workbook.xml" ContentType="` + xlsxKind + `sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="` + xlsxKind + `styles+xml"/>` +
		`<Override PartName="/xl/worksheets/sheet1.xml" ContentType="` + xlsxKind + `worksheet+xml"/><Override PartName="/xl/worksheets/sheet2.xml" ContentType="` + xlsxKind + `worksheet+xml"/></Types>`
	xlsxRels     = `<Relationships xmlns="` + xlsxPack + `relationships"><Relationship Id="rId1" Type="` + xlsxParts + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`
	xlsxWorkbook = `<workbook xmlns="` + xlsxMain + `" xmlns:r="` + xlsxParts + `"><sheets><sheet name="Objects" sheetId="1" r:id="rId1"/>` +
		`<sheet name="Weights" sheetId="2" r:id="rId2"/></sheets><calcPr calcId="0" fullCalcOnLoad="1"/></workbook>`
	xlsxBookRels = `<Relationships xmlns="` + xlsxPack + `relationships"><Relationship Id="rId1" Type="` + xlsxParts + `/worksheet" Target="worksheets/sheet1.xml"/>` +
		`<Relationship Id="rId2" Type="` + xlsxParts + `/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="rId3" Type="` + xlsxParts + `/styles" Target="styles.xml"/></Relationships>`
	xlsxStyles = `<styleSheet xmlns="` + xlsxMain + `"><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill>` +
		`<fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>` +
		`<cellXfs count="2"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>`
)

// workbook lays the sheets out. In Objects column 1 is the object, then come the judgments, the
// means and the predictions; of classes the class, the probabilities that are shown, and what
// these are computed from (docs/classes.md). The first row is a header, and a row for each score
// has the weights over the means.
type workbook struct {
	outcome
	p     model.Predictor
	first []int // column of the first judgment, by attribute
	means int   // column of the first mean, and of what follows
	predictions, class, shares,
	weights, // of the classes
	variance, odds, loss, counts, noises int // of two classes; counts and noises by attribute
	objects, weighing grid // the sheets
}

// The rows of Weights: a row for each attribute below that of the intercepts, and beside them a
// row for each class and, of two classes, each constant.
const (
	interceptRow = 3
	weightRow    = 4
)

func newWorkbook(p model.Predictor) (*workbook, error) {
	o, err := outcomeOf(&p)
	if err != nil {
		return nil, err
	}
	s := &workbook{outcome: o, p: p}
	next := 2
	take := func(columns int) int {
		next += columns
		return next - columns
	}
	for _, a := range p.Attributes {
		if len([]rune(a.Name)) > mostCellRunes/8 { // each character takes up to seven
			return nil, fmt.Errorf("%s… is too long for a cell of Excel: rename it, or export another form", quoted(string([]rune(a.Name)[:40])))
		}
		s.first = append(s.first, take(a.Repeats))
	}
	s.means, s.predictions = take(len(p.Attributes)), take(len(o.Intercepts))
	if o.Calls != nil {
		s.class, s.shares, s.weights = take(1), take(len(o.Calls.Shown())), take(len(o.Calls.Names))
	}
	if o.Spread != nil {
		s.variance, s.odds, s.loss, s.counts, s.noises = take(1), take(1), take(1), take(len(p.Attributes)), take(len(p.Attributes))
	}
	if next-1 > mostColumns {
		return nil, fmt.Errorf("%d columns are needed, and a sheet of Excel has %d: export another form", next-1, mostColumns)
	}
	s.weigh()
	s.head()
	for row := s.firstObject(); row < s.firstObject()+preparedRows; row++ {
		if err := s.predict(row); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// firstObject is the row of the first object on Objects.
func (s *workbook) firstObject() int { return 2 + len(s.Intercepts) }

// titled is a text about a score, which is not named where it is alone.
func (s *workbook) titled(score int, alone, begin string) string {
	if s.Names == nil {
		return alone
	}
	return begin + s.Names[score]
}

// head fills the header of Objects.
func (s *workbook) head() {
	g := &s.objects
	g.text(1, 1, "object")
	for a, at := range s.p.Attributes {
		for j := range at.Repeats {
			g.text(1, s.first[a]+j, fmt.Sprintf("%s (%d)", at.Name, j+1))
		}
		g.text(1, s.means+a, "mean of "+at.Name)
		if s.Spread != nil {
			g.text(1, s.counts+a, "judgments of "+at.Name)
			g.text(1, s.noises+a, "noise of "+at.Name)
		}
	}
	for k := range s.Intercepts {
		g.text(1, s.predictions+k, "predicted "+s.titled(k, s.p.Label, ""))
		g.text(2+k, 1, s.titled(k, "weight", "weight for "))
		for a := range s.p.Attributes {
			g.formula(2+k, s.means+a, fmt.Sprintf("Weights!%s%d", letters(weightColumn(k)), weightRow+a))
		}
	}
	if s.Calls != nil {
		g.text(1, s.class, "class")
		for i, k := range s.Calls.Shown() {
			g.text(1, s.shares+i, "P("+s.Calls.Names[k]+")")
		}
		for k, name := range s.Calls.Names {
			g.text(1, s.weights+k, "weight of "+name)
		}
	}
	if s.Spread != nil {
		g.text(1, s.variance, "variance of the prediction")
		g.text(1, s.odds, "log odds")
		g.text(1, s.loss, "projected loss")
	}
}

// predict fills the formulas of a row of Objects.
func (s *workbook) predict(row int) error {
	g, n := &s.objects, len(s.p.Attributes)
	for a, at := range s.p.Attributes {
		cells := cell(row, s.first[a]) + ":" + cell(row, s.first[a]+at.Repeats-1)
		g.formula(row, s.means+a, fmt.Sprintf(`IF(COUNT(%s)=0,"",AVERAGE(%s))`, cells, cells))
	}
	for k := range s.Intercepts {
		prediction := fmt.Sprintf("Weights!$%s$%d", letters(weightColumn(k)), interceptRow)
		if n > 0 {
			means := cell(row, s.means) + ":" + cell(row, s.means+n-1)
			weights := fmt.Sprintf("$%s$%d:$%s$%d", letters(s.means), 2+k, letters(s.means+n-1), 2+k)
			prediction = fmt.Sprintf(`IF(COUNT(%s)=%d,%s+SUMPRODUCT(%s,%s),"")`, means, n, prediction, weights, means)
		}
		g.formula(row, s.predictions+k, prediction)
	}
	if s.Calls != nil {
		s.call(row)
	}
	if s.Spread != nil {
		return s.widen(row)
	}
	return nil
}

// call fills the class, the probabilities and the weights of the classes. The exponential of a
// number above 709 is an error.
func (s *workbook) call(row int) {
	known := func(column int, formula string) {
		s.objects.formula(row, column, fmt.Sprintf(`IF(%s="","",%s)`, cell(row, s.predictions), formula))
	}
	var lines, gains []string
	for k := range s.Calls.Names {
		line := s.ofClass(k, 2) + "+" + s.ofClass(k, 3) + "*" + cell(row, s.predictions)
		switch {
		case s.Spread != nil:
			line = []string{"0", cell(row, s.odds)}[k]
		case !s.Calls.Ordered:
			line = s.ofClass(k, 2) + "+" + s.ofClass(k, 3) + "*" + cell(row, s.predictions+k)
		}
		lines, gains = append(lines, line), append(gains, s.ofClass(k, 1)+"*"+cell(row, s.weights+k))
	}
	called := s.ofClass(0, 0)
	for k := 1; k < len(gains); k++ {
		called = fmt.Sprintf("IF(%s>=MAX(%s),%s,%s)", gains[k], strings.Join(gains[:k], ","), s.ofClass(k, 0), called)
	}
	known(s.class, called)
	weights := cell(row, s.weights) + ":" + cell(row, s.weights+len(lines)-1)
	for i, k := range s.Calls.Shown() {
		known(s.shares+i, fmt.Sprintf("%s/SUM(%s)", cell(row, s.weights+k), weights))
	}
	for k, line := range lines {
		weight := fmt.Sprintf("1/(1+EXP(MIN(700,-(%s))))", line)
		if s.Calls.Ordered {
			weight = fmt.Sprintf("EXP(MAX(-700,%s-MAX(%s)))", line, strings.Join(lines, ","))
		}
		known(s.weights+k, weight)
	}
}

// widen fills what the log odds of the second of two classes are computed from: the loss is empty
// in rows without a prediction, the noise of an attribute need not.
func (s *workbook) widen(row int) error {
	g, n := &s.objects, len(s.p.Attributes)
	prediction, variance, loss := cell(row, s.predictions), cell(row, s.variance), cell(row, s.loss)
	within := fmt.Sprintf("MAX(%s-%s,%s*%s)", variance, s.constant("between"), strings.ToUpper(leastWithin), variance)
	sum := s.constant("quiet")
	if n > 0 {
		sum += fmt.Sprintf("+SUM(%s:%s)", cell(row, s.noises), cell(row, s.noises+n-1))
	}
	g.formula(row, s.variance, fmt.Sprintf(`IF(%s="","",IF(%s>=0,%s+%s-%s,%s))`, prediction, loss, s.constant("variance"), loss, s.constant("loss"), s.constant("variance")))
	g.formula(row, s.odds, fmt.Sprintf(`IF(%s="","",IF(%s>0,%s+%s*(%s-%s)/%s,%s))`, prediction, variance, s.constant("odds"), s.constant("gap"), prediction, s.constant("middle"), within, s.constant("odds")))
	g.formula(row, s.loss, fmt.Sprintf(`IF(%s="","",%s)`, prediction, sum))
	terms := make([]string, n)
	count := func(a int) string { return cell(row, s.counts+a) }
	for a, at := range s.p.Attributes {
		g.formula(row, s.counts+a, fmt.Sprintf("COUNT(%s:%s)", cell(row, s.first[a]), cell(row, s.first[a]+at.Repeats-1)))
		terms[a] = fmt.Sprintf("%s/MAX(1,%s)", s.noiseOf(a), count(a))
	}
	for _, x := range s.Spread.Pairs {
		terms[x.A] += fmt.Sprintf("+(%s)/MAX(%d,%s,%s)", strings.ToUpper(number(x.Both)), x.Least, count(x.A), count(x.E))
	}
	for a, term := range terms {
		if len(term) > mostFormula {
			return fmt.Errorf("a formula for the noise of %s has %d characters, and Excel takes %d: export another form", quoted(s.p.Attributes[a].Name), len(term), mostFormula)
		}
		g.formula(row, s.noises+a, term)
	}
	return nil
}

// weightColumn is the column of Weights with the weights of a score: the price is the fourth.
func weightColumn(score int) int {
	if score == 0 {
		return 3
	}
	return 4 + score
}

// ofClass is the address of a class's name (0), cost (1), or intercept (2) or slope (3) of its line.
func (s *workbook) ofClass(class, which int) string {
	return fmt.Sprintf("Weights!$%s$%d", letters(weightColumn(len(s.Intercepts))+which), interceptRow+class)
}

// spreadColumn is the column of Weights with the noise of one judgment by attribute; the names and
// the values of the constants of two classes follow.
func (s *workbook) spreadColumn() int { return weightColumn(len(s.Intercepts)) + 2 }

// noiseOf is the address of the noise of one judgment of an attribute.
func (s *workbook) noiseOf(attribute int) string {
	return fmt.Sprintf("Weights!$%s$%d", letters(s.spreadColumn()), weightRow+attribute)
}

// constant is the address of a constant of two classes.
func (s *workbook) constant(name string) string {
	i := slices.IndexFunc(s.constants(), func(c spreadConstant) bool { return c.name == name })
	return fmt.Sprintf("Weights!$%s$%d", letters(s.spreadColumn()+2), interceptRow+i)
}

// spreadConstant is one of the constants of a spread.
type spreadConstant struct {
	name, words string
	of          float64
}

func (s *workbook) constants() []spreadConstant {
	c := s.Spread
	return []spreadConstant{
		{"odds", "log odds of the prevalence", c.Odds},
		{"gap", "gap", c.Gap},
		{"middle", "middle", c.Middle},
		{"variance", "variance of predictions", c.Variance},
		{"between", "variance between the classes", c.Between},
		{"loss", "projected loss", c.Projected},
		{"quiet", "loss without noise", c.Quiet},
	}
}

// weigh fills the sheet of numbers.
func (s *workbook) weigh() {
	g := &s.weighing
	g.text(1, 1, fmt.Sprintf("Predictor of %s for %s at a budget of %s, by %s", s.p.Algorithm, s.p.Label, s.p.Budget, s.p.Tool))
	for i, head := range []string{"attribute", "judgments to buy", s.titled(0, "weight", "weight for "), "price"} {
		g.text(2, 1+i, head)
	}
	g.text(interceptRow, 1, "(intercept)")
	for k, x := range s.Intercepts {
		if k > 0 {
			g.text(2, weightColumn(k), "weight for "+s.Names[k])
		}
		g.number(interceptRow, weightColumn(k), number(x))
	}
	for i, a := range s.p.Attributes {
		g.text(weightRow+i, 1, a.Name)
		g.number(weightRow+i, 2, fmt.Sprint(a.Repeats))
		g.number(weightRow+i, 4, a.Cost.String())
		for k, w := range s.WeightsOf[i] {
			g.number(weightRow+i, weightColumn(k), number(w))
		}
	}
	lines := []string{"Enter the judgments of each object on the sheet Objects. For more objects copy the formulas of its last row down."}
	if line := designLine(s.p, quoted); line != "" {
		lines = append(lines, line)
	}
	for _, d := range doubts(s.p) {
		lines = append(lines, "Warning: "+d)
	}
	for i, line := range lines {
		g.text(weightRow+len(s.p.Attributes)+1+i, 1, line)
	}
	if s.Calls == nil {
		return
	}
	at := weightColumn(len(s.Intercepts))
	heads := []string{"class", "cost of a wrong call", "intercept of its line", "slope of its line"}
	if s.Spread != nil {
		heads = append(heads[:2], "noise of one judgment", "constant", "value")
	}
	for i, head := range heads {
		g.text(2, at+i, head)
	}
	for k, name := range s.Calls.Names {
		g.text(interceptRow+k, at, name)
		g.number(interceptRow+k, at+1, number(s.Calls.Costs[k]))
		if s.Spread == nil {
			g.number(interceptRow+k, at+2, number(s.Calls.Intercepts[k]))
			g.number(interceptRow+k, at+3, number(s.Calls.Slopes[k]))
		}
	}
	if s.Spread != nil {
		for a, noise := range s.Spread.Own {
			g.number(weightRow+a, at+2, number(noise))
		}
		for i, c := range s.constants() {
			g.text(interceptRow+i, at+3, c.words)
			g.number(interceptRow+i, at+4, number(c.of))
		}
	}
}

// grid is a sheet: the cells of its rows in the order of their columns.
type grid [][]string

// put places a cell. Rows and columns are counted from 1.
func (g *grid) put(row, column int, attributes, content string) {
	for len(*g) < row {
		*g = append(*g, nil)
	}
	r := &(*g)[row-1]
	for len(*r) < column {
		*r = append(*r, "")
	}
	(*r)[column-1] = fmt.Sprintf(`<c r="%s"%s>%s</c>`, cell(row, column), attributes, content)
}

// text places a text, whatever it begins with. Texts of the first two rows are bold.
func (g *grid) text(row, column int, s string) {
	style := ""
	if row <= 2 {
		style = ` s="1"`
	}
	g.put(row, column, style+` t="inlineStr"`, `<is><t xml:space="preserve">`+inXLSX(s)+`</t></is>`)
}

func (g *grid) number(row, column int, number string) { g.put(row, column, "", "<v>"+number+"</v>") }

func (g *grid) formula(row, column int, f string) {
	g.put(row, column, "", "<f>"+strings.NewReplacer("&", "&amp;", "<", "&lt;").Replace(f)+"</f>")
}

// sheet is the document of a sheet, with what stands before its rows.
func (g grid) sheet(view string) string {
	var b strings.Builder
	b.WriteString(`<worksheet xmlns="` + xlsxMain + `">` + view + `<sheetData>`)
	for i, row := range g {
		fmt.Fprintf(&b, `<row r="%d">%s</row>`, i+1, strings.Join(row, ""))
	}
	b.WriteString(`</sheetData></worksheet>`)
	return b.String()
}

// letters is a column's name: 1 is A, 27 is AA.
func letters(column int) string {
	s := ""
	for ; column > 0; column = (column - 1) / 26 {
		s = string(rune('A'+(column-1)%26)) + s
	}
	return s
}

func cell(row, column int) string { return letters(column) + fmt.Sprint(row) }

// xlsxEscape is how Excel writes characters that XML has none for, _x0007_, so a text
// that looks like it has its first character written so.
var xlsxEscape = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`_x[0-9A-Fa-f]{4}_`)
})

// inXLSX is a text that stands for itself in a cell.
func inXLSX(s string) string {
	s = xlsxEscape().ReplaceAllStringFunc(valid(s), func(found string) string { return "_x005F" + found })
	var b strings.Builder
	for _, r := range s {
		switch {
		case r < ' ' && r != '\n' && r != '\t', r == 0xFFFE, r == 0xFFFF:
			fmt.Fprintf(&b, "_x%04X_", r)
		default:
			_ = xml.EscapeText(&b, []byte(string(r))) // a Builder does not fail
		}
	}
	return b.String()
}
