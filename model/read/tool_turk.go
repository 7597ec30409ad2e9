package read

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"fms-tui/model"
)

// The columns of a batch of Mechanical Turk: one row an assignment.
const (
	turkAnswer = "Answer."
	turkInput  = "Input."
	turkJSON   = "Answer.taskAnswers" // all answers as JSON, by crowd-form
	turkStatus = "AssignmentStatus"
	turkHIT    = "HITId"
	turkWorker = "WorkerId"
	ofTurk     = "of Mechanical Turk"
)

func isTurk(in *input) bool {
	return in.has(turkHIT, "AssignmentId", turkWorker) && in.hasPrefix(turkAnswer)
}

// turk is a batch: the columns kept, and the answers by column.
type turk struct {
	in      *input
	plain   []int // columns kept as they are
	json    int   // the column of turkJSON, or -1
	answers []*answerColumn
	index   map[string]*answerColumn
	rows    []row // of the cells of plain
}

// reshapeTurk makes a batch by-rater.
func reshapeTurk(ctx context.Context, in *input) error {
	t := &turk{in: in, json: -1, index: make(map[string]*answerColumn)}
	for i, name := range in.names {
		switch rest, isAnswer := strings.CutPrefix(name, turkAnswer); {
		case !isAnswer || rest == "" || in.isNamed(name):
			t.plain = append(t.plain, i)
		case name == turkJSON:
			t.json = i
		default:
			t.answer(rest, i)
		}
	}
	if err := in.each(ctx, t.add); err != nil {
		return err
	}
	in.hint.layout, in.hint.kept = ByRater, len(t.rows)
	in.out.rows = t.rows
	t.addPlain()
	for i := range in.out.rows {
		in.out.rows[i].cells = slices.Grow(in.out.rows[i].cells, len(t.answers))
	}
	t.addAnswers()
	return nil
}

// answer returns the column of that name, a new one if need be.
func (t *turk) answer(name string, column int) *answerColumn {
	a := t.index[name]
	if a == nil {
		from := turkJSON
		if column >= 0 {
			from = t.in.names[column]
		}
		a = &answerColumn{name: name, from: from, column: column}
		t.index[name] = a
		t.answers = append(t.answers, a)
	}
	return a
}

// add keeps an assignment unless it was rejected.
func (t *turk) add(cells []string, line int) error {
	if status := t.in.column(turkStatus); status >= 0 && strings.EqualFold(trim(cells[status]), "rejected") {
		t.in.hint.drop("rejected assignment", 1)
		return nil
	}
	n := len(t.rows)
	for _, a := range t.answers {
		if a.column >= 0 {
			a.put(n, cells[a.column])
		}
	}
	if t.json >= 0 && trim(cells[t.json]) != "" {
		if err := t.addJSON(n, cells[t.json], line); err != nil {
			return err
		}
	}
	t.rows = append(t.rows, row{pick(cells, t.plain), line})
	return nil
}

// addJSON takes the answers of an assignment apart: [{"quality": {"1": false,
// "2": true}}] has the columns quality.1 and quality.2.
func (t *turk) addJSON(n int, cell string, line int) error {
	var forms []json.RawMessage
	err := json.Unmarshal([]byte(cell), &forms)
	rec := &record{line: line}
	for _, f := range forms {
		if err != nil || len(f) == 0 || f[0] != '{' {
			return t.badJSON(cell, line, "")
		}
		err = rec.addObject(t.in.file, f, "", 0)
	}
	if err != nil {
		return t.badJSON(cell, line, " ("+jsonProblem(err)+")")
	}
	for _, f := range rec.fields {
		t.answer(f.name, -1).put(n, f.cell)
	}
	return nil
}

func (t *turk) badJSON(cell string, line int, why string) error {
	e := t.in.bad(t.json, line, cell, "is no JSON of answers as Mechanical Turk writes it%s: accepted is a list such as [{\"quality\": {\"1\": false, \"2\": true}}]; "+
		"was the cell cut off or changed by a spreadsheet?", why)
	e.Remedies = []model.Remedy{model.Choose(model.OptionIgnore, turkJSON, "leaves the column out")}
	return e
}

// addPlain enters the columns that are not answers.
func (t *turk) addPlain() {
	object, because := t.in.inputObject(turkInput, turkHIT, ofTurk)
	for _, i := range t.plain {
		name := t.in.names[i]
		numbers := slices.ContainsFunc(t.rows, func(r row) bool {
			_, k := parseValue(r.cells[slices.Index(t.plain, i)])
			return k == number
		})
		switch {
		case i == object:
			t.in.add(name, objectRole, because)
		case name == turkWorker:
			t.in.add(name, raterRole, "the worker, "+ofTurk)
		case strings.HasPrefix(name, turkInput) && numbers:
			t.in.addFor(name, unused, why{code: model.ReasonNumbers, text: "numbers in the input " + ofTurk})
		case strings.HasPrefix(name, turkInput):
			t.in.add(name, unused, "input "+ofTurk)
		default:
			t.in.add(name, unused, ofTurk)
		}
	}
}

