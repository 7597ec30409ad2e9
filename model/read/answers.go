package read

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"fms-tui/model"
)

// Bounds of what is taken for the options of a question, not for text.
const (
	maxOptions     = 50  // of answers that may be text: more hold a separator by chance
	maxTaskOptions = 200 // of answers that are marked as options
	maxOptionRunes = 60  // of an option that is written as plain text
)

// question is what the answers to a question are: a column of a table, or the scores of one name.
// Each is a number, a word of a scale, or one or several options, which become attributes.
type question struct {
	options    []string
	numbers    int                // answers that are numbers
	plain      int                // answers that are plain text, options or not
	marked     int                // answers that are options for certain
	several    bool               // an answer names none or several, or could
	worded     bool               // an option is no number
	settled    bool               // the rest is known
	text       string             // why the answers are text; "" where they are none
	value      map[string]float64 // of the words of a scale
	attributes []string           // that options become
}

// see enters options; one more than are allowed is enough to know.
func (q *question) see(options []string) {
	for _, o := range options {
		_, k := parseValue(o)
		q.worded = q.worded || k == text
		if len(q.options) <= maxTaskOptions && !slices.Contains(q.options, o) {
			q.options = append(q.options, strings.Clone(o))
		}
	}
}

// isRating reports whether every option is a number and every answer an option.
func (q *question) isRating() bool { return !q.several && !q.worded && len(q.options) > 0 }

// isText says why the answers are no options: there are too many, or they are plain text that is long.
func (q *question) isText() string {
	long := func(o string) bool { return utf8.RuneCountInString(o) > maxOptionRunes }
	switch {
	case q.isRating():
	case len(q.options) > maxTaskOptions || q.marked == 0 && len(q.options) > maxOptions:
		return fmt.Sprintf("more than %d options", maxOptions)
	case q.marked == 0 && slices.ContainsFunc(q.options, long):
		return fmt.Sprintf("more than %d letters in an option", maxOptionRunes)
	}
	return ""
}

// option is the attribute that an option of a question becomes.
func option(question, option string) string { return strings.TrimSpace(question + "." + option) }

// choose enters options chosen; several says that there could be more of them.
func (s *scores) choose(question, rater string, chosen []string, several bool) {
	q := s.question(question)
	q.marked++
	q.several = q.several || several || len(chosen) != 1
	q.see(chosen)
	s.keep(score{attribute: question, rater: rater, chosen: append([]string{}, chosen...)})
}

// answer enters a number, a text, or a list of options or of paths of such, and tells whether it is
// one of these. Nothing is no answer. A text is an option where others say the same.
func (s *scores) answer(question, rater string, raw json.RawMessage, several bool) bool {
	var number json.Number
	var text string
	var options []string
	var paths [][]string
	switch {
	case len(raw) == 0 || string(raw) == "null":
	case json.Unmarshal(raw, &text) == nil:
		if text = strings.TrimSpace(text); text != "" {
			q := s.question(question)
			q.plain++
			q.see([]string{text})
			s.keep(score{attribute: question, rater: rater, chosen: []string{text}})
		}
	case json.Unmarshal(raw, &number) == nil:
		s.keep(score{attribute: question, rater: rater, value: number.String()})
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
		s.questions[name] = new(question)
	}
	return s.questions[name]
}

// settleAnswers makes a number of each answer, or one for each option.
func (s *scores) settleAnswers() {
	for i := range s.given {
		g := &s.given[i]
		_, k := parseValue(g.value)
		switch q := s.question(g.attribute); {
		case g.chosen != nil || k == missing:
		case s.task || k == malformed || isNumber(g.value):
			q.numbers++
		default:
			g.chosen = []string{strings.ToLower(trim(g.value))}
			q.see(g.chosen)
		}
	}
	given := s.given
	s.given = nil
	for _, g := range given {
		q := s.question(g.attribute)
		if !q.settled {
			s.settle(g.attribute, q)
		}
		switch {
		case g.chosen == nil:
		case q.text != "":
			s.in.hint.drop("answer in words", 1)
			continue
		case q.value != nil:
			g.value = formatNumber(q.value[g.chosen[0]])
		case q.isRating():
			g.value = g.chosen[0]
		default:
			for n, name := range q.attributes {
				one := g
				one.attribute, one.value = name, binary(slices.Contains(g.chosen, q.options[n]))
				s.given = append(s.given, one)
			}
			continue
		}
		s.given = append(s.given, g)
	}
}

