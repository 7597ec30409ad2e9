package chart

import "math"

// Budgets is the one axis of budgets, from 0 to Max. Its first judgments matter most
// and get the most room: the share of the axis up to budget B is
// log(1+B/K)/log(1+Max/K).
type Budgets struct {
	K, Max float64
	Sign   string // before the labels of its ticks, such as $
}

// Share is where a budget lies, 0 to 1; 0 where the axis has no length.
func (a Budgets) Share(budget float64) float64 {
	if !(a.Max > 0 && a.K > 0) {
		return 0
	}
	return max(0, min(math.Log1p(budget/a.K)/math.Log1p(a.Max/a.K), 1))
}

// At is the budget at a share of the axis; both ends exactly.
func (a Budgets) At(share float64) float64 {
	switch {
	case !(a.Max > 0 && a.K > 0) || !(share > 0):
		return 0
	case share >= 1:
		return a.Max
	}
	return a.K * math.Expm1(share*math.Log1p(a.Max/a.K))
}

// Col is the column, of w, that shows a budget, and AtCol the budget of a column.
func (a Budgets) Col(budget float64, w int) int { return dot(a.Share(budget), max(w, 1)) }

// AtCol is the budget that column col of w stands for, clamped to the axis.
func (a Budgets) AtCol(col, w int) float64 {
	if w < 2 {
		return 0
	}
	return a.At(float64(col) / float64(w-1))
}

// Ticks are 0, the end, and 1, 2 and 5 times powers of ten between, as many as have
// labels that stand apart on w columns.
func (a Budgets) Ticks(w int) ([]float64, []string) {
	if !(a.Max > 0) {
		return []float64{0}, []string{"0"}
	}
	values := []float64{0}
	for exp := int(math.Floor(math.Log10(a.K / 4))); len(values) < maxTicks; exp++ {
		for _, m := range []float64{1, 2, 5} {
			if v := scale(m, exp); v >= a.K/4*.999 && v < a.Max {
				values = append(values, v)
			}
		}
		if scale(1, exp+1) >= a.Max {
			break
		}
	}
	var ticks []float64
	var labels []string
	last := a.Sign + Labels([]float64{a.Max})[0]
	end := w - Width(last) // the label of the end keeps clear of others
	free := 0
	for _, v := range values {
		text := Labels([]float64{v})[0]
		if v > 0 {
			text = a.Sign + text
		}
		n := Width(text)
		from := max(a.Col(v, w)-n/2, 0)
		if from >= free && from+n+labelGap <= end {
			ticks, labels = append(ticks, v), append(labels, text)
			free = from + n + 1
		}
	}
	return append(ticks, a.Max), append(labels, last)
}
