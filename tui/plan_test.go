package tui

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/internal/fresh"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
)

// TestStrip: where calls are bought whole, a bar says which of them the money goes to.
func TestStrip(t *testing.T) {
	x := start(t, openLabelled("judges", "human"), 120, 40)
	x.keys("b")
	x.typed("0.0177")
	x.keys("enter")
	x.want("eagle 75 %", "lark 23 %", "▄▄▄")
	x.send(tea.WindowSizeMsg{Width: 120, Height: 22}) // without room for it
	if strings.Contains(x.screen(), "eagle 75 %") {
		t.Errorf("the strip takes lines of what is bought:\n%s", x.screen())
	}
}

// TestCallRows: a call has two rows, with the correlation and the noise of each of its criteria, and what each buyer
// buys of it; walking down stops at each call once. The sentence compares with what the log has cost.
func TestCallRows(t *testing.T) {
	x := start(t, openLabelled("judges", "human"), 120, 40)
	x.keys("b")
	x.typed("0.0177")
	x.keys("enter")
	r, spent, paid := x.Shown.Result, x.Active().Spent, 0.
	_, below, _ := strings.Cut(x.screen(), " a call ")
	rows := strings.Split(below, "\n")
	for g := range r.Design.Forms {
		f := &r.Design.Forms[g]
		paid += f.Price.Float() * 4 // times that each call was made of each item
		at := slices.IndexFunc(rows, func(row string) bool { return strings.HasPrefix(row, " "+f.Name+" ") })
		for _, i := range f.Attributes {
			if a := &r.Attributes[i]; !strings.Contains(rows[at], figure.Corr(a.Corr)) || !strings.Contains(rows[at+1], figure.Percent(1-a.Reliability())) {
				t.Errorf("the rows of %s lack %s:\n%s\n%s", f.Name, a.Name, rows[at], rows[at+1])
			}
		}
		for k, row := range rows[at : at+2] {
			s := []*core.Selection{x.Active(), x.Look.Against()}[k]
			if n := f.Filled(s.Repeats); n > 0 && !strings.Contains(row, fmt.Sprintf("×%d", n)) {
				t.Errorf("%s is bought %d times: %s", f.Name, n, row)
			}
		}
	}
	x.want(figure.Percent(1-spent.Float()/paid) + " less than your log paid.")
	seen := []string{x.Selected()}
	for range r.Design.Forms[1:] {
		x.keys("down")
		seen = append(seen, x.Selected())
	}
	slices.Sort(seen)
	if n := len(slices.Compact(seen)); n != len(r.Design.Forms) {
		t.Errorf("walking down meets %d calls of %d", n, len(r.Design.Forms))
	}
}

// TestAnswers: the sentence is in the state that the honest losses say.
func TestAnswers(t *testing.T) {
	x := start(t, bodies(), 160, 40)
	b, ok := x.Shown.Honest.Recommended("full")
	if !ok {
		t.Fatal("nothing is recommended")
	}
	x.keys("B")
	if got := x.answer(); strings.Contains(got, "ore pays") || strings.Contains(got, "More than needed") {
		t.Errorf("at the recommended budget: %s", got)
	}
	for range 20 {
		x.keys("left")
	}
	a := x.Shown.Honest.Advise("full", x.State.Budget)
	if got := x.answer(); a.State != core.AdviceMore || a.At > b || !strings.Contains(got, "More pays: B = "+a.At.String()+" gives ") || strings.Contains(got, "Enough") {
		t.Errorf("far below the recommended budget, %+v: %s", a, got)
	}
	x.keys("home")
	if got := x.answer(); !strings.HasPrefix(got, "Ask nothing") {
		t.Errorf("at 0: %s", got)
	}
	few := start(t, openSample("beans"), 160, 40)
	if got := few.answer(); !strings.Contains(got, "projected typical error") || !strings.Contains(got, "No honest error: only 10 objects") {
		t.Errorf("with 10 objects: %s", got)
	}
	for _, size := range [][2]int{{40, 10}, {80, 24}, {250, 70}} {
		x.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		for _, l := range x.front.sentence {
			if n := chart.Width(strings.TrimSpace(panel.Plain(l.Spans))); n > size[0]-2 {
				t.Errorf("%v: a line of the answer is %d wide", size, n)
			}
		}
	}
}

