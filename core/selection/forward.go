package selection

import (
	"math"

	"fms-tui/model"
)

// offer is what a greedy walks over. For Full, Scoring and Uniform an item is
// a judgment of the attribute of the same number. For forward selection it is
// a feature that comes with its judgments.
type offer struct {
	items *Problem // priced and selected among like attributes
	lots  []lot    // by item; nil where item a is one judgment of attribute a
	// owned lists the items that the minima pay for, in the order of paying.
	owned []int
	start func() state // over items, with nothing bought
	rules []rule       // the greedies to run; the better one by objective counts
}

// lot is the judgments that an item stands for.
type lot struct{ attribute, judgments int }

// lot returns what item j is.
func (o *offer) lot(j int) lot {
	if o.lots == nil {
		return lot{j, 1}
	}
	return o.lots[j]
}

// offerOf returns what a greedy algorithm buys from. The algorithm must be one,
// and have passed Check.
func offerOf(p *Problem, a Algorithm) *offer {
	m, err := a.method()
	var o *offer
	switch {
	case err == nil && m.features != nil:
		o = offerFeatures(p, p.features[a])
	case err == nil && m.offer != nil:
		o = m.offer(p)
	default:
		panic("selection: no greedy is called " + string(a))
	}
	if o.items == nil {
		o.items = p
	}
	if o.start == nil {
		o.start = func() state { return newFullState(o.items) }
	}
	if o.rules == nil {
		o.rules = []rule{perCost, byGain}
	}
	if o.lots == nil {
		o.owned = minimaOf(p)
	}
	if samePrice(o.items) {
		o.rules = []rule{byGain} // both order the items alike
	} else if s := p.Sheets(); (a == Full || a == Scoring) && len(s) == 1 && s[0].IsCall {
		o.rules = o.rules[:1] // all that there is to choose is how often it is made
	}
	return o
}

// minimaOf lists the judgments that every choice contains.
func minimaOf(p *Problem) []int {
	var list []int
	for a := range p.Candidate {
		for range p.Least(a) {
			list = append(list, a)
		}
	}
	return list
}

// forwardProblem returns the problem whose Full greedy is forward selection by least squares
// among features with the given standardised label covariances and covariance matrix.
// With v = 0 and no ridge the gain c²/q of a first judgment is the fall of the residual
// sum of squares per object, and a second judgment gains nothing. Nothing is refitted.
func forwardProblem(p *Problem, b [][]float64, sigma []float64) *Problem {
	d := len(b[0])
	return &Problem{
		B: b, V: make([]float64, d), Sigma: sigma, VarY: p.VarY,
		Price: make([]model.Amount, d), Candidate: make([]bool, d),
	}
}

// standardised divides the rows and columns of an n×n covariance matrix by the
// features' standard deviations sd. Features that do not vary get zeros.
func standardised(cov []float64, n int) (z, sd []float64) {
	z, sd = make([]float64, n*n), make([]float64, n)
	for i := range sd {
		sd[i] = math.Sqrt(max(0, cov[i*n+i]))
	}
	for i := range n {
		for j := range n {
			if sd[i] > 0 && sd[j] > 0 {
				z[i*n+j] = cov[i*n+j] / sd[i] / sd[j]
			}
		}
	}
	return z, sd
}

// features are what forward selection takes in the two baselines of S&K section 4 that use it.
//
// Averages (after Isola et al. 2011) takes cell means: each attribute chosen costs the k judgments
// that its cells hold, and gets them. Copies takes the k judgments of a cell one by one: r counts
// those that are taken.
//
// A minimum is paid first and counts towards the judgments of a feature, the first of a cell. A
// feature that it pays for wholly is in from the start. What is beyond the maximum is not bought.
type features struct {
	b     [][]float64 // covariances with the labels, standardised; nil: of the attributes themselves
	sigma []float64   // covariances, standardised, by rows
	of    []lot       // by feature: of an attribute the next so many judgments
}

// cellMeans are what Averages takes.
func cellMeans(p *Problem, e Equipment) (*features, error) {
	cov, k := e.Means()
	f := new(features)
	f.sigma, _ = standardised(cov, p.d())
	for a, n := range k {
		f.of = append(f.of, lot{a, n})
	}
	return f, nil
}

// singleJudgments are what Copies takes, where there are any.
func singleJudgments(_ *Problem, e Equipment) (*features, error) {
	if e.Copies == nil {
		return nil, nil
	}
	c, err := e.Copies()
	if c == nil {
		return nil, err
	}
	z, sd := standardised(c.Sigma, len(c.B))
	f, b := &features{sigma: z}, make([]float64, len(c.B))
	for j, x := range sd {
		if x > 0 {
			b[j] = c.B[j] / x
		}
		f.of = append(f.of, lot{j / c.K, 1})
	}
	f.b = [][]float64{b}
	return f, err
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
