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
	fit         *Fit
	data        *Data
	label, vote [][]float64 // columns of the features that β and γ are about
	alpha       []int       // by expert: the parameter, or -1
	ease        []float64
	size        int // parameters: b, β, γ, α
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
	if n.size > mostParameters {
		return
	}
	var factor mat.Cholesky
	if !factor.Factorize(n.observed()) {
		return // no maximum
	}
	slopes := n.slopes()
	for k, p := range n.alpha {
		if p < 0 {
			continue
		}
		e := &all[k]
		var by mat.VecDense
		if err := factor.SolveVecTo(&by, slopes[k]); err != nil {
			continue // no digits
		}
		e.Low, e.High = wilson(e.Accuracy, min(e.Accuracy*(1-e.Accuracy)/mat.Dot(slopes[k], &by), float64(e.Votes)))
	}
}

// wilson is the 95 % interval of a share p of n.
func wilson(p, n float64) (low, high float64) {
	c := normal95 * normal95 / n
	half := math.Sqrt(c*p*(1-p) + c*c/4)
	return (p + c/2 - half) / (1 + c), (p + c/2 + half) / (1 + c)
}

func newInformation(f *Fit, d *Data, all []Expert) *information {
	n := &information{fit: f, data: d, ease: f.ease(d), alpha: make([]int, d.Experts)}
	n.label, n.vote = f.standard(d, f.Beta), f.standard(d, f.Gamma)
	n.size = 1 + len(n.label) + len(n.vote)
	for k, e := range all {
		n.alpha[k] = -1
		if e.Accuracy > 0 && e.Accuracy < 1 && !e.Saturated {
			n.alpha[k] = n.size
			n.size++
		}
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

// observed is I.
func (n *information) observed() *mat.SymDense {
	f, d, sum := n.fit, n.data, mat.NewSymDense(n.size, nil)
	eta, z := f.eta(d), f.posterior(d)
	v := mat.NewVecDense(n.size, nil)
	for i := range d.Objects() {
		if d.Of(i) == 0 {
			continue
		}
		mu := sigmoid(eta[i])
		v.Zero()
		n.addLabel(v, i)
		sum.SymRankOne(sum, mu*(1-mu), v)
		for r := d.Start[i]; r < d.Start[i+1]; r++ {
			s := sigmoid(f.Alpha[d.Expert[r]] + n.ease[i])
			v.Zero()
			n.addVote(v, i, r, 1)
			sum.SymRankOne(sum, s*(1-s), v)
		}
	}
	ridge := make([]float64, n.size)
	for a := range ridge {
		ridge[a] = flatRidge * (1 + sum.At(a, a))
	}
	for i := range d.Objects() {
		v.Zero()
		n.addLabel(v, i) // v_i
		for r := d.Start[i]; r < d.Start[i+1]; r++ {
			sign := -1.
			if d.Yes[r] {
				sign = 1
			}
			n.addVote(v, i, r, sign)
		}
		if d.Of(i) > 0 {
			sum.SymRankOne(sum, -z[i]*(1-z[i]), v)
		}
	}
	for a, x := range ridge {
		sum.SetSym(a, a, sum.At(a, a)+x)
	}
	return sum
}

// slopes are g, by expert.
func (n *information) slopes() []*mat.VecDense {
	d := n.data
	all, votes := make([]*mat.VecDense, d.Experts), make([]float64, d.Experts)
	for k := range all {
		all[k] = mat.NewVecDense(n.size, nil)
	}
	for i := range d.Objects() {
		for r := d.Start[i]; r < d.Start[i+1]; r++ {
			k := d.Expert[r]
			votes[k]++
			s := sigmoid(n.fit.Alpha[k] + n.ease[i])
			n.addVote(all[k], i, r, s*(1-s))
		}
	}
	for k, v := range votes {
		all[k].ScaleVec(1/max(v, 1), all[k])
	}
	return all
}

// addLabel adds u_i.
func (n *information) addLabel(v *mat.VecDense, i int) {
	to := v.RawVector().Data
	to[0]++
	for j, x := range n.label {
		to[1+j] += x[i]
	}
}

// addVote adds c w_ik of vote r.
func (n *information) addVote(v *mat.VecDense, i, r int, c float64) {
	to := v.RawVector().Data
	for j, x := range n.vote {
		to[1+len(n.label)+j] += c * x[i]
	}
	if p := n.alpha[n.data.Expert[r]]; p >= 0 {
		to[p] += c
	}
}
