package results

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"fms-tui/core"
	"fms-tui/core/experiment"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tools/paper/page"
)

// attributes is Table 1, and what figures 1 and 2 draw.
func attributes(ctx context.Context, l *lab) (string, error) {
	var all [2][2]*core.Result // judgments, label
	for i, data := range []string{"bodies", "bodies-full"} {
		for k, label := range []string{"height", "weight"} {
			study, err := l.open(ctx, data)
			if err != nil {
				return "", err
			}
			t := trial{data: data, label: label}
			if all[i][k], err = study.Solve(ctx, core.Request{Settings: t.settings()}); err != nil {
				return "", err
			}
		}
	}
	var out page.Markdown
	out.Head("attribute", "v/σ², 2 judgments", "v/σ², 30", "b/σ height, 2", "30", "b/σ weight, 2", "30")
	for a := range all[0][0].Attributes {
		row := []string{all[0][0].Attributes[a].Name}
		for i := range 2 {
			row = append(row, figure.Fixed(all[i][0].Attributes[a].NoiseRatio(), 2))
		}
		for k := range 2 {
			for i := range 2 {
				decimals := 2 - k
				row = append(row, figure.Fixed(all[i][k].Attributes[a].NormalizedCorrelation(), decimals))
			}
		}
		out.Row(row...)
	}
	return out.String(), nil
}

// predictors is Table 2: what Full chooses from all objects with 2 judgments a
// cell.
func predictors(ctx context.Context, l *lab) (string, error) {
	var out page.Markdown
	for _, label := range []string{"height", "weight"} {
		study, err := l.open(ctx, "bodies")
		if err != nil {
			return "", err
		}
		t := trial{data: "bodies", label: label}
		r, err := study.Solve(ctx, core.Request{Settings: t.settings()})
		if err != nil {
			return "", err
		}
		s := r.At(selection.Full, model.Units(predictorBudget))
		w, intercept := r.Weights(&s)
		fmt.Fprintf(&out, "%s, budget %d\n\n", label, predictorBudget)
		out.Head("attribute", "reps", "coefficient")
		for a, n := range s.Repeats {
			if n > 0 {
				out.Row(r.Attributes[a].Name, strconv.Itoa(n), figure.Significant(w[a], 3))
			}
		}
		out.Row("(intercept)", "", figure.Significant(intercept, 4))
		out.WriteString("\n")
	}
	return out.String(), nil
}

const predictorBudget = 20

// realSet is a real data set with budgets that suit it.
type realSet struct {
	data, label string
	held        int // judgments of most cells: no more are bought, for there are no others to test with; 0 for any number
	budgets     []int
}

var realSets = []realSet{
	{"hanna_llm", "human_mean", 4, []int{4, 8, 16, 32, 64, 120}},
	{"hanna_human", "llm_mean", 3, []int{2, 4, 6, 12, 18}},
	{"newsroom", "informativeness", 3, []int{2, 4, 6, 9}},
	{"argq_novice", "heldout_quality", 3, []int{4, 8, 16, 32}},
}

// realFigures are the protocol on real data.
func realFigures(ctx context.Context, l *lab) (string, error) {
	var out page.Markdown
	for _, s := range realSets {
		r, e, err := l.run(ctx, &trial{data: s.data, label: s.label, folds: core.NoFolds, algorithms: selection.AllAlgorithms(), budgets: s.budgets, held: s.held})
		if e == nil || err != nil {
			return "", err
		}
		fmt.Fprintf(&out, "**%s**, %s: %d objects to learn from, %d to test on, %d attributes; Var = %s.\n\n",
			s.data, s.label, e.Designs[0].Objects, e.Test, len(r.Attributes), figure.Loss(r.LabelVar))
		head := []string{"budget"}
		for _, a := range e.Algorithms {
			head = append(head, string(a))
		}
		out.Head(append(head, "full, no refit", "drawn again, up to")...)
		for b, budget := range e.Budgets {
			row, again := []string{budget.String()}, 0.0
			for a := range e.Algorithms {
				row = append(row, cell(e, arm(a, b)))
				if t := e.At(arm(a, b)); t.Refused == nil {
					again = max(again, t.Again)
				}
			}
			full := e.At(arm(0, b))
			out.Row(append(row, estimate(full.Projected), figure.Percent(again))...)
		}
		out.WriteString("\n" + claims(e) + "\n")
	}
	return out.String(), nil
}

