package tui

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/tui/panel"
	"fms-tui/tui/screen"
	"fms-tui/tui/theme"
)

func TestFindScreens(t *testing.T) {
	for name, c := range map[string]struct {
		w, h int
		do   func(x *harness)
	}{
		"palette":        {100, 30, func(x *harness) { x.keys(":"); x.typed("map"); x.keys("down") }},
		"filter":         {120, 40, func(x *harness) { x.keys("/"); x.typed("Wear clo") }},
		"filter-nothing": {80, 24, func(x *harness) { x.keys("/"); x.typed("zzz"); x.keys("enter") }},
		"full-chart":     {100, 24, func(x *harness) { x.keys("tab", "z") }},
	} {
		t.Run(name, func(t *testing.T) {
			x := start(t, bodies(), c.w, c.h)
			c.do(x)
			golden.RequireEqual(t, []byte(x.screen()))
		})
	}
}

func TestPaletteRuns(t *testing.T) {
	x := start(t, bodies(), 100, 40)
	open := func(text string) *paletteView {
		t.Helper()
		x.keys("ctrl+p")
		x.typed(text)
		v, ok := x.over.view.(*paletteView)
		if !ok {
			t.Fatalf("no palette, but %T", x.over)
		}
		return v
	}
	if v := open(""); len(v.found) != len(x.actions)-1 || v.actions != len(v.found) {
		t.Errorf("%d of %d actions are listed", len(v.found), len(x.actions)-1)
	}
	x.keys("esc")
	for text, key := range map[string]string{
		"map": "v", "compare": "2", "undo": "u", "shift+tab": "shift+tab", "ridge": "r", "sort": "s", "srtnxt": "s",
		"filter": "/", "FULL": "algorithm full", "full screen": "z", "quit": "q", "type": "b", "5": "5", "B": "B", "?": "?",
		"cost": "c", "exit": "q", "hips": "attribute hands-on-hips", "scoring": "algorithm scoring", "next algorithm": "a", "algorithm scor": "algorithm scoring", "label weight": "label weight",
	} {
		v := open(text)
		got := ""
		if len(v.found) > 0 {
			got = v.entries[v.found[0]].id
		}
		if got != key {
			t.Errorf("%q finds %q first, want %q", text, got, key)
		}
		x.keys("esc")
	}
	open("type B")
	x.keys("enter")
	x.want("Budget B =")
	x.keys("esc")
	v := open("q")
	x.keys("down", "up", "down")
	box := x.over.at(x.w, x.h)
	i := slices.IndexFunc(v.found, func(i int) bool { return v.entries[i].id == "q" })
	if i < 0 || x.over == nil || v.panel.Cursor != 1 {
		t.Fatalf("q is at %d of %v, the cursor at %d", i, v.found, v.panel.Cursor)
	}
	x.keys("ctrl+u")
	x.typed("one step up")
	x.mouseAt("press", box.Min.X+5, box.Min.Y+2, 0)
	x.budget("21")
	open("zzzz")
	x.keys("ctrl+u")
	x.send(tea.PasteMsg{Content: "rid\age"})
	x.want(": ridge")
	if c := x.View().Cursor; c == nil || c.Y != box.Min.Y+1 || c.X != box.Min.X+1+len(" : ridge") {
		t.Errorf("the text cursor stands at %+v", c)
	}
	x.typed("zzzz")
	x.keys("enter", "ctrl+p")
	if x.over != nil {
		t.Error("ctrl+p does not close the palette")
	}
}

// TestReasons: each reason belongs to an action, is said when the key is
// pressed, and stands in help and palette.
func TestReasons(t *testing.T) {
	for _, c := range []struct {
		after     []string
		key, want string
		w, h      int
	}{
		{nil, "u", "nothing to undo", 100, 40},
		{nil, "ctrl+r", "nothing to redo", 100, 40},
		{nil, "l", "these data have one label", 100, 40},
		{[]string{"2"}, "space", "no attribute is selected on Trust", 100, 40},
		{[]string{"4"}, "c", "no attribute is selected on Data", 100, 40},
		{[]string{"v"}, "s", "the table of attributes is not shown", 100, 40},
		{[]string{"home"}, "e", "there is no predictor to export", 100, 40},
		{[]string{"4"}, "z", "no other panel", 60, 20},
		{nil, "tab", "z and then tab", 60, 10},
		{[]string{"2"}, "/", "no attributes are listed", 60, 20},
		{[]string{"/", "#", "enter"}, "enter", `no attribute matches "#"`, 100, 40},
	} {
		x := start(t, openSample("beans"), c.w, c.h)
		x.keys(c.after...)
		before := x.State
		b := x.byKey[c.key]
		if why := b.whyNot(x.app); !strings.Contains(why, c.want) {
			t.Errorf("%v, then %s: %q, want %q", c.after, c.key, why, c.want)
		}
		x.keys(c.key)
		if !strings.Contains(x.Toast.Text, c.want) || !x.State.Equal(before) {
			t.Errorf("%v, then %s: the toast is %q", c.after, c.key, x.Toast.Text)
		}
		x.keys("?")
		lines := x.over.view.(*helpView).panel.Lines
		at := slices.IndexFunc(lines, func(l panel.Line) bool { return len(l.Spans) > 0 && strings.TrimSpace(l.Spans[0].Text) == b.shown })
		rest := lines[at : at+4]
		if lines[at].Spans[0].Pen != theme.Faint || !slices.ContainsFunc(rest, func(l panel.Line) bool { return strings.Contains(panel.Plain(l.Spans), "not now: ") }) {
			t.Errorf("the help says %+v of %s", lines[at:at+2], c.key)
		}
		x.keys("esc", ":")
		v := x.over.view.(*paletteView)
		at = slices.IndexFunc(v.entries, func(e entry) bool { return e.id == c.key })
		if !strings.Contains(v.entries[at].off, c.want) {
			t.Errorf("the palette says %q of %s", v.entries[at].off, c.key)
		}
	}
}

