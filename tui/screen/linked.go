package screen

import (
	"sort"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/tui/panel"
)

// steps are the budgets at which an algorithm buys each attribute, over the
// whole range. They depend on Result and algorithm alone, and are kept from
// frame to frame.
type steps struct {
	of        *core.Result
	algorithm selection.Algorithm
	Bought    [][]float64 // by attribute
}

func (s *steps) find(r *core.Result, alg selection.Algorithm) {
	if s.of == r && s.algorithm == alg {
		return
	}
	*s = steps{of: r, algorithm: alg, Bought: make([][]float64, len(r.Attributes))}
	if alg == selection.Exchange {
		return // its choices at different budgets have no path in common
	}
	whole := r.At(alg, r.Max)
	for _, st := range r.Path(&whole) {
		s.Bought[st.Attribute] = append(s.Bought[st.Attribute], st.Spent.Float())
	}
}

// lookSteps marks the selected attribute's judgments on the active algorithm's
// curve, whichever loss that shows.
func (l *look) lookSteps(name string, s *Shown, known *steps) {
	l.Loss.Steps = panel.Curve{}
	known.find(s.Result, s.State.Algorithm)
	for i := range l.rows {
		if l.rows[i].Name == name && l.keeps(i) {
			l.Loss.Steps = marksOn(l.activeCurve(), known.Bought[i])
			l.Loss.Steps.Name = name
		}
	}
}

// activeCurve is the active algorithm's curve on the chart; empty where it has
// none.
func (l *look) activeCurve() panel.Curve {
	for _, c := range l.Loss.Curves {
		if c.Name == string(l.Selections[l.Active].Algorithm) {
			return c
		}
	}
	return panel.Curve{}
}

// marksOn puts budgets on a curve, as far as it reaches.
func marksOn(c panel.Curve, budgets []float64) panel.Curve {
	var m panel.Curve
	for _, b := range budgets {
		i := sort.SearchFloat64s(c.Budgets, b)
		switch {
		case i == len(c.Budgets):
			continue
		case c.Budgets[i] == b:
			m.Loss = append(m.Loss, c.Loss[i])
		case i == 0:
			continue
		default:
			share := (b - c.Budgets[i-1]) / (c.Budgets[i] - c.Budgets[i-1])
			m.Loss = append(m.Loss, c.Loss[i-1]+share*(c.Loss[i]-c.Loss[i-1]))
		}
		m.Budgets = append(m.Budgets, b)
	}
	return m
}
