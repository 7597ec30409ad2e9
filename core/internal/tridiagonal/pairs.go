package tridiagonal

import (
	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/gram"
)

// together is how many pairs v, w are taken off at once, a multiple of gram.Lane.
const together = 32

// pairs are what the rows below have yet to lose, as LAPACK's dlatrd does it. With V and W of the
// pairs so far as rows, what is left of A is A - VᵀW - WᵀV, and its product with v is
//
//	A v - Vᵀ(W v) - Wᵀ(V v)
//
// So a step reads one triangle of A once and writes nothing there but its own row; the rows
// below lose all pairs together, which is a product of tall matrices.
type pairs struct {
	f      *Form
	from   int       // row of the first pair, of which row i of V is row from+i of the form
	number []int     // 0, 1, …
	w      []float64 // W: together rows
	v      []float64 // v of the row at hand: all columns
	y, sum []float64
	vv, wv []float64 // products with V and W
	adder  gram.Adder
}

func newPairs(f *Form) *pairs {
	p := &pairs{
		f: f, w: make([]float64, together*f.stride), v: make([]float64, f.stride), y: make([]float64, f.stride),
		sum: make([]float64, f.stride), number: make([]int, together), vv: make([]float64, together), wv: make([]float64, together),
	}
	for i := range p.number {
		p.number[i] = i
	}
	return p
}

// takeOff takes the pairs so far off row i, from the diagonal on.
func (p *pairs) takeOff(i int) {
	f, count := p.f, i-p.from
	for l := range count {
		p.vv[l], p.wv[l] = f.rows[(p.from+l)*f.stride+i], p.w[l*f.stride+i]
	}
	p.takeSums(f.rows[i*f.stride:], i, count)
}

// takeSums takes Vᵀ wv + Wᵀ vv off x in columns i to n.
func (p *pairs) takeSums(x []float64, i, count int) {
	f := p.f
	sum := p.sum[i:f.n]
	gram.Combine(sum, f.rows[p.from*f.stride+i:], f.stride, p.number[:count], p.wv[:count])
	floats.Sub(x[i:f.n], sum)
	gram.Combine(sum, p.w[i:], f.stride, p.number[:count], p.vv[:count])
	floats.Sub(x[i:f.n], sum)
}

// find finds w of row i, which has been reflected.
func (p *pairs) find(i int) {
	f, count := p.f, i-p.from
	w, tau := p.w[count*f.stride:][:f.stride], f.tau[i]
	clear(w)
	if tau == 0 {
		return
	}
	clear(p.v[:i+1])
	v := p.v[i+1 : f.n]
	copy(v, f.rows[i*f.stride+i+1:])
	from := (i + 1) / gram.Lane * gram.Lane // rows before i+1 count for nothing: v is 0 there
	gram.Symmetric(p.y[from:], f.rows[from*f.stride+from:], f.stride, f.stride-from, p.v[from:])
	for l := range count {
		p.vv[l] = floats.Dot(f.rows[(p.from+l)*f.stride+i+1:][:len(v)], v)
		p.wv[l] = floats.Dot(p.w[l*f.stride+i+1:][:len(v)], v)
	}
	p.takeSums(p.y, i+1, count)
	w = w[i+1 : f.n]
	floats.AddScaled(w, tau, p.y[i+1:f.n])
	floats.AddScaled(w, -tau/2*floats.Dot(w, v), v)
}

// end takes all pairs off the rows that are left, and begins anew.
func (p *pairs) end() {
	f, first, at := p.f, p.from, p.from+together
	p.from = at
	p.adder.SubPairs(f.rows[at*f.stride+at:], f.stride, f.stride-at, f.rows[first*f.stride+at:], p.w[at:], together)
}
