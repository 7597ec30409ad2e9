package report

import "fms-tui/core/report/figure"

// Metric is what predictions are judged by.
type Metric struct {
	Name   string // "squared loss"
	Mean   string // its name as a mean over objects: "mean squared error"
	Unit   string // "" where it has none
	Better Direction
	Format func(float64) string // three significant digits where it is nil
}

// Direction says which figures of a metric are better.
type Direction int

// The directions of a metric.
const (
	Lower Direction = iota
	Higher
)

// SquaredLoss is the metric of Sabato & Kalai (2013): the mean of (y - ŷ)², in
// squared units of the label.
func SquaredLoss() Metric {
	return Metric{Name: "squared loss", Mean: "mean squared error", Unit: "squared label units", Better: Lower, Format: figure.Loss}
}

// Text writes a figure of the metric for people; NaN is "n/a".
func (m Metric) Text(x float64) string {
	if m.Format == nil {
		return figure.Significant(x, 3)
	}
	return m.Format(x)
}

// IsBetter tells whether x is better than y; false where either is NaN.
func (m Metric) IsBetter(x, y float64) bool {
	if m.Better == Higher {
		return x > y
	}
	return x < y
}
