package selection

import (
	"context"
	"math"
	"slices"
	"sort"

	"fms-tui/model"
)

// Choice is what an algorithm buys at one budget.
type Choice struct {
	Spent model.Amount // at most the budget
	// Objective is the algorithm's own objective, in squared label units; Full's
	// objective for Exchange and Single, 0 for Uniform, which has none.
	Objective float64
	// Loss is the projected loss Var(y) - obj_Full(r), in squared label units;
	// it can be below 0 where b and Σ⁺ come from too few objects.
	Loss float64

	trunk []Step // the path followed, up to the last step that B pays for
	tail  []int  // what was bought with the rest
	// walk is not 0 if the trunk belongs to a walker: a curve's choices with the same
	// one are prefixes of one another.
	walk int
	node *formNode // what was bought on forms; trunk and tail are then empty
	lots []lot     // what was bought, if the order of judgments is not kept; see Condense
}

// bought calls visit for what was bought, in the order of buying.
func (c *Choice) bought(visit func(attribute, judgments int)) {
	for _, l := range c.node.lots() {
		visit(l.attribute, l.judgments)
	}
	for _, l := range c.lots {
		visit(l.attribute, l.judgments)
	}
	for _, s := range c.trunk {
		visit(s.Attribute, 1)
	}
	for _, j := range c.tail {
		visit(j, 1)
	}
}

// Steps returns the judgments of a choice in the order of buying. On a form that
// is paid as a whole, its price is in the first judgment of each rater.
func (p *Problem) Steps(c *Choice) []Step {
	var steps []Step
	var spent model.Amount
	repeats := make([]int, p.d())
	c.bought(func(a, n int) {
		for range n {
			spent += p.Price[a]
			if p.forms != nil && repeats[a] == p.top(p.forms.Of[a], repeats) {
				spent += p.forms.Price[p.forms.Of[a]]
			}
			repeats[a]++
			steps = append(steps, Step{Attribute: a, Spent: spent})
		}
	})
	return steps
}

// Repeats returns r by attribute, for d attributes.
func (c *Choice) Repeats(d int) []int {
	r := make([]int, d)
	c.bought(func(a, n int) { r[a] += n })
	return r
}

// order returns the support in the order of buying.
func (c *Choice) order(d int) []int {
	seen := make([]bool, d)
	var order []int
	c.bought(func(a, n int) {
		if n > 0 && !seen[a] {
			seen[a] = true
			order = append(order, a)
		}
	})
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
	weighed   bool // with losses
}

// NewCurve computes the choices for the given rising budgets. Without budgets it
// computes nothing, and At computes the choice at a requested budget. Use this for
// Exchange, where each budget costs a search of its own. Errors are Check's and the
// context's.
func NewCurve(ctx context.Context, p *Problem, a Algorithm, budgets []model.Amount) (*Curve, error) {
	return makeCurve(ctx, p, a, budgets, true)
}

// Choose is NewCurve for who asks what is bought, and not what it is worth: the loss of a
// choice is NaN where it would cost a computation of its own. Paths take little room.
func Choose(ctx context.Context, p *Problem, a Algorithm, budgets []model.Amount) (*Curve, error) {
	c, err := makeCurve(ctx, p, a, budgets, false)
	if err == nil {
		c.condense()
	}
	return c, err
}

func makeCurve(ctx context.Context, p *Problem, a Algorithm, budgets []model.Amount, weighed bool) (*Curve, error) {
	err := p.Check(a)
	if err != nil {
		return nil, err
	}
	c := &Curve{Algorithm: a, Budgets: budgets, p: p, weighed: weighed}
	if len(budgets) == 0 {
		return c, nil
	}
	choose := func(p *Problem, ctx context.Context, budgets []model.Amount, weighed bool) ([]Choice, error) {
		return p.greedy(ctx, a, budgets, weighed)
	}
	if m, _ := a.method(); m.choose != nil {
		choose = m.choose
	}
	if c.Choices, err = choose(p, ctx, budgets, weighed); err != nil {
		return nil, err
	}
	return c, nil
}

