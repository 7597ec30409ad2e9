package selection

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/gram"
)

// follower has the losses and weights along a path that is known.
type follower interface {
	buy(lots []lot)
	fork() follower // a copy, for a tail
	weigh(c *Choice)
}

// weighAlong gives choices along one trunk, at rising budgets, their losses and weights. They mean
// nothing once ctx has ended.
func weighAlong(ctx context.Context, p *Problem, choices []Choice) {
	s := newFollower(p, choices)
	for i, bought := 0, 0; i < len(choices) && ctx.Err() == nil; i++ {
		c := &choices[i]
		for ; bought < len(c.trunk); bought++ {
			s.buy(c.trunk[bought:][:1])
		}
		end := s
		if len(c.tail) > 0 {
			end = s.fork()
		}
		for k := range c.tail {
			end.buy(c.tail[k:][:1])
		}
		end.weigh(c)
	}
}

// observer takes judgments that are bought singly for observations, one after another, of the
// external values z ~ (0, Σ⁺+λI): t judgments of attribute j show z_j with noise v_j/t. With
// K = Cov(z) and c_l = Cov(z, y_l) given the judgments so far, they bring
//
//	gain = Σ c_l[j]²/q,   K -= K_:j K_j:/q,   c_l -= K_:j c_l[j]/q,   q = K_jj + v_j/t
//
// whatever was bought before. As M w = b says that Σ⁺w + λw leaves v w/r of b, the weights are
// w_l[j] = r_j c_l[j]/v_j. What makes that cheap is that K lags behind by some columns, whose
// squares are taken off at once, and only from rows of what is bought again: attributes stand in
// the order of their last purchase, the latest first.
type observer struct {
	p           *Problem
	attrs, left []int       // by place: attributes, and lots to come
	place       []int       // by attribute; -1 for none
	ahead       int         // so many places have lots to come
	repeats     []float64   // by place
	minus       []float64   // -K without columns, by place: the upper triangle
	columns     []float64   // K_:j/√q, a row each
	rows        []int       // 0, 1, …: their numbers
	c           [][]float64 // by label and place
	loss        float64     // without a ridge
	forked      bool        // minus is another's
	adder       gram.Adder
}

const (
	// lag is how many columns K lags behind.
	lag = 24
	// leastNoise is the share of a judgment's variance that must be noise: rounding is divided by it.
	leastNoise = 1e-4
)

// newFollower returns a state that buys what some choices along one trunk buy.
func newFollower(p *Problem, choices []Choice) follower {
	s := &observer{p: p, place: slices.Repeat([]int{-1}, p.d()), loss: p.VarY}
	lots := choices[len(choices)-1].trunk
	for i := range choices {
		lots = append(lots, choices[i].tail...)
	}
	for _, l := range slices.Backward(lots) {
		a := l.attribute
		if p.forms != nil || p.V[a] < leastNoise*p.own(a) {
			return newBlindState(p)
		}
		if s.place[a] < 0 {
			s.place[a], s.attrs, s.left = len(s.attrs), append(s.attrs, a), append(s.left, 0)
		}
		s.left[s.place[a]]++
	}
	n := len(s.attrs)
	s.ahead, s.repeats, s.minus, s.c = n, make([]float64, n), make([]float64, n*n), make([][]float64, len(p.B))
	for i, a := range s.attrs {
		for k, e := range s.attrs[i:] {
			s.minus[i*n+i+k] = -p.Sigma[a*p.d()+e]
		}
		s.minus[i*n+i] -= p.Ridge
		for l, b := range p.B {
			s.c[l] = append(s.c[l], b[a])
		}
	}
	return s
}

func (s *observer) buy(lots []lot) {
	n := len(s.attrs)
	for _, l := range lots {
		if len(s.rows) >= lag && !s.forked {
			for s.ahead > 0 && s.left[s.ahead-1] == 0 {
				s.ahead--
			}
			s.adder.Leading(s.minus, s.columns, len(s.rows), s.ahead, n)
			s.columns, s.rows = s.columns[:0], s.rows[:0]
		}
		j, m := s.place[l.attribute], len(s.rows)
		x := make([]float64, m)
		for i := range x {
			x[i] = s.columns[i*n+j]
		}
		s.columns = slices.Grow(s.columns, n)[:(m+1)*n]
		k := s.columns[m*n:] // -K_:j
		gram.Combine(k, s.columns, n, s.rows, x)
		for i := range j {
			k[i] += s.minus[i*n+j]
		}
		floats.Add(k[j:], s.minus[j*n+j:][:n-j])
		root := math.Sqrt(s.p.V[l.attribute]/float64(l.judgments) - k[j])
		floats.Scale(-1/root, k)
		for _, c := range s.c {
			share := c[j] / root
			s.loss -= share * share
			floats.AddScaled(c, -share, k)
		}
		s.rows = append(s.rows, m)
		s.repeats[j] += float64(l.judgments)
		s.left[j]--
	}
}

func (s *observer) fork() follower {
	t := *s
	t.repeats, t.c, t.forked = slices.Clone(s.repeats), slices.Clone(s.c), true
	for l, c := range s.c {
		t.c[l] = slices.Clone(c)
	}
	return &t
}

func (s *observer) weigh(c *Choice) {
	c.Loss, c.attrs, c.w = s.loss, s.attrs, make([][]float64, len(s.c))
	for l := range s.c {
		w := slices.Clone(s.c[l])
		for i, a := range s.attrs {
			w[i] *= s.repeats[i] / s.p.V[a]
		}
		c.Loss -= s.p.Ridge * floats.Dot(w, w)
		c.w[l] = w
	}
}
