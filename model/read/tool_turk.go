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

var turkTable = tool{
	form: "Mechanical Turk batch", keys: "HITId, AssignmentId, WorkerId and Answer.*", reshape: reshapeTurk,
	of: "of Mechanical Turk", has: []string{"HITId", "AssignmentId", "WorkerId", turkAnswer + "*"},
	roles: []tableRole{{"WorkerId", raterRole, "the worker, "}}, others: "Input.*", input: "Input.", taskID: "HITId",
}

// reshapeTurk makes a batch by-rater: a row an assignment, and a column for each of its answers. Options
// of one question that are numbers, of which one is true at most, are one answer, as radio buttons give it.
func reshapeTurk(ctx context.Context, in *input, l tool) error {
	in.hint.layout, in.hint.answers = ByRater, true
	profiles := in.sample()
	if err := in.keepRows(ctx, nil, "AssignmentStatus=rejected", "rejected assignment"); err != nil {
		return err
	}
	var plain []int
	for i, name := range in.names {
		if !strings.HasPrefix(name, turkAnswer) || name == turkAnswer || in.isNamed(name) {
			plain = append(plain, i)
			k := l.known(in, i, &profiles[i])
			in.addFor(name, k.role, k.why)
		}
	}
	var answers []*turkColumn
	by := make(map[string]*turkColumn) // by name
	for n, r := range in.out.rows {
		rec := record{line: r.line}
		for i, name := range in.names {
			switch {
			case slices.Contains(plain, i):
			case name != turkJSON:
				rec.fields = append(rec.fields, field{strings.TrimPrefix(name, turkAnswer), r.cells[i]})
			case trim(r.cells[i]) != "":
				if err := in.turkAnswers(&rec, i, r.cells[i]); err != nil {
					return err
				}
			}
		}
		for _, f := range rec.fields {
			if by[f.name] == nil {
				by[f.name] = &turkColumn{name: f.name, values: make([]string, len(in.out.rows))}
				answers = append(answers, by[f.name])
			}
			by[f.name].values[n] = f.cell
		}
		in.out.rows[n].cells = pick(r.cells, plain)
	}
	in.addTurk(answers)
	return nil
}

// turkAnswers takes the answers of an assignment apart: [{"quality": {"1": false, "2": true}}] has the
// columns quality.1 and quality.2.
func (in *input) turkAnswers(rec *record, column int, cell string) error {
	var forms []json.RawMessage
	err := json.Unmarshal([]byte(cell), &forms)
	for _, f := range forms {
		if err == nil {
			err = rec.addObject(in.file, f, "", 0)
		}
	}
	if err == nil {
		return nil
	}
	e := in.bad(column, rec.line, cell, "is no JSON of answers as Mechanical Turk writes it (%s): accepted is a list such as [{\"quality\": {\"1\": false, \"2\": true}}]; "+
		"was the cell cut off or changed by a spreadsheet?", jsonProblem(err))
	e.Remedies = []model.Choice{model.Choose(model.OptionIgnore, turkJSON, "leaves the column out")}
	return e
}

// turkColumn holds the answers under one name.
type turkColumn struct {
	name   string
	values []string // by row

	question, option string // what its name says where it holds true and false: quality.1 is the option 1 of quality
}

// addTurk enters the answers as attributes, with the options of one question together.
func (in *input) addTurk(answers []*turkColumn) {
	options := make(map[string][]*turkColumn) // by question
	for _, a := range answers {
		dot := strings.LastIndexByte(a.name, '.')
		truth := slices.DeleteFunc(distinct(a.values), func(v string) bool { return strings.EqualFold(v, "true") || strings.EqualFold(v, "false") })
		if dot > 0 && dot < len(a.name)-1 && len(truth) == 0 && len(distinct(a.values)) > 0 {
			a.question, a.option = a.name[:dot], a.name[dot+1:]
			options[a.question] = append(options[a.question], a)
		}
	}
	for _, a := range answers {
		group := options[a.question]
		switch chosen := radio(group); {
		case chosen != nil && a == group[0]:
			in.addAnswer(a.question, attributeRole, "the number chosen in "+a.name+" and others", chosen)
		case chosen != nil:
		case a.option == "on":
			in.addAnswer(a.question, attributeRole, "from "+a.name, a.values)
		case a.option == "off" && slices.ContainsFunc(group, func(b *turkColumn) bool { return b.option == "on" }):
			in.addAnswer(a.name, unused, "the complement of "+a.question+".on", a.values)
		default:
			in.addAnswer(a.name, attributeRole, "an answer", a.values)
		}
	}
}

// radio is, by row, the one that was chosen of options that are numbers; nil where they are no such.
func radio(group []*turkColumn) []string {
	if len(group) < 2 {
		return nil
	}
	chosen := make([]string, len(group[0].values))
	for _, a := range group {
		for n, v := range a.values {
			switch {
			case !isNumber(a.option) || chosen[n] != "" && strings.EqualFold(trim(v), "true"):
				return nil
			case strings.EqualFold(trim(v), "true"):
				chosen[n] = a.option
			}
		}
	}
	return chosen
}

// addAnswer adds a column to the rows. If another column has the name, the prefix of
// Mechanical Turk's answers distinguishes them.
func (in *input) addAnswer(name string, as role, why string, values []string) {
	for slices.Contains(in.out.names, name) {
		name = turkAnswer + name
	}
	in.add(name, as, why+", of Mechanical Turk")
	for n := range in.out.rows {
		in.out.rows[n].cells = append(in.out.rows[n].cells, values[n])
	}
}
