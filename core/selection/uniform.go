package selection

// uniformState buys the attribute with the fewest judgments, of several the first in
// the data: one judgment of each a round, whatever the gain. Attributes that cost more
// than the rest of a budget are passed over.
type uniformState struct {
	p       *Problem
	repeats []int
	score   []float64
}

// uniform offers the judgments in rounds.
func (p *Problem) uniform() *offer {
	return &offer{start: func() objective { return newUniformState(p) }, rules: []rule{byGain}}
}

func newUniformState(p *Problem) *uniformState {
	s := &uniformState{p: p, repeats: make([]int, p.d()), score: make([]float64, p.d())}
	for a := range s.score {
		s.score[a] = p.VarY
	}
	return s
}

var _ objective = (*uniformState)(nil)

// gains are no gains in anything: they fall with the judgments bought, and
// stay far above what counts as negligible.
func (s *uniformState) gains() []float64 { return s.score }

func (s *uniformState) bought(j int) int { return s.repeats[j] }

func (s *uniformState) settle(int) bool { return true }

func (s *uniformState) value() float64 { return 0 }

func (s *uniformState) add(j int) {
	s.repeats[j]++
	s.score[j] = s.p.VarY / float64(1+s.repeats[j])
}

func (s *uniformState) fresh() objective { return newUniformState(s.p) }

func (s *uniformState) copyFrom(o objective) {
	from := o.(*uniformState)
	copy(s.repeats, from.repeats)
	copy(s.score, from.score)
}
