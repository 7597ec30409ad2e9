package read

import (
	"context"
	"regexp"
	"strings"

	"fms-tui/model"
)

var qualtricsTable = judgedTable{
	of: "of Qualtrics", has: []string{"ResponseId", "Progress", "Finished"},
	roles: []tableRole{{"StartDate|EndDate|Status|IPAddress|Progress|Finished|RecordedDate|ResponseId|DistributionChannel|UserLanguage|" +
		"RecipientLastName|RecipientFirstName|RecipientEmail|ExternalReference|LocationLatitude|LocationLongitude", unused, ""}},
}

// qualtricsRaters are columns that tell who answered, the best first.
const qualtricsRaters = "PROLIFIC_PID|workerId|participantId|ResponseId"

var loopPattern = regexp.MustCompile(`^(\d+)_(.+)$`)

// reshapeQualtrics takes questions apart that were looped: the object is the turn of the loop. Without
// loops a response is a row of by-rater.
func reshapeQualtrics(ctx context.Context, in *input) error {
	m, of := melt(in), qualtricsTable.of
	for i, name := range in.names {
		if l := loopPattern.FindStringSubmatch(name); l != nil && !in.isNamed(name) {
			m.take(i, l[1], l[2])
		}
	}
	rater := in.anyOf(qualtricsRaters)
	for _, i := range m.plain {
		k := qualtricsTable.known(in, i, profile{})
		switch {
		case i == rater:
			k = known{raterRole, why{code: model.ReasonForm, text: "who answered, " + of}}
		case k.role == unused:
		case isMeasure(in.names[i]):
			k.role = unused
		case len(m.who) > 0:
			k = known{unused, why{code: model.ReasonNumbers, text: "asked outside the loop, " + of}}
		}
		in.addFor(in.names[i], k.role, k.why)
	}
	if len(m.who) > 0 {
		in.add("loop", objectRole, "the turn of the loop "+of)
	}
	for _, question := range m.attributes {
		in.add(question, attributeRole, "a question of the loop "+of)
	}
	in.hint.layout = ByRater
	status := in.column("Status")
	return in.each(ctx, func(cells []string, line int) error {
		switch {
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
