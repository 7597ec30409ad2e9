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

// swept is the best choice of a sweep so far.
type swept struct {
	objective float64
	lots      []lot
}

// sweepForms returns, at each of rising budgets, the best choice with all chosen
// attributes on one form, asked of the same number of raters R = 1, 2, … For a given R
// this is forward selection by least squares among features with the covariance Σ⁺ +
// C+/R: nothing is refitted. Minima are not swept. The result is meaningless once ctx
// has ended.
func sweepForms(ctx context.Context, p *Problem, budgets []model.Amount) []swept {
	if len(budgets) == 0 || p.Min != nil && len(minimaOf(p)) > 0 {
		return nil
	}
	found := make([]swept, len(budgets))
	for g, list := range p.forms.on {
		if len(list) < 2 || p.forms.kind[g] == call {
			continue // the greedies find all that there is
		}
		items := itemsOf(p, list)
		for r := 1; ctx.Err() == nil && sweepRaters(p, items, list, r, budgets, found); r += max(1, (r-everyRater)/20) {
		}
	}
	return found
}

// sweepRaters tries r raters of the form that attributes are on, and reports whether more may be
// affordable.
func sweepRaters(p, items *Problem, list []int, r int, budgets []model.Amount, found []swept) bool {
	fill, ok := p.forms.Price[p.forms.Of[list[0]]].Times(r)
	last := budgets[len(budgets)-1]
	if !ok || fill > last {
		return false
	}
	setRaters(p, items, list, r)
	cheapest := unlimited
	for i, ok := range items.Candidate {
		if ok {
			cheapest = min(cheapest, items.Price[i])
		}
	}
	if cheapest > last-fill {
		return false
	}
	w := newWalker(items, offerOf(items, Full), perCost)
	first := sort.Search(len(budgets), func(i int) bool { return budgets[i] >= fill+cheapest })
	var before swept
	for i, budget := range budgets[first:] {
		c := w.choose(budget - fill)
		if c.Objective != before.objective {
			before = swept{c.Objective, make([]lot, 0, len(list))}
			for k := range c.lots { // each is bought once
				before.lots = append(before.lots, lot{list[k.attribute], r})
			}
		}
		if f := &found[first+i]; c.Objective > f.objective*(1+tie) {
			*f = before
		}
	}
	return true
}

// itemsOf returns the problem of choosing among attributes of a form that are all asked of some
// raters: M is fixed then, and each item is such a set of judgments.
func itemsOf(p *Problem, list []int) *Problem {
	var b [][]float64
	for _, of := range p.B {
		own := make([]float64, len(list))
		for i, a := range list {
			own[i] = of[a]
		}
		b = append(b, own)
	}
	return forwardProblem(p, b, make([]float64, len(list)*len(list)))
}

// setRaters makes the items those of r raters.
func setRaters(p, items *Problem, list []int, r int) {
	share := 1 / float64(r)
	for i, a := range list {
		price, ok := p.Price[a].Times(r)
		items.Price[i], items.Candidate[i] = price, ok && r <= p.Most(a)
		row, own, shared := items.row(i), p.row(a), p.forms.halo(a)
		for k, e := range list {
			row[k] = own[e] + share*shared[e]
		}
		row[i] = p.diag(a) + share*p.V[a]
	}
}
