package export

import (
	"archive/zip"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"

	"fms-tui/model"
)

// Bounds of a sheet of Excel, and the rows that are prepared for objects.
const (
	mostColumns   = 16384
	mostCellRunes = 32767
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
	objects, err := s.objects()
	if err != nil {
		return err
	}
	z := zip.NewWriter(w)
	for _, part := range []struct{ name, text string }{
		{"[Content_Types].xml", xlsxTypes},
		{"_rels/.rels", xlsxRels},
		{"xl/workbook.xml", xlsxWorkbook},
		{"xl/_rels/workbook.xml.rels", xlsxBookRels},
		{"xl/styles.xml", xlsxStyles},
		{"xl/worksheets/sheet1.xml", objects},
		{"xl/worksheets/sheet2.xml", s.weights()},
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

// workbook lays the sheets out: in Objects column 1 is the object, then come the
// judgments, the means and the prediction. Rows 1 and 2 are a header: names, and over
// the means the weights; several scores have a row of weights each.
type workbook struct {
	p     model.Predictor
	first []int // column of the first judgment, by attribute
	means int   // column of the first mean
	// classes follow the prediction; nil where the label has no two.
	classes *twoClasses
	names   []string // of several scores, nil of one
}

// weightRow is the row of the first attribute in Weights; the intercept is above it.
const weightRow = 4

func newWorkbook(p model.Predictor) (*workbook, error) {
	names, err := scoreNames(&p)
	if err != nil {
		return nil, err
	}
	s := &workbook{p: p, means: 2, classes: classesOf(&p), names: names}
	for _, a := range p.Attributes {
		if len([]rune(a.Name)) > mostCellRunes/8 { // each character takes up to seven
			return nil, fmt.Errorf("%s… is too long for a cell of Excel: rename it, or export another form", quoted(string([]rune(a.Name)[:40])))
		}
		s.first = append(s.first, s.means)
		s.means += a.Repeats
	}
	last := s.means + len(p.Attributes) + s.scoreCount()
	if s.classes != nil {
		last = s.noises(last-1) + len(p.Attributes)
	}
	if p.Multiclass != nil {
		last += 1 + 2*len(p.Multiclass.Names)
	}
	if last > mostColumns {
		return nil, fmt.Errorf("%d columns are needed, and a sheet of Excel has %d: export another form", last, mostColumns)
	}
	return s, nil
}

// sheet is a sheet of rows.
func sheet(columns, rows string) string {
	return `<worksheet xmlns="` + xlsxMain + `">` + columns + `<sheetData>` + rows + `</sheetData></worksheet>`
}

// objects is the sheet in which judgments are entered.
func (s *workbook) objects() (string, error) {
	var b strings.Builder
	last := s.means + len(s.p.Attributes)
	b.WriteString(`<row r="1">` + text(1, 1, "object"))
	for a, at := range s.p.Attributes {
		for j := range at.Repeats {
			b.WriteString(text(1, s.first[a]+j, fmt.Sprintf("%s (%d)", at.Name, j+1)))
		}
	}
	for a, at := range s.p.Attributes {
		b.WriteString(text(1, s.means+a, "mean of "+at.Name))
	}
	for k := range s.scoreCount() {
		b.WriteString(text(1, last+k, "predicted "+s.scoreName(k)))
	}
	b.WriteString(s.classHeads(last) + s.manyHeads(last) + `</row>`)
	for k := range s.scoreCount() {
		fmt.Fprintf(&b, `<row r="%d">%s`, 2+k, text(2+k, 1, s.weightTitle(k)))
		for a := range s.p.Attributes {
			b.WriteString(formula(2+k, s.means+a, fmt.Sprintf("Weights!%s%d", letters(weightColumn(k)), weightRow+a)))
		}
		b.WriteString(`</row>`)
	}
	for row := s.firstObject(); row < s.firstObject()+preparedRows; row++ {
		fmt.Fprintf(&b, `<row r="%d">`, row)
		for a, at := range s.p.Attributes {
			cells := cell(row, s.first[a]) + ":" + cell(row, s.first[a]+at.Repeats-1)
			b.WriteString(formula(row, s.means+a, fmt.Sprintf(`IF(COUNT(%s)=0,"",AVERAGE(%s))`, cells, cells)))
		}
		classes, err := s.classify(row, last)
		if err != nil {
			return "", err
		}
		for k := range s.scoreCount() {
			b.WriteString(formula(row, last+k, s.prediction(row, last, k)))
		}
		b.WriteString(classes + s.classifyMany(row, last) + `</row>`)
	}
	pane := fmt.Sprintf(`<sheetViews><sheetView workbookViewId="0"><pane xSplit="1" ySplit="%d" topLeftCell="B%d" state="frozen"/></sheetView></sheetViews>`, s.firstObject()-1, s.firstObject())
	return sheet(pane, b.String()), nil
}

// scoreName is what a score predicts.
func (s *workbook) scoreName(k int) string {
	if s.names == nil {
		return s.p.Label
	}
	return s.names[k]
}

// weightTitle is the text before a row of weights.
func (s *workbook) weightTitle(k int) string {
	if s.names == nil {
		return "weight"
	}
	return "weight for " + s.names[k]
}

// prediction is the formula of a row's prediction of one score.
func (s *workbook) prediction(row, last, k int) string {
	intercept := "Weights!$" + letters(weightColumn(k)) + "$3"
	n := len(s.p.Attributes)
	if n == 0 {
		return intercept
	}
	means := cell(row, s.means) + ":" + cell(row, last-1)
	weights := fmt.Sprintf("$%s$%d:$%s$%d", letters(s.means), 2+k, letters(last-1), 2+k)
	return fmt.Sprintf(`IF(COUNT(%s)=%d,%s+SUMPRODUCT(%s,%s),"")`, means, n, intercept, weights, means)
}

// weights is the sheet of numbers.
func (s *workbook) weights() string {
	var b strings.Builder
	title := fmt.Sprintf("Predictor of %s for %s at a budget of %s, by %s", s.p.Algorithm, s.p.Label, s.p.Budget, s.p.Tool)
	b.WriteString(`<row r="1">` + text(1, 1, title) + `</row><row r="2">`)
	heads := []string{"attribute", "judgments to buy", "weight", "price"}
	if s.classes != nil {
		heads = append(heads, "noise of one judgment", "classes")
	}
	for i, head := range heads {
		if i != 2 || s.names == nil { // several scores name theirs
			b.WriteString(text(2, 1+i, head))
		}
	}
	b.WriteString(s.scoreHeads() + `</row><row r="3">` + text(3, 1, "(intercept)") + value(3, 3, number(s.first0())) + s.beside(3) + `</row>`)
	row := weightRow
	for i, a := range s.p.Attributes {
		fmt.Fprintf(&b, `<row r="%d">%s%s%s%s%s</row>`, row, text(row, 1, a.Name), value(row, 2, fmt.Sprint(a.Repeats)), value(row, 3, number(s.weight0(i))), value(row, 4, a.Cost.String()), s.beside(row))
		row++
	}
	lines := []string{"Enter the judgments of each object on the sheet Objects. For more objects copy the formulas of its last row down."}
	if line := designLine(s.p, quoted); line != "" {
		lines = append(lines, line)
	}
	for _, d := range doubts(s.p) {
		lines = append(lines, "Warning: "+d)
	}
	end := row + 1
	for i := 0; i < 1+len(lines) || row < constantRow+s.constantRows(); i++ {
		line := ""
		if i > 0 && i <= len(lines) {
			line = text(end+i-1, 1, lines[i-1])
		}
		fmt.Fprintf(&b, `<row r="%d">%s%s</row>`, row, line, s.beside(row))
		row++
	}
	return sheet("", b.String())
}

// first0 is the intercept of the first score, and weight0 its weight of an attribute.
func (s *workbook) first0() float64 {
	if s.names == nil {
		return s.p.Intercept
	}
	return s.p.Scores[0].Intercept
}

func (s *workbook) weight0(attribute int) float64 {
	if s.names == nil {
		return s.p.Attributes[attribute].Weight
	}
	return s.p.Scores[0].Weights[attribute]
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

// text is a cell that holds a text, whatever it begins with. Texts of the first two
// rows are bold.
func text(row, column int, s string) string {
	style := ""
	if row <= 2 {
		style = ` s="1"`
	}
	return fmt.Sprintf(`<c r="%s"%s t="inlineStr"><is><t xml:space="preserve">%s</t></is></c>`, cell(row, column), style, inXLSX(s))
}

func value(row, column int, number string) string {
	return fmt.Sprintf(`<c r="%s"><v>%s</v></c>`, cell(row, column), number)
}

func formula(row, column int, f string) string {
	return fmt.Sprintf(`<c r="%s"><f>%s</f></c>`, cell(row, column), strings.NewReplacer("&", "&amp;", "<", "&lt;").Replace(f))
}

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
