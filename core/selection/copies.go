package selection

import "fms-tui/core/internal/moments"

// singles is what Copies needs: feature a·k+j is the j-th judgment of a.
type singles struct {
	k        int
	b, sigma []float64 // standardised
}

// withCopies returns p with what Copies needs, as from
// moments.AccumulateCopies. A nil c is allowed: there are no copies then.
func withCopies(p *Problem, c *moments.Copies) *Problem {
	if c == nil {
		return p
	}
	q := *p
	b, sigma := c.Standardised()
	q.copies = &singles{k: c.K, b: b, sigma: sigma}
	return &q
}

// offerCopies offers the copies of S&K section 4's baseline of that name: each of a
// cell's k judgments is a feature, and r counts the features that forward selection by
// least squares takes.
//
// The judgments of a minimum are the cell's first. At most as many judgments as the
// maximum are offered.
func offerCopies(p *Problem) *offer {
	k := p.copies.k
	items := forwardProblem(p, [][]float64{p.copies.b}, p.copies.sigma)
	lots := make([]lot, items.d())
	var owned []int
	for j := range lots {
		a, nth := j/k, j%k
		putItem(p, items, j, a, 1)
		lots[j] = lot{attribute: a, judgments: 1}
		if nth >= p.most(a) {
			items.Candidate[j] = false
		}
		if nth < p.least(a) && items.Candidate[j] {
			owned = append(owned, j)
		}
	}
	return &offer{items: items, lots: lots, owned: owned}
}
