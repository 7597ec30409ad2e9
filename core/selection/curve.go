package selection

import (
	"context"
	"slices"
	"sort"

	"fms-tui/core/parallel"
	"fms-tui/model"
)

// Step is one judgment bought on a path.
type Step struct {
	Attribute int          // its number
	Spent     model.Amount // after the step
}

// Choice is what an algorithm buys at one budget.
type Choice struct {
	Spent model.Amount // at most the budget
	// Objective is the algorithm's own objective, in squared label units; Full's
	// objective for Exchange and Single, 0 for Uniform, which has none.
	Objective float64
	// Loss is the projected loss Var(y) - obj_Full(r), in squared label units;
	// it can be below 0 where b and Σ⁺ come from too few objects.
	Loss float64

	trunk []lot // the path followed, up to the last lot that B pays for
	tail  []lot // what was bought with the rest

	// attrs are attributes, and w the weights M_S⁻¹ b_S of them by label, in
	// standardised units. They carry the rounding of a path; Problem.Weights factors anew.
	attrs []int
	w     [][]float64
}

// Weights returns w by label and attribute, for d attributes; nil where nothing was bought.
func (c *Choice) Weights(d int) (all [][]float64) {
	for _, w := range c.w {
		all = append(all, placed(d, c.attrs, w))
	}
	return all
}

// placed puts numbers at their attributes, of d.
func placed(d int, attrs []int, x []float64) []float64 {
	all := make([]float64, d)
	for k, a := range attrs {
		all[a] = x[k]
	}
	return all
}

// lots passes through what was bought, in the order of buying.
func (c *Choice) lots(yield func(lot) bool) {
	for _, lots := range [...][]lot{c.trunk, c.tail} {
		for _, l := range lots {
			if !yield(l) {
				return
			}
		}
	}
}

// Steps returns the judgments of a choice in the order of buying. On a form that
// is paid as a whole, its price is in the first judgment of each rater.
func (p *Problem) Steps(c *Choice) []Step {
	var steps []Step
	var spent model.Amount
	held := newHolding(p)
	for l := range c.lots {
		for range l.judgments {
			one := lot{l.attribute, 1}
			spent += held.priceOf(one)
			held.add(one)
			steps = append(steps, Step{Attribute: l.attribute, Spent: spent})
		}
	}
	return steps
}

// Repeats returns r by attribute, for d attributes.
func (c *Choice) Repeats(d int) []int {
	r := make([]int, d)
	for l := range c.lots {
		r[l.attribute] += l.judgments
	}
	return r
}

// order returns the support in the order of buying.
func (c *Choice) order(d int) []int {
	seen := make([]bool, d)
	order := make([]int, 0, d)
	for l := range c.lots {
		if !seen[l.attribute] {
			seen[l.attribute] = true
			order = append(order, l.attribute)
		}
	}
	return order
}

// Curve holds an algorithm's choices for a rising list of budgets.
//
// With equal prices the choices of a greedy are prefixes of one path. With unequal
// prices a greedy by gain per cost can be led to spend on what is cheap, and one by
// gain on what is dear; either alone can lose a third of R². So choice(B) is the
// better, by the algorithm's objective, of the two (ties: by gain per cost). Each is
// trunk and tail: the run without a budget, followed while its next step is affordable,
// then finished among what is.
type Curve struct {
	Algorithm Algorithm
	Budgets   []model.Amount // rising
	Choices   []Choice       // one a budget
	p         *Problem
}

