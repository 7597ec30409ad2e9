package classes

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
)

// # Three or more classes
//
// One against the rest: class k has a score ŷ_k, the prediction of its indicator, whose
// mean is π_k. As for two classes a line of the log odds calibrates each score by itself,
// o_k = logistic(a_k + s_k ŷ_k). The probabilities are P(k) = o_k / Σ_j o_j. With two
// classes o_0 + o_1 = 1, and nothing is left to normalise.
//
// Ordered: classes 0, 1, … K-1 are values of one label y with equal steps, and one score ŷ
// predicts y. With z = ŷ - ȳ, c = Cov(z, y) and V = Var(z), the mean of z in class k is
// m_k = c/Var(y) (k - ȳ), and s² = V - c²/Var(y) is left within the classes. Bayes' rule
// for normal classes of one variance is
//
//	P(k) ∝ π_k exp(-(z - m_k)²/(2s²)) ∝ exp(log π_k - (m_k²/2 + m_k ȳ)/s² + (m_k/s²) ŷ),
//
// again a line of ŷ for each class.

// Lines turn scores into the probabilities of K classes.
type Lines struct {
	Intercept, Slope []float64 // by class, of the log odds, or of the log of the weight
	// Ordered classes have one score, and their weights are exp(line); others have a score
	// each, and their weights are logistic(line).
	Ordered bool
}

// NewLines returns the lines of scores with the shares of the classes, the covariances of
// each score with its indicator and their variances.
func NewLines(shares, covariances, variances []float64) Lines {
	var l Lines
	for k, share := range shares {
		a, s := NewNormal(share, covariances[k], variances[k]).Logit()
		l.Intercept, l.Slope = append(l.Intercept, a-s*share), append(l.Slope, s)
	}
	return l
}

// NewOrderedLines returns the lines of one score with covariance c with the label and
// variance v. A class without objects has probability 0.
func NewOrderedLines(shares []float64, c, v float64) Lines {
	mean, varY := 0.0, 0.0
	for k, p := range shares {
		mean += p * float64(k)
	}
	for k, p := range shares {
		varY += p * (float64(k) - mean) * (float64(k) - mean)
	}
	slope, within := 0.0, 1.0
	if c > 0 && v > 0 && varY > 0 {
		slope, within = c/varY, max(v-c*c/varY, least*v)
	}
	l := Lines{Ordered: true}
	for k, p := range shares {
		m := slope * (float64(k) - mean)
		intercept := unseen
		if p > 0 {
			intercept = math.Log(p)
		}
		l.Intercept = append(l.Intercept, intercept-(m*m/2+m*mean)/within)
		l.Slope = append(l.Slope, m/within)
	}
	return l
}

// unseen is the log of a share of 0, as good as that and finite in every file.
const unseen = -1e6

// Probabilities fills out with the probability of each class for its score; ordered
// classes have one score. They add up to 1.
func (l Lines) Probabilities(scores, out []float64) {
	most := math.Inf(-1)
	for k := range out {
		score := scores[0]
		if !l.Ordered {
			score = scores[k]
		}
		out[k] = l.Intercept[k] + l.Slope[k]*score
		most = max(most, out[k])
	}
	sum := 0.0
	for k, x := range out {
		if l.Ordered {
			out[k] = math.Exp(x - most)
		} else {
			out[k] = Logistic(x)
		}
		sum += out[k]
	}
	for k := range out {
		if out[k] /= sum; sum == 0 { // every log odds is below the range of floats
			out[k] = 1 / float64(len(out))
		}
	}
}

// Called is the most probable class, the first of equals.
func Called(probabilities []float64) int {
	best := 0
	for k, p := range probabilities {
		if p > probabilities[best] {
			best = k
		}
	}
	return best
}

// ManyCase is one object that a predictor of K classes has not seen.
type ManyCase struct {
	P     []float64 // probability of each class, which add up to 1
	Class int
	Block int // of the jackknife, from 0
	Fold  int // as in [Case]
}

// ManyMetrics say how well probabilities tell K classes from each other. The mean of a
// metric over the classes is called macro; a class without objects, or without others, is
// left out of it.
type ManyMetrics struct {
	LogLoss  float64 // mean of -log P(the true class); 0 is perfect
	Brier    float64 // mean of Σ_k (P(k) - y_k)²/2, from 0 to 1; with K = 2 the score of two classes
	AUC      float64 // macro: of each class against the rest
	Accuracy float64 // share of objects called right
	Balanced float64 // macro: share of a class's objects called right
	F1       float64 // macro: 2·right/(called + of the class)
	Kappa    float64 // Cohen's κ; of ordered classes with quadratic weights
}

// values lists the metrics.
func (m *ManyMetrics) values() []*float64 {
	return []*float64{&m.LogLoss, &m.Brier, &m.AUC, &m.Accuracy, &m.Balanced, &m.F1, &m.Kappa}
}

// Times returns the metrics, each times f.
func (m ManyMetrics) Times(f float64) ManyMetrics {
	for _, x := range m.values() {
		*x *= f
	}
	return m
}

