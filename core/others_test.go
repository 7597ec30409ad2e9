package core

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/model"
)

// TestCompleteCells: the settings' label and attributes are learned from; what cannot be
// says why.
func TestCompleteCells(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 120, Attributes: 4, K: 2}, 3)
	name := ds.Attributes[1]
	r := solve(t, ds, Request{Settings: model.Settings{}.WithExcluded(name, true)})
	c, err := r.CompleteCells()
	if err != nil {
		t.Fatal(err)
	}
	if c.Len() != 120 || c.Attributes() != 3 || slices.Contains(c.Names, name) || c.LabelName() != ds.Labels[0].Name {
		t.Errorf("%d objects, %v", c.Len(), c.Names)
	}
	few := simulate.Draw(simulate.World{Objects: 12, Attributes: 3, K: 2}, 3)
	if _, err := solve(t, few, Request{}).CompleteCells(); err == nil || !strings.Contains(err.Error(), "at least 20 are needed") {
		t.Error(err)
	}
}

// TestBallots: votes are 0 and 1, of an object several; the other attributes that
// the settings leave in are features.
func TestBallots(t *testing.T) {
	b := new(model.Builder)
	y := b.AddLabel("y")
	for i := range 30 {
		o := b.Object(string(rune('A' + i)))
		b.SetLabel(y, o, float64(i%7))
		for k, w := range []int32{b.RaterID("u"), b.RaterID("v")} {
			b.Add(o, b.Attribute("voted"), w, float64((i/(1+k))%2))
			b.Add(o, b.Attribute("half"), w, float64((i+k)%3)/2)
			b.Add(o, b.Attribute("size"), w, float64(i%5+k))
			b.Add(o, b.Attribute("out"), w, float64(i%4+k))
		}
		b.Add(o, b.Attribute("once"), b.RaterID("u"), float64(i%2))
	}
	s := NewStudy(b.Build())
	if got := s.VotedOn(); !slices.Equal(got, []string{"voted"}) {
		t.Errorf("voted on are %q", got)
	}
	r, err := s.Solve(t.Context(), Request{Settings: model.Settings{}.WithExcluded("out", true)})
	if err != nil {
		t.Fatal(err)
	}
	votes, err := r.Ballots("voted")
	if err != nil || len(votes.Yes) != 60 || !slices.Equal(votes.Features, []string{"half", "size", "once"}) {
		t.Errorf("%+v, %v", votes, err)
	}
	labelled := NewStudy(s.Data().LabelFrom(slices.Index(s.Data().Attributes, "voted"), model.AggregateMean))
	if got := labelled.VotedOn(); !slices.Equal(got, []string{"voted"}) {
		t.Errorf("voted on, where that is the label, are %q", got)
	}
	r2, err := labelled.Solve(t.Context(), Request{})
	if err != nil {
		t.Fatal(err)
	}
	if votes, err := r2.Ballots("voted"); err != nil || len(votes.Yes) != 60 {
		t.Errorf("%+v, %v", votes, err)
	}
	if _, err := r.Ballots("size"); err == nil || !strings.Contains(err.Error(), "which is no vote") {
		t.Error(err)
	}
}

// TestOthersOfMoments: moments are neither votes nor learned from.
func TestOthersOfMoments(t *testing.T) {
	stored := throughFile(t, NewStudy(simulate.Draw(simulate.World{Objects: 120, Attributes: 4, K: 2}, 3)))
	if got := stored.VotedOn(); got != nil {
		t.Errorf("voted on are %q", got)
	}
	r, err := stored.Solve(t.Context(), Request{})
	if err != nil {
		t.Fatal(err)
	}
	var lacking *model.NeedsJudgmentsError
	if _, err := r.CompleteCells(); !errors.As(err, &lacking) {
		t.Error(err)
	}
	if _, err := r.Ballots(r.Attributes[0].Name); !errors.As(err, &lacking) {
		t.Error(err)
	}
}
