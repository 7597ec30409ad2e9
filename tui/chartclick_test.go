package tui

import (
	"image"
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core/selection"
	"fms-tui/tui/screen"
)

// clickNamed clicks on the name of a line of a chart, which tells where that is.
func (x *harness) clickNamed(p *screen.Pane, at func(q, size image.Point) bool) {
	x.t.Helper()
	place := x.at(p)
	for y := range place.Dy() {
		for c := range place.Dx() {
			if at(image.Pt(c, y), place.Size()) {
				x.mouseAt("press", place.Min.X+c, place.Min.Y+y, 0)
				x.mouseAt("release", place.Min.X+c, place.Min.Y+y, 0)
				return
			}
		}
	}
	x.t.Fatal("the name is nowhere")
}

func (x *harness) named(name string) func(q, size image.Point) bool {
	return func(q, size image.Point) bool {
		got, _ := x.Look.Loss.NameAt(q, size.X, size.Y)
		return got == name
	}
}

// TestClickOnNames: a click on the name of a line makes its algorithm active and compares
// it with the one that was; B stays, on its axis name the scale turns, and undo takes each
// back.
func TestClickOnNames(t *testing.T) {
	x := start(t, bodies(), 140, 44)
	b := x.State.Budget
	x.clickNamed(x.ChartPane, x.named("scoring"))
	if s := x.State; s.Algorithm != selection.Scoring || s.Compared != selection.Full || s.Budget != b || x.drag.on() {
		t.Errorf("a click on scoring makes %s active, compared with %s, B = %s", s.Algorithm, s.Compared, s.Budget)
	}
	if got := x.Look.Table.ComparedName; got != "full" {
		t.Errorf("the tracks compare with %s", got)
	}
	x.keys("u")
	if x.State.Algorithm != selection.Full || x.Look.Table.ComparedName != "scoring" {
		t.Errorf("undo leaves %s against %s", x.State.Algorithm, x.Look.Table.ComparedName)
	}
	for name, want := range map[string]string{"honest": "honest: cross-validated", "bound": "bound: no choice"} {
		x.clickNamed(x.ChartPane, x.named(name))
		x.want(want)
	}
	x.clickNamed(x.ChartPane, func(q, size image.Point) bool {
		_, axis := x.Look.Loss.NameAt(q, size.X, size.Y)
		return axis
	})
	if x.State.Scale != screen.ScaleR2 || x.State.Budget != b {
		t.Errorf("a click on the axis name leads to scale %d, B = %s", x.State.Scale, x.State.Budget)
	}
	x.clickNamed(x.ChartPane, func(q, size image.Point) bool { return x.Look.Loss.RecommendedAt(q, size.X, size.Y) })
	if want, _ := x.Shown.Honest.Recommended(selection.Full); x.State.Budget != want {
		t.Errorf("a click on the mark leads to B = %s, recommended is %s", x.State.Budget, want)
	}
}

// TestClickOnNamesOfTrust: there it lights the line, in both charts, and the others are grey;
// there are never more than six.
func TestClickOnNamesOfTrust(t *testing.T) {
	x := trying(t, bodies(), 200, 60)
	x.clickNamed(x.ChartPane, x.named("scoring"))
	e := &x.experiments().Errors
	if x.compare().Selected != selection.Scoring || x.Look.Loss.Curves[0].Name != "scoring" || e.Curves[0].Name != "scoring" || !e.Lit || !x.Look.Loss.Lit {
		t.Errorf("a click on scoring lights %s and %s", x.Look.Loss.Curves[0].Name, e.Curves[0].Name)
	}
	x.clickNamed(x.experiments().ErrorsPane, func(q, size image.Point) bool { return e.NameAt(q, size.X, size.Y) == "full" })
	if x.compare().Selected != selection.Full || e.Curves[0].Name != "full" || x.State.Algorithm != selection.Full {
		t.Errorf("a click on full lights %s", e.Curves[0].Name)
	}
	if a, b := len(x.Look.Loss.Curves), len(e.Curves); a > 6 || b > 6 {
		t.Errorf("%d and %d lines", a, b)
	}
}

// TestCompared: A chooses the algorithm compared, on Trust the selected one; its tracks,
// its line and its repeats follow, and undo takes it back.
func TestCompared(t *testing.T) {
	x := start(t, bodies(), 140, 44)
	seen := []string{x.Look.Table.ComparedName}
	for range selection.AllAlgorithms() {
		x.keys("A")
		s := x.Shown.Result.At(selection.Algorithm(x.Look.Table.ComparedName), x.State.Budget)
		for _, row := range x.Look.Table.Rows {
			if row.Compared != s.Repeats[row.Index] {
				t.Fatalf("%s asks %s %d times, shown are %d", s.Algorithm, row.Name, s.Repeats[row.Index], row.Compared)
			}
		}
		if c := x.Look.Loss.Curves; len(c) != 2 || c[1].Name != x.Look.Table.ComparedName {
			t.Errorf("the chart does not show %s", x.Look.Table.ComparedName)
		}
		seen = append(seen, x.Look.Table.ComparedName)
	}
	slices.Sort(seen)
	if n := len(slices.Compact(seen)); n < 4 {
		t.Errorf("%d algorithms can be compared", n)
	}
	x.keys("2", "g", "down", "down", "A")
	if want := x.compare().Selected; x.State.Compared != want || want == "" {
		t.Errorf("on Trust A compares with %s, selected is %s", x.State.Compared, want)
	}
	x.keys("u")
	x.keys("a") // the active one is never compared with itself
	for range selection.AllAlgorithms() {
		x.keys("a")
		if l := x.Look; l.Active == l.Compared || l.Compared < 0 {
			t.Fatalf("%s is compared with itself", l.Selections[l.Active].Algorithm)
		}
	}
}

// TestSortedReverse: S, and a second click on a head, turn the order of algorithms round.
func TestSortedReverse(t *testing.T) {
	x := start(t, bodies(), 150, 50)
	x.keys("2", "s", "s")
	first := x.compare().Compare.Rows[0].Projected
	names := func() (all []string) {
		for i := range x.Look.Selections {
			all = append(all, x.compare().Compare.Rows[i].Algorithm)
		}
		return all
	}
	before := names()
	x.keys("S")
	if got := names(); got[0] != before[len(before)-1] {
		t.Errorf("S leads from %v to %v", before, got)
	}
	at := x.at(x.compare().Pane)
	for c := range at.Dx() {
		if _, on := x.compare().Compare.HeadAt(image.Pt(c, 1), at.Dx()); on {
			x.send(tea.MouseClickMsg{X: at.Min.X + c, Y: at.Min.Y + 1, Button: tea.MouseLeft})
			break
		}
	}
	if got := names(); got[0] != "full" {
		t.Errorf("sorted by name, %v: %s", got, first)
	}
}
