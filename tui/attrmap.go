package tui

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"slices"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/tui/panel"
)

// mostZoom is how often the map can be doubled.
const mostZoom = 6

// lookMap makes the map, and beside it the selected attribute's card.
func (a *app) lookMap() {
	r, sel := a.shown.result, a.active()
	selected := a.selected()
	m := panel.Map{
		Title: fmt.Sprintf("Attributes%s: v/σ² (noise, log) against b/σ (what they say about %s)", a.look.filtered, r.Label),
		Pen:   panel.AlgorithmPen(string(sel.Algorithm)), Zoom: a.zoom, None: a.filter.none(),
	}
	for i := range r.Attributes {
		if at := &r.Attributes[i]; a.look.keeps(i) && !math.IsNaN(at.V) && !math.IsNaN(at.B) {
			p := mapPoint(at, sel.Repeats[i])
			p.Selected, p.Hovered = at.Name == selected, at.Name == a.hovered
			m.Points = append(m.Points, p)
		}
	}
	byImportance(&m)
	a.look.attrMap = m
	l := a.layout()
	card := l.panes[paneCard]
	if card.Empty() {
		return
	}
	d := &a.look.documents[paneCard]
	*d = panel.Document{Title: selected}
	if selected == "" {
		d.Title = "no attribute"
	}
	for i := range r.Attributes {
		if r.Attributes[i].Name == selected {
			d.Lines = a.cardLines(i, card.Dx()-documentEdge)
		}
	}
	a.setDocument(paneCard, &l)
}

// mapPoint places an attribute. Where no external variance is left b/σ is
// infinite, and b/t stands for it.
func mapPoint(at *core.Attribute, repeats int) panel.MapPoint {
	p := panel.MapPoint{Name: at.Name, X: at.NormalizedCorrelation(), Y: at.NoiseRatio(), Repeats: repeats, Unusable: !at.Selectable()}
	if !(at.Sigma2 > 0) {
		p.Edge, p.X = true, 0
		if at.T > 0 {
			p.X = at.B / at.T
		}
	}
	return p
}

// byImportance puts first what is to be named first: what is bought most, then
// what says most.
func byImportance(m *panel.Map) {
	slices.SortStableFunc(m.Points, func(p, q panel.MapPoint) int {
		if c := cmp.Compare(q.Repeats, p.Repeats); c != 0 {
			return c
		}
		return cmp.Compare(math.Abs(q.X), math.Abs(p.X))
	})
}

// walkMap selects the attribute n places to the right of the selected one.
func (a *app) walkMap(n int) {
	points := slices.Clone(a.look.attrMap.Points)
	if len(points) == 0 {
		return
	}
	slices.SortStableFunc(points, func(p, q panel.MapPoint) int { return cmp.Compare(p.X, q.X) })
	at := max(0, slices.IndexFunc(points, func(p panel.MapPoint) bool { return p.Selected }))
	a.selectName(points[max(0, min(at+n, len(points)-1))].Name)
}

// zoomBy doubles or halves the map around the selected attribute.
func (a *app) zoomBy(n int) tea.Cmd {
	a.zoom = max(0, min(a.zoom+n, mostZoom))
	a.change()
	return nil
}

// zooming are the keys of the map.
func zooming() map[string]instead {
	zoom := func(n int) func(*app) tea.Cmd { return func(a *app) tea.Cmd { return a.zoomBy(n) } }
	return map[string]instead{
		"+": {"zoom", zoomOff(1), zoom(1)},
		"-": {"zoom", zoomOff(-1), zoom(-1)},
		"0": {"", nil, zoom(-mostZoom)},
	}
}

// mapAt is the attribute at a point of the screen, or "".
func (a *app) mapAt(p image.Point) string {
	place := a.layout().panes[paneMap]
	if !p.In(place) {
		return ""
	}
	q := p.Sub(place.Min)
	if i := a.look.attrMap.PointAt(q.X, q.Y, place.Dx(), place.Dy()); i >= 0 {
		return a.look.attrMap.Points[i].Name
	}
	return ""
}

// pressMap selects the attribute at a point of the map.
func (a *app) pressMap(q, size image.Point) tea.Cmd {
	if i := a.look.attrMap.PointAt(q.X, q.Y, size.X, size.Y); i >= 0 {
		a.selectName(a.look.attrMap.Points[i].Name)
	}
	return nil
}

// hover names the attribute under the pointer.
func (a *app) hover(p image.Point) tea.Cmd {
	if a.screen != screenMap || a.overlay != nil || a.prompt != nil {
		return nil
	}
	if name := a.mapAt(p); name != a.hovered {
		a.hovered = name
		a.change()
	}
	return nil
}
