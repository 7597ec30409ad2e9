package core

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fms-tui/core/internal/diagnosis"
	"fms-tui/core/internal/moments"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
)

const (
	// FewObjects is the number of objects below which a finding says that objects are few.
	FewObjects = diagnosis.FewObjects
	// fewRatersShare is Σ_w f_w² above which judgments cannot tell the raters'
	// severity from the attribute's mean (docs/research/method.md section 11). The sum over
	// twenty raters with equal work is 0.05 but for rounding, hence the margin.
	fewRatersShare = 0.05 * (1 + 1e-9)
)

// findingsOf collects what the user should know about a Result, most general first.
func findingsOf(r *Result) []model.Finding {
	blocks := r.known.blocks
	var ws diagnosis.Findings
	switch {
	case r.Step == 0 && slices.ContainsFunc(r.Attributes, func(a Attribute) bool { return a.Usable() }):
		ws.Add(model.CodeNoCandidate, "", "every attribute that could be selected is excluded")
	case r.Step == 0:
		ws.Add(model.CodeNoCandidate, "", "no attribute can be chosen: each needs judgments of objects with the label, and values that differ")
	}
	if r.Objects < FewObjects {
		ws.Add(model.CodeFewObjects, "", "only %d objects have the label %s and judgments: look at reliabilities, and do not trust a selection from so few", r.Objects, r.Label)
	}
	if blocks.Ignored > 0 {
		ws.Add(model.CodeRepeatedRater, "", "%d judgments were left out because their rater had already judged the same attribute of the same object", blocks.Ignored).
			Remedies = []model.Choice{model.Choose(model.OptionRaters, model.RatersPaper, "counts them")}
	}
	if r.Settings.AutoRidge && r.Shrinks() {
		ws.Add(model.CodeRidgeNotNeeded, "", "no ridge is needed: the weights are shrunk already").
			Remedies = []model.Choice{model.Choose(model.OptionShrink, model.ShrinkNone, "goes with an automatic ridge")}
	}
	warnNoise(r, &ws)
	r.warnClasses(&ws)
	warnRaters(r, &ws)
	warnFigures(r, &ws)
	for a := range r.Attributes {
		at := &r.Attributes[a]
		if at.Name == r.Label && at.Selectable() {
			ws.Add(model.CodeNamedLikeLabel, at.Name, "the attribute %s has the name of the label: if it is the label itself, exclude it", at.Name)
		}
		switch at.Status {
		case moments.NoJudgments:
			ws.Add(model.CodeNoJudgments, at.Name, "%s has no judgment of an object with the label %s and cannot be selected", at.Name, r.Label)
		case moments.ConstantMean:
			ws.Add(model.CodeConstantAttribute, at.Name, "%s has the same mean judgment for every object, or nearly, and cannot be selected", at.Name)
		case moments.TooLarge: // squares leave the range
			ws.Add(model.CodeValuesTooLarge, at.Name, "%s has values too large to compute with: divide them by a constant", at.Name)
		}
	}
	return ws
}

func warnNoise(r *Result, ws *diagnosis.Findings) {
	if names := r.Attributes.Named(func(a int) bool { return r.Attributes[a].Once && r.Attributes[a].Usable() }); names != "" {
		why, ignored := "no object has a second judgment", r.known.blocks.Ignored > 0
		if ignored {
			why = "no object has a judgment by a second rater"
		}
		w := ws.Add(model.CodeAskedOnce, "", "%s: %s (%s)", AskedOnce, names, why)
		if ignored {
			w.Remedies = []model.Choice{model.Choose(model.OptionRaters, model.RatersPaper, "counts what one rater judged twice as two judgments")}
		}
	}
	if names := r.Attributes.Assumed(nil); names != "" {
		w := ws.Add(model.CodeAssumedReliability, "", "assumed, not measured: reliability %s", names)
		for a := range r.Attributes {
			if own := r.known.blocks.Measured(r.known.sums, a); r.Attributes[a].Assumed > 0 && !math.IsNaN(own) {
				w.Message += fmt.Sprintf("; the judgments of %s show %s", r.Attributes[a].Name, figure.Share(own))
			}
		}
	}
}

