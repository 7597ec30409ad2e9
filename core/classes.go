package core

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/classes"
	"fms-tui/core/internal/diagnosis"
	"fms-tui/core/internal/heldout"
	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/overflow"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Classes says how well a pick's predictor tells the classes of its label from each other.
type Classes struct {
	// Their shares are of the objects with the label and a judgment. Their lines turn scores into
	// probabilities, for as many judgments as are chosen, before calibration. The covariances of the
	// scores with the label come from the honest loss where that is known.
	*model.PredictorClasses
	NormalAUC float64 // of two classes, by the normal model of their predictions; else NaN
	// Why says why nothing was measured, in words for the user; "" where it was.
	Why string
	// Measured are the metrics on objects held out, as each fold predicts them, and their
	// calibration.
	classes.Measured
	// Correction is how the lines are calibrated, nil where the normal model's probabilities have the
	// lower log loss on objects held out. Uncalibrated are the metrics of these.
	Correction   *classes.Correction
	Uncalibrated classes.Measured
}

// Classes returns how well a pick tells the classes of its label from each other, nil where
// one label with classes is not what is predicted. The call is the class of least cost
// ([classes.Call]); without costs the most probable one.
//
// Each fold predicts the objects that it has not seen, from the judgments that they hold
// of the attributes chosen, at most as many as are chosen. Where cells hold fewer, the noise
// that is too much is taken off the scores (settle). The only error is the context's.
func (p *Pick) Classes(ctx context.Context, costs []float64) (_ *Classes, err error) {
	defer overflow.Catch(&err)
	k, of := p.linesOf(nil)
	if k == nil {
		return nil, ctx.Err()
	}
	k.Costs = costs
	given, why := p.given()
	out := &Classes{PredictorClasses: k, NormalAUC: classes.NormalAUC(k.Shares, of[0]), Why: why}
	if why != "" {
		return out, nil
	}
	all, held, err := p.cases(ctx, k, given, of)
	if err != nil {
		return nil, err
	}
	if len(all) < LeastSeen {
		out.Why = fmt.Sprintf("%d objects hold a judgment of every attribute chosen, and %d are needed", len(all), LeastSeen)
		return out, nil
	}
	out.Uncalibrated = classes.Measure(k, len(given), all)
	out.Measured = out.Uncalibrated
	if whole, byFold := correct(held, k.Ordered, len(given)); whole != nil {
		for i, o := range all {
			all[i] = o.Corrected(byFold[o.Fold], k.Ordered)
		}
		out.Correction, out.Measured = whole, classes.Measure(k, len(given), all)
	}
	return out, nil
}

// Metric is one of the metrics with its standard error, NaN where nothing was measured.
func (c *Classes) Metric(m classes.Metric) report.Estimate {
	if c.Why != "" {
		return report.Estimate{X: math.NaN(), SE: math.NaN()}
	}
	return report.Estimate{X: m.Of(&c.Metrics), SE: m.Of(&c.SE)}
}

// Calibrated says what the Correction changed.
func (c *Classes) Calibrated() string {
	if c.Correction == nil {
		return ""
	}
	return fmt.Sprintf("Probabilities are calibrated on objects held out: log odds times %s; log loss %s before, %s after.",
		figure.Share(c.Correction.Slope), figure.Share(classes.LogLoss.Of(&c.Uncalibrated.Metrics)), figure.Share(c.Metric(classes.LogLoss).X))
}

// linesOf are the classes of the label with the lines of the pick's scores, and their moments; nil
// where one label with classes is not what is predicted.
func (p *Pick) linesOf(by *classes.Correction) (*model.PredictorClasses, []classes.Moment) {
	k := p.Result.LabelClasses()
	if k == nil {
		return nil, nil
	}
	of := p.scoreMoments()
	return classes.WithLines(*k, by, of...), of
}

