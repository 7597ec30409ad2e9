package tui

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"image"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"fms-tui/model"
	"fms-tui/tui/panel"
	"fms-tui/tui/screen"
)

// want fails unless the screen shows a text.
func (x *harness) want(texts ...string) {
	x.t.Helper()
	for _, text := range texts {
		if !strings.Contains(x.screen(), text) {
			x.t.Fatalf("the screen does not show %q:\n%s", text, x.screen())
		}
	}
}

func (x *harness) budget(want string) {
	x.t.Helper()
	if got := x.State.Budget.String(); got != want {
		x.t.Fatalf("B = %s, want %s", got, want)
	}
	x.want("B = " + want)
}

func (x *harness) mouseAt(kind string, px, py int, mod tea.KeyMod) {
	x.t.Helper()
	m := tea.Mouse{X: px, Y: py, Button: tea.MouseLeft, Mod: mod}
	switch kind {
	case "press":
		x.send(tea.MouseClickMsg(m))
	case "drag":
		x.send(tea.MouseMotionMsg(m))
	case "release":
		x.send(tea.MouseReleaseMsg(m))
	case "up":
		m.Button = tea.MouseWheelUp
		x.send(tea.MouseWheelMsg(m))
	case "down":
		m.Button = tea.MouseWheelDown
		x.send(tea.MouseWheelMsg(m))
	case "hover":
		m.Button = tea.MouseNone
		x.send(tea.MouseMotionMsg(m))
	}
}

// TestBudgetKeys: each run of keys leads to a budget and an end of the slider.
func TestBudgetKeys(t *testing.T) {
	x := startPaper(t, bodies(), 120, 40)
	for _, c := range []struct {
		keys   string // with blanks between
		budget string
		ends   int
	}{
		{"right", "21", 80},
		{"shift+right left <", "20", 80},
		{"end right", "80", 80},
		{"+", "80", 160},
		{"- -", "40", 40},
		{"0 end", "80", 80},
		{"home left", "0", 80},
		{"b 1 2 . 5 enter", "12.5", 80},
		{"left", "12", 80},
	} {
		if x.keys(strings.Fields(c.keys)...); x.Shown.Result.Max != model.Units(c.ends) {
			t.Errorf("after %s the slider ends at %s", c.keys, x.Shown.Result.Max)
		}
		x.budget(c.budget)
	}
	x.keys("b", "5", "0", "0", "enter")
	x.budget("500")
	if m := x.Shown.Result.Max; m < model.Units(500) {
		t.Errorf("the slider ends at %s", m)
	}
	for range 12 {
		x.keys("-")
	}
	if m, s := x.Shown.Result.Max, x.Shown.Result.Step; m < s {
		t.Errorf("the slider ends at %s, below a step of %s", m, s)
	}
}

// TestDrag: a press on the track jumps, motion on any row follows, the release
// position wins, and the drag is one entry of the undo record.
func TestDrag(t *testing.T) {
	x := startPaper(t, bodies(), 120, 40)
	l := x.layout()
	y := l.slider.Min.Y
	from, _ := x.Look.Table.Rolls.Lie(x.w)
	x.mouseAt("press", from+2, y, 0)
	first := x.State.Budget
	if first == model.Units(20) {
		t.Fatal("the press did not jump")
	}
	x.mouseAt("drag", from+30, 2, 0)
	x.mouseAt("drag", from+20, 39, 0)
	if x.State.Budget <= first {
		t.Errorf("B = %s after dragging to the right of %s", x.State.Budget, first)
	}
	x.mouseAt("release", 200, y, 0)
	x.budget("80")
	x.mouseAt("hover", 15, y, 0)
	x.budget("80")
	x.keys("u")
	x.budget("20")
	x.keys("ctrl+r")
	x.budget("80")
	// Let go outside the window: the next motion without a button ends the drag.
	x.mouseAt("press", from+15, y, 0)
	b := x.State.Budget.String()
	x.mouseAt("hover", 40, y, 0)
	x.mouseAt("drag", 50, y, 0)
	x.budget(b)
}

