package screen

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core/report/figure"
	"fms-tui/model/export"
	"fms-tui/tui/chart"
)

// Sentence says how the votes were read.
func (v *VotesView) Sentence() string {
	p, t := v.Point(), v.Told()
	if t == nil {
		return "There are no labels from votes yet"
	}
	votes, yes, of := v.Search.Value.votes, 0, 0
	for i, l := range t.Labels {
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

// Table lists objects with their labels, as the command writes them.
func (v *VotesView) Table(t *Tsv) string {
	told, votes := v.Told(), v.Search.Value.votes
	if told == nil {
		return ""
	}
	t.head("object", "label", "probability")
	for i, l := range told.Labels {
		if votes.Blank[i] {
			continue
		}
		class := 0
		if l.Class {
			class = 1
		}
		t.Row(votes.Objects[i], class, l.Probability)
	}
	return t.counted("label")
}

// Command asks for the command of the labels. λ is the λ of the smallest surrogate
// risk.
func (v *VotesView) Command(q *Asked) bool {
	q.Command = "experts"
	if votes := v.Search.Value.votes; votes != nil {
		q.Flags = append(q.Flags, "--label-from", votes.Label)
	}
	if m := v.Shown.State.Ballot.Model; m != "" {
		q.Flags = append(q.Flags, "--model", string(m))
	}
	q.Flags = append(q.Flags, "--restarts", strconv.Itoa(expertRestarts))
	return true
}

// promptLabels asks where to write the labels that are shown.
func (v *VotesView) promptLabels() tea.Cmd {
	p, votes := v.Point(), v.Search.Value.votes
	if p == nil {
		return v.Say(v.unfitted())
	}
	if !v.Search.Done {
		return v.Say("the models are still being fitted: labels come from all votes when that is done")
	}
	v.desk.Export(&Product{
		Name: fmt.Sprintf("the labels of %s by %s%s", votes.Label, p.Model, atLambda(p)),
		File: FileName(fmt.Sprintf("%s-%s-%s-labels.csv", v.Opt.Stem(), votes.Label, p.Model)),
		Writer: func(path string) (func(io.Writer) error, error) {
			if !strings.EqualFold(filepath.Ext(path), ".csv") {
				return nil, errors.New("the name must end in .csv")
			}
			return func(w io.Writer) error { return export.Labels(w, votes.Labels(p.Fit)) }, nil
		},
	})
	return nil
}
