package selection

import (
	"math"

	"fms-tui/model"
)

// objective is a repeat vector on its way up, as a greedy sees it.
type objective interface {
	// gain returns by how much one more judgment of attribute j would raise the
	// objective, in squared label units.
	gain(j int) float64
	// add buys that judgment.
	add(j int)
	// settle makes sure that gain(j) is no rounding, and reports whether all
	// gains stand as they were.
	settle(j int) bool
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
// candidates that cost at most left, and false when none is worth having.
func (p *Problem) next(o objective, by rule, left model.Amount) (best int, ok bool) {
	for {
		top := 0.0
		for j := range p.Candidate {
			top = max(top, p.rank(o, by, left, j))
		}
		if top == 0 {
			return 0, false
		}
		for best = 0; p.rank(o, by, left, best) < top*(1-tie); {
			best++
		}
		if o.settle(best) {
			return best, true
		}
	}
}

// rank is what the rule compares for attribute j, and 0 for one that cannot be
// bought or is not worth it.
func (p *Problem) rank(o objective, by rule, left model.Amount, j int) float64 {
	if !p.Candidate[j] || p.Price[j] > left {
		return 0
	}
	gain := o.gain(j)
	switch {
	case !(gain > p.negligible()):
		return 0
	case by == perCost:
		return gain / p.Price[j].Float()
	}
	return gain
}

// unlimited is a budget that no path reaches.
const unlimited = model.Amount(math.MaxInt64)

// Step is one judgment bought on a path.
type Step struct {
	Attribute int
	Spent     model.Amount // after the step
}
