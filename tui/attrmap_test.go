package tui

import (
	"image"
	"math"
	"slices"
	"strings"
	"testing"

	"fms-tui/core/selection"
	"fms-tui/tui/chart"
	"fms-tui/tui/screen"
	"fms-tui/tui/theme"
)

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
