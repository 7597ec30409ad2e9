package read

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"fms-tui/model"
)

// labelValues are the values of one label.
type labelValues struct {
	name     string
	values   []float64 // by the builder's object index, as far as there are any; NaN for none
	labelled int       // objects with a value, those of parts before included
	first    Error     // where the first value is
	numbers  bool      // a cell held a number
	words    []string  // of a label that words stand for; see word
	ordered  bool      // the words of --ordered, in its order
	closed   bool      // a part was handed on: no further word can come
	asked    bool      // the user named it, or it is the first: a defect of it is an error
	problem  error     // the first defect, of a label that nobody asked for
	made     bool      // words are of --label COLUMN=value: the second is the value, the first all others
	strays   int       // cells of text among numbers
	stray    Error     // where the first of them is, and what it holds
}

// set records an object's label, which must be the same wherever it is given.
func (l *labelValues) set(object int, value float64, r *roles, line int, id string) error {
	for len(l.values) <= object {
		l.values = append(l.values, math.NaN())
	}
	old := l.values[object]
	if old != old {
		if l.values[object] = value; l.labelled == 0 {
			l.first = Error{File: r.file, Line: line, Column: l.name}
		}
		l.labelled++
		return nil
	}
	if old == value {
		return nil
	}
	differs := &Error{File: r.file, Line: line, Column: l.name, Value: l.written(value), Message: fmt.Sprintf(
		"differs from %s in a row before for the same object %s: an object has one value of a label", quote(l.written(old)), quote(id))}
	if r.opt.Label == l.name && r.layout != "" && r.hint == nil {
		differs.Remedies = []model.Choice{model.Choose(model.OptionLabelFrom, l.name, "predicts the mean of its judgments")}
	}
	return differs
}

// written is a value as the data have it.
func (l *labelValues) written(v float64) string {
	if i := int(v); 0 <= i && i < len(l.words) {
		return l.words[i]
	}
	return formatNumber(v)
}

// label is the label of some objects, by their indices.
func (l *labelValues) label(from, to int) model.Label {
	for len(l.values) < to {
		l.values = append(l.values, math.NaN())
	}
	out := model.Label{Name: l.name, Values: l.values[from:to:to]}
	switch {
	case len(l.words) == 2:
		out.Words = [2]string(l.words)
	case len(l.words) > 2:
		out.Classes, out.Ordered = slices.Clone(l.words), l.ordered
	}
	return out
}

// label returns the collector's label of that name, a new one if need be.
func (c *collector) label(name string) *labelValues {
	for _, l := range c.labels {
		if l.name == name {
			return l
		}
	}
	l := &labelValues{name: name, asked: name == c.opt.Label}
	if c.opt.Ordered != nil && (l.asked || c.opt.Label == "" && len(c.labels) == 0) {
		l.words, l.ordered = slices.Clone(c.opt.Ordered), true
	}
	c.labels = append(c.labels, l)
	return l
}

// labelColumn is a label's column in a file.
type labelColumn struct {
	*labelValues
	roles    *roles
	index    int
	compares bool // the label is 1 where the cell is the value of --label COLUMN=value
	is       string
	worded   bool         // the column is one of a label file, and holds words
	answers  *scaleColumn // that numbers were made of; nil for none

	// What was entered last: the rows of an object that come one after another repeat it.
	object int // -1 for none
	cell   []byte
}

// labelColumns are the columns of labels of a file.
func (c *collector) labelColumns(r *roles) []labelColumn {
	var columns []labelColumn
	for _, i := range r.labels {
		l := labelColumn{labelValues: c.label(r.labelName(i)), roles: r, index: i, object: -1, answers: r.answers[r.header[i]]}
		if l.is, l.compares = r.labelIs[i]; l.compares {
			l.words, l.made = []string{"not " + l.is, l.is}, true
		}
		l.asked = l.name == r.opt.Label || slices.Contains(r.opt.Also, l.name) || r.opt.Label == "" && !r.opt.OtherLabel && l.labelValues == c.labels[0]
		columns = append(columns, l)
	}
	return columns
}

