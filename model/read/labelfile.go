package read

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"fms-tui/model"
)

// labelFile is a file of --labels, read before the data: which objects there
// are is known only after them.
type labelFile struct {
	*roles
	columns []numericColumn
	words   [][]string // by column: the words it holds, one more than a label may have at most
	rows    []labelRow
	strays  []stray
	is      map[int]string // by column: the value that is 1, of --label COLUMN=value
	source  model.Source

	byObject map[string][]int32 // the numbers of the object's rows; nil until parts are read
	used     []bool             // by row: its object was in a part
}

type labelRow struct {
	object string
	line   int
	values []float64 // by labelFile.columns; NaN for none
	words  []string  // by labelFile.columns, "" for none; nil without any
}

// names returns the labels that the file brings.
func (f *labelFile) names() []string {
	var names []string
	for _, c := range f.columns {
		if f.role[c.index] == labelRole {
			names = append(names, f.labelName(c.index))
		}
	}
	return names
}

// labelName is what the label of a column is called: as its header, or with the
// value that --label names.
func (f *labelFile) labelName(column int) string {
	if value, is := f.is[column]; is {
		return f.header[column] + "=" + value
	}
	return f.header[column]
}

// readLabels reads a file of labels or of features; what names which, for errors.
func readLabels(ctx context.Context, s Source, opt Options, what string) (*labelFile, error) {
	f := &labelFile{}
	opt.Columns = nil // they are the data's
	from, err := s.readTable(opt.form(nil), what, func(t table) (err error) {
		look := &lookahead{table: compose(t, opt)}
		if f.roles, err = findLabelRoles(s.Name, look, opt); err != nil {
			return err
		}
		for _, i := range f.labels {
			f.columns = append(f.columns, numericColumn{index: i})
		}
		f.words = make([][]string, len(f.columns))
		if column, value, ok := splitCondition(f.header, opt.Label); ok && !slices.Contains(f.header, opt.Label) && f.role[column] == labelRole {
			f.is = map[int]string{column: value}
		}
		if err := eachRow(ctx, inShard(look, opt.Shard, f.object, new(int)), f.add); err != nil {
			return err
		}
		return f.finish(opt)
	})
	f.source = from
	return f, err
}

// findLabelRoles takes one column for the object, by its header or else the
// first, and all others for labels.
func findLabelRoles(file string, t *lookahead, opt Options) (*roles, error) {
	r := newRoles(file, t)
	if err := r.checkHeader(); err != nil {
		return nil, err
	}
	r.ignore(opt)
	if i := slices.Index(r.header, opt.ObjectCol); opt.ObjectCol != "" && i >= 0 {
		r.object = i
		r.set(i, objectRole, askedBy(model.OptionObject))
		r.leaveParts(opt)
	} else if err := r.chooseByName(); err != nil {
		return nil, err
	}
	if rest := r.free(func(int) bool { return true }); r.object < 0 && len(rest) > 0 {
		r.object = rest[0]
		r.set(r.object, objectRole, why{code: model.ReasonForm, text: "the first column of a label file"})
	}
	for i, h := range r.header {
		switch {
		case r.role[i] != noRole:
		case h == "":
			r.set(i, unused, why{code: model.ReasonOther, text: "has no name"})
		case r.claim[i] == claim{objectRole, weak} && h != opt.Label:
			r.set(i, unused, why{code: model.ReasonOther, text: "named like an object"})
		default:
			r.set(i, labelRole, why{code: model.ReasonForm, text: "a column of a label file"})
			r.labels = append(r.labels, i)
		}
	}
	if r.object < 0 || len(r.labels) == 0 {
		return nil, r.fail("needs a column for the object and one for each label")
	}
	if r.why[r.object].code == model.ReasonForm && !slices.Contains(r.header, opt.Label) && slices.ContainsFunc(r.labels, r.isNumber) {
		return nil, r.fail("has no names of columns, but %s: add a header line, or name a label that is called by a number", listSome(r.header))
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
		value, k, err := f.read(i, cells, line)
		if err != nil {
			return err
		}
		if k != number {
			value = math.NaN()
		}
		if r.values[i] = value; k == text {
			f.word(&r, i, trim(cells[f.columns[i].index]))
		}
	}
	f.rows = append(f.rows, r)
	return nil
}

// read returns the label of a column: a number, or whether it is the value asked
// for.
func (f *labelFile) read(column int, cells []string, line int) (float64, kind, error) {
	c := &f.columns[column]
	value, is := f.is[c.index]
	cell := trim(cells[c.index])
	if !is || cell == "" {
		return c.read(f.roles, &parsedRow{cells: cells, line: line}, -1)
	}
	c.numbers++
	return float64(b2i(cell == value)), number, nil
}

