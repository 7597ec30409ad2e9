package read

import (
	"context"

	"fms-tui/model"
)

var qualtricsTable = tool{
	form: "Qualtrics responses", keys: "ResponseId, Progress and Finished", reshape: reshapeQualtrics,
	of: "of Qualtrics", has: []string{"ResponseId", "Progress", "Finished"},
	roles: []tableRole{{"StartDate|EndDate|Status|IPAddress|Progress|Finished|RecordedDate|ResponseId|DistributionChannel|UserLanguage|" +
		"RecipientLastName|RecipientFirstName|RecipientEmail|ExternalReference|LocationLatitude|LocationLongitude", unused, ""}},
}

var loopPattern = model.Pattern(`^(\d+)_(.+)$`)

// reshapeQualtrics takes questions apart that were looped: the object is the turn of the loop. Without
// loops a response is a row of by-rater.
func reshapeQualtrics(ctx context.Context, in *input, l tool) error {
	m, of := melt(in.names), l.of
	for i, name := range in.names {
		if l := loopPattern().FindStringSubmatch(name); l != nil && !in.isNamed(name) {
			m.take(i, l[1], l[2])
		}
	}
	looped, rater := len(m.who) > 0, in.anyOf("PROLIFIC_PID|workerId|participantId|ResponseId")
	for i, name := range in.names {
		k := l.known(in, i, &batchColumn{})
		switch {
		case !m.stays[i]:
			continue
		case i == rater:
			k = known{raterRole, why{code: model.ReasonForm, text: "who answered, " + of}}
		case k.role == unused:
		case isMeasure(name):
			k.role = unused
		case looped:
			k = known{unused, why{code: model.ReasonNumbers, text: "asked outside the loop, " + of}}
		}
		in.addFor(name, k.role, k.why)
	}
	if looped {
		in.add("loop", objectRole, "the turn of the loop "+of)
	}
	for _, question := range m.attributes {
		in.add(question, attributeRole, "a question of the loop "+of)
	}
	in.hint.layout = ByRater
	if !looped {
		m = nil
	}
	return in.keepRows(ctx, m, "Status=*preview*", "preview")
}
