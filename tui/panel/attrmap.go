package panel

import (
	"math"
	"slices"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// MapPoint is an attribute on the map.
type MapPoint struct {
	Name     string
	X        float64 // |b|/σ, what it says about the label, in label units
	Sign     string  // of b: "+", "−", or nothing
	Y        float64 // noise ratio v/σ²
	Edge     bool    // σ² is 0: X is b/t, and it stands at the upper edge
	Repeats  int     // of the active algorithm at B
	Unusable bool
	Selected bool
}

// Map is the paper's figures 1 and 2: what attributes say about the label
// against how noisy their judgments are (S&K section 4.1).
type Map struct {
	Title  string
	Points []MapPoint
	Pen    theme.Pen // of the active algorithm
	Focus  bool
	None   string // said in place of the points where there are none
}

const (
	pointRadius = 1.2
	mostRadius  = 4.5
)

func (m *Map) points() *chart.Plot {
	p := &chart.Plot{}
	low, high := m.logRange()
	for i := range m.Points {
		q := &m.Points[i]
		y := logOf(q.Y, low, high)
		if q.Edge {
			y = high
		}
		name := q.Sign + q.Name
		if q.Edge {
			name += " ↑"
		}
		point := chart.Point{X: q.X, Y: y, Name: name, Radius: pointRadius, Pen: theme.Text, Selected: q.Selected}
		switch {
		case q.Unusable:
			point.Pen = theme.Excluded
		case q.Repeats == 0 && q.Sign == "−":
			point.Pen = theme.Muted
		case q.Repeats > 0:
			point.Filled, point.Pen = true, m.Pen
			point.Radius = min(pointRadius*math.Sqrt(float64(q.Repeats)), mostRadius)
		}
		p.Points = append(p.Points, point)
	}
	xs := []float64{0}
	for i := range p.Points {
		xs = append(xs, p.Points[i].X)
	}
	p.X, p.Y = chart.RangeOf(xs), chart.Range{Min: low, Max: high}
	pad := (p.X.Max - p.X.Min) / 10               // with room for names
	p.X.Min, p.X.Max = p.X.Min-pad/4, p.X.Max+pad // so little on the left that no tick is below 0
	p.TicksY, p.NamesY = decades(p.Y)
	return p
}

// logRange spans the decades of the noise ratios, in log10.
func (m *Map) logRange() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, q := range m.Points {
		if !q.Edge && q.Y > 0 && !math.IsInf(q.Y, 0) {
			low, high = min(low, math.Log10(q.Y)), max(high, math.Log10(q.Y))
		}
	}
	if low > high {
		return -1, 1
	}
	pad := max((high-low)/20, .05)
	if m.edged() {
		high += 2 * pad
	}
	return low - pad, high + pad
}

// edged tells whether there are attributes without external variance.
func (m *Map) edged() bool {
	return slices.ContainsFunc(m.Points, func(q MapPoint) bool { return q.Edge })
}

// logOf is log10 of a ratio, at the edges where that is not finite.
func logOf(v, low, high float64) float64 {
	switch {
	case !(v > 0):
		return low
	case math.IsInf(v, 1):
		return high
	}
	return math.Log10(v)
}

// decades are ticks at 1, 2 and 5 times powers of ten, or at the powers alone
// where they are many.
func decades(r chart.Range) (ticks []float64, names []string) {
	factors := []float64{1, 2, 5}
	if r.Max-r.Min > 3 {
		factors = factors[:1]
	}
	for e := math.Floor(r.Min); e <= r.Max; e++ {
		for _, f := range factors {
			if t := e + math.Log10(f); t >= r.Min && t <= r.Max {
				ticks, names = append(ticks, t), append(names, chart.Labels([]float64{f * math.Pow(10, e)})[0])
			}
		}
	}
	return ticks, names
}

func (m *Map) Draw(c *chart.Canvas) {
	inner := c.Box(c.Bounds(), m.Title, border(m.Focus), theme.Title)
	if inner.Dx() < 12 || inner.Dy() < 5 {
		return
	}
	x := inner.Min.X + 1
	legend := func(sign string, pen theme.Pen, words string) {
		x = drawSpans(c, x, inner.Min.Y, inner.Max.X, []Span{{Text: sign + " ", Pen: pen}, {Text: words, Pen: theme.Muted}})
	}
	legend("●", m.Pen, "asked at B, larger: more often  ")
	legend("○", theme.Text, "not asked  ")
	legend("+ −", theme.Text, "sign of corr  ")
	if m.edged() {
		legend("↑", theme.Text, "σ² = 0")
	}
	inner.Min.Y++
	if len(m.Points) == 0 {
		c.TextMax(inner.Min.X+1, inner.Min.Y, m.None, inner.Dx()-2, theme.Muted)
		return
	}
	p := m.points()
	p.Draw(c.Sub(inner))
	end := inner.Min.X + p.Layout(inner.Dx(), inner.Dy()).Plot.Max.X
	const corner = "says much, little noise ◢"
	y := inner.Max.Y - 3
	x = end - chart.Width(corner)
	for at := x; at < end; at++ {
		if s, _ := c.At(at, y); s != " " {
			return
		}
	}
	c.Text(x, y, corner, theme.Good)
}
