package chart

import (
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"fms-tui/internal/fresh"
	"fms-tui/tui/theme"
)

// lossPlot is the chart of the home screen: two falling curves, a bound, a
// band and the budget.
func lossPlot() *Plot {
	const n = 320
	var x, full, scoring, bound, lo, hi [n]float64
	for i := range n {
		b := float64(i) / (n - 1) * 40
		x[i] = b
		full[i] = 6.9 + 8.3*math.Exp(-b/6)
		scoring[i] = full[i] + 0.5*b/(3+b)
		bound[i] = full[i] - 0.7*b/(5+b)
		lo[i], hi[i] = full[i]+0.8*b/(2+b), full[i]+1.8*b/(2+b)
	}
	return &Plot{
		Y: Range{5, 16},
		Series: []Series{
			{Name: "projected full 7.0", Brief: "full", X: x[:], Y: full[:], Pen: theme.Full, Thick: true},
			{Name: "scoring", X: x[:], Y: scoring[:], Pen: theme.Scoring, Style: Dashed},
			{Name: "lower bound", Brief: "bound", X: x[:], Y: bound[:], Pen: theme.Baseline, Style: Dotted},
		},
		Bands:   []Band{{x[:], lo[:], hi[:]}},
		Cursors: []Cursor{{X: 20, Marks: true, Pen: theme.Cursor}, {X: 33, Pen: theme.Guide}},
	}
}

func draw(p *Plot, w, h int) *Canvas {
	c := New(w, h)
	p.Draw(c)
	return c
}

func TestPlotGolden(t *testing.T) {
	for _, size := range []image.Point{{120, 30}, {61, 16}, {40, 8}, {20, 6}, {12, 3}} {
		t.Run(fmt.Sprintf("%dx%d", size.X, size.Y), func(t *testing.T) {
			golden.RequireEqual(t, draw(lossPlot(), size.X, size.Y).String(theme.Mono()))
		})
	}
	for _, th := range []*theme.Theme{theme.Dark(), theme.Light()} {
		t.Run(th.Name, func(t *testing.T) {
			golden.RequireEqual(t, draw(lossPlot(), 61, 16).String(th))
		})
	}
}

func TestPlotEverySize(t *testing.T) {
	p := lossPlot()
	for w := range 161 {
		for _, h := range []int{0, 1, 2, 3, 4, 5, 6, 7, 13} {
			requireFrame(t, draw(p, w, h), w, h)
		}
	}
	if got := strings.TrimSpace(draw(p, 7, 10).String(theme.Mono())); got != "" {
		t.Errorf("a plot of 7 columns shows %q", got)
	}
}

// TestPlotColumns: a click on any column means a value that the cursor then
// shows in that column, and the ends of the range can be reached.
func TestPlotColumns(t *testing.T) {
	for w := minPlotWidth; w <= 250; w++ {
		for _, r := range []Range{{0, 40}, {0, 0.3}, {-7, 1e9}, {1e-9, 3e-9}} {
			l := (&Plot{X: r, Y: Range{5, 16}}).Layout(w, 12)
			for col := l.Plot.Min.X; col < l.Plot.Max.X; col++ {
				if got := l.ColAt(l.XAt(col)); got != col {
					t.Fatalf("width %d, range %v: column %d comes back as %d", w, r, col, got)
				}
			}
			for _, col := range []int{-5, l.Plot.Min.X} {
				if got := l.XAt(col); got != r.Min {
					t.Errorf("width %d: column %d means %g, want %g", w, col, got, r.Min)
				}
			}
			for _, col := range []int{l.Plot.Max.X - 1, w + 5} {
				if got := l.XAt(col); got != r.Max {
					t.Errorf("width %d: column %d means %g, want %g", w, col, got, r.Max)
				}
			}
			if l.ColAt(nan) != l.Plot.Min.X || l.ColAt(inf) != l.Plot.Max.X-1 || l.ColAt(-inf) != l.Plot.Min.X {
				t.Error("columns of values that are not finite")
			}
		}
	}
	var tiny Layout = (&Plot{X: Range{2, 3}}).Layout(3, 1)
	if got := tiny.XAt(1); got != 2 {
		t.Errorf("a plot too small to draw maps to %g, want the minimum", got)
	}
}

