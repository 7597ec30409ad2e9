package tui

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"fms-tui/core"
	"fms-tui/core/classes"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// graded are objects with a score by people, human, and the same cut into three grades, which three
// attributes of three judgments each tell of.
func graded(ordered bool) *model.Dataset {
	if ds, known := opened.Load(ordered); known {
		return ds.(*model.Dataset)
	}
	rng := rand.New(rand.NewPCG(5, 6))
	b := new(model.Builder)
	grade, human := b.AddLabel("grade"), b.AddLabel("human")
	for i := range 150 {
		o := b.Object(fmt.Sprintf("o%03d", i))
		score := rng.NormFloat64() / 3
		for a, name := range []string{"plot", "style", "pace"} {
			truth := rng.NormFloat64()
			score += truth / float64(a+1)
			for r := range 3 {
				b.Add(o, b.Attribute(name), b.RaterID(fmt.Sprint("r", (i+3*r)%7)), truth+rng.NormFloat64()*float64(3-a)/2)
			}
		}
		b.SetLabel(human, o, score)
		b.SetLabel(grade, o, min(max(math.Round(score), -1), 1)+1)
	}
	ds := b.Build()
	ds.Name = "grades"
	ds.Labels[0].Classes, ds.Labels[0].Ordered = []string{"low", "mid", "high"}, ordered
	opened.Store(ordered, ds)
	return ds
}

// TestRecommendedByMetric: the loss recommends until a metric is chosen, as in select; then the
// budget is the smallest that is enough by that metric.
func TestRecommendedByMetric(t *testing.T) {
	x := start(t, graded(true), 120, 40)
	x.measured()
	x.enough()
	loss := x.Shown.Honest.FirstBudget("full")
	if b := x.State.Budget; b != loss { // nobody has moved it
		t.Errorf("it opens at %s, the loss recommends %s", b, loss)
	}
	seen := make(map[model.Amount]bool)
	for k := range classes.AllMetrics() {
		if k%3 > 0 { // each takes a while
			x.keys("w")
			continue
		}
		x.measured()
		x.enough()
		x.keys("B")
		b := x.State.Budget
		seen[b] = true
		if got := x.answer(); strings.Contains(got, "ore pays") {
			t.Errorf("at the recommended budget: %q", got)
		}
		if k == 0 {
			if b != loss {
				t.Errorf("B goes to %s, the loss recommends %s", b, loss)
			}
			x.keys("w")
			continue
		}
		metric := classes.AllMetrics()[k]
		by, err := (&core.Tuning{Answers: []core.Pick{{Result: x.Shown.Result, Honest: x.Shown.Honest}}}).BudgetBy(t.Context(), "full", core.Rule{}, metric, nil)
		if err != nil || by.Budget != b {
			t.Errorf("%s recommends %s, the screen %s (%v)", metric, by.Budget, b, err)
		}
		x.keys("w")
	}
	if len(seen) < 2 {
		t.Errorf("every metric recommends %v", seen)
	}
}

