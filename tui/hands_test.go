package tui

import (
	"encoding/xml"
	"fmt"
	"image"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/picture"
	"fms-tui/tui/screen"
	"fms-tui/tui/theme"
)

// TestFilterLanguage: each kind of term hides what it says, and terms add up.
func TestFilterLanguage(t *testing.T) {
	x := start(t, bodies(), 120, 40)
	r := x.Shown.Result
	figures := func(keeps func(i int) bool) (names []string) {
		for i := range r.Attributes {
			if keeps(i) {
				names = append(names, r.Attributes[i].Name)
			}
		}
		return names
	}
	name := func(i int) string { return r.Attributes[i].Name }
	for text, keeps := range map[string]func(i int) bool{
		"hair":             func(i int) bool { return strings.Contains(name(i), "hair") },
		"hair -fair":       func(i int) bool { return strings.Contains(name(i), "hair") && !strings.Contains(name(i), "fair") },
		"/^F|s$/":          func(i int) bool { return strings.HasPrefix(name(i), "f") || strings.HasSuffix(name(i), "s") },
		"corr<-.2":         func(i int) bool { return r.Attributes[i].Corr < -.2 },
		"noise<50 corr>.3": func(i int) bool { return r.Attributes[i].Reliability() > .5 && r.Attributes[i].Corr > .3 },
		"full>=1":          func(i int) bool { return x.Active().Repeats[i] > 0 },
		"scoring>0 full=0": func(i int) bool { return x.Look.Picks[1].Selection.Repeats[i] > 0 && x.Active().Repeats[i] == 0 },
	} {
		x.SetFilter(text)
		want := figures(keeps)
		if got := x.names(); len(got) != len(want) || len(want) == 0 || len(want) == len(r.Attributes) {
			t.Errorf("%q keeps %d attributes, want %d: %v", text, len(got), len(want), want)
		}
	}
	x.SetFilter("full>0")
	before := len(x.names())
	x.keys("home")
	if before == 0 || len(x.names()) != 0 {
		t.Errorf("at B = 0 %d attributes are bought, at 20 %d", len(x.names()), before)
	}
	for _, text := range []string{"/[/", "corr<", "nonsense<3", "-"} {
		x.SetFilter(text) // half typed: part of a name
		if n := len(x.names()); n != 0 && text != "-" {
			t.Errorf("%q keeps %d", text, n)
		}
	}
}

// TestGlyphs: with other glyphs the screen has the same size, and in ASCII nothing
// else; with 16 colours no other.
func TestGlyphs(t *testing.T) {
	x := start(t, bodies(), 120, 40)
	for set, most := range map[theme.Glyphs]rune{theme.Block: 0x27ff, theme.ASCII: 0x7e} {
		x.Opt.Glyphs = set
		x.theme.pick()
		x.Change()
		for _, key := range []string{"1", "v", "3"} {
			x.keys(key)
			for i, line := range strings.Split(x.screen(), "\n") {
				for _, r := range line {
					if r > most {
						t.Fatalf("%s: line %d of screen %s holds %q", set, i, key, r)
					}
				}
			}
			for _, line := range strings.Split(x.frame, "\n") {
				if n := ansi.StringWidth(line); n != 120 {
					t.Errorf("%s: a line is %d wide", set, n)
				}
			}
		}
	}
	x.send(tea.ColorProfileMsg{Profile: colorprofile.ANSI})
	if name := x.theme.Name; name != "dark16" || strings.Contains(x.frame, "38;") || strings.Contains(x.frame, "48;") || strings.Contains(x.frame, ";34m") {
		t.Errorf("the theme %s sets a colour that is none of the 16, or blue", name)
	}
}

