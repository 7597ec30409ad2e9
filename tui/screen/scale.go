package screen

import (
	"math"
	"slices"

	tea "charm.land/bubbletea/v2"

	"fms-tui/tui/figure"
)

// Scale is what losses are shown as, on all screens.
type Scale int

// The scales.
const (
	ScaleError Scale = iota // typical error √loss, in the label's units
	ScaleR2                 // share of the label's variance explained
	ScaleLoss               // mean squared error, in squared units
	scales     = iota
)

// scaleNames are the scales as they are kept.
var scaleNames = [scales]string{"error", "r2", "loss"}

// Name is the scale as it is kept; "" is the usual one.
func (s Scale) Name() string {
	if s == ScaleError {
		return ""
	}
	return scaleNames[s]
}

// scaleNamed is the scale of a name, the usual one where there is none.
func scaleNamed(name string) Scale { return Scale(max(slices.Index(scaleNames[:], name), 0)) }

// Words name the scale.
func (s Scale) Words() string {
	return [scales]string{"typical error", "R²", "mean squared error"}[s]
}

// Of is a loss in the scale, where the label has that variance.
func (s Scale) Of(loss, variance float64) float64 {
	switch s {
	case ScaleR2:
		return 1 - loss/variance
	case ScaleLoss:
		return loss
	}
	return math.Sqrt(max(loss, 0))
}

// Text writes a figure of the scale.
func (s Scale) Text(v float64) string {
	if s == ScaleR2 {
		return figure.Share(v)
	}
	return figure.Significant(v, 3)
}

// NextScale shows losses in the next scale.
func (a *Analysis) NextScale() tea.Cmd {
	s := a.State
	s.Scale = (s.Scale + 1) % scales
	return a.Set(s, ChangeSetting)
}
