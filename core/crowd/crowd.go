// Package crowd fits predictors to judgments of another crowd than the pilot's.
//
// The package makes no promise to other programs.
package crowd

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"fms-tui/core/classes"
	"fms-tui/core/internal/predict"
	"fms-tui/model"
)

// NewShare is the share that a new crowd's figures have in what replaces the old:
// few judgments are noisy, and crowds are seldom wholly different.
const NewShare = .7

// leastCrowd is how many objects a new crowd must have judged of an attribute, and how
// many of these twice or more.
const leastCrowd = 10

// Adapt returns a predictor for judgments of another crowd than the pilot's, from a
// few of its judgments without labels. The objects must be drawn as the pilot's were.
//
// Let a judgment of the pilot's crowd be x = z + e, with z the value of the object, of mean
// μ and variance σ², and e noise of variance v. The other crowd judges the same values on
// another scale: x' = α + s z + e'. Its mean is then μ', its external variance s²σ², its
// noise v'. Covariances are linear in z, so that
//
//	b'[a] = s[a] b[a],  Σ'[a,e] = s[a] s[e] Σ[a,e],  s[a] = σ'[a]/σ[a],
//
// and the weights of least loss follow from b', Σ' and v' as from the pilot's own moments.
// No label is needed. μ' is the mean of the cell means, v' the mean variance within cells,
// and σ'² the variance of the cell means less their noise. Each of μ, v and s is then
// [NewShare] of the new figure plus the rest of the old figure. The shared errors of
// one rater are scaled with the noise. Shape and order of the values are taken to be the
// same: a crowd that understands a question otherwise needs labels.
//
// The predictor must hold moments. Attributes that fewer than ten objects have, or ten
// twice, stay as they are, and are listed. The honest loss is not known any more.
func Adapt(p *model.Predictor, crowd *model.Dataset) (out model.Predictor, kept []string, err error) {
	if !p.HasMoments() {
		return out, nil, predict.ErrNoMoments
	}
	run, err := predict.New(p, crowd, false)
	if err != nil {
		return out, nil, err
	}
	d := len(p.Attributes)
	s, noise := make([]float64, d), make([]float64, d)
	out = *p
	out.Attributes = append([]model.PredictorAttribute(nil), p.Attributes...)
	for a := range out.Attributes {
		at := &out.Attributes[a]
		s[a], noise[a] = 1, 1
		mean, external, within, ok := crowdOf(run, crowd, a)
		if !ok {
			kept = append(kept, at.Name)
			continue
		}
		mix := func(now, before float64) float64 { return NewShare*now + (1-NewShare)*before }
		if old := p.External[a][a]; old > 0 {
			s[a] = mix(math.Sqrt(external/old), 1)
		}
		v := mix(within, at.InternalVariance)
		if at.InternalVariance > 0 {
			noise[a] = math.Sqrt(v / at.InternalVariance)
		}
		at.Mean, at.InternalVariance = mix(mean, at.Mean), v
		at.LabelCovariance *= s[a]
		if at.LabelCovariancePosterior != nil {
			at.LabelCovariancePosterior = new(*at.LabelCovariancePosterior * s[a])
		}
		at.Scale *= s[a]
	}
	if len(kept) == d {
		return out, kept, fmt.Errorf("the new crowd judged no attribute of the predictor on %d objects with two judgments each", leastCrowd)
	}
	out.External = scaled(p.External, s)
	if p.Design != nil && p.Design.Halo != nil {
		out.Design = new(*p.Design)
		out.Design.Halo = scaled(p.Design.Halo, noise)
	}
	reweigh(p, &out)
	return out, kept, nil
}

func scaled(m [][]float64, s []float64) [][]float64 {
	out := make([][]float64, len(m))
	for a, row := range m {
		out[a] = make([]float64, len(row))
		for e, x := range row {
			out[a][e] = s[a] * s[e] * x
		}
	}
	return out
}

// reweigh gives a changed predictor its weights of least loss and the figures that follow
// from them. The label's mean is p's. The covariance of prediction and label shrinks by the
// same share as the honest loss shrinks the predictor's own.
func reweigh(p, out *model.Predictor) {
	mean, n := p.Intercept, make([]int, len(p.Attributes))
	for a := range p.Attributes {
		mean += p.Attributes[a].Weight * p.Attributes[a].Mean
		n[a] = p.Attributes[a].Repeats
	}
	if out.Weights != nil && *out.Weights == model.WeightsRefit { // of cell means of the pilot's crowd
		out.Weights = new(model.WeightsPaper)
		if len(n) > 0 && out.Attributes[0].LabelCovariancePosterior != nil {
			out.Weights = new(model.WeightsPosterior)
		}
	}
	at := predict.AtCounts(out, n)
	out.Intercept = mean
	for a, w := range at.Weights {
		out.Attributes[a].Weight = w
		out.Intercept -= w * out.Attributes[a].Mean
	}
	out.ProjectedLoss, out.HonestLoss, out.HonestLossSE, out.Stopping = at.Loss, nil, nil, nil
	k, own := p.Classes(), p.LabelVariance-p.ProjectedLoss
	if k == nil || len(k.Names) != 2 { // files of more classes hold no moments of their lines
		return
	}
	variance := max(0, p.LabelVariance-at.Loss)
	offset, t := k.Correction()
	c := k.Covariance
	if own > 0 {
		c *= variance / own
	}
	out.SetClasses(classes.WithLines(*k, &classes.Correction{Slope: t, Offset: []float64{0, offset}}, classes.Moment{Covariance: c, Variance: variance}))
}

// crowdOf are the figures of a predictor's attribute; false where too few cells tell.
func crowdOf(run *predict.Run, ds *model.Dataset, attribute int) (mean, external, noise float64, ok bool) {
	var means, inverse, within []float64
	for i := range ds.Objects {
		x := run.Values(i)[attribute]
		if len(x) == 0 {
			continue
		}
		mean, variance := stat.MeanVariance(x, nil)
		means, inverse = append(means, mean), append(inverse, 1/float64(len(x)))
		if len(x) > 1 {
			within = append(within, variance)
		}
	}
	if len(means) < leastCrowd || len(within) < leastCrowd {
		return 0, 0, 0, false
	}
	noise = stat.Mean(within, nil)
	mean, external = stat.MeanVariance(means, nil)
	return mean, max(0, external-noise*stat.Mean(inverse, nil)), noise, true
}