// TestClassesOnPredictor: the calls of held-out objects, and whether their probabilities are
// right, are those that core measures; the arrows look at another class.
func TestClassesOnPredictor(t *testing.T) {
	x := start(t, graded(true), 120, 40)
	x.keys("3")
	x.measured()
	p := core.Pick{Result: x.Shown.Result, Honest: x.Shown.Honest, Selection: *x.Active()}
	want, err := p.Classes(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for k, name := range []string{"low", "mid", "high"} {
		row := want.Confusion[k]
		x.want(strings.Join(strings.Fields(fmt.Sprintf("%s %d", name, row[0])), strings.Repeat(" ", 1+max(0, len("class  called low")-len(name)-len(fmt.Sprint(row[0]))-1))))
	}
	x.keys("tab")
	for _, name := range []string{"low", "mid", "high", "low"} {
		x.want("are the probabilities of " + name + " right?")
		x.keys("down")
	}
	if bins := x.predictors().Bins; len(bins) != len(want.Calibration[1]) || bins[0] != want.Calibration[1][0] {
		t.Errorf("the calibration of mid is %v, want %v", bins, want.Calibration[1])
	}
	for x.Look.Loss.Readout.Words[0] != "R²" { // calls are shown in whatever scale losses are
		x.keys("w")
	}
	x.want("150 objects held out: class in rows")
	x.keys("home")
	x.want("nothing is chosen at this budget")
}

// TestSeveralLabels: each of several labels is shown, in the answer and on Predictor.
func TestSeveralLabels(t *testing.T) {
	ds := *openLabelled("judges", "human")
	ds.Labels = append(ds.Labels[:1:1], *openLabelled("judges", "verdict").Label("verdict"))
	x := startAt(t, &ds, 200, 60, model.Settings{Label: "human", Also: []model.Further{{Name: "verdict", Weight: 1}}})
	p := core.Pick{Result: x.Shown.Result, Honest: x.Shown.Honest, Selection: *x.Active()}
	for _, l := range p.LabelShares() {
		if got := x.answer(); !strings.Contains(got, l.Name+" "+figure.Share(l.R2)+" ± "+figure.Share(l.SE)) || !strings.Contains(got, "redicts human and verdict with an R² of") {
			t.Errorf("the answer is %q", got)
		}
	}
	x.want("R² of human and ver")
	x.keys("3")
	x.want("Labels: what each gets from the same judgments", "verdict ≈", "human ≈")
}

func TestClassesScreens(t *testing.T) {
	x := start(t, graded(false), 120, 40)
	x.measured()
	x.enough()
	x.keys("3")
	golden.RequireEqual(t, []byte(x.screen()))
}

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
				p := &core.Pick{Result: x.Shown.Result, Honest: x.Shown.Honest, Selection: x.Look.Picks[i].Selection}
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
	for name, ds := range map[string]*model.Dataset{"in order": graded(true)} {
		x := start(t, ds, 200, 60)
		x.measured()
		p := core.Pick{Result: x.Shown.Result, Honest: x.Shown.Honest, Selection: *x.Active()}
		want, err := p.Classes(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for k, metric := range []string{"accuracy", "balanced accuracy", "F1", "κ", "AUC", "log loss", "Brier score"} {
			if x.Explain(-1); k > 0 {
				x.keys("w")
				x.measured()
			}
			text := figure.Significant(want.Metrics[k], 3)
			if k < 5 {
				text = figure.Share(want.Metrics[k])
			}
			if got := x.answer(); !strings.Contains(got, " "+metric+" of "+text) {
				t.Errorf("%s: the answer is %q, want %s of %s", name, got, metric, text)
			}
			if l, all := x.Look.Loss.Readout, x.Look.Loss.Plot.Series; l.Words[0] != metric || all[0].Name != "honest "+text || len(all[0].Y) < 10 || len(all[len(all)-1].Y) < 10 {
				t.Errorf("%s: the chart of %s shows %v, %s, %d points", name, metric, l.Words, all[0].Name, len(all[0].Y))
			}
			if got := x.Explanation(); k > 0 && (!strings.HasPrefix(got, metric) || (name == "in order") != strings.HasSuffix(got, "in order")) {
				t.Errorf("%s: the explain line says %q", name, got)
			}
		}
		x.keys("2")
		x.measured()
		p.Selection = x.Shown.Result.At(selection.Scoring, x.State.Budget)
		scoring, _ := p.Classes(t.Context(), nil)
		d, se := scoring.Less(&want.Measured)
		for _, row := range x.compareRows() {
			if want := figure.WithError(classes.Brier.Of(&d), classes.Brier.Of(&se)); row.Algorithm == "scoring" && row.Difference != "" && strings.TrimPrefix(row.Difference, "+") != want {
				t.Errorf("%s: scoring differs by %s, want %s", name, row.Difference, want)
			}
		}
	}
}

// measured runs what measures calls.
func (x *harness) measured() {
	if x.Classing.Pending() {
		x.send(x.Classing.Due)
	}
}

// enough finds the budget that the metric shown recommends.
func (x *harness) enough() {
	if x.Enough.Pending() {
		x.send(x.Enough.Due)
	}
}
