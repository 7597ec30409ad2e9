package experts

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// information is the observed information of the votes' likelihood l, for features at
// mean 0 and variance 1. Its parameters are b, the nonzero β and γ, and the α of
// experts who are not infallible. It is the information of votes and labels together
// minus the loss by the missing labels (Louis 1982). The score of object i differs by
// v_i between Z_i = 1 and Z_i = 0. Given the votes Z_i has the variance z_i(1-z_i), so
// that
//
//	I = Σ_i μ_i(1-μ_i) u_i u_iᵀ + Σ_ik s_ik(1-s_ik) w_ik w_ikᵀ - Σ_i z_i(1-z_i) v_i v_iᵀ
//
// where μ = σ(η), s = σ(τ), u_i = (1, x_i) concerns b and β, w_ik = (e_k, x_i) concerns
// α and γ, and v_i = (u_i, Σ_k (2Y_ik-1) w_ik). Parameters removed by a penalty count
// as known to be 0.
type information struct {
	label, vote [][]float64     // columns of the features that β and γ are about
	alpha       []int           // by expert: the parameter, or -1
	observed    *mat.SymDense   // I
	slopes      []*mat.VecDense // g by expert: see addIntervals
}

const (
	// normal95 is the quantile of the normal distribution for 95 %.
	normal95 = 1.959963984540054
	// mostParameters is up to how many parameters there are intervals: the work
	// grows with the third power.
	mostParameters = 1000
	// flatRidge is added to the diagonal as a share of what it is with labels known:
	// where features separate the classes β has no limit, and l is flat in it.
	flatRidge = 1e-9
)

// addIntervals fills in Low and High of experts, for the votes of d.
//
// The accuracy of expert k is A = mean_i s_ik over the expert's votes, whose slopes g
// are mean_i s_ik(1-s_ik) w_ik. By the delta method its variance is V = gᵀI⁻¹g, the
// variance of n = A(1-A)/V votes on objects of known labels. The interval is Wilson's
// (1927) for that n, which holds near 0 and 1 too.
func (f *Fit) addIntervals(d *Data, all []Expert) {
	n := newInformation(f, d, all)
	var factor mat.Cholesky
	if n == nil || !factor.Factorize(n.observed) {
		return // no maximum
	}
	for k, p := range n.alpha {
		if p < 0 {
			continue
		}
		e := &all[k]
		var by mat.VecDense
		if err := factor.SolveVecTo(&by, n.slopes[k]); err != nil {
			continue // no digits
		}
		e.Low, e.High = wilson(e.Accuracy, min(e.Accuracy*(1-e.Accuracy)/mat.Dot(n.slopes[k], &by), float64(e.Votes)))
	}
}

// wilson is the 95 % interval of a share p of n.
func wilson(p, n float64) (low, high float64) {
	c := normal95 * normal95 / n
	half := math.Sqrt(c*p*(1-p) + c*c/4)
	return (p + c/2 - half) / (1 + c), (p + c/2 + half) / (1 + c)
}

// newInformation returns nil where there are too many parameters.
func newInformation(f *Fit, d *Data, all []Expert) *information {
	n := &information{label: f.standard(d, f.Beta), vote: f.standard(d, f.Gamma), alpha: make([]int, d.Experts)}
	size := 1 + len(n.label) + len(n.vote)
	for k, e := range all {
		n.alpha[k] = -1
		if e.Accuracy > 0 && e.Accuracy < 1 && !e.Saturated {
			n.alpha[k] = size
			size++
		}
	}
	if size > mostParameters {
		return nil
	}
	for range all {
		n.slopes = append(n.slopes, mat.NewVecDense(size, nil))
	}
	known, lost := mat.NewSymDense(size, nil), mat.NewSymDense(size, nil)
	eta, ease, z := f.eta(d), f.ease(d), f.posterior(d)
	v, w := mat.NewVecDense(size, nil), mat.NewVecDense(size, nil)
	for i := range d.Objects() {
		if d.Of(i) == 0 {
			continue
		}
		v.Zero()
		v.SetVec(0, 1) // u_i
		for j, x := range n.label {
			v.SetVec(1+j, x[i])
		}
		mu := sigmoid(eta[i])
		known.SymRankOne(known, mu*(1-mu), v)
		for r := d.Start[i]; r < d.Start[i+1]; r++ {
			k, sign := d.Expert[r], -1.
			if d.Yes[r] {
				sign = 1
			}
			s := sigmoid(f.Alpha[k] + ease[i])
			w.Zero()
			for j, x := range n.vote {
				w.SetVec(1+len(n.label)+j, x[i])
			}
			if p := n.alpha[k]; p >= 0 {
				w.SetVec(p, 1)
			}
			known.SymRankOne(known, s*(1-s), w)
			n.slopes[k].AddScaledVec(n.slopes[k], s*(1-s)/float64(all[k].Votes), w)
			v.AddScaledVec(v, sign, w) // v_i in the end
		}
		lost.SymRankOne(lost, -z[i]*(1-z[i]), v)
	}
	n.observed = mat.NewSymDense(size, nil)
	n.observed.AddSym(known, lost)
	for a := range size {
		n.observed.SetSym(a, a, n.observed.At(a, a)+flatRidge*(1+known.At(a, a)))
	}
	return n
}

// standard are the features with a coefficient, at mean 0 and variance 1.
func (f *Fit) standard(d *Data, coef []float64) (columns [][]float64) {
	for j, c := range coef {
		if c != 0 {
			x := append([]float64{}, d.X[j]...)
			floats.AddConst(-f.Center[j], x)
			floats.Scale(1/f.Spread[j], x)
			columns = append(columns, x)
		}
	}
	return columns
}
