package read

import "strings"

// wide is what by-rater and by-object share: columns of judgments.
type wide struct {
	roles   *roles
	to      *collector
	labels  []labelCell
	columns []valueColumn
}

// valueColumn is a column that holds judgments, if it holds numbers.
type valueColumn struct {
	numericColumn
	attribute string
	id        int // the collector's index of attribute; -1 before the first number
}

// numericColumn holds numbers or text, which its first cells need not tell.
// Text alone is no error, the column is not used; text among numbers is.
type numericColumn struct {
	index    int
	numbers  int
	missing  int
	text     string // the first text cell
	textLine int    // 0 while there was none
}

// read returns a cell's value; it counts only for kind number.
func (n *numericColumn) read(r *roles, cells []string, line int) (float64, kind, error) {
	cell := cells[n.index]
	value, k := parseValue(cell)
	switch {
	case k == number && n.textLine > 0:
		return 0, text, r.bad(n.index, n.textLine, n.text)
	case k == number:
		n.numbers++
	case k == missing:
		n.missing++
	case k == malformed, k == text && n.numbers > 0:
		return 0, k, r.bad(n.index, line, cell)
	case k == text && n.textLine == 0:
		n.text, n.textLine = strings.Clone(cell), line
	}
	return value, k, nil
}

// finish marks a column without a single number as not used.
func (n *numericColumn) finish(r *roles) {
	switch {
	case n.numbers > 0:
	case n.textLine > 0:
		r.unuse(n.index, "holds text")
	default:
		r.unuse(n.index, "holds no value")
	}
}

// unuse marks a column as not used; where a shape made it, it says of what.
func (r *roles) unuse(column int, reason string) {
	if r.isJudged(column) {
		reason += "; " + r.reason[column]
	}
	r.set(column, unused, reason)
}

// newWide names the attributes by the columns or, in by-object, their stems.
// Attributes keep the order of the columns as far as the sample tells which
// hold numbers.
func newWide(r *roles, to *collector, labels []labelCell) wide {
	w := wide{roles: r, to: to, labels: labels}
	for _, i := range r.values {
		c := valueColumn{numericColumn: numericColumn{index: i}, attribute: r.header[i], id: -1}
		if r.layout == ByObject {
			c.attribute = r.stem(i)
		}
		if r.profile[i].numbers > 0 {
			c.id = to.attributes.id(c.attribute)
		}
		w.columns = append(w.columns, c)
	}
	return w
}

// addJudgments reads the row of one object, all by one rater.
func (w *wide) addJudgments(object int, rater int32, cells []string, line int) error {
	for _, label := range w.labels {
		if err := label.set(object, cells, line); err != nil {
			return err
		}
	}
	for i := range w.columns {
		c := &w.columns[i]
		value, k, err := c.read(w.roles, cells, line)
		switch {
		case err != nil:
			return err
		case k == number && c.id < 0:
			c.id = w.to.attributes.id(c.attribute)
			fallthrough
		case k == number:
			w.to.add(object, c.id, rater, value)
		}
	}
	return nil
}

func (w *wide) finish() error {
	for i := range w.columns {
		c := &w.columns[i]
		c.finish(w.roles)
		if c.numbers > 0 {
			w.to.missing += c.missing
		}
	}
	return nil
}
