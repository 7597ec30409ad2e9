package plot

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"fms-tui/core/report/figure"
)

const curveWidth, curveHeight = 720., 330.

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

// frame is where the figures lie. Bands that reach far below 0 are cut: an R² below
// -.2 says no more than one of -.2.
func (c *Curve) frame() *frame {
	_, most, ok := span(c.Budget)
	if !ok || most <= 0 {
		most = 1
	}
	low, high, ok := span(c.Projected, c.Honest)
	if !ok {
		low, high = 0, 1
	}
	low, high = max(min(low, 0), -.2), min(max(high*1.08, low+.05), 1.2)
	return newFrame(c.Title, curveWidth, curveHeight, 0, most, low, high)
}

// value is the honest R² of a budget if it is known, else the projected.
func (c *Curve) value(i int) float64 {
	if !math.IsNaN(c.Honest[i]) {
		return c.Honest[i]
	}
	return c.Projected[i]
}

// Place is the point of a budget and its R² in the picture, at the bottom if that is not known.
func (c *Curve) Place(i int) (x, y float64) {
	f := c.frame()
	xs, ys := f.points(c.Budget[i:i+1], []float64{c.value(i)})
	if math.IsNaN(ys[0]) {
		return xs[0], f.bottom
	}
	return xs[0], ys[0]
}

func (c *Curve) Picture() *Picture {
	f := c.frame()
	title := "budget for each object"
	if c.Unit != "" {
		title += ", " + c.Unit
	}
	f.axes(title, "R²", digits(6), figure.Share)
	f.band(c)
	x, projected := f.points(c.Budget, c.Projected)
	_, honest := f.points(c.Budget, c.Honest)
	f.add(&Line{X: x, Y: projected, Role: Second, Width: 1.5, Dash: true}, &Line{X: x, Y: honest, Role: First, Width: 2.5})
	right := f.right
	for _, l := range []struct {
		text string
		role Role
	}{{"projected by the model", Second}, {"honest: cross-validated ± se", First}} {
		left := right - textWidth(l.text)
		f.text(left, f.top-12, l.text, Muted, Start)
		f.line(left-26, f.top-16, left-6, f.top-16, l.role, 2).Dash = l.role == Second
		right = left - 42
	}
	if at := f.x.at(c.Recommended); !math.IsNaN(at) {
		f.line(at, f.bottom, at, f.bottom-8, First, 3)
		beside, anchor := at+6, Start
		if at > f.right-100 { // the side with room
			beside, anchor = at-6, End
		}
		f.text(beside, f.bottom-8, "recommended", First, anchor)
	}
	if i := slices.Index(c.Budget, c.At); i >= 0 { // scripts move it by its ids
		at, up := c.Place(i)
		f.line(at, f.top, at, f.bottom, Ink, 1).ID = "cursor"
		f.add(&Dot{X: at, Y: up, R: 5, Role: First, Opacity: 1, ID: "dot", Name: fmt.Sprintf("R² %s at a budget of %s", figure.Share(c.value(i)), figure.Significant(c.At, 3))})
	}
	return f.Picture
}

// band draws one standard error on both sides of the honest curve.
func (f *frame) band(c *Curve) {
	var xs, low, high []float64
	for i := range c.Budget {
		if h, se := c.Honest[i], c.SE[i]; !math.IsNaN(h) && !math.IsNaN(se) {
			xs, low, high = append(xs, c.Budget[i]), append(low, h-se), append(high, h+se)
		}
	}
	if len(xs) < 2 {
		return
	}
	x, top := f.points(xs, high)
	back, bottom := f.points(xs, low)
	slices.Reverse(back)
	slices.Reverse(bottom)
	f.add(&Area{X: append(x, back...), Y: append(top, bottom...), Role: First, Opacity: .16})
}

// curveRole tells curves from each other, besides their names.
func curveRole(number int) Role { return []Role{First, Second, Ink}[number%3] }

