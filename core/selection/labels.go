package selection

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// # Several labels
//
// The same judgments may predict several labels y_1 … y_K: the indicators of K classes,
// or labels of their own. Each label has weights w_k of its own, all have the repeats r
// and so M_S in common. The loss to be made small is the sum
//
//	Σ_k E(y_k - ȳ_k - w_kᵀ(x̄-μ))² = Σ_k Var(y_k) - Σ_k b_kᵀ M_S⁻¹ b_k    at w_k = M_S⁻¹ b_k,
//
// for moments are linear in y: only b depends on the label. A judgment changes M_S as
// for one label. So every gain is a sum of single-label gains over K residual vectors,
// with the same τ, q and capacitance:
//
//	in S      -τ Σ_k w_k[j]²                      outside   Σ_k c_k[j]² / q[j]
//	form      -Σ_k (W'w_k)ᵀ (K⁻¹+WᵀPW)⁻¹ (Wᵀw_k)
//	scoring   Σ_k b_k[j]² / (σ²[j] + v[j]/r)
//
// K = 1 is the paper's problem. Its fields (Problem.B, fullState.w and c, …) hold the
// first label; what stands beside them for the other labels is in fields called also.

// WithLabel returns p for its labels together with the labels of another problem about
// the same judgments. The objective and the loss are sums over all labels. For weighted
// losses change the units of labels: y times √u has u times the loss.
func (p *Problem) WithLabel(o *Problem) *Problem {
	q := *p
	n := len(p.Also)
	q.Also = append(p.Also[:n:n], o.B)
	q.Also = append(q.Also, o.Also...)
	q.paperAlso = append(p.paperAlso[:n:n], o.measured())
	q.paperAlso = append(q.paperAlso, o.paperAlso...)
	q.VarY += o.VarY
	q.figures = new(Figures)
	return &q
}

// Labels is K, the number of labels that are predicted.
func (p *Problem) Labels() int { return 1 + len(p.Also) }

// square is Σ_k b_k[a]².
func (p *Problem) square(a int) float64 {
	sum := p.B[a] * p.B[a]
	for _, b := range p.Also {
		sum += b[a] * b[a]
	}
	return sum
}

// WeightsOf returns the weights of each label as Weights does of the first, and the
// projected loss of all of them.
func (p *Problem) WeightsOf(c *Choice) (w [][]float64, loss float64) {
	f, loss := p.factorAt(c.Repeats(p.d()), c.order(p.d()))
	for _, x := range f.allWeights() {
		full := make([]float64, p.d())
		for i, a := range f.attrs {
			full[a] = x[i]
		}
		w = append(w, full)
	}
	return w, loss
}

// factorAt returns the factor of M_S, whose support enters in the given order, and the
// projected loss of its weights.
func (p *Problem) factorAt(repeats, order []int) (f *cholesky, loss float64) {
	f = &cholesky{also: make([][]float64, len(p.Also))}
	for _, a := range order {
		f.push(p, a, repeats[a])
	}
	loss = p.VarY - f.objective()
	if p.Ridge > 0 {
		for _, w := range f.allWeights() {
			loss -= p.Ridge * floats.Dot(w, w)
		}
	}
	return f, loss
}

// LossOfLabel is LossOf for label k alone, whose variance is varY.
func (p *Problem) LossOfLabel(k int, varY float64, w []float64, r []int) float64 {
	q := *p
	q.VarY, q.Also = varY, nil
	if k > 0 {
		q.B = p.Also[k-1]
	}
	return q.LossOf(w, r)
}

// Alone returns the problem of label k by itself, whose variance is varY.
func (p *Problem) Alone(k int, varY float64) *Problem {
	q := *p
	q.VarY, q.Also, q.paperAlso, q.figures = varY, nil, nil, new(Figures)
	if k > 0 {
		q.B, q.PaperB = p.Also[k-1], nil
		if paper := p.paperAlso[k-1]; &paper[0] != &q.B[0] {
			q.PaperB = paper
		}
	}
	return &q
}

// allWeights solves Lᵀw_k = L⁻¹b_k for each label.
func (c *cholesky) allWeights() [][]float64 {
	all := [][]float64{c.weights()}
	for _, half := range c.also {
		all = append(all, c.solve(append([]float64(nil), half...)))
	}
	return all
}

// residual is what fullState keeps of a label besides the first.
type residual struct {
	b         []float64 // label covariance, by attribute
	w         []float64 // by position in the support
	c, noiseC []float64 // by attribute, as fullState.c and noiseC
}

func newResiduals(p *Problem, room int) []residual {
	var all []residual
	for _, b := range p.Also {
		all = append(all, residual{
			b: b, w: make([]float64, 0, room), c: append([]float64(nil), b...), noiseC: make([]float64, p.d()),
		})
	}
	return all
}

func (r *residual) copyFrom(o *residual) {
	r.w = append(r.w[:0], o.w...)
	copy(r.c, o.c)
	copy(r.noiseC, o.noiseC)
}

// alsoGain is what the labels besides the first add to gain(j): i is the place of j, or -1.
func (s *fullState) alsoGain(i, j int) float64 {
	var sum float64
	for k := range s.also {
		r := &s.also[k]
		switch {
		case i >= 0:
			sum += r.w[i] * r.w[i]
		case !(math.Abs(r.c[j]) <= r.noiseC[j]):
			sum += r.c[j] * r.c[j]
		}
	}
	return sum
}

// isSilent tells whether c of every label is rounding.
func (s *fullState) isSilent(j int) bool {
	if !(math.Abs(s.c[j]) <= s.noiseC[j]) {
		return false
	}
	for k := range s.also {
		if r := &s.also[k]; !(math.Abs(r.c[j]) <= r.noiseC[j]) {
			return false
		}
	}
	return true
}

// penalty is Σ_k w_kᵀw_k.
func (s *fullState) penalty() float64 {
	sum := floats.Dot(s.w, s.w)
	for k := range s.also {
		sum += floats.Dot(s.also[k].w, s.also[k].w)
	}
	return sum
}

// alsoFurther takes the other labels along with another judgment of the attribute at
// place i: p is that column of P, and g = Σ⁺_:S p, nil where c is not kept.
func (s *fullState) alsoFurther(i int, tau float64, p, g []float64) {
	for k := range s.also {
		r := &s.also[k]
		tw := tau * r.w[i]
		floats.AddScaled(r.w, -tw, p)
		if g != nil {
			floats.AddScaled(r.c, tw, g)
		}
	}
}

// shadow is what formState keeps of a label besides the first.
type shadow struct {
	b         []float64 // label covariance, by attribute
	w         []float64 // by place
	near, far []float64 // x·w of the columns
}

func newShadows(p *Problem, rows int) []shadow {
	var all []shadow
	for _, b := range p.Also {
		all = append(all, shadow{b: b, near: make([]float64, rows), far: make([]float64, 2*rows)})
	}
	return all
}

// lin returns x·w of a state's columns.
func (h *shadow) lin(s *formState, c *columns) []float64 {
	if c == &s.near {
		return h.near
	}
	return h.far
}
