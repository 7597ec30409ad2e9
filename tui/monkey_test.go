package tui

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/internal/fresh"
	"fms-tui/model"
	"fms-tui/model/read"
	"fms-tui/tui/panel"
	"fms-tui/tui/screen"
)

// twoLabels are panelled data with a second label.
func twoLabels(n int) *model.Dataset {
	ds := *panelled(n)
	z := model.Label{Name: "z", Values: slices.Clone(ds.Labels[0].Values)}
	for i := range z.Values {
		z.Values[i] = math.Sqrt(z.Values[i]) + float64(i%3)
	}
	ds.Labels = append(slices.Clone(ds.Labels), z)
	return &ds
}

// witness computes what a frame should show a second time, from the settings
// that the frame is said to belong to.
type witness struct {
	study  *core.Study
	of     *core.Result // answers the same question as fresh
	fresh  *core.Result
	honest *core.Honest // of fresh
	held   *core.Honest // of the same Result as honest
	frame  string       // the last one that was measured
}

// check compares every figure on screen with one Result, the Result of the shown settings.
func (w *witness) check(t *testing.T, a *app) {
	t.Helper()
	s, l := a.Shown.State, &a.Look
	if w.of != a.Shown.Result {
		r, err := w.study.Solve(context.Background(), s.Request())
		if err != nil {
			t.Fatalf("what is shown has no answer: %v", err)
		}
		w.of, w.fresh, w.honest, w.held = a.Shown.Result, r, nil, nil
	}
	r := w.fresh
	if a.front.header.Label != r.Predicted() || l.Loss.Title == "" || (strings.ReplaceAll(a.front.slider.Value, ",", "") != s.Budget.String()) != (a.kind().Dial != nil) {
		t.Fatalf("label %s, chart %q, budget %s, want %s and %s", a.front.header.Label, l.Loss.Title, a.front.slider.Value, r.Predicted(), s.Budget)
	}
	for i := range l.Picks {
		got, want := &l.Picks[i].Selection, r.At(l.Picks[i].Selection.Algorithm, s.Budget)
		// The shown path may have grown from a shorter one, which rounds otherwise.
		if got.Budget != s.Budget || math.Abs(got.Loss-want.Loss) > 1e-12*r.LabelVar || !slices.Equal(got.Repeats, want.Repeats) {
			t.Fatalf("%s at %s: %v at a loss of %g, want %v at %g", got.Algorithm, s.Budget, got.Repeats, got.Loss, want.Repeats, want.Loss)
		}
	}
	w.rows(t, a)
	w.estimates(t, a)
}

// rows holds the table, the repeats and the map to the Result.
func (w *witness) rows(t *testing.T, a *app) {
	t.Helper()
	l, r := &a.Look, w.fresh
	index := make(map[string]int)
	for i := range r.Attributes {
		index[r.Attributes[i].Name] = i
	}
	for k, row := range l.Table.Rows {
		of := l.Roll(k)
		if of.Over != nil {
			continue
		}
		i := index[a.Shown.Result.Attributes[of.Of].Name]
		at, repeats := &r.Attributes[i], [2]int{l.Picks[l.Active].Selection.Repeats[i], l.Picks[l.Compared].Selection.Repeats[i]}
		if corr := row[screen.ColumnCorr].(panel.Barred).Value; row[screen.ColumnCost] != at.Price.String() || of.Unusable != at.Unusable() || of.Repeats != repeats || corr != at.Corr && !math.IsNaN(at.Corr) {
			t.Fatalf("the table has %+v, the Result %+v", row, at)
		}
	}
	if a.kind().Saved != "map" {
		return
	}
	for _, m := range a.views.Map.Mapped {
		if i := index[m.Name]; m.Repeats != l.Picks[l.Active].Selection.Repeats[i] || m.Selectable() != r.Attributes[i].Selectable() {
			t.Fatalf("the map has %+v", m)
		}
	}
}

// estimates holds the honest losses to the same Result.
func (w *witness) estimates(t *testing.T, a *app) {
	t.Helper()
	h := a.Shown.Honest
	if h == nil {
		return
	}
	if w.held != h {
		fresh, err := w.fresh.Honest(context.Background(), a.Opt.Folds, w.fresh.Algorithms()...)
		if err != nil {
			t.Fatal(err)
		}
		w.honest, w.held = fresh, h
	}
	for i, alg := range a.Visible() {
		got := a.Look.Picks[i].Estimate().Loss
		want, near := w.honest.At(alg, a.Shown.State.Budget).Loss, 1e-12
		if seen := a.Pick().Seen; i == a.Look.Active && seen != nil && seen.Refit != nil && seen.Refit.Taken {
			refit, err := w.honest.RidgeRefit(context.Background(), alg, a.Shown.State.Budget)
			if err != nil || !refit.Taken {
				t.Fatalf("%s at %s: no refit, %v", alg, a.Shown.State.Budget, err)
			}
			want, near = refit.Honest.Loss, 1e-9
		}
		if x, err := w.honest.RidgeRefit(context.Background(), alg, a.Shown.State.Budget); a.Wide && err == nil && x.Taken && math.Abs(got-x.Honest.Loss) < 1e-9*got {
			continue // Trust compares with what regression makes of each
		}
		if math.Abs(got-want) > near*math.Abs(want) {
			t.Fatalf("%s at %s: honest %g, want %g", alg, a.Shown.State.Budget, got, want)
		}
	}
	if got := a.Pick().Seen; got != nil {
		want, err := w.honest.Seen(context.Background(), a.Shown.State.Algorithm, a.Shown.State.Budget)
		if err != nil || got.Why != want.Why || got.Objects != want.Objects || math.Abs(got.Loss-want.Loss) > 1e-9*math.Abs(want.Loss) {
			t.Fatalf("%s at %s: seen %+v, want %+v, %v", a.Shown.State.Algorithm, a.Shown.State.Budget, got, want, err)
		}
	}
}

