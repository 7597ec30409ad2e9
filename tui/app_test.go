package tui

import (
	"context"
	"fmt"
	"image"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/internal/fresh"
	"fms-tui/model"
	"fms-tui/model/read"
	"fms-tui/sampledata"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/screen"
)

// opened are the samples that were opened, by name and label, and solved what the screen opened
// with, by data and settings: both are not changed.
var opened, solved sync.Map

// bodies is the bundled sample, read as the program reads it.
func bodies() *model.Dataset { return openSample("bodies") }

// cases are n cases where seeds are fresh, as in CI, and otherwise a sixteenth of them.
func cases(n int) int {
	if os.Getenv(fresh.Variable) != "" {
		return n
	}
	return max(n/16, 1)
}

func openSample(name string) *model.Dataset { return openLabelled(name, "") }

// openLabelled is a bundled sample read with a label; "" is its usual one.
func openLabelled(name, label string) *model.Dataset {
	if ds, known := opened.Load([2]string{name, label}); known {
		return ds.(*model.Dataset)
	}
	s, err := sampledata.Get(name)
	if err != nil {
		panic(err)
	}
	ds, err := s.Open(context.Background(), read.Options{Label: label})
	if err != nil {
		panic(err)
	}
	opened.Store([2]string{name, label}, ds)
	return ds
}

// harness drives an app without a terminal. Frames are painted at once, and
// commands run to their end where they are given.
type harness struct {
	t *testing.T
	*app
}

func start(t *testing.T, ds *model.Dataset, w, h int) *harness {
	t.Helper()
	return startAt(t, ds, w, h, model.Settings{})
}

// startPaper begins with the paper's label covariances, with which the sample's
// slider ends at 80.
func startPaper(t *testing.T, ds *model.Dataset, w, h int) *harness {
	t.Helper()
	return startAt(t, ds, w, h, model.Settings{Shrink: model.ShrinkNone})
}

func startAt(t *testing.T, ds *model.Dataset, w, h int, settings model.Settings) *harness {
	t.Helper()
	o := screen.Options{Settings: settings, Study: core.NewStudy(ds), Theme: "dark", Splits: 2, Lambdas: 6, Courses: 2, Seed: 1}
	if ds.Name == "bodies" {
		o.Budget, o.HasBudget = model.Units(20), true // a round one, and not the recommended one
	}
	type asked struct {
		ds       *model.Dataset
		settings string
	}
	type answer struct {
		study *core.Study
		shown screen.Shown
	}
	key := asked{ds, fmt.Sprintf("%+v", settings)}
	if known, ok := solved.Load(key); ok {
		o.Study = known.(answer).study
	} else {
		s, err := screen.First(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		solved.Store(key, answer{o.Study, s})
	}
	known, _ := solved.Load(key)
	a := newApp(context.Background(), o, known.(answer).shown)
	a.pace.least = 0
	a.After = func(time.Duration, tea.Msg) tea.Cmd { return nil }
	x := &harness{t, a}
	x.send(tea.WindowSizeMsg{Width: w, Height: h})
	return x
}

// send hands a message over and runs the commands that follow. No tick ever comes.
func (x *harness) send(msg tea.Msg) {
	x.t.Helper()
	_, cmd := x.Update(msg)
	x.run(cmd)
}

func (x *harness) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil, tea.QuitMsg, tea.SuspendMsg:
	case tea.BatchMsg:
		for _, c := range msg {
			x.run(c)
		}
	default:
		x.send(msg)
	}
}

// keys presses keys, each by its name in the table.
func (x *harness) keys(names ...string) {
	x.t.Helper()
	for _, n := range names {
		x.send(keyPress(n))
	}
}

// pick takes the item of the open list that holds a text.
func (x *harness) pick(text string) {
	x.t.Helper()
	list := x.over.view.(*panel.Table).Rows
	at := slices.IndexFunc(list, func(row []any) bool { return strings.Contains(fmt.Sprint(row[0]), text) })
	if at < 0 {
		x.t.Fatalf("no item of %q holds %q", list, text)
	}
	x.keys("g")
	for range at {
		x.keys("down")
	}
	x.keys("enter")
}

func keyPress(name string) tea.KeyPressMsg {
	special := map[string]rune{
		"left": tea.KeyLeft, "right": tea.KeyRight, "up": tea.KeyUp, "down": tea.KeyDown,
		"home": tea.KeyHome, "end": tea.KeyEnd, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown,
		"esc": tea.KeyEscape, "enter": tea.KeyEnter, "space": tea.KeySpace, "backspace": tea.KeyBackspace,
		"tab": tea.KeyTab,
	}
	var k tea.Key
	base := name
	for {
		if rest, ok := strings.CutPrefix(base, "shift+"); ok {
			k.Mod |= tea.ModShift
			base = rest
		} else if rest, ok := strings.CutPrefix(base, "ctrl+"); ok {
			k.Mod |= tea.ModCtrl
			base = rest
		} else {
			break
		}
	}
	if r, ok := special[base]; ok {
		k.Code = r
		if base == "space" {
			k.Text = " "
		}
	} else {
		k.Code = []rune(base)[0]
		if k.Mod == 0 {
			k.Text = base
		}
	}
	return tea.KeyPressMsg(k)
}

// typed presses the keys of a text.
func (x *harness) typed(text string) {
	x.t.Helper()
	for _, r := range text {
		x.send(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

// screen is the frame without colours.
func (x *harness) screen() string { return chart.Strip(x.frame) }

// Screens, as the header has them.
const (
	screenPlan = iota
	screenTrust
	screenPredictor
	screenData
	screenVotes
	screenPartial
)

// tableOf is the table of actions.
func tableOf(ctx context.Context) []action {
	screens, _ := screen.Screens(screen.NewSession(ctx, screen.Options{}, nil))
	return actions(screens)
}

// at is where a pane lies now.
func (x *harness) at(p *screen.Pane) image.Rectangle {
	l := x.layout()
	return l.At(p)
}

func (x *harness) attrMap() *screen.MapView             { return x.views.Map }
func (x *harness) compare() *screen.TrustView           { return x.views.Trust }
func (x *harness) predictors() *screen.PredictorView    { return x.views.Predictor }
func (x *harness) data() *screen.DataView               { return x.views.Data }
func (x *harness) experiments() *screen.ExperimentsView { return x.views.Tests }
func (x *harness) votes() *screen.VotesView             { return x.views.Votes }
func (x *harness) partial() *screen.PartialView         { return x.views.Partial }

// compareRow is a row of Trust as it is shown.
type compareRow struct{ Algorithm, Projected, Honest, Difference, Verdict, Repeats string }

func (x *harness) compareRows() (all []compareRow) {
	for _, r := range x.compare().Sheet.Rows {
		all = append(all, compareRow{fmt.Sprint(r[0]), fmt.Sprint(r[5]), fmt.Sprint(r[9]), fmt.Sprint(r[12]), fmt.Sprint(r[13]), fmt.Sprint(r[20])})
	}
	return all
}
