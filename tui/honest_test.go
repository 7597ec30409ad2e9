package tui

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"

	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/panel"
	"fms-tui/tui/screen"
)

// answer is the sentence on top of the screen.
func (x *harness) answer() string {
	var lines []string
	for _, l := range x.front.sentence {
		lines = append(lines, panel.Plain(l.Spans))
	}
	return strings.Join(lines, " ")
}

// TestRecommended: B goes to the recommended budget, and is undone like any other change of budget.
func TestRecommended(t *testing.T) {
	x := start(t, bodies(), 120, 40)
	want, ok := x.Shown.Honest.Recommended(selection.Full)
	if !ok || want == x.State.Budget {
		t.Fatalf("%s is recommended, B is %s", want, x.State.Budget)
	}
	x.keys("B")
	x.budget(want.String())
	x.keys("u")
	x.budget("20")

	few := start(t, openSample("beans"), 120, 30)
	few.keys("B")
	few.want("no budget can be recommended: only 10 objects")
	o := few.Opt
	o.NoHonest = true
	s, err := screen.First(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	none := &harness{t, newApp(context.Background(), o, s)}
	none.After, none.pace.least = few.After, 0
	none.send(tea.WindowSizeMsg{Width: 120, Height: 30})
	none.keys("B", "right")
	if got := none.answer(); !strings.Contains(got, "projected typical error") || !strings.Contains(got, "--no-honest") {
		t.Errorf("--no-honest shows %q", got)
	}
}

// purchaseFoot is the foot of the receipt: the compared algorithm, and what it gives.
var purchaseFoot = regexp.MustCompile(`(\S+) spends it on \d+ attributes? +held out (\S+)`)

// TestFootOfReceipt: the foot of the receipt gives the compared algorithm the same honest figure as
// its row of Trust, in every scale; the receipt writes fewer digits.
func TestFootOfReceipt(t *testing.T) {
	x := start(t, bodies(), 120, 40)
	x.keys("2", "1") // which asks for all algorithms
	number := func(text string) (value, half float64) {
		text = strings.Fields(text)[0]
		value, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatalf("%q is no figure", text)
		}
		_, decimals, _ := strings.Cut(text, ".")
		return value, math.Pow10(-len(decimals)) / 2
	}
	compared := make(map[string]bool)
	for range selection.AllAlgorithms() {
		x.keys("A")
		for range 3 {
			x.keys("w")
			foot := purchaseFoot.FindStringSubmatch(x.screen())
			if foot == nil || foot[1] != string(x.Look.Against().Algorithm) {
				t.Fatalf("the foot is %q, compared is %s:\n%s", foot, string(x.Look.Against().Algorithm), x.screen())
			}
			compared[foot[1]] = true
			x.keys("2")
			rows := x.compareRows()
			row := rows[slices.IndexFunc(rows, func(r compareRow) bool { return r.Algorithm == foot[1] })]
			got, rounded := number(foot[2])
			want, exact := number(row.Honest)
			if math.Abs(got-want) > rounded+exact+1e-9 {
				t.Errorf("%s gives %s at the foot, %s on Trust", foot[1], foot[2], row.Honest)
			}
			x.keys("1")
		}
	}
	if len(compared) < 4 {
		t.Errorf("only %v were compared", compared)
	}
}

func TestCompare(t *testing.T) {
	x := start(t, bodies(), 120, 40)
	x.keys("2")
	for _, a := range selection.AllAlgorithms() {
		if !x.Shown.Honest.Has(a) {
			t.Errorf("%s has no honest loss", a)
		}
		x.want(string(a) + " ")
	}
	x.want("difference from full")
	x.want("worse")
	golden.RequireEqual(t, []byte(x.screen()))
	x.keys("down", "down", "enter")
	if x.State.Algorithm != selection.Exchange {
		t.Errorf("enter on the third row makes %s active", x.State.Algorithm)
	}
	x.want("difference from exchange")
	x.keys("G", "enter", "g")
	if x.State.Algorithm != selection.Uniform || x.compare().Selected != selection.Full {
		t.Errorf("active %s, selected %s", x.State.Algorithm, x.compare().Selected)
	}
	x.keys("u", "u")
	if x.State.Algorithm != selection.Full || x.screenShown() != screenTrust {
		t.Errorf("undo leads to %s on another screen", x.State.Algorithm)
	}
	result := x.Shown.Result
	x.keys("1", "right", "2", "1")
	if x.Shown.Result != result {
		t.Error("going back and forth computes anew")
	}
	x.want("attribute ")
}

// screenShown is the screen shown.
func (x *harness) screenShown() int { return x.app.screen }

// TestNextAllowed: an algorithm that was refused does not stand in the way of those after it, for
// the active algorithm and the one compared with it, and other settings ask for it again.
func TestNextAllowed(t *testing.T) {
	b := new(model.Builder)
	y, z := b.AddLabel("y"), b.AddLabel("z")
	for i := range 60 {
		o := b.Object(fmt.Sprint("o", i))
		b.SetLabel(z, o, float64(i%5))
		b.SetLabel(y, o, float64(i%7))
		for n := range 2 + i%2 { // copies needs as many in every cell
			b.Add(o, b.Attribute("x"), model.NoRater, float64(i%7+n*(i%3)))
		}
	}
	ds := b.Build()
	for _, screen := range []string{"1", "2"} {
		x := start(t, ds, 120, 40)
		x.keys(screen)
		for _, label := range []string{"y", "z"} {
			seen, refused := map[selection.Algorithm]bool{}, 0
			for range 2 * len(selection.AllAlgorithms()) {
				x.keys("a")
				seen[x.State.Algorithm] = true
				if strings.Contains(x.screen(), "copies needs the judgments themselves") && screen == "1" {
					refused++
				}
			}
			if len(seen) != len(selection.AllAlgorithms())-1 || seen[selection.Copies] || refused != 1 && screen == "1" {
				t.Errorf("screen %s, label %s: %v were active, and copies was refused %d times", screen, label, seen, refused)
			}
			x.keys("l", "down", "enter")
		}
	}
}

