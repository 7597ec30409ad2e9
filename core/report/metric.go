package report

import "fms-tui/core/report/figure"

// Metric is what predictions are judged by.
type Metric struct {
	Name   string               // "squared loss"
	Mean   string               // its name as a mean over objects: "mean squared error"
	Higher bool                 // larger figures are better
	Format func(float64) string // three significant digits where it is nil
}

// SquaredLoss is the metric of Sabato & Kalai (2013): the mean of (y - ŷ)², in
// squared units of the label.
func SquaredLoss() Metric {
	return Metric{Name: "squared loss", Mean: "mean squared error", Format: figure.Loss}
}

// Text writes a figure of the metric for people; NaN is "n/a".
func (m Metric) Text(x float64) string {
	if m.Format == nil {
		return figure.Significant(x, 3)
	}
	return m.Format(x)
}
