package core

import (
	"fmt"
	"math"
	"slices"

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

// RMSE is the typical error √loss in label units, 0 where the loss is below 0.
func (s *Selection) RMSE() float64 { return math.Sqrt(max(0, s.Loss)) }

// R2 is 1 - loss/Var(y). It exceeds 1 where the loss is below 0.
func (s *Selection) R2() float64 { return s.R2At(s.Loss) }

// R2At is the R² of another loss of the same label, such as the honest one.
func (s *Selection) R2At(loss float64) float64 { return 1 - loss/s.labelVar }

// Optimistic tells whether the projected loss is below 0, i.e. came from too
// few objects to be believed.
func (s *Selection) Optimistic() bool { return s.Loss < 0 }

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
func (r *Result) Refused(a selection.Algorithm) error { return r.refused[a] }

// Has tells whether an algorithm was computed.
func (r *Result) Has(a selection.Algorithm) bool { return r.curves[a] != nil }

// Algorithms lists the computed algorithms in the order of the screen, single=NAME
// last.
func (r *Result) Algorithms() []selection.Algorithm {
	var list, rest []selection.Algorithm
	for _, a := range selection.AllAlgorithms() {
		if r.curves[a] != nil {
			list = append(list, a)
		}
	}
	for a := range r.curves {
		if !slices.Contains(list, a) {
			rest = append(rest, a)
		}
	}
	slices.Sort(rest)
	return append(list, rest...)
}

// Curve returns an algorithm's projected loss at rising budgets.
func (r *Result) Curve(a selection.Algorithm) (budgets []model.Amount, loss []float64) {
	c := r.curves[a]
	budgets = r.grids[a]
	loss = make([]float64, 0, len(budgets))
	for i, b := range c.Budgets {
		if n := len(loss); n < len(budgets) && budgets[n] == b {
			loss = append(loss, c.Choices[i].Loss)
		}
	}
	return budgets, loss
}

// Gains returns by how much one more judgment of each attribute would lower
// the projected loss of a selection, per unit of cost; 0 for attributes that
// cannot be used.
func (r *Result) Gains(s *Selection) []float64 { return r.problem.Gains(&s.choice) }

// PathStep is one judgment bought on the way to a selection.
type PathStep struct {
	Attribute int          // its number
	Spent     model.Amount // after the step
	Loss      float64      // projected loss after the step, squared label units
}

// Path returns the judgments of a selection in the order of buying.
func (r *Result) Path(s *Selection) []PathStep {
	steps := r.problem.Steps(&s.choice)
	losses := r.problem.Losses(steps)
	path := make([]PathStep, len(steps))
	for i, st := range steps {
		path[i] = PathStep{Attribute: st.Attribute, Spent: st.Spent, Loss: losses[i]}
	}
	return path
}

// Weights returns the predictor's weights by attribute, in label units per unit of the
// attribute and 0 outside the support, and its intercept (S&K Table 2): intercept = ȳ -
// Σ w[a] μ[a]. With several scores they belong to the first score.
func (r *Result) Weights(s *Selection) (w []float64, intercept float64) {
	if r.Several() {
		all, intercepts := r.WeightsByScore(s)
		return all[0], intercepts[0]
	}
	w, _ = r.problem.Weights(&s.choice)
	return w, r.known.all.OwnUnits(w)
}

// offsets returns, for a fixed panel, what each rater's judgments of the
// support are off: attribute → rater → offset. It is empty in other modes.
func (r *Result) offsets(s *Selection) map[string]map[string]float64 {
	offsets := make(map[string]map[string]float64)
	panel := r.known.blocks.Panel
	if panel == nil {
		return offsets
	}
	d := len(r.Attributes)
	for a, n := range s.Repeats {
		if n == 0 {
			continue
		}
		of := make(map[string]float64)
		for w, rater := range r.Data().Raters {
			if x := panel.Offset[w*d+a]; !math.IsNaN(x) {
				of[rater] = x
			}
		}
		offsets[r.Attributes[a].Name] = of
	}
	return offsets
}

// shrunk says which label covariance was taken in the end.
func (r *Result) shrunk() model.Shrink {
	if r.Shrinks() {
		return model.ShrinkAuto
	}
	return model.ShrinkNone
}

// weightsFrom says what the weights of moments are made from.
func (r *Result) weightsFrom() model.Weights {
	if r.Shrinks() {
		return model.WeightsPosterior
	}
	return model.WeightsPaper
}

// labelCovariance is the paper's b of an attribute, as --psd left it.
func (r *Result) labelCovariance(a int) float64 {
	if r.projected.B != nil {
		return r.projected.B[a]
	}
	return r.Attributes[a].B
}

// ends are the least and the greatest judgment of an attribute on objects with a label; both 0
// where there is none, or moments hold none.
func (s *Study) ends(attribute int) (least, greatest float64) {
	s.endsOnce.Do(func() {
		s.least = slices.Repeat([]float64{math.Inf(1)}, len(s.data.Attributes))
		s.greatest = slices.Repeat([]float64{math.Inf(-1)}, len(s.data.Attributes))
		for o := range s.data.Objects {
			if !slices.ContainsFunc(s.data.Labels, func(l model.Label) bool { return !math.IsNaN(l.Values[o]) }) {
				continue
			}
			for j := s.data.Start[o]; j < s.data.Start[o+1]; j++ {
				a, x := s.data.Attr[j], s.data.Value[j]
				s.least[a], s.greatest[a] = min(s.least[a], x), max(s.greatest[a], x)
			}
		}
	})
	if s.least[attribute] > s.greatest[attribute] {
		return 0, 0
	}
	return s.least[attribute], s.greatest[attribute]
}

// Predictor returns the predictor of a selection. It minimises the projected
// loss and needs no further judgments. Created, Tool and the data's file are
// left for the caller, who has a clock and knows the files.
func (r *Result) Predictor(s *Selection) model.Predictor {
	w, intercept := r.Weights(s)
	p := model.Predictor{
		Version: model.PredictorVersion, Kind: model.PredictorKind,
		Label: r.Label, Algorithm: string(s.Algorithm), Budget: s.Budget, Intercept: intercept,
		Attributes: []model.PredictorAttribute{}, External: [][]float64{}, LabelVariance: r.LabelVar,
		Reading: model.ReadAs(r.Data().Reading.Choices), Ridge: r.Settings.Ridge, Shrink: r.shrunk(), Weights: new(r.weightsFrom()), Raters: model.PredictorRaters{Mode: r.Raters, Offsets: r.offsets(s)},
		ProjectedLoss: s.Loss, Data: model.PredictorData{Objects: r.Objects}, Warnings: r.SelectionWarnings(s),
	}
	p.Design = r.predictorDesign(s)
	d := len(r.Attributes)
	for a, n := range s.Repeats {
		if n == 0 {
			continue
		}
		at := &r.Attributes[a]
		var posterior *float64
		if s := r.Shrunk(a); !math.IsNaN(s.B) {
			posterior = &s.B
		}
		least, greatest := r.study.ends(a)
		p.Attributes = append(p.Attributes, model.PredictorAttribute{
			Name: at.Name, Repeats: n, Weight: w[a], Cost: at.Price, Mean: at.Mean, Least: least, Greatest: greatest,
			AskedOnce: at.Once, AssumedReliability: at.Assumed,
			InternalVariance: at.Internal(), LabelCovariance: r.labelCovariance(a), LabelCovariancePosterior: posterior, Scale: at.T,
		})
		var row []float64
		for c, k := range s.Repeats {
			if k == 0 {
				continue
			}
			x := r.projected.Sigma[a*d+c]
			if c == a && r.projected.Unsure != nil {
				x += r.projected.Unsure[a] * at.T * at.T // M_S is made of it, whatever the repeats
			}
			row = append(row, x)
		}
		p.External = append(p.External, row)
	}
	return p
}
