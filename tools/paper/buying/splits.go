package buying

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tools/paper/page"
)

// sets are the data sets that are split.
func sets() []string { return []string{"hanna_human", "hanna_llm", "newsroom", "argq_novice"} }

// leastTested is the number of objects left out that must hold the judgments of a
// choice for its loss on them to count.
const leastTested = 30

// pilots are the sizes of pilots in objects; a half is the largest.
func pilots() []int { return []int{80, 150, math.MaxInt} }

// outcome is one choice in one split: what was promised of it, and what the
// objects left out show.
type outcome struct {
	honest, shown       core.Estimate
	projected, variance float64
}

// covers tells whether two standard errors of the honest loss and of the loss shown reach
// from one to the other.
func (o *outcome) covers() bool { return math.Abs(o.z()) <= 2 }

// z is the honest loss less the loss shown, in standard errors of that difference.
func (o *outcome) z() float64 {
	return (o.honest.Loss - o.shown.Loss) / math.Hypot(o.honest.SE, o.shown.SE)
}

// splitsTable holds honest losses against objects that were left out, by set and size of
// the pilot.
func splitsTable(ctx context.Context, l lab) (string, error) {
	var b strings.Builder
	b.WriteString("| data | pilot | design | choices | projected R² | honest R² | shown R² | ± 2 se covers | sd of z | recommended less best |\n|---|--:|---|--:|--:|--:|--:|--:|--:|--:|\n")
	any := false
	for _, name := range sets() {
		ds, err := l.Open(ctx, name)
		if err != nil {
			return "", err
		}
		if ds == nil {
			continue
		}
		any = true
		for _, m := range pilots() {
			if m != math.MaxInt && 2*m > len(ds.Objects)+1 {
				continue
			}
			var all []outcome
			words, off, told, objects := "", 0.0, 0, 0
			for s := range l.splits {
				learn, rest := page.Pilot(ds, m, rand.New(rand.NewPCG(l.Seed, uint64(s))))
				objects = len(learn.Objects)
				split, err := measure(ctx, learn, rest)
				if err != nil {
					return "", fmt.Errorf("%s: %w", name, err)
				}
				words = split.design
				if !math.IsNaN(split.off) {
					off, told = off+split.off, told+1
				}
				all = append(all, split.outcomes...)
			}
			fmt.Fprintf(&b, "| %s | %d | %s | %s | %.3f (%d) |\n", name, objects, words, summary(all), off/float64(told), told)
		}
	}
	if !any {
		return "", nil
	}
	return b.String(), nil
}

// summary is what the choices of a data set come to.
func summary(all []outcome) string {
	var projected, honest, shown, covers, zz float64
	n := float64(len(all))
	for _, o := range all {
		projected += (1 - o.projected/o.variance) / n
		honest += (1 - o.honest.Loss/o.variance) / n
		shown += (1 - o.shown.Loss/o.variance) / n
		zz += o.z() * o.z() / n
		if o.covers() {
			covers += 1 / n
		}
	}
	return fmt.Sprintf("%d | %.2f | %.2f | %.2f | %.0f %% | %.2f", len(all), projected, honest, shown, 100*covers, math.Sqrt(zz))
}

// budgets are the budgets of choices, in units of the cheapest judgment.
func budgets() []int { return []int{0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64} }

// split is what one pilot leads to.
type split struct {
	design   string
	outcomes []outcome // by budget, where enough objects are left to show it
	// off is the loss shown at the recommended budget less the lowest, in Var(y): what the
	// recommendation costs.
	// NaN where too few objects hold its judgments.
	off float64
}

// measure learns from some objects, and applies what Full chooses to the rest.
func measure(ctx context.Context, learn, rest *model.Dataset) (out split, err error) {
	r, err := core.NewStudy(learn).Solve(ctx, core.Request{})
	if err != nil {
		return out, err
	}
	h, err := r.Honest(ctx, 0, selection.Full)
	if err != nil {
		return out, err
	}
	out.design = r.Design.Words()
	recommended, _ := h.Recommended(selection.Full)
	at, best := math.NaN(), math.Inf(1)
	for _, n := range append(budgets(), int(recommended/r.Step)) {
		budget := r.Step * model.Amount(n)
		p := core.Pick{Result: r, Honest: h, Selection: r.At(selection.Full, budget)}
		if err := p.See(ctx); err != nil {
			return out, err
		}
		shown, tested := p.On(rest)
		if tested < leastTested {
			continue
		}
		if nearly := len(rest.Objects) * 9 / 10; tested >= nearly { // others are shown by other objects
			best = min(best, shown.Loss)
			if budget == recommended {
				at = shown.Loss
			}
		}
		out.outcomes = append(out.outcomes, outcome{p.Estimate(), shown, p.Projected(), r.LabelVar})
	}
	out.off = (at - best) / r.LabelVar
	return out, nil
}
