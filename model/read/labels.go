package read

import (
	"fmt"
	"slices"
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
	differs := &Error{File: r.file, Line: line, Column: l.name, Value: l.written(value), Message: fmt.Sprintf(
		"differs from %s on %s for the same object %s: an object has one value of a label", quote(l.written(old.value)), where, quote(id))}
	if r.opt.Label == l.name && r.layout != "" && r.hint == nil {
		differs.Remedies = []model.Remedy{model.Choose(model.OptionLabelFrom, l.name, "predicts the mean of its judgments")}
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

	compares bool // the label is 1 where the cell is the value of --label COLUMN=value
	is       string
	worded   bool // the column is one of a label file, and holds words
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

// labelCells are the columns of labels of a file.
func (c *collector) labelCells(r *roles) []labelCell {
	var cells []labelCell
	for _, i := range r.labels {
		is, compares := r.labelIs[i]
		label := c.label(r.labelName(i))
		if compares {
			label.compare(is)
		}
		label.asked = label.name == r.opt.Label || slices.Contains(r.opt.Also, label.name) || r.opt.Label == "" && !r.opt.OtherLabel && label == c.labels[0]
		cells = append(cells, labelCell{roles: r, column: i, values: label, compares: compares, is: is, entered: &entered{object: -1}})
	}
	return cells
}

// labelName is what the label of a column is called: as its header, or with the value that --label
// names.
func (r *roles) labelName(column int) string {
	if value, is := r.labelIs[column]; is {
		return r.header[column] + "=" + value
	}
	return r.header[column]
}

// set enters the label of a row. A defect of a label that nobody asked for is
// kept for later, and the rest of it is not read.
func (l labelCell) set(object int, row *row) error {
	if l.values.problem != nil {
		return nil
	}
	var err error
	if object != l.entered.object || row.cells[l.column] != string(l.entered.cell) {
		err = l.read(object, row.cells, row.line)
	}
	if err != nil && !l.values.asked {
		l.values.problem, err = err, nil
	}
	return err
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
		if l.values.numbers && !l.worded && l.values.name != l.roles.opt.Label {
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
	objects := len(c.objects.numbers)
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

// steps says that classes have an order.
var steps = model.Choose(model.OptionOrdered, "LOW,MID,HIGH", "names the classes of a scale from low to high")

// mostClasses is how many words a label may have: more are no classes.
const mostClasses = 20

// word returns the number that stands for a word of a label: 0 for the first word seen,
// 1 for the second and so on, until settle sorts the words. It returns false if a label
// has too many words, if --ordered does not name the word, and if the label has numbers
// too.
func (l *labelValues) word(cell string) (value float64, ok bool) {
	cell = trim(cell)
	i := slices.IndexFunc(l.words, func(w string) bool { return w == cell || l.ordered && sameNumber(w, cell) })
	if i < 0 && len(l.words) < mostClasses && !l.numbers && !l.ordered && !l.closed {
		i = len(l.words)
		l.words = append(l.words, strings.Clone(cell))
	}
	return float64(i), i >= 0
}

// sameNumber tells whether two cells are one number, such as 2 and 2.0.
func sameNumber(a, b string) bool {
	x, k := parseValue(a)
	y, o := parseValue(b)
	return k == number && o == number && x == y
}

// noClass says why a word is no class of a label.
func (l *labelValues) noClass(r *roles, column, line int, cell string) error {
	e := &Error{File: r.file, Line: line, Column: r.header[column], Value: trim(cell)}
	switch {
	case l.ordered:
		e.Message = "is none of the classes that were named: accepted are " + strings.Join(l.words, ", ")
	case l.closed && len(l.words) > 0:
		e.Message = "is a class that no row before had, and these rows are summed up already: name all classes, or keep all rows in memory"
		e.Remedies = []model.Remedy{steps}
	case len(l.words) >= mostClasses:
		e.Message = fmt.Sprintf("is the word number %d of the label: accepted are numbers, or at most %d classes", mostClasses+1, mostClasses)
	case l.maybeWords():
		e.Message = "is a third word, after words that count as 0 and 1, such as yes and no"
		e.Remedies = []model.Remedy{steps}
	default:
		return r.bad(column, line, cell)
	}
	return e
}

// maybeWords tells whether all cells so far may have been words such as yes and no.
func (l *labelValues) maybeWords() bool {
	some := false
	for _, c := range l.cells {
		some = some || c.has()
		if c.has() && c.value != 0 && c.value != 1 {
			return false
		}
	}
	return some
}

// settle puts the words of each label in the order of the alphabet, so that the first is
// 0, and says so. A single word for all objects is an error: it was meant as a number, or
// the column as no label.
func (c *collector) settle() error {
	for n, l := range c.labels {
		switch {
		case len(l.words) == 0 || l.ordered || l.made:
			continue
		case len(l.words) == 1:
			i := slices.IndexFunc(l.cells, labelValue.has)
			first := l.where(l.cells[i])
			_, remedies := valueProblem(l.words[0])
			err := &Error{
				File: first.file, Line: first.line, Column: l.name, Value: l.words[0], Remedies: remedies,
				Message: "is the only word of the label, in all objects: accepted are numbers, or words for at least two classes",
			}
			if l.asked || n == 0 {
				return err
			}
			l.problem = err
			continue
		}
		l.sort()
		if !l.asked && n > 0 {
			continue
		}
		if message := l.reading(); len(l.words) > 2 {
			c.warnOnce(model.CodeLabelWords, message, steps)
		} else {
			c.warnOnce(model.CodeLabelWords, message)
		}
	}
	return nil
}

// sort puts the words in the order of the alphabet.
func (l *labelValues) sort() {
	sorted := slices.Sorted(slices.Values(l.words))
	to := make([]float64, len(sorted))
	for i, w := range l.words {
		to[i] = float64(slices.Index(sorted, w))
	}
	for i := range l.cells {
		if l.cells[i].has() {
			l.cells[i].value = to[int(l.cells[i].value)]
		}
	}
	l.words = sorted
}

// reading says how words were read.
func (l *labelValues) reading() string {
	if len(l.words) == 2 {
		return fmt.Sprintf("the words of the label %s were read as numbers: %s as 0, %s as 1", printable(l.name), quote(l.words[0]), quote(l.words[1]))
	}
	var words []string
	for _, w := range l.words {
		words = append(words, quote(w))
	}
	return fmt.Sprintf("the words of the label %s were read as %d classes: %s",
		printable(l.name), len(words), strings.Join(words, ", "))
}
