package tui

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/experiment"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// trying is Trust with the test errors, its experiments done.
func trying(t *testing.T, ds *model.Dataset, w, h int) *harness {
	t.Helper()
	x := start(t, ds, w, h)
	x.keys("2", "v")
	x.send(x.experiments().Trying.Due())
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
	number := x.experiments().Trying.Run()
	x.keys("a")
	x.want("from scoring")
	if x.experiments().Trying.Run() != number {
		t.Error("another algorithm has the same experiments")
	}
	asked := x.asked()
	if i := slices.Index(asked.Flags, "--algorithm"); i < 0 || !strings.HasPrefix(asked.Flags[i+1], "scoring,full,") {
		t.Errorf("%v: differences are to what stands first, which is not the active algorithm", asked.Flags)
	}
	x.send(tea.WindowSizeMsg{Width: 120, Height: 40})
	holdScreens(t, x, [2]int{80, 24}, [2]int{60, 16})
	x.keys("l", "down", "enter")
	if x.experiments().Trying.Run() == number || x.experiments().TestErrors() != nil {
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
