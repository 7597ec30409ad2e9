package screen

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"slices"

	"fms-tui/core"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// MapView is the Map, the paper's figures 1 and 2 (S&K section 4.1): what attributes say about the
// label against how noisy their judgments are, and the card of the selected one.
type MapView struct {
	*Session
	kind   Screen
	Pane   *Pane
	Card   card
	Chart  panel.Chart
	Mapped []Mapped // its points
}

// Mapped is an attribute on the Map.
type Mapped struct {
	*core.Attribute
	X       float64 // b/σ, what it says about the label, in label units; b/t where σ² is 0
	Repeats int     // of the active algorithm at B
}

// Edge tells whether no external variance is left: it stands at the upper edge, for b/σ and the
// noise ratio are infinite.
func (m *Mapped) Edge() bool { return !(m.Sigma2 > 0) }

func newMapView(a *Session) *MapView {
	v := &MapView{Session: a, Card: card{Document: newDocument(ListsCard)}}
	v.Pane = plotPane(&v.Chart, nil)
	v.Pane.Lists, v.Pane.Rows, v.Pane.Page, v.Pane.Off = ListsAttributes, func(n int) { // to the right
		all := slices.Clone(v.Mapped)
		slices.SortStableFunc(all, func(p, q Mapped) int { return cmp.Compare(math.Abs(p.X), math.Abs(q.X)) })
		if at := max(0, slices.IndexFunc(all, func(m Mapped) bool { return m.Name == v.Selected() })); len(all) > 0 {
			v.selectName(all[max(0, min(at+n, len(all)-1))].Name)
		}
	}, func(int) int { return mapPage }, a.Filter.None
	v.Pane.Press = func(is any) {
		if i, ok := is.(chart.Pointed); ok {
			v.selectName(v.Mapped[i].Name)
		}
	}
	v.kind = Screen{
		Saved: "map", Turns: "rolls", Panes: []*Pane{v.Pane, &v.Card.Pane},
		Place: v.place, Refresh: v.refresh, Table: a.attributeTable,
	}
	return v
}

const mapCard = 44

// mapTall is from how many rows the card has room below a narrow map.
const mapTall = 36

func (v *MapView) place(b *Body) {
	points, card := b.Area, image.Rectangle{}
	if b.Mode == modeColumns {
		points, card = cutLeft(b.Area, b.Area.Dx()-min(max(b.Area.Dx()*2/5, mapCard), 2*mapCard))
	} else if b.Area.Dy() >= mapTall {
		points, card = cutTop(b.Area, b.Area.Dy()/2)
	}
	b.put(&v.Card.Pane, card)
	b.put(v.Pane, points)
}

const mapPage = 10

func (v *MapView) refresh(b *Body) {
	r, sel := v.Shown.Result, v.Active()
	v.Chart = panel.Chart{
		Title: fmt.Sprintf("Attributes%s: noise v/σ² ↑, what they say about %s |b|/σ →", v.Filter.label(), r.Label),
		Empty: v.Filter.None(),
	}
	v.Mapped = v.Mapped[:0]
	for i := range r.Attributes {
		if at := &r.Attributes[i]; v.Filter.Keeps(at.Name) && !math.IsNaN(at.V) && !math.IsNaN(at.B) {
			m := Mapped{at, at.NormalizedCorrelation(), sel.Repeats[i]}
			if m.Edge() {
				if m.X = 0; at.T > 0 {
					m.X = at.B / at.T
				}
			}
			v.Mapped = append(v.Mapped, m)
		}
	}
	if len(v.Mapped) == 0 && v.Chart.Empty == "" {
		v.Chart.Empty = "nothing to place: the noise of no attribute is known"
		if slices.ContainsFunc(r.Attributes, func(at core.Attribute) bool { return at.Once && at.Usable() }) {
			v.Chart.Empty = core.AskedOnce
		}
	}
	// What is to be named first comes first: what is bought most, then what says most.
	slices.SortStableFunc(v.Mapped, func(p, q Mapped) int {
		return cmp.Or(q.Repeats-p.Repeats, cmp.Compare(math.Abs(q.X), math.Abs(p.X)))
	})
	v.draw(panel.AlgorithmPen(string(sel.Algorithm)))
	v.Card.refresh(v.Session, b)
}

// Radii of points, in dots.
const (
	pointRadius = 1.2
	mostRadius  = 4.5
)

// draw places the attributes; pen is the active algorithm's.
func (v *MapView) draw(pen theme.Pen) {
	low, high, edged := v.noiseRange()
	v.Chart.Legend = []panel.Span{
		{Text: "● ", Pen: pen},
		{Text: "asked at B, larger: more  ", Pen: theme.Muted},
		{Text: "○ "},
		{Text: "not asked  ", Pen: theme.Muted},
		{Text: "+ − "},
		{Text: "sign of corr  ", Pen: theme.Muted},
		{Text: "◢ says much, little noise  ", Pen: theme.Good},
	}
	if edged {
		v.Chart.Legend = append(v.Chart.Legend, panel.Span{Text: "↑ "}, panel.Span{Text: "σ² = 0", Pen: theme.Muted})
	}
	p, xs := &v.Chart.Plot, []float64{0}
	for i := range v.Mapped {
		m := &v.Mapped[i]
		sign := [...]string{"−", "", "+"}[1+cmp.Compare(m.X, 0)]
		point := chart.Point{X: math.Abs(m.X), Name: sign + m.Name, Radius: pointRadius, Selected: m.Name == v.Selected()}
		point.Y = max(low, min(math.Log10(m.NoiseRatio()), high))
		if m.Edge() {
			point.Y, point.Name = high, point.Name+" ↑"
		}
		switch {
		case !m.Selectable():
			point.Pen = theme.Excluded
		case m.Repeats == 0 && m.X < 0:
			point.Pen = theme.Muted
		case m.Repeats > 0:
			point.Filled, point.Pen = true, pen
			point.Radius = min(pointRadius*math.Sqrt(float64(m.Repeats)), mostRadius)
		}
		p.Points, xs = append(p.Points, point), append(xs, point.X)
	}
	p.X, p.Y = chart.RangeOf(xs), chart.Range{Min: low, Max: high}
	pad := (p.X.Max - p.X.Min) / 10               // with room for names
	p.X.Min, p.X.Max = p.X.Min-pad/4, p.X.Max+pad // so little on the left that no tick is below 0
	p.TicksY, p.NamesY = decades(p.Y)
}

// noiseRange spans the decades of the noise ratios, in log10, and tells whether there are attributes
// without external variance.
func (v *MapView) noiseRange() (low, high float64, edged bool) {
	low, high = math.Inf(1), math.Inf(-1)
	for i := range v.Mapped {
		m := &v.Mapped[i]
		if y := m.NoiseRatio(); !m.Edge() && y > 0 && !math.IsInf(y, 0) {
			low, high = min(low, math.Log10(y)), max(high, math.Log10(y))
		}
		edged = edged || m.Edge()
	}
	if low > high {
		return -1, 1, edged
	}
	pad := max((high-low)/20, .05)
	if edged {
		high += 2 * pad
	}
	return low - pad, high + pad, edged
}

// decades are ticks at 1, 2 and 5 times powers of ten, or at the powers alone where they are many.
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