// settle finds out what the answers to a question are. Of two words of a log one says all.
func (s *scores) settle(name string, q *question) {
	q.settled, q.text = true, q.isText()
	switch {
	case !q.worded || q.text != "":
	case !s.task && q.numbers > 0:
		q.text = "there are numbers too"
	case q.plain > 0 && q.marked == 0 && len(q.options) == q.plain:
		q.text = "no answer comes twice"
	case !s.task:
		slices.Sort(q.options)
		says := "one attribute for each of " + some(q.options)
		if q.value, _ = scaleOf(q.options, s.in.opt.Scale); q.value != nil {
			says = legend(q.options, q.value)
		} else if len(q.options) == 2 {
			says = fmt.Sprintf("%s 0, %s 1", quote(q.options[0]), quote(q.options[1]))
			q.options = q.options[1:]
		}
		s.in.tell(model.CodeAnswerWords, fmt.Sprintf("%s: scores of %s are words, read as numbers: %s", printable(s.in.file), plainOrQuoted(name), says))
	}
	if q.text != "" || q.value != nil || q.isRating() {
		return
	}
	for _, o := range q.options {
		q.attributes = append(q.attributes, option(name, o))
	}
	if len(q.attributes) > b2i(!s.task) {
		s.in.hint.options = append(s.in.hint.options, optionGroup{name, q.attributes})
	}
}

// elements returns how many values a JSON list has, 0 for anything else.
func elements(cell string) int {
	var list []json.RawMessage
	_ = json.Unmarshal([]byte(cell), &list) // no list has no elements
	return len(list)
}

// person returns the rater that a number, a string or an object with an email or an id stands for, "" for none.
func person(raw json.RawMessage) string {
	var who map[string]json.RawMessage
	if json.Unmarshal(raw, &who) == nil && who != nil {
		return cmp.Or(plain(who["email"]), plain(who["id"]))
	}
	return plain(raw)
}

// options returns what a cell of several answers names: a|b, ["a", "b"],
// ['a', 'b'] or {"choices": ["a", "b"]}. Any other text is one option.
func options(cell string) []string {
	cell = trim(cell)
	switch {
	case strings.HasPrefix(cell, "{"):
		var labelled struct{ Choices []string }
		if json.Unmarshal([]byte(cell), &labelled) == nil && labelled.Choices != nil {
			return distinct(labelled.Choices)
		}
	case strings.HasPrefix(cell, "["):
		if list, is := cellsOf(cell); is {
			return distinct(list)
		}
	}
	return distinct(strings.Split(cell, "|"))
}

// contexts are headers, simplified, of lists of what a model was shown.
var contexts = strings.Fields("contexts context retrievedcontexts referencecontexts documents sources")

