package selection

import (
	"context"
	"sort"

	"fms-tui/model"
)

// everyRater is the number of raters up to which a sweep tries every number. Beyond it
// the number grows by a twentieth at a time, since one more rater changes the noise by
// less.
const everyRater = 64

// sweepForms returns, at each of rising budgets, the best choice with all chosen
// attributes on one form, asked of the same number of raters R = 1, 2, … For a given R
// this is forward selection by least squares among features with the covariance Σ⁺ +
// C+/R: nothing is refitted. Minima are not swept. The result is meaningless once ctx
// has ended.
func (p *Problem) sweepForms(ctx context.Context, budgets []model.Amount) []swept {
	if len(budgets) == 0 || p.Min != nil && len(p.minima()) > 0 {
		return nil
	}
	found := make([]swept, len(budgets))
	for g, list := range p.forms.on {
		if len(list) < 2 || p.isCall(g) {
			continue // the greedies find all that there is
		}
		for r := 1; ctx.Err() == nil && p.sweep(g, r, budgets, found); r += max(1, (r-everyRater)/20) {
		}
	}
	return found
}

// swept is the best choice of a sweep so far.
type swept struct {
	objective float64
	raters    int
	list      []int  // the form's attributes
	items     Choice // among them
}

// choice returns what was found as a choice.
func (f *swept) choice(p *Problem) Choice {
	var bought []lot
	for _, k := range f.items.order(len(f.list)) {
		bought = append(bought, lot{f.list[k], f.raters})
	}
	return p.weighedNode(bought).choice()
}

// sweep tries r raters of form g, and reports whether more may be affordable.
func (p *Problem) sweep(g, r int, budgets []model.Amount, found []swept) bool {
	fill, ok := p.forms.Price[g].Times(r)
	if last := budgets[len(budgets)-1]; !ok || fill > last {
		return false
	}
	list := p.forms.on[g]
	items := p.ofRaters(list, r)
	cheapest, any := items.leastPrice()
	if !any || fill+cheapest > budgets[len(budgets)-1] {
		return false
	}
	w := newWalker(items, items.offer(Full), perCost)
	first := sort.Search(len(budgets), func(i int) bool { return budgets[i] >= fill+cheapest })
	for i, budget := range budgets[first:] {
		f := &found[first+i]
		if c := w.choose(budget - fill); c.Objective > f.objective*(1+tie) {
			*f = swept{objective: c.Objective, raters: r, list: list, items: c}
		}
	}
	return true
}

// ofRaters returns the problem of choosing among attributes of one form that are
// all asked of r raters: M is fixed then, and each item is such a set of r
// judgments.
func (p *Problem) ofRaters(list []int, r int) *Problem {
	n := len(list)
	q, sigma := p.only(list), make([]float64, n*n)
	share := 1 / float64(r)
	for i, a := range list {
		row, halo, own := sigma[i*n:][:n], p.forms.halo(a), p.row(a)
		for k, e := range list {
			row[k] = own[e] + share*halo[e]
		}
		row[i] = p.diag(a) + share*p.V[a]
	}
	items := p.forward(q.B, q.Also, sigma)
	for i, a := range list {
		price, ok := p.Price[a].Times(r)
		items.Price[i], items.Candidate[i] = price, ok && r <= p.most(a)
	}
	return items
}

// leastPrice is the lowest price of a candidate, 0 where one costs nothing, and
// false where there is no candidate.
func (p *Problem) leastPrice() (model.Amount, bool) {
	lowest, any := model.Amount(0), false
	for a, ok := range p.Candidate {
		if ok && (!any || p.Price[a] < lowest) {
			lowest, any = p.Price[a], true
		}
	}
	return lowest, any
}