// cases are the objects held out with the lines of their folds: from as many judgments as are
// chosen, and from those that they hold.
func (p *Pick) cases(ctx context.Context, k *model.PredictorClasses, given honest.Candidate, of []classes.Moment) (chosen, held []classes.Case, err error) {
	r, label, fold := p.Result, p.Result.ClassLabel(), -1
	all, err := r.evaluator().Cases(ctx, given,
		func(object int) int { return int(label.Values[object]) },
		func(w []float64, repeats []int) float64 {
			return r.problem.Noise(heldout.Standardised(w, r.scale()), repeats)
		})
	counts, own, wider := r.classCounts(label), *k, slices.Clone(of)
	for i := range all {
		o := &all[i]
		if o.Fold != fold {
			fold, own.Shares = o.Fold, shares(counts, given[o.Fold].Held)
		}
		for l := range wider {
			wider[l].Variance = of[l].Variance + o.Extra[l]
		}
		chosen = append(chosen, classes.NewCase(classes.WithLines(own, nil, of...), o.Score, o.Class, o.Block, o.Fold))
		held = append(held, classes.NewCase(classes.WithLines(own, nil, wider...), o.Held, o.Class, o.Block, o.Fold))
	}
	return chosen, held, err
}

// correct returns the correction of all objects, and by fold, from the objects of the others. It
// rests on the judgments that objects hold: settled scores know their class. Both are nil where
// corrections by fold raise the log loss, and where a fold leaves too few objects.
func correct(held []classes.Case, ordered bool, folds int) (whole *classes.Correction, byFold []*classes.Correction) {
	less := 0.0
	for f := range folds {
		others := slices.DeleteFunc(slices.Clone(held), func(x classes.Case) bool { return x.Fold == f })
		if len(others) < LeastSeen {
			return nil, nil
		}
		c := classes.Calibrate(others, ordered)
		byFold = append(byFold, &c)
		for _, o := range held {
			if o.Fold == f {
				less += logP(o) - logP(o.Corrected(&c, ordered))
			}
		}
	}
	if !(less < 0) {
		return nil, nil
	}
	return new(classes.Calibrate(held, ordered)), byFold
}

func logP(o classes.Case) float64 { return math.Log(max(o.P[o.Class], math.SmallestNonzeroFloat64)) }

// scoreMoments are the moments of the pick's predictions by score. With prediction z and label y,
//
//	loss = E(y - ȳ - z)² = Var(y) - 2 Cov(z, y) + Var(z).
//
// Var(z) rests on the judgments alone and is known well. Cov(z, y) was searched for its
// size, so it is taken from the honest loss in place of the projected one:
// Cov(z, y) = (Var(y) + Var(z) - loss)/2.
func (p *Pick) scoreMoments() (all []classes.Moment) {
	for k, score := range p.Scores() {
		s, e := scored(p.Result, k, heldout.Standardised(score.W, p.scale()), p.Selection.Repeats), p.Estimate().Loss
		if p.Several() {
			e = p.ScoreEstimate(k).Loss
		}
		if !math.IsNaN(e) {
			s.Covariance = (score.Var + s.Variance - e) / 2
		}
		all = append(all, s)
	}
	return all
}

// scored are the projected moments of standardised weights as a score of label k: b·w and wᵀMw, of which
// loss(w) = Var(y) - 2 b·w + wᵀMw.
func scored(r *Result, k int, w []float64, repeats []int) classes.Moment {
	c := floats.Dot(r.problem.B[k], w)
	return classes.Moment{Covariance: c, Variance: r.problem.Alone(k, 0).LossOf(w, repeats) + 2*c}
}

// ScoreEstimate is the honest loss of one score of several, in squared label units.
func (p *Pick) ScoreEstimate(k int) Estimate {
	o := p.run()
	if o == nil {
		return UnknownEstimate()
	}
	c, weight := o.Chosen(p.Selection.Budget), p.Result.aims.list[k].Weight
	e := o.Estimate(o.Projected(c, k), c, k)
	return Estimate{Loss: e.Loss / weight, SE: e.SE / weight, R2SE: math.NaN()}
}

// given is what each fold predicts with, or why there is nothing.
func (p *Pick) given() (honest.Candidate, string) {
	switch {
	case p.Honest == nil:
		return nil, "classes are measured where the honest loss is"
	case p.refitted():
		return p.RidgeRefit.Given, ""
	}
	if why := heldout.Unjudged(p.Honest.Losses, p.Selection.Algorithm, "predict from"); why != "" {
		return nil, why
	}
	return p.run().Chosen(p.Selection.Budget), ""
}

