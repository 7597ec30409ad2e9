package read

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fms-tui/model"
)

// labelValues are the values of one label, by the collector's object index.
type labelValues struct {
	name    string
	cells   []labelValue
	numbers bool     // a cell held a number
	words   []string // of a label that words stand for; see word
	ordered bool     // the words of --ordered, in its order
	closed  bool     // a part was handed on: no further word can come
	asked   bool     // the user named it, or it is the first: a defect of it is an error
	problem error    // the first defect, of a label that nobody asked for
	made    bool     // words are of --label COLUMN=value: the second is the value, the first all others
	strays  int      // cells of text among numbers
	stray   origin   // where the first of them is
	text    string   // and what it holds
	files   []string // of cells
}

// origin is a line of a file.
type origin struct {
	file string
	line int
}

// labelValue remembers where it was read, for the message about another value. Large data have
// many of them, which the garbage collector need not look at.
type labelValue struct {
	value float64
	where uint64 // the line, and behind lineBits the file among files; 0 where the object has no label yet
}

// lineBits have room for all lines of a file. Behind them there is room for a million files.
const lineBits = 44

// has tells whether there is a value.
func (v labelValue) has() bool { return v.where > 0 }

// where is the origin of a value.
func (l *labelValues) where(v labelValue) origin {
	return origin{l.files[v.where>>lineBits], int(v.where & (1<<lineBits - 1))}
}

// valueAt is a value with its origin.
func (l *labelValues) valueAt(value float64, file string, line int) labelValue {
	if n := len(l.files); n == 0 || l.files[n-1] != file {
		l.files = append(l.files, file)
	}
	return labelValue{value, uint64(len(l.files)-1)<<lineBits | uint64(line)}
}

// compare makes the label 1 where a cell is the value, and names both classes after it.
func (l *labelValues) compare(value string) {
	l.words, l.made = []string{"not " + value, value}, true
}

// set records an object's label, which must be the same wherever it is given.
func (l *labelValues) set(object int, value float64, r *roles, line int, id string) error {
	for len(l.cells) <= object {
		l.cells = append(l.cells, labelValue{})
	}
	old := l.cells[object]
	if !old.has() {
		l.cells[object] = l.valueAt(value, r.file, line)
		return nil
	}
	if old.value == value {
		return nil
	}
	first := l.where(old)
	where := fmt.Sprintf("line %d", first.line)
	if first.file != r.file {
		where += " of " + printable(first.file)
	}
	return &Error{File: r.file, Line: line, Column: l.name, Value: l.written(value), Message: fmt.Sprintf(
		"differs from %s on %s for the same object %s: an object has one value of a label", quote(l.written(old.value)), where, quote(id))}
}

// written is a value as the data have it.
func (l *labelValues) written(v float64) string {
	if i := int(v); 0 <= i && i < len(l.words) {
		return l.words[i]
	}
	return formatNumber(v)
}

