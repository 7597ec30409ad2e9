package read

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"fms-tui/model"
)

// labelFile is a file of --labels or of features, read before the data: which objects there are is
// known only after them.
type labelFile struct {
	*roles
	columns  []judgedColumn       // of labels
	written  map[int]*scaleColumn // by column: numbers with something around them
	worded   map[int]bool         // by column: it holds words
	rows     []row                // that have an object
	source   model.Source
	byObject map[string][]int // the numbers of the object's rows; nil until they are applied
	used     int              // rows of objects so far
}

// readLabels reads a file of labels or of features; what names which, for errors.
func readLabels(ctx context.Context, s Source, opt Options, what string) (*labelFile, error) {
	f := &labelFile{worded: make(map[int]bool), written: make(map[int]*scaleColumn)}
	opt.Columns = nil // they are the data's
	from, err := s.readTable(opt.form(nil), what, func(t table) (err error) {
		look := &lookahead{table: t}
		look.compose(opt)
		if f.roles, err = findLabelRoles(s.Name, look, opt); err != nil {
			return err
		}
		if without, ok := t.(*emptied); ok {
			f.keepIDs(without, look.rows)
		}
		for _, i := range f.labels {
			f.columns = append(f.columns, judgedColumn{index: i})
			if a := answersOf(look.rows, i, opt.Scale, true); a != nil && a.writing != nil {
				f.written[i] = a
			}
		}
		in := &inShard{shard: opt.Shard, column: f.object}
		if err := eachRow(ctx, look, func(cells []string, line int) error {
			if !in.has(cells) {
				return nil
			}
			return f.keep(cells, line)
		}); err != nil {
			return err
		}
		return f.settle()
	})
	f.source = from
	return f, err
}

// findLabelRoles takes one column for the object, by its header or else the first, and all others for labels.
func findLabelRoles(file string, t *lookahead, opt Options) (*roles, error) {
	r := newRoles(file, t, opt)
	if err := r.checkHeader(); err != nil {
		return nil, err
	}
	r.ignore()
	if i := slices.Index(r.header, opt.ObjectCol); opt.ObjectCol != "" && i >= 0 {
		r.set(i, objectRole, askedBy(model.OptionObject))
		r.leaveParts()
	} else {
		best := slices.DeleteFunc(byHeader(r.header), func(i int) bool { return r.role[i] != noRole })
		if len(best) > 1 {
			return nil, r.whichIs(objectRole, best)
		}
		for _, i := range best {
			r.set(i, objectRole, byName("named like an object"))
		}
	}
	if first := slices.Index(r.role, noRole); r.object < 0 && first >= 0 {
		r.set(first, objectRole, why{code: model.ReasonForm, text: "the first column of a label file"})
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
		}
	}
	if r.object < 0 || len(r.labels) == 0 {
		return nil, r.fail(nil, "needs a column for the object and one for each label")
	}
	if r.why[r.object].code == model.ReasonForm && !slices.Contains(r.header, opt.Label) && slices.ContainsFunc(r.namesOf(r.labels), isNumber) {
		return nil, r.fail(nil, "has no names of columns, but %s: add a header line, or name a label that is called by a number", listSome(r.header))
	}
	if column, value, ok := splitCondition(r.header, opt.Label); ok && !slices.Contains(r.header, opt.Label) && r.role[column] == labelRole {
		r.labelIs = map[int]string{column: value}
	}
	return r, r.checkDuplicates()
}

// keep keeps a row.
func (f *labelFile) keep(cells []string, line int) error {
	id := trim(cells[f.object])
	if isMissing(id) {
		if blank(cells) {
			return nil
		}
		return &Error{File: f.file, Line: line, Column: f.header[f.object], Value: id, Message: noObject(id)}
	}
	r := row{slices.Clone(cells), line}
	for i, a := range f.written {
		r.cells[i] = a.read(cells[i])
	}
	for i := range f.columns {
		c := &f.columns[i]
		if _, is := f.labelIs[c.index]; is && trim(cells[c.index]) != "" {
			c.numbers++
		} else if _, err := c.read(f.roles, &r); err != nil {
			return err
		}
	}
	f.rows = append(f.rows, r)
	return nil
}

// wordsOf are the words of a column, each once, and no more than show that it is no label.
func (f *labelFile) wordsOf(column int) (words []string) {
	for _, r := range f.rows {
		if w := trim(r.cells[column]); !isMissing(w) && !slices.Contains(words, w) && len(words) <= mostClasses {
			words = append(words, w)
		}
	}
	return words
}

// settle drops the columns without numbers or words, which is an error when none is left or when the
// user named one. A column of words that was not named is a label only if no column has numbers:
// beside numbers, words describe the objects.
func (f *labelFile) settle() error {
	if len(f.rows) == 0 {
		return noRows(f.file, Options{Shard: f.opt.Shard})
	}
	numbers := slices.ContainsFunc(f.columns, func(c judgedColumn) bool { return c.numbers > 0 })
	var useless *judgedColumn
	for i := range f.columns {
		c := &f.columns[i]
		wanted := f.header[c.index] == f.opt.Label
		words := 0
		if c.numbers == 0 && (wanted || !numbers) {
			words = len(f.wordsOf(c.index))
		}
		switch {
		case words == 2 || words > 2 && words <= mostClasses:
			f.worded[c.index] = true
			f.set(c.index, labelRole, why{code: model.ReasonForm, text: "a column of a label file, of " + counted(words, "word")})
		case c.texts > 0 && c.numbers > 0 && wanted:
			return f.bad(c.index, c.text.line, c.text.text)
		default:
			if f.leaveText(c); f.role[c.index] != labelRole && (useless == nil || wanted) {
				useless = c
			}
		}
	}
	f.labels = slices.DeleteFunc(f.labels, func(i int) bool { return f.role[i] != labelRole })
	switch {
	case useless == nil || len(f.labels) > 0 && f.header[useless.index] != f.opt.Label:
	case useless.text.line > 0:
		return f.bad(useless.index, useless.text.line, useless.text.text)
	default:
		return &Error{File: f.file, Column: f.header[useless.index], Message: "holds no value: a label needs numbers"}
	}
	return nil
}

