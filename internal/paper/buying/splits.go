package buying

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/internal/paper/page"
	"fms-tui/model"
)

// sets are the data sets that are split.
func sets() []string { return []string{"hanna_human", "hanna_llm", "newsroom", "argq_novice"} }

// leastTested is the number of objects left out that must hold the judgments of a
// choice for its loss on them to count.
const leastTested = 30

// outcome is one choice in one split: what was promised of it, and what the
// objects left out show.
type outcome struct {
	honest, shown       core.Estimate
	projected, variance float64
}

// coversPromise tells whether two standard errors of the honest loss reach the
// loss shown; coversBoth counts the error of that in, too.
func (o *outcome) coversPromise() bool {
	return math.Abs(o.honest.Loss-o.shown.Loss) <= 2*o.honest.SE
}

func (o *outcome) coversBoth() bool {
	return math.Abs(o.honest.Loss-o.shown.Loss) <= 2*math.Hypot(o.honest.SE, o.shown.SE)
}

// splitsTable holds honest losses against objects that were left out, set by set.
func splitsTable(ctx context.Context, l lab) (string, error) {
	var b strings.Builder
	b.WriteString("| data | algorithm | design | objects | choices | projected R² | honest R² | shown R² | honest ± 2 se covers | with the error of what is shown |\n|---|---|---|--:|--:|--:|--:|--:|--:|--:|\n")
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
		all := make(map[selection.Algorithm][]outcome)
		words := ""
		for s := range l.splits {
			learn, rest := page.Halves(ds, rand.New(rand.NewPCG(l.Seed, uint64(s))))
			design, outcomes, err := measure(ctx, learn, rest)
			if err != nil {
				return "", fmt.Errorf("%s: %w", name, err)
			}
			words = design
			for a, list := range outcomes {
				all[a] = append(all[a], list...)
			}
		}
		for _, a := range selection.Algorithms() {
			fmt.Fprintf(&b, "| %s | %s | %s | %d | %s |\n", name, a, words, len(ds.Objects), summary(all[a]))
		}
	}
	if !any {
		return "", nil
	}
	return b.String(), nil
}

// summary is what the choices of a data set come to.
func summary(all []outcome) string {
	var projected, honest, shown, promise, both float64
	n := float64(len(all))
	for _, o := range all {
		projected += (1 - o.projected/o.variance) / n
		honest += (1 - o.honest.Loss/o.variance) / n
		shown += (1 - o.shown.Loss/o.variance) / n
		if o.coversPromise() {
			promise += 1 / n
		}
		if o.coversBoth() {
			both += 1 / n
		}
	}
	return fmt.Sprintf("%d | %.2f | %.2f | %.2f | %.0f %% | %.0f %%", len(all), projected, honest, shown, 100*promise, 100*both)
}

// budgets are the budgets of choices, in units of the cheapest judgment.
func budgets() []int { return []int{1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64} }

// measure learns from some objects, and applies what both algorithms choose to the
// rest.
func measure(ctx context.Context, learn, rest *model.Dataset) (design string, all map[selection.Algorithm][]outcome, err error) {
	r, err := core.NewStudy(learn).Solve(ctx, core.Request{})
	if err != nil {
		return "", nil, err
	}
	h, err := r.Honest(ctx, 0, selection.Algorithms()...)
	if err != nil {
		return "", nil, err
	}
	all = make(map[selection.Algorithm][]outcome)
	for _, a := range selection.Algorithms() {
		for _, n := range budgets() {
			budget := r.Step * model.Amount(n)
			p := core.Pick{Answer: core.Answer{Result: r, Honest: h}, Selection: r.At(a, budget)}
			shown, tested := p.On(rest)
			if tested >= leastTested {
				all[a] = append(all[a], outcome{h.At(a, budget), shown, p.Selection.Loss, r.LabelVar})
			}
		}
	}
	return r.Design.Words(), all, nil
}