func formatNumber(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// label returns the collector's label of that name, a new one if need be.
func (c *collector) label(name string) *labelValues {
	for _, l := range c.labels {
		if l.name == name {
			return l
		}
	}
	l := &labelValues{name: name, asked: name == c.wantedLabel}
	if c.ordered != nil && (l.asked || c.wantedLabel == "" && len(c.labels) == 0) {
		l.words, l.ordered = slices.Clone(c.ordered), true
	}
	c.labels = append(c.labels, l)
	return l
}

// labelCell is a label's column in a data file.
type labelCell struct {
	roles  *roles
	column int
	values *labelValues

	place    int  // among the numbers of a row; -1 where the cells are read
	compares bool // the label is 1 where the cell is the value of --label COLUMN=value
	is       string
	entered  *entered
}

// entered is the cell of a label that was entered last: the rows of an object that come
// one after another repeat it.
type entered struct {
	object int // -1 for none
	cell   []byte
}

// missed counts a cell of text in a label of numbers.
func (l *labelValues) missed(r *roles, cell string, line int) {
	if l.strays++; l.strays == 1 {
		l.stray, l.text = origin{r.file, line}, strings.Clone(trim(cell))
	}
}

func (c *collector) labelCells(r *roles) []labelCell {
	var cells []labelCell
	for _, i := range r.labels {
		name, is := r.header[i], ""
		compares := r.labelIs != nil && !slices.Contains(r.opt.Also, name)
		if compares {
			name, is = r.opt.Label, *r.labelIs
		}
		label := c.label(name)
		if compares {
			label.compare(is)
		}
		label.asked = name == r.opt.Label || slices.Contains(r.opt.Also, name) || r.opt.Label == "" && !r.opt.OtherLabel && label == c.labels[0]
		cells = append(cells, labelCell{r, i, label, -1, compares, is, &entered{object: -1}})
	}
	return cells
}

// set enters the label of a row. A defect of a label that nobody asked for is
// kept for later, and the rest of it is not read.
func (l labelCell) set(object int, row *parsedRow) error {
	if l.values.problem != nil {
		return nil
	}
	var err error
	if l.place >= 0 && l.place < len(row.numbers) && len(l.values.words) == 0 {
		err = l.number(object, row)
	} else if object != l.entered.object || row.cells[l.column] != string(l.entered.cell) {
		err = l.read(object, row.cells, row.line)
	}
	if err != nil && !l.values.asked {
		l.values.problem, err = err, nil
	}
	return err
}

// number enters a number that was parsed; of words there are none then.
func (l labelCell) number(object int, row *parsedRow) error {
	value := row.numbers[l.place]
	if value != value {
		return nil
	}
	if object < len(l.values.cells) {
		if known := &l.values.cells[object]; known.value == value && known.has() {
			return nil
		}
	}
	l.values.numbers = true
	return l.values.set(object, value, l.roles, row.line, trim(row.cells[l.roles.object]))
}

func (l labelCell) read(object int, cells []string, line int) error {
	value, k := parseValue(cells[l.column])
	if l.compares && trim(cells[l.column]) != "" {
		value, k = 0, number
		if trim(cells[l.column]) == l.is {
			value = 1
		}
	}
	if l.values.ordered && k != missing {
		k = text
	}
	switch k {
	case missing:
		return nil
	case text:
		var ok bool
		if l.values.numbers && l.values.name != l.roles.opt.Label {
			l.values.missed(l.roles, cells[l.column], line)
			return nil
		}
		if value, ok = l.values.word(cells[l.column]); !ok {
			return l.values.noClass(l.roles, l.column, line, cells[l.column])
		}
	case malformed:
		return l.roles.bad(l.column, line, cells[l.column])
	case number:
		if l.values.numbers = true; len(l.values.words) > 0 && !l.values.made {
			return &Error{
				File: l.roles.file, Line: line, Column: l.values.name, Value: strings.Clone(trim(cells[l.column])),
				Message: numberAmongWords(l.values.words[0]),
			}
		}
	}
	err := l.values.set(object, value, l.roles, line, trim(cells[l.roles.object]))
	if err == nil {
		l.entered.object, l.entered.cell = object, append(l.entered.cell[:0], cells[l.column]...)
	}
	return err
}

// anObject returns the object that was read first.
func (c *collector) anObject() string {
	if len(c.objects.names) == 0 {
		return ""
	}
	return c.objects.names[0]
}

// leaveDefective takes the labels out that nobody asked for and that cannot be
// read.
func (c *collector) leaveDefective() {
	for _, l := range c.labels {
		if l.problem == nil {
			continue
		}
		for i := range c.columns {
			if col := &c.columns[i]; col.Column == l.name && col.Role == model.RoleLabel {
				col.Role, col.Code, col.Reason = model.RoleUnused, model.ReasonLabel, "a label that is not asked for, and has a defect"
			}
		}
	}
	c.labels = slices.DeleteFunc(c.labels, func(l *labelValues) bool { return l.problem != nil })
}

// finishLabels hands the labels to the builder and counts objects without a label.
func (c *collector) finishLabels() {
	objects := len(c.objects.entries)
	if c.parts != nil {
		objects += c.parts.objects
	}
	for n, l := range c.labels {
		labelled := c.buildLabel(l)
		if c.parts != nil {
			labelled += c.parts.labelled[l]
		}
		if l.strays > 0 && l.asked {
			c.warnOnce(model.CodeLabelText, fmt.Sprintf("%s of the label %s hold text, and are not used: the first is %s on line %d of %s",
				counted(l.strays, "cell"), plainOrQuoted(l.name), quote(l.text), l.stray.line, printable(l.stray.file)))
		}
		if missing := objects - labelled; missing > 0 && (l.asked || n == 0) {
			c.warn(model.Finding{
				Code:    model.CodeObjectsWithoutLabel,
				Message: fmt.Sprintf("%d of %s without the label %s: kept, but nothing is learned from them", missing, counted(objects, "object"), plainOrQuoted(l.name)),
				Column:  l.name,
			})
		}
	}
}

func numberAmongWords(word string) string {
	return "is a number among words such as " + quote(word) + ": a label has numbers, or words for its classes"
}
