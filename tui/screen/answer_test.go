package screen

import (
	"context"
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"weak"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/parallel"
	"fms-tui/core/partial"
	"fms-tui/model"
	"fms-tui/model/read"
	"fms-tui/sampledata"
	"fms-tui/tui/chart"
	"fms-tui/tui/job"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// TestHonestSoFar: while the honest loss of other algorithms is computed, the curve and the table
// of budgets show the active one's, and nothing is recommended.
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
			cmd().(job.Msg)()
			a.RefreshLook()
			return a.Take()
		}
		cmd = draw(cmd)
		recommends := func() bool { return len(a.Slider().Marks) > 0 }
		c := a.Look.Loss.Plot.Series[0]
		if a.Shown.Honest != nil || len(c.X) == 0 || c.Of != "honest" || recommends() {
			t.Errorf("first the curve is at %v, and recommends one: %v", c.X, recommends())
		}
		for _, row := range a.Budgets() {
			if !row.Honest {
				t.Errorf("at %v the figure is not honest", row.Budget)
			}
		}
		if text := a.RecommendOff(); text != "the honest loss is still being computed" {
			t.Errorf("recommending: %q", text)
		}
		close(more)
		for a.Shown.Honest == nil {
			cmd = draw(cmd)
		}
		if !recommends() {
			t.Error("in the end nothing is recommended")
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
	a.Preparing.Ask(a.Runner(), s.held(), func(context.Context, func(bool)) (bool, error) { return r != nil, nil })
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

// bodies is the bundled sample of that name.
func bodies(t testing.TB) *model.Dataset {
	t.Helper()
	s, err := sampledata.Get("bodies")
	if err != nil {
		t.Fatal(err)
	}
	ds, err := s.Open(t.Context(), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return ds
}

// TestProgress: a stage says its pieces, rate and time left; reports that overtake one
// another take nothing back, and another stage begins anew.
func TestProgress(t *testing.T) {
	begin := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	at := func(s int) time.Time { return begin.Add(time.Duration(s) * time.Second) }
	var p *Progress
	for _, c := range []struct {
		stage    string
		done, of int
		at       int
		want     string
	}{
		{"learning", 0, 0, 0, "learning · 0 s"},
		{"learning", 0, 0, 3, "learning · 3 s"},
		{"choosing", 0, 10, 4, "choosing · 0 s"},
		{"choosing", 4, 10, 6, "choosing · 4 of 10 · 2.0 a second · 3 s left"},
		{"choosing", 3, 10, 6, "choosing · 4 of 10 · 2.0 a second · 3 s left"},
		{"choosing", 0, 10, 7, "choosing · 0 s"},
	} {
		p = p.Next(c.stage, c.done, c.of, at(c.at))
		if got := p.Words(at(c.at)); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	if got := (&Progress{Done: 4, Of: 10, Since: begin}).brief(at(2)); got != "40% 3 s" {
		t.Errorf("brief %q", got)
	}
}

// TestWorkshop: work aside says how far it is once it has taken half a second, until it is
// over or nobody waits for it.
func TestWorkshop(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	w := &workshop{now: func() time.Time { return now }}
	asked, cancel := context.WithCancel(t.Context())
	said := func() string {
		if p, at := w.longest(); p != nil {
			return p.Words(at)
		}
		return ""
	}
	ctx, end := w.around(asked)
	_, endOther := w.around(t.Context())
	if got := said(); got != "" || !w.waits() {
		t.Errorf("%q at once", got)
	}
	now = now.Add(time.Second)
	if got := said(); got != "computing · 1 s" {
		t.Errorf("%q without a report", got)
	}
	hear(ctx, "choosing", 0, 4)
	now = now.Add(time.Second)
	hear(ctx, "choosing", 2, 4)
	if got := said(); got != "choosing · 2 of 4 · 2.0 a second · 1 s left" {
		t.Errorf("%q", got)
	}
	cancel()
	if got := said(); got != "computing · 2 s" {
		t.Errorf("%q of work that nobody waits for", got)
	}
	end()
	endOther()
	if got := said(); got != "" || w.waits() {
		t.Errorf("%q when all is over", got)
	}
}

func hear(ctx context.Context, stage string, done, of int) { parallel.Report(ctx, stage, done, of) }

// TestExperimentsWait: of many attributes experiments begin when all that is shown besides is
// known, and a change gives them up: each split takes as much memory as the honest loss. Of few
// they begin at once. What is under way goes on while the honest loss of other algorithms comes.
func TestExperimentsWait(t *testing.T) {
	for d, waits := range map[int]bool{core.PromptAttributes: false, core.PromptAttributes + 1: true} {
		a := NewSession(context.Background(), Options{}, nil)
		a.Shown.Result = &core.Result{}
		a.Shown.Result.Attributes = make([]core.Attribute, d)
		busy := func() {
			a.Solving.Ask(a.Runner(), problem{}, func(context.Context, func(Shown)) (Shown, error) { return Shown{}, nil })
		}
		v := newExperimentsView(a)
		busy()
		v.Trying.ask(v.Host)
		if asked := v.tries(); asked == waits {
			t.Errorf("%d attributes, an honest loss to come: experiments were asked for: %v", d, asked)
		}
		a.Solving.Forget()
		if v.Trying.ask(v.Host); !v.tries() || !v.Trying.Pending() {
			t.Errorf("%d attributes, all is known: no experiments", d)
		}
		run := v.Trying.Run
		busy()
		if v.Trying.ask(v.Host); v.Trying.Run != run {
			t.Errorf("%d attributes: experiments about the same question were given up", d)
		}
		a.Shown.State.Settings = a.Shown.State.Settings.WithExcluded("other", true)
		if v.Trying.ask(v.Host); v.tries() == waits || v.Trying.Pending() == waits {
			t.Errorf("%d attributes, another question: experiments pending: %v", d, v.Trying.Pending())
		}
	}
}

// TestLearningChart: all judgments seen have a place, and an outlying estimate does not flatten the rest.
func TestLearningChart(t *testing.T) {
	r := &partial.Report{Outcomes: []partial.Outcome{
		{Algorithm: partial.AttributeEfficient, Curve: []partial.CurvePoint{{Examples: 10, Seen: 40, Loss: 900}, {Examples: 100, Seen: 400, Loss: 6}}},
		{Algorithm: partial.FullRidge, Curve: []partial.CurvePoint{{Examples: 10, Seen: 200, Loss: 5}, {Examples: 100, Seen: 2000, Loss: 3}}},
	}}
	c := LearningChart(r, "Loss", func(x float64) float64 { return x }, 10, nil)
	p := &c.Plot
	if p.Axis != (chart.Budgets{K: 160, Max: 2000}) || len(p.Series[1].X) != 2 || p.Series[1].X[1] != 1 || p.Y.Max != 15 || p.Y.Min != 3 {
		t.Errorf("%+v", p)
	}
	canvas := chart.New(60, 14)
	c.Draw(canvas)
	text := chart.Strip(canvas.String(theme.Mono()))
	for _, want := range []string{"judgments seen", "aer", "ridge", "the mean", "2000"} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q:\n%s", want, text)
		}
	}
}

// TestOnce: what each purchase adds, and what a second round takes, is said where no object has two judgments.
func TestOnce(t *testing.T) {
	for n := 1; n <= 2; n++ {
		b, r := new(model.Builder), rand.New(rand.NewPCG(3, 4))
		y := b.AddLabel("grade")
		for i := range 90 {
			o, level := b.Object(fmt.Sprintf("o%02d", i)), r.NormFloat64()
			b.SetLabel(y, o, level+.3*r.NormFloat64())
			for range n {
				b.Add(o, b.Attribute("plot"), model.NoRater, level)
				b.Add(o, b.Attribute("length"), model.NoRater, r.NormFloat64())
			}
		}
		o := Options{Study: core.NewStudy(b.Build()), Budget: model.Units(2), HasBudget: true}
		s, err := First(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		a := NewSession(t.Context(), o, nil)
		a.Show(s)
		a.RefreshLook()
		got, bought := "", a.items(a.Active().Repeats)
		p := purchase{Session: a, w: 50, s: a.Active(), bought: bought, ahead: bought}
		for _, i := range slices.Concat(p.list(), p.others()) {
			for _, s := range slices.Concat(i.Left, i.Right) {
				got += s.Text + " "
			}
		}
		got = strings.Join(strings.Fields(got), " ")
		for _, want := range []string{
			"1 × plot ■ ? 1 × length ■ ?", " sure + length 0.", " unsure A", "Judge 60 of the 90 objects once more: 120",
		} {
			if strings.Contains(got, want) != (n == 1) {
				t.Errorf("with %d of each: %q is in, or missing:\n%s", n, want, got)
			}
		}
		a.Fit(&Body{Slider: image.Rect(0, 0, 119, 1)})
		if values := a.Look.Loss.Plot.Series[0].Texts; len(values) != 3*(2-n) {
			t.Errorf("with %d of each the chart has the values %v in words", n, values)
		}
	}
}

// TestEnough: the gain from twice the objects is told in standard errors of the loss.
func TestEnough(t *testing.T) {
	for before, want := range map[float64]string{
		10: "from 3.16 to 3.00, a gain of less than one standard error.",
		14: "from 3.74 to 3.00, a gain of 2.5 standard errors: more objects may pay.", 8: "from 2.83 to 3.00, no gain.",
	} {
		curve := []partial.CurvePoint{{Seen: 50, Loss: 99}, {Seen: 1000, Loss: before}, {Seen: 1400, Loss: 9.5}, {Seen: 2000, Loss: 9, SE: 2}}
		o, m := partial.Outcome{Algorithm: partial.Estimated, Curve: curve}, measure{Scale: ScaleError}
		if got := enough(&o, m); got != "Enough? From 1,000 to 2,000 judgments the typical error of baseline went "+want {
			t.Error(got)
		}
		if o.Curve[3].SE = math.NaN(); enough(&o, m) != "" {
			t.Error("one split has no standard error")
		}
	}
}

// TestCapital: a sentence begins with a capital letter, but the name of a file or an attribute is not changed.
func TestCapital(t *testing.T) {
	for text, want := range map[string]string{"commas in numbers": "Commas in numbers", "élan is": "Élan is", "": "", "laibe.csv is not UTF-8": "laibe.csv is not UTF-8", "q_1 is": "q_1 is"} {
		if got := Capital(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