// added is the effect of what fms-tui adds, on the same splits.
func added(ctx context.Context, l *lab) (string, error) {
	var out page.Markdown
	for _, s := range []realSet{
		{"bodies-full", "height", 0, []int{8, 20, 60}},
		{"bodies-full few", "height", 0, []int{8, 20, 60}},
		{"hanna_llm", "human_mean", 4, []int{8, 32}},
		{"hanna_llm few", "human_mean", 4, []int{8, 32}},
		{"hanna_human", "llm_mean", 3, []int{6, 18}},
		{"newsroom", "informativeness", 3, []int{3, 9}},
		{"argq_novice", "heldout_quality", 3, []int{8, 32}},
	} {
		done, err := l.compare(ctx, s, &out)
		if !done || err != nil {
			return "", err
		}
	}
	return out.String(), nil
}

// few is the number of training objects of data called few.
const few = " few"

// compare writes the table of one data set, and reports whether the data exist.
func (l *lab) compare(ctx context.Context, s realSet, out *page.Markdown) (bool, error) {
	base := trial{data: s.data, label: s.label, budgets: s.budgets, held: s.held, algorithms: []selection.Algorithm{"full"}}
	if name, cut := strings.CutSuffix(s.data, few); cut {
		base.data, base.train = name, fewObjects
	}
	variants := []struct {
		name   string
		change func(*trial)
	}{
		{"full, as in the paper", func(*trial) {}},
		{"raters told apart", func(t *trial) { t.raters = model.RatersAware }},
		{"and exchange", func(t *trial) { t.raters = model.RatersAware; t.algorithms = []selection.Algorithm{"exchange"} }},
		{"full, and ridge auto", func(t *trial) { t.raters = model.RatersAware; t.autoRidge = true }},
		{"full, and shrink auto", func(t *trial) { t.raters = model.RatersAware; t.shrink = model.ShrinkAuto }},
	}
	paper := base
	r, first, err := l.run(ctx, &paper)
	if first == nil || err != nil {
		return false, err
	}
	fmt.Fprintf(out, "**%s**, %s: %d objects to learn from, %d to test on; Var = %s.\n\n",
		base.data, s.label, first.Designs[0].Objects, first.Test, figure.Loss(r.LabelVar))
	out.Head("budget", "", "projected", "honest", "no refit", "less the paper's", "refit", "less the paper's")
	tests := make([]*experiment.TestErrors, len(variants))
	for i, v := range variants {
		t := base
		v.change(&t)
		e := first
		if i > 0 {
			if _, e, err = l.run(ctx, &t); err != nil {
				return false, err
			}
		}
		tests[i] = e
	}
	for b, budget := range first.Budgets {
		for i, e := range tests {
			at := e.At(arm(0, b))
			refit, projected := e.Beside(arm(0, b), first, arm(0, b))
			row := []string{budget.String(), variants[i].name, figure.Loss(at.Promised), figure.Loss(at.Honest), estimate(at.Projected), marked(projected, e.Done), estimate(at.Refit), marked(refit, e.Done)}
			if i == 0 {
				row[5], row[7] = "", ""
			}
			out.Row(row...)
		}
	}
	out.WriteString("\n")
	return true, nil
}

// marked is a difference, marked where it is clear.
func marked(e core.Estimate, splits int) string {
	if math.IsNaN(e.Loss) {
		return "none"
	}
	text := estimate(e)
	switch e.Verdict(splits) {
	case "better":
		text += " ↓"
	case "worse":
		text += " ↑"
	}
	return text
}

// arm is an algorithm at a budget of the only design.
func arm(algorithm, budget int) experiment.Arm {
	return experiment.Arm{Algorithm: algorithm, Budget: budget}
}
