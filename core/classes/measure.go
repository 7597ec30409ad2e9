package classes

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
)

// Calling says which of K ≥ 2 classes an object is called, by its probabilities.
type Calling struct {
	Classes int  // K
	Ordered bool // the classes are steps of a scale: κ has quadratic weights
	// Costs are above 0: what it costs to call an object of a class another one. nil calls the
	// most probable class.
	Costs []float64
}

// Call is the class whose call costs least with probabilities P, the last of equals. The call c
// costs Σ_{k≠c} P(k)·Costs[k], so that it is the class of the largest P(c)·Costs[c].
func (c *Calling) Call(probabilities []float64) int {
	best, most := 0, math.Inf(-1)
	for k, p := range probabilities {
		if c.Costs != nil {
			p *= c.Costs[k]
		}
		if p >= most {
			best, most = k, p
		}
	}
	return best
}

// Threshold is the probability of the second of two classes from which on it is called: one half
// where wrong calls of both cost the same.
func (c *Calling) Threshold() float64 {
	if c.Costs == nil {
		return .5
	}
	return c.Costs[0] / (c.Costs[0] + c.Costs[1])
}

// Metrics say how well probabilities tell K ≥ 2 classes from each other. The mean of a
// metric over the classes is called macro; a class without objects, or without others, is
// left out of it. A metric that cannot be had, such as the AUC of one class, is NaN.
type Metrics struct {
	LogLoss  float64 // mean of -log P(the true class), natural logarithm; 0 is perfect
	Brier    float64 // mean of Σ_k (P(k) - y_k)²/2, from 0 to 1: (P(1) - y)² of two classes; 0 is perfect
	AUC      float64 // macro: area under the ROC curve of each class against the rest, ties half; .5 is chance
	Accuracy float64 // share of objects called right
	Balanced float64 // macro: share of a class's objects called right
	F1       float64 // macro: 2·right/(called + of the class)
	Kappa    float64 // Cohen's κ of calls and classes, of ordered classes with quadratic weights; 0 is chance
}

func (m *Metrics) values() []*float64 {
	var all []*float64
	for _, x := range metrics {
		all = append(all, x.of(m))
	}
	return all
}

func (m Metrics) Times(f float64) Metrics {
	for _, x := range m.values() {
		*x *= f
	}
	return m
}

func minus(a, b Metrics) Metrics {
	from := b.values()
	for i, x := range a.values() {
		*x -= *from[i]
	}
	return a
}

// Measured are metrics of some objects with their standard errors.
type Measured struct {
	Metrics
	SE        Metrics // standard errors, by the jackknife over blocks; of calls at least leastErrors
	Objects   int     // measured
	Confusion [][]int // objects by class and call: Confusion[1][0] are of class 1 and called 0
	// Calibration compares, by class, its probabilities with its shares on the same objects.
	Calibration [][]Bin

	left map[int]Metrics // without each block that is filled
}

// Less returns the metrics of m minus the metrics of o, and the standard errors of the
// differences: the jackknife leaves the same block out of both, so that what the blocks
// have in common cancels. The objects need not be the same; blocks must be numbered alike.
func (m *Measured) Less(o *Measured) (d, se Metrics) {
	blocks := maps.Clone(m.left)
	maps.Copy(blocks, o.left)
	var left []Metrics
	for _, k := range slices.Sorted(maps.Keys(blocks)) { // sums depend on the order in the last digit
		left = append(left, minus(m.leaving(k), o.leaving(k)))
	}
	return minus(m.Metrics, o.Metrics), jackknife(left)
}

// leaving are the metrics without a block: all of them where it is empty.
func (m *Measured) leaving(block int) Metrics {
	if left, filled := m.left[block]; filled {
		return left
	}
	return m.Metrics
}

// Case is one object that a predictor has not seen.
type Case struct {
	X     []float64 // the lines of the classes at its scores
	P     []float64 // probability of each class that the predictor gives; they add up to 1
	Class int
	Block int // of the jackknife, from 0
	// Fold numbers the predictors that gave P, from 0: the AUC compares objects of one.
	Fold int
}

