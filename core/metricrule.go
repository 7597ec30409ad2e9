package core

import "math"

// Enough returns the place of the first of some figures along rising budgets that is enough
// by the rule OneSE or Within, and the place of the best one: of metrics such as accuracy,
// where higher is better, and such as log loss. NaN is never enough; without any figure both
// are -1.
//
// As for the honest loss, one standard error is at least a hundredth: with many objects it
// is nothing, and the last thousandth would be bought.
func (q Rule) Enough(figures []Estimate, higher bool) (enough, best int) {
	enough, best = -1, -1
	sign := 1.0
	if higher {
		sign = -1
	}
	for i, e := range figures {
		if !math.IsNaN(e.Loss) && (best < 0 || sign*e.Loss < sign*figures[best].Loss) {
			best = i
		}
	}
	if best < 0 {
		return -1, -1
	}
	e, room := figures[best], closeEnough
	if q.By == Within {
		room = q.Within * math.Abs(e.Loss)
	} else if e.SE > room {
		room = e.SE
	}
	limit := sign*e.Loss + room
	for i, e := range figures {
		if sign*e.Loss <= limit {
			return i, best
		}
	}
	return best, best
}
