package tui

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"

	"fms-tui/core"
	"fms-tui/core/experiment"
	"fms-tui/core/experts"
	"fms-tui/core/partial"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/screen"
)

// polled are objects with votes of four raters on two attributes, a feature that
// tells the first, one that does not, and a label.
func polled(n int) *model.Dataset {
	b := new(model.Builder)
	y := b.AddLabel("y")
	vote := map[bool]float64{true: 1}
	for i := range n {
		o := b.Object(fmt.Sprintf("o%02d", i))
		truth := i*7%10 < 5
		b.SetLabel(y, o, float64(i*7%10)+float64(i%3))
		for k := range 4 {
			w := b.RaterID(fmt.Sprintf("r\x1b[31m%d", k))
			b.Add(o, b.Attribute("good"), w, vote[truth != ((i+k)%(3+2*k) == 0)])
			b.Add(o, b.Attribute("loud"), w, vote[(i+k)%2 == 0])
			b.Add(o, b.Attribute("size"), w, float64(i*7%10)+float64((i+k)%4))
			b.Add(o, b.Attribute("spare"), w, float64(i*5%11)+float64(k%2))
		}
	}
	ds := b.Build()
	ds.Name, ds.Reading.Layout = "votes", "long"
	return ds
}

// voting is the Votes screen, its models found.
func voting(t *testing.T, ds *model.Dataset, w, h int) *harness {
	t.Helper()
	x := start(t, ds, w, h)
	x.keys("5")
	x.send(x.votes().Search.Due)
	return x
}

func TestExpertsScreens(t *testing.T) {
	golden.RequireEqual(t, []byte(voting(t, polled(40), 130, 40).screen()))
}

// TestLambda: the keys, the slider and the chart go through the λ of a model, and
// coefficients, experts and labels follow.
func TestLambda(t *testing.T) {
	x := voting(t, polled(40), 150, 44)
	p := x.votes().Point()
	if p == nil || x.votes().Told() == nil || !x.votes().Search.Done {
		t.Fatalf("%+v", x.votes().Search.Err)
	}
	if p != x.votes().Search.Value.Study.Chosen() {
		t.Error("the chosen model is not what is shown at first")
	}
	if p.Model == experts.EM {
		x.keys("a")
		p = x.votes().Point()
	}
	all, at := x.votes().Lambdas()
	x.keys("right")
	if at+1 < len(all) && x.votes().Point().Lambda != all[at+1] {
		t.Errorf("right leads from λ = %g to %g", all[at], x.votes().Point().Lambda)
	}
	x.keys("home")
	if x.votes().Point().Lambda != all[0] || x.votes().Told() == nil {
		t.Errorf("home leads to %g", x.votes().Point().Lambda)
	}
	x.want("λ = "+screen.LambdaText(x.votes().Point()), "good by "+string(p.Model)+" at λ="+screen.LambdaText(x.votes().Point()), "more than")
	x.keys("u")
	if x.votes().Point() != p {
		t.Errorf("undo leads to λ = %g, not %g: a run of steps is one change", x.votes().Point().Lambda, p.Lambda)
	}
	x.keys("v")
	place := x.at(x.votes().RiskPane)
	x.mouseAt("press", place.Min.X+30, place.Min.Y+5, 0)
	x.mouseAt("motion", place.Max.X+30, place.Max.Y, 0)
	x.mouseAt("release", place.Max.X+30, place.Max.Y, 0)
	if x.votes().Point().Lambda != all[len(all)-1] {
		t.Errorf("a drag to the right ends at λ = %g", x.votes().Point().Lambda)
	}
	x.mouseAt("press", x.layout().slider.Min.X+12, x.layout().slider.Min.Y, 0)
	x.mouseAt("release", 0, x.layout().slider.Min.Y, 0)
	if x.votes().Point().Lambda != all[0] {
		t.Errorf("the slider ends at λ = %g", x.votes().Point().Lambda)
	}
}

// TestVotedOn: l chooses what is voted on, of what can be; leaving a feature out
// begins anew.
func TestVotedOn(t *testing.T) {
	x := voting(t, polled(40), 150, 44)
	if !slices.Equal(x.VotedOn(), []string{"good", "loud"}) {
		t.Errorf("votes on %q", x.VotedOn())
	}
	due, run := x.votes().Search.Due, x.votes().Search.Run
	x.keys("l", "down", "enter")
	x.want("fitting…")
	x.send(due) // too late
	if x.votes().Point() != nil {
		t.Error("an answer to an older question is shown")
	}
	x.send(x.votes().Search.Due)
	x.want("loud by ")
	x.keys("1", "g", "space", "5")
	if x.votes().Search.Run < run+2 || x.votes().Point() != nil {
		t.Error("a feature less leaves the models as they were")
	}
}

