package selection

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"slices"
)

// uniformState buys the attribute with the fewest judgments: one judgment of each a
// round, whatever the gain. Within a round it goes by the digests of the names, so that
// the order of columns, in which kin often stand together, decides nothing; without
// names by the order of the data. Attributes that cost more than the rest of a budget
// are passed over.
type uniformState struct {
	p       *Problem
	repeats []int
	rank    []int // within a round, by attribute
	score   []float64
}

// uniform offers the judgments in rounds.
func (p *Problem) uniform() *offer {
	return &offer{start: func() objective { return newUniformState(p) }, rules: []rule{byGain}}
}

func newUniformState(p *Problem) *uniformState {
	s := &uniformState{p: p, repeats: make([]int, p.d()), rank: p.ranks(), score: make([]float64, p.d())}
	for a := range s.score {
		s.score[a] = s.after(a)
	}
	return s
}

// ranks is the place of each attribute in the order of the names' digests.
func (p *Problem) ranks() []int {
	order := make([]int, p.d())
	digests := make([][sha256.Size]byte, len(p.names))
	for a := range order {
		order[a] = a
	}
	for a, name := range p.names {
		digests[a] = sha256.Sum256([]byte(name))
	}
	if p.names != nil {
		slices.SortFunc(order, func(a, b int) int {
			return cmp.Or(bytes.Compare(digests[a][:], digests[b][:]), a-b)
		})
	}
	rank := make([]int, len(order))
	for i, a := range order {
		rank[a] = i
	}
	return rank
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
	s.score[j] = s.after(j)
}

// after is the gain of the next judgment of attribute j. Ranks differ by more than a tie
// and together by less than a round, up to 10⁸/d judgments of an attribute.
func (s *uniformState) after(j int) float64 {
	r := float64(s.repeats[j])
	return uniformScale * s.p.VarY / ((r + 1) * (r + 2)) * (1 - 4*tie*float64(s.rank[j]))
}

func (s *uniformState) fresh() objective { return newUniformState(s.p) }

func (s *uniformState) copyFrom(o objective) {
	from := o.(*uniformState)
	copy(s.repeats, from.repeats)
	copy(s.score, from.score)
}
