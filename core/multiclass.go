package core

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"fms-tui/core/classes"
	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/overflow"
	"fms-tui/model"
)

// Multiclass says how well a pick's predictor tells three or more classes of its label
// from each other.
type Multiclass struct {
	Names   []string
	Shares  []float64 // of the objects with the label and a judgment, by class
	Ordered bool      // the classes are steps of a scale
	// Lines turn scores into probabilities, for as many judgments as are chosen.
	Lines classes.Lines
	// Why says why nothing was measured, in words for the user; "" where it was.
	Why string
	// ManyMeasured are the metrics on objects held out, as each fold predicts them, and their
	// calibration.
	classes.ManyMeasured
	overlap float64 // what standard errors are multiplied with, for training parts that overlap
}

// Less returns the metrics of c minus the metrics of from, like [Classes.Less].
func (c *Multiclass) Less(from *Multiclass) (d, se classes.ManyMetrics) {
	d, se = c.ManyMeasured.Less(&from.ManyMeasured)
	return d, se.Times(c.overlap)
}

// FewInClass is the number of objects below which a class is too small to learn from.
const FewInClass = 5

// ManyClasses returns the label whose three or more classes are predicted, nil where there
// is none, or several labels.
func (r *Result) ManyClasses() *model.Label {
	if l := r.aims.labels[0]; len(r.aims.labels) == 1 && l.Classes != nil {
		return l
	}
	return nil
}

// warnClasses says which classes have too few objects to learn from.
func (r *Result) warnClasses(add func(code model.Code, attribute, format string, args ...any)) {
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
				add(model.CodeFewInClass, "", "the class %s of the label %s has %s, and at least %d are needed to learn it: judge more objects of the class, merge it with another class, or leave its objects without a label",
					names[k], l.Name, strings.TrimSuffix(fmt.Sprintf("%d objects", n), plurals[n]), FewInClass)
			}
		}
	}
}

// plurals are the ends of nouns by number that the singular has not.
var plurals = map[int]string{1: "s"}

