package selection

// features are what forward selection takes in the two baselines of S&K section 4 that use it.
//
// Averages (after Isola et al. 2011) takes cell means: each attribute chosen costs the k judgments
// that its cells hold, and gets them. Copies takes the k judgments of a cell one by one: r counts
// those that are taken.
//
// A minimum is paid first and counts towards the judgments of a feature, the first of a cell. A
// feature that it pays for wholly is in from the start. What is beyond the maximum is not bought.
type features struct {
	b     [][]float64 // covariances with the labels, standardised; nil: those of the attributes
	sigma []float64   // covariances, standardised, by rows
	of    []lot       // by feature: of an attribute the next so many judgments
}

// withMeans returns p with what Averages needs.
func withMeans(p *Problem, e Equipment) (*Problem, error) {
	cov, k := e.Means()
	q, f := *p, new(features)
	f.sigma, _ = standardised(cov, p.d())
	for a, n := range k {
		f.of = append(f.of, lot{a, n})
	}
	q.means = f
	return &q, nil
}

// withCopies returns p with what Copies needs, where there are any.
func withCopies(p *Problem, e Equipment) (*Problem, error) {
	if e.Copies == nil {
		return p, nil
	}
	c, err := e.Copies()
	if c == nil {
		return p, err
	}
	q, f := *p, new(features)
	z, sd := standardised(c.Sigma, len(c.B))
	b := make([]float64, len(c.B))
	for j, x := range sd {
		if x > 0 {
			b[j] = c.B[j] / x
		}
		f.of = append(f.of, lot{j / c.K, 1})
	}
	f.b, f.sigma = [][]float64{b}, z
	q.copies = f
	return &q, err
}

// offerFeatures offers features, each with its judgments.
func offerFeatures(p *Problem, f *features) *offer {
	b := f.b
	if b == nil {
		b = measuredOf(p)
	}
	o := &offer{items: forwardProblem(p, b, f.sigma), lots: make([]lot, len(f.of))}
	before := make([]int, p.d()) // judgments of earlier features
	for j, l := range f.of {
		a, from := l.attribute, before[l.attribute]
		before[a] += l.judgments
		n := max(0, min(before[a], p.Most(a))-max(from, p.Least(a)))
		// No judgments at all are priced like one: they are owned, and an item is never bought twice.
		price, ok := p.Price[a].Times(max(n, 1))
		o.items.Price[j], o.items.Candidate[j] = price, ok && p.Candidate[a] && from < p.Most(a)
		if o.lots[j] = (lot{a, n}); n == 0 && o.items.Candidate[j] {
			o.owned = append(o.owned, j)
		}
	}
	return o
}
