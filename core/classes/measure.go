package classes

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"fms-tui/model"
)

// Case is one object that a predictor has not seen.
type Case struct {
	X     []float64 // the lines of the classes at its scores
	P     []float64 // probability of each class that the predictor gives; they add up to 1
	Class int
	Block int // of the jackknife, from 0
	// Fold numbers the predictors that gave P, from 0: the AUC compares objects of one.
	Fold int
}

// NewCase is an object with scores.
func NewCase(k *model.PredictorClasses, scores []float64, class, block, fold int) Case {
	c := Case{nil, make([]float64, len(k.Intercepts)), class, block, fold}
	for i, a := range k.Intercepts {
		score := scores[0]
		if !k.Ordered {
			score = scores[i]
		}
		c.X = append(c.X, a+k.Slopes[i]*score)
	}
	weigh(c.X, k.Ordered, c.P)
	return c
}

// Measured are metrics of some objects with their standard errors.
type Measured struct {
	Metrics
	SE        Metrics // standard errors, by the jackknife over blocks; of calls at least what independent objects give
	Objects   int     // measured
	Confusion [][]int // objects by class and call: Confusion[1][0] are of class 1 and called 0
	// Calibration compares, by class, its probabilities with its shares on the same objects.
	Calibration [][]Bin

	left    map[int]Metrics // without each block that is filled
	overlap float64         // what standard errors are multiplied with, for training parts that overlap
}

// Measure returns the metrics of cases. Blocks are numbered from 0. Standard errors are NaN
// where fewer than two blocks are filled, or where leaving one out leaves too little for the
// metric. They are larger for the training parts of two folds or more, which overlap: their errors
// are alike. It panics if a class is not below K, or a probability not from 0 to 1.
func Measure(k *model.PredictorClasses, folds int, cases []Case) Measured {
	m := Measured{Objects: len(cases), left: make(map[int]Metrics), overlap: 1, Confusion: square[int](len(k.Names))}
	if f := float64(folds); f > 1 {
		m.overlap = math.Sqrt(1 + f/(f-1))
	}
	t := newTest(k, cases)
	all := t.tally(-1)
	m.Metrics = all.metrics()
	for i := range cases {
		m.Confusion[cases[i].Class][t.calls[i]]++
		if b := cases[i].Block; m.left[b] == (Metrics{}) { // NaN is none of these
			m.left[b] = t.tally(b).metrics()
		}
	}
	for _, sides := range t.against {
		m.Calibration = append(m.Calibration, calibrate(sides))
	}
	m.SE = m.errorsOf(&Measured{})
	for i, x := range metrics {
		if x.least != nil && m.SE[i] < m.overlap*x.least(all) { // not where it is not known
			m.SE[i] = m.overlap * x.least(all)
		}
	}
	return m
}

// Less returns the metrics of m minus the metrics of o, and the standard errors of the
// differences: the jackknife leaves the same block out of both, so that what the blocks
// have in common cancels. The objects need not be the same; blocks must be numbered alike.
func (m *Measured) Less(o *Measured) (d, se Metrics) {
	return minus(m.Metrics, o.Metrics), m.errorsOf(o)
}

// errorsOf are the standard errors of differences from the metrics θ₍ₖ₎ without each of K blocks:
//
//	se² = (K-1)/K Σ_k (θ₍ₖ₎ - θ̄)².
func (m *Measured) errorsOf(o *Measured) (se Metrics) {
	blocks := maps.Clone(m.left)
	maps.Copy(blocks, o.left)
	var left []Metrics
	for _, k := range slices.Sorted(maps.Keys(blocks)) { // sums depend on the order in the last digit
		left = append(left, minus(m.leaving(k), o.leaving(k)))
	}
	n := float64(len(left))
	for i := range se {
		var x []float64
		for k := range left {
			x = append(x, left[k][i])
		}
		se[i] = m.overlap * (n - 1) * math.Sqrt(stat.Variance(x, nil)/n) // NaN of one block
	}
	return se
}

// leaving are the metrics without a block: all of them where it is empty.
func (m *Measured) leaving(block int) Metrics {
	if left, filled := m.left[block]; filled {
		return left
	}
	return m.Metrics
}

func square[T any](k int) [][]T {
	table := make([][]T, k)
	for i := range table {
		table[i] = make([]T, k)
	}
	return table
}

// surest is the probability beyond which none is trusted: one wrong case of probability
// 0 would make every log loss infinite.
const surest = 1e-6

// test are cases with their calls, and as each class against the rest sees them.
type test struct {
	ordered bool
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

func newTest(k *model.PredictorClasses, cases []Case) *test {
	t := &test{ordered: k.Ordered, cases: cases, against: make([][]side, len(k.Names))}
	for i := range cases {
		x := &cases[i]
		isWrong := func(p float64) bool { return !(p >= 0 && p <= 1) }
		if x.Class < 0 || x.Class >= len(k.Names) || len(x.P) != len(k.Names) || slices.ContainsFunc(x.P, isWrong) {
			panic(fmt.Sprintf("classes: class %d of %d with the probabilities %v", x.Class, len(k.Names), x.P))
		}
		for k, p := range x.P {
			t.against[k] = append(t.against[k], side{p, k == x.Class, x.Block, x.Fold})
		}
		t.calls = append(t.calls, Call(k, x.P))
	}
	for _, sides := range t.against {
		slices.SortStableFunc(sides, func(a, b side) int { return cmp.Compare(a.p, b.p) })
	}
	return t
}

func (t *tally) metrics() (m Metrics) {
	for i := range m {
		m[i] = metrics[i].of(t)
	}
	return m
}

// tally counts the cases that are not of one block.
func (t *test) tally(block int) *tally {
	out := &tally{ordered: t.ordered, table: square[float64](len(t.against))}
	for i := range t.cases {
		c := &t.cases[i]
		if c.Block == block {
			continue
		}
		out.table[c.Class][t.calls[i]]++
		out.logLoss -= math.Log(min(max(c.P[c.Class], surest), 1-surest))
		for k, p := range c.P {
			if k == c.Class {
				p = 1 - p
			}
			out.brier += p * p / 2
		}
	}
	out.margins()
	areas, seen := 0.0, 0.0
	for k, sides := range t.against {
		if k == 0 && len(t.against) == 2 {
			continue // the AUC of the other class is the same
		}
		if auc := auc(sides, block); auc == auc {
			areas += auc
			seen++
		}
	}
	out.area = areas / seen
	return out
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

// Bin are objects with similar probabilities of a class. If these are calibrated, about the
// share Mean of the objects is of the class.
type Bin struct {
	Objects int
	Mean    float64 // mean probability of the class
	Share   float64 // of the objects, that are of the class
	SE      float64 // standard error of Share, sqrt(Mean (1-Mean) / Objects), if the probabilities are right
}

// mostBins is how many bins there are at most, and leastBin how many objects one has at least: fewer
// say little.
const mostBins, leastBin = 10, 10

// calibrate sorts sides, rising in P, into bins with equally many objects. No object, no bin.
func calibrate(sides []side) (out []Bin) {
	bins := max(min(mostBins, len(sides)/leastBin), min(1, len(sides)))
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