// NewCurve computes the choices for the given rising budgets. Without budgets it
// computes nothing, and At computes the choice at a requested budget. Use this for
// Exchange, where each budget costs a search of its own. Errors are Check's and the
// context's.
func NewCurve(ctx context.Context, p *Problem, a Algorithm, budgets []model.Amount) (*Curve, error) {
	err := p.Check(a)
	if err != nil {
		return nil, err
	}
	c := &Curve{Algorithm: a, Budgets: budgets, p: p}
	if len(budgets) == 0 {
		return c, nil
	}
	if m, _ := a.method(); m.choose != nil {
		c.Choices, err = m.choose(ctx, p, a, budgets)
	} else {
		c.Choices, err = chooseGreedily(ctx, p, a, budgets)
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// chooseGreedily returns a greedy algorithm's choices for rising budgets. They are the best of
// its greedies, and of Full's on forms and the sweep: a greedy can be led to ask many attributes
// once and then find each further rater dear; the sweep cannot mix numbers of raters.
func chooseGreedily(ctx context.Context, p *Problem, a Algorithm, budgets []model.Amount) ([]Choice, error) {
	offer := offerOf(p, a)
	walks := make([][]Choice, len(offer.rules))
	var swept []swept
	parallel.Each(len(walks)+1, func(i int) {
		switch {
		case i < len(walks):
			walks[i] = walkGreedily(ctx, p, offer, offer.rules[i], budgets)
		case a == Full && p.OnForms():
			swept = sweepForms(ctx, p, budgets)
		}
	})
	choices := walks[0]
	better := func(i int, objective float64) bool { return objective > choices[i].Objective*(1+tie) }
	for _, others := range walks[1:] {
		for i, c := range others {
			if better(i, c.Objective) {
				choices[i] = c
			}
		}
	}
	for i := range swept {
		if better(i, swept[i].objective) {
			if c := newChoice(p, swept[i].lots, new(cholesky)); better(i, c.Objective) {
				choices[i] = c
			}
		}
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if a != Full && p.OnForms() {
		putOnForms(p, choices)
	}
	return choices, ctx.Err()
}

// walkGreedily returns the choices of one greedy; they mean nothing once ctx has ended.
func walkGreedily(ctx context.Context, p *Problem, o *offer, by rule, budgets []model.Amount) []Choice {
	choices := make([]Choice, len(budgets))
	w := newWalker(p, o, by)
	for i, budget := range budgets {
		if ctx.Err() != nil {
			break
		}
		if choices[i] = w.choose(budget); w.full() != nil && budget >= w.spent {
			w.full().weigh(&choices[i])
		}
	}
	if w.full() == nil && !hasCalls(p) {
		weighAlong(ctx, p, choices)
	}
	return choices
}

// putOnForms turns choices that were bought one judgment after another into such
// on forms, with their losses.
func putOnForms(p *Problem, choices []Choice) {
	f := new(cholesky)
	for i := range choices {
		c := &choices[i]
		lots := wholeLots(p, c)
		if !hasCalls(p) {
			c.trunk, c.tail = nil, lots
			continue
		}
		one := newChoice(p, lots, f)
		if one.Objective = c.Objective; len(lots) == 0 {
			one.Loss = p.VarY
		}
		*c = one
	}
}

// wholeLots lists what a choice of attributes that were bought one judgment after another
// buys, one lot an attribute, filled up with all that comes in a call without a price of its
// own.
func wholeLots(p *Problem, c *Choice) []lot {
	held := newHolding(p)
	for l := range c.lots {
		held.add(l)
	}
	fillCalls(p, held.repeats)
	for a, n := range held.repeats {
		if n > 0 && !slices.Contains(held.order, a) {
			held.order = append(held.order, a)
		}
	}
	return lotsOf(held.repeats, held.order)
}

// newChoice returns the choice of lots, with the objective of Full, from a factorisation in
// the room of another one.
func newChoice(p *Problem, lots []lot, f *cholesky) Choice {
	c := Choice{tail: lots}
	r := c.Repeats(p.d())
	c.Spent, _ = p.Cost(r)
	f.fill(p, r, c.order(p.d()))
	c.Objective, c.attrs, c.w = f.objective(), slices.Clone(f.attrs), f.weights()
	c.Loss = lossOf(p, c.Objective, c.w)
	return c
}

// At returns the choice for a budget, which need not be one of Budgets: it is
// then computed from the start, in the time of one path.
func (c *Curve) At(budget model.Amount) Choice {
	i := sort.Search(len(c.Budgets), func(i int) bool { return c.Budgets[i] >= budget })
	if i < len(c.Budgets) && c.Budgets[i] == budget {
		return c.Choices[i]
	}
	one, err := NewCurve(context.Background(), c.p, c.Algorithm, []model.Amount{budget})
	if err != nil {
		panic("selection: a curve was made of what Check refuses")
	}
	return one.Choices[0]
}
