package selection

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"slices"
)

// offerUniform offers the judgments in rounds: the attribute with the fewest judgments, one
// judgment of each a round, whatever the gain. Within a round it goes by the digests of the
// names, so that the order of columns, in which kin often stand together, decides nothing;
// without names by the order of the data. Attributes that cost more than the rest of a
// budget are passed over.
//
// The gains are no gains in anything: they fall with the judgments bought, as the gains of an
// attribute with q = v = 1 do. Ranks differ by more than a tie and together by less than a
// round, up to 10⁸/d judgments of an attribute.
func offerUniform(p *Problem) *offer {
	rank := digestRanks(p)
	gain := func(a, r int) float64 {
		return uniformScale * p.VarY / (float64(r+1) * float64(r+2)) * (1 - 4*tie*float64(rank[a]))
	}
	return &offer{start: func() state { return newScores(p, gain, 0) }, rules: []rule{byGain}}
}

// uniformScale keeps the gains of a million judgments far above what counts as negligible.
const uniformScale = 1e6

// digestRanks is the place of each attribute in the order of the names' digests.
func digestRanks(p *Problem) []int {
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
