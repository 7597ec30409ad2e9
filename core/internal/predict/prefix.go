package predict

import (
	"fms-tui/model"
)

// Prefix is a predictor's best prediction from some of its judgments.
type Prefix struct {
	Weights   []float64 // by attribute of the predictor; 0 where n is 0
	Intercept float64
	Loss      float64 // projected, squared label units
}

// AtCounts returns the weights of least projected loss for n judgments of each attribute,
// as predict --partial takes them. The predictor must hold moments.
func AtCounts(p *model.Predictor, n []int) Prefix {
	s := noiseOf(p)
	out := Prefix{Weights: weights(p, &s, n), Intercept: labelMean(p)}
	for a, w := range out.Weights {
		out.Intercept -= w * p.Attributes[a].Mean
	}
	out.Loss = conditional(p, &s, out.Weights, n)
	return out
}

// Values returns the judgments of the i-th object of the data by attribute of the
// predictor, in their order, each less the offset of its rater where the panel is fixed.
func (r *Run) Values(i int) [][]float64 {
	out := make([][]float64, len(r.p.Attributes))
	for j := r.data.Start[i]; j < r.data.Start[i+1]; j++ {
		a := r.at[r.data.Attr[j]]
		if a < 0 {
			continue
		}
		x := r.data.Value[j]
		if w := r.data.Rater[j]; r.offset != nil && w != model.NoRater && !r.unknown[a][w] {
			x -= r.offset[a][w]
		}
		out[a] = append(out[a], x)
	}
	return out
}