// TestNoVotes: data without votes say what votes are, and no key minds.
func TestNoVotes(t *testing.T) {
	x := start(t, panelled(24), 120, 40)
	x.keys("5")
	x.want("No votes in this data. Votes are 0/1 judgments")
	x.keys("left", "right", "home", "end", "a", "l", "down", "tab", "z", "esc", "y", "+")
	if got := x.copied("Y"); got != "" {
		t.Errorf("a table of nothing: %q", got)
	}
	x.mouseAt("press", 20, x.layout().slider.Min.Y, 0)
	x.mouseAt("release", 20, x.layout().slider.Min.Y, 0)
}

func TestExpertsCopies(t *testing.T) {
	x := voting(t, polled(40), 120, 40)
	if got := x.copied("y"); !strings.HasPrefix(got, "4 raters voted on good: ") || !strings.Contains(got, " uncertain by ") {
		t.Errorf("%q", got)
	}
	table := strings.Split(strings.TrimSpace(x.copied("Y")), "\n")
	if len(table) != 41 || table[0] != "object\tlabel\tprobability" {
		t.Errorf("%d lines, the first %q", len(table), table[0])
	}
	x.keys("a")
	if q := x.asked(); q.Command != "lab experts" || !slices.Contains(q.Flags, string(x.votes().Point().Model)) {
		t.Errorf("%+v", q)
	}
	x.keys("e")
	x.want("Export the labels of good by " + string(x.votes().Point().Model))
	t.Chdir(t.TempDir()) // a name short enough to be read on the screen
	path := "labels.csv"
	x.keys("ctrl+u")
	x.typed(path + "x")
	x.keys("enter")
	x.want("the name must end in .csv")
	x.keys("backspace", "enter")
	x.want("exported the labels of good by")
	written, err := os.ReadFile(path)
	if err != nil || strings.ReplaceAll(string(written), ",", "\t") != x.copied("Y") {
		t.Errorf("%v: written are\n%s", err, written)
	}
	x.keys("e", "ctrl+u")
	x.typed(path)
	x.keys("enter")
	x.want("There is a file")
}

// TestVotesAlone: without features labels come from the votes, and there is no λ.
func TestVotesAlone(t *testing.T) {
	b := new(model.Builder)
	for i := range 30 {
		for k := range 3 {
			b.Add(b.Object(fmt.Sprint("o", i)), b.Attribute("spam"), b.RaterID(fmt.Sprint("r", k)), float64((i/2+i%(3+k)/(2+k))%2))
		}
	}
	ds := b.Build()
	x := voting(t, ds.VotedLabel(0), 120, 40)
	x.want("spam by em", "λ = none", "No features: labels come from the votes alone")
	x.keys("v")
	x.want("without features there is nothing to penalise")
	x.keys("v")
	x.keys("left", "right", "home", "a", "a", "end")
	x.mouseAt("press", 20, 5, 0)
	x.mouseAt("release", 20, 5, 0)
	if got := strings.Count(x.copied("Y"), "\n"); got != 31 {
		t.Errorf("%d lines of labels", got)
	}
	for _, size := range [][2]int{{80, 24}, {60, 16}} { // no room for an empty panel
		x.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		x.want("expert  votes")
	}
}

// learning is the Partial screen, its course done.
func learning(t *testing.T, ds *model.Dataset, w, h int) *harness {
	t.Helper()
	x := start(t, ds, w, h)
	x.keys("6")
	x.send(x.partial().Course.Due)
	return x
}

func TestPartialScreens(t *testing.T) {
	golden.RequireEqual(t, []byte(learning(t, polled(60), 130, 40).screen()))
}