// greedy returns a greedy algorithm's choices for rising budgets; of Full, or if they are
// to be weighed, with their losses.
func (p *Problem) greedy(ctx context.Context, a Algorithm, budgets []model.Amount, weighed bool) ([]Choice, error) {
	if a == Full && p.onForms() {
		return p.fillForms(ctx, budgets)
	}
	choices := make([]Choice, len(budgets))
	offer := p.offer(a)
	for n, by := range offer.rules {
		w := newWalker(p, offer, by)
		w.number = n + 1
		w.expect(budgets[len(budgets)-1])
		for i, budget := range budgets {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			choice := w.choose(budget)
			if n == 0 || choice.Objective > choices[i].Objective*(1+tie) {
				choices[i] = choice
			}
		}
	}
	switch {
	case p.onForms():
		p.putOnForms(choices, weighed)
	case a == Full:
	case weighed:
		p.setLosses(choices)
	default:
		for i := range choices {
			choices[i].Loss = math.NaN()
		}
	}
	return choices, ctx.Err()
}

// setLosses finds the losses of a curve's choices: along one path from the path as a
// whole, where that can be done.
func (p *Problem) setLosses(choices []Choice) {
	if trunk, one := onePath(choices); one && len(trunk) <= mostFollowed {
		if losses, ok := p.trunkLosses(trunk); ok {
			for i := range choices {
				choices[i].Loss = losses[len(choices[i].trunk)]
			}
			return
		}
	}
	p.follow(choices, func(i int, s *fullState) { choices[i].Loss = s.loss() })
}

// mostFollowed bounds the steps whose losses are kept at once.
const mostFollowed = 1 << 16

// onePath returns the path that all choices at rising budgets are prefixes of, false
// where there is none.
func onePath(choices []Choice) (trunk []Step, ok bool) {
	walk := 0
	for i := range choices {
		c := &choices[i]
		if c.node != nil || len(c.tail) > 0 || len(c.trunk) < len(trunk) || len(c.trunk) > 0 && (c.walk == 0 || walk > 0 && c.walk != walk) {
			return nil, false
		}
		if len(c.trunk) > 0 {
			trunk, walk = c.trunk, c.walk
		}
	}
	return trunk, true
}

// putOnForms turns choices that were bought one judgment after another into such
// on forms, and finds their losses if they are to be weighed.
func (p *Problem) putOnForms(choices []Choice, weighed bool) {
	for i := range choices {
		c := &choices[i]
		switch {
		case len(c.trunk)+len(c.tail) == 0:
			c.Loss = p.VarY
		case weighed:
			n := p.weighedNode(p.lotsOnForms(c, true))
			*c = Choice{Spent: n.spent, Objective: c.Objective, Loss: n.loss, node: n}
		default:
			n := p.unweighedNode(p.lotsOnForms(c, true))
			*c = Choice{Spent: n.spent, Objective: c.Objective, Loss: math.NaN(), node: n}
		}
	}
}

// Has tells whether a budget is one of Budgets.
func (c *Curve) Has(budget model.Amount) bool {
	_, found := slices.BinarySearch(c.Budgets, budget)
	return found
}

// Bare returns a curve of the choices alone, without the problem that they solve: At must
// be asked for Budgets only.
func (c *Curve) Bare() *Curve {
	bare := *c
	bare.p = nil
	return &bare
}

// At returns the choice for a budget, which need not be one of Budgets: it is
// then computed from the start, in the time of one path.
func (c *Curve) At(budget model.Amount) Choice {
	i := sort.Search(len(c.Budgets), func(i int) bool { return c.Budgets[i] >= budget })
	if i < len(c.Budgets) && c.Budgets[i] == budget {
		return c.Choices[i]
	}
	one, err := makeCurve(context.Background(), c.p, c.Algorithm, []model.Amount{budget}, c.weighed)
	if err != nil {
		panic("selection: a curve was made of what Check refuses")
	}
	return one.Choices[0]
}
