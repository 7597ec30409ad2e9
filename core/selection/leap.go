package selection

import (
	"math"
	"slices"

	"fms-tui/model"
)

// A path to a budget of a million judgments is a million steps, and where only the repeats
// at a few budgets are asked for, most steps decide nothing: gains fall smoothly, and each
// attribute gets its share. So a walker without a trunk buys many judgments at once. Let
//
//	f_j(r) = c_j² v_j / ((q_j r + v_j) (q_j (r+1) + v_j))
//
// be what the judgment after the r-th of attribute j would bring if no other attribute were
// judged any more, with c_j² summed over the labels. For Scoring q and c are σ² and b, and f
// is the gain, whatever else is bought. For Full q is the variance that the other judgments
// leave of j's external value, and c the covariance that they leave:
//
//	P_jj = 1/(q + v/r),  w_j = c/(q + v/r)      so      q = 1/P_jj - v/r,  c = w_j/P_jj
//
// A greedy buys, in an order that does not matter, the judgments whose gains per cost lie
// above a level. f falls with r, so the level tells the judgments of each attribute. Then
//
//  1. the lowest level is found that some money pays for, at most mostLeap of what was spent,
//     and a few judgments less are bought: leaveOut of each attribute. Single steps buy what
//     was left out;
//  2. with q and c at the new repeats, the money left must buy still more of each attribute
//     that was bought. Otherwise the leap is done again with these q and c; and if that does
//     not help, it is taken back, and half as much money is leapt over.
//
// So the single steps before each budget decide as on a path of single steps throughout, and
// with the same repeats: that path is the twin in the tests. Where Σ⁺ is singular and weights
// grow without end, several paths are about as good, and repeats may differ by some percent.

// FirstLeap is how many judgments any path buys one after another. After these, the paths
// that Choose follows to a few far budgets leap.
const FirstLeap = 1 << 13

const (
	// mostLeap is the money of a leap, as a share of what was spent.
	mostLeap = .25
	// leastLeap is how many judgments by the candidate a leap must bring.
	leastLeap = 8
	// leaveOut is one in how many judgments a leap leaves out of an attribute, and one more.
	leaveOut = 64
)

// forecast is f of an attribute: square is c².
type forecast struct{ square, q, v float64 }

// forecaster is an objective that can leap.
type forecaster interface {
	objective
	// forecast is what further judgments of a bought attribute would bring alone; false
	// where none brings anything.
	forecast(j int) (forecast, bool)
	// addMany buys n[j] more judgments of each attribute j, which has been bought before.
	addMany(n []int)
}

var (
	_ forecaster = (*fullState)(nil)
	_ forecaster = (*scoringState)(nil)
)

// worth counts the judgments after the r-th that bring at least a level above 0: with
// t = qr+v, f is at least the level where t² + qt <= c²v/level.
func (f forecast) worth(r int, level float64) int {
	x := f.square * f.v / level
	t := (math.Sqrt(f.q*f.q+4*x) - f.q) / 2
	switch last := (t - f.v) / f.q; {
	case t < f.v:
		return 0
	case !(last < 1<<40): // f hardly falls
		return 1 << 40
	case last < float64(r):
		return 0
	default:
		return int(last) - r + 1
	}
}

func (s *scoringState) forecast(j int) (forecast, bool) {
	f := forecast{s.p.square(j), s.p.external(j) + s.p.Ridge, s.p.V[j]}
	return f, f.square > 0 && f.q > 0 && f.v > 0
}

func (s *scoringState) addMany(n []int) {
	s.obj = 0
	for j, more := range n {
		s.repeats[j] += more
		r := s.repeats[j]
		s.obj += s.p.score(j, r)
		s.next[j] = s.p.score(j, r+1) - s.p.score(j, r)
	}
}

func (s *fullState) forecast(j int) (forecast, bool) {
	i := s.place[j]
	if i < 0 || s.p.V[j] == 0 {
		return forecast{}, false
	}
	left := 1 / s.inv[i*s.stride+i]
	square := s.w[i] * s.w[i]
	if s.also != nil {
		square += s.alsoGain(i, j)
	}
	own := s.p.V[j] / float64(s.repeats[j])
	return forecast{left * left * square, max(left-own, 1e-12*own), s.p.V[j]}, true
}

func (s *fullState) addMany(n []int) {
	for j, more := range n {
		s.repeats[j] += more
	}
	s.rebuild()
}

// leaper is what a walker without a trunk keeps.
type leaper struct {
	*counts           // of what was bought
	most    float64   // money of the next leap, as a share of what was spent
	from    int       // judgments before the next leap
	kept    objective // the state before a leap
	n       []int     // by attribute: judgments of a leap
	at      []int     // repeats after it
	m       []int     // what money buys
	over    []int     // attributes of which a leap bought too much
}

// forget makes a walker keep counts in place of its trunk, and leap, if the path to the last
// of some budgets takes more room than the choices. Nothing but the minima may have been
// bought.
func (w *walker) forget(budgets []model.Amount) {
	d := w.p.d()
	_, ok := w.state.(forecaster)
	if longest := int((budgets[len(budgets)-1] - w.spent) / max(w.least, 1)); !ok || w.offer.lots != nil || w.counts != nil ||
		longest < max(FirstLeap, 2*d*len(budgets)) {
		return
	}
	w.leaper = &leaper{counts: newCounts(d), most: mostLeap, from: FirstLeap, n: make([]int, d), at: make([]int, d), m: make([]int, d)}
	w.leaper.to(w.trunk, nil)
	w.trunk = nil
}