// ClassLabel returns the label whose two or more classes are predicted, nil where there is none,
// or several labels. Of two classes its field Classes is nil.
func (r *Result) ClassLabel() *model.Label {
	l := r.aims.labels[0]
	_, two := l.TwoClasses()
	if len(r.aims.labels) > 1 || l.Classes == nil && !(two && r.LabelMean > 0 && r.LabelMean < 1) {
		return nil
	}
	return l
}

// LabelClasses are the classes of the label with their order and their shares of the objects that
// count, nil where there are none.
func (r *Result) LabelClasses() *model.PredictorClasses {
	l := r.ClassLabel()
	if l == nil {
		return nil
	}
	return &model.PredictorClasses{Names: l.ClassNames(), Ordered: !l.Unordered(), Shares: shares(r.classCounts(l), nil)}
}

// FewInClass is the number of objects below which a class is too small to learn from.
const FewInClass = 5

func (r *Result) warnClasses(ws *diagnosis.Findings) {
	for _, l := range r.aims.labels {
		names := l.ClassNames()
		if names == nil || r.Objects < FewObjects { // named by the finding few-objects
			continue
		}
		of := make([]int, len(names))
		for _, block := range r.classCounts(l) {
			for k, n := range block {
				of[k] += n
			}
		}
		for k, n := range of {
			if n < FewInClass {
				ws.Add(model.CodeFewInClass, "", "the class %s of the label %s has %s, and at least %d are needed to learn it: judge more objects of the class, merge it with another class, or leave its objects without a label",
					names[k], l.Name, figure.CountOf(n, "object"), FewInClass)
			}
		}
	}
}

// classCounts counts the objects of each class, by block: those with a judgment and every
// label that is predicted.
func (r *Result) classCounts(l *model.Label) [][]int {
	if kept := r.study.kept; kept != nil {
		return kept.Label(l.Name).Paper.ClassCounts()
	}
	counts := make([][]int, len(r.known.blocks.Block))
	for k := range counts {
		counts[k] = make([]int, len(l.ClassNames()))
	}
	cells := r.known.cells()
	for i, y := range l.Values {
		if cells.Counts(i) {
			counts[moments.BlockOf(r.Data().Objects[i], len(counts))][int(y)]++
		}
	}
	return counts
}

// shares are the shares of the classes in the blocks that are not held out. An absent
// class is not ruled out.
func shares(counts [][]int, held []int) []float64 {
	var out []float64
	all := 0.0
	for b := range counts {
		for k, n := range counts[b] {
			if len(out) <= k {
				out = append(out, 0)
			}
			if !slices.Contains(held, b) {
				out[k] += float64(n)
				all += float64(n)
			}
		}
	}
	for k := range out {
		out[k] = min(max(out[k]/all, .5/(all+1)), 1-.5/(all+1))
	}
	return out
}

// NormalClasses returns the normal model of the scores of a label with classes, at the end of the
// range of algorithm Full, and how much of LabelVar that explains: a choice of another loss explains
// (LabelVar - loss)/explained times as much, on nearly the same lines. It is nil where the label has
// no classes.
func (r *Result) NormalClasses() (n *classes.Normal, explained float64) {
	k := r.LabelClasses()
	if k == nil {
		return nil, 0
	}
	s := r.At(selection.Full, r.Max)
	if k.Ordered {
		explained = max(r.LabelVar-s.Loss, 0)
		return &classes.Normal{PredictorClasses: *k, C: [][]float64{{explained}}}, explained
	}
	n = &classes.Normal{PredictorClasses: *k}
	w, _ := r.problem.Weights(&s.choice)
	for j := range w {
		var row []float64
		for k := range w { // but for the ridge and rounding they are the same either way
			row = append(row, (floats.Dot(r.problem.B[k], w[j])+floats.Dot(r.problem.B[j], w[k]))/2)
		}
		row[j] = max(row[j], 0)
		n.C, explained = append(n.C, row), explained+row[j]
	}
	return n, explained
}
