package plot

import "strconv"

// Series is a curve, its points in the order of X. Low and High are the ends of its
// band, as long as X, or nil where it has none. A Y that is NaN is a gap.
type Series struct {
	Name            string
	Like            string // what it is one of: series alike have one colour; "" where each has its own
	X, Y, Low, High []float64
}

// Lines is a picture of curves, each with its band as error bars and its name at its end.
func Lines(title, xTitle, yTitle string, curves []Series) *Picture {
	p := &Picture{Width: curveWidth, Height: curveHeight, Title: title}
	b := box{56, 34, curveWidth - 24, curveHeight - 48}
	var xs, ys [][]float64
	for _, s := range curves {
		xs, ys = append(xs, s.X), append(ys, s.Y, s.Low, s.High)
	}
	left, right, ok := span(xs...)
	low, high, known := span(ys...)
	if !ok || !known {
		return p
	}
	x, y := scale{left, right, b.left, b.right}, scale{low, high, b.bottom, b.top}
	text := func(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }
	p.axes(b, x, y, xTitle, yTitle, text, text)
	for i := range curves {
		p.series(&curves[i], x, y, i)
	}
	return p
}

// curveRole tells curves from each other, besides their names.
func curveRole(number int) Role { return []Role{First, Second, Ink}[number%3] }

// series draws a curve, dashed where others have its colour, its error bars and its name.
func (p *Picture) series(s *Series, x, y scale, number int) {
	line := &Line{Role: curveRole(number), Width: 1.5, Dash: number%6 >= 3}
	for i := range s.X {
		line.X, line.Y = append(line.X, x.at(s.X[i])), append(line.Y, y.at(s.Y[i]))
		if s.Low != nil {
			p.add(&Line{X: []float64{x.at(s.X[i]), x.at(s.X[i])}, Y: []float64{y.at(s.Low[i]), y.at(s.High[i])}, Role: line.Role, Width: .75})
		}
	}
	if n := len(line.X); n > 0 {
		p.add(line, &Text{X: line.X[n-1] - 6, Y: line.Y[n-1] - 6, Text: s.Name, Size: textSize, Role: line.Role, Anchor: End})
	}
}
