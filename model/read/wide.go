package read

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fms-tui/model"
)

// wide is what by-rater and by-object share: columns of judgments.
type wide struct {
	roles     *roles
	to        *collector
	labels    []labelCell
	columns   []valueColumn
	ids       map[string][]int // by the judge of a row: the collector's attributes by column, -1 before the first number
	seen      []int            // by-object: line by object, 0 for none
	anonymous int              // by-rater: rows whose rater cell is empty
	from      int              // judgments before this file
	price     *priceColumn
	asked     *asked
	has       []bool // by column, of the present row
	plain     plainRows
}

// In place of an attribute: not met yet, and not wanted.
const (
	unknown = -1
	refused = -2
)

// valueColumn is a column that holds judgments, if it holds numbers.
type valueColumn struct {
	numericColumn
	attribute string
	place     int // among the numbers of a row; -1 where its cells are read
}

// numericColumn holds numbers or text; its first cells need not show which. The
// majority of its cells decides. The other cells are counted and not used.
type numericColumn struct {
	index    int
	numbers  int
	missing  int
	texts    int
	text     string // the first text cell
	textLine int    // 0 while there was none
}

// read returns a cell's value; it counts only for kind number. at is the column's
// place among the row's numbers, if it has some.
func (n *numericColumn) read(r *roles, row *parsedRow, at int) (float64, kind, error) {
	if at >= 0 && at < len(row.numbers) {
		value := row.numbers[at]
		if value != value {
			n.missing++
			return 0, missing, nil
		}
		n.numbers++
		return value, number, nil
	}
	cell, line := row.cells[n.index], row.line
	value, k := parseValue(cell)
	switch k {
	case number:
		n.numbers++
	case missing:
		n.missing++
	case malformed:
		if n.texts <= n.numbers {
			return 0, k, r.bad(n.index, line, cell)
		}
		fallthrough
	default:
		k = text
		if n.texts++; n.textLine == 0 {
			n.text, n.textLine = strings.Clone(cell), line
		}
	}
	return value, k, nil
}

// isText tells whether most of the cells are text.
func (n *numericColumn) isText() bool { return n.texts > n.numbers }

// finish marks a column of text, or without a value, as not used.
func (n *numericColumn) finish(r *roles) {
	switch {
	case n.isText() && n.numbers > 0:
		r.unuse(n.index, model.ReasonText, fmt.Sprintf("holds text, and a number in %d of %d cells", n.numbers, n.numbers+n.texts))
	case n.isText():
		r.unuse(n.index, model.ReasonText, "holds text")
	case n.numbers == 0:
		r.unuse(n.index, model.ReasonEmpty, "holds no value")
	}
}

// unuse marks a column as not used; where a shape made it, it says of what.
func (r *roles) unuse(column int, code string, reason string) {
	if r.isJudged(column) {
		reason += "; " + r.why[column].text
	}
	r.set(column, unused, why{code: code, text: reason})
}

// newWide names the attributes by the columns or, in by-object, their stems.
// Attributes keep the order of the columns as far as the sample tells which
// hold numbers.
func newWide(r *roles, to *collector, labels []labelCell) *wide {
	w := &wide{
		roles: r, to: to, labels: labels, ids: make(map[string][]int), from: to.builder.Judgments(),
		price: to.priceOf(r), asked: to.ask(r),
	}
	names := r.attributeNames()
	own := make([]int, len(r.values))
	for n, i := range r.values {
		w.columns = append(w.columns, valueColumn{numericColumn: numericColumn{index: i}, attribute: names[n], place: -1})
		own[n] = unknown
		if p := r.profile[i]; p.numbers > 0 && p.numbers >= p.texts && len(r.pivot) == 0 {
			own[n] = to.attributes.id(names[n])
		}
	}
	w.ids[""] = own
	w.has = make([]bool, len(own))
	return w
}

// attributes returns the attributes of a row by column, and the name of its judge.
func (w *wide) attributes(cells []string, line int) ([]int, string, error) {
	if len(w.roles.pivot) == 0 {
		return w.ids[""], "", nil
	}
	judge, err := w.roles.joined(w.roles.pivot, cells, line)
	if err != nil {
		return nil, "", err
	}
	own, known := w.ids[judge]
	if !known {
		judge = strings.Clone(judge)
		own = make([]int, len(w.columns))
		for n := range own {
			own[n] = unknown
		}
		w.ids[judge] = own
	}
	return own, judge, nil
}

// part implements layout.
func (w *wide) part() {
	w.spilled()
	w.seen = w.seen[:0]
	for _, label := range w.labels {
		label.entered.object = -1
	}
}

// spilled implements layout.
func (w *wide) spilled() { w.from = 0 }

// numeric implements layout: the columns in which the rows looked at have numbers only.
func (w *wide) numeric() []int {
	if w.asked != nil {
		return nil
	}
	columns := w.roles.parsedAhead(w.roles.values, w.labels)
	place := 0
	for i := range w.columns {
		for place < len(columns) && columns[place] < w.columns[i].index { // of a label
			place++
		}
		if place < len(columns) && w.columns[i].index == columns[place] {
			w.columns[i].place = place
		}
	}
	w.findPlain()
	return columns
}

