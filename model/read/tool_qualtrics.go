package read

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"

	"fms-tui/model"
)

const ofQualtrics = "of Qualtrics"

// qualtricsOwn are columns that Qualtrics adds.
var qualtricsOwn = strings.Fields("StartDate EndDate Status IPAddress Progress Finished RecordedDate ResponseId DistributionChannel UserLanguage " +
	"RecipientLastName RecipientFirstName RecipientEmail ExternalReference LocationLatitude LocationLongitude")

// qualtricsRaters are columns that tell who answered, the best first.
var qualtricsRaters = []string{"PROLIFIC_PID", "workerId", "participantId", "ResponseId"}

func isQualtrics(in *input) bool {
	return in.has("ResponseId", "Progress", "Finished") && in.mayBe(ByRater, "", "")
}

var loopPattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\d+)_(.+)$`)
})

// loopColumn is a question that was asked in one turn of a loop: 2_Q1.
type loopColumn struct {
	column         int
	turn, question string
}

// reshapeQualtrics skips the two further rows of the header. Questions that were
// looped are taken apart: the object is the turn of the loop. Without loops a
// response is a row of by-rater.
func reshapeQualtrics(ctx context.Context, in *input) error {
	var loops []loopColumn
	for i, name := range in.names {
		if m := loopPattern().FindStringSubmatch(name); m != nil && !in.isNamed(name) {
			loops = append(loops, loopColumn{i, m[1], m[2]})
		}
	}
	q := &qualtrics{in: in, loops: loops, rater: -1}
	for _, name := range qualtricsRaters {
		if i := in.column(name); i >= 0 && q.rater < 0 {
			q.rater = i
		}
	}
	q.addColumns()
	in.hint.layout = ByRater
	return in.each(ctx, q.add)
}

type qualtrics struct {
	in        *input
	loops     []loopColumn
	rater     int
	plain     []int
	turns     []string
	questions []string
}

func (q *qualtrics) addColumns() {
	in := q.in
	looped, turns, questions := make(map[int]bool), index{}, index{}
	for _, l := range q.loops {
		looped[l.column] = true
		turns.of(l.turn, &q.turns)
		questions.of(l.question, &q.questions)
	}
	for i, name := range in.names {
		if looped[i] {
			continue
		}
		q.plain = append(q.plain, i)
		switch {
		case i == q.rater:
			in.add(name, raterRole, "who answered, "+ofQualtrics)
		case slices.Contains(qualtricsOwn, name) || isMeasure(name):
			in.add(name, unused, ofQualtrics)
		case len(q.loops) > 0:
			in.addFor(name, unused, why{code: model.ReasonNumbers, text: "asked outside the loop, " + ofQualtrics})
		default:
			in.add(name, noRole, "")
		}
	}
	if len(q.loops) == 0 {
		return
	}
	in.add("loop", objectRole, "the turn of the loop "+ofQualtrics)
	for _, question := range q.questions {
		in.add(question, attributeRole, "a question of the loop "+ofQualtrics)
	}
}

func (q *qualtrics) add(cells []string, line int) error {
	in := q.in
	switch status := in.column("Status"); {
	case slices.ContainsFunc(cells, func(c string) bool { return strings.HasPrefix(trim(c), `{"ImportId"`) }):
		in.hint.rows-- // of the header
		return nil
	case in.hint.rows == 1 && trim(cells[in.column("ResponseId")]) == "Response ID":
		in.hint.rows--
		return nil
	case status >= 0 && strings.Contains(strings.ToLower(cells[status]), "preview"):
		in.hint.drop("preview", 1)
		return nil
	}
	shared := pick(cells, q.plain)
	if len(q.loops) == 0 {
		in.keepRow(shared, line)
		return nil
	}
	in.hint.kept++
	for _, turn := range q.turns {
		answers := make([]string, len(q.questions))
		any := false
		for _, l := range q.loops {
			if l.turn == turn {
				answers[slices.Index(q.questions, l.question)] = cells[l.column]
				any = any || trim(cells[l.column]) != ""
			}
		}
		if any {
			in.out.rows = append(in.out.rows, row{slices.Concat(shared, []string{turn}, answers), line})
		}
	}
	return nil
}
