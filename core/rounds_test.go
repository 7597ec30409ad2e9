package core

import (
	"testing"

	"fms-tui/core/internal/moments"
	"fms-tui/model"
)

// TestRounds: what a judgment of each candidate costs, and how many judgments a
// cell holds, rounded.
func TestRounds(t *testing.T) {
	at := func(objects, judgments int, price model.Amount) Attribute {
		return Attribute{Price: price, Attribute: moments.Attribute{Objects: objects, Judgments: judgments}}
	}
	for held, attributes := range map[int][]Attribute{
		2: {at(1, 2, 3*model.Unit)},
		3: {at(1, 2, model.Unit), at(1, 3, 2*model.Unit)},
		1: {at(2, 2, 2*model.Unit), at(3, 5, model.Unit)},
	} {
		r := &Result{Attributes: attributes}
		if price, got, err := r.rounds(); price != 3*model.Unit || got != held || err != nil {
			t.Errorf("a round costs %s and cells hold %d, want 3 and %d (%v)", price, got, held, err)
		}
	}
	r := &Result{Attributes: []Attribute{at(1, 1, model.MaxAmount), at(1, 1, 1)}}
	if _, _, err := r.rounds(); err == nil {
		t.Error("a round beyond any budget is accepted")
	}
}
