package posterior

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fms-tui/core/internal/gram"
	"fms-tui/core/internal/moments"
)

// Pilot is what a posterior is made from, over n attributes in standardised units.
type Pilot struct {
	Z             []float64 // n×n by rows: external covariance Σ⁺/(t t'), positive semi-definite
	N             []float64 // n×n by rows: Cov of the noise of cell means, likewise
	B             []float64 // b/t, label covariance, in label units
	LabelVariance float64   // Var(y), squared label units
	Objects       int       // m
	// Held is n×n by rows: the share of the m objects that have judgments of both
	// attributes, in [0,1]; positive semi-definite. Nil where every object has all.
	Held []float64
}

// Of returns the posterior of all attributes that are usable and not excluded. p must
// be the projection of m, noise the CellNoise and held the shares of the same objects that have
// both of two attributes ([moments.Sums.Held]). An excluded
// attribute has no effect: the result is as if it had never been judged, except for the
// projection of Σ, which ignores exclusions (NewProblem of package selection). Its
// figures are 0.
func Of(m *moments.Moments, p moments.Projected, noise, held []float64, excluded func(a int) bool) *Posterior {
	var kept []int
	for a := range m.Attr {
		if m.Attr[a].Status == moments.Usable && !excluded(a) {
			kept = append(kept, a)
		}
	}
	out := newPilot(m, p, noise, held, kept).Posterior()
	out.B = spread(out.B, kept, len(m.Attr))
	out.Beta = spread(out.Beta, kept, len(m.Attr))
	out.Tau = spread(out.Tau, kept, len(m.Attr))
	return out
}

// spread puts figures of the kept attributes in their places among d.
func spread(x []float64, kept []int, d int) []float64 {
	out := make([]float64, d)
	for i, a := range kept {
		out[a] = x[i]
	}
	return out
}

// newPilot standardises the moments of the attributes kept. N is projected here,
// and its diagonal not scaled back: noise that the projection adds is noise that
// the pilot cannot rule out.
func newPilot(m *moments.Moments, p moments.Projected, noise, held []float64, kept []int) Pilot {
	d, n := len(m.Attr), len(kept)
	q := Pilot{
		Z: among(p.Sigma, kept, d), N: slices.Clone(among(noise, kept, d)), B: make([]float64, n),
		LabelVariance: m.LabelVariance, Objects: m.Objects,
	}
	t := make([]float64, n)
	for i, a := range kept {
		t[i] = m.Attr[a].T
	}
	for i, a := range kept {
		q.B[i] = m.Attr[a].B / t[i]
		row := q.N[i*n:][:n]
		floats.Div(row, t)
		floats.Scale(1/t[i], row)
	}
	project(q.N, n)
	if held != nil && slices.ContainsFunc(kept, func(a int) bool { return m.Attr[a].Objects != m.Objects }) {
		q.Held = among(held, kept, d)
	}
	return q
}

// among is a d×d matrix among the attributes kept.
func among(x []float64, kept []int, d int) []float64 {
	n := len(kept)
	if n == d {
		return x
	}
	out := make([]float64, n*n)
	for i, a := range kept {
		for j, c := range kept {
			out[i*n+j] = x[a*d+c]
		}
	}
	return out
}

// project moves a symmetric n×n matrix to the nearest that is positive semi-definite. One that is
// diagonal stays: noise of one attribute alone is never below 0.
func project(x []float64, n int) {
	isDiagonal := true
	for at, v := range x {
		isDiagonal = isDiagonal && (v == 0 || at%n == at/n)
	}
	if !isDiagonal {
		moments.NearestPSD(mat.NewSymDense(n, x)) // which holds and changes what is above the diagonal
		gram.Mirror(x, n)
	}
}

func (p Pilot) worthless() bool {
	return len(p.B) == 0 || p.Objects < 1 || !(p.LabelVariance > 0) || math.IsInf(p.LabelVariance, 1)
}
