package read

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"fms-tui/model"
)

// The columns that logs of scores, exports of tasks, and raters or objects in the names of columns become.
const (
	taskObject    = "object"
	taskAttribute = "attribute"
	taskJudgment  = "judgment"
	taskRater     = "rater"
	taskJudge     = "judge"
	taskCall      = "call_id"
)

// scores gathers what a log of scores, or an export of tasks, holds as rows of the long layout.
type scores struct {
	tool
	in        *input
	at        map[string]int // columns by name
	carried   []int          // columns of the file that stay
	given     []score
	labels    []string           // names of labels among the scores
	label     map[[2]string]mean // by name and object
	before    int                // scores before the present record
	profiles  []batchColumn      // of the file's columns
	questions map[string]*question

	object string   // of the present record
	cells  []string // likewise
	line   int      // likewise
}

// score is one judgment of a log.
type score struct {
	object, attribute, value string
	chosen                   []string // options in place of a value; nil for a value
	judge, rater             string   // "" for none
	call                     string   // what the scores of one call share; "" where each has its own
	cost, in, out            string   // price and tokens; "" for none
	prompt, model            string   // that the object was written by
	label, person            bool     // it is an expectation; a person gave it
	cells                    []string
	line                     int
}

// mean of the values that people gave a label of an object.
type mean struct{ n, sum float64 }

// cell is the present record's cell by its key, trimmed; "" where the file has no such key.
func (s *scores) cell(name string) string {
	if i, known := s.at[name]; known {
		return trim(s.cells[i])
	}
	return ""
}

// add enters a score of the present record. One without a value is counted.
func (s *scores) add(one score) {
	if trim(one.value) == "" {
		s.in.hint.drop("score without a value", 1)
		return
	}
	s.keep(one)
}

// keep takes a score with the cells that stay.
func (s *scores) keep(one score) {
	one.object, one.attribute = s.object, strings.TrimSpace(one.attribute)
	one.cells, one.line = pick(s.cells, s.carried), s.line
	s.given = append(s.given, one)
}

// splitPrompts makes objects of what each prompt or model wrote of a test.
func (s *scores) splitPrompts() {
	prompts, writers := make(map[string]bool), make(map[[2]string]bool)
	for _, g := range s.given {
		prompts[g.prompt], writers[[2]string{g.prompt, g.model}] = true, true
	}
	if len(writers) < 2 {
		return
	}
	for i := range s.given {
		g := &s.given[i]
		if g.object += " / prompt " + g.prompt; len(writers) > len(prompts) {
			g.object += " " + g.model
		}
	}
	s.in.hint.because += fmt.Sprintf(", and %d prompts or models: what each wrote of a test is an object", len(writers))
}

// takePeople makes labels of expectations, and of what people said where others scored.
func (s *scores) takePeople() {
	judged := slices.ContainsFunc(s.given, func(g score) bool { return !g.label && !g.person })
	s.given = slices.DeleteFunc(s.given, func(g score) bool {
		isLabel := g.label || g.person && judged
		switch x, k := parseValue(g.value); {
		case !isLabel:
		case k != number:
			s.in.hint.drop("label that is no number", 1)
		default: // a label, or a part of its mean
			if !slices.Contains(s.labels, g.attribute) {
				s.labels = append(s.labels, g.attribute)
			}
			of := [2]string{g.attribute, trim(g.object)}
			m := s.label[of]
			s.label[of] = mean{m.n + 1, m.sum + x}
		}
		return isLabel
	})
}

