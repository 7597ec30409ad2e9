// Package figure is [fms-tui/core/report/figure] for what draws; it goes when the
// panels name that one.
package figure

import "fms-tui/core/report/figure"

// The functions of core/report/figure, see there.
var (
	Column       = figure.Column
	Corr         = figure.Corr
	Count        = figure.Count
	CountOf      = figure.CountOf
	Fixed        = figure.Fixed
	Loss         = figure.Loss
	Percent      = figure.Percent
	TypicalError = figure.TypicalError
	Points       = figure.Points
	Rounded      = figure.Rounded
	Share        = figure.Share
	Significant  = figure.Significant
	WithError    = figure.WithError
)