// labelName is what the label of a column is called: as its header, or with the value that --label names.
func (r *roles) labelName(column int) string {
	if value, is := r.labelIs[column]; is {
		return r.header[column] + "=" + value
	}
	return r.header[column]
}

// enter enters the label of a row. A defect of a label that nobody asked for is
// kept for later, and the rest of it is not read.
func (l *labelColumn) enter(object int, row *row) error {
	cell := row.cells[l.index]
	if l.problem != nil || object == l.object && cell == string(l.cell) {
		return nil
	}
	value, is, err := l.read(cell, row.line)
	if is && err == nil {
		if err = l.set(object, value, l.roles, row.line, trim(row.cells[l.roles.object])); err == nil {
			l.object, l.cell = object, append(l.cell[:0], cell...)
		}
	}
	if err != nil && !l.asked {
		l.problem, err = err, nil
	}
	return err
}

// read returns the value of a cell, and whether there is one.
func (l *labelColumn) read(cell string, line int) (value float64, is bool, err error) {
	value, k := parseValue(cell)
	if l.compares && trim(cell) != "" {
		value, k = float64(b2i(trim(cell) == l.is)), number
	}
	if a := l.answers; a != nil && k == number { // words of a label are classes, whoever found the label
		if i := slices.IndexFunc(a.words, func(w string) bool { v, is := a.value[w]; return is && v == value }); i >= 0 {
			cell, k = a.words[i], text
		}
	}
	if l.ordered && k != missing {
		k = text
	}
	switch k {
	case text:
		if l.numbers && !l.worded && l.name != l.roles.opt.Label {
			if l.strays++; l.strays == 1 {
				l.stray = Error{File: l.roles.file, Line: line, Value: strings.Clone(trim(cell))}
			}
			return 0, false, nil
		}
		if value, is = l.word(cell); !is {
			return 0, false, l.noClass(l.roles, l.index, line, cell)
		}
	case malformed:
		return 0, false, l.roles.bad(l.index, line, cell)
	case number:
		if l.numbers = true; len(l.words) > 0 && !l.made {
			return 0, false, &Error{
				File: l.roles.file, Line: line, Column: l.name, Value: strings.Clone(trim(cell)),
				Message: "is a number among words such as " + quote(l.words[0]) + ": a label has numbers, or words for its classes",
			}
		}
	}
	return value, k != missing, nil
}

// leaveDefective takes the labels out that nobody asked for and that cannot be read.
func (c *collector) leaveDefective() {
	c.labels = slices.DeleteFunc(c.labels, func(l *labelValues) bool {
		for i := range c.columns {
			if col := &c.columns[i]; l.problem != nil && col.Column == l.name && col.Role == model.RoleLabel {
				col.Role, col.Code, col.Reason = model.RoleUnused, model.ReasonLabel, "a label that is not asked for, and has a defect"
			}
		}
		return l.problem != nil
	})
}

// tellLabels tells what was not used of labels, and how many objects are without a label.
func (c *collector) tellLabels() {
	objects := len(c.builder.Objects())
	if c.parts != nil {
		objects += c.parts.objects
	}
	for n, l := range c.labels {
		if l.strays > 0 && l.asked {
			c.warnOnce(model.CodeLabelText, fmt.Sprintf("%s of the label %s hold text, and are not used: the first is %s on line %d of %s",
				counted(l.strays, "cell"), plainOrQuoted(l.name), quote(l.stray.Value), l.stray.Line, printable(l.stray.File)))
		}
		if missing := objects - l.labelled; missing > 0 && (l.asked || n == 0) {
			c.warn(model.Finding{
				Code:    model.CodeObjectsWithoutLabel,
				Message: fmt.Sprintf("%d of %s without the label %s: kept, but nothing is learned from them", missing, counted(objects, "object"), plainOrQuoted(l.name)),
				Column:  l.name,
			})
		}
	}
}