// TestPicture: P writes the screen as it is, as SVG with its text, or as PNG.
func TestPicture(t *testing.T) {
	x := start(t, bodies(), 100, 24)
	x.Opt.Glyphs = theme.ASCII // pictures have their own
	x.theme.pick()
	x.Change()
	dir := t.TempDir()
	for _, name := range []string{"s.svg", "s.png"} {
		x.keys("P")
		if got := x.over.field.input.Value(); got != "bodies-plan.svg" {
			t.Errorf("proposed is %q", got)
		}
		x.typed(filepath.Join(dir, name))
		x.keys("enter")
		x.want("exported the picture of Plan to")
	}
	text, err := os.ReadFile(filepath.Join(dir, "s.svg"))
	if err != nil || xml.Unmarshal(text, new(struct{})) != nil || !strings.Contains(string(text), "long-hair") || !strings.Contains(string(text), "<path") {
		t.Errorf("%v: %.300s", err, text)
	}
	f, err := os.Open(filepath.Join(dir, "s.png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	c, err := png.DecodeConfig(f)
	if want := 100*picture.CellW + 2*picture.Margin; err != nil || c.Width != want {
		t.Errorf("%d wide, want %d: %v", c.Width, want, err)
	}
	x.keys("P")
	x.typed("a.gif")
	x.want("the name must end in .svg or .png")
}

// TestAnySize: whatever the size, up to 400×400, and whatever the names, every screen and
// everything that opens over it fills the terminal exactly, and its panes lie apart and
// inside.
func TestAnySize(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 1), 0))
	for _, ds := range []*model.Dataset{bodies(), hostile(24)} {
		x := start(t, ds, 80, 24)
		for range cases(32) {
			w, h := rng.IntN(401), rng.IntN(401)
			if rng.IntN(2) == 0 {
				w, h = rng.IntN(130), rng.IntN(50)
			}
			x.send(tea.WindowSizeMsg{Width: w, Height: h})
			for _, key := range []string{"1", "v", "2", "v", "3", "4", "5", "6"} {
				x.keys(key)
				x.fills(key)
				x.apart(w, h)
			}
			x.keys("1")
			for _, key := range []string{"?", ":", "enter", "/", "b", "e", "l", "o", "R", "z"} {
				x.keys(key)
				x.fills("1 " + key)
				x.keys("esc", "esc")
			}
		}
	}
}

// unsafe is what no frame may hold: escape sequences that are no colours, control characters, and
// marks that turn the direction of text.
var unsafe = regexp.MustCompile(`\x1b[^\[]|\x1b\[[0-9;]*[^0-9;m]|[\x00-\x09\x0b-\x1a]|\x{202e}`)

// fills fails unless the frame has every cell of the terminal, and no other.
func (x *harness) fills(key string) {
	x.t.Helper()
	if x.w*x.h == 0 {
		return
	}
	if m := unsafe.FindString(x.frame); m != "" {
		x.t.Fatalf("%d×%d, %s: the frame holds %q", x.w, x.h, key, m)
	}
	fits(x.t, x.frame, x.w, x.h)
}

// hostile is a data set of n objects whose names are long, wide, of many parts, written
// from right to left, and escape sequences.
func hostile(n int) *model.Dataset {
	names := []string{
		strings.Repeat("a name without an end ", 12), "見出しの長さと読みやすさ", "👩‍👩‍👧‍👦 family 👍🏽", "עברית مرحبا", "e\u0301\u0323 combined", "\x1b[31mred\x1b[2J\x07", "a\tb\nc", "",
	}
	b := new(model.Builder)
	y := b.AddLabel(names[1] + names[2])
	for i := range n {
		o := b.Object(fmt.Sprint(names[i%len(names)], i))
		b.SetLabel(y, o, float64(i*7%10))
		for k := range 3 {
			w := b.RaterID(fmt.Sprint(names[k], k))
			for a, name := range names {
				b.Add(o, b.Attribute(fmt.Sprint(name, a)), w, float64((i*(a+3)%10)*(a%4)+(i+k)%3))
			}
		}
	}
	ds := b.Build()
	ds.Name, ds.Reading.Layout = names[2]+names[0], "long"
	return ds
}

// apart fails where panes overlap or lie outside.
func (x *harness) apart(w, h int) {
	x.t.Helper()
	l := x.layout()
	var all []image.Rectangle
	places := []image.Rectangle{l.header, l.sentence, l.slider, l.footer}
	for _, p := range x.kind().Panes {
		places = append(places, l.At(p))
	}
	for _, at := range places {
		if at.Empty() {
			continue
		}
		if !at.In(image.Rect(0, 0, w, h)) {
			x.t.Errorf("%d×%d, %s: a pane lies at %v", w, h, x.kind().Name(), at)
		}
		for _, other := range all {
			if at.Overlaps(other) {
				x.t.Errorf("%d×%d, %s: panes overlap at %v and %v", w, h, x.kind().Name(), at, other)
			}
		}
		all = append(all, at)
	}
}

