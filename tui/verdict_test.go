package tui

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"fms-tui/core/report/figure"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

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
		x.send(x.Looking.Due())
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