const calibrationBins = 10

// Measure returns the metrics of cases. Blocks are numbered from 0. Standard errors are NaN
// where fewer than two blocks are filled, or where leaving one out leaves too little for the
// metric. It panics if a class is not below K, or a probability not from 0 to 1.
func (c Calling) Measure(cases []Case) Measured {
	m := Measured{Objects: len(cases), left: make(map[int]Metrics)}
	table := square[int](c.Classes)
	t := c.test(cases)
	m.Metrics = t.without(-1)
	for i := range cases {
		table[cases[i].Class][t.calls[i]]++
		m.left[cases[i].Block] = Metrics{}
	}
	var left []Metrics
	for _, k := range slices.Sorted(maps.Keys(m.left)) { // sums depend on the order in the last digit
		m.left[k] = t.without(k)
		left = append(left, m.left[k])
	}
	for _, sides := range t.against {
		m.Calibration = append(m.Calibration, calibrate(sides, calibrationBins))
	}
	m.Confusion, m.SE = table, jackknife(left)
	accuracy, balanced, kappa := leastErrors(table)
	atLeast(&m.SE.Accuracy, accuracy)
	atLeast(&m.SE.Balanced, balanced)
	atLeast(&m.SE.F1, balanced)
	atLeast(&m.SE.Kappa, kappa)
	return m
}

func square[T any](k int) [][]T {
	table := make([][]T, k)
	for i := range table {
		table[i] = make([]T, k)
	}
	return table
}

// jackknife returns standard errors from the metrics without each of K blocks:
//
//	se² = (K-1)/K Σ_k (θ₍ₖ₎ - θ̄)².
func jackknife(left []Metrics) (se Metrics) {
	n := float64(len(left))
	for i, to := range se.values() {
		mean, sum := 0.0, 0.0
		for j := range left {
			mean += *left[j].values()[i] / n
		}
		for j := range left {
			d := *left[j].values()[i] - mean
			sum += d * d
		}
		*to = math.Sqrt((n - 1) / n * sum)
		if n < 2 {
			*to = math.NaN()
		}
	}
	return se
}

// surest is the probability beyond which none is trusted: one wrong case of probability
// 0 would make every log loss infinite.
const surest = 1e-6

// test are cases with their calls, and as each class against the rest sees them.
type test struct {
	Calling
	cases   []Case
	calls   []int
	against [][]side // by class, rising in its probability
}

// side is a case as one class against the rest sees it.
type side struct {
	p           float64 // probability of the class
	is          bool    // of the class
	block, fold int
}

func (c Calling) test(cases []Case) *test {
	t := &test{Calling: c, cases: cases, calls: make([]int, len(cases)), against: make([][]side, c.Classes)}
	for i := range cases {
		x := &cases[i]
		if x.Class < 0 || x.Class >= c.Classes || len(x.P) != c.Classes {
			panic(fmt.Sprintf("classes: class %d with %d probabilities, of %d classes", x.Class, len(x.P), c.Classes))
		}
		for k, p := range x.P {
			if !(p >= 0 && p <= 1) {
				panic(fmt.Sprintf("classes: a probability of %g", p))
			}
			t.against[k] = append(t.against[k], side{p, k == x.Class, x.Block, x.Fold})
		}
		t.calls[i] = c.Call(x.P)
	}
	for _, sides := range t.against {
		slices.SortStableFunc(sides, func(a, b side) int { return cmp.Compare(a.p, b.p) })
	}
	return t
}

// without are the metrics of the cases that are not of one block.
func (t *test) without(block int) (m Metrics) {
	table, n := square[float64](t.Classes), 0.0
	for i := range t.cases {
		c := &t.cases[i]
		if c.Block == block {
			continue
		}
		n++
		table[c.Class][t.calls[i]]++
		m.LogLoss -= math.Log(min(max(c.P[c.Class], surest), 1-surest))
		for k, p := range c.P {
			if k == c.Class {
				p = 1 - p
			}
			m.Brier += p * p / 2
		}
	}
	m.LogLoss, m.Brier = m.LogLoss/n, m.Brier/n
	m.addCalls(table, t.Ordered)
	sum, seen := 0.0, 0.0
	for k, sides := range t.against {
		if k == 0 && t.Classes == 2 {
			continue // the AUC of the other class is the same
		}
		if auc := auc(sides, block); auc == auc {
			sum += auc
			seen++
		}
	}
	m.AUC = sum / seen
	return m
}

