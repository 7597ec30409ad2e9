package tui

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/tui/screen"
)

// benched opens a screen on data, of a size, without a clock and without work aside.
func benched(tb testing.TB, ds *model.Dataset, w, h int) *app {
	o := screen.Options{Study: core.NewStudy(ds), Theme: "dark"}
	s, err := screen.First(context.Background(), o)
	if err != nil {
		tb.Fatal(err)
	}
	a := newApp(context.Background(), o, s)
	a.pace.least = 0
	a.After = func(time.Duration, tea.Msg) tea.Cmd { return nil }
	a.Update(tea.WindowSizeMsg{Width: w, Height: h})
	return a
}

// steps are what hands do among many attributes: a step of a drag, of a scroll and of a
// filter being typed, and the frame that each makes.
var steps = []struct {
	name  string
	begin func(a *app)
	step  func(a *app, i int)
}{
	{"drag", func(a *app) {
		l := a.layout()
		from, _ := a.Look.Table.Rolls.Lie(l.At(a.TablePane).Dx())
		a.Update(tea.MouseClickMsg{X: from + 1, Y: l.slider.Min.Y, Button: tea.MouseLeft})
	}, func(a *app, i int) {
		l := a.layout()
		from, to := a.Look.Table.Rolls.Lie(l.At(a.TablePane).Dx())
		a.Update(tea.MouseMotionMsg{X: from + i%(to-from), Y: l.slider.Min.Y, Button: tea.MouseLeft})
	}},
	{"scroll", func(a *app) { a.Unfold(true) }, func(a *app, i int) {
		key := tea.KeyPressMsg{Code: tea.KeyDown}
		if i%70 >= 35 {
			key.Code = tea.KeyUp
		}
		a.Update(key)
	}},
	{"filter", func(a *app) { a.Update(tea.KeyPressMsg{Code: '/', Text: "/"}) }, func(a *app, i int) {
		key := tea.KeyPressMsg{Code: '3', Text: "3"}
		if i%2 == 1 {
			key = tea.KeyPressMsg{Code: tea.KeyBackspace}
		}
		a.Update(key)
	}},
}

// TestMany: hands do among hundreds of attributes with as little work as among 40. Work is
// counted in allocations: whatever a frame writes, wraps or draws for a row makes some.
func TestMany(t *testing.T) {
	const d = 200 // as good as 1,000, and sooner read
	few, lots := benched(t, many(40), 160, 50), benched(t, many(d), 160, 50)
	for _, s := range steps {
		count := func(a *app) float64 {
			s.begin(a)
			i := 0
			n := testing.AllocsPerRun(70, func() {
				s.step(a, i)
				_ = a.View()
				i++
			})
			a.Update(tea.KeyPressMsg{Code: tea.KeyEscape})
			a.Update(tea.MouseReleaseMsg{Button: tea.MouseLeft})
			return n
		}
		if among40, among := count(few), count(lots); among > 1.3*among40 {
			t.Errorf("a step of a %s allocates %.0f times among %d attributes, %.0f times among 40", s.name, among, d, among40)
		}
	}
}

// many is a small pilot of d attributes, which say less and less of the label.
func many(d int) *model.Dataset {
	rng := rand.New(rand.NewPCG(7, uint64(d)))
	b := new(model.Builder)
	label := b.AddLabel("y")
	raters := []int32{b.RaterID("r0"), b.RaterID("r1")}
	for i := range 60 {
		o := b.Object(fmt.Sprintf("o%02d", i))
		y := rng.NormFloat64()
		b.SetLabel(label, o, y)
		for a := range d {
			truth := y/float64(1+a%40) + rng.NormFloat64()
			for _, w := range raters {
				b.Add(o, b.Attribute(fmt.Sprintf("attribute-%04d", a)), w, truth+rng.NormFloat64())
			}
		}
	}
	ds := b.Build()
	ds.Name, ds.Reading.Layout = "many", "long"
	return ds
}
