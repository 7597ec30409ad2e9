package classes

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

// AllMetrics lists the names of all metrics.
func AllMetrics() []Metric {
	return []Metric{Accuracy, Balanced, F1, Kappa, AUC, LogLoss, Brier}
}

// metricTitles are the names for people, where they are others.
var metricTitles = map[Metric]string{Balanced: "balanced accuracy", F1: "F1", Kappa: "κ", AUC: "AUC", LogLoss: "log loss", Brier: "Brier score"}

// Title names the metric for people.
func (m Metric) Title() string {
	if title, ok := metricTitles[m]; ok {
		return title
	}
	return string(m)
}

// HigherIsBetter tells whether larger values are better.
func (m Metric) HigherIsBetter() bool { return m != LogLoss && m != Brier }

// Better tells whether one value of the metric is better than another.
func (m Metric) Better(x, y float64) bool {
	if m.HigherIsBetter() {
		return x > y
	}
	return x < y
}

// Of returns the metric from the values of all.
func (m Metric) Of(x *Metrics) float64 {
	switch m {
	case Accuracy:
		return x.Accuracy
	case Balanced:
		return x.Balanced
	case F1:
		return x.F1
	case Kappa:
		return x.Kappa
	case AUC:
		return x.AUC
	case LogLoss:
		return x.LogLoss
	}
	return x.Brier
}