// leap buys many judgments at once if the budget pays for many more.
func (w *walker) leap(budget model.Amount) {
	l := w.leaper
	if l == nil || l.steps < l.from {
		return
	}
	l.from = l.steps + 2*leastLeap*len(l.order)
	s := w.state.(forecaster)
	money := min(l.most*w.spent.Float(), (budget - w.spent).Float())
	if _, ok := w.solve(s, l.repeats, money); !ok || !w.plan(money) {
		return
	}
	if l.kept == nil {
		l.kept = w.state.fresh()
	}
	l.kept.copyFrom(w.state)
	if !w.land(s, money) {
		w.state, l.kept = l.kept, w.state
		l.most /= 2
		return
	}
	l.most, l.from = min(mostLeap, 1.5*l.most), 0
	for j, n := range l.n {
		price, _ := w.p.Price[j].Times(n) // no more than the budget
		w.spent += price
		l.repeats[j] += n
		l.steps += n
	}
	w.pending.price = 0
}

// land buys the judgments of a leap, and corrects them until they stand; false where they
// do not.
func (w *walker) land(s forecaster, money float64) bool {
	l := w.leaper
	more := slices.Clone(l.n)
	for try := range mostLandings {
		s.addMany(more)
		left := money
		for j, n := range l.n {
			l.at[j] = l.repeats[j] + n
			left -= float64(n) * w.p.Price[j].Float()
		}
		level, ok := w.solve(s, l.at, left)
		if !ok {
			return false
		}
		if w.stands() {
			return true
		}
		copy(more, l.n)
		if try >= newPlans {
			w.lessen(s, level, money)
		} else if _, ok := w.solve(s, l.repeats, money); ok {
			w.plan(money)
		}
		for j, n := range l.n {
			more[j] = n - more[j]
		}
	}
	return false
}

const (
	// newPlans is how often the judgments of a leap are found anew.
	newPlans = 2
	// mostLandings is how often they are tried, after that with fewer of what was too much.
	mostLandings = 12
)

// gainAt is what a judgment of an attribute must bring at a level of gain per cost, or of gain.
func (w *walker) gainAt(j int, level float64) float64 {
	if w.by == perCost {
		return level * w.p.Price[j].Float()
	}
	return level
}

// told sets m to the judgments above a level on top of some repeats, and returns what they
// cost.
func (w *walker) told(s forecaster, from []int, level float64) (cost float64) {
	l := w.leaper
	for j := range l.m {
		l.m[j] = 0
		if r := from[j]; r > 0 && w.p.Candidate[j] {
			if f, ok := s.forecast(j); ok {
				l.m[j] = min(f.worth(r, w.gainAt(j, level)), w.p.most(j)-r)
				cost += float64(l.m[j]) * w.p.Price[j].Float()
			}
		}
	}
	return cost
}

// solve sets m to the judgments on top of some repeats that bring at least a level, the
// lowest that costs no more than some money. It is false where an attribute that was not
// bought yet is next.
func (w *walker) solve(s forecaster, from []int, money float64) (level float64, ok bool) {
	high, low := 0.0, 2*w.p.negligible()
	for j, gain := range s.gains() {
		if !w.p.Candidate[j] {
			continue
		}
		gain /= w.gainAt(j, 1)
		high = max(high, gain)
		if from[j] == 0 {
			low = max(low, gain*(1+tie))
		}
	}
	for low < high && w.told(s, from, high) > money {
		high *= 2
	}
	if low >= high {
		return 0, false
	}
	if w.told(s, from, low) <= money {
		return low, true
	}
	for range mostHalvings {
		middle := math.Sqrt(low * high)
		if w.told(s, from, middle) > money {
			low = middle
		} else {
			high = middle
		}
	}
	w.told(s, from, high)
	return high, true
}

// mostHalvings is how often the ratio of two levels is halved.
const mostHalvings = 50

// plan sets n to the judgments of a leap: what the money buys but for some left out. It tells
// whether they are many.
func (w *walker) plan(money float64) bool {
	l, sum := w.leaper, 0
	for j, m := range l.m {
		l.n[j] = max(0, m-w.out(j, money))
		sum += l.n[j]
	}
	return sum >= leastLeap*len(l.order)
}

// out is how many of the m judgments of an attribute are left out.
func (w *walker) out(j int, money float64) int {
	l := w.leaper
	return 1 + int((float64(l.m[j])+money/w.spent.Float()*float64(l.repeats[j]))/leaveOut)
}

// stands tells whether a leap bought too much of no attribute: the money left of it buys still
// more of each attribute.
func (w *walker) stands() bool {
	for j, n := range w.leaper.n {
		if n > 0 && w.leaper.m[j] == 0 && w.leaper.at[j] < w.p.most(j) {
			return false
		}
	}
	return true
}

// lessen takes judgments back of which a leap bought too many.
func (w *walker) lessen(s forecaster, level, money float64) {
	l := w.leaper
	l.over = l.over[:0]
	for j, n := range l.n {
		if n > 0 && l.m[j] == 0 {
			l.over = append(l.over, j)
		}
	}
	w.told(s, l.repeats, level)
	for _, j := range l.over {
		l.n[j] = max(0, min(l.n[j]-1, l.m[j]-w.out(j, money)))
	}
}

// buy counts one judgment.
func (l *leaper) buy(a int) {
	l.add(a)
	l.steps++
}

// bought returns what was bought so far and a tail, by attribute.
func (l *leaper) bought(tail []int) []lot {
	of := l.counts
	if len(tail) > 0 {
		of = of.with(tail)
	}
	lots := make([]lot, 0, len(of.order))
	for _, a := range of.order {
		lots = append(lots, lot{a, of.repeats[a]})
	}
	return lots
}
