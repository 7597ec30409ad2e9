package screen

import (
	"context"
	"runtime"
	"slices"
	"testing"
	"weak"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/job"
	"fms-tui/tui/panel"
)

// TestHonestSoFar: while the honest loss is computed, the curve and the table of budgets
// show what is known around B, and nothing is recommended.
func TestHonestSoFar(t *testing.T) {
	o := Options{Study: core.NewStudy(bodies(t)), Settings: model.Settings{Label: "height"}, NoHonest: true}
	s, err := First(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	o.NoHonest = false
	for _, scale := range []Scale{ScaleError, ScaleR2} {
		a := NewSession(t.Context(), o, nil)
		s.State.Scale, s.State.Budget = scale, s.Result.Max/4
		a.State = s.State
		a.Show(s)
		near := nearFactor * s.State.Budget
		more := make(chan struct{})
		begin := a.finishing.begin
		a.finishing.begin = func(r *core.Result) work[finished] {
			do := begin(r)
			return func(ctx context.Context, report func(finished)) (finished, error) {
				return do(ctx, func(f finished) {
					if report(f); !f.whole {
						<-more
					}
				})
			}
		}
		a.finishing.ask(a.Host)
		cmd := a.Take()
		draw := func(cmd tea.Cmd) tea.Cmd {
			cmd().(job.Msg).Deliver()
			a.RefreshLook()
			return a.Take()
		}
		cmd = draw(cmd)
		recommends := func() bool { return a.Look.Loss.Plot.Series[1].Style == chart.Marks }
		c := a.Look.Loss.Plot.Series[0]
		if n := len(c.X); a.Shown.Honest != nil || n == 0 || c.X[n-1] > a.Look.axis.Share(near.Float()) || c.Of != "honest" || recommends() {
			t.Errorf("first the curve has %d budgets, up to a share of %v, and recommends one: %v", n, c.X, recommends())
		}
		for _, row := range a.Budgets() {
			if row.Honest != (row.Budget <= near) {
				t.Errorf("at %v the figure is honest: %v", row.Budget, row.Honest)
			}
		}
		if text := a.RecommendOff(); text != "the honest loss is still being computed" {
			t.Errorf("recommending: %q", text)
		}
		close(more)
		for a.Shown.Honest == nil {
			cmd = draw(cmd)
		}
		if whole := a.Look.Loss.Plot.Series[0]; slices.Max(whole.X) <= slices.Max(c.X) || !recommends() {
			t.Errorf("in the end the curve is at %v, first at %v, and recommends one: %v", whole.X, c.X, recommends())
		}
	}
}

// TestShowLetsGo: once another Result is shown, nothing holds the one before, whatever was asked
// about it: it has matrices of all attributes.
func TestShowLetsGo(t *testing.T) {
	o := Options{Study: core.NewStudy(bodies(t)), Settings: model.Settings{Label: "height"}}
	a := NewSession(t.Context(), o, nil)
	held := askedAbout(t, a, o)
	next := o
	next.Settings = o.Settings.WithExcluded("female", true)
	s, err := First(t.Context(), next)
	if err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	if held.Value() == nil {
		t.Fatal("nothing held the Result that was shown: the test proves nothing")
	}
	a.State = s.State
	a.Show(s)
	a.RefreshLook()
	runtime.GC()
	if held.Value() != nil {
		t.Error("a Result that is shown no longer is still held")
	}
	runtime.KeepAlive(a)
}

// askedAbout shows a Result, and asks all that is asked about one.
func askedAbout(t *testing.T, a *Session, o Options) weak.Pointer[core.Result] {
	t.Helper()
	s, err := First(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	s.Honest = nil
	a.State = s.State
	a.Show(s)
	a.RefreshLook()
	for _, q := range append([]question{&a.Leaving}, a.aside...) {
		q.ask(a.Host)
	}
	r := s.Result
	a.Preparing.Ask(a.Runner(), job.Question[chosenAt, bool]{Key: s.choice(), Work: func(context.Context, func(bool)) (bool, error) { return r != nil, nil }})
	a.Take()
	return weak.Make(s.Result)
}

// TestScrolledAbove: a text that is scrolled above its first line can be drawn at once.
func TestScrolledAbove(t *testing.T) {
	d := newDocument(0)
	d.Text.Lines = make([]panel.Line, 3)
	for _, scroll := range []func(int){d.Rows, func(n int) { d.Wheel(n) }} {
		scroll(-1)
		d.Text.Draw(chart.New(20, 8))
		if d.Text.Offset != 0 {
			t.Errorf("the first line is %d", d.Text.Offset)
		}
	}
}
