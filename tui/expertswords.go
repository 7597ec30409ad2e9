package tui

import (
	"fmt"
	"strconv"

	"fms-tui/tui/chart"
	"fms-tui/tui/figure"
)

// expertsSentence says how the votes were read.
func (a *app) expertsSentence() string {
	p, t := a.point(), &a.consensus.told
	if p == nil || t.fit == nil {
		return "There are no labels from votes yet"
	}
	votes, yes, of := a.consensus.found.votes, 0, 0
	for i, l := range t.labels {
		if !votes.Blank[i] {
			of++
			if l.Class {
				yes++
			}
		}
	}
	return fmt.Sprintf("From %s by %s on %s of %s, %s%s labels %s of %s as 1; its surrogate risk on held-out votes is %s, with %s",
		figure.CountOf(len(votes.Yes), "vote"), figure.CountOf(len(votes.Experts), "expert"), figure.CountOf(len(votes.Voted()), "object"), chart.Clean(votes.Label),
		p.Model, atLambda(p), figure.Count(yes), figure.CountOf(of, "object"), figure.WithError(p.S, p.SE), figure.CountOf(p.Fit.Support(), "feature"))
}

// expertsTable lists objects with their labels, as the command writes them.
func (a *app) expertsTable(t *tsv) string {
	told, votes := &a.consensus.told, a.consensus.found.votes
	if a.point() == nil || told.fit == nil {
		return ""
	}
	t.head("object", "label", "probability")
	for i, l := range told.labels {
		if votes.Blank[i] {
			continue
		}
		class := 0
		if l.Class {
			class = 1
		}
		t.row(votes.Objects[i], class, l.Probability)
	}
	return t.counted("label")
}

// askVotes asks for the command of the labels. λ is that of the smallest surrogate
// risk there.
func (a *app) askVotes(q *Asked) {
	q.Command = "experts"
	if votes := a.consensus.found.votes; votes != nil {
		q.Flags = append(q.Flags, "--label-from", votes.Label)
	}
	if m := a.shown.state.Ballot.Model; m != "" {
		q.Flags = append(q.Flags, "--model", string(m))
	}
	q.Flags = append(q.Flags, "--restarts", strconv.Itoa(expertRestarts))
}