// TestLeftOut: the receipt says what is lost without each attribute once that is found.
func TestLeftOut(t *testing.T) {
	x := start(t, bodies(), 120, 40)
	x.keys("b", "ctrl+u")
	x.typed("5")
	x.keys("enter")
	if strings.Contains(x.screen(), " without ") {
		t.Error("it is said before it is known")
	}
	x.send(x.Leaving.Due)
	x.want(" without ")
	x.keys("b", "ctrl+u")
	x.typed("30")
	x.keys("enter")
	x.send(x.Leaving.Due)
	pick := x.Pick()
	for i, n := range pick.Selection.Repeats {
		if n == 0 {
			continue
		}
		without, less, err := core.LeaveOut(t.Context(), pick, i, 0)
		said := fmt.Sprintf("%.2f", math.Sqrt(without.Estimate().Loss))
		switch {
		case err != nil:
			t.Fatal(err)
		case less.Loss <= .01*x.Shown.Result.LabelVar:
			said = "same"
		case less.Loss <= 2*less.SE:
			said = "unsure"
		}
		if name := x.Shown.Result.Attributes[i].Name; !regexp.MustCompile(name + ` +[■□ ]+` + said).MatchString(x.screen()) {
			t.Errorf("of %s it is not said %q:\n%s", name, said, x.screen())
		}
	}
}

// TestHelpSearch: the help begins with what can be done here, wraps, and / searches it.
func TestHelpSearch(t *testing.T) {
	x := start(t, bodies(), 80, 30)
	x.keys("?")
	lines := x.over.view.(*helpView).panel.Lines
	if panel.Plain(lines[0].Spans) != "Here: Plan" {
		t.Errorf("the help begins with %+v", lines[0])
	}
	for _, l := range lines {
		if n := chart.Width(panel.Plain(l.Spans)); n > 80-3 {
			t.Errorf("%q is %d wide", panel.Plain(l.Spans), n)
		}
	}
	for i, way := range []string{"down", "up"} { // both keys of a hint
		if !strings.Contains(panel.Plain(lines[2+i].Spans), " take B one step "+way) {
			t.Errorf("line %d is %q", 2+i, panel.Plain(lines[2+i].Spans))
		}
	}
	x.keys("/")
	x.typed("Honest loss")
	x.want("Help /Honest loss", "recommended")
	if strings.Contains(x.screen(), "suspend") {
		t.Error("the search leaves what it does not find")
	}
	x.typed("zzz")
	x.want("nothing found")
	x.keys("ctrl+u", "enter", "esc")
	if x.over != nil {
		t.Error("esc does not close the help")
	}
}

// TestNothingToChoose: where no attribute can be chosen the table keeps all rows, and the
// answer says why, in place of an advice.
func TestNothingToChoose(t *testing.T) {
	b := new(model.Builder)
	y := b.AddLabel("y")
	for i := range 40 {
		o := b.Object(fmt.Sprintf("o%02d", i))
		b.SetLabel(y, o, float64(i*i%17))
		b.Add(o, b.Attribute("same"), model.NoRater, 3)
		b.Add(o, b.Attribute("other"), model.NoRater, 4)
	}
	constant := b.Build()
	out := model.Settings{}
	for _, name := range panelled(24).Attributes {
		out = out.WithExcluded(name, true)
	}
	for _, c := range []struct {
		ds       *model.Dataset
		settings model.Settings
		cause    string
	}{
		{constant, model.Settings{}, "values that differ"},
		{panelled(24), out, "are excluded"},
	} {
		x := startAt(t, c.ds, 120, 40, c.settings)
		if got := len(x.names()); got != len(c.ds.Attributes) {
			t.Errorf("%d rows of %d attributes", got, len(c.ds.Attributes))
		}
		x.want("No attribute can be chosen", c.cause)
		x.keys("y", "Y", "3", "2", "v", "1", "v")
		x.want("No attribute can be chosen")
		if strings.Contains(x.screen(), "Enough") {
			t.Errorf("more would help nothing:\n%s", x.screen())
		}
	}
}

