package read

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"fms-tui/model"
)

// The columns of a batch of Mechanical Turk: one row an assignment.
const (
	turkAnswer = "Answer."
	turkJSON   = "Answer.taskAnswers" // all answers as JSON, by crowd-form
)

var turkTable = judgedTable{
	of: "of Mechanical Turk", has: []string{"HITId", "AssignmentId", "WorkerId", turkAnswer + "*"},
	roles: []tableRole{{"WorkerId", raterRole, "the worker, "}}, others: "Input.*", input: "Input.", task: "HITId",
}

// turk are the answers of a batch by column.
type turk struct {
	in      *input
	answers []*answerColumn
	index   map[string]*answerColumn
}

// reshapeTurk makes a batch by-rater.
func reshapeTurk(ctx context.Context, in *input) error {
	t := &turk{in: in, index: make(map[string]*answerColumn)}
	in.hint.layout, in.hint.answers = ByRater, true
	profiles := in.sample()
	if err := in.keepRows(ctx, "AssignmentStatus=rejected", "rejected assignment"); err != nil {
		return err
	}
	var plain []int
	for i, name := range in.names {
		rest, isAnswer := strings.CutPrefix(name, turkAnswer)
		switch {
		case !isAnswer || rest == "" || in.isNamed(name):
			plain = append(plain, i)
			k := turkTable.known(in, i, profiles[i])
			in.addFor(name, k.role, k.why)
		case name != turkJSON:
			for n, r := range in.out.rows {
				t.answer(rest, name).values[n] = r.cells[i]
			}
		}
	}
	answers := in.column(turkJSON)
	for n, r := range in.out.rows {
		if answers >= 0 && !slices.Contains(plain, answers) && trim(r.cells[answers]) != "" {
			if err := t.addJSON(n, answers, r); err != nil {
				return err
			}
		}
		in.out.rows[n].cells = pick(r.cells, plain)
	}
	t.addAnswers()
	if answers >= 0 && !slices.Contains(plain, answers) {
		t.enter(turkJSON, unused, "its answers are columns of their own", make([]string, len(in.out.rows)))
	}
	return nil
}

// answer returns the column of that name, a new one if need be.
func (t *turk) answer(name, from string) *answerColumn {
	a := t.index[name]
	if a == nil {
		a = &answerColumn{name: name, from: from, values: make([]string, len(t.in.out.rows))}
		t.index[name] = a
		t.answers = append(t.answers, a)
	}
	return a
}

// addJSON takes the answers of an assignment apart: [{"quality": {"1": false,
// "2": true}}] has the columns quality.1 and quality.2.
func (t *turk) addJSON(n, column int, r row) error {
	cell := r.cells[column]
	bad := func(why string) error {
		e := t.in.bad(column, r.line, cell, "is no JSON of answers as Mechanical Turk writes it%s: accepted is a list such as [{\"quality\": {\"1\": false, \"2\": true}}]; "+
			"was the cell cut off or changed by a spreadsheet?", why)
		e.Remedies = []model.Remedy{model.Choose(model.OptionIgnore, turkJSON, "leaves the column out")}
		return e
	}
	var forms []json.RawMessage
	err := json.Unmarshal([]byte(cell), &forms)
	rec := &record{line: r.line}
	for _, f := range forms {
		if err != nil || len(f) == 0 || f[0] != '{' {
			return bad("")
		}
		err = rec.addObject(t.in.file, f, "", 0)
	}
	if err != nil {
		return bad(" (" + jsonProblem(err) + ")")
	}
	for _, f := range rec.fields {
		t.answer(f.name, turkJSON).values[n] = f.cell
	}
	return nil
}

// answerColumn holds the answers under one name.
type answerColumn struct {
	name   string // without turkAnswer
	from   string
	values []string // by row

	question, option string // what its name says where it holds true and false
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
		group := questions[a.question]
		name, as, why, values := a.name, attributeRole, "from "+a.from, a.values
		chosen := radio(group)
		switch {
		case chosen != nil && a != group[0]:
			continue
		case chosen != nil:
			name, why, values = a.question, "the number chosen in "+a.from+" and others", chosen
		case a.option == "on":
			name = a.question
		case a.option == "off" && slices.ContainsFunc(group, func(b *answerColumn) bool { return b.option == "on" }):
			as, why = unused, "the complement of "+a.question+".on"
		}
		t.enter(name, as, why, values)
	}
}

// settle takes the name of a column of true and false apart: quality.1 is the
// option 1 of quality.
func (a *answerColumn) settle() {
	dot := strings.LastIndexByte(a.name, '.')
	if dot <= 0 || dot == len(a.name)-1 {
		return
	}
	switch said := distinct(a.values); {
	case len(said) == 0 || slices.ContainsFunc(said, func(v string) bool { return !strings.EqualFold(v, "true") && !strings.EqualFold(v, "false") }):
	default:
		a.question, a.option = a.name[:dot], a.name[dot+1:]
	}
}

// radio is, by row, the one that was chosen of options that are numbers; nil where they are no such.
func radio(group []*answerColumn) []string {
	if len(group) < 2 {
		return nil
	}
	chosen := make([]string, len(group[0].values))
	for _, a := range group {
		if !isNumber(a.option) {
			return nil
		}
		for n, v := range a.values {
			switch {
			case !strings.EqualFold(trim(v), "true"):
			case chosen[n] != "":
				return nil
			default:
				chosen[n] = a.option
			}
		}
	}
	return chosen
}

// enter adds a column to the rows. If another column has the name, the prefix of
// Mechanical Turk's answers distinguishes them.
func (t *turk) enter(name string, as role, why string, values []string) {
	for slices.Contains(t.in.out.names, name) {
		name = turkAnswer + name
	}
	t.in.add(name, as, why+", "+turkTable.of)
	for n := range t.in.out.rows {
		t.in.out.rows[n].cells = append(t.in.out.rows[n].cells, values[n])
	}
}