// curve draws a curve with its name, dashed where others have its colour.
func (f *frame) curve(name string, x, y []float64, number int) {
	line := &Line{Role: curveRole(number), Width: 1.5, Dash: number%6 >= 3}
	line.X, line.Y = f.points(x, y)
	if n := len(line.X); n > 0 {
		f.add(line)
		f.text(line.X[n-1]-6, line.Y[n-1]-6, name, line.Role, End)
	}
}

// Calibration compares probabilities of class 1 with the shares of objects that are of it.
type Calibration struct {
	Title       string
	Class       string // name of class 1
	Objects     string // how many, in words
	Probability []float64
	Share       []float64
	SE          []float64 // of the shares
	// More are the curves of further classes, where each of three or more is compared.
	More []Calibration
}

const calibrationSize = 420.

// Picture draws a disc for each bin with two standard errors, over the line of perfect
// calibration. Of several classes each has a curve with its name at the end.
func (q *Calibration) Picture() *Picture {
	f := newFrame(q.Title, calibrationSize, calibrationSize, 0, 1, 0, 1)
	of, is := q.Class, q.Class
	if len(q.More) > 0 {
		of, is = "a class", "of the class"
	}
	f.axes("probability of "+of+" ("+q.Objects+" held out)", "share that is "+is, digits(3), digits(3))
	f.line(f.left, f.bottom, f.right, f.top, Muted, 1).Dash = true
	for k, c := range append([]Calibration{*q}, q.More...) {
		role := curveRole(k)
		for i, m := range c.Probability {
			d := &Dot{X: f.x.at(m), Y: f.y.at(c.Share[i]), R: 4, Role: role, Opacity: 1, Name: digits(3)(c.Share[i])}
			if len(q.More) == 0 {
				f.line(d.X, f.y.at(max(0, c.Share[i]-2*c.SE[i])), d.X, f.y.at(min(1, c.Share[i]+2*c.SE[i])), role, 1.5)
			} else {
				d.R, d.Name = 3, c.Class+" "+d.Name
			}
			f.add(d)
		}
		if len(q.More) > 0 {
			f.curve(c.Class, c.Probability, c.Share, k)
		}
	}
	return f.Picture
}

// Point is an attribute on the map.
type Point struct {
	Name        string
	Noise       float64 // share of a judgment's variance, in [0,1]
	Correlation float64 // of the mean judgments with the label, in [-1,1]
	Repeats     int     // that the budget buys; 0 for none
}

// Map is the attributes by noise and correlation, discs as large as what is bought.
type Map struct {
	Title  string
	Points []Point // NaN in either figure leaves one out
}

const mapWidth, mapHeight = 720., 440.

// Picture draws the map. What is bought comes first, and then what goes with the label.
func (m *Map) Picture() *Picture {
	known := slices.DeleteFunc(slices.Clone(m.Points), func(q Point) bool { return math.IsNaN(q.Noise + q.Correlation) })
	sort.SliceStable(known, func(i, j int) bool {
		p, q := &known[i], &known[j]
		return p.Repeats > q.Repeats || p.Repeats == q.Repeats && math.Abs(p.Correlation) > math.Abs(q.Correlation)
	})
	correlations := []float64{-.1, .1}
	for _, q := range known {
		correlations = append(correlations, q.Correlation)
	}
	low, high, _ := span(correlations)
	f := newFrame(m.Title, mapWidth, mapHeight, 0, 1, low-.08, high+.08)
	f.axes("noise: share of a judgment's variance", "correlation with the label", func(v float64) string { return figure.Fixed(100*v, 0) + "%" }, figure.Corr)
	f.line(f.left, f.y.at(0), f.right, f.y.at(0), Muted, 1)
	discs := make([]*Dot, len(known))
	for i, q := range known { // large discs first, so that they cover none
		d := &Dot{X: f.x.at(q.Noise), Y: f.y.at(q.Correlation), R: 3, Role: Muted, Opacity: .6, Name: q.Name}
		if q.Repeats > 0 {
			d.R, d.Role, d.Opacity, d.Name = 4+3*math.Sqrt(float64(q.Repeats)), First, .55, q.Name+", "+figure.CountOf(q.Repeats, "judgment")
		}
		discs[i] = d
		f.add(d)
	}
	f.names(known, discs)
	return f.Picture
}