// splitChoices makes columns whose cells name several options columns of 0 and 1, one an option. It returns r and t
// where there are none: long files have none, nor have columns that a flag or a header claims.
func (r *roles) splitChoices(ctx context.Context, t *lookahead, opt Options, fileLabels []string, tell teller) (*roles, *lookahead, error) {
	split := make(map[int]*question)
	for _, i := range r.values {
		if r.claim[i].role != attributeRole && r.profile[i].words > 0 && !slices.Contains(contexts, simplify(lastName(r.header[i]))) && (r.words && r.claim[i].role == judgmentRole || r.split[r.header[i]] || namesOptions(t.rows, i)) {
			split[i] = &question{several: true}
		}
	}
	if len(split) == 0 || r.layout == Long {
		return r, t, nil
	}
	all := &held{names: r.header, line: r.line}
	err := eachRow(ctx, t, func(cells []string, line int) error {
		all.rows = append(all.rows, row{slices.Clone(cells), line})
		for i, q := range split {
			q.see(options(cells[i]))
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	h, by := r.remembered(), make(map[int]wide)
	var told []string
	for i, name := range r.header {
		q := split[i]
		if q == nil {
			continue
		}
		if text := q.isText(); text != "" {
			h.known[name] = known{unused, why{code: model.ReasonText, text: "holds text: " + text + " if the answers are several"}}
			continue
		}
		told = append(told, fmt.Sprintf("%s (%s)", quote(name), listSome(q.options)))
		for _, o := range q.options {
			q.attributes = append(q.attributes, option(name, o))
			h.known[option(name, o)] = known{attributeRole, why{code: model.ReasonForm, text: fmt.Sprintf("option %s of %s", plainOrQuoted(o), plainOrQuoted(name))}}
		}
		by[i] = wide{q.attributes, q.cells}
		h.options = append(h.options, optionGroup{name, q.attributes})
	}
	if len(told) > 0 {
		h.before = append(h.before, r.header...)
		tell(model.CodeChoices, fmt.Sprintf("%s: each option of %s was read as an attribute of 0 and 1; an empty cell is missing, [] is none chosen",
			printable(r.file), strings.Join(told, " and ")))
	}
	look := &lookahead{table: widened(all, by)}
	opt.Pivot = r.namesOf(r.names)
	again, err := findRoles(r.file, look, opt, fileLabels, h)
	if err == nil {
		again.decided = r.decided
	}
	return again, look, err
}

// remembered is what is known of the columns, for a table with others in place of some that are judged.
func (r *roles) remembered() *hint {
	h := r.hint
	if h == nil {
		h = &hint{known: make(map[string]known)}
	}
	h.layout = r.layout
	for i, name := range r.header {
		if as := r.role[i]; as != noRole && as != attributeRole {
			h.known[name] = known{as, r.why[i]}
		}
	}
	return h
}

// namesOptions tells whether a cell names several options, and every cell that
// is no number does where some are numbers.
func namesOptions(rows []row, column int) bool {
	several, numbers, binaries, single := 0, 0, 0, 0
	for _, r := range rows {
		_, k := parseValue(r.cells[column])
		switch n := len(options(r.cells[column])); {
		case n == 0 && trim(r.cells[column]) == "":
		case k == number && isDecimal(trim(r.cells[column])):
			numbers++
		case k == number:
			binaries++
		case n > 1:
			several++
		case n == 1:
			single++
		}
	}
	return several > 0 && (numbers == 0 || single == 0 && binaries == 0)
}

// cells returns a cell for each option.
func (q *question) cells(cell string) []string {
	cells := make([]string, len(q.options))
	if trim(cell) == "" {
		return cells // none and its like are answers as good as any
	}
	chosen := options(cell)
	for i, o := range q.options {
		cells[i] = binary(slices.Contains(chosen, o))
	}
	return cells
}

func binary(yes bool) string { return strconv.Itoa(b2i(yes)) }

// asked remembers who answered the questions of a file, so that an option that
// only another file has counts as not chosen here.
type asked struct {
	from, to int           // judgments of the file
	options  []optionGroup // questions whose options became attributes
}

// optionGroup is a question whose options became attributes.
type optionGroup struct {
	question   string
	attributes []string
}

// ask starts remembering for a file of several; nil for a single file, and for one without options.
func (c *collector) ask(r *roles) *asked {
	if !c.opt.several || r.hint == nil || len(r.hint.options) == 0 {
		return nil
	}
	a := &asked{from: c.builder.Judgments(), options: r.hint.options}
	c.askedFiles = append(c.askedFiles, a)
	return a
}

// fillOptions adds a judgment of 0 for every option that an answer could not name because its file
// does not have it: each answer has a judgment of the first option that its file has.
func (c *collector) fillOptions() {
	all := make(map[string][]string)
	for _, f := range c.askedFiles {
		for _, o := range f.options {
			all[o.question] = distinct(append(all[o.question], slices.Sorted(slices.Values(o.attributes))...))
		}
	}
	for _, column := range c.columns {
		if column.Code == model.ReasonText && len(all[column.Column]) > 0 {
			c.warnOnce(model.CodeStrayText, fmt.Sprintf("%s: the words of %s are options in another file, and are not used here: name that file first",
				printable(column.File), plainOrQuoted(column.Column)))
		}
	}
	for _, f := range c.askedFiles {
		for _, o := range f.options {
			lacking := beyond(all[o.question], o.attributes)
			first, is := c.builder.KnownAttribute(model.AttributeOf(o.attributes[0]))
			for i := f.from; is && len(lacking) > 0 && i < f.to; i++ {
				if object, attribute, rater, _ := c.builder.Judgment(i); attribute == first {
					for _, name := range lacking {
						c.builder.Add(object, c.attribute(name), rater, 0)
					}
				}
			}
		}
	}
}
