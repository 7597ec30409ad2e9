package selection

// cellMeans is what Averages needs.
type cellMeans struct {
	sigma []float64 // d×d, standardised covariance of the cell means
	k     []int     // by attribute: judgments of a cell
}

// withMeans returns p with what Averages needs: the covariance of the cell
// means, as from moments.Blocks.CellMeans, and the judgments of a cell by
// attribute, as from moments.Moments.K.
func withMeans(p *Problem, cov []float64, k []int) *Problem {
	q := *p
	z := standardised(cov, p.d())
	q.means = &cellMeans{sigma: z, k: k}
	return &q
}

// offerMeans offers the cell means of S&K section 4's baseline of that name
// (after Isola et al. 2011): forward selection by least squares, where each
// chosen attribute costs the k judgments that its cells hold, and gets them.
//
// A minimum is paid first and counts towards the k; an attribute whose minimum
// is k or more is in from the start. A maximum below k is what is bought.
func offerMeans(p *Problem) *offer {
	items := forwardProblem(p, measuredOf(p), p.means.sigma)
	lots := make([]lot, p.d())
	var owned []int
	for a := range lots {
		least := p.least(a)
		n := max(0, min(p.means.k[a], p.most(a))-least)
		putItem(p, items, a, a, n)
		lots[a] = lot{attribute: a, judgments: n}
		if n == 0 && items.Candidate[a] {
			owned = append(owned, a)
		}
	}
	return &offer{items: items, lots: lots, owned: owned}
}
