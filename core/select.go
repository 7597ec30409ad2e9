package core

import (
	"context"
	"fmt"
	"math"
	"slices"

	"fms-tui/core/classes"
	"fms-tui/core/internal/diagnosis"
	"fms-tui/core/internal/heldout"
	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/overflow"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Selection is what an algorithm chooses at a budget.
type Selection struct {
	Algorithm selection.Algorithm
	Budget    model.Amount
	Spent     model.Amount // at most Budget
	Repeats   []int        // by attribute
	Loss      float64      // projected loss, squared label units; may be below 0
	Score     float64      // the Scoring objective of the repeats; NaN unless Scoring chose them
	choice    selection.Choice
	labelVar  float64
}

// RMSE is the typical error √loss in label units.
func (s *Selection) RMSE() float64 { return math.Sqrt(max(0, s.Loss)) }

// R2 is 1 - loss/Var(y). It exceeds 1 where the loss is below 0.
func (s *Selection) R2() float64 { return s.R2At(s.Loss) }

// R2At is the R² of another loss of the same label, such as the honest one.
func (s *Selection) R2At(loss float64) float64 { return 1 - loss/s.labelVar }

// Optimistic tells whether the projected loss is below 0, i.e. came from too
// few objects to be believed.
func (s *Selection) Optimistic() bool { return s.Loss < 0 }

func (s *Selection) support() (attributes []int) {
	for a, n := range s.Repeats {
		if n > 0 {
			attributes = append(attributes, a)
		}
	}
	return attributes
}

// At returns what an algorithm chooses at a budget, on or off the range.
// Unknown algorithms panic.
func (r *Result) At(a selection.Algorithm, budget model.Amount) Selection {
	curve := r.curves[a]
	if curve == nil {
		panic(fmt.Sprintf("core: unknown algorithm %q", string(a)))
	}
	c := curve.At(budget)
	s := Selection{
		Algorithm: a, Budget: budget, Spent: c.Spent, Repeats: c.Repeats(len(r.Attributes)),
		Loss: c.Loss, Score: math.NaN(), choice: c, labelVar: r.LabelVar,
	}
	if a == selection.Scoring {
		s.Score = c.Objective
	}
	return s
}

// Refused returns why an optional algorithm was not computed, or nil.
func (p *paths) Refused(a selection.Algorithm) error { return p.refused[a] }

// Has tells whether an algorithm was computed.
func (p *paths) Has(a selection.Algorithm) bool { return p.curves[a] != nil }

// Algorithms lists the computed algorithms in the order of the screen, single=NAME last.
func (p *paths) Algorithms() []selection.Algorithm {
	var list, rest []selection.Algorithm
	for _, a := range selection.AllAlgorithms() {
		if p.curves[a] != nil {
			list = append(list, a)
		}
	}
	for a := range p.curves {
		if !slices.Contains(list, a) {
			rest = append(rest, a)
		}
	}
	slices.Sort(rest)
	return append(list, rest...)
}

// Curve returns an algorithm's projected loss at rising budgets.
func (p *paths) Curve(a selection.Algorithm) (budgets []model.Amount, loss []float64) {
	c := p.curves[a]
	budgets = p.grids[a]
	loss = make([]float64, 0, len(budgets))
	for i, b := range c.Budgets {
		if n := len(loss); n < len(budgets) && budgets[n] == b {
			loss = append(loss, c.Choices[i].Loss)
		}
	}
	return budgets, loss
}

// Path returns the judgments of a selection in the order of buying, and the projected loss after
// each, in squared label units.
func (p *paths) Path(s *Selection) (steps []selection.Step, losses []float64) {
	steps = p.problem.Steps(&s.choice)
	return steps, p.problem.Losses(steps)
}

// Weights returns the predictor's weights by attribute, in label units per unit of the
// attribute and 0 outside the support, and its intercept (S&K Table 2): intercept = ȳ -
// Σ w[a] μ[a]. With several scores they belong to the first score.
func (r *Result) Weights(s *Selection) (w []float64, intercept float64) {
	all, intercepts := weightsByScore(r, s)
	return all[0], intercepts[0]
}

// panelOffsets returns, for a fixed panel, what each rater's judgments of the
// support are off: attribute → rater → offset. It is empty in other modes.
func panelOffsets(r *Result, support []int) map[string]map[string]float64 {
	offsets := make(map[string]map[string]float64)
	panel := r.known.blocks.Panel
	if panel == nil {
		return offsets
	}
	for _, a := range support {
		of := make(map[string]float64)
		for w, rater := range r.Data().Raters {
			if x := panel.Offset[w*len(r.Attributes)+a]; !math.IsNaN(x) {
				of[rater] = x
			}
		}
		offsets[r.Attributes[a].Name] = of
	}
	return offsets
}

// endsOf are the least and the greatest judgment on objects with a label, by attribute; both 0
// where there is none, or moments hold none.
func endsOf(ds *model.Dataset) (least, greatest []float64) {
	least, greatest = make([]float64, len(ds.Attributes)), make([]float64, len(ds.Attributes))
	judged := make([]bool, len(ds.Attributes))
	for o := range ds.Objects {
		if !slices.ContainsFunc(ds.Labels, func(l model.Label) bool { return !math.IsNaN(l.Values[o]) }) {
			continue
		}
		for j := ds.Start[o]; j < ds.Start[o+1]; j++ {
			a, x := ds.Attr[j], ds.Value[j]
			if !judged[a] {
				judged[a], least[a], greatest[a] = true, x, x
			}
			least[a], greatest[a] = min(least[a], x), max(greatest[a], x)
		}
	}
	return least, greatest
}

func (r *Result) Predictor(s *Selection) model.Predictor {
	p := Pick{Result: r, Selection: *s}
	return p.Predictor()
}

// Shrunk returns what choices, weights and losses take in place of attribute a's label
// covariance b (package posterior): b̃, in the units of b; τ, the variance of the prior of its slope,
// NaN with several scores; and b̃/b, NaN where b is 0. All are NaN where the paper's b is taken, and
// for attributes that cannot be selected.
func (r *Result) Shrunk(a int) (b, tau, share float64) {
	b, tau, share = math.NaN(), math.NaN(), math.NaN()
	at := &r.Attributes[a]
	if !r.Shrinks() || !at.Selectable() {
		return b, tau, share
	}
	if r.Several() {
		sum := 0.0
		for _, p := range r.posteriors {
			sum += square(p.B[a] * at.T)
		}
		b = math.Sqrt(sum)
	} else {
		b, tau = r.posteriors[0].B[a]*at.T, r.posteriors[0].Tau[a]
	}
	if at.B != 0 {
		share = b / at.B
	}
	return b, tau, share
}

// Pick is a selection and the Result that it is from.
type Pick struct {
	*Result
	Honest    *Honest // nil where none was asked for
	Selection Selection
	// These are nil before See, and where no honest loss was asked for. Where the refit is taken,
	// all that the pick says is of its weights.
	RidgeRefit *RidgeRefit
	Seen       *Seen
	Correction *classes.Correction
	By         *MetricBudget // what chose the budget by a metric of classes, nil for nothing
}

func (p *Pick) run() *heldout.Run {
	if p.Honest == nil {
		return nil
	}
	return p.Honest.Of(p.Selection.Algorithm)
}

func (p *Pick) refitted() bool { return p.RidgeRefit != nil && p.RidgeRefit.Taken }

// WeightsFrom says what the pick's weights are made from.
func (p *Pick) WeightsFrom() string {
	switch {
	case p.refitted():
		return model.WeightsRefit
	case p.Shrinks():
		return model.WeightsPosterior
	}
	return model.WeightsPaper
}

// Weights are the pick's, as [Result.Weights] has them.
func (p *Pick) Weights() (w []float64, intercept float64) {
	if p.refitted() {
		return p.RidgeRefit.W, p.RidgeRefit.Intercept
	}
	return p.Result.Weights(&p.Selection)
}

// Projected is the projected loss of the pick's weights.
func (p *Pick) Projected() float64 {
	if p.refitted() {
		return p.RidgeRefit.Projected
	}
	return p.Selection.Loss
}

// Predictor is the predictor of the pick, with its honest loss. It needs no further judgments.
// Created, Tool and the data's file are left for the caller, who has a clock and knows the files.
func (p *Pick) Predictor() model.Predictor {
	out := p.bare()
	out.Warnings = p.Warnings()
	if e := p.Estimate(); !math.IsNaN(e.Loss) {
		out.HonestLoss = &e.Loss
		if !math.IsNaN(e.SE) {
			out.HonestLossSE = &e.SE
		}
	}
	return out
}

// bare is the predictor without its honest loss and warnings.
func (p *Pick) bare() model.Predictor {
	r, s := p.Result, &p.Selection
	w, intercept := p.Weights()
	d, support, b := len(r.Attributes), s.support(), r.projected.B
	out := model.Predictor{
		Version: model.PredictorVersion, Kind: model.PredictorKind,
		Label: r.Label, Algorithm: string(s.Algorithm), Budget: s.Budget, Intercept: intercept, Weights: new(p.WeightsFrom()),
		Attributes: []model.PredictorAttribute{}, External: [][]float64{}, LabelVariance: r.LabelVar, ProjectedLoss: p.Projected(),
		Reading: model.ReadAs(r.Data().Reading.Choices), Ridge: r.Settings.Ridge, Shrink: model.ShrinkNone,
		Design: predictorDesign(r, support), Scores: p.predictorScores(),
	}
	if r.Shrinks() {
		out.Shrink = model.ShrinkAuto
	}
	k, _ := p.linesOf(p.Correction)
	if out.SetClasses(k); out.Scores != nil || out.Many != nil {
		out.Version = model.PredictorScoresVersion
	}
	out.Raters.Mode, out.Raters.Offsets, out.Data.Objects = r.Raters, panelOffsets(r, support), r.Objects
	least, greatest := r.study.ends()
	for _, a := range support {
		at := &r.Attributes[a]
		one := model.PredictorAttribute{
			Name: at.Name, Repeats: s.Repeats[a], Weight: w[a], Cost: at.Price, Mean: at.Mean, Least: least[a], Greatest: greatest[a],
			AskedOnce: at.Once, AssumedReliability: at.Assumed, InternalVariance: at.Internal(), LabelCovariance: at.B, Scale: at.T,
		}
		if b != nil { // as --psd left it
			one.LabelCovariance = b[a]
		}
		if b, _, _ := r.Shrunk(a); !math.IsNaN(b) {
			one.LabelCovariancePosterior = &b
		}
		out.Attributes = append(out.Attributes, one)
		var row []float64
		for _, c := range support {
			x := r.projected.Sigma[a*d+c]
			if c == a && r.projected.Unsure != nil {
				x += r.projected.Unsure[a] // M_S is made of it, whatever the repeats
			}
			row = append(row, x*at.T*r.Attributes[c].T)
		}
		out.External = append(out.External, row)
	}
	return out
}

// Less is the pick's honest loss minus the honest loss of another pick of the same
// data, label and folds, with the paired standard error.
func (p *Pick) Less(o *Pick) Estimate {
	l, from := p.loss(), o.loss()
	if l == nil || from == nil {
		return UnknownEstimate()
	}
	return heldout.PartsOf(p.Honest.Losses).Difference(l, from)
}

func (p *Pick) loss() honest.Loss {
	o := p.run()
	switch {
	case p.refitted():
		return p.RidgeRefit.Loss
	case o == nil:
		return nil
	}
	return o.At(p.Selection.Budget).Loss
}

// Estimate is the pick's honest loss, NaN where there is none.
func (p *Pick) Estimate() Estimate {
	switch {
	case p.Honest == nil:
		return UnknownEstimate()
	case p.refitted():
		return p.RidgeRefit.Honest
	}
	return p.Honest.At(p.Selection.Algorithm, p.Selection.Budget)
}

// See computes Seen, RidgeRefit and Correction of the pick. It reads all judgments twice. The only
// error is the context's.
func (p *Pick) See(ctx context.Context) (err error) {
	defer overflow.Catch(&err)
	if p.Honest == nil {
		return ctx.Err()
	}
	seen, err := p.Honest.Seen(ctx, p.Selection.Algorithm, p.Selection.Budget)
	if err != nil {
		return err
	}
	p.Seen, p.RidgeRefit = &seen, seen.Refit
	c, err := p.Classes(ctx, nil)
	if p.Correction = nil; c != nil {
		p.Correction = c.Correction
	}
	return err
}

// Refutation says in words that the pilot's own judgments contradict the honest
// loss: "refuted by your own data: honest R² .91, seen .19 on 1,056 objects". It
// is "" where they do not, where nothing is seen, and before See.
func (p *Pick) Refutation() string {
	if p.Seen == nil || !p.Seen.Refuted() {
		return ""
	}
	s, cut := &p.Selection, ""
	if p.Seen.Within != nil {
		cut = ", with repeats cut to half of its cells"
	}
	seen, honest := p.Seen.Contradiction(p.Estimate())
	return fmt.Sprintf("refuted by your own data%s: honest R² %s, seen %s on %s objects", cut,
		figure.Share(s.R2At(honest.Loss)), figure.Share(s.R2At(seen.Loss)), figure.Count(seen.Objects))
}

const sharedNoise = "noise of the judgments is shared with the label, or between attributes by raters whom the design takes for different ones; " +
	"was the label made from the same raters' judgments?"

// denied is what is wrong with the pick's honest loss as it was estimated, given the noise that its
// judgments leave in the prediction: in the line of the figures, and as a finding. All are "" for
// nothing. No such refit is taken.
func (p *Pick) denied() (code model.Code, line, finding string) {
	if p.Honest == nil || p.refitted() {
		return "", "", ""
	}
	o := p.run()
	if o == nil {
		return "", "", ""
	}
	switch x := o.At(p.Selection.Budget); {
	case x.Raw.Loss < 0:
		return model.CodeHonestBelowZero, "impossible: honest loss estimated below 0 (R² above 1), its noise floor is shown",
			"the honest loss was estimated below 0, which no loss can be: " + sharedNoise
	case x.Raw.Loss < x.Noise:
		return model.CodeHonestBelowNoise, "impossible: honest loss estimated below its noise floor, which is shown",
			"the honest loss was estimated below the noise of the judgments that it buys, which no loss can be, and that noise is shown: " + sharedNoise
	}
	return "", "", ""
}

// Impossible says what is wrong with an honest loss that no loss can be.
func (p *Pick) Impossible() string {
	_, line, _ := p.denied()
	return line
}

// Remarks belong in the line of the pick's figures: what Impossible says, whether the weights are a
// refit's, what was assumed, and what no cell of the pilot holds.
func (p *Pick) Remarks() (list []string) {
	s := &p.Selection
	if text := p.Impossible(); text != "" {
		list = append(list, text)
	}
	if x := p.RidgeRefit; p.refitted() {
		list = append(list, fmt.Sprintf("weights refitted on the pilot's own means: honest R² %s, of the moments' weights %s",
			figure.Share(s.R2At(x.Honest.Loss)), figure.Share(s.R2At(x.Honest.Loss-x.Less.Loss))))
	}
	if names := p.Attributes.Assumed(s.Repeats); names != "" {
		list = append(list, "assumed: reliability "+names)
	}
	if text := boundByCells(p.Result, s); text != "" {
		list = append(list, text)
	}
	if a := p.BeyondCells(s); a >= 0 {
		list = append(list, fmt.Sprintf("extrapolated: %s(%d), the pilot's cells hold at most %d", p.Attributes[a].Name, s.Repeats[a], p.Attributes[a].Most))
	}
	return list
}

// BeyondCells returns the attribute that a selection repeats the most of those that it repeats more
// often than any cell of the pilot does, or -1. The agreement of further judgments rests on the
// model: no data show it.
func (r *Result) BeyondCells(s *Selection) int {
	worst := -1
	for a, n := range s.Repeats {
		if n > r.Attributes[a].Most && (worst < 0 || n > s.Repeats[worst]) {
			worst = a
		}
	}
	return worst
}

// Warnings returns what the user should know about the pick, most serious first;
// after See also whether the pilot's own judgments refute it.
func (p *Pick) Warnings() []model.Finding {
	ws, s := diagnosis.Findings{}, &p.Selection
	if text := p.Refutation(); text != "" {
		ws.Add(model.CodeRefuted, "", "%s; the design may differ from the pilot's, or the label may share noise with the judgments", text)
	}
	if names := p.Attributes.Assumed(s.Repeats); names != "" {
		ws.Add(model.CodeAssumedReliability, "", "the figures rest on assumed reliability: %s", names)
	}
	if s.Optimistic() {
		ws.Add(model.CodeTooFewObjects, "", "too few objects for this budget: the projected loss is below 0 and cannot be believed; take a smaller budget, or judge more objects")
	}
	if code, _, finding := p.denied(); code != "" {
		ws.Add(code, "", "%s", finding)
	}
	if p.Honest != nil {
		ws = append(ws, p.Honest.Warnings()...)
	}
	maxRepeats := func(n int, why string) []model.Choice {
		return []model.Choice{model.Choose(model.OptionMaxRepeats, model.Settings{MaxRepeats: n}.RepeatsString(), why)}
	}
	if text := boundByCells(p.Result, s); text != "" {
		ws.Add(model.CodeWithinCells, "", "%s", text).Remedies = maxRepeats(model.AnyRepeats, "asks for more than anybody has seen")
	}
	if a := p.BeyondCells(s); a >= 0 {
		at, instead := &p.Attributes[a], ""
		if r2, spent := WithinCells(p.Result, s); !math.IsNaN(r2) {
			instead = fmt.Sprintf("; within your data R² is %s at a price of %s, projected by the model", figure.Share(r2), spent)
		}
		ws.Add(model.CodeBeyondCells, at.Name, "the choice wants %d judgments of %s, and no cell of the pilot holds more than %d: their agreement is extrapolated%s",
			s.Repeats[a], at.Name, at.Most, instead).Remedies = maxRepeats(model.CellRepeats, "stays within your data")
	}
	return ws
}
