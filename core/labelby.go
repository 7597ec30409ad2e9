package core

import (
	"context"
	"fmt"
	"math"
	"slices"

	"fms-tui/core/selection"
	"fms-tui/model"
)

// Who gave the label? If people judged the attributes and the label without ids, their
// errors go together: the judgments predict what these people say, and others' labels
// less. Nothing in the moments tells errors of the label from what the label is; but the
// paper's b then counts errors as signal. Its projected loss
//
//	Var(y) - bᵀ(Σ + V/R)⁻¹b
//
// falls below 0 as judgments are added, because b holds a covariance of errors that Σ, of
// different raters, does not. With labels by others this takes a b that is noise.
const (
	impossibleR2 = 1.05 // projected R² from which b holds more than signal
	predictiveR2 = .3   // honest R² from which b is no mere noise
	leastGap     = .2   // between both: a label without noise has R² near 1, by chance above
)

// signBudgets are the judgments at which the paper's b is looked at: one budget may miss
// what another shows.
var signBudgets = []int{20, 50, 100, 200}

// labelSign is a sign that the raters of the judgments gave the label, in words for the
// user; "" for none.
func (h *Honest) labelSign(ctx context.Context) (string, error) {
	r := h.result
	if r.Settings.LabelGivenBy() != model.LabelByUnknown || r.Several() || r.Step == 0 || r.Objects < FewObjects {
		return "", nil
	}
	if slices.ContainsFunc(r.Data().Warnings, func(w model.Finding) bool { return w.Code == model.CodeCircularLabel }) {
		return "it was made from judgments of raters who judged the attributes, too", nil
	}
	if name := r.labelMean(); name != "" {
		return "it is the mean of the judgments of " + name, nil
	}
	if h.Why != "" || h.runs[selection.Full] == nil {
		return "", nil
	}
	_, least := h.Lowest(selection.Full)
	honestR2 := 1 - least.Loss/r.LabelVar
	if !(honestR2 > predictiveR2) {
		return "", nil
	}
	terms := r.terms()
	terms.Shrink, terms.Limits = false, r.askedLimits()
	terms.Limits.Ridge = 0
	budgets := make([]model.Amount, len(signBudgets))
	for i, n := range signBudgets {
		budgets[i] = max(model.Amount(n)*r.Step, r.Required)
	}
	curve, err := selection.Choose(ctx, terms.Problem(r.learned), selection.Full, budgets)
	if err != nil {
		return "", err
	}
	for i, c := range curve.Choices {
		if r2 := 1 - c.Loss/r.LabelVar; r2 > max(impossibleR2, honestR2+leastGap) {
			return fmt.Sprintf("by the paper's b, %d judgments would explain %.2f of its variance: errors of the label are counted as signal", signBudgets[i], r2), nil
		}
	}
	return "", nil
}

// labelMean names an attribute whose judgments of each object have the label as their
// mean, "" for none.
func (r *Result) labelMean() string {
	if _, ok := r.study.source.(judgments); !ok {
		return ""
	}
	ds, label := r.Data(), r.known.label
	names, class := label.TwoClasses()
	if class && names != [2]string{} {
		return ""
	}
	near := math.Sqrt(r.LabelVar) / 1000 // labels are rounded
	off, sum, n := make([]int, len(ds.Attributes)), make([]float64, len(ds.Attributes)), make([]int, len(ds.Attributes))
	objects := make([]int, len(ds.Attributes))
	for i, y := range label.Values {
		if math.IsNaN(y) {
			continue
		}
		clear(sum)
		clear(n)
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			sum[ds.Attr[j]] += ds.Value[j]
			n[ds.Attr[j]]++
		}
		for a := range sum {
			if n[a] > 0 {
				objects[a]++
				if math.Abs(sum[a]/float64(n[a])-y) > near {
					off[a]++
				}
			}
		}
	}
	for a, name := range ds.Attributes {
		if objects[a] >= FewObjects && off[a] == 0 && r.Attributes[a].Most > 1 {
			return name
		}
	}
	return ""
}

// LabelRaters says in a sentence, without its end, what the figures are worth where the
// raters of the judgments give the label: by a sign, or as the user says; "" otherwise.
func (h *Honest) LabelRaters() string {
	switch {
	case h == nil:
		return ""
	case h.sign != "":
		return "The label seems to come from the same raters: for others expect less"
	case h.result.Settings.LabelGivenBy() == model.LabelBySame:
		return "All this is for objects that the same raters label, too"
	}
	return ""
}

// labelWarning is the finding about a sign.
func (h *Honest) labelWarning() []model.Finding {
	if h.sign == "" {
		return nil
	}
	return []model.Finding{{
		Code:    model.CodeLabelRaters,
		Message: fmt.Sprintf("the label %s seems to come from the same raters: for others expect less (%s)", h.result.Label, h.sign),
		Remedies: []model.Remedy{
			model.Choose(model.OptionLabelBy, string(model.LabelBySame), "if the same raters label new objects too"),
			model.Choose(model.OptionLabelBy, string(model.LabelByOthers), "if others gave it"),
		},
	}}
}
