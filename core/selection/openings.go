package selection

import (
	"math"

	"fms-tui/model"
)

// closed are the covariances given S of what may be asked at once: of the attributes on each
// form of several that nobody filled yet, at first judgments.
type closed struct {
	cov [][]float64 // by form, n×n by rows; nil for forms of one attribute
}

func newClosed(s *fullState) *closed {
	t := &closed{cov: make([][]float64, len(s.top))}
	for g, on := range s.p.forms.on {
		if n := len(on); n > 1 {
			t.cov[g] = make([]float64, n*n)
		}
	}
	t.fill(s, nil)
	return t
}

// each calls visit for the forms that nobody filled yet.
func (t *closed) each(s *fullState, visit func(on []int, cov []float64)) {
	for g, cov := range t.cov {
		if cov != nil && s.top[g] == 0 {
			visit(s.p.forms.on[g], cov)
		}
	}
}

// fill computes them from L⁻¹X by place and attribute, X the columns that attributes would
// add to M_S = L Lᵀ.
func (t *closed) fill(s *fullState, x []float64) {
	d := s.p.d()
	t.each(s, func(on []int, cov []float64) {
		for i, a := range on {
			row := cov[i*len(on):][:len(on)]
			for j, e := range on {
				row[j] = entryOf(s.p, a, 1, e, 1)
			}
			for k := range s.support {
				own := x[k*d:][:d]
				for j, e := range on {
					row[j] -= own[a] * own[e]
				}
			}
		}
	})
}

// follow takes them along with a term κ of P: cov(j, j') += κ g_j g_j'.
func (t *closed) follow(s *fullState, g []float64, kappa float64) {
	t.each(s, func(on []int, cov []float64) {
		for i, a := range on {
			x, row := kappa*g[a], cov[i*len(on):][:len(on)]
			for k, e := range on {
				row[k] += x * g[e]
			}
		}
	})
}

func (t *closed) copyFrom(s *fullState) {
	for g, cov := range t.cov {
		copy(cov, s.closed.cov[g])
	}
}

// opening is a set of first judgments on a form that nobody filled yet.
type opening struct {
	lots  []lot
	price model.Amount
	gain  float64
}

// open lists sets of first judgments on form g, which nobody filled yet: the beginnings of a
// forward selection by gain per cost of the whole set, price of the form included, as long
// as that rises, and of another one that begins with the attribute of the most gain. The
// smaller sets are for a budget that does not pay for the largest. Where money is short, what
// has the most for its cost may leave too little for what matters most.
func (s *market) open(g int) {
	s.openBy(g, perCost)
	if first := s.openings[g]; len(first) > 0 {
		s.openBy(g, byGain)
		if n := len(first); n < len(s.openings[g]) && s.openings[g][n].lots[0] == first[0].lots[0] {
			s.openings[g] = s.openings[g][:n] // the same once more
		}
	}
}

// openBy lists the sets of a forward selection whose first attribute is chosen by a rule.
//
// It goes on conditional covariances, without a change of the state: given S and
// the set so far, whose k-th pick e took h_k = cov(e, ·)/sqrt(q_e),
//
//	cov(e, j) = closed_ej - Σ_k h_k[e] h_k[j],  q_j -= h[j]²,  c_j -= h[j] c_e/sqrt(q_e)
func (s *market) openBy(g int, first rule) {
	p, on := s.p, s.p.forms.on[g]
	n := len(on)
	cov := s.closed.cov[g]
	q, c, in := make([]float64, n), make([][]float64, len(s.c)), make([]bool, n)
	for l := range c {
		c[l] = make([]float64, n)
	}
	for i, a := range on {
		q[i] = s.q[a]
		for l := range c {
			c[l][i] = s.c[l][a]
		}
	}
	gain := func(i int) float64 {
		var square float64
		for l := range c {
			square += c[l][i] * c[l][i]
		}
		return square / q[i]
	}
	var picks [][]float64
	set := opening{price: p.forms.Price[g]}
	last, by := 0.0, first
	for {
		best, next := last, -1
		for i, a := range on {
			if in[i] || p.most(a) < 1 || !(q[i] > s.noiseQ[a]) || q[i] < s.q[a] && !(q[i] > redundant*p.own(a)) {
				continue
			}
			if x := by.score(set.gain+gain(i), set.price+p.Price[a]); x > best*(1+tie) {
				best, next = x, i
			}
		}
		if next < 0 {
			return
		}
		m := len(set.lots)
		set = opening{append(set.lots[:m:m], lot{on[next], 1}), set.price + p.Price[on[next]], set.gain + gain(next)}
		by, last = perCost, perCost.score(set.gain, set.price)
		if set.gain > negligibleGain(p) {
			s.openings[g] = append(s.openings[g], set)
		}
		in[next] = true
		h, root := make([]float64, n), math.Sqrt(q[next])
		for j := range on {
			if in[j] {
				continue
			}
			x := cov[next*n+j]
			for _, k := range picks {
				x -= k[next] * k[j]
			}
			h[j] = x / root
			q[j] -= h[j] * h[j]
			for l := range c {
				c[l][j] -= h[j] * c[l][next] / root
			}
		}
		picks = append(picks, h)
	}
}
