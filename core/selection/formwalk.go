package selection

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/parallel"
	"fms-tui/model"
)

// formNode is what was bought on forms so far: a chain of moves back to the
// minima.
type formNode struct {
	from            *formNode
	bought          []lot
	spent           model.Amount
	objective, loss float64

	// If the node is a choice: the attributes with a weight, and w.
	attrs   []int
	w       [][]float64 // by label
	weighed *Figures    // whose w it is; nil where nothing is kept

	// While a walker stands at the node or behind it:
	state *formState
	moves []formMove
	next  map[pick]*formNode
}

// lots returns what was bought, in the order of buying.
func (n *formNode) lots() []lot {
	size := 0
	for m := n; m != nil; m = m.from {
		size += len(m.bought)
	}
	list := make([]lot, size)
	for m := n; m != nil; m = m.from {
		size -= len(m.bought)
		copy(list[size:], m.bought)
	}
	return list
}

// newFormNode is the node of a state, reached from another by what was bought.
func newFormNode(from *formNode, bought []lot, spent model.Amount, s *formState) *formNode {
	return &formNode{from: from, bought: bought, spent: spent, state: s, objective: s.objective(), loss: s.loss()}
}

// choice is what the node stands for.
func (n *formNode) choice() Choice {
	if n.weighed == nil && n.state != nil {
		n.attrs, n.w, n.weighed = slices.Clone(n.state.attrs), [][]float64{slices.Clone(n.state.w)}, n.state.p.figures
		for k := range n.state.also {
			n.w = append(n.w, slices.Clone(n.state.also[k].w))
		}
	}
	return Choice{Spent: n.spent, Objective: n.objective, Loss: n.loss, node: n}
}

// minimalRepeats are the judgments that every choice contains; on a call, all
// that comes with them.
func (p *Problem) minimalRepeats() []int {
	r := make([]int, p.d())
	for a := range r {
		r[a] = p.least(a)
	}
	p.wholeCalls(r)
	return r
}

// nodeOf returns the node of repeats that are bought in the order of the data.
func (l *formPool) nodeOf(repeats []int) *formNode {
	var bought []lot
	var order []int
	for a, n := range repeats {
		if n > 0 {
			bought, order = append(bought, lot{a, n}), append(order, a)
		}
	}
	spent, _ := l.p.Cost(repeats)
	return newFormNode(nil, bought, spent, l.newFormState(repeats, order))
}

// unweighedNode returns the node of lots of different attributes, without their weights.
func (p *Problem) unweighedNode(bought []lot) *formNode {
	repeats := make([]int, p.d())
	for _, l := range bought {
		repeats[l.attribute] = l.judgments
	}
	n := &formNode{bought: bought}
	n.spent, _ = p.Cost(repeats)
	return n
}

// weighedNode returns the node of lots of different attributes, with the weights
// from a factorisation and no state.
func (p *Problem) weighedNode(bought []lot) *formNode {
	var f cholesky
	for _, l := range bought {
		if l.judgments > 0 {
			f.push(p, l.attribute, l.judgments)
		}
	}
	n := p.unweighedNode(bought)
	n.attrs, n.w, n.weighed, n.objective = f.attrs, f.allWeights(), p.figures, f.objective()
	n.loss = p.VarY - n.objective
	for _, w := range n.w {
		n.loss -= p.Ridge * floats.Dot(w, w)
	}
	return n
}

// formWalker follows a greedy on forms for rising budgets, as walker does for judgments
// bought by themselves. The trunk is the path for unlimited money. Where a budget ends,
// a tail follows among the moves that are still affordable. Tails that begin with the
// same moves share them.
type formWalker struct {
	by    rule
	trunk *formNode
	ended bool
}

func newFormWalker(p *Problem, by rule) *formWalker {
	return &formWalker{by: by, trunk: newFormPool(p).nodeOf(p.minimalRepeats())}
}

