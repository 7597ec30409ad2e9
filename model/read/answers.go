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

// rate enters a number that a rater said to a question.
func (s *scores) rate(question, rater, value string) {
	s.keep(score{attribute: question, rater: rater, value: value})
}

// choose enters options chosen; several says that there could be more of them.
func (s *scores) choose(question, rater string, chosen []string, several bool) {
	q := s.question(question)
	q.marked++
	q.several = q.several || several || len(chosen) != 1
	q.see(chosen)
	s.keep(score{attribute: question, rater: rater, chosen: append([]string{}, chosen...)})
}

// say enters text, which is an option where others say the same.
func (s *scores) say(question, rater, text string) {
	q := s.question(question)
	q.plain++
	q.see([]string{text})
	s.keep(score{attribute: question, rater: rater, chosen: []string{text}})
}

// answer enters a number, a text, or a list of options or of paths of such, and tells whether it is
// one of these. Nothing is no answer.
func (s *scores) answer(question, rater string, raw json.RawMessage, several bool) bool {
	var number json.Number
	var text string
	var options []string
	var paths [][]string
	switch {
	case len(raw) == 0 || string(raw) == "null":
	case json.Unmarshal(raw, &text) == nil:
		if text = strings.TrimSpace(text); text != "" {
			s.say(question, rater, text)
		}
	case json.Unmarshal(raw, &number) == nil:
		s.rate(question, rater, number.String())
	case json.Unmarshal(raw, &options) == nil:
		s.choose(question, rater, distinct(options), several)
	case json.Unmarshal(raw, &paths) == nil:
		options = nil // of what could be decoded
		for _, p := range paths {
			options = append(options, strings.Join(p, " / "))
		}
		s.choose(question, rater, distinct(options), several)
	default:
		return false
	}
	return true
}

func (s *scores) question(name string) *question {
	name = strings.TrimSpace(name)
	if s.questions[name] == nil {
		s.questions[name] = &question{known: make(map[string]bool)}
	}
	return s.questions[name]
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

// settleQuestions makes a number of each answer, or one for each option.
func (s *scores) settleQuestions() {
	given := s.given
	s.given = nil
	for _, g := range given {
		q := s.questions[g.attribute]
		switch {
		case g.chosen == nil:
			s.given = append(s.given, g)
		case q.isText():
			s.in.hint.drop("answer in words", 1)
		case q.isRating():
			g.value = g.chosen[0]
			s.given = append(s.given, g)
		default:
			group := optionGroup{question: g.attribute}
			for _, o := range q.options {
				one := g
				one.attribute, one.value = strings.TrimSpace(g.attribute+"."+o), binary(slices.Contains(g.chosen, o))
				s.given, group.attributes = append(s.given, one), append(group.attributes, one.attribute)
			}
			if !q.grouped && len(q.options) > 0 {
				q.grouped = true
				s.in.hint.options = append(s.in.hint.options, group)
			}
		}
	}
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
