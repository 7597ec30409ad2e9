package classes

import "slices"

// Metric names one of [Metrics].
type Metric string

// The metrics, as [Metrics] defines them.
const (
	Accuracy Metric = "accuracy"
	Balanced Metric = "balanced"
	F1       Metric = "f1"
	Kappa    Metric = "kappa"
	AUC      Metric = "auc"
	LogLoss  Metric = "log-loss"
	Brier    Metric = "brier"
)

// metric is a metric: its name for people and in documents, what it is, and its value.
type metric struct {
	Metric
	title, key, meaning string
	of                  func(*Metrics) *float64
}

var metrics = []metric{
	{Accuracy, "accuracy", "accuracy", "the share of objects that are called right", func(m *Metrics) *float64 { return &m.Accuracy }},
	{Balanced, "balanced accuracy", "balanced_accuracy", "the share of a class that is called right, averaged over the classes", func(m *Metrics) *float64 { return &m.Balanced }},
	{F1, "F1", "macro_f1", "2·right/(called + of the class), averaged over the classes (macro)", func(m *Metrics) *float64 { return &m.F1 }},
	{Kappa, "κ", "kappa", "Cohen's kappa: agreement with the label beyond chance; 0 is chance, 1 is perfect", func(m *Metrics) *float64 { return &m.Kappa }},
	{AUC, "AUC", "auc", "the share of pairs, one of a class and one of the rest, that the probability orders right; mean over the classes (macro)", func(m *Metrics) *float64 { return &m.AUC }},
	{LogLoss, "log loss", "log_loss", "the mean of -log P(the true class); 0 is perfect, and a large value is a wrong and certain probability", func(m *Metrics) *float64 { return &m.LogLoss }},
	{Brier, "Brier score", "brier", "the squared error of the probabilities, from 0 (perfect) to 1", func(m *Metrics) *float64 { return &m.Brier }},
}

func (m Metric) described() *metric {
	return &metrics[slices.IndexFunc(metrics, func(x metric) bool { return x.Metric == m })]
}

func AllMetrics() (all []Metric) {
	for _, m := range metrics {
		all = append(all, m.Metric)
	}
	return all
}

// Title names the metric for people.
func (m Metric) Title() string { return m.described().title }

// Key names the metric in documents.
func (m Metric) Key() string { return m.described().key }

// Meaning says what the metric is. Of classes in order κ counts errors by the square of the steps.
func (m Metric) Meaning(ordered bool) string {
	if m == Kappa && ordered {
		return "Cohen's kappa, quadratic weights: agreement beyond chance; two-step errors count four times"
	}
	return m.described().meaning
}

func (m Metric) HigherIsBetter() bool { return m != LogLoss && m != Brier }

// Better tells whether x is better than y.
func (m Metric) Better(x, y float64) bool {
	if m.HigherIsBetter() {
		return x > y
	}
	return x < y
}

// Of returns the metric from the values of all.
func (m Metric) Of(x *Metrics) float64 { return *m.described().of(x) }