// TestDragReachesEverything: every column of the track is a budget, both ends
// are reached, and the cursor of the chart is drawn where it was pressed.
func TestDragReachesEverything(t *testing.T) {
	x := start(t, bodies(), 200, 60)
	l := x.layout()
	last := model.Amount(-1)
	from, to := x.Look.Table.Rolls.Lie(x.w)
	for px := from; px < to; px++ {
		x.mouseAt("press", px, l.slider.Min.Y, 0)
		x.mouseAt("release", px, l.slider.Min.Y, 0)
		if x.State.Budget < last {
			t.Fatalf("column %d: B = %s after %s", px, x.State.Budget, last)
		}
		last = x.State.Budget
	}
	if last != x.Shown.Result.Max {
		t.Errorf("the last column is %s of %s", last, x.Shown.Result.Max)
	}
	for _, pane := range []*screen.Pane{x.ChartPane, x.TablePane} {
		for px := from; px < to; px += 3 {
			x.mouseAt("press", px, l.At(pane).Min.Y+2, 0)
			x.mouseAt("release", px, l.At(pane).Min.Y+2, 0)
			at := x.State.Budget
			x.mouseAt("press", px, l.slider.Min.Y, 0)
			x.mouseAt("release", px, l.slider.Min.Y, 0)
			if x.State.Budget != at {
				t.Fatalf("column %d is B = %s, on the slider %s", px, at, x.State.Budget)
			}
			lines := strings.Split(x.screen(), "\n")
			for _, y := range []int{l.At(x.ChartPane).Min.Y + 1, l.At(x.TablePane).Max.Y - 3} {
				if row, at := []rune(lines[y]), from+x.Look.Table.Rolls.At; !strings.ContainsRune("│▀▄█●", row[at]) {
					t.Fatalf("B = %s is at column %d, there is %q in %q", x.State.Budget, at, row[at], string(row))
				}
			}
		}
	}
}

func TestAttributes(t *testing.T) {
	x := start(t, bodies(), 120, 40)
	x.keys("s", "s", "s") // from the rolls by the repeats to the first column, the name
	x.want("attribute▾")
	if got := x.rowName(0); got != "attractive" {
		t.Errorf("sorted by name, the first is %s", got)
	}
	x.keys("S")
	x.want("attribute▴")
	if got := x.rowName(0); !strings.HasPrefix(got, "wearing-") {
		t.Errorf("reversed, the first is %s", got)
	}
	x.keys("g")
	name := x.rowName(0)
	x.keys("space")
	if !x.Shown.State.Settings.Excluded(name) {
		t.Fatalf("%s is not excluded", name)
	}
	if row := x.Look.Roll(0); x.rowName(0) != name || row.Unusable != "excluded" {
		t.Errorf("the first row is %+v, want %s excluded in its place", row, name)
	}
	if x.Cursor != name {
		t.Errorf("the selection went to %s", x.Cursor)
	}
	x.keys("space")
	if x.Shown.State.Settings.Excluded(name) {
		t.Errorf("%s was not taken back", name)
	}
	x.keys("G")
	if x.Cursor != x.rowName(38) {
		t.Errorf("G selects %s", x.Cursor)
	}
	l := x.layout()
	x.mouseAt("press", 2, l.At(x.TablePane).Min.Y+1+3, 0)
	if got := x.rowName(x.Look.Table.Rolls.Offset + 3); x.Cursor != got {
		t.Errorf("a click on %s selects %s", got, x.Cursor)
	}
	top := l.At(x.TablePane).Min
	for px := range x.w {
		if x.canvas.TargetAt(top.Add(image.Pt(px, 0))) == panel.Head(screen.ColumnCorr) {
			x.mouseAt("press", px, top.Y, 0)
			break
		}
	}
	x.want("corr▾")
}

// TestPricesAndLimits sets the price and the bounds of an attribute, and sees
// the choices follow.
func TestPricesAndLimits(t *testing.T) {
	x := start(t, bodies(), 120, 40)
	repeats := func(name string) int {
		t.Helper()
		for i, a := range x.Shown.Result.Attributes {
			if a.Name == name {
				return x.Active().Repeats[i]
			}
		}
		t.Fatalf("no attribute %s", name)
		return 0
	}
	x.Cursor = "tall"
	if repeats("tall") < 2 {
		t.Fatal("tall is not chosen to begin with")
	}
	x.keys("c")
	x.want("Cost of a judgment of tall:")
	x.keys("ctrl+u")
	x.typed("0")
	x.keys("enter")
	x.want("above 0")
	x.keys("backspace")
	x.typed("50")
	x.keys("enter")
	if n := repeats("tall"); n != 0 {
		t.Errorf("at a price of 50, tall is judged %d times within a budget of 20", n)
	}
	x.keys("u")
	x.keys("p", "ctrl+u")
	x.typed("12..")
	x.keys("enter")
	if n := repeats("tall"); n < 12 {
		t.Errorf("tall is judged %d times, at least 12 were asked for", n)
	}
	x.keys("home")
	x.budget("12")
	x.keys("p", "ctrl+u")
	x.typed("8..3")
	x.keys("enter")
	x.want("cannot both be")
	x.keys("esc", "u", "u")
	x.budget("20")
	if limit := x.State.Settings.OwnLimit("tall"); limit != (model.Limit{}) {
		t.Errorf("after undo tall is limited to %s", limit)
	}
}

