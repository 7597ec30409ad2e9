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
func sweepForms(ctx context.Context, p *Problem, budgets []model.Amount) []swept {
	if len(budgets) == 0 || p.Min != nil && len(minimaOf(p)) > 0 {
		return nil
	}
	found := make([]swept, len(budgets))
	for g, list := range p.forms.on {
		if len(list) < 2 || p.forms.isCall(g) {
			continue // the greedies find all that there is
		}
		s := newSweep(p, g)
		for r := 1; ctx.Err() == nil && s.try(r, budgets, found); r += max(1, (r-everyRater)/20) {
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
	return newChoice(p, bought, new(cholesky))
}

// sweep tries one form with all numbers of raters.
type sweep struct {
	p     *Problem
	form  int
	list  []int       // its attributes
	b     [][]float64 // their label covariances
	sigma []float64   // Σ⁺ + C+/R of the last R tried
}

func newSweep(p *Problem, g int) *sweep {
	list := p.forms.on[g]
	s := &sweep{p: p, form: g, list: list, sigma: make([]float64, len(list)*len(list))}
	for _, b := range p.B {
		own := make([]float64, len(list))
		for k, a := range list {
			own[k] = b[a]
		}
		s.b = append(s.b, own)
	}
	return s
}

// try tries r raters of the form, and reports whether more may be affordable.
func (s *sweep) try(r int, budgets []model.Amount, found []swept) bool {
	fill, ok := s.p.forms.Price[s.form].Times(r)
	if last := budgets[len(budgets)-1]; !ok || fill > last {
		return false
	}
	items := s.ofRaters(r)
	cheapest := unlimited
	for i, ok := range items.Candidate {
		if ok {
			cheapest = min(cheapest, items.Price[i])
		}
	}
	if cheapest > budgets[len(budgets)-1]-fill {
		return false
	}
	w := newWalker(items, offerOf(items, Full), perCost)
	first := sort.Search(len(budgets), func(i int) bool { return budgets[i] >= fill+cheapest })
	for i, budget := range budgets[first:] {
		f := &found[first+i]
		if c := w.choose(budget - fill); c.Objective > f.objective*(1+tie) {
			*f = swept{objective: c.Objective, raters: r, list: s.list, items: c}
		}
	}
	return true
}

// ofRaters returns the problem of choosing among the attributes of the form that are
// all asked of r raters: M is fixed then, and each item is such a set of r
// judgments. It holds until the next call.
func (s *sweep) ofRaters(r int) *Problem {
	n, share := len(s.list), 1/float64(r)
	items := forwardProblem(s.p, s.b, s.sigma)
	for i, a := range s.list {
		price, ok := s.p.Price[a].Times(r)
		items.Price[i], items.Candidate[i] = price, ok && r <= s.p.most(a)
		row, own, shared := s.sigma[i*n:][:n], s.p.row(a), s.p.forms.halo(a)
		for k, e := range s.list {
			row[k] = own[e] + share*shared[e]
		}
		row[i] = s.p.diag(a) + share*s.p.V[a]
	}
	return items
}
