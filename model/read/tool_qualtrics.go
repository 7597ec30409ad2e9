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

// reshapeQualtrics skips the two further rows of the header. Questions that were
// looped are taken apart: the object is the turn of the loop. Without loops a
// response is a row of by-rater.
func reshapeQualtrics(ctx context.Context, in *input) error {
	m, rater := melt(in), ""
	for i, name := range in.names {
		if l := loopPattern().FindStringSubmatch(name); l != nil && !in.isNamed(name) {
			m.take(i, l[1], l[2])
		}
	}
	for _, name := range slices.Backward(qualtricsRaters) {
		if in.has(name) {
			rater = name
		}
	}
	for _, name := range pick(in.names, m.plain) {
		switch {
		case name == rater:
			in.add(name, raterRole, "who answered, "+ofQualtrics)
		case slices.Contains(qualtricsOwn, name) || isMeasure(name):
			in.add(name, unused, ofQualtrics)
		case len(m.who) > 0:
			in.addFor(name, unused, why{code: model.ReasonNumbers, text: "asked outside the loop, " + ofQualtrics})
		default:
			in.add(name, noRole, "")
		}
	}
	if len(m.who) > 0 {
		in.add("loop", objectRole, "the turn of the loop "+ofQualtrics)
	}
	for _, question := range m.attributes {
		in.add(question, attributeRole, "a question of the loop "+ofQualtrics)
	}
	in.hint.layout = ByRater
	status, id := in.column("Status"), in.column("ResponseId")
	return in.each(ctx, func(cells []string, line int) error {
		switch {
		case slices.ContainsFunc(cells, func(c string) bool { return strings.HasPrefix(trim(c), `{"ImportId"`) }), in.hint.rows == 1 && trim(cells[id]) == "Response ID":
			in.hint.rows-- // of the header
		case status >= 0 && strings.Contains(strings.ToLower(cells[status]), "preview"):
			in.hint.drop("preview", 1)
		case len(m.who) == 0:
			in.keepRow(cells, line)
		default:
			m.rows(cells, line, false, make(map[string]bool))
		}
		return nil
	})
}
