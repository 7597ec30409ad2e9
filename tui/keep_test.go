package tui

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/panel"
)

// reopened starts a program on the bundled beans that keeps what it is told to
// in kept, as Run does.
func reopened(t *testing.T, o Options) *harness {
	t.Helper()
	o.Study = core.NewStudy(openSample("beans"))
	s, err := o.restore(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	o.Now = time.Now
	a := newApp(context.Background(), o, s)
	a.pace.least = 0
	a.after = func(_ time.Duration, msg tea.Msg) tea.Cmd {
		if _, ok := msg.(keepMsg); ok {
			return func() tea.Msg { return msg }
		}
		return nil
	}
	x := &harness{t, a}
	x.send(tea.WindowSizeMsg{Width: 120, Height: 40})
	return x
}

// TestKeptSettings: what is set comes back, and cannot be undone.
func TestKeptSettings(t *testing.T) {
	var kept []Saved
	o := Options{Save: func(s Saved) error {
		kept = append(kept, s)
		return nil
	}}
	x := reopened(t, o)
	x.keys("b")
	x.typed("7")
	x.keys("enter", "a", "s", "S", "g", "space", "+", "3")
	end := x.state
	x.keepLast()
	if len(kept) < 5 {
		t.Fatalf("kept %d times", len(kept))
	}
	n := len(kept)
	x.keepLast()
	if len(kept) != n {
		t.Error("the same is kept twice")
	}
	o.Saved = &kept[n-1]
	y := reopened(t, o)
	if !y.state.Equal(end) || y.app.screen != screenCompare {
		t.Errorf("came back as %+v on screen %d, was %+v", y.state, y.app.screen, end)
	}
	if y.state.Algorithm != selection.Scoring || y.state.Sort != panel.ColumnName || !y.state.Reverse || y.state.Budget != model.Units(7) {
		t.Errorf("came back as %+v", y.state)
	}
	y.want("B = 7")
	y.keys("u", "u", "u")
	y.want("nothing to undo")
	if !y.state.Equal(end) {
		t.Errorf("undo goes behind what came back, to %+v", y.state)
	}
	y.keepLast()
	if len(kept) != n {
		t.Error("what came back unchanged is kept again")
	}
}

// TestFlagsWin: a budget and an algorithm asked for stand in place of what is
// kept, and what does not go with them is left out.
func TestFlagsWin(t *testing.T) {
	saved := Saved{Budget: model.Units(7), Algorithm: selection.Scoring, Sort: "cost", Screen: "data"}
	x := reopened(t, Options{Saved: &saved, Budget: model.Units(3), HasBudget: true, Algorithm: selection.Exchange})
	if x.state.Budget != model.Units(3) || x.state.Algorithm != selection.Exchange || x.state.Sort != panel.ColumnCost || x.app.screen != screenData {
		t.Errorf("%+v", x.state)
	}
	saved.Settings = saved.Settings.WithLimit("round-jar", model.Limit{Min: 9})
	x = reopened(t, Options{Saved: &saved})
	if x.state.Budget < model.Units(9) || x.state.Settings.OwnLimit("round-jar").Min != 9 || x.toast.text != "" {
		t.Errorf("with a budget too small for the least judgments: %+v, %q", x.state, x.toast.text)
	}
}

// TestUnusableSettings: settings without an answer do not keep the program from
// opening, and are not replaced before something is changed.
func TestUnusableSettings(t *testing.T) {
	writes := 0
	saved := Saved{Settings: model.Settings{Label: "gone"}, Budget: model.Units(7), Sort: "nonsense", Screen: "nonsense"}
	x := reopened(t, Options{Saved: &saved, Save: func(Saved) error {
		writes++
		return nil
	}})
	x.want("the settings of the last time cannot be used")
	x.want("gone")
	x.keepLast()
	if writes != 0 {
		t.Error("settings that could not be used were replaced")
	}
	x.keys("right")
	x.keepLast()
	if writes != 1 {
		t.Errorf("%d writes after a change", writes)
	}
}

// TestKeepingFails is said once.
func TestKeepingFails(t *testing.T) {
	x := reopened(t, Options{Save: func(Saved) error { return errors.New("no room") }})
	x.keys("right")
	x.want("the settings are not kept: no room")
	x.keys("right")
	if x.toast.text != "" {
		t.Errorf("said again: %s", x.toast.text)
	}
}

// TestKeptInOrder: what is older never replaces what is newer, and a run of
// changes is kept once.
func TestKeptInOrder(t *testing.T) {
	var kept []model.Amount
	x := reopened(t, Options{Save: func(s Saved) error {
		kept = append(kept, s.Budget)
		return nil
	}})
	waiting := 0
	x.after = func(_ time.Duration, msg tea.Msg) tea.Cmd {
		if _, ok := msg.(keepMsg); ok {
			waiting++
		}
		return nil
	}
	x.keys("home", "right", "right")
	if waiting != 1 || len(kept) != 0 {
		t.Fatalf("%d waits, %d kept", waiting, len(kept))
	}
	_, stale := x.Update(keepMsg{1}) // changed since: waits on
	x.run(stale)
	if waiting != 2 || len(kept) != 0 {
		t.Fatalf("%d waits, %d kept", waiting, len(kept))
	}
	old := x.saved()
	number := x.keeping.number
	x.keys("right")
	x.keepLast()
	if err := x.keeping.writer.write(old, number); err != nil || len(kept) != 1 || kept[0] != x.state.Budget {
		t.Errorf("kept %v, %v; B = %s", kept, err, x.state.Budget)
	}
}

// TestNamesAreKept: every column and screen can be kept and found again.
func TestNamesAreKept(t *testing.T) {
	seen := make(map[string]bool)
	for c := panel.ColumnName; c <= panel.ColumnGain; c++ {
		name := columnNames[c]
		if name == "" || seen[name] {
			t.Errorf("column %s is kept as %q", c, name)
		}
		seen[name] = true
	}
	o := Options{Study: core.NewStudy(openSample("beans"))}
	first, err := first(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	for i, k := range screens(&Analysis{}) {
		o.Saved = &Saved{Screen: k.about().savedName()}
		if a := newApp(t.Context(), o, first); a.screen != i || a.saved().Screen != o.Saved.Screen {
			t.Errorf("%s is kept as %q", k.about().tab, o.Saved.Screen)
		}
	}
}

// TestSettingsThatNoLongerFit: of settings that the data have outgrown, such as an
// algorithm that they lack now, each is dropped with a sentence, and the rest comes
// back.
func TestSettingsThatNoLongerFit(t *testing.T) {
	names := openSample("beans").Attributes
	fitting := model.Settings{}.WithRidge(.25, false).WithExcluded(names[1], true).WithCost(names[0], model.Units(3))
	saved := Saved{Settings: fitting, Budget: model.Units(7), Algorithm: selection.Algorithm("single=gone"), Screen: "compare"}
	saved.Settings.Label = "gone"
	x := reopened(t, Options{Saved: &saved})
	x.want("cannot be used: label (")
	for _, want := range []string{"part of the settings of the last time cannot be used: label (", "gone", "; algorithm ("} {
		if !strings.Contains(x.opt.Notice, want) {
			t.Errorf("the notice lacks %q: %s", want, x.opt.Notice)
		}
	}
	if !x.state.Settings.Equal(fitting) || x.state.Budget != model.Units(7) || x.state.Algorithm != selection.Full || x.screenShown() != screenCompare {
		t.Errorf("what fits did not come back: %+v", x.state)
	}
	t.Run("copies", func(t *testing.T) { // of data that turned into moments
		study := core.NewStudy(openSample("beans"))
		f, err := study.Moments(context.Background(), "")
		if err != nil {
			t.Fatal(err)
		}
		saved := Saved{Settings: fitting, Budget: model.Units(7), Algorithm: selection.Copies, Screen: "compare"}
		o := Options{Study: core.OpenMoments(f, nil), Saved: &saved}
		s, err := o.restore(context.Background())
		if err != nil || s.state.Algorithm != selection.Full || !s.state.Settings.Equal(fitting) || !strings.Contains(o.Notice, ": algorithm (") {
			t.Errorf("%+v, %v, %s", s.state, err, o.Notice)
		}
	})
}
