package selection

import (
	"context"
	"fmt"
	"sort"

	"fms-tui/model"
)

// Algorithm names a way to choose repeats.
type Algorithm string

// The algorithms of S&K section 3.
const (
	Full    Algorithm = "full"
	Scoring Algorithm = "scoring"
)

// Algorithms lists all that can be chosen, in the order they are shown in.
func Algorithms() []Algorithm { return []Algorithm{Full, Scoring} }

// start returns the algorithm's objective at r = 0.
func (a Algorithm) start(p *Problem) objective {
	switch a {
	case Full:
		return newFullState(p)
	case Scoring:
		return newScoringState(p)
	}
	panic(fmt.Sprintf("selection: unknown algorithm %q", string(a)))
}

// Choice is what an algorithm buys at one budget.
type Choice struct {
	Spent model.Amount
	// Objective is the algorithm's own objective, in squared label units.
	Objective float64
	// Loss is the projected loss Var(y) - obj_Full(r), in squared label units;
	// it can be below 0 where b and Σ⁺ come from too few objects.
	Loss float64

	trunk []Step // the path followed, up to the last step that B pays for
	tail  []int  // what was bought with the rest
}

// Steps returns the judgments in the order of buying.
func (c *Choice) Steps(price []model.Amount) []Step {
	steps := append([]Step(nil), c.trunk...)
	spent := c.Spent
	for _, j := range c.tail {
		spent -= price[j]
	}
	for _, j := range c.tail {
		spent += price[j]
		steps = append(steps, Step{Attribute: j, Spent: spent})
	}
	return steps
}

// Repeats returns r by attribute, for d attributes.
func (c *Choice) Repeats(d int) []int {
	r := make([]int, d)
	for _, s := range c.trunk {
		r[s.Attribute]++
	}
	for _, j := range c.tail {
		r[j]++
	}
	return r
}

// order returns the support in the order of buying.
func (c *Choice) order(d int) []int {
	seen := make([]bool, d)
	var order []int
	add := func(j int) {
		if !seen[j] {
			seen[j] = true
			order = append(order, j)
		}
	}
	for _, s := range c.trunk {
		add(s.Attribute)
	}
	for _, j := range c.tail {
		add(j)
	}
	return order
}

// Curve holds an algorithm's choices for a rising list of budgets.
//
// With equal prices they are prefixes of one greedy path. With unequal prices
// a greedy by gain per cost can be led to spend on what is cheap, and one by
// gain on what is dear; either alone can lose a third of R². So choice(B) is
// the better, by the algorithm's objective, of the two (ties: by gain per
// cost). Each is trunk and tail: the run without a budget, followed while its
// next step is affordable, then finished among what is.
type Curve struct {
	Algorithm Algorithm
	Budgets   []model.Amount // rising
	Choices   []Choice       // one a budget
	p         *Problem
}

// NewCurve computes the choices for the given rising budgets. The only error
// is the context's.
func NewCurve(ctx context.Context, p *Problem, a Algorithm, budgets []model.Amount) (*Curve, error) {
	c := &Curve{Algorithm: a, Budgets: budgets, p: p}
	if len(budgets) == 0 {
		return c, nil
	}
	rules := []rule{perCost, byGain}
	if p.samePrice() {
		rules = rules[:1] // both order the attributes alike
	}
	c.Choices = make([]Choice, len(budgets))
	for n, by := range rules {
		w := newWalker(p, a, by)
		for i, budget := range budgets {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			choice := w.choose(budget)
			if n == 0 || choice.Objective > c.Choices[i].Objective*(1+tie) {
				c.Choices[i] = choice
			}
		}
	}
	return c, nil
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
		panic("selection: a background context cannot end")
	}
	return one.Choices[0]
}

// walker follows one trunk for rising budgets.
type walker struct {
	p       *Problem
	by      rule
	trunk   []Step
	spent   model.Amount // on the trunk
	ended   bool         // no judgment is worth having any more
	state   objective    // after the trunk
	full    *fullState   // the Full objective there: state itself, for Full
	end     objective    // the same two for tails, made when first needed
	endFull *fullState
}

func newWalker(p *Problem, a Algorithm, by rule) *walker {
	w := &walker{p: p, by: by}
	w.state, w.full = withFull(p, a.start(p))
	for j := range p.Candidate {
		for range p.least(j) {
			w.buy(j)
		}
	}
	return w
}

// buy adds a judgment to the trunk.
func (w *walker) buy(j int) {
	w.step(w.state, w.full, j)
	w.spent += w.p.Price[j]
	w.trunk = append(w.trunk, Step{Attribute: j, Spent: w.spent})
}

// withFull returns o and the Full objective that goes with it.
func withFull(p *Problem, o objective) (objective, *fullState) {
	if full, ok := o.(*fullState); ok {
		return o, full
	}
	return o, newFullState(p)
}

// choose returns the choice for a budget not below the last one asked for.
// A budget that does not pay for the minima buys nothing.
func (w *walker) choose(budget model.Amount) Choice {
	if budget < w.spent {
		return Choice{Loss: w.p.VarY}
	}
	stopped := false // at a judgment that the budget does not pay for
	for !w.ended && !stopped {
		j, ok := w.p.next(w.state, w.by, unlimited)
		switch {
		case !ok:
			w.ended = true
		case w.spent+w.p.Price[j] > budget:
			stopped = true
		default:
			w.buy(j)
		}
	}
	c := Choice{
		trunk:     w.trunk[:len(w.trunk):len(w.trunk)],
		Spent:     w.spent,
		Objective: w.state.value(),
		Loss:      w.full.loss(),
	}
	if stopped && budget-w.spent >= w.p.Cheapest() {
		w.finish(&c, budget)
	}
	return c
}

// step adds a judgment to the state and, where that is another one, to the
// Full objective beside it.
func (w *walker) step(o objective, full *fullState, j int) {
	o.add(j)
	if o != objective(full) {
		full.add(j)
	}
}

// finish spends what the trunk's next step is too dear for.
func (w *walker) finish(c *Choice, budget model.Amount) {
	if w.end == nil {
		w.end, w.endFull = withFull(w.p, w.state.fresh())
	}
	w.end.copyFrom(w.state)
	if w.end != objective(w.endFull) {
		w.endFull.copyFrom(w.full)
	}
	for {
		j, ok := w.p.next(w.end, w.by, budget-c.Spent)
		if !ok {
			break
		}
		w.step(w.end, w.endFull, j)
		c.tail = append(c.tail, j)
		c.Spent += w.p.Price[j]
	}
	c.Objective, c.Loss = w.end.value(), w.endFull.loss()
}
