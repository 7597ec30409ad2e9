package screen

import (
	"math"
	"slices"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/panel"
)

func (l *look) lookLoss(s State) {
	l.Loss = panel.Loss{Budget: s.Budget.Float(), Max: l.max, Boxed: true, Bound: l.bound}
	l.Loss.Curves = append(l.Loss.Curves, l.curves[s.Algorithm])
	for i := range l.Selections {
		if alg := l.Selections[i].Algorithm; i != l.Active && l.curves[alg].Name != "" {
			l.Loss.Curves = append(l.Loss.Curves, l.curves[alg])
		}
	}
}

// lookHonest puts the active algorithm's honest loss on the chart, and the
// budget that it recommends.
func (l *look) lookHonest(h *core.Honest, s State) {
	if h == nil || !h.Has(s.Algorithm) {
		return
	}
	l.Loss.Honest = honestCurve(h, s.Algorithm, "honest ("+string(s.Algorithm)+")")
	budgets, _ := h.Curve(s.Algorithm)
	l.Noted = l.Noted || len(h.Warnings()) > 0 || slices.ContainsFunc(budgets, func(b model.Amount) bool {
		return h.Raw(s.Algorithm, b).Loss < 0 // what is shown never is
	})
	l.Loss.Honest.Recommended = math.NaN()
	if b, ok := h.Recommended(s.Algorithm); ok && l.max > 0 {
		l.Loss.Honest.Recommended, l.Loss.Honest.At = b.Float(), h.At(s.Algorithm, b).Loss
	}
}

// honestCurve is an algorithm's honest loss with a band of two standard errors.
func honestCurve(h *core.Honest, alg selection.Algorithm, name string) panel.Honest {
	budgets, estimates := h.Curve(alg)
	c := panel.Honest{Curve: panel.Curve{Name: name, Budgets: floats(budgets)}}
	for _, e := range estimates {
		c.Loss = append(c.Loss, e.Loss)
		c.Low = append(c.Low, e.Loss-2*e.SE)
		c.High = append(c.High, e.Loss+2*e.SE)
	}
	return c
}

func floats(budgets []model.Amount) []float64 {
	f := make([]float64, len(budgets))
	for i, b := range budgets {
		f[i] = b.Float()
	}
	return f
}

// curvePoints bounds the points of a curve on the chart, which has at most a
// few hundred columns of dots.
const curvePoints = 600

func curveOf(r *core.Result, alg selection.Algorithm) panel.Curve {
	budgets, loss := r.Curve(alg)
	c := panel.Curve{Name: string(alg)}
	stride := len(budgets)/curvePoints + 1
	for i := range budgets {
		if i%stride == 0 || i == len(budgets)-1 {
			c.Budgets = append(c.Budgets, budgets[i].Float())
			c.Loss = append(c.Loss, loss[i])
		}
	}
	return c
}