// TestPace: a key has its frame at once although work aside has just had one; two keys
// within the time of a frame share the second frame, which a timer brings.
func TestPace(t *testing.T) {
	x := start(t, bodies(), 120, 40)
	now := time.Unix(7200, 0)
	x.pace.now = func() time.Time { return now }
	x.pace.least = leastFrame
	timers := 0
	var due tea.Msg
	x.After = func(d time.Duration, msg tea.Msg) tea.Cmd {
		if d <= leastFrame {
			if timers, due = timers+1, msg; d <= 0 {
				t.Errorf("a frame waits for %v", d)
			}
		}
		return nil
	}
	report := func() { x.Change(); x.app.Update(nil) }
	report()
	for step, test := range []struct {
		key     string // "" is a report
		after   time.Duration
		painted bool
		timers  int
	}{
		{"right", leastFrame / 4, true, 0},
		{"right", leastFrame / 4, false, 1},
		{"", leastFrame / 4, false, 1},
		{"timer", leastFrame / 2, true, 1},
		{"", leastFrame / 4, false, 2},
		{"right", leastFrame, true, 2},
		{"timer", leastFrame / 4, true, 2}, // of the report, whose frame is there
		{"right", leastFrame / 4, false, 3},
	} {
		now = now.Add(test.after)
		switch test.key {
		case "":
			report()
		case "timer":
			x.app.Update(due)
		default:
			x.app.Update(keyPress(test.key))
		}
		if x.Dirty == test.painted || timers != test.timers {
			t.Errorf("step %d: painted %t after %d timers, want %t and %d", step, !x.Dirty, timers, test.painted, test.timers)
		}
	}
}

// clickOn clicks on the part of a pane that is about something.
func (x *harness) clickOn(p *screen.Pane, is any) {
	x.t.Helper()
	place := x.at(p)
	for y := place.Min.Y; y < place.Max.Y; y++ {
		for c := place.Min.X; c < place.Max.X; c++ {
			if got := x.canvas.TargetAt(image.Pt(c, y)); reflect.DeepEqual(got, is) {
				x.mouseAt("press", c, y, 0)
				x.mouseAt("release", c, y, 0)
				return
			}
		}
	}
	x.t.Fatalf("%v is nowhere", is)
}

// TestClickOnNames: a click on the name of a line makes its algorithm active and compares
// it with the one that was; B stays, on its axis name the scale turns, and undo takes each
// back.
func TestClickOnNames(t *testing.T) {
	x := start(t, bodies(), 140, 44)
	b := x.State.Budget
	x.clickOn(x.ChartPane, chart.Named("scoring"))
	if s := x.State; s.Algorithm != selection.Scoring || s.Compared != selection.Full || s.Budget != b || x.pointer.drag.on() {
		t.Errorf("a click on scoring makes %s active, compared with %s, B = %s", s.Algorithm, s.Compared, s.Budget)
	}
	if got := string(x.Look.Against().Algorithm); got != "full" {
		t.Errorf("the rolls compare with %s", got)
	}
	x.keys("u")
	if x.State.Algorithm != selection.Full || string(x.Look.Against().Algorithm) != "scoring" {
		t.Errorf("undo leaves %s against %s", x.State.Algorithm, string(x.Look.Against().Algorithm))
	}
	x.clickOn(x.ChartPane, chart.Named("honest"))
	x.want("honest: cross-validated")
	x.clickOn(x.ChartPane, panel.Scale{})
	if x.State.Scale != screen.ScaleR2 || x.State.Budget != b {
		t.Errorf("a click on the axis name leads to scale %s, B = %s", x.State.Scale, x.State.Budget)
	}
	slider := x.layout().slider
	line := []rune(strings.Split(x.screen(), "\n")[slider.Min.Y])
	at := slices.Index(line, '▲')
	x.mouseAt("press", at, slider.Min.Y, 0)
	x.mouseAt("release", at, slider.Min.Y, 0)
	if want, _ := x.Shown.Honest.Recommended(selection.Full); x.State.Budget != want {
		t.Errorf("a click on the mark leads to B = %s, recommended is %s", x.State.Budget, want)
	}
}

