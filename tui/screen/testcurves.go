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
func errorCurves(e *core.TestErrors, lit selection.Algorithm, m measure) []panel.ErrorCurve {
	var curves []panel.ErrorCurve
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
		case len(c.X) == 0 || alg != lit && crowds(e.Algorithms, alg, lit):
		case alg == lit:
			curves = slices.Insert(curves, 0, c)
		default:
			curves = append(curves, c)
		}
	}
	return curves
}

// mostLines is how many lines a chart of algorithms has at most, and leaving are the
// algorithms that give way, the first one first.
const mostLines = 6

var leaving = []selection.Algorithm{selection.Averages, selection.Copies, selection.Single}

// crowds tells whether an algorithm gives way on a chart of some, where one of them is lit.
func crowds(all []selection.Algorithm, alg, lit selection.Algorithm) bool {
	over := len(all) - mostLines
	for _, x := range leaving {
		if over <= 0 {
			return false
		}
		if x == lit || !slices.Contains(all, x) {
			continue
		}
		if over--; x == alg {
			return true
		}
	}
	return false
}

// crowds tells whether an algorithm gives way on the chart of honest losses.
func (v *CompareView) crowds(alg selection.Algorithm) bool {
	var all []selection.Algorithm
	for i := range v.Look.Selections {
		all = append(all, v.Look.Selections[i].Algorithm)
	}
	lit := selection.Algorithm(v.Compare.Rows[v.Compare.Cursor].Algorithm)
	return alg != v.Shown.State.Algorithm && crowds(all, alg, lit)
}

// pressErrors lights the algorithm whose name is pressed.
func (v *ExperimentsView) pressErrors(q, size image.Point) tea.Cmd {
	if name := v.Errors.NameAt(q, size.X, size.Y); name != "" {
		return v.pick(selection.Algorithm(name))
	}
	return nil
}
