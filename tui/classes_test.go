package tui

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"fms-tui/core"
	"fms-tui/core/classes"
	"fms-tui/core/report/figure"
	"fms-tui/model"
)

// graded is the sample of judges with the people's score cut into three grades.
func graded(ordered bool) *model.Dataset {
	ds := *openLabelled("judges", "human")
	grade := model.Label{Name: "grade", Classes: []string{"low", "mid", "high"}, Ordered: ordered}
	for _, y := range ds.Label("human").Values {
		switch {
		case math.IsNaN(y):
		case y < 2.5:
			y = 0
		case y < 3.5:
			y = 1
		default:
			y = 2
		}
		grade.Values = append(grade.Values, y)
	}
	ds.Labels = append([]model.Label{grade}, ds.Labels...)
	return &ds
}

// TestRecommendedByMetric: the budget that is recommended is the smallest whose metric is
// within a standard error of the best.
func TestRecommendedByMetric(t *testing.T) {
	x := start(t, graded(true), 120, 40)
	x.measured()
	seen := make(map[model.Amount]bool)
	for k := range classes.AllMetrics()[:3] {
		if x.Enough.Pending() {
			x.send(x.Enough.Due())
		}
		x.keys("B")
		b := x.State.Budget
		seen[b] = true
		if !strings.Contains(x.Toast.Text, " an object: honest "+x.Look.Loss.Words[0]) {
			t.Errorf("B says %q of %s", x.Toast.Text, x.Look.Loss.Words[0])
		}
		if got := x.answer(); strings.Contains(got, "ore pays") {
			t.Errorf("at the recommended budget: %q", got)
		}
		metric := classes.AllMetrics()[k]
		by, err := (&core.Tuning{Answers: []core.Answer{{Result: x.Shown.Result, Honest: x.Shown.Honest}}}).BudgetBy(t.Context(), "full", core.Rule{}, metric, nil)
		if err != nil || by.Budget != b {
			t.Errorf("%s recommends %s, the screen %s (%v)", metric, by.Budget, b, err)
		}
		x.keys("w")
		x.measured()
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
	x.keys("3")
	golden.RequireEqual(t, []byte(x.screen()))
}
