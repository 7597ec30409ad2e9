package core

import (
	"context"
	"fmt"

	"fms-tui/core/internal/overflow"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Unshrunk compares a choice by what the pilot can vouch for of the label
// covariance with what the same algorithm chooses by the paper's b.
type Unshrunk struct {
	Algorithm selection.Algorithm
	Budget    model.Amount
	Honest    Estimate // of the paper's b, as it was estimated, squared label units
	// Less is that less the honest loss of the Result, with the paired standard
	// error: below 0 the paper's b is better.
	Less Estimate

	blocks int // of objects, that standard errors come from
}

// Better tells whether the paper's b is better by more than one standard error. Its
// b is closer to the judgments, and wins where Σ is off: of judgments that were
// selected or balanced no external values explain the covariance with the label.
func (u *Unshrunk) Better() bool { return u.Less.Beyond(u.blocks, 1, 0) == "better" }

// warning proposes the paper's b, nil where it is no better.
func (u *Unshrunk) warning(labelVar float64) []model.Finding {
	if u == nil || !u.Better() {
		return nil
	}
	return []model.Finding{{
		Code: model.CodeShrinkNone,
		Message: fmt.Sprintf("the paper's b has a lower honest loss here: at a budget of %s, R² %.2f against %.2f",
			u.Budget, 1-u.Honest.Loss/labelVar, 1-(u.Honest.Loss-u.Less.Loss)/labelVar),
		Remedies: []model.Remedy{model.Choose(model.OptionShrink, string(model.ShrinkNone), "takes it")},
	}}
}

// Unshrunk cross-validates what an algorithm chooses at a budget by the paper's b;
// nil where that is what was done, or there is no honest loss. Errors are the
// context's.
func (h *Honest) Unshrunk(ctx context.Context, a selection.Algorithm, budget model.Amount) (_ *Unshrunk, err error) {
	defer overflow.Catch(&err)
	return h.lowestUnshrunk(ctx, a, []model.Amount{budget})
}

// lowestUnshrunk is Unshrunk at the budget with the lowest possible honest loss of the
// paper's b. The budgets rise and are on the Result's curve, or are a single budget.
func (h *Honest) lowestUnshrunk(ctx context.Context, a selection.Algorithm, budgets []model.Amount) (*Unshrunk, error) {
	o := h.runs[a]
	if h.Why != "" || o == nil || !h.result.Shrinks() {
		return nil, nil
	}
	terms := h.terms
	terms.Shrink = false
	run, err := h.parts.Run(ctx, terms, a, budgets)
	if err != nil {
		return nil, err
	}
	losses, err := run.Along(ctx, budgets)
	if err != nil {
		return nil, err
	}
	var best *Unshrunk
	for i, b := range budgets {
		e := h.parts.Estimate(losses[i])
		if best == nil || e.Loss >= 0 && e.Loss < best.Honest.Loss {
			best = &Unshrunk{Algorithm: a, Budget: b, Honest: e, Less: h.parts.Difference(losses[i], o.loss(b)), blocks: h.parts.Blocks()}
		}
	}
	return best, nil
}

// fewBudgets is at how many budgets the paper's b is looked at for a finding.
const fewBudgets = 8

// Warnings says that the raters of the judgments seem to give the label, and proposes the paper's b if the honest loss favours it for Full, at the best
// of a few budgets of the usual range, or of the requested budgets.
func (h *Honest) Warnings() []model.Finding {
	return append(h.labelWarning(), h.unshrunk.warning(h.result.LabelVar)...)
}