// choose returns the node for a budget that is not below the last requested budget; nil
// if the budget does not pay for the minima.
func (w *formWalker) choose(budget model.Amount) *formNode {
	if budget < w.trunk.spent {
		return nil
	}
	for !w.ended {
		best, m := w.trunk.best(w.by, unlimited)
		if best == (pick{}) {
			w.ended = true
			break
		}
		if w.trunk.spent+m.price > budget {
			break
		}
		w.trunk = w.trunk.goOn(m)
	}
	n := w.trunk
	for {
		best, m := n.best(w.by, budget-n.spent)
		if best == (pick{}) {
			return n
		}
		n = n.after(best, m)
	}
}

// best returns the best affordable move, the zero pick for none.
func (n *formNode) best(by rule, left model.Amount) (pick, formMove) {
	if n.moves == nil {
		n.moves = n.state.moves(n.state.pool.list())
	}
	return n.state.best(n.moves, by, left)
}

// after returns the node after a move.
func (n *formNode) after(p pick, m formMove) *formNode {
	if known := n.next[p]; known != nil {
		return known
	}
	s := n.state.clone()
	s.buy(m.bought)
	next := newFormNode(n, m.bought, n.spent+m.price, s)
	if n.next == nil {
		n.next = make(map[pick]*formNode)
	}
	n.next[p] = next
	return next
}

// goOn returns the node after a move of a walker that does not come back: it has
// the state, and tails from here are dropped.
func (n *formNode) goOn(m formMove) *formNode {
	s := n.state
	s.pool.putList(n.moves)
	n.state = nil
	n.release()
	s.buy(m.bought)
	return newFormNode(n, m.bought, n.spent+m.price, s)
}

// release drops what only a walker that stands at the node or behind it needs.
func (n *formNode) release() {
	for _, next := range n.next {
		next.release()
	}
	if n.state != nil {
		n.state.pool.putList(n.moves)
		n.state.release()
	}
	n.state, n.moves, n.next = nil, nil, nil
}

// fillForms returns Full's choices on forms at rising budgets: the best of a
// greedy by gain per cost, a greedy by gain, and the sweep. A greedy can be led
// to ask many attributes once and then find each further rater dear; the sweep
// cannot mix numbers of raters. The only error is the context's.
func (p *Problem) fillForms(ctx context.Context, budgets []model.Amount) ([]Choice, error) {
	var choices [2][]Choice
	var swept []swept
	parallel.Each(3, func(i int) {
		if i < 2 {
			choices[i] = p.walkForms(ctx, []rule{perCost, byGain}[i], budgets)
		} else {
			swept = p.sweepForms(ctx, budgets)
		}
	})
	best := choices[0]
	for i, other := range choices[1] {
		if other.Objective > best[i].Objective*(1+tie) {
			best[i] = other
		}
	}
	for i := range swept {
		if swept[i].objective > best[i].Objective*(1+tie) {
			if c := swept[i].choice(p); c.Objective > best[i].Objective*(1+tie) {
				best[i] = c
			}
		}
	}
	return best, ctx.Err()
}

// walkForms are the choices of one greedy; they mean nothing once ctx has ended.
func (p *Problem) walkForms(ctx context.Context, by rule, budgets []model.Amount) []Choice {
	choices := make([]Choice, len(budgets))
	w := newFormWalker(p, by)
	for i, budget := range budgets {
		if ctx.Err() != nil {
			return choices
		}
		choices[i] = Choice{Loss: p.VarY}
		if n := w.choose(budget); n != nil {
			choices[i] = n.choice()
		}
	}
	w.trunk.release()
	return choices
}

// onNode returns a choice of attributes that were bought one judgment after
// another as a node, with the objective of Full at it.
func (p *Problem) onNode(c *Choice) *formNode { return p.weighedNode(p.lotsOnForms(c, false)) }

// lotsOnForms lists what a choice of attributes that were bought one judgment after
// another buys: if they are to be filled up, with all that comes in a call without a price
// of its own.
func (p *Problem) lotsOnForms(c *Choice, fill bool) []lot {
	repeats := c.Repeats(p.d())
	if fill {
		p.wholeCalls(repeats)
	}
	order := c.order(p.d())
	listed := make([]bool, p.d())
	bought := make([]lot, 0, len(order))
	for _, a := range order {
		bought, listed[a] = append(bought, lot{a, repeats[a]}), true
	}
	for a, n := range repeats {
		if n > 0 && !listed[a] {
			bought = append(bought, lot{a, n})
		}
	}
	return bought
}