// parsedAhead returns the columns, of the given columns and of the labels, whose cells
// so far are all numbers or missing. It tells labels their places among these.
func (r *roles) parsedAhead(columns []int, labels []labelCell) []int {
	numbers := func(i int) bool { return r.profile[i].numbers > 0 && r.profile[i].texts == 0 }
	var some []int
	for _, i := range columns {
		if numbers(i) {
			some = append(some, i)
		}
	}
	for _, l := range labels {
		if numbers(l.column) && !l.compares && len(l.values.words) == 0 && !slices.Contains(some, l.column) {
			some = append(some, l.column)
		}
	}
	slices.Sort(some)
	for i := range labels {
		labels[i].place = slices.Index(some, labels[i].column)
	}
	return some
}

// addJudgments reads the row of one object, all by one rater.
func (w *wide) addJudgments(object int, rater int32, row *parsedRow) error {
	cells, line := row.cells, row.line
	for _, label := range w.labels {
		if err := label.set(object, row); err != nil {
			return err
		}
	}
	if w.plain.attr != nil {
		return w.addWhole(object, rater, row)
	}
	w.countPlain()
	own, judge, err := w.attributes(cells, line)
	if err != nil {
		return err
	}
	w.asked.row(object, rater, cells)
	cost := w.price.of(cells)
	clear(w.has)
	for i := range w.columns {
		c := &w.columns[i]
		value, k, err := c.read(w.roles, row, c.place)
		switch {
		case err != nil:
			return err
		case k != number:
			continue
		case own[i] == unknown:
			name := c.attribute
			if judge != "" {
				name = judge + "." + name
			}
			if own[i] = refused; w.to.wanted(w.roles, name) {
				own[i] = w.to.attributes.id(name)
			}
		}
		if own[i] == refused {
			continue
		}
		w.has[i] = true
		w.to.add(object, own[i], rater, value, w.roles, line)
		w.price.add(w.to, own[i], cost)
	}
	w.joinRow(own, w.has)
	return nil
}

// add implements layout: by-rater a row is of an object and a rater, by-object of an object.
func (w *wide) add(row *parsedRow) error {
	object, err := w.to.object(w.roles, row)
	if err != nil || object < 0 {
		return err
	}
	if w.roles.layout == ByRater {
		return w.addJudgments(object, w.rater(row.cells, row.line), row)
	}
	if err := w.isFirst(object, row); err != nil {
		return err
	}
	return w.addJudgments(object, model.NoRater, row)
}

// rater returns the rater of a row. A row without one is by a rater of its own: whoever it was
// judged all of the row.
func (w *wide) rater(cells []string, line int) int32 {
	if w.roles.rater >= 0 {
		if id := trim(cells[w.roles.rater]); !isMissing(id) {
			return int32(w.to.raters.id(id))
		}
		w.anonymous++
	}
	return w.to.nameless(fmt.Sprintf("row %d", line))
}

// errReturns says that an object has a further row behind the rows that showed one row an object.
var errReturns = errors.New("an object returns")

// isFirst refuses a further row of an object.
func (w *wide) isFirst(object int, row *parsedRow) error {
	for len(w.seen) <= object {
		w.seen = append(w.seen, 0)
	}
	first := w.seen[object]
	id := row.cells[w.roles.object]
	switch {
	case first == 0:
		w.seen[object] = row.line
		return nil
	case w.roles.sampled && w.to.handedOn():
		return &SplitError{File: w.roles.file, Line: row.line, Object: id, Why: "an object has a further row"}
	case w.roles.sampled && w.roles.opt.Shard.N < 2: // other shards were read with one row an object
		return errReturns
	}
	return &Error{
		File: w.roles.file, Line: row.line, Column: w.roles.header[w.roles.object], Value: id,
		Message:  fmt.Sprintf("has a row on line %d already: the by-object layout holds one row an object", first),
		Remedies: []model.Remedy{model.Choose(model.OptionLayout, ByRater, "reads several")},
	}
}

// finish settles which columns are text, and takes their numbers out again.
func (w *wide) finish() error {
	if w.anonymous > 0 {
		w.to.warn(model.Finding{
			Code:    model.CodeRowsWithoutRater,
			Message: counted(w.anonymous, "row") + " of " + printable(w.roles.file) + " without a rater: each counts as one by a rater of its own",
			Column:  w.roles.header[w.roles.rater],
		})
	}
	w.countPlain()
	drop := make(map[int]bool) // attributes
	var strays []stray
	for i := range w.columns {
		c := &w.columns[i]
		name := w.roles.header[c.index]
		if c.texts > 0 && c.numbers > 0 && w.roles.named(name) {
			return w.roles.bad(c.index, c.textLine, c.text)
		}
		c.finish(w.roles)
		switch {
		case c.isText():
			for _, own := range w.ids {
				if own[i] >= 0 {
					drop[own[i]] = true
				}
			}
			if c.numbers > 0 {
				strays = append(strays, stray{name, c.numbers, c.text, c.textLine, true})
			}
		case c.numbers > 0:
			w.to.missing += c.missing
			if c.texts > 0 {
				w.to.strays += c.texts
				strays = append(strays, stray{name, c.texts, c.text, c.textLine, false})
			}
		}
	}
	if w.to.handedOn() && len(drop) > 0 {
		return &SplitError{File: w.roles.file, Why: "a column that began with numbers holds text"}
	}
	w.to.discard(w.from, drop)
	w.to.tellStrays(w.roles.file, strays)
	return nil
}
