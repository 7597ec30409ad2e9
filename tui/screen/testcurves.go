package screen

import (
	"image"
	"math"
	"slices"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/tui/panel"
)

// scale is what test errors are shown in: they are losses alone.
func (v *ExperimentsView) scale() measure { return v.measure().losses() }

// lit is the algorithm whose test errors have its colour and error bars: the one selected
// among the algorithms, or the active one.
func (v *ExperimentsView) lit() selection.Algorithm {
	if e := v.TestErrors(); e != nil && slices.Contains(e.Algorithms, v.selected) {
		return v.selected
	}
	return v.Shown.State.Algorithm
}

// errorCurves are the test errors of the algorithms that can be run, the lit one's first.
// Only this curve has error bars: error bars of all would hide the curves.
func errorCurves(e *core.TestErrors, lit, active selection.Algorithm, m measure) []panel.ErrorCurve {
	var curves []panel.ErrorCurve
	lines := charted(e.Algorithms, lit, active)
	for i, alg := range e.Algorithms {
		c := panel.ErrorCurve{Name: string(alg), Pen: panel.AlgorithmPen(string(alg)), Style: panel.AlgorithmStyle(string(alg))}
		for b, budget := range e.Budgets {
			t := e.At(core.Arm{Algorithm: i, Budget: b})
			if t.Refused != nil {
				continue
			}
			worth := m.estimate(t.Refit)
			if alg != lit {
				worth.SE = math.NaN()
			}
			c.X, c.Y, c.SE = append(c.X, budget.Float()), append(c.Y, worth.Loss), append(c.SE, worth.SE)
		}
		switch {
		case len(c.X) == 0 || !slices.Contains(lines, alg):
		case alg == lit:
			curves = slices.Insert(curves, 0, c)
		default:
			curves = append(curves, c)
		}
	}
	return curves
}

// mostLines is how many lines a chart of algorithms has: the lit one, and in grey those
// that it is measured by.
const mostLines = 3

// measuredBy are the algorithms that others are measured by, the first one first: the
// paper's two, and what asks every attribute alike.
var measuredBy = []selection.Algorithm{selection.Full, selection.Scoring, selection.Uniform, selection.Averages, selection.Copies, selection.Single, selection.Exchange}

// charted are the algorithms that have a line on a chart of some: the lit one, the active
// one, and those that they are measured by.
func charted(all []selection.Algorithm, lit, active selection.Algorithm) []selection.Algorithm {
	var lines []selection.Algorithm
	for _, alg := range append([]selection.Algorithm{lit, active}, measuredBy...) {
		if len(lines) < mostLines && slices.Contains(all, alg) && !slices.Contains(lines, alg) {
			lines = append(lines, alg)
		}
	}
	return lines
}

// pressErrors lights the algorithm whose name is pressed.
func (v *ExperimentsView) pressErrors(q, size image.Point) tea.Cmd {
	if name := v.Errors.NameAt(q, size.X, size.Y); name != "" {
		return v.pick(selection.Algorithm(name))
	}
	return nil
}