// auc is the share of pairs of an object of a class and one of the rest in which the former has
// the larger P, ties half (Mann and Whitney 1947); sides rise in P. In rising order each object
// of the class adds the others below it and half of its equals. Pairs are of one fold: the more
// objects of the class are held out, the fewer its training part has, and the lower is its P of
// all. Between folds this makes the AUC of labels of pure noise .33 to .42.
func auc(sides []side, block int) float64 {
	folds := 0
	for i := range sides {
		folds = max(folds, sides[i].fold+1)
	}
	type fold struct{ rest, of, equalRest, equalOf float64 } // before the group at hand, and of it
	by, pairs := make([]fold, folds), 0.0
	for i := 0; i < len(sides); {
		j := i
		for ; j < len(sides) && sides[j].p == sides[i].p; j++ {
			switch s := &sides[j]; {
			case s.block == block:
			case s.is:
				by[s.fold].equalOf++
			default:
				by[s.fold].equalRest++
			}
		}
		for ; i < j; i++ {
			f := &by[sides[i].fold]
			pairs += f.equalOf * (f.rest + f.equalRest/2)
			*f = fold{rest: f.rest + f.equalRest, of: f.of + f.equalOf}
		}
	}
	all := 0.0
	for _, f := range by {
		all += f.rest * f.of
	}
	return pairs / all
}

// addCalls fills in what calls say: table has objects, or shares of them, by class and call.
// With o the table's shares, e the shares that the margins give by chance and the weights
// w[i,j] = 1 off the diagonal, or (i-j)² of ordered classes (Cohen 1960, 1968),
//
//	κ = 1 - Σ w o / Σ w e.
func (m *Metrics) addCalls(table [][]float64, ordered bool) {
	k := len(table)
	of, called := make([]float64, k), make([]float64, k)
	var n, seen, right, wrong, chance float64
	for i := range table {
		for j, x := range table[i] {
			of[i] += x
			called[j] += x
			n += x
		}
	}
	for i := range table {
		right += table[i][i]
		if of[i] > 0 {
			seen++
			m.Balanced += table[i][i] / of[i]
			m.F1 += 2 * table[i][i] / (of[i] + called[i])
		}
		for j := range table {
			w := 0.0
			if i != j {
				w = 1
			}
			if ordered {
				w = float64((i - j) * (i - j))
			}
			wrong += w * table[i][j] / n
			chance += w * of[i] * called[j] / n / n
		}
	}
	m.Accuracy, m.Balanced, m.F1 = right/n, m.Balanced/seen, m.F1/seen
	m.Kappa = 1 - wrong/chance
}

// Bin are objects with similar probabilities of a class. If these are calibrated, about the
// share Mean of the objects is of the class.
type Bin struct {
	Objects int
	Mean    float64 // mean probability of the class
	Share   float64 // of the objects, that are of the class
	SE      float64 // standard error of Share, sqrt(Mean (1-Mean) / Objects), if the probabilities are right
}

// leastBin is how many objects a bin has at least: fewer say little.
const leastBin = 10

// calibrate sorts sides, rising in P, into at most the given number of bins with equally many
// objects, and at least ten in each. No object, no bin.
func calibrate(sides []side, bins int) []Bin {
	bins = max(min(bins, len(sides)/leastBin), min(1, len(sides)))
	var out []Bin
	for k := range bins {
		part := sides[k*len(sides)/bins : (k+1)*len(sides)/bins]
		b, n := Bin{Objects: len(part)}, float64(len(part))
		for _, s := range part {
			b.Mean += s.p / n
			if s.is {
				b.Share += 1 / n
			}
		}
		b.SE = math.Sqrt(max(0, b.Mean*(1-b.Mean)) / n)
		out = append(out, b)
	}
	return out
}
