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
	size        int       // parameters: b, β, γ, α
	sum         []float64 // size×size, the upper triangle
	scratch     vector
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
		g := mat.NewVecDense(n.size, slopes[k])
		var by mat.VecDense
		if err := factor.SolveVecTo(&by, g); err != nil {
			continue // no digits
		}
		e.Low, e.High = wilson(e.Accuracy, min(e.Accuracy*(1-e.Accuracy)/mat.Dot(g, &by), float64(e.Votes)))
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
	n.sum = make([]float64, n.size*n.size)
	f, d := n.fit, n.data
	eta, z := f.eta(d), f.posterior(d)
	for i := range d.Objects() {
		if d.Of(i) == 0 {
			continue
		}
		mu := sigmoid(eta[i])
		n.add(mu*(1-mu), n.ofLabel(n.zero(), i))
		for r := d.Start[i]; r < d.Start[i+1]; r++ {
			s := sigmoid(f.Alpha[d.Expert[r]] + n.ease[i])
			n.add(s*(1-s), n.ofVote(n.zero(), i, r))
		}
	}
	ridge := make([]float64, n.size)
	for a := range ridge {
		ridge[a] = flatRidge * (1 + n.sum[a*n.size+a])
	}
	for i := range d.Objects() {
		if d.Of(i) > 0 {
			n.add(-z[i]*(1-z[i]), n.ofDifference(i))
		}
	}
	for a, v := range ridge {
		n.sum[a*n.size+a] += v
	}
	return mat.NewSymDense(n.size, n.sum)
}

// slopes are g, by expert.
func (n *information) slopes() [][]float64 {
	all, votes := make([][]float64, len(n.alpha)), make([]float64, len(n.alpha))
	for k := range all {
		all[k] = make([]float64, n.size)
	}
	d := n.data
	for i := range d.Objects() {
		for r := d.Start[i]; r < d.Start[i+1]; r++ {
			k := d.Expert[r]
			votes[k]++
			s := sigmoid(n.fit.Alpha[k] + n.ease[i])
			w := n.ofVote(n.zero(), i, r)
			for e, a := range w.at {
				all[k][a] += s * (1 - s) * w.value[e]
			}
		}
	}
	for k, v := range votes {
		floats.Scale(1/max(v, 1), all[k])
	}
	return all
}

// vector lists the parameters where a vector is not 0, each once.
type vector struct {
	at    []int
	value []float64
}

func (v vector) with(at int, value float64) vector {
	return vector{append(v.at, at), append(v.value, value)}
}

// zero sets the vector to 0.
func (n *information) zero() vector {
	return vector{n.scratch.at[:0], n.scratch.value[:0]}
}

// ofLabel is u_i.
func (n *information) ofLabel(v vector, i int) vector {
	v = v.with(0, 1)
	for j, x := range n.label {
		v = v.with(1+j, x[i])
	}
	return v
}

// ofEase is c·x_i for γ.
func (n *information) ofEase(v vector, i int, c float64) vector {
	for j, x := range n.vote {
		v = v.with(1+len(n.label)+j, c*x[i])
	}
	return v
}

// ofVote is w_ik of vote r.
func (n *information) ofVote(v vector, i, r int) vector {
	v = n.ofEase(v, i, 1)
	if p := n.alpha[n.data.Expert[r]]; p >= 0 {
		v = v.with(p, 1)
	}
	return v
}

// ofDifference is v_i.
func (n *information) ofDifference(i int) vector {
	d := n.data
	sign := func(r int) float64 {
		if d.Yes[r] {
			return 1
		}
		return -1
	}
	var sum float64
	for r := d.Start[i]; r < d.Start[i+1]; r++ {
		sum += sign(r)
	}
	v := n.ofEase(n.ofLabel(n.zero(), i), i, sum)
	for r := d.Start[i]; r < d.Start[i+1]; r++ {
		if p := n.alpha[d.Expert[r]]; p >= 0 {
			v = v.with(p, sign(r))
		}
	}
	return v
}

// add adds c v vᵀ.
func (n *information) add(c float64, v vector) {
	for e, a := range v.at {
		by := c * v.value[e]
		for o, b := range v.at[e:] {
			n.sum[min(a, b)*n.size+max(a, b)] += by * v.value[e+o]
		}
	}
	n.scratch = v
}
