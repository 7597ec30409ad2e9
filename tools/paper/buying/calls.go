package buying

import (
	"context"
	"fmt"
	"strings"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tools/simulate"
)

// callsTable compares ways to buy the same judgments: every criterion in a call of
// its own, all criteria of a judge in one call, and everything in one call, at
// prices that a call may have, with what the errors of one call share.
func callsTable(ctx context.Context, l lab) (string, error) {
	llm, err := l.Open(ctx, "hanna_llm")
	if err != nil {
		return "", err
	}
	if llm == nil {
		return "", nil
	}
	var b strings.Builder
	b.WriteString("| data | how | asked at B = 6 | honest R² ± se | at B = 12 | honest R² ± se | at B = 24 | honest R² ± se |\n|---|---|---|--:|---|--:|---|--:|\n")
	for _, row := range []struct {
		name, how string
		ds        *model.Dataset
		design    model.Design
	}{
		{"hanna_llm", "each criterion in a call of its own, price 1", llm, model.Design{Kind: model.DesignSingle}},
		{"hanna_llm", "a call for all criteria of a judge, price 1", llm, judges(llm, model.Unit)},
		{"hanna_llm", "a call for all criteria of a judge, price 2", llm, judges(llm, 2*model.Unit)},
		{"hanna_llm", "a call for all criteria of a judge, price 6", llm, judges(llm, 6*model.Unit)},
		{"bodies", "each attribute by another rater, price 1", simulate.Bodies(simulate.BodiesRepeats, simulate.BodiesSeed), model.Design{Kind: model.DesignSingle}},
		{"bodies", "one form, each answer 1", simulate.Bodies(simulate.BodiesRepeats, simulate.BodiesSeed), model.Design{Kind: model.DesignForm}},
		{"bodies", "one form of all 39 attributes, price 6", simulate.Bodies(simulate.BodiesRepeats, simulate.BodiesSeed), model.Design{Kind: model.DesignCall, Price: 6 * model.Unit}},
	} {
		cells, err := boughtAt(ctx, row.ds, row.design)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", row.name, row.how, cells)
	}
	return b.String(), nil
}

// judges is a sheet for each JUDGE of attributes called JUDGE.CRITERION.
func judges(ds *model.Dataset, price model.Amount) model.Design {
	d := model.Design{Kind: model.DesignSheets}
	seen := make(map[string]bool)
	for _, a := range ds.Attributes {
		judge, _, ok := strings.Cut(a, ".")
		if ok && !seen[judge] {
			seen[judge] = true
			d.Sheets = append(d.Sheets, model.Sheet{Name: judge, Attributes: []string{judge + ".*"}, Price: price})
		}
	}
	return d
}

// boughtAt says what Full buys at some budgets under a design, and what it is
// worth.
func boughtAt(ctx context.Context, ds *model.Dataset, design model.Design) (string, error) {
	r, err := core.NewStudy(ds).Solve(ctx, core.Request{Settings: model.Settings{Design: design}})
	if err != nil {
		return "", err
	}
	h, err := r.Honest(ctx, 0, selection.Full)
	if err != nil {
		return "", err
	}
	var cells []string
	for _, n := range []int{6, 12, 24} {
		s := r.At(selection.Full, model.Units(n))
		e := h.At(selection.Full, s.Budget)
		attributes, judgments, filled := 0, 0, 0
		for _, k := range s.Repeats {
			if k > 0 {
				attributes++
				judgments += k
			}
		}
		for i := range r.Design.Forms {
			filled += r.Design.Forms[i].Filled(s.Repeats)
		}
		what := fmt.Sprintf("%d judgments of %d attributes", judgments, attributes)
		if filled > 0 {
			what += fmt.Sprintf(", %d form", filled)
			if filled > 1 {
				what += "s"
			}
		}
		cells = append(cells, what, fmt.Sprintf("%.3f ± %.3f", s.R2At(e.Loss), e.SE/r.LabelVar))
	}
	return strings.Join(cells, " | "), nil
}