// names are the attributes in the table, in order.
func (x *harness) names() (all []string) {
	for i := range x.Look.Table.Rows {
		if x.Look.Roll(i).Over == nil {
			all = append(all, x.rowName(i))
		}
	}
	return all
}

// TestFocus: tab goes round the panes, the row keys act on the one with the
// focus, a click takes it there, and z fills the body with it.
func TestFocus(t *testing.T) {
	x := start(t, bodies(), 120, 40)
	focus := func(want *screen.Pane, rows string) {
		t.Helper()
		if got := x.Focused(); got != want {
			t.Errorf("the focus is on %p, want %p", got, want)
		}
		marks := map[*screen.Pane]bool{
			x.TablePane: x.Look.Table.Focus, x.ChartPane: x.Look.Loss.Focus,
			x.attrMap().Pane: x.attrMap().Chart.Focus, x.compare().Pane: x.compare().Sheet.Focus, x.predictors().ScatterPane: x.predictors().Scatter.Focus,
		}
		for _, d := range []*screen.Document{x.attrMap().Card.Document, x.predictors().Equation, x.predictors().Calls, x.data().What, x.data().Worth, x.views.Trust.Sure} {
			marks[&d.Pane] = d.Text.Focus
		}
		for _, p := range x.kind().Panes {
			if marks[p] != (p == want) {
				t.Errorf("panel %p marked as having the focus: %t", p, marks[p])
			}
		}
		x.want("↑/↓ " + rows)
	}
	focus(x.TablePane, "attribute")
	x.keys("tab")
	focus(x.ChartPane, "attribute")
	l := x.layout()
	x.mouseAt("press", 100, l.At(x.ChartPane).Min.Y+5, 0)
	x.mouseAt("release", 100, l.At(x.ChartPane).Min.Y+5, 0)
	focus(x.ChartPane, "attribute")
	x.keys("z")
	if l := x.layout(); !l.At(x.TablePane).Empty() || l.At(x.ChartPane).Dx() != 120 || l.slider.Empty() {
		t.Errorf("full screen is laid out as %+v", l)
	}
	x.keys("shift+tab")
	focus(x.TablePane, "attribute")
	x.keys("esc")
	if l := x.layout(); l.At(x.ChartPane).Empty() || x.Focused() != x.TablePane {
		t.Errorf("after esc %+v", l)
	}
	x.keys("2")
	focus(x.compare().Pane, "algorithm")
	x.keys("tab")
	focus(&x.views.Trust.Sure.Pane, "scroll")
	x.keys("esc", "1")
	focus(x.TablePane, "attribute") // as it was left
}

