package plot

import (
	"fmt"
	"math"
	"strconv"

	"fms-tui/core/report/figure"
)

// Curve is what budgets are worth: R² by budget, rising budgets. NaN is not known.
type Curve struct {
	Title             string
	Unit              string // of the budget, "" for plain numbers
	Budget            []float64
	Projected, Honest []float64 // R²
	SE                []float64 // standard errors of Honest, in R²
	Recommended       float64   // a budget; NaN for none
	At                float64   // a budget to look at
}

const curveWidth, curveHeight = 720., 330.

// layout is where the figures lie. Bands that reach far below 0 are cut: an R² below
// -.2 says no more than one of -.2.
func (c *Curve) layout() (b box, x, y scale) {
	b = box{56, 34, curveWidth - 24, curveHeight - 48}
	_, most, ok := span(c.Budget)
	if !ok || most <= 0 {
		most = 1
	}
	low, high, ok := span(c.Projected, c.Honest)
	if !ok {
		low, high = 0, 1
	}
	low, high = max(min(low, 0), -.2), min(max(high*1.08, low+.05), 1.2)
	return b, scale{0, most, b.left, b.right}, scale{low, high, b.bottom, b.top}
}

// Place is the point of a budget and its R² in the picture: the honest R² if it is
// known, else the projected, at the bottom if neither is known.
func (c *Curve) Place(i int) (x, y float64) {
	b, across, up := c.layout()
	if math.IsNaN(c.value(i)) {
		return across.at(c.Budget[i]), b.bottom
	}
	return across.at(c.Budget[i]), min(max(up.at(c.value(i)), b.top), b.bottom)
}

func (c *Curve) value(i int) float64 {
	if !math.IsNaN(c.Honest[i]) {
		return c.Honest[i]
	}
	return c.Projected[i]
}

// Picture draws the curve.
func (c *Curve) Picture() *Picture {
	p := &Picture{Width: curveWidth, Height: curveHeight, Title: c.Title}
	b, x, y := c.layout()
	title := "budget for each object"
	if c.Unit != "" {
		title += ", " + c.Unit
	}
	plain := func(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }
	p.axes(b, x, y, title, "R²", plain, figure.Share)
	inside := func(v float64) float64 { return min(max(y.at(v), b.top), b.bottom) }
	p.band(c, x, inside)
	across, projected, honest := []float64{}, []float64{}, []float64{}
	for i, v := range c.Budget {
		across = append(across, x.at(v))
		projected = append(projected, inside(c.Projected[i]))
		honest = append(honest, inside(c.Honest[i]))
	}
	p.add(&Line{X: across, Y: projected, Role: Second, Width: 1.5, Dash: true},
		&Line{X: across, Y: honest, Role: First, Width: 2.5})
	p.legend(b)
	if !math.IsNaN(c.Recommended) {
		at := x.at(c.Recommended)
		p.add(&Line{X: []float64{at, at}, Y: []float64{b.bottom, b.bottom - 8}, Role: First, Width: 3},
			&Text{X: beside(at, b), Y: b.bottom - 8, Text: "recommended", Size: textSize, Role: First, Anchor: anchorAt(at, b)})
	}
	c.cursor(p, b, x)
	return p
}

// anchorAt and beside put a text beside a point, on the side with room.
func anchorAt(at float64, b box) Anchor {
	if at > b.right-100 {
		return End
	}
	return Start
}

func beside(at float64, b box) float64 {
	if anchorAt(at, b) == End {
		return at - 6
	}
	return at + 6
}

// band draws one standard error on both sides of the honest curve.
func (p *Picture) band(c *Curve, x scale, inside func(float64) float64) {
	var xs, low, high []float64
	for i := range c.Budget {
		if h, se := c.Honest[i], c.SE[i]; !math.IsNaN(h) && !math.IsNaN(se) {
			xs = append(xs, x.at(c.Budget[i]))
			low, high = append(low, inside(h-se)), append(high, inside(h+se))
		}
	}
	area := &Area{Role: First, Opacity: .16}
	for i := range xs {
		area.X, area.Y = append(area.X, xs[i]), append(area.Y, high[i])
	}
	for i := len(xs) - 1; i >= 0; i-- {
		area.X, area.Y = append(area.X, xs[i]), append(area.Y, low[i])
	}
	if len(xs) > 1 {
		p.add(area)
	}
}

func (p *Picture) legend(b box) {
	y := b.top - 12
	x := b.right
	for _, l := range []struct {
		text string
		role Role
		dash bool
	}{{"projected by the model", Second, true}, {"honest: cross-validated ± se", First, false}} {
		width := textWidth(l.text, textSize)
		p.add(&Text{X: x - width, Y: y, Text: l.text, Size: textSize, Role: Muted, Anchor: Start},
			&Line{X: []float64{x - width - 26, x - width - 6}, Y: []float64{y - 4, y - 4}, Role: l.role, Width: 2, Dash: l.dash})
		x -= width + 42
	}
}

// cursor marks the budget that is looked at; scripts move it by its ids.
func (c *Curve) cursor(p *Picture, b box, x scale) {
	for i, v := range c.Budget {
		if v == c.At {
			at, up := c.Place(i)
			p.add(&Line{X: []float64{at, at}, Y: []float64{b.top, b.bottom}, Role: Ink, Width: 1, ID: "cursor"},
				&Dot{X: at, Y: up, R: 5, Role: First, Opacity: 1, ID: "dot", Name: fmt.Sprintf("R² %s at a budget of %s", figure.Share(c.value(i)), figure.Significant(v, 3))})
			return
		}
	}
}
