package plot

import "strconv"

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
	p := &Picture{Width: calibrationSize, Height: calibrationSize, Title: q.Title}
	b := box{56, 36, calibrationSize - 16, calibrationSize - 52}
	x, y := scale{0, 1, b.left, b.right}, scale{0, 1, b.bottom, b.top}
	format := func(v float64) string { return strconv.FormatFloat(v, 'g', 3, 64) }
	xTitle, yTitle := "probability of "+q.Class+" ("+q.Objects+" held out)", "share that is "+q.Class
	if len(q.More) > 0 {
		xTitle, yTitle = "probability of a class ("+q.Objects+" held out)", "share that is of the class"
	}
	p.axes(b, x, y, xTitle, yTitle, format, format)
	p.add(&Line{X: []float64{x.at(0), x.at(1)}, Y: []float64{y.at(0), y.at(1)}, Role: Muted, Width: 1, Dash: true})
	if len(q.More) > 0 {
		q.curve(p, x, y, 0)
		for k := range q.More {
			q.More[k].curve(p, x, y, k+1)
		}
		return p
	}
	for i, m := range q.Probability {
		low, high := max(0, q.Share[i]-2*q.SE[i]), min(1, q.Share[i]+2*q.SE[i])
		p.add(&Line{X: []float64{x.at(m), x.at(m)}, Y: []float64{y.at(low), y.at(high)}, Role: First, Width: 1.5},
			&Dot{X: x.at(m), Y: y.at(q.Share[i]), R: 4, Role: First, Opacity: 1, Name: format(q.Share[i])})
	}
	return p
}

// curve draws one class of several: its bins joined by a line, and its name.
func (q *Calibration) curve(p *Picture, x, y scale, number int) {
	for i, m := range q.Probability {
		p.add(&Dot{X: x.at(m), Y: y.at(q.Share[i]), R: 3, Role: curveRole(number), Opacity: 1, Name: q.Class + " " + strconv.FormatFloat(q.Share[i], 'g', 3, 64)})
	}
	p.series(&Series{Name: q.Class, X: q.Probability, Y: q.Share}, x, y, number)
}
