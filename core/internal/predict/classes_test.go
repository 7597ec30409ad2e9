package predict

import (
	"math"
	"testing"

	"fms-tui/model"
)

// TestProbability: with the chosen repeats the probability is Bayes' rule for the
// predictor's two normal classes. With fewer judgments the classes are wider. With
// recomputed weights the classes follow from the weights of least loss.
func TestProbability(t *testing.T) {
	const pi, vary = .3, .21
	b := new(model.Builder)
	b.Attribute("a")
	for o, n := range []int{4, 1} { // the predictor asks for 4
		for range n {
			b.Add(b.Object(string(rune('x'+o))), 0, model.NoRater, 2)
		}
	}
	ds := b.Build()
	const mean, v, sigma2, cov, w = 1.5, .8, .5, .2, .28
	loss := func(w float64, n float64) float64 { return vary - 2*w*cov + w*w*(sigma2+v/n) }
	p := &model.Predictor{
		Label: "y", Intercept: pi - w*mean, LabelVariance: vary, ProjectedLoss: loss(w, 4), External: [][]float64{{sigma2}},
		Attributes: []model.PredictorAttribute{{Name: "a", Repeats: 4, Weight: w, Mean: mean, InternalVariance: v, LabelCovariance: cov, Scale: 1}},
		Classes:    &model.PredictorClasses{Names: [2]string{"no", "yes"}, Prevalence: pi, Covariance: .9 * w * cov, Variance: w * w * (sigma2 + v/4), Threshold: .5},
	}
	bayes := func(z, c, variance float64) float64 {
		gap := c / (pi * (1 - pi))
		s2 := variance - c*gap
		density := func(m float64) float64 { return math.Exp(-(z - m) * (z - m) / (2 * s2)) }
		one, zero := pi*density(gap*(1-pi)), (1-pi)*density(-gap*pi)
		return one / (one + zero)
	}
	for _, partial := range []bool{false, true} {
		r, err := New(p, ds, partial)
		if err != nil {
			t.Fatal(err)
		}
		for i, n := range []float64{4, 1} {
			weight, c := w, .9*w*cov
			if partial {
				weight = cov / (sigma2 + v/n)
				c = .9 * w * cov / (vary - p.ProjectedLoss) * weight * cov
			}
			got, want := r.Object(i).P, bayes(weight*(2-mean), c, weight*weight*(sigma2+v/n))
			if math.Abs(got-want) > 1e-12 {
				t.Errorf("partial %t, %g judgments: P = %.6f, want %.6f", partial, n, got, want)
			}
		}
	}
	p.Classes = nil
	if r, err := New(p, ds, false); err != nil || !math.IsNaN(r.Object(0).P) {
		t.Errorf("a label without classes has a probability, %v", err)
	}
}
