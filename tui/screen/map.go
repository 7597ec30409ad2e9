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
)

// MapView is the Map: what attributes say against how noisy they are, and the card
// of the selected one.
type MapView struct {
	*Session
	kind    Screen
	Pane    *Pane
	Card    card
	AttrMap panel.Map
}

func newMapView(a *Session) *MapView {
	v := &MapView{Session: a, Card: newCard()}
	v.Pane = &Pane{
		Panel: func(focus bool) panel.Panel { v.AttrMap.Focus = focus; return &v.AttrMap },
		Lists: ListsAttributes, Rows: v.walkMap, Page: func(int) int { return mapPage },
		Off: a.Filter.None, Press: func(is any) {
			if i, ok := is.(chart.Pointed); ok {
				v.selectName(v.AttrMap.Points[i].Name)
			}
		},
	}
	v.kind = Screen{
		Saved: "map", Turns: "rolls", Panes: []*Pane{v.Pane, &v.Card.Pane},
		Place: v.place, Refresh: v.refresh, Table: a.attributeTable,
	}
	return v
}

// mapCard is the least width of the card beside the map.
const mapCard = 44

// mapTall is from how many rows the card has room below a narrow map.
const mapTall = 36

func (v *MapView) place(b *Body) {
	points := b.Area
	if b.Mode == modeColumns {
		left, card := cutLeft(b.Area, b.Area.Dx()-min(max(b.Area.Dx()*2/5, mapCard), 2*mapCard))
		b.put(&v.Card.Pane, card)
		points = left
	} else if b.Area.Dy() >= mapTall {
		var card image.Rectangle
		points, card = cutTop(b.Area, b.Area.Dy()/2)
		b.put(&v.Card.Pane, card)
	}
	b.put(v.Pane, points)
}

// mapPage is how many attributes a page of the Map is.
const mapPage = 10

func (v *MapView) refresh(b *Body) {
	r, sel := v.Shown.Result, v.Active()
	m := panel.Map{
		Title: fmt.Sprintf("Attributes%s: noise v/σ² ↑, what they say about %s |b|/σ →", v.Filter.label(), r.Label),
		Pen:   panel.AlgorithmPen(string(sel.Algorithm)), None: v.Filter.None(),
	}
	for i := range r.Attributes {
		if at := &r.Attributes[i]; v.Filter.keeps(i) && !math.IsNaN(at.V) && !math.IsNaN(at.B) {
			p := mapPoint(at, sel.Repeats[i])
			p.Selected = at.Name == v.Selected()
			m.Points = append(m.Points, p)
		}
	}
	if len(m.Points) == 0 && m.None == "" {
		m.None = "nothing to place: the noise of no attribute is known"
		if slices.ContainsFunc(r.Attributes, func(at core.Attribute) bool { return at.Once && at.Usable() }) {
			m.None = core.AskedOnce
		}
	}
	// What is to be named first comes first: what is bought most, then what says most.
	slices.SortStableFunc(m.Points, func(p, q panel.MapPoint) int { return cmp.Or(q.Repeats-p.Repeats, cmp.Compare(q.X, p.X)) })
	v.AttrMap = m
	v.Card.refresh(v.Session, b)
}

// mapPoint places an attribute. Where no external variance is left b/σ is
// infinite, and b/t stands for it.
func mapPoint(at *core.Attribute, repeats int) panel.MapPoint {
	x := at.NormalizedCorrelation()
	if !(at.Sigma2 > 0) {
		if x = 0; at.T > 0 {
			x = at.B / at.T
		}
	}
	p := panel.MapPoint{Name: at.Name, X: math.Abs(x), Y: at.NoiseRatio(), Repeats: repeats, Unusable: !at.Selectable(), Edge: !(at.Sigma2 > 0)}
	switch {
	case x > 0:
		p.Sign = "+"
	case x < 0:
		p.Sign = "−"
	}
	return p
}

// walkMap selects the attribute n places to the right of the selected one.
func (v *MapView) walkMap(n int) {
	points := slices.Clone(v.AttrMap.Points)
	if len(points) == 0 {
		return
	}
	slices.SortStableFunc(points, func(p, q panel.MapPoint) int { return cmp.Compare(p.X, q.X) })
	at := max(0, slices.IndexFunc(points, func(p panel.MapPoint) bool { return p.Selected }))
	v.selectName(points[max(0, min(at+n, len(points)-1))].Name)
}
