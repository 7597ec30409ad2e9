package read

import (
	"fmt"
	"strconv"

	"fms-tui/model"
)

// labelValues are the values of one label, by the collector's object index.
type labelValues struct {
	name    string
	cells   []labelValue
	numbers bool     // a cell held a number
	words   []string // of a label that two words stand for; see word
}

// labelValue remembers where it was read, for the message about another value.
type labelValue struct {
	value float64
	file  string
	line  int // 0 where the object has no label yet
}

// set records an object's label, which must be the same wherever it is given.
func (l *labelValues) set(object int, value float64, r *roles, line int, id string) error {
	for len(l.cells) <= object {
		l.cells = append(l.cells, labelValue{})
	}
	old := l.cells[object]
	if old.line == 0 {
		l.cells[object] = labelValue{value, r.file, line}
		return nil
	}
	if old.value == value {
		return nil
	}
	where := fmt.Sprintf("line %d", old.line)
	if old.file != r.file {
		where += " of " + printable(old.file)
	}
	return &Error{File: r.file, Line: line, Column: l.name, Value: formatNumber(value), Message: fmt.Sprintf(
		"differs from %s on %s for the same object %s: an object has one value of a label", quote(formatNumber(old.value)), where, quote(id))}
}

func formatNumber(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// label returns the collector's label of that name, a new one if need be.
func (c *collector) label(name string) *labelValues {
	for _, l := range c.labels {
		if l.name == name {
			return l
		}
	}
	l := &labelValues{name: name}
	c.labels = append(c.labels, l)
	return l
}

// labelCell is a label's column in a data file.
type labelCell struct {
	roles  *roles
	column int
	values *labelValues
}

func (c *collector) labelCells(r *roles) []labelCell {
	var cells []labelCell
	for _, i := range r.labels {
		cells = append(cells, labelCell{r, i, c.label(r.header[i])})
	}
	return cells
}

func (l labelCell) set(object int, cells []string, line int) error {
	value, k := parseValue(cells[l.column])
	switch k {
	case missing:
		return nil
	case text:
		var ok bool
		if value, ok = l.values.word(cells[l.column]); !ok {
			return l.roles.bad(l.column, line, cells[l.column])
		}
	case malformed:
		return l.roles.bad(l.column, line, cells[l.column])
	case number:
		if l.values.numbers = true; len(l.values.words) > 0 {
			return &Error{
				File: l.roles.file, Line: line, Column: l.values.name, Value: trim(cells[l.column]),
				Message: numberAmongWords(l.values.words[0]),
			}
		}
	}
	return l.values.set(object, value, l.roles, line, trim(cells[l.roles.object]))
}

// anObject returns the object that was read first.
func (c *collector) anObject() string {
	for id, i := range c.objects.index {
		if i == 0 {
			return id
		}
	}
	return ""
}

// finishLabels hands the labels to the builder and counts what lacks one.
func (c *collector) finishLabels() {
	objects := len(c.objects.index)
	for _, l := range c.labels {
		index := c.builder.AddLabel(l.name)
		labelled := 0
		for object, v := range l.cells {
			if v.line > 0 {
				c.builder.SetLabel(index, object, v.value)
				labelled++
			}
		}
		if n := objects - labelled; n > 0 {
			c.warn(model.Warning{
				Code:    "objects-without-label",
				Message: fmt.Sprintf("%d of %s without the label %s: kept, but nothing is learned from them", n, counted(objects, "object"), plainOrQuoted(l.name)),
				Column:  l.name,
			})
		}
	}
}

func numberAmongWords(word string) string {
	return "is a number among words such as " + quote(word) + ": a label has numbers, or two words for its two values"
}
