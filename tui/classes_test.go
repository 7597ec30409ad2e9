package tui

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"fms-tui/core"
	"fms-tui/core/classes"
	"fms-tui/core/report/figure"
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
		if !strings.Contains(x.Toast.Text, " an object: honest "+x.Look.Loss.Readout.Words[0]) {
			t.Errorf("B says %q of %s", x.Toast.Text, x.Look.Loss.Readout.Words[0])
		}
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
		by, err := (&core.Tuning{Answers: []core.Answer{{Result: x.Shown.Result, Honest: x.Shown.Honest}}}).BudgetBy(t.Context(), "full", core.Rule{}, metric, nil)
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
	p := core.Pick{Answer: core.Answer{Result: x.Shown.Result, Honest: x.Shown.Honest}, Selection: *x.Active()}
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
	if bins := x.predictors().Classes.Bins; len(bins) != len(want.Calibration[1]) || bins[0] != want.Calibration[1][0] {
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
	p := core.Pick{Answer: core.Answer{Result: x.Shown.Result, Honest: x.Shown.Honest}, Selection: *x.Active()}
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
