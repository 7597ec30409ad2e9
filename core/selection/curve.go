package selection

import (
	"context"
	"math"
	"slices"
	"sort"

	"fms-tui/core/internal/parallel"
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
	// walk is not 0 if the trunk belongs to a walker: a curve's choices with the same
	// one are prefixes of one another.
	walk int
	kept *weights // nil where they are not kept
}

// weights are those of a choice, with which no factorisation is needed.
type weights struct {
	attrs []int       // with a weight
	w     [][]float64 // by label
	of    *Figures    // what they depend on
}

// keep keeps the weights of a state on forms, where no path leads from choice to choice.
func (c *Choice) keep(s *fullState) {
	if !s.p.OnForms() {
		return
	}
	c.kept = &weights{attrs: slices.Clone(s.support), of: s.p.figures}
	for _, w := range s.w {
		c.kept.w = append(c.kept.w, slices.Clone(w))
	}
}

// lots returns what was bought, in the order of buying.
func (c *Choice) lots() []lot { return slices.Concat(c.trunk, c.tail) }

// Steps returns the judgments of a choice in the order of buying. On a form that
// is paid as a whole, its price is in the first judgment of each rater.
func (p *Problem) Steps(c *Choice) []Step {
	var steps []Step
	var spent model.Amount
	repeats := make([]int, p.d())
	for _, l := range c.lots() {
		a := l.attribute
		for range l.judgments {
			spent += p.Price[a]
			if p.forms != nil && repeats[a] == p.forms.top(p.forms.Of[a], repeats) {
				spent += p.forms.Price[p.forms.Of[a]]
			}
			repeats[a]++
			steps = append(steps, Step{Attribute: a, Spent: spent})
		}
	}
	return steps
}

// Repeats returns r by attribute, for d attributes.
func (c *Choice) Repeats(d int) []int {
	r := make([]int, d)
	for _, l := range c.lots() {
		r[l.attribute] += l.judgments
	}
	return r
}

// order returns the support in the order of buying.
func (c *Choice) order(d int) []int {
	seen := make([]bool, d)
	var order []int
	for _, l := range c.lots() {
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

// condense forgets in which order judgments were bought, if the repeats of all choices take
// less room than their paths: a path holds every judgment, 16 MB for a million. Steps of a
// choice are then by attribute, in the order of their first judgments. All else stays.
func (c *Curve) condense() {
	longest := 0
	for i := range c.Choices {
		longest = max(longest, len(c.Choices[i].trunk))
	}
	if longest < 2*c.p.d()*len(c.Choices) {
		return
	}
	for i := range c.Choices {
		one := &c.Choices[i]
		one.trunk, one.tail, one.walk = nil, wholeLots(c.p, one), 0
	}
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
	choose := func(ctx context.Context, p *Problem, budgets []model.Amount, weighed bool) ([]Choice, error) {
		return chooseGreedily(ctx, p, a, budgets, weighed)
	}
	if m, _ := a.method(); m.choose != nil {
		choose = m.choose
	}
	if c.Choices, err = choose(ctx, p, budgets, weighed); err != nil {
		return nil, err
	}
	return c, nil
}

// chooseGreedily returns a greedy algorithm's choices for rising budgets; of Full, or if they are
// to be weighed, with their losses. They are the best of its greedies, and of Full's on forms
// and the sweep: a greedy can be led to ask many attributes once and then find each further
// rater dear; the sweep cannot mix numbers of raters.
func chooseGreedily(ctx context.Context, p *Problem, a Algorithm, budgets []model.Amount, weighed bool) ([]Choice, error) {
	offer := offerOf(p, a)
	walks := make([][]Choice, len(offer.rules))
	var swept []swept
	parallel.EachIn(ctx, len(walks)+1, func(i int) {
		switch {
		case i < len(walks):
			walks[i] = walkGreedily(ctx, p, offer, offer.rules[i], i+1, budgets)
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
			if c := swept[i].choice(p); better(i, c.Objective) {
				choices[i] = c
			}
		}
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case a == Full:
	case p.OnForms():
		putOnForms(p, choices, weighed)
	case weighed:
		setLosses(p, choices)
	default:
		for i := range choices {
			choices[i].Loss = math.NaN()
		}
	}
	return choices, ctx.Err()
}

// walkGreedily returns the choices of one greedy, which is a curve's n-th; they mean nothing once ctx
// has ended.
func walkGreedily(ctx context.Context, p *Problem, o *offer, by rule, n int, budgets []model.Amount) []Choice {
	choices := make([]Choice, len(budgets))
	w := newWalker(p, o, by)
	w.number = n
	w.expect(budgets[len(budgets)-1])
	for i, budget := range budgets {
		if ctx.Err() != nil {
			break
		}
		choices[i] = w.choose(budget)
	}
	return choices
}

// setLosses finds the losses of a curve's choices: along one path from the path as a
// whole, where that can be done.
func setLosses(p *Problem, choices []Choice) {
	if trunk, one := onePath(choices); one && len(trunk) <= mostFollowed {
		if losses, ok := trunkLosses(p, trunk); ok {
			for i := range choices {
				choices[i].Loss = losses[len(choices[i].trunk)]
			}
			return
		}
	}
	followStates(p, choices, func(i int, s *fullState) { choices[i].Loss = s.loss() })
}

// mostFollowed bounds the steps whose losses are kept at once.
const mostFollowed = 1 << 16

// onePath returns the path that all choices at rising budgets are prefixes of, false
// where there is none.
func onePath(choices []Choice) (trunk []lot, ok bool) {
	walk := 0
	for i := range choices {
		c := &choices[i]
		if len(c.tail) > 0 || len(c.trunk) < len(trunk) || len(c.trunk) > 0 && (c.walk == 0 || walk > 0 && c.walk != walk) {
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
func putOnForms(p *Problem, choices []Choice, weighed bool) {
	for i := range choices {
		c := &choices[i]
		lots := wholeLots(p, c)
		one := newChoice(p, lots, weighed)
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
	repeats, order := c.Repeats(p.d()), c.order(p.d())
	if p.forms != nil {
		fillCalls(p, repeats)
	}
	var lots []lot
	for _, a := range order {
		lots = append(lots, lot{a, repeats[a]})
		repeats[a] = 0
	}
	for a, n := range repeats {
		if n > 0 {
			lots = append(lots, lot{a, n})
		}
	}
	return lots
}

// newChoice returns the choice of lots; if it is to be weighed, with
// the objective of Full and with weights from a factorisation, else with a loss of NaN.
func newChoice(p *Problem, lots []lot, weighed bool) Choice {
	c := Choice{tail: lots, Loss: math.NaN()}
	r := c.Repeats(p.d())
	if c.Spent, _ = p.Cost(r); weighed {
		f := newFactor(p, r, c.order(p.d()))
		c.Objective, c.Loss = f.objective(), f.loss(p)
		if p.OnForms() {
			c.kept = &weights{attrs: f.attrs, w: f.weights(), of: p.figures}
		}
	}
	return c
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
