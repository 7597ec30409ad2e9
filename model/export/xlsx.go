package export

import (
	"archive/zip"
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"fms-tui/model"
)

// Bounds of a sheet of Excel, and the rows that are prepared for objects.
const (
	mostColumns   = 16384
	mostCellRunes = 32767
	mostFormula   = 8192 // characters
	preparedRows  = 200
)

// writeXLSX writes the parts of a workbook: languages/xlsx.tmpl. The offsets of a fixed panel have no
// room.
func writeXLSX(w io.Writer, p model.Predictor) error {
	s, err := newWorkbook(p)
	if err != nil {
		return err
	}
	object, err := workbookLanguage.filled("object", s)
	if err != nil {
		return err
	}
	var rows strings.Builder
	for row := range preparedRows {
		formulas := strings.ReplaceAll(object, "@", strconv.Itoa(s.Objects+row))
		for line := range strings.Lines(formulas) {
			if len(line) > mostFormula {
				return fmt.Errorf("a formula has %d characters, and Excel takes %d: export another form", len(line), mostFormula)
			}
		}
		rows.WriteString(formulas)
	}
	s.Rows = rows.String()
	z := zip.NewWriter(w)
	for _, part := range []string{
		"[Content_Types].xml", "_rels/.rels", "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/styles.xml", "xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml",
	} {
		text, err := workbookLanguage.filled(part, s)
		if err != nil {
			return err
		}
		f, err := z.Create(part)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(f, xml.Header+withCells(text)); err != nil {
			return err
		}
	}
	return z.Close()
}

// workbook says where things stand: columns are counted from 1.
type workbook struct {
	*program
	Objects              int    // row of the first object
	First                []int  // column of the first judgment, by attribute
	Mean, Predicted      int    // the first of their columns
	Class, Share, Weigh  int    // of classes
	Variance, Odds, Loss int    // of two classes
	Count, Noise         int    // likewise, by attribute
	Of                   int    // column of Weights with the classes; their costs and figures follow
	Rows                 string // of the objects
}

func newWorkbook(p model.Predictor) (*workbook, error) {
	o, err := newProgram(p, false)
	if err != nil {
		return nil, err
	}
	s := &workbook{program: o, Objects: 2 + len(o.Intercepts)}
	s.Of = s.Weight(len(o.Intercepts))
	next := 2
	take := func(columns int) int {
		next += columns
		return next - columns
	}
	for _, a := range p.Attributes {
		if len([]rune(a.Name)) > mostCellRunes/8 { // each character takes up to seven
			return nil, fmt.Errorf("%s… is too long for a cell of Excel: rename it, or export another form", quoted(string([]rune(a.Name)[:40])))
		}
		s.First = append(s.First, take(a.Repeats))
	}
	s.Mean, s.Predicted = take(len(p.Attributes)), take(len(o.Intercepts))
	if o.Calls != nil {
		s.Class, s.Share, s.Weigh = take(1), take(len(o.Calls.Shown())), take(len(o.Calls.Names))
	}
	if o.Spread != nil {
		s.Variance, s.Odds, s.Loss, s.Count, s.Noise = take(1), take(1), take(1), take(len(p.Attributes)), take(len(p.Attributes))
	}
	if next-1 > mostColumns {
		return nil, fmt.Errorf("%d columns are needed, and a sheet of Excel has %d: export another form", next-1, mostColumns)
	}
	return s, nil
}

// Weight is the column of Weights with the weights of a score: the price is the fourth.
func (s *workbook) Weight(score int) int {
	if score == 0 {
		return 3
	}
	return 4 + score
}

// Cells are n cells of an object's row from a column on.
func (s *workbook) Cells(column, n int) string { return here(column) + ":" + here(column+n-1) }

// Judgments are the cells of the row with the judgments of an attribute.
func (s *workbook) Judgments(attribute int) string {
	return s.Cells(s.First[attribute], s.Attributes[attribute].Repeats)
}

// Gain is what calling the object a class is worth, but for a factor.
func (s *workbook) Gain(class int) string {
	return "Weights!" + fixed(3+class, s.Of+1) + "*" + here(s.Weigh+class)
}

// Line is the line of a class at the score of the row.
func (s *workbook) Line(class int) string {
	score := s.Predicted
	switch {
	case s.Spread != nil && class == 0:
		return "0"
	case s.Spread != nil:
		return here(s.Odds)
	case !s.Calls.Ordered:
		score += class
	}
	return "Weights!" + fixed(3+class, s.Of+2) + "+Weights!" + fixed(3+class, s.Of+3) + "*" + here(score)
}

// PairsOf are the pairs of a spread whose first attribute is this one.
func (s *workbook) PairsOf(attribute int) (pairs []sharedNoise) {
	for _, x := range s.Spread.Pairs {
		if x.A == attribute {
			pairs = append(pairs, x)
		}
	}
	return pairs
}

// withCells joins the lines of a part. Lines that are cells become the rows of the sheet; texts of
// the first two rows are bold.
func withCells(part string) string {
	type at struct {
		row, column int
		xml         string
	}
	var cells []at
	var before, after strings.Builder
	for line := range strings.Lines(part) {
		line = strings.TrimSuffix(line, "\n")
		fields := strings.SplitN(line, " ", 4)
		if len(fields) < 4 || len(fields[0]) != 1 {
			if len(cells) == 0 {
				before.WriteString(line)
			} else {
				after.WriteString(line)
			}
			continue
		}
		row, _ := strconv.Atoi(fields[1])
		column, _ := strconv.Atoi(fields[2])
		begin, content := `<c r="`+cell(row, column)+`"`, fields[3]
		switch fields[0] {
		case "t":
			if row <= 2 {
				begin += ` s="1"`
			}
			begin, content = begin+` t="inlineStr"`, `<is><t xml:space="preserve">`+content+`</t></is>`
		case "n":
			content = "<v>" + content + "</v>"
		case "f":
			content = "<f>" + content + "</f>"
		}
		cells = append(cells, at{row, column, begin + ">" + content + "</c>"})
	}
	slices.SortFunc(cells, func(a, b at) int { return cmp.Or(a.row-b.row, a.column-b.column) })
	for row := 1; len(cells) > 0; row++ {
		fmt.Fprintf(&before, `<row r="%d">`, row)
		for len(cells) > 0 && cells[0].row == row {
			before.WriteString(cells[0].xml)
			cells = cells[1:]
		}
		before.WriteString("</row>")
	}
	return before.String() + after.String()
}

// letters is a column's name: 1 is A, 27 is AA.
func letters(column int) string {
	s := ""
	for ; column > 0; column = (column - 1) / 26 {
		s = string(rune('A'+(column-1)%26)) + s
	}
	return s
}

// here is a cell of an object's row.
func here(column int) string { return letters(column) + "@" }

func cell(row, column int) string { return letters(column) + strconv.Itoa(row) }

// fixed is a cell that stays the same where a formula is copied.
func fixed(row, column int) string { return "$" + letters(column) + "$" + strconv.Itoa(row) }