func warnRaters(r *Result, ws *diagnosis.Findings) {
	blocks, all := r.known.blocks, r.known.all
	if d := r.Data(); blocks.Severity != nil && (len(d.Raters) == 0 || d.NamedRaters() > 0) { // a row or a call is never met again
		var share float64
		for a, s := range blocks.Severity.Share {
			if r.Attributes[a].Status == moments.Usable {
				share = max(share, s)
			}
		}
		if share > fewRatersShare {
			ws.Add(model.CodeFewRaters, "", "the work on some attributes is shared by about as few as %.0f raters: their severity cannot be separated from the attribute's mean", 1/share)
		}
	}
	if pairs := all.Borrowed; len(pairs) > 0 {
		ws.Add(model.CodeSameRaters, "", "%s never judged by different raters on one object; their covariance may contain errors that one rater repeats", r.Attributes.Listed(pairs, "was", "were"))
	}
	if pairs := all.Unsupported; len(pairs) > 0 {
		ws.Add(model.CodeUnsupportedPairs, "", "%s no object in common; their covariance is taken as 0", r.Attributes.Listed(pairs, "has", "have"))
	}
}

func warnFigures(r *Result, ws *diagnosis.Findings) {
	disagree := r.Attributes.Named(func(a int) bool { return r.Attributes[a].Disagrees() })
	if p := refutedBy(r); p != nil {
		ws.Add(model.CodeShrinkNotTaken, "", "%s correlates with the noise of the judgments, not only with the objects (%.1f, by chance at most %.1f). Does it come from the same raters? The label covariances stay as estimated, and no more judgments are chosen than a cell holds",
			r.Label, p.Misfit, p.MostMisfit)
	}
	if disagree != "" && r.Settings.Shrink != model.ShrinkNone && !r.Shrinks() {
		ws.Add(model.CodeShrinkNotTaken, "", "label covariances stay as estimated, not shrunk: the raters of %s disagree in a way the model does not know, and figures are less sure", disagree)
	}
	if disagree != "" {
		ws.Add(model.CodeRatersDisagree, "", "raters of %s disagree more than independent raters can: were judgments selected, balanced or shuffled? No more judgments are chosen than a cell holds", disagree)
	}
	if unsure := r.projected.Unsure; unsure != nil {
		shown := "hardly vary between judgments"
		if r.Attributes.Named(func(a int) bool { return unsure[a] > 0 && r.Attributes[a].Once }) != "" {
			shown = "show no noise"
		}
		ws.Add(model.CodeNoiseFreeGaps, "", "%s %s, and cells are missing: their values come from different objects, and count as uncertain by %.2g of its variance",
			r.Attributes.Named(func(a int) bool { return unsure[a] > 0 }), shown, slices.Max(unsure))
	}
	if object, share := dominant(r); share > dominantShare {
		ws.Add(model.CodeDominantObject, "", "the object %s alone makes up %.0f %% of the variance of %s: look whether its label is right", object, 100*share, r.Label)
	}
}

const dominantShare = .2

// dominant returns the object with the largest share of the label's sum of
// squares. Moments do not say, and a few objects have large shares by nature.
func dominant(r *Result) (object string, share float64) {
	if !r.study.judged() || r.Objects < FewObjects || r.Several() {
		return "", 0
	}
	cells := r.known.cells()
	for i, y := range r.known.label.Values {
		if dev := y - r.LabelMean; cells.Counts(i) && dev*dev/(r.LabelVar*float64(r.Objects)) > share {
			object, share = r.Data().Objects[i], dev*dev/(r.LabelVar*float64(r.Objects))
		}
	}
	return object, share
}

