package classes

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
)

// Metrics say how well probabilities tell two classes from each other. A metric that
// cannot be had, such as the AUC of one class, is NaN.
type Metrics struct {
	LogLoss  float64 // mean of -log P(the true class), natural logarithm; 0 is perfect
	Brier    float64 // mean of (P(1) - y)², from 0 to 1; 0 is perfect
	AUC      float64 // area under the ROC curve, ties half; .5 is chance, 1 is perfect
	Accuracy float64 // share of objects called right
	Balanced float64 // mean of the shares called right in the two classes
	Kappa    float64 // Cohen's κ of calls and classes; 0 is chance, 1 is perfect
}

// each calls visit for every metric of some Metrics.
func each(visit func(get func(*Metrics) *float64)) {
	for _, get := range []func(*Metrics) *float64{
		func(m *Metrics) *float64 { return &m.LogLoss }, func(m *Metrics) *float64 { return &m.Brier },
		func(m *Metrics) *float64 { return &m.AUC }, func(m *Metrics) *float64 { return &m.Accuracy },
		func(m *Metrics) *float64 { return &m.Balanced }, func(m *Metrics) *float64 { return &m.Kappa },
	} {
		visit(get)
	}
}

// Times returns the metrics, each times f.
func (m Metrics) Times(f float64) Metrics {
	each(func(get func(*Metrics) *float64) { *get(&m) *= f })
	return m
}

// Measured are metrics of some objects with their standard errors.
type Measured struct {
	Metrics
	SE        Metrics   // standard errors, by the jackknife over blocks; of calls at least leastErrors
	Objects   int       // measured
	Confusion [2][2]int // objects by class and call: Confusion[1][0] are of class 1 and called 0

	left map[int]Metrics // without each block that is filled
}

// Less returns the metrics of m minus the metrics of o, and the standard errors of the
// differences: the jackknife leaves the same block out of both, so that what the blocks
// have in common cancels. The objects need not be the same; blocks must be numbered alike.
func (m *Measured) Less(o *Measured) (d, se Metrics) {
	var left []Metrics
	for _, k := range blocksOf(m.left, o.left) {
		left = append(left, minus(m.leaving(k), o.leaving(k)))
	}
	return minus(m.Metrics, o.Metrics), jackknife(left)
}

// blocksOf are the blocks that one of two measurements has, in order: sums depend on that in
// the last digit.
func blocksOf[M any](a, b map[int]M) []int {
	blocks := slices.Sorted(maps.Keys(a))
	for k := range b {
		if _, both := a[k]; !both {
			blocks = append(blocks, k)
		}
	}
	slices.Sort(blocks)
	return blocks
}

// leaving are the metrics without a block: all of them where it is empty.
func (m *Measured) leaving(block int) Metrics {
	if left, filled := m.left[block]; filled {
		return left
	}
	return m.Metrics
}

func minus(a, b Metrics) Metrics {
	each(func(get func(*Metrics) *float64) { *get(&a) -= *get(&b) })
	return a
}

// Case is one object that a predictor has not seen.
type Case struct {
	P     float64 // probability of class 1 that the predictor gives, from 0 to 1
	Class bool    // its class is 1
	Block int     // of the jackknife, from 0
	// Fold numbers the predictors that gave P, from 0: the AUC compares objects of one.
	Fold int
}

// Measure returns the metrics of cases at a threshold: the call is class 1 from that
// probability on. Blocks are numbered from 0. Standard errors are NaN where fewer than two
// blocks are filled, or where leaving one out leaves a single class. It panics if a
// probability is not between 0 and 1.
func Measure(cases []Case, threshold float64) Measured {
	sorted := slices.Clone(cases)
	slices.SortStableFunc(sorted, func(a, b Case) int {
		if a.P < b.P {
			return -1
		}
		if a.P > b.P {
			return 1
		}
		return 0
	})
	blocks := 0
	for _, c := range sorted {
		if !(c.P >= 0 && c.P <= 1) {
			panic(fmt.Sprintf("classes: a probability of %g", c.P))
		}
		blocks = max(blocks, c.Block+1)
	}
	filled := make([]bool, blocks)
	m := Measured{Objects: len(sorted), left: make(map[int]Metrics)}
	for _, c := range sorted {
		filled[c.Block] = true
		m.Confusion[index(c.Class)][index(c.P >= threshold)]++
	}
	m.Metrics = without(sorted, -1, threshold)
	var left []Metrics
	for k, is := range filled {
		if is {
			m.left[k] = without(sorted, k, threshold)
			left = append(left, m.left[k])
		}
	}
	m.SE = jackknife(left)
	c := m.Confusion
	accuracy, balanced, kappa := leastErrors([][]float64{{float64(c[0][0]), float64(c[0][1])}, {float64(c[1][0]), float64(c[1][1])}})
	atLeast(&m.SE.Accuracy, accuracy)
	atLeast(&m.SE.Balanced, balanced)
	atLeast(&m.SE.Kappa, kappa)
	return m
}

