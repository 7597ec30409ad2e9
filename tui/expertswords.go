package tui

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fms-tui/model/export"
	"fms-tui/tui/chart"
	"fms-tui/tui/figure"
)

// expertsSentence says how the votes were read.
func (a *app) expertsSentence() string {
	p, t := a.point(), a.told()
	if t == nil {
		return "There are no labels from votes yet"
	}
	votes, yes, of := a.consensus.search.Value.votes, 0, 0
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
	told, votes := a.told(), a.consensus.search.Value.votes
	if told == nil {
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
	if votes := a.consensus.search.Value.votes; votes != nil {
		q.Flags = append(q.Flags, "--label-from", votes.Label)
	}
	if m := a.shown.state.Ballot.Model; m != "" {
		q.Flags = append(q.Flags, "--model", string(m))
	}
	q.Flags = append(q.Flags, "--restarts", strconv.Itoa(expertRestarts))
}

// promptLabels asks where to write the labels that are shown.
func (a *app) promptLabels() tea.Cmd {
	p, votes := a.point(), a.consensus.search.Value.votes
	if p == nil {
		return a.say(a.unfitted())
	}
	if !a.consensus.search.Done {
		return a.say("the models are still being fitted: labels come from all votes when that is done")
	}
	a.askPath(&product{
		name: fmt.Sprintf("the labels of %s by %s%s", votes.Label, p.Model, atLambda(p)),
		file: fileName(fmt.Sprintf("%s-%s-%s-labels.csv", a.opt.Study.Data().Name, votes.Label, p.Model)),
		writer: func(path string) (func(io.Writer) error, error) {
			if !strings.EqualFold(filepath.Ext(path), ".csv") {
				return nil, errors.New("the name must end in .csv")
			}
			return func(w io.Writer) error { return export.Labels(w, votes.Labels(p.Fit)) }, nil
		},
	}, "", "")
	return nil
}