// ManyMeasured are metrics of some objects with their standard errors.
type ManyMeasured struct {
	ManyMetrics
	SE        ManyMetrics // by the jackknife over blocks; of calls at least leastErrors
	Objects   int         // measured
	Confusion [][]int     // objects by class and call
	// Calibration compares, by class, its probabilities with its shares on the same objects.
	Calibration [][]Bin

	left map[int]ManyMetrics // without each block that is filled
}

// MeasureMany returns the metrics of cases of K classes, the call being the most probable
// class. With quadratic weights κ is for ordered classes (Cohen 1968). It panics if a
// class is not below K, or a probability not from 0 to 1.
func MeasureMany(cases []ManyCase, k int, ordered bool) ManyMeasured {
	for _, c := range cases {
		if c.Class < 0 || c.Class >= k || len(c.P) != k {
			panic(fmt.Sprintf("classes: class %d with %d probabilities, of %d classes", c.Class, len(c.P), k))
		}
		for _, p := range c.P {
			if !(p >= 0 && p <= 1) {
				panic(fmt.Sprintf("classes: a probability of %g", p))
			}
		}
	}
	by := eachRising(cases, k)
	m := ManyMeasured{Objects: len(cases), ManyMetrics: manyWithout(cases, by, ordered, -1)}
	blocks := map[int]bool{}
	m.Confusion = make([][]int, k)
	for i := range m.Confusion {
		m.Confusion[i] = make([]int, k)
	}
	for _, c := range cases {
		m.Confusion[c.Class][Called(c.P)]++
		blocks[c.Block] = true
	}
	m.left = make(map[int]ManyMetrics)
	var left []ManyMetrics
	for _, block := range slices.Sorted(maps.Keys(blocks)) { // sums depend on the order in the last digit
		m.left[block] = manyWithout(cases, by, ordered, block)
		left = append(left, m.left[block])
	}
	for class := range k {
		m.Calibration = append(m.Calibration, Calibrate(by[class], manyBins))
	}
	m.SE = manyJackknife(left)
	table := make([][]float64, k)
	for i, calls := range m.Confusion {
		for _, n := range calls {
			table[i] = append(table[i], float64(n))
		}
	}
	accuracy, balanced, kappa := leastErrors(table)
	atLeast(&m.SE.Accuracy, accuracy)
	atLeast(&m.SE.Balanced, balanced)
	atLeast(&m.SE.F1, balanced)
	atLeast(&m.SE.Kappa, kappa)
	return m
}

// manyJackknife is jackknife.
func manyJackknife(left []ManyMetrics) (se ManyMetrics) {
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

// manyWithout are the metrics of the cases that are not of one block; by is eachRising.
func manyWithout(cases []ManyCase, by [][]Case, ordered bool, block int) (m ManyMetrics) {
	table := make([][]float64, len(by))
	for i := range table {
		table[i] = make([]float64, len(by))
	}
	n := 0.0
	for _, c := range cases {
		if c.Block == block {
			continue
		}
		n++
		table[c.Class][Called(c.P)]++
		m.LogLoss -= math.Log(min(max(c.P[c.Class], surest), 1-surest))
		for j, p := range c.P {
			if j == c.Class {
				p = 1 - p
			}
			m.Brier += p * p / 2
		}
	}
	m.LogLoss, m.Brier = m.LogLoss/n, m.Brier/n
	m.AUC = macroAUC(by, block)
	ofCalls(table, n, ordered, &m)
	return m
}

// ofCalls fills in what calls say: table has objects by class and call, n in all. With
// o the table's shares, e the shares that the margins give by chance and the weights
// w[i,j] = 1 off the diagonal, or (i-j)² of ordered classes,
//
//	κ = 1 - Σ w o / Σ w e.
func ofCalls(table [][]float64, n float64, ordered bool, m *ManyMetrics) {
	k := len(table)
	of, called := make([]float64, k), make([]float64, k)
	for i := range table {
		for j, x := range table[i] {
			of[i] += x
			called[j] += x
		}
	}
	var seen, right, wrong, chance float64
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

// macroAUC is the mean over classes of the AUC of each class. Pairs have one object of
// the class and one of another class. The AUC is the share of pairs in which the former
// has the larger probability of the class, ties half. by has the cases of each class
// against the rest, rising in its probability.
func macroAUC(by [][]Case, block int) float64 {
	sum, seen := 0.0, 0.0
	for _, two := range by {
		if auc := without(two, block, .5).AUC; auc == auc {
			sum += auc
			seen++
		}
	}
	return sum / seen
}

// eachRising are the cases of each of K classes against the rest, rising in its probability.
func eachRising(cases []ManyCase, k int) [][]Case {
	var by [][]Case
	for class := range k {
		two := against(cases, class)
		slices.SortStableFunc(two, func(a, b Case) int { return cmp.Compare(a.P, b.P) })
		by = append(by, two)
	}
	return by
}

// manyBins are the bins of [ManyMeasured.Calibration] where objects are many.
const manyBins = 10

// against are the cases of one class against the rest.
func against(cases []ManyCase, class int) []Case {
	two := make([]Case, 0, len(cases))
	for _, c := range cases {
		two = append(two, Case{P: c.P[class], Class: c.Class == class, Block: c.Block, Fold: c.Fold})
	}
	return two
}