// classCounts counts the objects of each class, by block: those with a judgment and every
// label that is predicted.
func (r *Result) classCounts(l *model.Label) [][]int {
	if kept, ok := r.study.source.(stored); ok {
		return kept.Label(l.Name).Paper.ClassCounts()
	}
	counts := make([][]int, len(r.known.blocks.Block))
	for k := range counts {
		counts[k] = make([]int, len(l.ClassNames()))
	}
	cells := r.cells()
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

// Multiclass returns how well a pick tells three or more classes from each other, nil
// where the label has none. The call is the most probable class.
//
// Each fold predicts the objects that it has not seen, from the judgments that they hold
// of the attributes chosen, at most as many as are chosen. The only error is the context's.
func (p *Pick) Multiclass(ctx context.Context) (_ *Multiclass, err error) {
	defer overflow.Catch(&err)
	label := p.Result.ManyClasses()
	if label == nil {
		return nil, ctx.Err()
	}
	counts := p.Result.classCounts(label)
	out := &Multiclass{Names: label.Classes, Ordered: label.Ordered, Shares: shares(counts, nil)}
	of := p.scoreMoments()
	out.Lines = lines(out.Ordered, out.Shares, of)
	if p.Honest == nil {
		out.Why = "classes are measured where the honest loss is"
		return out, nil
	}
	given, why := p.given()
	if out.Why = why; why != "" {
		return out, nil
	}
	cases, err := p.manyCases(ctx, label, given, counts, of)
	if err != nil {
		return nil, err
	}
	if len(cases) < LeastSeen {
		out.Why = fmt.Sprintf("%d objects hold a judgment of every attribute chosen, and %d are needed", len(cases), LeastSeen)
		return out, nil
	}
	out.ManyMeasured = classes.MeasureMany(cases, len(out.Names), out.Ordered)
	// Training parts overlap: their errors are alike.
	f := float64(len(given))
	out.overlap = math.Sqrt(1 + f/(f-1))
	out.SE = out.SE.Times(out.overlap)
	return out, nil
}

// lines are the lines of scores with the given moments.
func lines(ordered bool, shares []float64, of []scores) classes.Lines {
	if ordered {
		return classes.NewOrderedLines(shares, of[0].covariance, of[0].variance)
	}
	var c, v []float64
	for _, s := range of {
		c, v = append(c, s.covariance), append(v, s.variance)
	}
	return classes.NewLines(shares, c, v)
}

// scoreMoments are the moments of the pick's predictions by score, as normal has them of
// one.
func (p *Pick) scoreMoments() []scores {
	r := p.Result
	if !r.Several() {
		return []scores{p.momentsOf()}
	}
	w, _ := r.problem.WeightsOf(&p.Selection.choice)
	var all []scores
	for k := range w {
		vary := r.knownOf(k).all.LabelVariance
		minus := make([]float64, len(w[k]))
		for a, x := range w[k] {
			minus[a] = -x
		}
		with, without := r.problem.LossOfLabel(k, vary, w[k], p.Selection.Repeats), r.problem.LossOfLabel(k, vary, minus, p.Selection.Repeats)
		s := scores{variance: (with+without)/2 - vary, covariance: (without - with) / 4}
		if e := p.ScoreEstimate(k); !math.IsNaN(e.Loss) {
			s.covariance = (vary + s.variance - e.Loss*r.aims.list[k].Weight) / 2
		}
		all = append(all, s)
	}
	return all
}

// ScoreEstimate is the honest loss of one score of several, in squared label units; NaN
// where there is none.
func (p *Pick) ScoreEstimate(k int) Estimate {
	if p.Honest == nil || p.Honest.runs[p.Selection.Algorithm] == nil {
		return UnknownEstimate()
	}
	e := p.Honest.parts.Estimate(p.Honest.runs[p.Selection.Algorithm].AtLabel(p.Selection.Budget, k))
	weight := p.Result.aims.list[k].Weight
	return Estimate{Loss: e.Loss / weight, SE: e.SE / weight, R2SE: math.NaN()}
}

// manyCases are the probabilities of objects held out.
func (p *Pick) manyCases(ctx context.Context, label *model.Label, given []honest.Given, counts [][]int, of []scores) ([]classes.ManyCase, error) {
	all, err := predictHeldOut(ctx, p.Result, given)
	var cases []classes.ManyCase
	var calibrated classes.Lines
	fold := -1
	for i := range all {
		o := &all[i]
		if o.fold != fold {
			fold, calibrated = o.fold, lines(label.Ordered, shares(counts, given[o.fold].Held), of)
		}
		for l, mean := range o.mean {
			o.z[l] += mean
		}
		probabilities := make([]float64, len(label.Classes))
		calibrated.Probabilities(o.z, probabilities)
		cases = append(cases, classes.ManyCase{P: probabilities, Class: o.class, Block: o.block, Fold: o.fold})
	}
	return cases, err
}

// predictorMulticlass are the classes of the pick's predictor, nil where the label has no
// three.
func (p *Pick) predictorMulticlass() *model.PredictorMulticlass {
	label := p.Result.ManyClasses()
	if label == nil {
		return nil
	}
	of := shares(p.Result.classCounts(label), nil)
	l := lines(label.Ordered, of, p.scoreMoments())
	return &model.PredictorMulticlass{
		Names: label.Classes, Ordered: label.Ordered, Shares: of, LogitIntercepts: l.Intercept, LogitSlopes: l.Slope,
	}
}

// predictorScores are the scores of a predictor of several, nil of one.
func (p *Pick) predictorScores() []model.PredictorScore {
	r := p.Result
	if !r.Several() {
		return nil
	}
	w, intercepts := r.WeightsByScore(&p.Selection)
	var all []model.PredictorScore
	for k, s := range r.Scores() {
		score := model.PredictorScore{
			Name: s.Name, Label: s.Label, Intercept: intercepts[k], Weights: []float64{}, Covariances: []float64{},
			LabelVariance: s.Var, ProjectedLoss: r.ScoreLoss(&p.Selection, k),
		}
		if e := p.ScoreEstimate(k); !math.IsNaN(e.Loss) {
			score.HonestLoss = &e.Loss
		}
		for a, n := range p.Selection.Repeats {
			if n > 0 {
				score.Weights = append(score.Weights, w[k][a])
				score.Covariances = append(score.Covariances, r.covarianceOf(k, a))
			}
		}
		all = append(all, score)
	}
	return all
}

// covarianceOf is the label covariance of a score that its weights are made from, in units
// of the attribute and the label.
func (r *Result) covarianceOf(k, a int) float64 {
	at := &r.Attributes[a]
	b := r.knownOf(k).all.Attr[a].B
	if r.Shrinks() {
		b = r.posteriors[k].B[a] * at.T
	}
	return b * r.aims.list[k].unit()
}