// TestCursorMeetsTheLine: the mark of the cursor lies in the column of its
// value and in the row of the curve.
func TestCursorMeetsTheLine(t *testing.T) {
	p := lossPlot()
	for b := 0.0; b <= 40; b += 0.7 {
		p.Cursors = []Cursor{{X: b, Marks: true, Pen: theme.Cursor}}
		c := draw(p, 80, 20)
		l := p.Layout(80, 20)
		row := l.RowAt(interpolate(p.Series[0].X, p.Series[0].Y, b))
		if s, pen := c.At(l.ColAt(b), row); s != "●" || pen.Token() != theme.Full {
			t.Errorf("at %g: %q in pen %d", b, s, pen)
		}
		if s, _ := c.At(l.ColAt(b), l.Plot.Max.Y); s != "┴" {
			t.Errorf("at %g: the foot of the cursor is %q", b, s)
		}
	}
}

// dots returns the text of the plot area without axes.
func dots(p *Plot, w, h int) string {
	c := draw(p, w, h)
	l := p.Layout(w, h)
	var b strings.Builder
	for y := l.Plot.Min.Y; y < l.Plot.Max.Y; y++ {
		for x := l.Plot.Min.X; x < l.Plot.Max.X; x++ {
			s, _ := c.At(x, y)
			b.WriteString(s)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func inked(s string) int {
	return len([]rune(strings.NewReplacer(" ", "", "\n", "", "·", "").Replace(s)))
}

func TestGaps(t *testing.T) {
	whole := &Plot{X: Range{0, 4}, Y: Range{0, 4}, Series: []Series{{X: []float64{0, 1, 2, 3, 4}, Y: []float64{1, 1, 1, 1, 1}}}}
	for _, gap := range []float64{nan, inf, -inf} {
		p := &Plot{X: whole.X, Y: whole.Y, Series: []Series{{X: whole.Series[0].X, Y: []float64{1, 1, gap, 1, 1}}}}
		if a, b := inked(dots(whole, 50, 12)), inked(dots(p, 50, 12)); b >= a || b == 0 {
			t.Errorf("with %g in the middle %d cells are drawn, %d without", gap, b, a)
		}
	}
	lone := &Plot{X: whole.X, Y: whole.Y, Series: []Series{{X: []float64{0, 1, 2}, Y: []float64{nan, 1, nan}}}}
	if n := inked(dots(lone, 50, 12)); n != 1 {
		t.Errorf("a point between two gaps takes %d cells, want 1", n)
	}
	none := &Plot{Series: []Series{{X: []float64{0, 1}, Y: []float64{nan, nan}}}}
	if n := inked(dots(none, 50, 12)); n != 0 {
		t.Errorf("a series without values takes %d cells", n)
	}
}

// TestClipping: far points are cut where the line leaves the plot, not
// dropped (ntcharts drops long lines) nor drawn along the edge.
func TestClipping(t *testing.T) {
	steep := &Plot{X: Range{0, 1}, Y: Range{0, 1}, Series: []Series{{X: []float64{0, 1}, Y: []float64{-1e7, 1e7}}}}
	if n := inked(dots(steep, 40, 12)); n < 9 || n > 12 {
		t.Errorf("a steep line takes %d cells of 10 rows", n)
	}
	for _, y := range []float64{1e300, math.MaxFloat64, -math.MaxFloat64} {
		p := &Plot{X: Range{0, 1}, Y: Range{0, 1}, Series: []Series{{X: []float64{0, 0.5, 1}, Y: []float64{0.5, y, 0.5}}}}
		requireFrame(t, draw(p, 40, 12), 40, 12)
	}
	outside := &Plot{X: Range{0, 1}, Y: Range{0, 1}, Series: []Series{{X: []float64{0, 1}, Y: []float64{2, 3}}, {X: []float64{5, 6}, Y: []float64{0, 1}}}}
	if n := inked(dots(outside, 40, 12)); n != 0 {
		t.Errorf("lines outside of the range take %d cells", n)
	}
}

func TestFlatAndSinglePoint(t *testing.T) {
	for name, s := range map[string]Series{
		"flat":   {X: []float64{0, 1, 2}, Y: []float64{3, 3, 3}},
		"single": {X: []float64{7}, Y: []float64{0}},
		"marks":  {X: []float64{7}, Y: []float64{3}, Style: Marks},
		"points": {X: []float64{7}, Y: []float64{-3}, Style: Points},
	} {
		p := &Plot{Series: []Series{s}}
		if inked(dots(p, 40, 12)) == 0 {
			t.Errorf("%s: nothing drawn", name)
		}
		if l := p.Layout(40, 12); s.Y[0] >= 0 && l.Y.Min < -l.Y.Max/16 { // less than a row
			t.Errorf("%s: axis from %g for data that are not negative", name, l.Y.Min)
		}
	}
	requireFrame(t, draw(&Plot{}, 40, 12), 40, 12)
}

// TestOwners: each cell with dots belongs to the most important series that has a dot
// there, and shows no other's. Random series, whatever they do.
func TestOwners(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	pens := []theme.Pen{theme.Honest, theme.Full, theme.Scoring, theme.Baseline}
	for range fresh.Share(200) {
		p := &Plot{X: Range{0, 1}, Y: Range{0, 1}, Cursors: []Cursor{{X: rng.Float64(), Pen: theme.Cursor}}}
		for _, pen := range pens[:1+rng.IntN(len(pens))] {
			s := Series{Pen: pen, Style: Style(rng.IntN(int(Points) + 1)), Thick: rng.IntN(2) == 0}
			for i := range 2 + rng.IntN(30) {
				s.X, s.Y = append(s.X, float64(i)/20), append(s.Y, rng.Float64()*1.4-.2)
			}
			p.Series = append(p.Series, s)
		}
		if rng.IntN(2) == 0 {
			p.Bands = []Band{{[]float64{0, 1}, []float64{.2, rng.Float64()}, []float64{rng.Float64(), .9}}}
		}
		c, l := draw(p, 60, 18), p.Layout(60, 18)
		alone := make([]*ink, len(p.Series))
		for i := range p.Series {
			alone[i] = newInk(l.Plot.Dx(), l.Plot.Dy())
			alone[i].trace(&p.Series[i], l)
		}
		for i := range alone[0].dots {
			x, y := i%alone[0].w, i/alone[0].w
			text, pen := c.At(l.Plot.Min.X+x, l.Plot.Min.Y+y)
			owner := slices.IndexFunc(alone, func(k *ink) bool { return k.dots[i] != 0 })
			switch r := []rune(text)[0]; {
			case owner < 0 && r > 0x2800 && r <= 0x28ff:
				t.Fatalf("cell %d, %d shows %q, where no series has a dot", x, y, text)
			case owner >= 0 && (r != 0x2800+rune(alone[owner].dots[i]) || pen.Token() != p.Series[owner].Pen):
				t.Fatalf("cell %d, %d is %q in pen %d; series %d, pen %d, has %08b there", x, y, text, pen.Token(), owner, p.Series[owner].Pen, alone[owner].dots[i])
			}
		}
	}
}

// TestSnapped: ticks lie on whole rows at equal distances, whatever the range, and all
// of the range is shown.
func TestSnapped(t *testing.T) {
	for h := 3; h < 60; h++ {
		for _, r := range []Range{{0, 1}, {2.49, 4.01}, {-3, 1e6}, {1e-9, 3e-9}, {99.5, 100.5}, {0, 7}} {
			l := (&Plot{Y: r, X: Range{0, 1}, Columns: [2]int{8, 40}}).Layout(50, h)
			if l.Y.Min > r.Min || l.Y.Max < r.Max || len(l.ticksY) < 2 {
				t.Fatalf("%d rows, %v: shown is %v with ticks %v", h, r, l.Y, l.ticksY)
			}
			apart := l.RowAt(l.ticksY[0]) - l.RowAt(l.ticksY[1])
			for i, v := range l.ticksY {
				d := l.Y.share(v) * float64(4*h-1)
				if i > 0 && l.RowAt(l.ticksY[i-1])-l.RowAt(v) != apart || math.Abs(math.Mod(d, 4)-1) > 1e-6 {
					t.Fatalf("%d rows, %v: ticks %v, the one at %g lies on dot %g", h, r, l.ticksY, v, d)
				}
			}
		}
	}
}

// TestBudgets: the axis goes from 0 to its end and back, and its labels stand apart.
func TestBudgets(t *testing.T) {
	for _, a := range []Budgets{{4, 80, ""}, {4, 5120, ""}, {.04, 1, "$"}, {2, .5, ""}, {400, 800, ""}} {
		if a.Share(0) != 0 || a.Share(a.Max) != 1 || a.At(0) != 0 || a.At(1) != a.Max {
			t.Errorf("%v does not reach its ends", a)
		}
		for w := 2; w < 200; w++ {
			for col := range w {
				if got := a.Col(a.At(SliderShare(col, w)), w); got != col {
					t.Fatalf("%v: column %d of %d comes back as %d", a, col, w, got)
				}
			}
			if w < 12 {
				continue
			}
			c := New(w, 1)
			row := LabelRow{Canvas: c, To: w, Gap: 1}
			ticks, labels := a.Ticks(w)
			for i, v := range ticks {
				if v > 0 != (strings.TrimPrefix(labels[i], "$") != labels[i]) && a.Sign != "" {
					t.Fatalf("%v on %d columns: %g is written %s", a, w, v, labels[i])
				}
				row.Put(a.Col(v, w), labels[i], theme.Axis)
			}
			if got := strings.Fields(ansi.Strip(c.String(theme.Mono()))); !slices.Equal(got, labels) {
				t.Fatalf("%v on %d columns: %q of %q", a, w, got, labels)
			}
		}
	}
}

// TestLineStyles: lines differ without colour.
func TestLineStyles(t *testing.T) {
	seen := map[string]Style{}
	for _, s := range []Style{Solid, Dashed, Dotted, Points, Marks} {
		p := &Plot{X: Range{0, 1}, Y: Range{0, 1}, Series: []Series{{X: []float64{0, 0.5, 1}, Y: []float64{0.2, 0.8, 0.2}, Style: s}}}
		got := dots(p, 40, 12)
		if other, ok := seen[got]; ok {
			t.Errorf("styles %d and %d look the same", s, other)
		}
		seen[got] = s
	}
}

// TestLabelsApart: no two labels of the x axis touch, whatever the range.
func TestLabelsApart(t *testing.T) {
	for w := minPlotWidth; w < 160; w++ {
		for _, r := range []Range{{0, 40}, {0, 123456}, {-1, 1}, {0.001, 0.0017}, {0, 9e9}} {
			p := &Plot{X: r, Y: Range{0, 1}}
			l := p.Layout(w, 10)
			lines := strings.Split(ansi.Strip(draw(p, w, 10).String(theme.Mono())), "\n")
			for i, label := range strings.Fields(lines[9]) {
				if !slices.Contains(l.labelsX, label) {
					t.Fatalf("width %d, range %v: label %d is %q of %q", w, r, i, label, l.labelsX)
				}
			}
		}
	}
}

func FuzzPlot(f *testing.F) {
	f.Add(40, 12, 0.0, 1.0, 2.0, 3.0, 4.0)
	f.Add(9, 3, math.MaxFloat64, -math.MaxFloat64, nan, inf, 0.0)
	f.Add(120, 30, 5e-324, 0.0, 1e308, -1e308, 1.0)
	f.Fuzz(func(t *testing.T, w, h int, a, b, c, d, e float64) {
		w, h = max(min(w, 130), -1), max(min(h, 40), -1)
		p := &Plot{
			X: Range{a, b},
			Series: []Series{
				{Name: "s", X: []float64{a, b, c}, Y: []float64{c, d, e}, Pen: theme.Full, Thick: true},
				{Name: "日", X: []float64{a, b}, Y: []float64{e, d}, Pen: theme.Scoring, Style: Dotted},
			},
			Bands:   []Band{{[]float64{a, c}, []float64{a, d}, []float64{b, e}}},
			Cursors: []Cursor{{X: c, Marks: true}},
		}
		requireFrame(t, draw(p, w, h), max(w, 0), max(h, 0))
	})
}

var (
	nan = math.NaN()
	inf = math.Inf(1)
)

func TestRangeOf(t *testing.T) {
	for _, tc := range []struct {
		values []float64
		want   Range
	}{
		{[]float64{3, 1, 2}, Range{1, 3}},
		{[]float64{nan, 1, inf, 2, -inf}, Range{1, 2}},
		{nil, Range{0, 1}},
		{[]float64{nan}, Range{0, 1}},
		{[]float64{0}, Range{0, 1}},
		{[]float64{0.2, 0.2}, Range{0, 0.7}},
		{[]float64{-3}, Range{-3.5, -2.5}},
		{[]float64{100}, Range{90, 110}},
	} {
		if got := RangeOf(tc.values); math.Abs(got.Min-tc.want.Min)+math.Abs(got.Max-tc.want.Max) > 1e-12 {
			t.Errorf("RangeOf(%v) = %v, want %v", tc.values, got, tc.want)
		}
	}
}

// TestNamesOfPoints: whatever points there are, no name covers another, and a name stands at its
// point: nothing leads to it from afar.
func TestNamesOfPoints(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		p := &Plot{X: Range{0, 1}, Y: Range{0, 1}}
		for i := range r.IntN(60) {
			p.Points = append(p.Points, Point{
				X: r.Float64(), Y: r.NormFloat64()/9 + .5, Name: fmt.Sprintf("attribute-%d", i*i*i), Radius: 1.2, Selected: i == 3,
			})
		}
		l := p.Layout(40+r.IntN(120), 8+r.IntN(40))
		k := newInk(l.Plot.Dx(), l.Plot.Dy())
		for _, q := range p.ranked(l) {
			k.stamp(q, l)
		}
		var boxes []image.Rectangle
		for _, n := range p.nameAll(l, k) {
			box := image.Rectangle{n.at, n.at.Add(image.Pt(Width(n.text), 1))}
			if slices.ContainsFunc(boxes, box.Overlaps) {
				t.Errorf("%q covers another name", n.text)
			}
			boxes = append(boxes, box)
			at := slices.IndexFunc(p.Points, func(q Point) bool { return q.Name == n.text })
			if d := cellsOf(&p.Points[at], l).Inset(-2); !d.Overlaps(box) {
				t.Errorf("%q stands at %v, its point at %v", n.text, box, d)
			}
		}
	}
}

func TestSignedBar(t *testing.T) {
	for _, tc := range []struct {
		width int
		value float64
		want  string
	}{
		{5, 0.2, "  │╸"},
		{5, 0.8, "  │━╸"},
		{5, -1, "━━│"},
		{5, -0.3, " ╺│"},
		{5, nan, "  │"},
		{3, 9, " │━"},
		{0, 1, ""},
	} {
		got := SignedBar(tc.value, tc.width)
		if strings.TrimRight(got, " ") != tc.want || Width(got) != tc.width {
			t.Errorf("SignedBar(%d, %g) = %q, want %q", tc.width, tc.value, got, tc.want)
		}
	}
}

func TestBarsEverySize(t *testing.T) {
	for w := range 161 {
		c := New(w, 4)
		f := float64(w%11) / 10
		c.Text(0, 0, BarText(f, w), theme.Full)
		c.Text(0, 2, SignedBar(2*f-1, w), theme.Full)
		requireFrame(t, c, w, 4)
		for y := range 4 {
			// One step past the width must not be touched.
			wide := New(w+1, 4)
			wide.Text(0, y, BarText(2, w), theme.Full)
			wide.Text(0, y, SignedBar(2, w), theme.Full)
			if s, _ := wide.At(w, y); s != " " {
				t.Fatalf("width %d: %q beyond the end", w, s)
			}
		}
	}
}

func TestSliderRoundTrip(t *testing.T) {
	for w := 1; w <= 250; w++ {
		for col := range w {
			if got := Place(SliderShare(col, w), w); got != col {
				t.Fatalf("width %d: column %d means a share in column %d", w, col, got)
			}
		}
		if SliderShare(-4, w) != 0 || w > 1 && SliderShare(w+4, w) != 1 {
			t.Errorf("width %d: a share beside the track", w)
		}
	}
	if a, b := Place(-inf, 9), Place(inf, 9); a != 0 || b != 8 {
		t.Errorf("infinite shares lie in columns %d and %d", a, b)
	}
}

// TestApart: of a curve remain some points, each with its value where the next leaves room, and bars that do not touch.
func TestApart(t *testing.T) {
	x := []float64{0, .1, .5, 1}
	p := &Plot{X: Range{0, 1}, Y: Range{0, 4}, Series: []Series{{X: x, Y: []float64{3, 2, 1, 1}}}}
	p.Bands = []Band{{x, []float64{2, 1, 0, 0}, []float64{4, 3, 2, 2}}}
	p.Apart([]float64{0, .1, .3, .5}, 38, func(y float64) string { return fmt.Sprintf("=%g", y) })
	b, got := p.Bands[0], ansi.Strip(draw(p, 40, 12).String(theme.Dark()))
	if interpolate(b.X, b.Lo, .51) != 0 || interpolate(b.X, b.Hi, .08) != 3 || !math.IsNaN(interpolate(b.X, b.Lo, .3)) ||
		strings.Count(got, "○") != 3 || strings.Contains(got, "=3") || !strings.Contains(got, "○ =2") {
		t.Errorf("bars %v in\n%s", b, got)
	}
}
