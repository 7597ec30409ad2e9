package tui

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/screen"
)

// reopened starts a program on the bundled beans that keeps what it is told to
// in kept, as Run does.
func reopened(t *testing.T, o screen.Options) *harness {
	t.Helper()
	o.Study = core.NewStudy(openSample("beans"))
	s, err := restore(context.Background(), &o)
	if err != nil {
		t.Fatal(err)
	}
	o.Now = time.Now
	a := newApp(context.Background(), o, s)
	a.pace.least = 0
	a.After = func(time.Duration, tea.Msg) tea.Cmd { return nil }
	x := &harness{t, a}
	x.send(tea.WindowSizeMsg{Width: 120, Height: 40})
	return x
}

// TestKeptSettings: what is set comes back, and cannot be undone.
func TestKeptSettings(t *testing.T) {
	var kept []screen.Saved
	o := screen.Options{Save: func(s screen.Saved) error {
		kept = append(kept, s)
		return nil
	}}
	x := reopened(t, o)
	x.keys("b")
	x.typed("7")
	x.keys("enter", "a", "s", "s", "s", "S", "g", "space", "+", "2")
	end := x.State
	if x.keep(); len(kept) != 1 {
		t.Fatalf("kept %d times", len(kept))
	}
	o.Saved = &kept[0]
	y := reopened(t, o)
	if !y.State.Equal(end) || y.app.screen != screenTrust {
		t.Errorf("came back as %+v on screen %d, was %+v", y.State, y.app.screen, end)
	}
	if y.State.Algorithm != selection.Scoring || y.State.Sort != screen.ColumnName || !y.State.Reverse || y.State.Budget != model.Units(7) {
		t.Errorf("came back as %+v", y.State)
	}
	y.want("B = 7")
	y.keys("u", "u", "u")
	y.want("nothing to undo")
	if !y.State.Equal(end) {
		t.Errorf("undo goes behind what came back, to %+v", y.State)
	}
	if y.keep(); len(kept) != 1 {
		t.Error("what came back unchanged is kept again")
	}
}

// TestFlagsWin: a budget and an algorithm asked for stand in place of what is
// kept, and what does not go with them is left out.
func TestFlagsWin(t *testing.T) {
	saved := screen.Saved{Budget: model.Units(7), Algorithm: selection.Scoring, Sort: "cost", Screen: "data"}
	x := reopened(t, screen.Options{Saved: &saved, Budget: model.Units(3), HasBudget: true, Algorithm: selection.Exchange})
	if x.State.Budget != model.Units(3) || x.State.Algorithm != selection.Exchange || x.State.Sort != screen.ColumnCost || x.app.screen != screenData {
		t.Errorf("%+v", x.State)
	}
	saved.Settings = saved.Settings.WithLimit("round-jar", model.Limit{Min: 9})
	x = reopened(t, screen.Options{Saved: &saved})
	if x.State.Budget < model.Units(9) || x.State.Settings.OwnLimit("round-jar").Min != 9 || x.Toast.Text != "" {
		t.Errorf("with a budget too small for the least judgments: %+v, %q", x.State, x.Toast.Text)
	}
}

// TestUnusableSettings: settings without an answer do not keep the program from
// opening, and are not replaced before something is changed.
func TestUnusableSettings(t *testing.T) {
	writes := 0
	saved := screen.Saved{Settings: model.Settings{Label: "gone"}, Budget: model.Units(7), Sort: "nonsense", Screen: "nonsense"}
	x := reopened(t, screen.Options{Saved: &saved, Save: func(screen.Saved) error {
		writes++
		return nil
	}})
	x.want("the settings of the last session cannot be used")
	x.want("gone")
	if x.keep(); writes != 0 {
		t.Error("settings that could not be used were replaced")
	}
	x.keys("right")
	if x.keep(); writes != 1 {
		t.Errorf("%d writes after a change", writes)
	}
}

// TestNamesAreKept: every column and screen can be kept and found again.
func TestNamesAreKept(t *testing.T) {
	seen := make(map[string]bool)
	for c := range screen.ColumnCompared + 1 {
		name := c.Name()
		if name == "" || seen[name] {
			t.Errorf("column %d is kept as %q", c, name)
		}
		seen[name] = true
	}
	o := screen.Options{Study: core.NewStudy(openSample("beans"))}
	first, err := screen.First(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	screens, _ := screen.Screens(screen.NewSession(t.Context(), screen.Options{}, nil))
	for i, k := range screens {
		for _, half := range []*screen.Screen{k, k.Half} {
			if half == nil {
				continue
			}
			o.Saved = &screen.Saved{Screen: half.Saved}
			if a := newApp(t.Context(), o, first); a.screen != i || a.saved().Screen != o.Saved.Screen {
				t.Errorf("%s is kept as %q", k.Tab, o.Saved.Screen)
			}
		}
	}
}

// TestKeptAmongMany: with many attributes the screen opens with what takes moments, and then
// asks for what was left.
func TestKeptAmongMany(t *testing.T) {
	var b model.Builder
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 30 {
		o := b.Object(fmt.Sprint("o", i))
		b.SetLabel(b.AddLabel("y"), o, rng.NormFloat64())
		for a := range core.PromptAttributes + 1 {
			b.Add(o, b.Attribute(fmt.Sprint("q", a)), b.RaterID("r"), rng.NormFloat64())
			b.Add(o, b.Attribute(fmt.Sprint("q", a)), b.RaterID("s"), rng.NormFloat64())
		}
	}
	o := screen.Options{
		Study: core.NewStudy(b.Build()), NoHonest: true,
		Saved: &screen.Saved{Budget: model.Units(7), Algorithm: selection.Exchange, Compared: selection.Uniform, Screen: "trust"},
	}
	first, err := restore(t.Context(), &o)
	if err != nil || first.State.Wide || first.State.Algorithm != selection.Full || !slices.Equal(first.Result.Algorithms(), selection.Algorithms()) {
		t.Fatalf("%+v with %v, %v", first.State, first.Result.Algorithms(), err)
	}
	a := newApp(t.Context(), o, first)
	a.Init()
	a.AskAside(a.kind())
	if s := a.State; !s.Wide || s.Algorithm != selection.Exchange || s.Compared != selection.Uniform || s.Budget != model.Units(7) || !a.Solving.Pending() {
		t.Errorf("then %+v is asked for", s)
	}
	o.Saved.Algorithm, o.Saved.Compared, o.Saved.Screen = "", "", "plan"
	if a = newApp(t.Context(), o, first); a.Wide {
		t.Error("a screen of few algorithms is wide")
	}
	a.Init()
	if a.AskAside(a.kind()); a.Solving.Pending() {
		t.Error("there is something left")
	}
}
