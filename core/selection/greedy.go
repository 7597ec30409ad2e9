package selection

import (
	"math"

	"fms-tui/model"
)

// objective is a repeat vector on its way up, as a greedy sees it.
type objective interface {
	// gains returns by how much one more judgment of each attribute would raise
	// the objective, in squared label units; the caller may write to it until the
	// next call.
	gains() []float64
	// add buys that judgment.
	add(j int)
	// settle makes sure that j's gain is no rounding, and reports whether all
	// gains stand as they were.
	settle(j int) bool
	// bought returns the judgments of attribute j so far.
	bought(j int) int
	// value returns the objective reached.
	value() float64
	// fresh returns a state of the same kind with nothing bought.
	fresh() objective
	// copyFrom makes the state the same as another of its kind and Problem.
	copyFrom(objective)
}

var (
	_ objective = (*fullState)(nil)
	_ objective = (*scoringState)(nil)
)

// rule says what a greedy compares.
type rule int

const (
	perCost rule = iota // gain per unit of cost
	byGain              // gain
)

// tie is the relative difference within which two scores are the same; the
// attribute that comes first in the data is then taken.
const tie = 1e-9

// next returns the attribute whose judgment the rule buys next among the
// candidates that cost at most left, and false when none is worth having. Prices
// are by attribute.
func (p *Problem) next(o objective, by rule, left model.Amount, price []model.Amount) (best int, ok bool) {
	for {
		best = p.best(o, by, left, price)
		if best < 0 {
			return 0, false
		}
		if o.settle(best) {
			return best, true
		}
	}
}

// best returns the first attribute in the data whose score is within a tie of
// the highest, or -1 if none can be bought with a gain.
func (p *Problem) best(o objective, by rule, left model.Amount, price []model.Amount) int {
	top, negligible := 0.0, p.negligible()
	scores := o.gains()
	candidate, price := p.Candidate[:len(scores)], price[:len(scores)]
	last, each := model.Unit, 1.0 // a price and the same as a number
	for j, gain := range scores {
		if !(gain > negligible) || !candidate[j] || price[j] > left || p.Max != nil && o.bought(j) >= p.most(j) {
			scores[j] = 0
			continue
		}
		if by == perCost {
			if price[j] != last {
				last, each = price[j], price[j].Float()
			}
			if each != 1 {
				gain /= each // on a form that is paid already a judgment may cost nothing: infinitely much for it
				scores[j] = gain
			}
		}
		if gain > top {
			top = gain
		}
	}
	if top == 0 {
		return -1
	}
	for j, score := range scores {
		if score >= top*(1-tie) {
			return j
		}
	}
	return -1
}

// unlimited is a budget that no path reaches.
const unlimited = model.Amount(math.MaxInt64)

// Step is one judgment bought on a path.
type Step struct {
	Attribute int          // its number
	Spent     model.Amount // after the step
}
