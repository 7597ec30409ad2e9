package selection

import (
	"context"
	"slices"

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

	// While a walker stands at the node or behind it:
	state *formState
	moves []formMove
	next  map[int]*formNode // by move
}

// lots returns what was bought, in the order of buying.
func (n *formNode) lots() []lot {
	if n == nil {
		return nil
	}
	return append(n.from.lots(), n.bought...)
}

// newFormNode is the node of a state, reached from another by what was bought.
func newFormNode(from *formNode, bought []lot, s *formState) *formNode {
	n := &formNode{from: from, bought: bought, state: s, objective: s.objective(), loss: s.loss()}
	n.spent, _ = s.p.Cost(s.repeats)
	return n
}

// choice is what the node stands for.
func (n *formNode) choice() Choice {
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
func (p *Problem) nodeOf(repeats []int) *formNode {
	var bought []lot
	for a, n := range repeats {
		if n > 0 {
			bought = append(bought, lot{a, n})
		}
	}
	return newFormNode(nil, bought, newFormState(p, make([]int, p.d()), nil).at(bought))
}

// formState returns the state of a choice.
func (p *Problem) formState(c *Choice) *formState {
	return newFormState(p, c.Repeats(p.d()), c.order(p.d()))
}

// formWalker follows a greedy on forms for rising budgets, as walker does where
// each judgment is bought by itself: a trunk for unlimited money, and from where
// a budget ends on it a tail among what is still affordable. Tails that begin
// with the same moves share them.
type formWalker struct {
	by    rule
	trunk *formNode
	ended bool
}

func newFormWalker(p *Problem, by rule) *formWalker {
	return &formWalker{by: by, trunk: p.nodeOf(p.minimalRepeats())}
}

// choose returns the node for a budget not below the last one asked for, nil
// for one that does not pay for the minima.
func (w *formWalker) choose(budget model.Amount) *formNode {
	if budget < w.trunk.spent {
		return nil
	}
	for !w.ended {
		best := w.trunk.best(w.by, unlimited)
		if best < 0 {
			w.ended = true
			break
		}
		if w.trunk.spent+w.trunk.moves[best].price > budget {
			break
		}
		passed := w.trunk
		w.trunk = passed.after(best)
		delete(passed.next, best)
		passed.release()
	}
	n := w.trunk
	for {
		best := n.best(w.by, budget-n.spent)
		if best < 0 {
			return n
		}
		n = n.after(best)
	}
}

// best returns the number of the best affordable move, or -1.
func (n *formNode) best(by rule, left model.Amount) int {
	if n.moves == nil {
		n.moves = n.state.moves()
		if n.moves == nil {
			n.moves = []formMove{}
		}
		n.next = make(map[int]*formNode)
	}
	return bestMove(n.moves, by, left)
}

// after returns the node after a move.
func (n *formNode) after(move int) *formNode {
	if known := n.next[move]; known != nil {
		return known
	}
	m := &n.moves[move]
	next := newFormNode(n, m.bought, n.state.at(m.bought))
	n.next[move] = next
	return next
}

// release drops what only a walker that stands at the node or behind it needs.
func (n *formNode) release() {
	for _, next := range n.next {
		next.release()
	}
	n.state, n.moves, n.next = nil, nil, nil
}

// fillForms returns Full's choices on forms at rising budgets: the best of a
// greedy by gain per cost, a greedy by gain, and the sweep. A greedy can be led
// to ask many attributes once and then find each further rater dear; the sweep
// cannot mix numbers of raters. The only error is the context's.
func (p *Problem) fillForms(ctx context.Context, budgets []model.Amount) ([]Choice, error) {
	choices := make([][]Choice, 3)
	parallel.Each(len(choices), func(i int) {
		if i < 2 {
			choices[i] = p.walkForms(ctx, []rule{perCost, byGain}[i], budgets)
		} else {
			choices[i] = p.sweepForms(ctx, budgets)
		}
	})
	best := choices[0]
	for _, others := range choices[1:] {
		for i := range others {
			if others[i].Objective > best[i].Objective*(1+tie) {
				best[i] = others[i]
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
// another as a node: with all that comes in a call without a price of its own,
// and the objective of Full at it.
func (p *Problem) onNode(c *Choice, fill bool) *formNode {
	repeats := c.Repeats(p.d())
	if fill {
		p.wholeCalls(repeats)
	}
	order := c.order(p.d())
	var bought []lot
	for _, a := range order {
		bought = append(bought, lot{a, repeats[a]})
	}
	for a, n := range repeats {
		if n > 0 && !slices.Contains(order, a) {
			bought = append(bought, lot{a, n})
		}
	}
	n := newFormNode(nil, bought, newFormState(p, make([]int, p.d()), nil).at(bought))
	n.state = nil
	return n
}