// TestPartial: the figures equal the package's. k and the norm restart the course, and
// can be undone.
func TestPartial(t *testing.T) {
	ds := polled(60)
	x := learning(t, ds, 150, 44)
	cells, err := partial.NewCells(ds, &ds.Labels[0], func(int) bool { return false })
	if err != nil {
		t.Fatal(err)
	}
	again := func(k int, norm float64) *partial.Report {
		q := partial.Question{K: k, Norm: norm, Algorithms: partial.Algorithms(), Folds: screen.PartialFolds, Splits: 2, Points: screen.PartialPoints, Seed: 1}
		r, err := partial.Run(t.Context(), cells.Scaled(), cells.Len(), q, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	same := func(want *partial.Report) {
		t.Helper()
		r := x.partial().Report()
		if r == nil || !x.partial().Course.Done {
			t.Fatalf("nothing is learned: %v", x.partial().Course.Err)
		}
		for i := range r.Outcomes {
			if got, want := r.Outcomes[i].Last(), want.Outcomes[i].Last(); got.Loss != want.Loss || got.Seen != want.Seen {
				t.Errorf("%s comes to %g from %g judgments, should to %g from %g", r.Outcomes[i].Algorithm, got.Loss, got.Seen, want.Loss, want.Seen)
			}
		}
	}
	same(again(4, 0))
	due := x.partial().Course.Due
	x.keys("+")
	x.want("From 6 judgments of each object", "tuning…")
	x.send(due) // too late
	if x.partial().Report() != nil {
		t.Error("an answer to an older question is shown")
	}
	x.send(x.partial().Course.Due)
	same(again(6, 0))
	x.keys("end", "left")
	const norm = 45.3
	x.send(x.partial().Course.Due)
	same(again(6, norm))
	x.want("norm = 45.3")
	if q := x.asked(); q.Command != "lab partial" || !slices.Equal(q.Flags, []string{"--k", "6", "--norm", "45.3"}) {
		t.Errorf("%+v", q)
	}
	x.keys("u", "u")
	x.want("From 4 judgments of each object", "norm = by validation")
	x.keys("-", "-")
	x.want("from 2 to 8 judgments")
}

func TestPartialCopies(t *testing.T) {
	x := learning(t, polled(60), 120, 40)
	if got := x.copied("y"); !strings.HasPrefix(got, "From 4 judgments of each object, y is predicted with a typical error of ") {
		t.Errorf("%q", got)
	}
	table := x.copied("Y")
	if n := strings.Count(table, "\naer\t"); n != len(x.partial().Report().Outcomes[0].Curve) || n < 2 {
		t.Errorf("%d points of aer", n)
	}
	x.keys("e")
	x.want("--predictor FILE")
}

// TestNothingToLearn: what cannot be learned from says why.
func TestNothingToLearn(t *testing.T) {
	x := start(t, openSample("beans"), 120, 40)
	x.keys("6")
	x.want("objects with the label beans and a judgment: 10, and at least 20 are needed")
	x.keys("right", "+", "-", "home", "end", "y", "tab", "z")
	if got := x.copied("Y"); got != "" {
		t.Errorf("a table of nothing: %q", got)
	}
}

// trying is Trust with the test errors, its experiments done.
func trying(t *testing.T, ds *model.Dataset, w, h int) *harness {
	t.Helper()
	x := start(t, ds, w, h)
	x.keys("2", "v")
	x.send(x.experiments().Trying.Due)
	return x
}

// TestExperiments: the screen shows the test errors of the protocol on data that
// hold enough judgments to test with, at the tested budget nearest to B, in each scale.
func TestExperiments(t *testing.T) {
	x := trying(t, bodies(), 200, 60)
	e := x.experiments().TestErrors()
	if e == nil || e.Done != 2 || len(e.Algorithms) != len(selection.AllAlgorithms()) {
		t.Fatalf("%+v, %v", e, x.experiments().Trying.Err)
	}
	x.want("no attribute is bought more than 2 times", "± se of full")
	settings := x.Shown.State.Settings
	settings.MaxRepeats = 2
	r, err := core.NewStudy(bodies()).Solve(t.Context(), core.Request{Settings: settings})
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.Protocol(experiment.Question{Algorithms: e.Algorithms, Budgets: e.Budgets, K: 2, Splits: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	again, err := p.Run(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for b := range e.Budgets {
		arm := experiment.Arm{Algorithm: 1, Budget: b}
		if got, want := e.At(arm).Refit.Loss, again.At(arm).Refit.Loss; got != want {
			t.Errorf("scoring at %s: %g, the protocol says %g", e.Budgets[b], got, want)
		}
	}
	x.litByName()
	x.scaledOnTrust()
	x.copiesTests()
	x.want("Test errors of height at B=20")
	x.keys("right", "right", "right")
	x.want("Test errors of height at B=24")
	number := x.experiments().Trying.Run
	x.keys("a")
	x.want("from scoring")
	if x.experiments().Trying.Run != number {
		t.Error("another algorithm has the same experiments")
	}
	asked := x.asked()
	if i := slices.Index(asked.Flags, "--algorithm"); i < 0 || !strings.HasPrefix(asked.Flags[i+1], "scoring,full,") {
		t.Errorf("%v: differences are to what stands first, which is not the active algorithm", asked.Flags)
	}
	x.send(tea.WindowSizeMsg{Width: 120, Height: 40})
	holdScreens(t, x, [2]int{80, 24}, [2]int{60, 16})
	x.keys("l", "down", "enter")
	if x.experiments().Trying.Run == number || x.experiments().TestErrors() != nil {
		t.Error("another label leaves the test errors as they were")
	}
}

// copiesTests: the table and the command are about the test errors.
func (x *harness) copiesTests() {
	e := x.experiments().TestErrors()
	if got := strings.Count(x.copied("Y"), "\n"); got != 1+len(e.Algorithms)*len(e.Budgets) {
		x.t.Errorf("a table of %d lines", got)
	}
	asked := x.asked()
	if asked.Settings.MaxRepeats != 2 || asked.Command != "lab protocol" || asked.Settings.Raters != x.Shown.Result.Raters || !slices.Contains(asked.Flags, e.Budgets[0].String()+","+e.Budgets[1].String()+",12,16,20,24,28,32,36,40") {
		x.t.Errorf("%+v", asked)
	}
}

// TestNoExperiments: what cannot be tested says why.
func TestNoExperiments(t *testing.T) {
	x := trying(t, openSample("beans"), 120, 40)
	if x.experiments().Trying.Err == nil {
		t.Skip("the small sample can be tested")
	}
	x.want("objects have the label and judgments")
	if got := x.copied("Y"); got != "" {
		t.Errorf("a table of nothing: %q", got)
	}
	x.keys("y")
}
