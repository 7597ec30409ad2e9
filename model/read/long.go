package read

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"fms-tui/model"
)

// long reads files with one row a judgment.
type long struct {
	roles   *roles
	to      *collector
	labels  []labelCell
	unrated int // judgments without a rater
	rated   int
	price   *priceColumn
	asked   *asked
	calls   *calls
	byCall  map[string]int32 // the rater that stands for a call
	values  numericColumn
	worded  stray // answers in words that hold one number
	place   int   // of the judgment among the numbers of a row; -1 where its cells are read
	skipped int   // judgments of attributes that --attributes does not name
}

func newLong(r *roles, to *collector, labels []labelCell) *long {
	return &long{
		roles: r, to: to, labels: labels, price: to.priceOf(r), asked: to.ask(r), calls: newCalls(r),
		byCall: make(map[string]int32), values: numericColumn{index: r.judgment},
	}
}

// part implements layout.
func (l *long) part() {
	if l.calls != nil {
		clear(l.calls.first)
		clear(l.calls.object)
	}
	for _, label := range l.labels {
		label.entered.object = -1
	}
}

// spilled implements layout.
func (l *long) spilled() {}

func (l *long) numeric() []int {
	columns := l.roles.parsedAhead([]int{l.roles.judgment}, l.labels)
	l.place = slices.Index(columns, l.roles.judgment)
	return columns
}

func (l *long) add(row *parsedRow) error {
	cells := row.cells
	object, err := l.to.object(l.roles, row)
	if err != nil || object < 0 {
		return err
	}
	for _, label := range l.labels {
		if err := label.set(object, row); err != nil {
			return err
		}
	}
	attribute, err := l.attribute(row)
	if err != nil || attribute < 0 {
		return err
	}
	value, k, err := l.value(row)
	switch {
	case err != nil:
		return err
	case k == missing:
		l.to.missing++
		return nil
	case k != number:
		return nil
	}
	call := l.calls.enter(l.to, object, attribute, cells)
	rater := l.rater(cells, call)
	l.to.add(object, attribute, rater, value, l.roles, row.line)
	if l.asked != nil {
		name, _ := l.roles.joined(l.roles.attribute, cells, row.line) // it was read before
		l.asked.judgment(object, rater, name)
	}
	if l.price != nil {
		l.price.add(l.to, attribute, l.price.of(cells))
	}
	return nil
}

// attribute returns the attribute of a row; -1 for an attribute that is not kept.
func (l *long) attribute(row *parsedRow) (int, error) {
	name, err := l.roles.joined(l.roles.attribute, row.cells, row.line)
	if err != nil {
		return 0, err
	}
	if !l.to.wanted(l.roles, name) {
		l.skipped++
		return -1, nil
	}
	return l.to.attributes.id(name), nil
}

// oneNumber finds a number that is no part of a word, a date or a fraction.
var oneNumber = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[\s:=("'*])([-+]?\d+(?:\.\d+)?)(?:$|[\s)"'*,;!]|\.(?:\s|$))`)
})

// mostWords bounds the length of a text whose one number is the answer.
const mostWords = 60

// numberIn returns the one number of a short text, such as "Score: 4".
func numberIn(text string) (string, bool) {
	text = trim(text)
	if text == "" || len(text) > mostWords {
		return "", false
	}
	m := oneNumber().FindStringSubmatch(text)
	if m == nil || len(digits().FindAllString(text, 2)) > 1 {
		return "", false
	}
	return m[1], isNumber(m[1])
}

var digits = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\d+(?:\.\d+)?`)
})

// value reads the judgment of a row. Text is not used, and counted, but for text
// that holds one number.
func (l *long) value(row *parsedRow) (float64, kind, error) {
	value, k, err := l.values.read(l.roles, row, l.place)
	if err != nil || k != text {
		return value, k, err
	}
	cell, line := row.cells[l.values.index], row.line
	if n, ok := numberIn(cell); ok {
		if l.worded.count++; l.worded.count == 1 {
			l.worded.text, l.worded.line = strings.Clone(cell), line
		}
		value, _ = parseValue(n)
		return value, number, nil
	}
	if l.roles.named(l.roles.header[l.values.index]) {
		return 0, k, l.roles.bad(l.values.index, line, cell)
	}
	return 0, k, nil
}

func (l *long) rater(cells []string, call string) int32 {
	if l.roles.rater >= 0 {
		if id := trim(cells[l.roles.rater]); !isMissing(id) {
			l.rated++
			return int32(l.to.raters.id(id))
		}
		l.unrated++
		return model.NoRater
	}
	if call == "" {
		return model.NoRater
	}
	id, known := l.byCall[call]
	if !known {
		id = l.to.nameless("call " + call)
		l.byCall[strings.Clone(call)] = id
	}
	return id
}

func (l *long) finish() error {
	if l.unrated > 0 && l.rated > 0 {
		l.to.warn(model.Finding{
			Code:    model.CodeJudgmentsWithoutRater,
			Message: counted(l.unrated, "judgment") + " of " + printable(l.roles.file) + " carry no rater: each counts as one by a rater unknown",
			Column:  l.roles.header[l.roles.rater],
		})
	}
	c := &l.values
	unread := c.texts - l.worded.count
	if unread > 0 && unread >= c.numbers+l.worded.count {
		return l.roles.bad(c.index, c.textLine, c.text)
	}
	name := l.roles.header[c.index]
	if l.worded.count > 0 {
		l.to.warnOnce(model.CodeNumberInWords, fmt.Sprintf("%s: %s were read from text that holds one number, such as %s on line %d of %s",
			printable(l.roles.file), counted(l.worded.count, "judgment"), quote(strings.TrimSpace(l.worded.text)), l.worded.line, plainOrQuoted(name)))
	}
	if unread > 0 {
		l.to.strays += unread
		l.to.tellStrays(l.roles.file, []stray{{name, unread, c.text, c.textLine, false}})
	}
	l.to.left = addDropped(l.to.left, "judgment of an attribute that is not among those to keep", l.skipped)
	return nil
}
