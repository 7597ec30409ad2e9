package core

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fms-tui/core/internal/budgetrange"
	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// TestWithinCells decides by the words of the rule, from two Results that do not decide: one
// bounded by the cells, one not. Whatever is decided, every budget has the repeats of one of them.
func TestWithinCells(t *testing.T) {
	bounded, free, left := 0, 0, 0
	for w, seed := range simulate.Worlds(60, fresh.Seed(t, 2000)) {
		ds := simulate.Draw(w, seed)
		if learnable(ds) < 2 {
			continue
		}
		with := func(most int) *Result {
			s := settings(ds, seed)
			s.MaxRepeats = most
			return solve(t, ds, Request{Settings: s})
		}
		auto, cells, any := with(model.AutoRepeats), with(model.CellRepeats), with(model.AnyRepeats)
		if auto.Step == 0 {
			continue
		}
		held := literalHeld(auto)
		leaves := func(repeats []int) bool {
			for a, n := range repeats {
				if n > max(held[a], auto.Settings.Limit(auto.Attributes[a].Name).Min) {
					return true
				}
			}
			return false
		}
		if s := cells.At(selection.Full, cells.Max); leaves(s.Repeats) {
			t.Fatalf("seed %d: the choice within the cells %v leaves %v", seed, s.Repeats, held)
		}
		same := any
		least := any.At(selection.Full, any.UsualMax).Loss
		for _, b := range budgetrange.Within(any.UsualMax, any.Step, budgetrange.ChartBudgets) {
			s := any.At(selection.Full, b)
			if s.Loss > least+.005*any.LabelVar {
				continue
			}
			if !leaves(s.Repeats) {
				free++
			} else if c := cells.At(selection.Full, b); c.Loss-s.Loss < .02*any.LabelVar {
				bounded++
				same = cells
			} else {
				left++
			}
			break
		}
		if (auto.boundedAt != nil) != (same == cells) {
			t.Errorf("seed %d: %+v, by the rule bounded: %v", seed, auto.boundedAt, same == cells)
		}
		for _, b := range someBudgets(auto) {
			got, want := auto.At(selection.Full, b), same.At(selection.Full, b)
			if !slices.Equal(got.Repeats, want.Repeats) || got.Loss != want.Loss {
				t.Errorf("seed %d, B = %s: %v, want %v", seed, b, got.Repeats, want.Repeats)
			}
		}
	}
	if fresh.Fixed() && min(bounded, free, left) == 0 {
		t.Errorf("%d worlds bounded, %d that stay within, %d that leave", bounded, free, left)
	}
}

// literalHeld counts, for each attribute, the blocks whose objects hold k judgments.
func literalHeld(r *Result) []int {
	held := make([]int, len(r.Attributes))
	for a := range held {
		if held[a] = r.Attributes[a].Most; r.Attributes[a].Assumed > 0 {
			held[a] = model.MostRepeats
			continue
		}
		for k := held[a]; k > 0; k-- {
			blocks, any := 0, 0
			for _, b := range r.known.blocks.Block {
				if b != nil && b.Attr[a].Most >= k {
					blocks++
				}
				if b != nil && b.Attr[a].Objects > 0 {
					any++
				}
			}
			if any < LeastSeen {
				break
			}
			if blocks >= LeastSeen {
				held[a] = k
				break
			}
		}
	}
	return held
}

// TestWithinCellsTold: a choice that stays within the cells unasked says so, and how to go on; one
// that leaves them says what staying would give.
func TestWithinCellsTold(t *testing.T) {
	told := func(noise float64) string {
		rng := rand.New(rand.NewPCG(1, 2))
		b := new(model.Builder)
		label := b.AddLabel("y")
		for i := range 300 {
			o, y := b.Object(fmt.Sprint(i)), rng.NormFloat64()
			b.SetLabel(label, o, y)
			for range 2 {
				b.Add(o, b.Attribute("tells"), model.NoRater, y+noise*rng.NormFloat64())
			}
		}
		r := solve(t, b.Build(), Request{})
		p := &Pick{Result: r, Selection: r.At(selection.Full, model.Units(20))}
		var all []string
		for _, f := range append(p.Warnings(), r.Warnings...) {
			all = append(all, string(f.Code), f.Message)
		}
		return strings.Join(all, "\n")
	}
	for _, want := range []struct {
		noise       float64
		has, hasNot string
	}{
		{.2, "within-cells", "beyond-cells"},
		{2, "beyond-cells\nthe choice wants 20 judgments of tells, and no cell of the pilot holds more than 2: their agreement is extrapolated; within your data R² is .37 at a price of 2, projected", "within-cells"},
	} {
		if got := told(want.noise); !strings.Contains(got, want.has) || strings.Contains(got, want.hasNot) {
			t.Errorf("noise %g: %s", want.noise, got)
		}
	}
}
