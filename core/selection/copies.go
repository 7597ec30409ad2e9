package selection

import "fms-tui/core/internal/moments"

// singles is what Copies needs: feature a·k+j is the j-th judgment of a.
type singles struct {
	k        int
	b, sigma []float64 // standardised
}

// WithCopies returns p with what Copies needs, as from
// moments.AccumulateCopies. A nil c is allowed: there are no copies then.
func (p *Problem) WithCopies(c *moments.Copies) *Problem {
	if c == nil {
		return p
	}
	q := *p
	b, sigma := c.Standardised()
	q.copies = &singles{k: c.K, b: b, sigma: sigma}
	return &q
}

// singleJudgments offers the copies of S&K section 4's baseline of that name: each of a
// cell's k judgments is a feature, and r counts the features that forward selection by
// least squares takes.
//
// The judgments of a minimum are the cell's first. At most as many judgments as the
// maximum are offered.
func (p *Problem) singleJudgments() *offer {
	k := p.copies.k
	items := p.forward(p.copies.b, nil, p.copies.sigma)
	lots := make([]lot, len(items.B))
	var owned []int
	for j := range lots {
		a, nth := j/k, j%k
		p.put(items, j, a, 1)
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