// Who gave the label? If people judged the attributes and the label without ids, their
// errors go together: the judgments predict what these people say, and others' labels
// less. Nothing in the moments tells errors of the label from what the label is; but the
// paper's b then counts errors as signal. Its projected loss
//
//	Var(y) - bᵀ(Σ + V/R)⁻¹b
//
// falls below 0 as judgments are added, because b holds a covariance of errors that Σ, of
// different raters, does not. With labels by others this takes a b that is noise: with M_S for
// Σ + V/R and N for what M is at the pilot's own judgments, the covariance of b̂ is N·Var(y)/m at
// most, of m objects, and the form is too high by tr(M⁻¹N)/m of Var(y). That is taken off, of all
// attributes: the choice takes those whose b̂ is too large.
const (
	impossibleR2 = 1.05  // projected R² from which b holds more than signal
	predictiveR2 = .3    // honest R² from which b is no mere noise
	computedR2   = .9995 // honest R² that no label reaches which the judgments are not a part of
	leastGap     = .2    // between both: a label without noise has R² near 1, by chance above
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
	if h.Why != "" || !h.Has(selection.Full) {
		return "", nil
	}
	_, least := h.Lowest(selection.Full)
	honestR2 := 1 - least.Loss/r.LabelVar
	if !(honestR2 > predictiveR2) {
		return "", nil
	}
	_, taken := h.TakenCurve(selection.Full)
	for _, e := range taken {
		if r2 := 1 - e.Loss/r.LabelVar; r2 > computedR2 {
			return fmt.Sprintf("judgments explain %.2f %% of its variance, as if it were computed from them", 100*r2), nil
		}
	}
	terms := r.terms()
	terms.Shrink, terms.Limits = false, askedLimits(r)
	terms.Limits.Ridge = 0
	budgets := make([]model.Amount, len(signBudgets))
	for i, n := range signBudgets {
		budgets[i] = max(model.Amount(n)*r.Step, r.Required)
	}
	p := terms.Problem(r.learned)
	curve, err := selection.NewCurve(ctx, p, selection.Full, budgets)
	if err != nil {
		return "", err
	}
	for i, c := range curve.Choices {
		r2 := 1 - c.Loss/r.LabelVar
		if r2 <= max(impossibleR2, honestR2+leastGap) {
			continue
		}
		if r2 -= noiseOfB(r.Attributes, p, c.Repeats(len(p.V))) / float64(r.Objects); r2 > max(impossibleR2, honestR2+leastGap) {
			return fmt.Sprintf("without shrinking, %d judgments would explain %.2f of its variance: errors of the label are counted as signal", signBudgets[i], r2), nil
		}
	}
	return "", nil
}

// noiseOfB is tr(M⁻¹N) of all candidates: M at the repeats, of one not chosen at one judgment, N at
// what a cell of the pilot holds on average. It is 0 where M has no inverse.
func noiseOfB(attributes []Attribute, p *selection.Problem, chosen []int) float64 {
	var s, held []int
	repeats := slices.Clone(chosen)
	for a := range repeats {
		if at := &attributes[a]; at.Selectable() && at.Objects > 0 {
			s, held, repeats[a] = append(s, a), append(held, max(1, at.Judgments/at.Objects)), max(1, repeats[a])
		}
	}
	if len(s) == 0 {
		return 0
	}
	m, n := mat.NewSymDense(len(s), nil), mat.NewSymDense(len(s), nil)
	for i, a := range s {
		for j, e := range s[:i+1] {
			m.SetSym(i, j, p.Covariance(a, repeats[a], e, repeats[e]))
			n.SetSym(i, j, p.Covariance(a, held[i], e, held[j]))
		}
	}
	var chol mat.Cholesky
	var x mat.Dense
	if !chol.Factorize(m) || chol.SolveTo(&x, n) != nil {
		return 0
	}
	return mat.Trace(&x)
}

// labelMean names an attribute whose judgments of each object have the label as their
// mean, "" for none.
func (r *Result) labelMean() string {
	if !r.study.judged() {
		return ""
	}
	ds, label := r.Data(), r.known.label
	if names, class := label.TwoClasses(); class && names != [2]string{} {
		return ""
	}
	near, d := math.Sqrt(r.LabelVar)/1000, len(ds.Attributes) // labels are rounded
	off, objects, sum, n := make([]int, d), make([]int, d), make([]float64, d), make([]int, d)
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

// Warnings says that the raters of the judgments seem to give the label.
func (h *Honest) Warnings() []model.Finding {
	if h.sign == "" {
		return nil
	}
	return []model.Finding{{
		Code:    model.CodeLabelRaters,
		Message: fmt.Sprintf("the label %s seems to come from the same raters: for others expect less (%s)", h.result.Label, h.sign),
		Remedies: []model.Choice{
			model.Choose(model.OptionLabelBy, string(model.LabelBySame), "if the same raters label new objects too"),
			model.Choose(model.OptionLabelBy, string(model.LabelByOthers), "if others gave it"),
		},
	}}
}