// labelsOf are the labels of a file as those of data: its words are entered, although not all may
// be about the objects, and its numbers are told.
func (c *collector) labelsOf(f *labelFile) []labelColumn {
	labels := c.labelColumns(f.roles)
	for i := range labels {
		l := &labels[i]
		if a := f.written[l.index]; a != nil {
			c.warnOnce(model.CodeAnswerWords, fmt.Sprintf("%s: answers of %s are read as numbers: %s", printable(f.file), plainOrQuoted(l.name), a.says()))
		}
		if l.worded = f.worded[l.index]; !l.worded {
			n := slices.IndexFunc(f.columns, func(c judgedColumn) bool { return c.index == l.index })
			l.numbers = l.numbers || f.columns[n].texts > 0
			continue
		}
		for _, w := range f.wordsOf(l.index) {
			if !l.ordered {
				l.word(w)
			}
		}
	}
	return labels
}

// id is the object of a row.
func (f *labelFile) id(row int) string { return trim(f.rows[row].cells[f.object]) }

// apply gives the objects that the builder holds the labels of the file.
func (f *labelFile) apply(c *collector) error {
	if f.byObject == nil {
		f.byObject = make(map[string][]int)
		for i := range f.rows {
			f.byObject[f.id(i)] = append(f.byObject[f.id(i)], i)
		}
	}
	labels := c.labelsOf(f)
	for object, id := range c.builder.Objects() {
		for _, n := range f.byObject[id] {
			f.used++
			for i := range labels {
				if err := labels[i].enter(object, &f.rows[n]); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// tellStrangers tells of labels of objects without judgments. That none is about the data is an error.
func (f *labelFile) tellStrangers(c *collector) error {
	objects, meant, alike, example := c.builder.Objects(), make(map[string]string), 0, ""
	if f.used < len(f.rows) {
		for _, id := range objects {
			meant[meantBy(id)] = id
		}
	}
	for i := range f.rows {
		if id := f.id(i); f.used < len(f.rows) {
			if other, is := meant[meantBy(id)]; is && other != id && alike == 0 {
				example = fmt.Sprintf("%s here and %s there", quote(id), quote(other))
			} else if !is || other == id {
				continue
			}
			alike++
		}
	}
	switch {
	case f.used == 0:
		says := "such as " + quote(append(objects, "")[0])
		if alike > 0 {
			says = "and alike in capitals, blanks and zeros, which " + example + " are not"
		}
		return &Error{
			File: f.file, Line: f.rows[0].line, Column: f.header[f.object], Value: f.id(0),
			Message: "is not an object of the data, and neither is any other here: the ids must be ids of the data, " + says,
		}
	case f.used < len(f.rows):
		says := "left out"
		if alike > 0 {
			says += fmt.Sprintf("; %d of them are named as objects are but for capitals, blanks or zeros, such as %s: write them alike", alike, example)
		}
		c.warn(model.Finding{
			Code:    model.CodeLabelsWithoutObject,
			Message: fmt.Sprintf("%s of %s are about objects without judgments: %s", counted(len(f.rows)-f.used, "row"), printable(f.file), says),
			Column:  f.header[f.object],
		})
	}
	return nil
}

// FeatureFiles reads files with a row for each object and a column for each feature, like label files. The same id
// means the same object in all files. A column must not be in two files. From opt it uses ObjectCol, Ignore and the
// options about cells. The error is an *Error, an *AmbiguousError or the context's.
func FeatureFiles(ctx context.Context, files []Source, opt Options) (*model.Features, error) {
	opt.Label, opt.Ordered = "", nil
	out, c := &model.Features{}, newCollector(opt)
	for _, s := range files {
		f, err := readLabels(ctx, s, opt, "features of objects")
		if err != nil {
			return nil, err
		}
		if err := f.addFeatures(out, c); err != nil {
			return nil, err
		}
	}
	out.Objects = c.builder.Objects()
	for _, l := range c.labels {
		out.Names, out.Values = append(out.Names, l.name), append(out.Values, l.label(0, len(out.Objects)).Values)
	}
	return out, nil
}

// addFeatures puts the columns of a file beside the columns of the files before, as labels of the objects.
func (f *labelFile) addFeatures(out *model.Features, c *collector) error {
	before := len(c.labels)
	for n := range f.rows {
		c.builder.Object(f.id(n))
	}
	for _, column := range f.columns {
		name := strings.Clone(f.header[column.index])
		switch {
		case column.numbers == 0:
			out.Unused = append(out.Unused, name)
			continue
		case slices.ContainsFunc(c.labels, func(l *labelValues) bool { return l.name == name }):
			return &Error{
				File: f.file, Line: f.line, Column: name, Message: "is in a file before this one too: rename it",
				Remedies: []model.Choice{model.Choose(model.OptionIgnore, name, "leaves it out")},
			}
		}
		feature := c.label(name)
		for n, r := range f.rows {
			if v, k := parseValue(r.cells[column.index]); k == number {
				if err := feature.set(c.builder.Object(f.id(n)), v, f.roles, r.line, f.id(n)); err != nil {
					return err
				}
			}
		}
	}
	if len(c.labels) == before {
		return &Error{File: f.file, Message: "holds no column of numbers: a feature is a number an object"}
	}
	return nil
}