func index(class bool) int {
	if class {
		return 1
	}
	return 0
}

// jackknife returns standard errors from the metrics without each of K blocks:
//
//	se² = (K-1)/K Σ_k (θ₍ₖ₎ - θ̄)².
func jackknife(left []Metrics) (se Metrics) {
	n := float64(len(left))
	each(func(get func(*Metrics) *float64) {
		mean, sum := 0.0, 0.0
		for i := range left {
			mean += *get(&left[i]) / n
		}
		for i := range left {
			d := *get(&left[i]) - mean
			sum += d * d
		}
		*get(&se) = math.Sqrt((n - 1) / n * sum)
		if n < 2 {
			*get(&se) = math.NaN()
		}
	})
	return se
}

// surest is the probability beyond which none is trusted: one wrong case of probability
// 0 would make every log loss infinite.
const surest = 1e-6

// without returns the metrics of cases, rising in P, that are not of one block.
//
// The AUC is the share of pairs of different classes in which the object of class 1 has
// the larger P, ties half (Mann and Whitney 1947). In rising order each object of class 1
// adds the objects of class 0 below it and half of its equals. Pairs are of one fold: the
// more objects of class 1 are held out, the fewer its training part has, and the lower is
// its P of all. Between folds this makes the AUC of labels of pure noise .33 to .42.
func without(cases []Case, block int, threshold float64) Metrics {
	var table counts
	var logLoss, brier, pairs, n float64
	folds := 0
	for _, c := range cases {
		folds = max(folds, c.Fold+1)
	}
	type fold struct{ zeros, ones, equalZeros, equalOnes float64 } // before the group at hand, and of it
	of := make([]fold, folds)
	for i := 0; i < len(cases); {
		j := i
		for ; j < len(cases) && cases[j].P == cases[i].P; j++ {
			c := cases[j]
			if c.Block == block {
				continue
			}
			n++
			table[index(c.Class)][index(c.P >= threshold)]++
			p := min(max(c.P, surest), 1-surest)
			if c.Class {
				of[c.Fold].equalOnes++
				logLoss -= math.Log(p)
				brier += (1 - c.P) * (1 - c.P)
			} else {
				of[c.Fold].equalZeros++
				logLoss -= math.Log(1 - p)
				brier += c.P * c.P
			}
		}
		for ; i < j; i++ {
			f := &of[cases[i].Fold]
			pairs += f.equalOnes * (f.zeros + f.equalZeros/2)
			*f = fold{zeros: f.zeros + f.equalZeros, ones: f.ones + f.equalOnes}
		}
	}
	all := 0.0
	for _, f := range of {
		all += f.zeros * f.ones
	}
	m := table.metrics()
	m.LogLoss, m.Brier = logLoss/n, brier/n
	m.AUC = pairs / all
	return m
}

// counts are numbers, or shares, of objects by class and call.
type counts [2][2]float64

// metrics are the metrics of calls: accuracy, balanced accuracy and κ = (p - e)/(1 - e)
// with p the share of agreement and e the share that the margins would give by chance.
func (c counts) metrics() (m Metrics) {
	zeros, ones := c[0][0]+c[0][1], c[1][0]+c[1][1]
	n := zeros + ones
	m.Accuracy = (c[0][0] + c[1][1]) / n
	m.Balanced = (c[0][0]/zeros + c[1][1]/ones) / 2
	chance := (zeros*(c[0][0]+c[1][0]) + ones*(c[0][1]+c[1][1])) / (n * n)
	m.Kappa = (m.Accuracy - chance) / (1 - chance)
	return m
}

// Bin are objects with similar probabilities. If these are calibrated, about the share
// Mean of the objects is of class 1.
type Bin struct {
	Objects int
	Mean    float64 // mean probability of class 1
	Share   float64 // of the objects, that are of class 1
	SE      float64 // standard error of Share, sqrt(Mean (1-Mean) / Objects), if the probabilities are right
}

// leastBin is how many objects a bin has at least: fewer say little.
const leastBin = 10

// Calibrate sorts cases by probability into at most the given number of bins with
// equally many objects, and at least ten in each. No case, no bin.
func Calibrate(cases []Case, bins int) []Bin {
	sorted := slices.Clone(cases)
	slices.SortStableFunc(sorted, func(a, b Case) int { return cmp.Compare(a.P, b.P) })
	bins = max(min(bins, len(sorted)/leastBin), min(1, len(sorted)))
	var out []Bin
	for k := range bins {
		part := sorted[k*len(sorted)/bins : (k+1)*len(sorted)/bins]
		b, n := Bin{Objects: len(part)}, float64(len(part))
		for _, c := range part {
			b.Mean += c.P / n
			b.Share += float64(index(c.Class)) / n
		}
		b.SE = math.Sqrt(max(0, b.Mean*(1-b.Mean)) / n)
		out = append(out, b)
	}
	return out
}