// TestAskingNothing: what asking nothing gives is one figure, in whatever scale and place.
func TestAskingNothing(t *testing.T) {
	x := start(t, panelled(24), 120, 40)
	for range 3 {
		rows, nothing := x.Look.Loss.Readout.Rows, x.Budgets()[0]
		if want := rows[len(rows)-1].Value; nothing.Buys != "" || nothing.Gives != want {
			t.Errorf("a budget of %s buys %q and gives %s; asking nothing gives %s", nothing.Budget, nothing.Buys, nothing.Gives, want)
		}
		x.keys("w")
	}
}

// world are judgments of n objects by k raters each; a label of 0 signal has nothing to do
// with them. Errors are shared by the raters of an object where halo is above 0.
func world(t *testing.T, n, k int, signal, halo float64) *model.Dataset {
	t.Helper()
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 81), 0))
	b := new(model.Builder)
	y := b.AddLabel("grade")
	for i := range n {
		o := b.Object(fmt.Sprintf("o%03d", i))
		truth := rng.NormFloat64()
		b.SetLabel(y, o, signal*truth+rng.NormFloat64())
		for r := range k {
			for a, name := range []string{"plot", "style", "pace"} {
				b.Add(o, b.Attribute(name), b.RaterID(fmt.Sprintf("r%d", (i+r*3)%17)), truth/float64(a+1)+rng.NormFloat64())
			}
		}
	}
	return b.Build()
}

// TestHopeless: where no budget is better than guessing, the answer begins with it.
func TestHopeless(t *testing.T) {
	ds := world(t, 200, 2, 0, 0)
	for _, w := range []int{160, 80, 40} {
		x := start(t, ds, w, 40)
		got := x.answer()
		if !strings.HasPrefix(got, "No budget beats guessing") || !strings.Contains(got, "Do not buy.") {
			t.Errorf("%d columns: %s", w, got)
		}
		_, e := x.Shown.Honest.Lowest("full")
		if want := "R² " + figure.Share(x.Active().R2At(e.Loss)) + " ± " + figure.Share(e.R2SE); w == 160 && !strings.Contains(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestRefutedByData: one person who judges under two names, one name after the other, makes
// two judgments worth one: the figures of any two raters are refuted by the first two. The
// sentence names what is projected, what is honest, what is seen, and on how many objects.
func TestRefutedByData(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 82), 0))
	b := new(model.Builder)
	y := b.AddLabel("grade")
	for i := range 1600 {
		o, truth, shared := b.Object(fmt.Sprintf("o%03d", i)), rng.NormFloat64(), 0.0
		b.SetLabel(y, o, truth)
		for r := range 6 {
			if r%2 == 0 {
				shared = rng.NormFloat64()
			}
			b.Add(o, b.Attribute("plot"), b.RaterID(fmt.Sprintf("r%d", (i*7+r*5)%31)), truth+shared)
		}
	}
	ds := b.Build()
	for _, w := range []int{200, 80, 40} {
		x := start(t, ds, w, 40)
		x.keys("b")
		x.typed("2")
		x.keys("enter")
		x.send(x.Looking.Due)
		seen, s := x.Pick().Seen, x.Active()
		if seen.Why != "" || seen.Objects != 1600 || !(seen.Off.Loss > 3*seen.Off.SE) {
			t.Fatalf("what is seen is %+v", seen)
		}
		m := figure.Significant
		loss := x.Look.Picks[x.Look.Active].Estimate().Loss
		got := x.answer()
		if !strings.HasPrefix(got, "Refuted by your own data") {
			t.Errorf("%d columns: %s", w, got)
		}
		want := fmt.Sprintf(": projected typical error %s, honest %s, seen %s on 1,600 objects. Do not buy by these figures.",
			m(s.RMSE(), 3), m(math.Sqrt(loss), 3), m(math.Sqrt(seen.Loss), 3))
		if w == 200 && !strings.Contains(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
		x.keys("w")
		if want := "projected R² " + figure.Share(s.R2()); w == 200 && !strings.Contains(x.answer(), want) {
			t.Errorf("%s, want %s", x.answer(), want)
		}
	}
}