// fits fails unless the frame is as large as the terminal.
func (w *witness) fits(x *harness) {
	x.t.Helper()
	if x.frame == w.frame {
		return
	}
	w.frame = x.frame
	fits(x.t, x.frame, x.w, x.h)
}

// whole fails unless what is selected can be, and is seen after a key that
// selects it.
func (x *harness) whole(sawRowKey bool) {
	x.t.Helper()
	k, l := &x.Look.Table, x.layout()
	if n := len(k.Rows); n > 0 && (k.Cursor < 0 || k.Cursor >= n || !x.Filter.Keeps(x.Selected())) {
		x.t.Fatalf("row %d of %d is selected, %q under the filter %q", k.Cursor, n, x.Selected(), x.Filter.Text)
	}
	if n := k.Visible(l.At(x.TablePane).Dy()); sawRowKey && x.listed() == x.TablePane && n > 0 && len(k.Rows) > 0 && (k.Cursor < k.Rolls.Offset || k.Cursor >= k.Rolls.Offset+n) {
		x.t.Fatalf("line %d is selected, lines %d to %d are in sight", k.Cursor, k.Rolls.Offset, k.Rolls.Offset+n-1)
	}
	if l.Mode != screen.ModeTiny && l.At(x.Focused()).Empty() {
		x.t.Fatalf("the focus is on pane %p, which is not seen", x.Focused())
	}
}

// monkeyKeys are the keys of the table, except keys that end or suspend, and some keys
// that only overlays and prompts use.
func monkeyKeys() []string {
	keys := []string{"enter", "enter", "esc", "esc", "tab", "backspace", "ctrl+u", "space", "x", "1", "3", ".", "up", "down"}
	for _, b := range tableOf(context.Background()) {
		for _, k := range b.keys {
			if k != "q" && k != "ctrl+c" && k != "ctrl+z" {
				keys = append(keys, k)
			}
		}
	}
	return keys
}

// monkeyEvents is how many events the monkey sends, and monkeySeed what it draws them by.
var (
	monkeyEvents = flag.Int("monkey", cases(8_000), "random events that TestMonkey sends")
	monkeySeed   = flag.Uint64("monkey-seed", 7, "what TestMonkey draws its events by")
)

// TestMonkey sends random keys, mouse events and sizes: whatever is open, frames
// fit and belong to one generation.
func TestMonkey(t *testing.T) {
	events := *monkeyEvents
	t.Chdir(t.TempDir()) // it exports, too
	ds := twoLabels(24)
	x := start(t, ds, 120, 40)
	w := &witness{study: core.NewStudy(ds)}
	rng := rand.New(rand.NewPCG(fresh.Seed(t, *monkeySeed), 11))
	keys := monkeyKeys()
	kinds := []string{"press", "drag", "release", "up", "down", "hover"}
	sizes := [][2]int{{120, 40}, {160, 50}, {100, 24}, {80, 24}, {60, 20}, {40, 10}, {30, 5}, {200, 60}}
	last := ""
	defer func() {
		if t.Failed() {
			t.Logf("the last event was %s, on screen %d:\n%s", last, x.app.screen, x.screen())
		}
	}()
	for n := range events {
		rowKey := false
		switch p := rng.IntN(100); {
		case p < 2:
			size := sizes[rng.IntN(len(sizes))]
			last = "a size"
			x.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		case p < 30:
			last = kinds[rng.IntN(len(kinds))]
			x.mouseAt(last, rng.IntN(x.w), rng.IntN(x.h), 0)
		default:
			last = keys[rng.IntN(len(keys))]
			rowKey = x.over == nil && slices.Contains([]string{"up", "down", "k", "j", "g", "G", "pgup", "pgdown"}, last)
			x.keys(last)
		}
		w.fits(x)
		x.whole(rowKey)
		if n%10 == 0 || x.Shown.Result != w.of {
			w.check(t, x.app)
		}
		for i := range x.actions {
			x.actions[i].whyNot(x.app)
		}
	}
}

// late is a harness whose answers come when they like, in any order.
type late struct {
	*harness
	rng  *rand.Rand
	msgs []func() tea.Msg
}

