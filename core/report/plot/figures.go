package plot

import (
	"fmt"
	"math"
	"slices"

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

// Calibration compares probabilities of classes with the shares of objects that are of them.
type Calibration struct {
	Label   string
	Objects string // how many, in words
	Curves  []Calibrated
}

// Calibrated are the bins of a class.
type Calibrated struct {
	Class              string
	Probability, Share []float64
	SE                 []float64 // of the shares
}

const calibrationSize = 420.

// Picture draws a disc for each bin over the line of perfect calibration, of one curve with two
// standard errors. Of several, each has its name at the end; dashes tell those of one colour apart.
func (q *Calibration) Picture() *Picture {
	title, of, is := "calibration of the probabilities of "+q.Label, "a class", "of the class"
	if len(q.Curves) == 1 {
		of, is = q.Curves[0].Class, q.Curves[0].Class
		title = "calibration of the probability of " + of
	}
	f := newFrame(title, calibrationSize, calibrationSize, 0, 1, 0, 1)
	f.axes("probability of "+of+" ("+q.Objects+" held out)", "share that is "+is, digits(3), digits(3))
	f.line(f.left, f.bottom, f.right, f.top, Muted, 1).Dash = true
	for k, c := range q.Curves {
		line := &Line{Role: []Role{First, Second, Ink}[k%3], Width: 1.5, Dash: k%6 >= 3}
		line.X, line.Y = f.points(c.Probability, c.Share)
		for i, share := range c.Share {
			d := &Dot{X: line.X[i], Y: line.Y[i], R: 4, Role: line.Role, Opacity: 1, Name: digits(3)(share)}
			if len(q.Curves) == 1 {
				f.line(d.X, f.y.at(max(0, share-2*c.SE[i])), d.X, f.y.at(min(1, share+2*c.SE[i])), line.Role, 1.5)
			} else {
				d.R, d.Name = 3, c.Class+" "+d.Name
			}
			f.add(d)
		}
		if n := len(line.X); n > 0 && len(q.Curves) > 1 {
			f.add(line)
			f.text(line.X[n-1]-6, line.Y[n-1]-6, c.Class, line.Role, End)
		}
	}
	return f.Picture
}
