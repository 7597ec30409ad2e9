package partial

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"fms-tui/core/regress"
	"fms-tui/model"
)

// Weights brings weights learned on the scale back to the units of the data: w
// in label units per unit of the attribute, and the intercept.
func (c *Cells) Weights(learned []float64) (w []float64, intercept float64) {
	w = make([]float64, len(learned))
	intercept = c.labelCentre
	for a, x := range learned {
		if c.half[a] > 0 {
			w[a] = x * c.Unit() / c.half[a]
		}
		intercept -= w[a] * c.centre[a]
	}
	return w, intercept
}

// Predictor returns the predictor of learned weights, in the form of all others: it
// asks for as many judgments of each attribute as the cells hold on average, rounded,
// since it was learned for their means. Its moments come from the objects, without
// regard to raters: v is the mean variance within cells, 0 where no cell holds two
// judgments, and Σ⁺ what the covariance of cell means exceeds v/n, without its negative
// part. The caller adds Created, Tool, the data's file and the honest loss.
func (c *Cells) Predictor(algorithm string, learned []float64) model.Predictor {
	w, intercept := c.Weights(learned)
	m := c.moments()
	p := model.Predictor{
		Version: model.PredictorVersion, Kind: model.PredictorKind, Label: c.label, Algorithm: algorithm, Intercept: intercept,
		Attributes: []model.PredictorAttribute{}, External: [][]float64{}, LabelVariance: c.LabelVariance(),
		Raters:        model.PredictorRaters{Mode: model.RatersPaper, Offsets: map[string]map[string]float64{}},
		Data:          model.PredictorData{Objects: len(c.y)},
		ProjectedLoss: c.LabelVariance(), Warnings: []model.Finding{},
	}
	var support []int
	for a, x := range w {
		if x != 0 {
			support = append(support, a)
		}
	}
	for _, a := range support {
		price := c.price[a]
		p.Budget += price * model.Amount(m.repeats[a])
		p.Attributes = append(p.Attributes, model.PredictorAttribute{
			Name: c.Names[a], Repeats: m.repeats[a], Weight: w[a], Cost: price, Mean: m.mean[a],
			InternalVariance: m.within[a], LabelCovariance: m.withLabel[a], Scale: math.Sqrt(m.spread[a]),
		})
		var row []float64
		p.ProjectedLoss += w[a] * (w[a]*m.within[a]/float64(m.repeats[a]) - 2*m.withLabel[a])
		for _, e := range support {
			row = append(row, m.external.At(a, e))
			p.ProjectedLoss += w[a] * w[e] * m.external.At(a, e)
		}
		p.External = append(p.External, row)
	}
	return p
}

// cellMoments are moments in the units of the data, by attribute.
type cellMoments struct {
	mean, within, spread, withLabel []float64 // μ, v, variance of the cell means, b
	repeats                         []int     // judgments a cell, on average
	external                        *mat.SymDense
}

func (c *Cells) moments() *cellMoments {
	d, n := len(c.Names), float64(len(c.y))
	m := &cellMoments{
		mean: c.centre, within: make([]float64, d), spread: make([]float64, d), withLabel: make([]float64, d),
		repeats: make([]int, d), external: mat.NewSymDense(d, nil),
	}
	noise, several, judgments := make([]float64, d), make([]float64, d), make([]float64, d)
	x := make([]float64, d)
	for i, y := range c.y {
		for a := range d {
			cell := c.cell(i, a)
			k := float64(len(cell))
			judgments[a] += k
			noise[a] += 1 / k / n // mean of 1/n over cells
			x[a] = c.mean(i, a) - c.centre[a]
			m.withLabel[a] += x[a] * (y - c.labelCentre) / n
			if k > 1 {
				several[a]++
				for _, z := range cell {
					z -= x[a] + c.centre[a]
					m.within[a] += z * z / (k - 1)
				}
			}
		}
		m.external.SymRankOne(m.external, 1/n, mat.NewVecDense(d, x))
	}
	for a := range d {
		m.spread[a] = m.external.At(a, a)
		m.within[a] /= math.Max(several[a], 1)
		m.repeats[a] = max(1, int(math.Round(judgments[a]/n)))
		m.external.SetSym(a, a, m.spread[a]-m.within[a]*noise[a])
	}
	m.external = nearest(m.external, m.spread)
	return m
}

// nearest is the nearest positive semi-definite matrix in units with variances of 1, so
// that the result does not depend on the units of the data.
func nearest(cov *mat.SymDense, variance []float64) *mat.SymDense {
	d := len(variance)
	unit := mat.NewSymDense(d, nil)
	rescale := func(to, from *mat.SymDense, power float64) {
		for i := range d {
			for j := range i + 1 {
				to.SetSym(i, j, from.At(i, j)*math.Pow(math.Sqrt(variance[i])*math.Sqrt(variance[j]), power))
			}
		}
	}
	rescale(unit, cov, -1)
	out := mat.NewSymDense(d, nil)
	rescale(out, (&regress.Quadratic{A: unit, B: make([]float64, d)}).Convex().A, 1)
	for a := range d {
		out.SetSym(a, a, math.Max(out.At(a, a), 0)) // rounding
	}
	return out
}
