package tui

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// scaledOnTrust: w changes projected, honest and their differences on Trust; a
// difference has the sign of the scale, its t value and its verdict stay.
func (x *harness) scaledOnTrust() {
	t := x.t
	r, variance := x.Shown.Result, x.Shown.Result.LabelVar
	verdicts := make(map[string]string)
	for s, of := range []func(e core.Estimate) (v, se float64){
		func(e core.Estimate) (v, se float64) { return math.Sqrt(e.Loss), e.SE / 2 / math.Sqrt(e.Loss) },
		func(e core.Estimate) (v, se float64) { return 1 - e.Loss/variance, e.R2SE },
		func(e core.Estimate) (v, se float64) { return e.Loss, e.SE },
	} {
		rows := x.compareRows()
		for i := range x.Look.Picks {
			row, e := rows[i], x.Look.Picks[i].Estimate()
			v, se := of(e)
			if want := figure.WithError(v, se); !strings.HasPrefix(row.Honest, want) {
				t.Errorf("scale %d: %s is %s, want %s", s, row.Algorithm, row.Honest, want)
			}
			p, _ := of(core.Estimate{Loss: x.Look.Picks[i].Selection.Loss})
			if got := strings.TrimSpace(row.Projected); math.Abs(parseFigure(t, got)-p) > .01*math.Abs(p) {
				t.Errorf("scale %d: %s is projected %s, want %g", s, row.Algorithm, got, p)
			}
			if was, seen := verdicts[row.Algorithm]; seen && was != row.Verdict {
				t.Errorf("scale %d: %s is %q, was %q", s, row.Algorithm, row.Verdict, was)
			}
			verdicts[row.Algorithm] = row.Verdict
			if row.Difference == "" {
				continue
			}
			pick := func(i int) *core.Pick {
				p := &core.Pick{Answer: core.Answer{Result: x.Shown.Result, Honest: x.Shown.Honest}, Selection: x.Look.Picks[i].Selection}
				refit, err := p.Honest.RidgeRefit(t.Context(), p.Selection.Algorithm, p.Selection.Budget)
				if err == nil && refit.Taken && refit.Honest == x.Look.Picks[i].Estimate() {
					p.RidgeRefit = refit
				}
				return p
			}
			d := pick(i).Less(pick(x.Look.Active))
			worse := d.Loss > 0
			if plus := strings.HasPrefix(row.Difference, "+"); d.Loss != 0 && plus != (worse != (s == 1)) {
				t.Errorf("scale %d: the loss of %s differs by %g, shown is %s", s, row.Algorithm, d.Loss, row.Difference)
			}
		}
		x.keys("w")
	}
	if r != x.Shown.Result {
		t.Error("w asks another question")
	}
}

// parseFigure reads a figure as the screen writes it.
func parseFigure(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(strings.NewReplacer("!", "", "−", "-").Replace(text), 64)
	if err != nil {
		t.Error(err)
	}
	return v
}

// TestScaleOfClasses: where the label has classes the screen begins with their accuracy, and w
// goes through the other metrics, which are what core measures: in the sentence, on the chart, in
// the explain line and in the differences of Trust.
func TestScaleOfClasses(t *testing.T) {
	metrics := func(c *core.Classes) []float64 {
		return []float64{c.Accuracy, c.Balanced, c.F1, c.Kappa, c.AUC, c.LogLoss, c.Brier}
	}
	for name, ds := range map[string]*model.Dataset{"in order": graded(true)} {
		x := start(t, ds, 200, 60)
		x.measured()
		p := core.Pick{Answer: core.Answer{Result: x.Shown.Result, Honest: x.Shown.Honest}, Selection: *x.Active()}
		want, err := p.Classes(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for k, metric := range []string{"accuracy", "balanced accuracy", "F1", "κ", "AUC", "log loss", "Brier score"} {
			if x.Explain(-1); k > 0 {
				x.keys("w")
				x.measured()
			}
			text := figure.Significant(metrics(want)[k], 3)
			if k < 5 {
				text = figure.Share(metrics(want)[k])
			}
			if got := x.answer(); !strings.Contains(got, " "+metric+" of "+text) {
				t.Errorf("%s: the answer is %q, want %s of %s", name, got, metric, text)
			}
			if l, all := x.Look.Loss.Readout, x.Look.Loss.Plot.Series; l.Words[0] != metric || all[0].Name != "honest "+text || len(all[0].Y) < 10 || len(all[len(all)-1].Y) < 10 {
				t.Errorf("%s: the chart of %s shows %v, %s, %d points", name, metric, l.Words, all[0].Name, len(all[0].Y))
			}
			if got := x.Look.Table.Explain.Text; k > 0 && (!strings.HasPrefix(got, metric) || (name == "in order") != strings.HasSuffix(got, "in order")) {
				t.Errorf("%s: the explain line says %q", name, got)
			}
		}
		x.keys("2")
		x.measured()
		p.Selection = x.Shown.Result.At(selection.Scoring, x.State.Budget)
		scoring, _ := p.Classes(t.Context(), nil)
		d, se := scoring.Less(want)
		for _, row := range x.compareRows() {
			if want := figure.WithError(d.Brier, se.Brier); row.Algorithm == "scoring" && row.Difference != "" && strings.TrimPrefix(row.Difference, "+") != want {
				t.Errorf("%s: scoring differs by %s, want %s", name, row.Difference, want)
			}
		}
	}
}

// measured runs what measures calls.
func (x *harness) measured() {
	if x.Classing.Pending() {
		x.send(x.Classing.Due())
	}
}

// enough finds the budget that the metric shown recommends.
func (x *harness) enough() {
	if x.Enough.Pending() {
		x.send(x.Enough.Due())
	}
}