// finish makes the rows. A judge is a column of its own where an attribute has several.
func (s *scores) finish() {
	in := s.in
	in.hint.layout, in.hint.unit, in.hint.records = Long, s.unit, !s.task
	called := [...]string{"the object ", "the name of the score ", "the score ", "record."}
	if s.task {
		called = [...]string{"the task ", "the question ", "the answer ", "task."}
	}
	in.add(taskObject, objectRole, called[0]+s.of)
	in.add(taskAttribute, attributeRole, called[1]+s.of)
	in.add(taskJudgment, judgmentRole, called[2]+s.of)
	has := s.columns()
	for _, c := range scoreColumns {
		if has[c.name] {
			in.addFor(c.name, c.as, why{code: c.code, text: c.reason + " " + s.of})
		}
	}
	for _, i := range s.carried {
		name := in.names[i]
		because := why{code: model.ReasonForm, text: s.of}
		switch p := &s.profiles[i]; {
		case p.numbers == 0 || p.words > 0:
		case s.task && strings.Contains(name, "."): // what has no dot is the program's own
			because = why{code: model.ReasonNumbers, text: "numbers in the task " + s.of}
		case !s.task:
			because = why{code: model.ReasonNumbers, text: "numbers beside the scores " + s.of}
		}
		as := unused
		if c := claimOf(lastName(name)); c.role == numberingRole && c.strength == strong && !s.task {
			as = numberingRole
		}
		if slices.Contains(in.out.names, name) {
			name = called[3] + name
		}
		in.addFor(name, as, because)
	}
	for _, l := range s.labels {
		for slices.Contains(in.out.names, l) {
			l = "label." + l
		}
		in.addFor(l, labelRole, why{code: model.ReasonForm, text: "what people said, " + s.of})
	}
	for _, g := range s.given {
		s.row(g, has)
	}
}

// scoreColumns are the columns that some logs have.
var scoreColumns = []struct {
	name   string
	as     role
	code   string
	reason string
	cell   func(g *score) string
}{
	{taskJudge, noRole, "", "", func(g *score) string { return g.judge }},
	{taskRater, raterRole, model.ReasonForm, "who scored,", func(g *score) string { return g.rater }},
	{taskCall, unused, model.ReasonForm, "the scores of one call share it,", func(g *score) string { return g.call }},
	{"cost", unused, model.ReasonMeasure, "what the score cost,", func(g *score) string { return g.cost }},
	{"input_tokens", unused, model.ReasonMeasure, "tokens that went in,", func(g *score) string { return g.in }},
	{"output_tokens", unused, model.ReasonMeasure, "tokens that came out,", func(g *score) string { return g.out }},
}

// columns finds out which of scoreColumns there are. The judge is one only where an attribute has
// two, or another file may have another judge.
func (s *scores) columns() map[string]bool {
	has := map[string]bool{taskRater: s.task}
	attributes, judges, both := make(map[string]bool), make(map[string]bool), make(map[[2]string]bool)
	for i := range s.given {
		g := &s.given[i]
		for _, c := range scoreColumns {
			has[c.name] = has[c.name] || c.cell(g) != ""
		}
		if g.judge != "" {
			attributes[g.attribute], judges[g.judge], both[[2]string{g.attribute, g.judge}] = true, true, true
		}
	}
	has[taskJudge] = len(both) > len(attributes) || s.in.opt.several && len(judges) == 1
	return has
}

func (s *scores) row(g score, has map[string]bool) {
	cells := []string{g.object, strings.TrimSpace(g.attribute), g.value}
	for _, c := range scoreColumns {
		if has[c.name] {
			cells = append(cells, c.cell(&g))
		}
	}
	cells = append(cells, g.cells...)
	for _, l := range s.labels {
		cell := ""
		if m := s.label[[2]string{l, g.object}]; m.n > 0 {
			cell = formatNumber(m.sum / m.n)
		}
		cells = append(cells, cell)
	}
	s.in.out.rows = append(s.in.out.rows, row{cells, g.line})
}

// lastName is the part of a path after the last dot.
func lastName(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// decode reads a cell of JSON into a value, or says what was expected where.
func (s *scores) decode(column int, cell string, to any, expected string) error {
	if trim(cell) == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(cell), to); err != nil {
		return s.in.bad(column, s.line, cell, "is not as a log %s holds it (%s): expected is %s; is the log of another version, or cut off?", s.of, jsonProblem(err), expected)
	}
	return nil
}

// nth is what a record without any id is called.
func nth(n int) string { return fmt.Sprintf("record %d", n) }
