package read

import (
	"context"
	"fmt"
	"math"
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
				Message: "is a number among words such as " + quote(l.values.words[0]) + ": a label has numbers, or two words for its two values",
			}
		}
	}
	return l.values.set(object, value, l.roles, line, trim(cells[l.roles.object]))
}

// labelFile is a file of --labels, read before the data: which objects there
// are is known only after them.
type labelFile struct {
	*roles
	columns []numericColumn
	rows    []labelRow
	source  model.Source
}

type labelRow struct {
	object string
	line   int
	values []float64 // by labelFile.columns; NaN for none
}

// names returns the labels that the file brings.
func (f *labelFile) names() []string {
	var names []string
	for _, c := range f.columns {
		if f.role[c.index] == labelRole {
			names = append(names, f.header[c.index])
		}
	}
	return names
}

func readLabels(ctx context.Context, s Source, opt Options) (*labelFile, error) {
	f := &labelFile{}
	sum, err := s.read(opt.form(nil), func(t table) (err error) {
		look := &lookahead{table: t}
		if f.roles, err = findLabelRoles(s.Name, look, opt); err != nil {
			return err
		}
		for _, i := range f.labels {
			f.columns = append(f.columns, numericColumn{index: i})
		}
		if err := eachRow(ctx, look, f.add); err != nil {
			return err
		}
		return f.finish(opt)
	})
	f.source = model.Source{File: s.Name, SHA256: sum}
	return f, err
}

// findLabelRoles takes one column for the object, by its header or else the
// first, and all others for labels.
func findLabelRoles(file string, t *lookahead, opt Options) (*roles, error) {
	r, err := newRoles(file, t)
	if err != nil {
		return nil, err
	}
	r.ignore(opt)
	if i := slices.Index(r.header, opt.ObjectCol); opt.ObjectCol != "" && i >= 0 {
		r.object = i
		r.set(i, objectRole, "--object-col")
	} else if err := r.choose(objectRole); err != nil {
		return nil, err
	}
	if rest := r.free(func(int) bool { return true }); r.object < 0 && len(rest) > 0 {
		r.object = rest[0]
		r.set(r.object, objectRole, "the first column of a label file")
	}
	for i, h := range r.header {
		switch {
		case r.role[i] != noRole:
		case h == "":
			r.set(i, unused, "has no name")
		case r.claim[i] == claim{objectRole, weak} && h != opt.Label:
			r.set(i, unused, "named like an object")
		default:
			r.set(i, labelRole, "a column of a label file")
			r.labels = append(r.labels, i)
		}
	}
	if r.object < 0 || len(r.labels) == 0 {
		return nil, r.fail("needs a column for the object and one for each label")
	}
	return r, r.checkDuplicates()
}

func (f *labelFile) add(cells []string, line int) error {
	id := trim(cells[f.object])
	if isMissing(id) {
		if blank(cells) {
			return nil
		}
		return &Error{File: f.file, Line: line, Column: f.header[f.object], Value: id, Message: noObject(id)}
	}
	r := labelRow{object: strings.Clone(id), line: line, values: make([]float64, len(f.columns))}
	for i := range f.columns {
		value, k, err := f.columns[i].read(f.roles, cells, line)
		if err != nil {
			return err
		}
		if k != number {
			value = math.NaN()
		}
		r.values[i] = value
	}
	f.rows = append(f.rows, r)
	return nil
}

// finish drops the columns without numbers, which is an error when none is
// left or when the user named one.
func (f *labelFile) finish(opt Options) error {
	if len(f.rows) == 0 {
		return &Error{File: f.file, Message: "holds a header and no rows: at least one row is needed"}
	}
	var useless *numericColumn
	for i := range f.columns {
		c := &f.columns[i]
		if c.finish(f.roles); c.numbers > 0 {
			continue
		}
		if useless == nil || f.header[c.index] == opt.Label {
			useless = c
		}
	}
	switch {
	case useless == nil:
	case len(f.names()) > 0 && f.header[useless.index] != opt.Label:
	case useless.textLine > 0:
		return f.bad(useless.index, useless.textLine, useless.text)
	default:
		return &Error{File: f.file, Column: f.header[useless.index], Message: "holds no value: a label needs numbers"}
	}
	return nil
}

// applyLabels gives the objects the labels of a file; those of objects without
// judgments are counted.
func (c *collector) applyLabels(f *labelFile) error {
	strangers := 0
	for _, r := range f.rows {
		object, known := c.objects.index[r.object]
		if !known {
			strangers++
			continue
		}
		for i, v := range r.values {
			if math.IsNaN(v) {
				continue
			}
			if err := c.label(f.header[f.columns[i].index]).set(object, v, f.roles, r.line, r.object); err != nil {
				return err
			}
		}
	}
	if strangers == len(f.rows) {
		return &Error{File: f.file, Line: f.rows[0].line, Column: f.header[f.object], Value: f.rows[0].object, Message: fmt.Sprintf(
			"is no object of the data, nor is any other here: the ids must be those of the data, such as %s", quote(c.anObject()))}
	}
	if strangers > 0 {
		c.warn(model.Warning{
			Code:    "labels-without-object",
			Message: fmt.Sprintf("%s of %s are about objects without judgments: left out", counted(strangers, "row"), printable(f.file)),
			Column:  f.header[f.object],
		})
	}
	return nil
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