// inOrder sorts words by the scale that has all of them, and else by their letters; known tells whether each
// is a step of such a scale.
func inOrder(words []string) (sorted []string, known bool) {
	var low []string
	for _, w := range words {
		low = append(low, strings.ToLower(w))
	}
	value, is := scaleOf(low, nil)
	at := func(w string) float64 { return value[strings.ToLower(w)] }
	sorted = slices.SortedFunc(slices.Values(words), func(v, w string) int {
		return cmp.Or(cmp.Compare(at(v), at(w)), strings.Compare(v, w))
	})
	known = is != nil
	for i := range sorted[1:] {
		known = known && at(sorted[i]) < at(sorted[i+1])
	}
	return sorted, known
}

// steps says that classes have an order.
var steps = model.Choose(model.OptionOrdered, "LOW,MID,HIGH", "names the classes of a scale from low to high")

const mostClasses = 20 // words that a label may have: more are no classes

// word returns the number that stands for a word of a label: 0 for the first word seen, 1 for the second and so on,
// until settle sorts the words. It returns false if a label has too many words, if --ordered does not name the word,
// and if the label has numbers too.
func (l *labelValues) word(cell string) (value float64, ok bool) {
	cell = trim(cell)
	i := slices.IndexFunc(l.words, func(w string) bool { return strings.EqualFold(w, cell) || l.ordered && compareCells(w, cell) == 0 })
	if i < 0 && len(l.words) < mostClasses && !l.numbers && !l.ordered && !l.closed {
		i = len(l.words)
		l.words = append(l.words, strings.Clone(cell))
	}
	return float64(i), i >= 0
}

// noClass says why a word is no class of a label.
func (l *labelValues) noClass(r *roles, column, line int, cell string) error {
	e := &Error{File: r.file, Line: line, Column: r.header[column], Value: trim(cell)}
	switch {
	case l.ordered:
		e.Message = "is none of the classes that were named: accepted are " + strings.Join(l.words, ", ")
	case l.closed && len(l.words) > 0:
		e.Message = "is a class that no row before had, and these rows are summed up already: name all classes, or keep all rows in memory"
		e.Remedies = []model.Choice{steps}
	case len(l.words) >= mostClasses:
		e.Message = fmt.Sprintf("is the word number %d of the label: accepted are numbers, or at most %d classes", mostClasses+1, mostClasses)
	case l.labelled > 0 && !slices.ContainsFunc(l.values, func(v float64) bool { return v == v && v != 0 && v != 1 }):
		e.Message = "is a third word, after words that count as 0 and 1, such as yes and no"
		e.Remedies = []model.Choice{steps}
	default:
		return r.bad(column, line, cell)
	}
	return e
}

// settle puts the words of each label in the order of the alphabet, so that the first is 0, and says so. A single
// word for all objects is an error: it was meant as a number, or the column as no label.
func (c *collector) settle() error {
	for n, l := range c.labels {
		switch {
		case len(l.words) == 0 || l.ordered || l.made:
			continue
		case len(l.words) == 1:
			_, remedies := valueProblem(l.words[0])
			only := l.first
			only.Value, only.Remedies = l.words[0], remedies
			only.Message = "is the only word of the label, in all objects: accepted are numbers, or words for at least two classes"
			l.problem = &only
			if l.asked || n == 0 {
				return l.problem
			}
			continue
		}
		sorted, known := inOrder(l.words)
		for i, v := range l.values {
			if v == v {
				l.values[i] = float64(slices.Index(sorted, l.words[int(v)]))
			}
		}
		l.words, l.ordered = sorted, known && len(sorted) > 2
		if !l.asked && n > 0 {
			continue
		}
		words := make([]string, len(sorted))
		for i, w := range sorted {
			words[i] = quote(w)
		}
		switch {
		case l.ordered:
			c.warnOnce(model.CodeLabelWords, fmt.Sprintf("the words of the label %s were read as %d steps of a scale: %s", printable(l.name), len(words), strings.Join(words, ", ")), steps)
		case len(words) == 2:
			c.warnOnce(model.CodeLabelWords, fmt.Sprintf("the words of the label %s were read as numbers: %s as 0, %s as 1", printable(l.name), words[0], words[1]))
		default:
			c.warnOnce(model.CodeLabelWords, fmt.Sprintf("the words of the label %s were read as %d classes: %s", printable(l.name), len(words), strings.Join(words, ", ")), steps)
		}
	}
	return nil
}