func TestRidgeAndRaters(t *testing.T) {
	x := start(t, bodies(), 200, 40)
	loss := x.Active().Loss
	x.keys("r", "ctrl+u")
	x.typed("-1")
	x.keys("enter")
	x.want("no ridge")
	x.keys("ctrl+u")
	x.typed("0.3")
	x.keys("enter")
	x.want("ridge 0.3")
	if x.Active().Loss <= loss {
		t.Errorf("with a ridge the projected loss is %g, without %g", x.Active().Loss, loss)
	}
	shrunk := x.Active().Loss
	x.keys("h")
	if x.Shown.Result.Settings.Shrink != model.ShrinkNone || x.Active().Loss == shrunk {
		t.Errorf("after h %+v", x.Shown.Result.Settings)
	}
	x.want("the paper's label covariances, as estimated (--shrink none)")
	x.keys("u", "R", "G", "up", "enter")
	x.want("raters paper")
	x.keys("R", "G", "enter") // fixed: no rater judged nearly enough
	x.want("a fixed panel needs at least 50")
	x.want("raters paper")
}

// TestUndoRestoresEverything presses random keys and takes them all back.
func TestUndoRestoresEverything(t *testing.T) {
	x := start(t, openSample("beans"), 100, 30)
	begin := x.State
	names := []string{
		"left", "right", "<", ">", "home", "end", "+", "-", "0", "up", "down", "space", "s", "S", "a", "g", "G",
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 120 {
		x.keys(names[rng.IntN(len(names))])
	}
	end := x.State
	for range 150 {
		x.keys("u")
	}
	if !x.State.Equal(begin) || !x.Shown.State.Equal(begin) {
		t.Errorf("undone to %+v, began with %+v", x.State, begin)
	}
	for range 150 {
		x.keys("ctrl+r")
	}
	if !x.State.Equal(end) || !x.Shown.State.Equal(end) {
		t.Errorf("redone to %+v, ended with %+v", x.State, end)
	}
}

// TestConstantLabel: a label that cannot be used is said and taken back.
func TestConstantLabel(t *testing.T) {
	ds := *openSample("beans")
	constant := model.Label{Name: "fixed", Values: make([]float64, len(ds.Objects))}
	ds.Labels = append(ds.Labels[:1:1], constant)
	x := start(t, &ds, 120, 30)
	x.keys("l", "down", "enter")
	x.want(`the label "fixed" is 0 for all 10 objects`)
	x.want("label beans")
	x.keys("right")
	if strings.Contains(x.screen(), `"fixed"`) {
		t.Error("a key did not dismiss the error")
	}
	if len(x.History.Past) != 1 {
		t.Errorf("%d states in the undo record, want the step alone", len(x.History.Past))
	}
}

func TestExport(t *testing.T) {
	t.Chdir(t.TempDir()) // names short enough to be read on the screen
	x := start(t, bodies(), 120, 40)
	path := "p.json"
	export := func(path string, more ...string) {
		t.Helper()
		x.keys("e")
		x.keys("ctrl+u")
		x.typed(path)
		x.keys("enter")
		x.keys(more...)
	}
	export(path)
	x.want("exported full at B=20")
	var p model.Predictor
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &p); err != nil {
		t.Fatal(err)
	}
	want := x.Shown.Result.Predictor(x.Active())
	if p.Intercept != want.Intercept || len(p.Attributes) != len(want.Attributes) {
		t.Errorf("exported %+v, want %+v", p, want)
	}
	x.keys("right")
	export(path)
	x.want("There is a file")
	x.keys("esc")
	if again, _ := os.ReadFile(path); !bytes.Equal(again, b) {
		t.Error("the file was replaced though the user kept it")
	}
	export(path, "enter")
	x.want("exported full at B=21")
	export("p.xls")
	x.want("the name must end in .json, .csv")
	x.keys("esc")
	export(filepath.Join("none", "p.csv"))
	x.want("not exported")
	x.keys("esc")
	x.keys("home", "e")
	x.want("nothing is chosen at B = 0")
}

