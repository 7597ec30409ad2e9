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
		s.score[a] = s.after(0)
	}
	return s
}

// uniformScale keeps the gains of a million judgments far above what counts as negligible.
const uniformScale = 1e6

// gains are no gains in anything: they fall with the judgments bought, as the gains of an
// attribute with q = v = 1 do, and stay far above what counts as negligible.
func (s *uniformState) gains() []float64 { return s.score }

func (s *uniformState) bought(j int) int { return s.repeats[j] }

func (s *uniformState) settle(int) bool { return true }

func (s *uniformState) value() float64 { return 0 }

func (s *uniformState) add(j int) {
	s.repeats[j]++
	s.score[j] = s.after(s.repeats[j])
}

// after is the gain of the judgment after the r-th.
func (s *uniformState) after(r int) float64 {
	return uniformScale * s.p.VarY / (float64(r+1) * float64(r+2))
}

func (s *uniformState) fresh() objective { return newUniformState(s.p) }

func (s *uniformState) copyFrom(o objective) {
	from := o.(*uniformState)
	copy(s.repeats, from.repeats)
	copy(s.score, from.score)
}