// TestFirstLook: data that are opened for the first time tell at most three findings before anything else;
// any key goes on, and does what it does.
func TestFirstLook(t *testing.T) {
	kept := screen.Saved{}
	for name, o := range map[string]screen.Options{
		"first": {Save: func(screen.Saved) error { return nil }},
		"again": {Save: func(screen.Saved) error { return nil }, Saved: &kept}, "not kept": {},
	} {
		o.Study, o.NoHonest = core.NewStudy(openSample("beans")), true
		s, err := screen.First(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		kept.Settings = s.State.Settings
		x := &harness{t, newApp(t.Context(), o, s)}
		x.pace.least = 0
		x.After = func(time.Duration, tea.Msg) tea.Cmd { return nil }
		x.send(tea.WindowSizeMsg{Width: 80, Height: 24})
		if told := strings.Contains(x.screen(), "Before you look: "); told != (name == "first") || told != (x.over != nil) {
			t.Fatalf("%s: the findings are told: %t\n%s", name, told, x.screen())
		}
		if name == "first" {
			x.want(x.Notes()[0].Message[1:20], "enter shows the plan", "enter go on")
			if _, pen := x.canvas.At(1, 1); pen != theme.Faint {
				t.Errorf("behind the card, cells are drawn in %v", pen)
			}
			before := x.State
			if x.keys("space"); len(x.History.Past) > 0 || !x.State.Equal(before) || x.over == nil {
				t.Error("space changes something where no finding is about an attribute")
			}
			x.keys("enter", "!")
			x.want("Before you look: ")
		}
		if x.keys("4"); x.over != nil || x.kind().Name() != "Data" {
			t.Errorf("%s: 4 leads to %s", name, x.kind().Name())
		}
	}
}

// TestLeavesOut: space in the first look leaves out the attribute that a finding is about.
func TestLeavesOut(t *testing.T) {
	x := start(t, openSample("hanna_human"), 120, 40)
	x.keys("!")
	x.want("disagree more than independent raters can", "coherence is in the plan", "space leaves it out")
	if x.keys("space"); !x.State.Settings.Excluded("coherence") || x.over != nil {
		t.Error("space does not leave it out")
	}
}

// TestTracks: each column shows what is asked at the budget that a press on it sets,
// by the active algorithm above and the compared one below, also where larger budgets
// drop judgments.
func TestTracks(t *testing.T) {
	x := start(t, openSample("beans"), 160, 50)
	for range 4 {
		r := x.Shown.Result
		from, to := x.Look.Table.Rolls.Lie(x.at(x.TablePane).Dx())
		for px := from; px < to; px++ {
			x.mouseAt("press", px, x.at(x.TablePane).Min.Y, 0)
			x.mouseAt("release", px, x.at(x.TablePane).Min.Y, 0)
			for k, i := range []int{x.Look.Active, x.Look.Compared} {
				alg, b := x.Look.Picks[i].Selection.Algorithm, x.State.Budget
				if known, _ := r.Curve(alg); !slices.Contains(known, b) {
					continue // an algorithm that is computed at few budgets
				}
				if got, want := x.Look.Table.Rolls.By[k].Repeats[px-from], r.At(alg, b).Repeats; !slices.Equal(got, want) {
					t.Fatalf("column %d, B = %s: the rolls of %s have %v, asked are %v", px, b, alg, got, want)
				}
			}
		}
		x.keys("a")
	}
}

// TestOrder: what is asked first stands first and stays there while B moves; what is
// never asked is folded until a step down opens it.
func TestOrder(t *testing.T) {
	x := startPaper(t, bodies(), 120, 60)
	first := func(name string) int {
		r := x.Shown.Result
		budgets, _ := r.Curve(selection.Full)
		for _, b := range budgets {
			for i, n := range r.At(selection.Full, b).Repeats {
				if n > 0 && r.Attributes[i].Name == name {
					return int(b)
				}
			}
		}
		return math.MaxInt
	}
	order, last := x.names(), 0
	for _, name := range order {
		b := first(name)
		if b < last {
			t.Errorf("%s is asked at %d, after one that is at %d", name, b, last)
		}
		last = b
	}
	for _, key := range []string{"home", "end", "shift+left"} {
		if x.keys(key); !slices.Equal(x.names(), order) {
			t.Errorf("after %s the order is %v", key, x.names())
		}
	}
	if len(order) == 39 {
		t.Fatal("nothing is folded")
	}
	x.want("are not asked up to B = 80")
	x.keys("G", "down")
	if len(x.names()) != 39 || !slices.Equal(x.names()[:len(order)], order) {
		t.Errorf("unfolded: %v", x.names())
	}
	x.keys("esc")
	if len(x.names()) != len(order) {
		t.Error("esc does not fold")
	}
}

// TestFields: no key of a text field panics, whatever stands in it and wherever the cursor
// is: bubbles 2.1.0 does where the last character is deleted as a word ahead.
func TestFields(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 4100), 1))
	var keys []tea.KeyPressMsg
	for _, code := range []rune{tea.KeyLeft, tea.KeyRight, tea.KeyBackspace, tea.KeyDelete, tea.KeyHome, tea.KeyEnd, tea.KeyUp, tea.KeyDown, 'a', 'b', 'd', 'e', 'f', 'h', 'k', 'n', 'p', 'u', 'w'} {
		for _, mod := range []tea.KeyMod{0, tea.ModAlt, tea.ModCtrl} {
			if mod != 0 || code > unicode.MaxRune {
				keys = append(keys, tea.KeyPressMsg{Code: code, Mod: mod})
			}
		}
	}
	for range cases(40_000) {
		text := make([]rune, rng.IntN(8))
		for i := range text {
			text[i] = []rune(" \u00a0\taé漢😀")[rng.IntN(7)]
		}
		f := newField("", string(text))
		f.fresh = false
		f.input.SetCursor(rng.IntN(len(text) + 1))
		var pressed []string
		func() {
			defer func() {
				if p := recover(); p != nil {
					t.Fatalf("%q, keys %q: %v", string(text), pressed, p)
				}
			}()
			for range 3 {
				k := keys[rng.IntN(len(keys))]
				pressed = append(pressed, k.String())
				f.edit(k)
			}
		}()
	}
	x := start(t, bodies(), 80, 24)
	for _, open := range []string{"/", ":", "b"} {
		x.keys(open)
		x.typed("hair ")
		x.keys("left")
		x.send(tea.KeyPressMsg{Code: 'd', Mod: tea.ModAlt})
		x.send(tea.KeyPressMsg{Code: tea.KeyDelete, Mod: tea.ModAlt})
		x.keys("esc")
	}
}