// litByName: a click on a name among the test errors lights the line, and the others are grey; there are
// never more than six.
func (x *harness) litByName() {
	e := &x.experiments().Errors
	for _, alg := range []selection.Algorithm{selection.Scoring, selection.Full} {
		x.clickOn(x.experiments().ErrorsPane, chart.Named(alg))
		if s := e.Plot.Series; x.compare().Selected != alg || s[0].Name != string(alg) || s[1].Pen != theme.Faint || len(s) > 6 || x.State.Algorithm != selection.Full {
			x.t.Errorf("a click on %s lights %s of %d lines", alg, s[0].Name, len(s))
		}
	}
}

// rowName is the attribute of a row of the table.
func (x *harness) rowName(row int) string { return x.Shown.Result.Attributes[x.Look.Roll(row).Of].Name }

// TestCompared: A chooses the algorithm compared, on Trust the selected one; its rolls,
// its line and its repeats follow, and undo takes it back.
func TestCompared(t *testing.T) {
	x := start(t, panelled(24), 140, 44)
	seen := []string{string(x.Look.Against().Algorithm)}
	for range selection.AllAlgorithms() {
		x.keys("A")
		s := x.Shown.Result.At(x.Look.Against().Algorithm, x.State.Budget)
		for i := range x.Look.Table.Rows {
			if row := x.Look.Roll(i); row.Over == nil && row.Repeats[1] != s.Repeats[row.Of] {
				t.Fatalf("%s asks %s %d times, shown are %d", s.Algorithm, x.rowName(i), s.Repeats[row.Of], row.Repeats[1])
			}
		}
		if c := x.Look.Loss.Plot.Series; c[len(c)-1].Of != string(x.Look.Against().Algorithm) {
			t.Errorf("the chart does not show %s", string(x.Look.Against().Algorithm))
		}
		seen = append(seen, string(x.Look.Against().Algorithm))
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
			t.Fatalf("%s is compared with itself", l.Picks[l.Active].Selection.Algorithm)
		}
	}
}

// TestEveryCell presses cells of every screen at three sizes: B
// changes from the slider's track, its axis, a plot and a track alone, and a blank cell
// elsewhere changes nothing.
func TestEveryCell(t *testing.T) {
	seed := fresh.Seed(t, 4200)
	for _, c := range []struct{ w, h, every int }{{40, 10, 3}, {80, 24, 29}, {160, 50, 211}} {
		x, step := trying(t, panelled(24), c.w, c.h), max(c.every*600/cases(2400), 1)
		for n, keys := range [][]string{{"1"}, {"1", "v"}, {"2"}, {"2", "v"}, {"3"}, {"4"}, {"5"}, {"6"}} {
			x.keys("esc", "1")
			x.keys(keys...)
			view, b, frame, cells := x.app.screen, x.State, x.frame, strings.Split(x.screen(), "\n")
			for at := int((seed + uint64(n)) % uint64(step)); at < c.w*c.h; at += step {
				p := image.Pt(at%c.w, at/c.w)
				sets := x.sets(p)
				_, near := x.canvas.TargetAt(p).(chart.Pointed)                    // a dot is small: a press beside it is about it
				x.Update(tea.MouseClickMsg{X: p.X, Y: p.Y, Button: tea.MouseLeft}) // what it asks aside is not waited for
				x.Update(tea.MouseReleaseMsg{X: p.X, Y: p.Y, Button: tea.MouseLeft})
				row := []rune(cells[p.Y])
				blank := func(i int) bool { return i < 0 || i >= len(row) || row[i] == ' ' }
				switch {
				case !sets && x.State.Budget != b.Budget:
					t.Fatalf("%d×%d, %v: a press at %v sets B to %s, was %s:\n%s", c.w, c.h, keys, p, x.State.Budget, b.Budget, strings.Join(cells, "\n"))
				case !sets && !near && blank(p.X) && (blank(p.X-1) || blank(p.X+1)) && x.frame != frame:
					t.Fatalf("%d×%d, %v: a press at the blank cell %v changes the screen from\n%s\nto\n%s", c.w, c.h, keys, p, strings.Join(cells, "\n"), x.screen())
				}
				if x.frame != frame {
					x.over, x.focus = nil, focusing{pane: map[int]*screen.Pane{}}
					x.enterScreen(view)
					x.Turn(b)
					x.Toast.Dismiss()
					x.send(tea.WindowSizeMsg{Width: c.w, Height: c.h}) // and what Turn asks is answered
					frame, cells = x.frame, strings.Split(x.screen(), "\n")
				}
			}
		}
	}
}

