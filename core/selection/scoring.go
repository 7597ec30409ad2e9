package selection

// scoringState is the Scoring objective (S&K Eq. 1) at a growing repeat vector.
// It is a sum of one concave term an attribute, so that greedy steps are
// optimal for it at equal prices (S&K Theorem 3.2).
type scoringState struct {
	p       *Problem
	repeats []int
	next    []float64 // by attribute: what its next judgment brings
	all     []float64 // scratch, for gains
	obj     float64
}

// scoring offers the judgments by the Scoring objective.
func (p *Problem) scoring() *offer {
	return &offer{start: func() objective { return newScoringState(p) }}
}

func newScoringState(p *Problem) *scoringState {
	s := &scoringState{p: p, repeats: make([]int, p.d()), next: make([]float64, p.d()), all: make([]float64, p.d())}
	for a := range s.next {
		s.next[a] = p.score(a, 1)
	}
	return s
}

// score is attribute a's term of the Scoring objective at r judgments: b² over
// what a mean of r judgments varies, and 0 where that is 0.
func (p *Problem) score(a, r int) float64 {
	if r == 0 {
		return 0
	}
	variance := p.external(a) + p.Ridge + p.V[a]/float64(r)
	if variance == 0 {
		return 0
	}
	return p.square(a) / variance
}

// Score returns the Scoring objective of the repeats, in squared label units.
func (p *Problem) Score(repeats []int) float64 {
	var sum float64
	for a, r := range repeats {
		sum += p.score(a, r)
	}
	return sum
}

func (s *scoringState) gains() []float64 {
	copy(s.all, s.next)
	return s.all
}

func (s *scoringState) bought(j int) int { return s.repeats[j] }

func (s *scoringState) settle(int) bool { return true }

func (s *scoringState) value() float64 { return s.obj }

func (s *scoringState) add(j int) {
	s.obj += s.next[j]
	s.repeats[j]++
	r := s.repeats[j]
	s.next[j] = s.p.score(j, r+1) - s.p.score(j, r)
}

func (s *scoringState) fresh() objective { return newScoringState(s.p) }

func (s *scoringState) copyFrom(o objective) {
	from := o.(*scoringState)
	copy(s.repeats, from.repeats)
	copy(s.next, from.next)
	s.obj = from.obj
}