// names writes names beside discs as long as there is room. Those of what is bought may lie over
// other discs.
func (f *frame) names(known []Point, discs []*Dot) {
	bought, _ := slices.BinarySearchFunc(known, 0, func(q Point, n int) int { return n - q.Repeats })
	var taken []box
	cover := func(discs []*Dot) {
		for _, d := range discs {
			taken = append(taken, box{d.X - d.R, d.Y - d.R, d.X + d.R, d.Y + d.R})
		}
	}
	cover(discs[:bought])
	for i, d := range discs {
		role := Ink
		if i >= bought {
			role = Muted
		}
		if i == bought {
			cover(discs[bought:])
		}
		r, width := d.R+3, textWidth(known[i].Name)
		for _, t := range []struct {
			x, y   float64
			anchor Anchor
		}{{r, 4, Start}, {-r, 4, End}, {0, 2 - r, Middle}, {0, r + 12, Middle}} {
			x, y := d.X+t.x, d.Y+t.y
			left := x - width*float64(t.anchor)/2
			own := box{left, y - textSize, left + width, y + 3}
			if own.left >= f.left && own.right <= f.right && !slices.ContainsFunc(taken, own.meets) {
				f.text(x, y, known[i].Name, role, t.anchor)
				taken = append(taken, own)
				break
			}
		}
	}
}

// Weight is an attribute of a predictor.
type Weight struct {
	Name    string
	Repeats int
	Weight  float64 // label units per unit of the attribute
	Effect  float64 // label units per standard deviation of the attribute
}

// Predictor is an equation: what each attribute adds to the prediction.
type Predictor struct {
	Title string
	Label string
	Terms []Weight
}

const barsWidth, barHeight = 720., 24.

// Picture draws a bar for each attribute, the label's change for one standard
// deviation of its mean judgments.
func (q *Predictor) Picture() *Picture {
	p := &Picture{Width: barsWidth, Height: 72 + barHeight*float64(len(q.Terms)), Title: q.Title}
	names, words, effects := 60., make([]string, len(q.Terms)), []float64{0}
	for i, t := range q.Terms {
		words[i] = fmt.Sprintf("%s × %d", t.Name, t.Repeats)
		names, effects = max(names, textWidth(words[i])), append(effects, t.Effect)
	}
	b := box{min(names, 300) + 24, 30, barsWidth - 70, p.Height - 44}
	low, high, _ := span(effects)
	if low == high {
		high = low + 1
	}
	x := scale{low, high, b.left, b.right}
	for _, v := range figure.Ticks(low, high, 7) {
		p.line(x.at(v), b.top, x.at(v), b.bottom, Grid, 1)
		p.text(x.at(v), b.bottom+16, digits(6)(v), Muted, Middle)
	}
	for i, t := range q.Terms {
		y := b.top + barHeight*float64(i)
		role := First
		if t.Effect < 0 {
			role = Second
		}
		from, to := x.at(0), x.at(t.Effect)
		p.add(&Area{X: []float64{from, to, to, from}, Y: []float64{y + 5, y + 5, y + barHeight - 5, y + barHeight - 5}, Role: role, Opacity: .85})
		p.text(b.left-12, y+16, words[i], Ink, End)
		p.text(barsWidth-8, y+16, figure.Significant(t.Weight, 3), Muted, End)
	}
	p.line(x.at(0), b.top, x.at(0), b.bottom, Muted, 1)
	p.text(b.left, b.bottom+34, "change of "+q.Label+" for one standard deviation of the attribute", Muted, Start)
	p.text(barsWidth-8, b.top-10, "weight", Muted, End)
	return p
}