// sets tells whether a press at p may set B.
func (x *harness) sets(p image.Point) bool {
	switch x.canvas.TargetAt(p).(type) {
	case chart.Dial, chart.Marked, func():
		return true
	}
	return false
}

func TestMap(t *testing.T) {
	x := start(t, bodies(), 160, 50)
	x.keys("v")
	holdScreens(t, x, [2]int{100, 24}, [2]int{80, 24}, [2]int{40, 10})
}

// TestMapPlaces: every attribute stands at its place in the paper's figures, and bought
// attributes are discs of their repeats.
func TestMapPlaces(t *testing.T) {
	x := start(t, bodies(), 160, 50)
	x.keys("v")
	r := x.Shown.Result
	s := r.At(selection.Full, x.State.Budget)
	for i := range r.Attributes {
		at := &r.Attributes[i]
		all := x.attrMap().Mapped
		k := slices.IndexFunc(all, func(m screen.Mapped) bool { return m.Name == at.Name })
		if k < 0 {
			t.Fatalf("%s is not on the map", at.Name)
		}
		m, p := all[k], x.attrMap().Chart.Plot.Points[k]
		if m.Repeats != s.Repeats[i] || p.Filled != (s.Repeats[i] > 0) || (p.Pen == theme.Excluded) == at.Selectable() {
			t.Errorf("%s: %+v, repeats %d", at.Name, p, s.Repeats[i])
		}
		if at.Sigma2 > 0 && (p.X != math.Abs(at.NormalizedCorrelation()) || strings.HasPrefix(p.Name, "−") != (at.B < 0) || p.Y != math.Log10(at.NoiseRatio())) {
			t.Errorf("%s stands at %+v", at.Name, p)
		}
		if at.Sigma2 == 0 && (!strings.HasSuffix(p.Name, "↑") || p.X != math.Abs(at.B/at.T)) {
			t.Errorf("%s without external variance stands at %+v", at.Name, p)
		}
	}
}

// TestMapWalk: the arrow keys go by x, the mouse selects.
func TestMapWalk(t *testing.T) {
	x := start(t, bodies(), 160, 50)
	x.keys("v", "g")
	at := func() float64 {
		for _, p := range x.attrMap().Chart.Plot.Points {
			if p.Selected {
				return p.X
			}
		}
		t.Fatal("nothing is selected")
		return 0
	}
	first := at()
	for range x.attrMap().Chart.Plot.Points {
		x.keys("down")
		if at() < first {
			t.Fatalf("from %g to the left, to %g", first, at())
		}
		first = at()
	}
	x.want("╮╭ " + x.Selected())
	// The place of an attribute on screen, found as the mouse finds it.
	l := x.at(x.attrMap().Pane)
	places := make(map[string][2]int)
	for py := l.Min.Y; py < l.Max.Y; py++ {
		for px := l.Min.X; px < l.Max.X; px++ {
			if i, ok := x.canvas.TargetAt(image.Pt(px, py)).(chart.Pointed); ok {
				places[x.attrMap().Mapped[i].Name] = [2]int{px, py}
			}
		}
	}
	if len(places) != len(x.attrMap().Chart.Plot.Points) {
		t.Errorf("%d of %d attributes can be pointed at", len(places), len(x.attrMap().Chart.Plot.Points))
	}
	p := places["smiling"]
	x.mouseAt("press", p[0], p[1], 0)
	if x.Selected() != "smiling" {
		t.Errorf("a click selects %q", x.Selected())
	}
	x.keys("enter")
	x.want("reliability")
	x.keys("esc", "space")
	if !x.State.Settings.Excluded("smiling") {
		t.Error("space does not exclude")
	}
}
