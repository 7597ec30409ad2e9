package selection

import "fms-tui/model"

// scores is an objective that is a sum of one term an attribute, whatever else is bought.
type scores struct {
	p       *Problem
	repeats []int
	gains   []float64 // by attribute: what its next judgment brings
	after   func(a, r int) float64
	obj     float64
	worth   float64 // of a gain in the objective: 1, or 0 where there is none
	picker  *picker // shared with copies
}

func newScores(p *Problem, after func(a, r int) float64, worth float64) *scores {
	s := &scores{p: p, repeats: make([]int, p.d()), gains: make([]float64, p.d()), after: after, worth: worth, picker: new(picker)}
	for a := range s.gains {
		s.gains[a] = after(a, 0)
	}
	return s
}

// offerScores offers the judgments by the Scoring objective (S&K Eq. 1): a sum of concave
// terms, so that greedy steps are optimal for it at equal prices (S&K Theorem 3.2).
func offerScores(p *Problem) *offer {
	return &offer{start: func() state {
		return newScores(p, func(a, r int) float64 { return scoreOf(p, a, r+1) - scoreOf(p, a, r) }, 1)
	}}
}

// scoreOf is attribute a's term of the Scoring objective at r judgments: b², summed over the labels,
// over what a mean of r judgments varies, and 0 where that is 0. σ² is as S&K Algorithm 1 line 7 has it:
// rounded up to 0, but not projected, which could raise it further.
func scoreOf(p *Problem, a, r int) float64 {
	if r == 0 {
		return 0
	}
	external := p.Sigma[a*p.d()+a]
	if p.Sigma2 != nil {
		external = p.Sigma2[a]
	}
	variance := external + p.Ridge + p.V[a]/float64(r)
	if variance == 0 {
		return 0
	}
	return sumSquares(p.B, a) / variance
}

func (s *scores) best(by rule, left model.Amount, price []model.Amount) ([]lot, model.Amount, model.Amount, bool) {
	s.picker.begin(s.p, by, left)
	s.picker.offerSingly(s.p, s.gains, s.repeats, price)
	return s.picker.pick()
}

func (s *scores) buy(lots []lot) {
	for _, l := range lots {
		s.obj += s.worth * s.gains[l.attribute]
		s.repeats[l.attribute]++
		s.gains[l.attribute] = s.after(l.attribute, s.repeats[l.attribute])
	}
}

func (s *scores) copyTo(to state) state {
	t, ok := to.(*scores)
	if !ok {
		t = new(scores)
	}
	repeats, gains := append(t.repeats[:0], s.repeats...), append(t.gains[:0], s.gains...)
	*t = *s
	t.repeats, t.gains = repeats, gains
	return t
}

func (s *scores) value() float64 { return s.obj }
