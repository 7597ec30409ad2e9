package classes

import (
	"math"
	"slices"
)

// Metric names one of [Metrics].
type Metric string

// The metrics. The mean over the classes is called macro; a class without objects, or without
// others, is left out of it.
const (
	Accuracy Metric = "accuracy"
	Balanced Metric = "balanced"
	F1       Metric = "f1"
	Kappa    Metric = "kappa"
	AUC      Metric = "auc"
	LogLoss  Metric = "log-loss"
	Brier    Metric = "brier"
)

// Metrics are the values of metrics in the order of [AllMetrics]; [Metric.Of] finds one. A metric
// that cannot be had, such as the AUC of one class, is NaN.
type Metrics [7]float64

func minus(a, b Metrics) Metrics {
	for i := range a {
		a[i] -= b[i]
	}
	return a
}

// metric is a metric: its name for people and in documents, what it is, how it is found, and the
// standard error that it has at least (nil: 0).
type metric struct {
	Metric
	title, key, meaning string
	of, least           func(*tally) float64
}

var metrics = [len(Metrics{})]metric{
	{Accuracy, "accuracy", "accuracy", "the share of objects that are called right", func(t *tally) float64 {
		return t.sum(func(k int) float64 { return t.table[k][k] }) / t.n
	}, (*tally).leastAccuracy},
	{Balanced, "balanced accuracy", "balanced_accuracy", "the share of a class that is called right, averaged over the classes", func(t *tally) float64 {
		return t.sum(func(k int) float64 { return t.table[k][k] / t.of[k] }) / t.seen
	}, (*tally).leastBalanced},
	{F1, "F1", "macro_f1", "2·right/(called + of the class), averaged over the classes (macro)", func(t *tally) float64 {
		return t.sum(func(k int) float64 { return 2 * t.table[k][k] / (t.of[k] + t.called[k]) }) / t.seen
	}, (*tally).leastBalanced},
	{Kappa, "κ", "kappa", "Cohen's kappa: agreement with the label beyond chance; 0 is chance, 1 is perfect", func(t *tally) float64 { return KappaOf(t.table, t.ordered) }, func(t *tally) float64 {
		return t.leastAccuracy() / (1 - t.sum(func(k int) float64 { return t.of[k] / t.n * t.called[k] / t.n }))
	}},
	{AUC, "AUC", "auc", "the share of pairs, one of a class and one of the rest, that the probability orders right; mean over the classes (macro)", func(t *tally) float64 { return t.area }, nil},
	{LogLoss, "log loss", "log_loss", "the mean of -log P(the true class); 0 is perfect, and a large value is a wrong and certain probability", func(t *tally) float64 { return t.logLoss / t.n }, nil},
	{Brier, "Brier score", "brier", "the squared error of the probabilities, from 0 (perfect) to 1", func(t *tally) float64 { return t.brier / t.n }, nil},
}

func (m Metric) index() int {
	return slices.IndexFunc(metrics[:], func(x metric) bool { return x.Metric == m })
}

func AllMetrics() (all []Metric) {
	for _, m := range metrics {
		all = append(all, m.Metric)
	}
	return all
}

// Title names the metric for people.
func (m Metric) Title() string { return metrics[m.index()].title }

// Key names the metric in documents.
func (m Metric) Key() string { return metrics[m.index()].key }

// Meaning says what the metric is. Of three or more classes in order κ counts errors by the square of the steps.
func (m Metric) Meaning(ordered bool) string {
	if m == Kappa && ordered {
		return "Cohen's kappa, quadratic weights: agreement beyond chance; two-step errors count four times"
	}
	return metrics[m.index()].meaning
}

func (m Metric) HigherIsBetter() bool { return m != LogLoss && m != Brier }

// Better tells whether x is better than y.
func (m Metric) Better(x, y float64) bool {
	return m.HigherIsBetter() && x > y || !m.HigherIsBetter() && x < y
}

// Of returns the metric from the values of all.
func (m Metric) Of(x *Metrics) float64 { return x[m.index()] }

// tally is what metrics are found from: objects by class and call, with sums over them.
type tally struct {
	ordered        bool
	table          [][]float64 // objects, by class and call
	of, called     []float64   // objects of a class, and that are called it
	n, seen        float64     // objects, and classes that have some
	logLoss, brier float64     // sums over the objects
	area           float64     // mean over the classes that have one
}

// margins fills in what table says.
func (t *tally) margins() {
	t.of, t.called = make([]float64, len(t.table)), make([]float64, len(t.table))
	for i, row := range t.table {
		for j, x := range row {
			t.of[i] += x
			t.called[j] += x
		}
		if t.n += t.of[i]; t.of[i] > 0 {
			t.seen++
		}
	}
}

// sum is over the classes that have objects.
func (t *tally) sum(of func(class int) float64) (sum float64) {
	for k, n := range t.of {
		if n > 0 {
			sum += of(k)
		}
	}
	return sum
}

// KappaOf is Cohen's of a square table of counts. With o the table's shares, e the shares that the margins
// give by chance and the weights w[i,j] = 1 off the diagonal, or (i-j)² of ordered classes (Cohen 1960,
// 1968),
//
//	κ = 1 - Σ w o / Σ w e.
//
// It is NaN where the margins leave nothing to differ in.
func KappaOf(table [][]float64, ordered bool) float64 {
	t := tally{table: table}
	t.margins()
	var wrong, chance float64
	for i, row := range table {
		for j, x := range row {
			w := float64((i - j) * (i - j))
			if !ordered {
				w = min(w, 1)
			}
			wrong += w * x / t.n
			chance += w * t.of[i] * t.called[j] / t.n / t.n
		}
	}
	return 1 - wrong/chance
}

// Where no object of a rare class is called right, leaving blocks out changes nothing, and the
// jackknife would know the metrics exactly. With s_c the error of the share called right in class c,
// π_c the share of the class and e the agreement by chance, the least errors are
//
//	accuracy √Σ π_c² s_c²    balanced, F1 √Σ s_c² / K    κ √Σ π_c² s_c² / (1-e).

func (t *tally) leastAccuracy() float64 {
	return math.Sqrt(t.sum(func(k int) float64 { s := t.of[k] / t.n * t.rightSE(k); return s * s }))
}

func (t *tally) leastBalanced() float64 {
	return math.Sqrt(t.sum(func(k int) float64 { return t.rightSE(k) * t.rightSE(k) })) / t.seen
}

// rightSE is the standard error of the share called right in a class, x of n objects, that is not 0
// where that is all or none: the error of the share (x+2)/(n+4), the centre of Wilson's interval of
// two standard errors (Agresti and Coull 1998).
func (t *tally) rightSE(class int) float64 {
	p := (t.table[class][class] + 2) / (t.of[class] + 4)
	return math.Sqrt(p * (1 - p) / (t.of[class] + 4))
}
