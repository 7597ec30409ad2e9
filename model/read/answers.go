package read

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"
)

// Bounds of what is taken for the options of a question, not for text.
const (
	maxTaskOptions = 200 // of one question
	maxOptionRunes = 60  // of an option that is written as plain text
)

// answers gathers what an export of tasks holds, as [scores] do what a log holds: a score is what
// one rater said to one question.
type answers struct {
	*scores
	questions map[string]*question
}

// question is what is known of the options of a question.
type question struct {
	options []string
	known   map[string]bool
	several bool // an answer names none or several, or could
	plain   int  // answers that are plain text, options or not
	marked  int  // answers that are options for certain
	grouped bool // entered among the hint's options
	worded  bool // an option is no number
}

// isFor tells whether the flags leave room for an export of tasks.
func (in *input) isForTasks() bool {
	return in.mayBe(Long, taskAttribute, taskJudgment)
}

// newAnswers starts an export; consumed are the columns that become answers, of is what it is
// called in reasons, and empty what a task without an answer is counted as.
func newAnswers(in *input, of, empty string, consumed func(name string) bool) *answers {
	a := &answers{scores: newScores(in, of, consumed), questions: make(map[string]*question)}
	a.task, a.empty = true, empty
	return a
}

func (a *answers) add(question, rater, value string, chosen []string) {
	a.keep(score{object: a.object, attribute: question, rater: rater, value: value, chosen: chosen}, a.cells, a.line)
}

// rate enters a number.
func (a *answers) rate(question, rater, value string) { a.add(question, rater, value, nil) }

// choose enters options chosen; several says that there could be more of them.
func (a *answers) choose(question, rater string, chosen []string, several bool) {
	q := a.question(question)
	q.marked++
	q.several = q.several || several || len(chosen) != 1
	q.see(chosen)
	if chosen == nil {
		chosen = []string{}
	}
	a.add(question, rater, "", chosen)
}

// say enters text, which is an option where others say the same.
func (a *answers) say(question, rater, text string) {
	q := a.question(question)
	q.plain++
	q.see([]string{text})
	a.add(question, rater, "", []string{text})
}

func (a *answers) question(name string) *question {
	q := a.questions[name]
	if q == nil {
		q = &question{known: make(map[string]bool)}
		a.questions[name] = q
	}
	return q
}

// see enters options; one more than are allowed is enough to know.
func (q *question) see(options []string) {
	for _, o := range options {
		q.worded = q.worded || !isNumber(o)
		if !q.known[o] && len(q.options) <= maxTaskOptions {
			q.known[o] = true
			q.options = append(q.options, o)
		}
	}
}

// isText tells whether the answers are no options: too many, or plain text, not numbers, that
// is long or never comes twice.
func (q *question) isText() bool {
	if q.isRating() {
		return false
	}
	if len(q.options) > maxTaskOptions {
		return true
	}
	long := slices.ContainsFunc(q.options, func(o string) bool { return utf8.RuneCountInString(o) > maxOptionRunes })
	return q.marked == 0 && (long || len(q.options) > maxOptions || len(q.options) == q.plain)
}

// isRating reports whether every option is a number and every answer an option.
func (q *question) isRating() bool {
	return !q.several && len(q.options) > 0 && !q.worded
}

// finish makes rows: a number each, or one for each option.
func (a *answers) finish() {
	given := a.given
	a.given = nil
	for _, g := range given {
		q := a.questions[g.attribute]
		switch {
		case g.chosen == nil:
			a.given = append(a.given, g)
		case q.isText():
			a.in.hint.drop("answer in words", 1)
		case q.isRating():
			g.value = g.chosen[0]
			a.given = append(a.given, g)
		default:
			if !q.grouped && len(q.options) > 0 {
				q.grouped = true
				group := optionGroup{question: strings.TrimSpace(g.attribute)}
				for _, o := range q.options {
					group.attributes = append(group.attributes, strings.TrimSpace(g.attribute+"."+o))
				}
				a.in.hint.options = append(a.in.hint.options, group)
			}
			for _, o := range q.options {
				one := g
				one.attribute, one.value = g.attribute+"."+o, binary(slices.Contains(g.chosen, o))
				a.given = append(a.given, one)
			}
		}
	}
	a.scores.finish()
}

// elements returns how many values a JSON list has, 0 for anything else.
func elements(cell string) int {
	var list []json.RawMessage
	_ = json.Unmarshal([]byte(cell), &list) // no list has no elements
	return len(list)
}

// person returns the rater that a number, a string or an object with an email
// or an id stands for, "" for none.
func person(raw json.RawMessage) string {
	var s string
	var who struct {
		ID    json.RawMessage `json:"id"`
		Email string          `json:"email"`
	}
	switch {
	case len(raw) == 0 || string(raw) == "null":
		return ""
	case json.Unmarshal(raw, &s) == nil:
		return strings.TrimSpace(s)
	case json.Unmarshal(raw, &who) == nil && raw[0] == '{':
		if who.Email != "" {
			return who.Email
		}
		return person(who.ID)
	}
	return string(raw)
}
