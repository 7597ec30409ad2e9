package core

import (
	"fms-tui/core/classes"
	"fms-tui/core/selection"
)

// ManyNormal returns the normal model of the scores of a label with three or more classes,
// at the end of the range of algorithm Full, and how much of the label's variance that
// explains, as LabelVar counts it: a choice of another loss explains
// (LabelVar - loss)/explained times as much, on nearly the same lines. It is nil where the
// label has no such classes.
func (r *Result) ManyNormal() (n *classes.ManyNormal, explained float64) {
	label := r.ClassLabel()
	if label == nil || label.Classes == nil {
		return nil, 0
	}
	s := r.At(selection.Full, r.Max)
	n = &classes.ManyNormal{Shares: r.ClassShares(), Ordered: label.Ordered}
	if label.Ordered {
		explained = max(r.LabelVar-s.Loss, 0)
		n.Covariance = [][]float64{{explained}}
		return n, explained
	}
	n.Covariance = r.explained(&s)
	for k := range n.Covariance {
		n.Covariance[k][k] = max(n.Covariance[k][k], 0)
		explained += n.Covariance[k][k]
	}
	return n, explained
}

// explained are the covariances of the scores of a selection with the labels, as projected.
// With Q = wᵀMw, loss(w) = Var(y) - 2 b·w + Q of each label, so that the covariance b·w of
// a score with another label follows from the loss of its weights there.
func (r *Result) explained(s *Selection) [][]float64 {
	w, _ := r.problem.WeightsOf(&s.choice)
	out := make([][]float64, len(w))
	for j := range w {
		minus := make([]float64, len(w[j]))
		for a, x := range w[j] {
			minus[a] = -x
		}
		for k := range w {
			with, without := r.problem.LossOfLabel(k, 0, w[j], s.Repeats), r.problem.LossOfLabel(k, 0, minus, s.Repeats)
			out[j] = append(out[j], (without-with)/4)
		}
	}
	for j := range out { // but for the ridge and rounding they are the same either way
		for k := range j {
			mean := (out[j][k] + out[k][j]) / 2
			out[j][k], out[k][j] = mean, mean
		}
	}
	return out
}