// answers runs a command and returns the messages of one type.
func answers[M any](cmd tea.Cmd) []M {
	if cmd == nil {
		return nil
	}
	switch msg := cmd().(type) {
	case tea.BatchMsg:
		var all []M
		for _, c := range msg {
			all = append(all, answers[M](c)...)
		}
		return all
	case M:
		return []M{msg}
	}
	return nil
}

// TestHeld: while the slider is held nothing is looked at, and what was under way is given up; the
// release asks again.
func TestHeld(t *testing.T) {
	x := start(t, bodies(), 120, 40)
	if !x.Looking.Pending() {
		t.Fatal("nothing is looked at at the start")
	}
	l := x.layout()
	at := tea.Mouse{X: l.slider.Min.X + x.front.slider.Columns[0] + 10, Y: l.slider.Min.Y, Button: tea.MouseLeft}
	x.Update(tea.MouseClickMsg(at))
	at.X += 5
	x.Update(tea.MouseMotionMsg(at))
	if x.Looking.Pending() {
		t.Error("work begins while the slider is held")
	}
	x.Update(tea.MouseReleaseMsg(at))
	if !x.Looking.Pending() {
		t.Error("nothing is looked at after the release")
	}
	x.send(x.Looking.Due)
	before := x.Looking.Value
	if before == nil {
		t.Fatal("nothing is seen")
	}
	x.Update(tea.MouseClickMsg(at))
	if x.Looking.Value != before {
		t.Error("a press on the thumb drops what is known")
	}
}

// TestAutoRidgeOnScreen: λ follows B where it is to be chosen.
func TestAutoRidgeOnScreen(t *testing.T) {
	x := start(t, bodies(), 200, 40)
	x.keys("h") // what is shrunk needs no ridge
	x.keys("r", "ctrl+u")
	x.typed("auto")
	x.keys("enter")
	seen := map[float64]bool{}
	for _, b := range []string{"2", "20", "60", "80"} {
		x.keys("b", "ctrl+u")
		x.typed(b)
		x.keys("enter")
		best := x.Shown.Tuning.At(x.State.Algorithm, x.State.Budget)
		if x.Shown.Result != best.Result || x.Shown.Honest != best.Honest {
			t.Errorf("at %s the screen shows λ = %g, best is %g", b, x.Shown.Result.Settings.Ridge, best.Settings.Ridge)
		}
		x.want("(auto)")
		seen[x.Shown.Result.Settings.Ridge] = true
	}
	if len(seen) < 2 {
		t.Errorf("λ is always the same: %v", seen)
	}
	x.keys("r", "ctrl+u")
	x.typed("0")
	x.keys("enter")
	if x.Shown.Tuning != nil || strings.Contains(x.screen(), "(auto)") {
		t.Error("the automatic ridge stays")
	}
}

// TestCard: enter shows the selected attribute's figures.
func TestCard(t *testing.T) {
	x := start(t, bodies(), 100, 30)
	x.keys("G", "enter")
	x.want(x.Selected() + " ")
	x.want("reliability")
	x.keys("esc", "g", "enter")
	golden.RequireEqual(t, []byte(x.screen()))
	x.keys("enter")
	if x.over != nil {
		t.Error("enter does not close the card")
	}
	x = start(t, bodies(), 200, 50) // where it is shown already
	for _, want := range []screen.Listing{screen.ListsCard, screen.ListsAttributes} {
		if x.keys("enter"); x.over != nil || x.Focused().Lists&want == 0 {
			t.Errorf("enter opens the card a second time, or leads elsewhere than to %v", want)
		}
	}
}

// TestCircularLabel: a label made of the judgments themselves gives losses below
// 0, which the screen does not pass off as perfection.
func TestCircularLabel(t *testing.T) {
	b := new(model.Builder)
	label := b.AddLabel("y")
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 200 {
		o := b.Object(strconv.Itoa(i))
		z := random.NormFloat64() / 2
		x, y := z+random.NormFloat64(), z+random.NormFloat64()
		b.Add(o, b.Attribute("a"), model.NoRater, x)
		b.Add(o, b.Attribute("a"), model.NoRater, y)
		b.SetLabel(label, o, (x+y)/2)
	}
	x := start(t, b.Build(), 180, 30)
	x.keys("end")
	raw := x.Shown.Honest.Raw(x.State.Algorithm, x.State.Budget)
	if e := x.Pick().Estimate(); !(raw.Loss < 0) || !(e.Loss > raw.Loss) {
		t.Fatalf("honest loss %v, raw %v", e, raw)
	}
	x.want("R² above 1!")
	if !slices.ContainsFunc(x.Notes(), func(w model.Finding) bool { return w.Code == "honest-below-zero" }) {
		t.Errorf("no note says so:\n%s", x.screen())
	}
	x.want("4 shows ")
}
