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
	if err != nil || m.offer == nil {
		panic("selection: no greedy is called " + string(a))
	}
	o := m.offer(p)
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
	} else if a == Full && isOneCall(p) {
		o.rules = o.rules[:1]
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