// answerColumn holds the answers under one name.
type answerColumn struct {
	name   string // without turkAnswer
	from   string
	column int      // of the file; -1 where it is part of turkJSON
	values []string // by row; cells after its last answer are empty

	question, option string // what its name says where it holds true and false
}

func (a *answerColumn) value(row int) string {
	if row < len(a.values) {
		return a.values[row]
	}
	return ""
}

// put enters the answer of a row.
func (a *answerColumn) put(row int, value string) {
	for len(a.values) <= row {
		a.values = append(a.values, "")
	}
	a.values[row] = value
}

// addAnswers enters the answers as attributes, with the answers of one question side by
// side.
func (t *turk) addAnswers() {
	questions := make(map[string][]*answerColumn)
	for _, a := range t.answers {
		if a.settle(); a.question != "" {
			questions[a.question] = append(questions[a.question], a)
		}
	}
	for _, a := range t.answers {
		a.readWords(t.in)
	}
	for _, a := range t.answers {
		stem, option := a.question, a.option
		group := questions[stem]
		switch {
		case stem == "":
			t.attribute(a.name, "from "+a.from, a.value)
		case isRadio(group):
			if a == group[0] {
				t.attribute(stem, "the number chosen in "+a.from+" and others", func(n int) string { return chosenOf(group, n) })
			}
		case option == "on":
			t.attribute(stem, "from "+a.from, a.value)
		case option == "off" && slices.ContainsFunc(group, func(b *answerColumn) bool { return b.name == stem+".on" }):
			t.enter(a.name, unused, "the complement of "+stem+".on", a.value)
		default:
			t.attribute(a.name, "from "+a.from, a.value)
		}
	}
	if t.json >= 0 {
		t.enter(turkJSON, unused, "its answers are columns of their own", func(int) string { return "" })
	}
}

// readWords replaces free-text answers that each hold one number by it, such as
// "4 - good", if nine of ten do.
func (a *answerColumn) readWords(in *input) {
	filled, plain, worded := 0, 0, 0
	example := ""
	for _, v := range a.values {
		switch _, ok := numberIn(v); {
		case trim(v) == "":
			continue
		case isNumber(v):
			plain++
		case ok:
			if worded++; worded == 1 {
				example = trim(v)
			}
		}
		filled++
	}
	if worded == 0 || filled < 2 || float64(plain+worded) < .9*float64(filled) {
		return
	}
	for i, v := range a.values {
		if n, ok := numberIn(v); ok {
			a.values[i] = n
		}
	}
	in.tell(model.CodeNumberInWords, fmt.Sprintf("%s: %s of %s were read from text that holds one number, such as %s",
		printable(in.file), counted(worded, "answer"), plainOrQuoted(a.name), quote(example)))
}

// settle takes the name of a column of true and false apart: quality.1 is the
// option 1 of quality.
func (a *answerColumn) settle() {
	dot := strings.LastIndexByte(a.name, '.')
	if dot <= 0 || dot == len(a.name)-1 {
		return
	}
	seen := false
	for _, v := range a.values {
		switch strings.ToLower(trim(v)) {
		case "true", "false":
			seen = true
		case "":
		default:
			return
		}
	}
	if seen {
		a.question, a.option = a.name[:dot], a.name[dot+1:]
	}
}

// isRadio tells whether options are numbers of which an answer has one.
func isRadio(group []*answerColumn) bool {
	longest := 0
	for _, a := range group {
		if !isNumber(a.option) {
			return false
		}
		longest = max(longest, len(a.values))
	}
	for n := range longest {
		chosen := 0
		for _, a := range group {
			if strings.EqualFold(trim(a.value(n)), "true") {
				chosen++
			}
		}
		if chosen > 1 {
			return false
		}
	}
	return len(group) > 1
}

// chosenOf returns the option that is true in a row, "" for none.
func chosenOf(group []*answerColumn, n int) string {
	for _, a := range group {
		if strings.EqualFold(trim(a.value(n)), "true") {
			return a.option
		}
	}
	return ""
}

func (t *turk) attribute(name, why string, value func(row int) string) {
	t.enter(name, attributeRole, why, value)
}

// enter adds a column to the rows. If another column has the name, the prefix of
// Mechanical Turk's answers distinguishes them.
func (t *turk) enter(name string, as role, why string, value func(row int) string) {
	for slices.Contains(t.in.out.names, name) {
		name = turkAnswer + name
	}
	t.in.add(name, as, fmt.Sprintf("%s, %s", why, ofTurk))
	for n := range t.in.out.rows {
		t.in.out.rows[n].cells = append(t.in.out.rows[n].cells, value(n))
	}
}