// take puts a command's answer on its way: computed now and delivered late, or
// computed late.
func (x *late) take(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	if x.rng.IntN(2) == 0 {
		msg := cmd()
		cmd = func() tea.Msg { return msg }
	}
	x.msgs = append(x.msgs, cmd)
}

func (x *late) press(names ...string) {
	for _, n := range names {
		_, cmd := x.Update(keyPress(n))
		x.take(cmd)
	}
}

// deliver hands over one of the answers on their way.
func (x *late) deliver() {
	i := x.rng.IntN(len(x.msgs))
	msg := x.msgs[i]()
	x.msgs = slices.Delete(x.msgs, i, i+1)
	switch msg := msg.(type) {
	case nil:
	case tea.BatchMsg:
		for _, cmd := range msg {
			x.take(cmd)
		}
	default:
		_, cmd := x.Update(msg)
		x.take(cmd)
	}
}

// TestLateAnswers changes settings at random while the answers come late and in
// any order: no frame mixes two of them.
func TestLateAnswers(t *testing.T) {
	changes := cases(1200)
	ds := twoLabels(24)
	x := &late{harness: start(t, ds, 160, 50), rng: rand.New(rand.NewPCG(fresh.Seed(t, 3), 5))}
	x.After = func(_ time.Duration, msg tea.Msg) tea.Cmd { return func() tea.Msg { return msg } }
	w := &witness{study: core.NewStudy(ds)}
	text := func(keys string) []string { return strings.Split(keys, "") }
	moves := [][]string{
		{"2", "v"},
		{"l", "down", "enter"},
		{"l", "up", "enter"},
		{"R", "down", "enter"},
		{"R", "up", "enter"},
		{"c", "ctrl+u", "2", "enter"},
		{"c", "ctrl+u", "1", "enter"},
		append(append([]string{"p", "ctrl+u"}, text("1..3")...), "enter"),
		append(append([]string{"r", "ctrl+u"}, text(".1")...), "enter"),
		{"r", "ctrl+u", "0", "enter"},
		{"p", "ctrl+u", "enter", "esc"},
	}
	for key := range strings.FieldsSeq("right left > < home end + - 0 a space down g s u u ctrl+r 1 v 2 4 5 6 B") {
		moves = append(moves, []string{key})
	}
	shown := make(map[*core.Result]bool)
	stale := 0
	tested := func() bool { return len(shown) >= changes/50 && stale >= 5 }
	// What an answer reports on its way depends on the machine: a slow one needs more changes.
	for i := 0; i < changes || !tested() && i < 20*changes; i++ {
		x.press(moves[x.rng.IntN(len(moves))]...)
		w.check(t, x.app)
		for n := x.rng.IntN(8); n > 0 && len(x.msgs) > 0; n-- {
			x.deliver()
			w.fits(x.harness)
			x.whole(false)
			w.check(t, x.app)
			shown[x.Shown.Result] = true
		}
		stale = max(stale, len(x.msgs))
	}
	if !tested() {
		t.Errorf("%d Results were shown, at most %d answers were on their way: nothing was tested", len(shown), stale)
	}
	for len(x.msgs) > 0 {
		x.deliver()
		w.check(t, x.app)
	}
	if !x.State.Equal(x.Shown.State) || x.Solving.Pending() { // an answer may have more than is wanted
		t.Errorf("when all answers have come, %+v is shown and %+v wanted", x.Shown.State, x.State)
	}
}

// TestStrangers presses every key once, at four sizes and on every screen, on small files as
// strangers bring them: nothing panics, and frames fit. What has no screen says why.
func TestStrangers(t *testing.T) {
	t.Chdir(t.TempDir()) // it exports, too
	sizes := [][2]int{{40, 10}, {80, 24}, {120, 40}, {200, 60}}
	shown := 0
	for seed := range fresh.Seeds(t, 7700, uint64(cases(200))) {
		table := fresh.Draw(seed)
		found, err := read.Open(t.Context(), read.Query{Data: []read.Source{read.Bytes("data.csv", []byte(table.Text))}})
		if err == nil && len(found.Dataset.Labels) > 0 {
			_, err = screen.First(t.Context(), screen.Options{Study: core.NewStudy(found.Dataset)})
		}
		switch {
		case err == nil && len(found.Dataset.Labels) > 0:
		case table.Answers || err != nil && len(strings.Fields(err.Error())) < 4:
			t.Fatalf("seed %d: %v\n%s", seed, err, table.Text)
		default:
			continue
		}
		shown++
		size := sizes[seed%4]
		rng := rand.New(rand.NewPCG(seed, 12))
		x, w := start(t, found.Dataset, size[0], size[1]), &witness{}
		keys := monkeyKeys()
		rng.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
		x.keys(fmt.Sprint(1 + seed/4%6))
		for _, key := range keys {
			func() {
				defer func() {
					if p := recover(); p != nil {
						t.Fatalf("seed %d: %s on screen %d panics: %v\n%s\n%s", seed, key, x.app.screen, p, debug.Stack(), table.Text)
					}
				}()
				x.keys(key)
				w.fits(x)
			}()
		}
	}
	if shown == 0 {
		t.Error("nothing was shown")
	}
}