// TestPromptKeepsKeys: in a prompt every key is text but the few that are not,
// and a stray click loses nothing.
func TestPromptKeepsKeys(t *testing.T) {
	x := start(t, bodies(), 120, 40)
	x.keys("b")
	x.typed("q?u")
	x.mouseAt("press", 30, 38, 0)
	x.want("q?u")
	x.keys("enter")
	x.want("not a plain decimal number")
	x.keys("backspace", "backspace", "backspace")
	x.send(tea.PasteMsg{Content: "3\x1b[2J3"})
	x.keys("enter")
	x.budget("33")
	x.keys("b", "esc")
	x.budget("33")
	x.keys("c") // the first character replaces what was there; another key keeps it
	x.typed("3")
	one := x.over.field.input.Value()
	x.keys("esc", "c", "left")
	x.typed("3x")
	if two := x.over.field.input.Value(); one != "3" || two != "3x1" || x.over.field.bad == "" {
		t.Errorf("the prompts hold %q and %q, of which is said %q", one, two, x.over.field.bad)
	}
}

// TestPromptWhole: a prompt is seen whole, whatever the width: its question, what would be accepted, and
// what is wrong with what is typed. So is what happened.
func TestPromptWhole(t *testing.T) {
	for _, w := range []int{80, 40} {
		x := start(t, bodies(), w, 24)
		words := func() string { return strings.Join(strings.Fields(x.screen()), " ") }
		for _, key := range []string{"b", "c", "p", "i", "r", "/", "e", "P"} {
			x.keys(key)
			for _, typed := range []string{"", "no such thing"} {
				x.typed(typed)
				p := x.over.field.panel()
				for _, part := range []string{p.Name, p.Hint} {
					if part = strings.Join(strings.Fields(part), " "); !strings.Contains(words(), part) {
						t.Errorf("%d columns: %s with %q does not show %q:\n%s", w, key, typed, part, x.screen())
					}
				}
				if at := x.View().Cursor; at == nil || at.Y >= x.h {
					t.Errorf("%d columns: %s has its cursor at %v", w, key, at)
				}
			}
			x.keys("esc")
		}
		x.Say("one " + strings.Repeat("word after another ", 7) + "end")
		x.repaint()
		if !strings.Contains(words(), x.Toast.Text) {
			t.Errorf("%d columns: %q is cut:\n%s", w, x.Toast.Text, x.screen())
		}
	}
}

// TestKeysPage: docs/keys.md has every action of the table, and no other.
func TestKeysPage(t *testing.T) {
	var page strings.Builder
	page.WriteString("## Keys\n\nThe tables below are made from the table of actions in `tui` by `go test ./tui -run KeysPage -update`. `?` shows the\nsame, and why an action cannot be done now.\n")
	group := ""
	for _, b := range tableOf(t.Context()) {
		if b.group != group {
			group = b.group
			fmt.Fprintf(&page, "\n### %s\n\n| key | what it does |\n|---|---|\n", group)
		}
		fmt.Fprintf(&page, "| `%s` | %s |\n", strings.ReplaceAll(b.shown, " or ", "` or `"), b.help)
	}
	page.WriteString("\n### Mouse\n\n| mouse | what it does |\n|---|---|\n")
	for _, m := range mouseHelp {
		fmt.Fprintf(&page, "| %s | %s |\n", m.shown, m.help)
	}
	const file = "../docs/keys.md"
	b, err := os.ReadFile(file)
	written, _, found := strings.Cut(string(b), "## Keys\n")
	if err != nil || !found {
		t.Fatalf("%s has no section of keys: %v", file, err)
	}
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		if err := os.WriteFile(file, []byte(written+page.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(b) != written+page.String() {
		t.Errorf("%s is not what the table says; -update writes it", file)
	}
}

// TestActions: each action can be done and is explained, and each hint is of one.
func TestActions(t *testing.T) {
	table := tableOf(t.Context())
	for _, b := range table {
		if len(b.keys) == 0 || b.shown == "" || b.help == "" || b.group == "" || b.do == nil {
			t.Errorf("%+v lacks something", b)
		}
	}
	byKey := index(table)
	for _, h := range footerHints {
		if b := byKey[h.key]; b == nil || b.keys[0] != h.key || h.text == "" || h.shown == "" {
			t.Errorf("the hint %+v is of no action", h)
		}
	}
}
