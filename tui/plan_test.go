package tui

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
)

// TestAnswers: the sentence is in the state that the honest losses say.
func TestAnswers(t *testing.T) {
	x := start(t, bodies(), 160, 40)
	b, ok := x.Shown.Honest.Recommended("full")
	if !ok {
		t.Fatal("nothing is recommended")
	}
	x.keys("B")
	if got := x.answer(); strings.Contains(got, "ore pays") || strings.Contains(got, "More than needed") {
		t.Errorf("at the recommended budget: %s", got)
	}
	for range 20 {
		x.keys("left")
	}
	a := x.Shown.Honest.Advise("full", x.State.Budget)
	if got := x.answer(); a.State != core.AdviceMore || a.At > b || !strings.Contains(got, "More pays: B = "+a.At.String()+" gives ") || strings.Contains(got, "Enough") {
		t.Errorf("far below the recommended budget, %+v: %s", a, got)
	}
	x.keys("home")
	if got := x.answer(); !strings.HasPrefix(got, "Ask nothing") {
		t.Errorf("at 0: %s", got)
	}
	few := start(t, openSample("beans"), 160, 40)
	if got := few.answer(); !strings.Contains(got, "projected typical error") || !strings.Contains(got, "No honest error: only 10 objects") {
		t.Errorf("with 10 objects: %s", got)
	}
	for _, size := range [][2]int{{40, 10}, {80, 24}, {250, 70}} {
		x.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		for _, l := range x.front.sentence {
			if n := chart.Width(strings.TrimSpace(panel.Plain(l.Spans))); n > size[0]-2 {
				t.Errorf("%v: a line of the answer is %d wide", size, n)
			}
		}
	}
}

// TestLeftOut: the receipt says what is lost without each attribute once that is found.
func TestLeftOut(t *testing.T) {
	x := start(t, bodies(), 120, 40)
	x.keys("b", "ctrl+u")
	x.typed("5")
	x.keys("enter")
	if strings.Contains(x.screen(), " without ") {
		t.Error("it is said before it is known")
	}
	x.send(x.Leaving.Due())
	x.want(" without ")
}

// TestHelpSearch: the help begins with what can be done here, wraps, and / searches it.
func TestHelpSearch(t *testing.T) {
	x := start(t, bodies(), 80, 30)
	x.keys("?")
	lines := x.over.view.(*helpView).panel.Lines
	if panel.Plain(lines[0].Spans) != "Here: Plan" {
		t.Errorf("the help begins with %+v", lines[0])
	}
	for _, l := range lines {
		if n := chart.Width(panel.Plain(l.Spans)); n > 80-3 {
			t.Errorf("%q is %d wide", panel.Plain(l.Spans), n)
		}
	}
	for i, way := range []string{"down", "up"} { // both keys of a hint
		if !strings.Contains(panel.Plain(lines[2+i].Spans), " take B one step "+way) {
			t.Errorf("line %d is %q", 2+i, panel.Plain(lines[2+i].Spans))
		}
	}
	x.keys("/")
	x.typed("Honest loss")
	x.want("Help /Honest loss", "recommended")
	if strings.Contains(x.screen(), "suspend") {
		t.Error("the search leaves what it does not find")
	}
	x.typed("zzz")
	x.want("nothing found")
	x.keys("ctrl+u", "enter", "esc")
	if x.over != nil {
		t.Error("esc does not close the help")
	}
}

// TestNothingToChoose: where no attribute can be chosen the table keeps all rows, and the
// answer says why, in place of an advice.
func TestNothingToChoose(t *testing.T) {
	b := new(model.Builder)
	y := b.AddLabel("y")
	for i := range 40 {
		o := b.Object(fmt.Sprintf("o%02d", i))
		b.SetLabel(y, o, float64(i*i%17))
		b.Add(o, b.Attribute("same"), model.NoRater, 3)
		b.Add(o, b.Attribute("other"), model.NoRater, 4)
	}
	constant := b.Build()
	out := model.Settings{}
	for _, name := range panelled(24).Attributes {
		out = out.WithExcluded(name, true)
	}
	for _, c := range []struct {
		ds       *model.Dataset
		settings model.Settings
		cause    string
	}{
		{constant, model.Settings{}, "values that differ"},
		{panelled(24), out, "are excluded"},
	} {
		x := startAt(t, c.ds, 120, 40, c.settings)
		if got := len(x.names()); got != len(c.ds.Attributes) {
			t.Errorf("%d rows of %d attributes", got, len(c.ds.Attributes))
		}
		x.want("No attribute can be chosen", c.cause)
		x.keys("y", "Y", "3", "2", "v", "1", "v")
		x.want("No attribute can be chosen")
		if strings.Contains(x.screen(), "Enough") {
			t.Errorf("more would help nothing:\n%s", x.screen())
		}
	}
}

// TestAskingNothing: what asking nothing gives is one figure, in whatever scale and place.
func TestAskingNothing(t *testing.T) {
	x := start(t, panelled(24), 120, 40)
	for range 3 {
		rows, nothing := x.Look.Loss.Readout.Rows, x.Budgets()[0]
		if want := rows[len(rows)-1].Value; nothing.Buys != "" || nothing.Gives != want {
			t.Errorf("a budget of %s buys %q and gives %s; asking nothing gives %s", nothing.Budget, nothing.Buys, nothing.Gives, want)
		}
		x.keys("w")
	}
}