// word keeps a word of a label that may have some.
func (f *labelFile) word(r *labelRow, column int, word string) {
	if r.words == nil {
		r.words = make([]string, len(f.columns))
	}
	known := f.words[column]
	if i := slices.Index(known, word); i >= 0 {
		r.words[column] = known[i]
	} else if len(known) <= mostClasses {
		r.words[column] = strings.Clone(word)
		f.words[column] = append(known, r.words[column])
	}
}

// hasWords reports whether a column is a label of words. A column that was not named is
// a label only if no column has numbers: beside numbers, words describe the objects.
func (f *labelFile) hasWords(column int, opt Options) bool {
	c := f.columns[column]
	if n := len(f.words[column]); c.numbers > 0 || n < 2 || n > mostClasses {
		return false
	}
	return f.header[c.index] == opt.Label || !slices.ContainsFunc(f.columns, func(c numericColumn) bool { return c.numbers > 0 })
}

// ofWords says how many words a label has.
func ofWords(n int) string {
	if n == 2 {
		return "two words"
	}
	return fmt.Sprintf("%d words", n)
}

// finish drops the columns without numbers or words, which is an error when
// none is left or when the user named one.
func (f *labelFile) finish(opt Options) error {
	if len(f.rows) == 0 {
		return noRows(f.file, Options{Shard: opt.Shard})
	}
	var useless *numericColumn
	for i := range f.columns {
		c := &f.columns[i]
		if f.hasWords(i, opt) {
			f.set(c.index, labelRole, why{code: model.ReasonForm, text: "a column of a label file, of " + ofWords(len(f.words[i]))})
			continue
		}
		f.words[i] = nil
		if c.texts > 0 && c.numbers > 0 && f.header[c.index] == opt.Label {
			return f.bad(c.index, c.textLine, c.text)
		}
		if c.finish(f.roles); c.numbers > 0 && !c.isText() {
			if c.texts > 0 {
				f.strays = append(f.strays, stray{f.header[c.index], c.texts, c.text, c.textLine, false})
			}
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

// applyLabels gives the objects the labels of a file. It counts labels of objects
// without judgments.
func (c *collector) applyLabels(f *labelFile) error {
	c.tellStrays(f.file, f.strays)
	strangers := 0
	if f.byObject == nil {
		c.enterWords(f)
	}
	for n, r := range f.rows {
		object, known := c.objects.known(r.object)
		if !known {
			if f.byObject == nil || !f.used[n] {
				strangers++
			}
			continue
		}
		for i := range f.columns {
			if err := c.applyLabel(f, r, i, object); err != nil {
				return err
			}
		}
	}
	if strangers == len(f.rows) {
		return &Error{File: f.file, Line: f.rows[0].line, Column: f.header[f.object], Value: f.rows[0].object, Message: fmt.Sprintf(
			"is not an object of the data, and neither is any other here: the ids must be ids of the data, such as %s", quote(c.anObject()))}
	}
	if strangers > 0 {
		c.warn(model.Finding{
			Code:    model.CodeLabelsWithoutObject,
			Message: fmt.Sprintf("%s of %s are about objects without judgments: left out", counted(strangers, "row"), printable(f.file)),
			Column:  f.header[f.object],
		})
	}
	return nil
}

// enterWords enters the words that a file has for labels.
func (c *collector) enterWords(f *labelFile) {
	for i, words := range f.words {
		for _, w := range words { // all, though not all may be about the objects
			if l := c.label(f.labelName(f.columns[i].index)); !l.ordered {
				l.word(w)
			}
		}
	}
}

// applyLabel gives an object its label of a column, if it has one.
func (c *collector) applyLabel(f *labelFile, r labelRow, column, object int) error {
	index, v := f.columns[column].index, r.values[column]
	if f.role[index] != labelRole {
		return nil
	}
	label := c.label(f.labelName(index))
	if value, is := f.is[index]; is {
		label.compare(value)
	}
	switch {
	case r.words != nil && r.words[column] != "" && f.words[column] != nil:
		var ok bool
		if v, ok = label.word(r.words[column]); !ok {
			return label.noClass(f.roles, index, r.line, r.words[column])
		}
	case math.IsNaN(v):
		return nil
	case label.ordered:
		var ok bool
		if v, ok = label.word(formatNumber(v)); !ok {
			return label.noClass(f.roles, index, r.line, formatNumber(r.values[column]))
		}
	case len(label.words) > 0 && !label.made:
		return &Error{File: f.file, Line: r.line, Column: label.name, Value: formatNumber(v), Message: numberAmongWords(label.words[0])}
	default:
		label.numbers = true
	}
	return label.set(object, v, f.roles, r.line, r.object)
}
