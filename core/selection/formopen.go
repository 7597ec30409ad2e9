package selection

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// opened appends sets of first judgments on a form that nobody filled yet: a
// forward selection by gain per cost of the whole set, price of the form
// included, as long as that rises. The smaller sets are for a budget that does
// not pay for the largest.
//
// It goes on conditional covariances, without a change of the state: given S and
// the set so far, whose k-th pick e took h_k = cov(e, ·)/sqrt(q_e),
//
//	cov(e, j) = M_ej - x_e·P x_j - Σ_k h_k[e] h_k[j],  q_j -= h[j]²,  c_j -= h[j] c_e/sqrt(q_e)
func (s *formState) opened(list []formMove, g int) []formMove {
	on := s.p.forms.on[g]
	o := opening{s: s, on: on, q: make([]float64, len(on)), c: make([]float64, len(on)), in: make([]bool, len(on))}
	for i, a := range on {
		also := make([]float64, len(s.also))
		o.q[i], o.c[i] = s.conditional(a, 1, 0, also)
		o.also = append(o.also, also)
	}
	before := len(list)
	set := formMove{price: s.p.forms.Price[g]}
	for {
		best, next := 0.0, -1
		for i, a := range on {
			if o.in[i] || s.p.most(a) < 1 {
				continue
			}
			if s.isDoubtful(a, o.q[i]) {
				return s.openedExactly(list[:before], g)
			}
			m := formMove{price: set.price + s.p.Price[a]}
			m.reckon(set.gain + o.gain(i))
			if m.ratio > best*(1+tie) {
				best, next = m.ratio, i
			}
		}
		if next < 0 || len(set.bought) > 0 && best <= set.ratio*(1+tie) {
			return list
		}
		set = set.with(on[next], s.p.Price[on[next]], o.gain(next))
		list = s.worth(list, set)
		if o.take(next); len(set.bought) == len(on) {
			return list
		}
	}
}

// opening is a forward selection on a form that nobody filled yet.
type opening struct {
	s    *formState
	on   []int       // the form's attributes
	q, c []float64   // of each, given S and the set
	also [][]float64 // c of each and of the other labels
	in   []bool
	h    [][]float64 // by pick
}

// gain is what the attribute at place i of the form brings.
func (o *opening) gain(i int) float64 {
	return (o.c[i]*o.c[i] + floats.Dot(o.also[i], o.also[i])) / o.q[i]
}

// take puts the attribute at place i of the form into the set.
func (o *opening) take(i int) {
	s := o.s
	x := s.pool.x[:len(s.attrs)]
	s.fillFirst(x, o.on[i], 1)
	root := math.Sqrt(o.q[i])
	beta := o.c[i] / root
	h := make([]float64, len(o.on))
	o.in[i] = true
	for j, a := range o.on {
		if o.in[j] {
			continue
		}
		cov := s.p.cross(o.on[i], 1, a, 1) - floats.Dot(x, s.column(&s.near, s.p.forms.row[a]))
		for _, k := range o.h {
			cov -= k[i] * k[j]
		}
		h[j] = cov / root
		o.q[j] -= h[j] * h[j]
		o.c[j] -= h[j] * beta
		for k := range o.also[j] {
			o.also[j][k] -= h[j] * o.also[i][k] / root
		}
	}
	o.h = append(o.h, h)
}

// openedExactly is opened from a factorisation, which tells what is rounding.
func (s *formState) openedExactly(list []formMove, g int) []formMove {
	f := s.exact().clipped()
	in := make(map[int]bool)
	set := formMove{price: s.p.forms.Price[g]}
	for {
		best, next := 0.0, formMove{}
		for _, a := range s.p.forms.on[g] {
			if in[a] || s.repeats[a] >= s.p.most(a) {
				continue
			}
			b := f.border(s.p, a, 1)
			if f.isRounding(s.p, &b) {
				continue
			}
			m := set.with(a, s.p.Price[a], b.square()/b.divisor(s.p))
			if m.ratio > best*(1+tie) {
				best, next = m.ratio, m
			}
		}
		if len(next.bought) == 0 || len(set.bought) > 0 && best <= set.ratio*(1+tie) {
			return list
		}
		a := next.bought[len(set.bought)].attribute
		in[a] = true
		f.push(s.p, a, 1)
		set = next
		list = s.worth(list, set)
	}
}

// clipped returns a factor that can grow without writing to c.
func (c *cholesky) clipped() cholesky {
	n := len(c.attrs)
	out := cholesky{attrs: c.attrs[:n:n], repeats: c.repeats[:n:n], rows: c.rows[:n:n], half: c.half[:n:n]}
	for _, half := range c.also {
		out.also = append(out.also, half[:n:n])
	}
	return out
}
