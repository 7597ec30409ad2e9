package plot

import "math"

// box is the part of a picture in which figures lie.
type box struct{ left, top, right, bottom float64 }

// scale maps [low, high] to the points from a to b.
type scale struct{ low, high, a, b float64 }

func (s scale) at(x float64) float64 {
	if s.high == s.low {
		return (s.a + s.b) / 2
	}
	return s.a + (x-s.low)/(s.high-s.low)*(s.b-s.a)
}

// ticks are the round numbers within a range, about n of them: multiples of 1, 2 or 5
// times a power of ten.
func ticks(low, high float64, n int) []float64 {
	if !(high > low) || math.IsInf(high-low, 0) {
		return nil
	}
	step := math.Pow(10, math.Floor(math.Log10((high-low)/float64(n))))
	for _, m := range []float64{2, 2.5, 2} { // 2, 5, 10
		if (high-low)/step <= float64(n)*1.2 {
			break
		}
		step *= m
	}
	var all []float64
	for k := math.Ceil(low/step - 1e-9); k*step <= high+1e-9*step; k++ {
		all = append(all, k*step+0) // not -0
	}
	return all
}

// span is the range of the finite values, and false where there are none.
func span(lists ...[]float64) (low, high float64, ok bool) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, list := range lists {
		for _, x := range list {
			if !math.IsNaN(x) && !math.IsInf(x, 0) {
				low, high = min(low, x), max(high, x)
			}
		}
	}
	return low, high, low <= high
}

const textSize = 12.

// axes draws grid lines, ticks and titles.
func (p *Picture) axes(b box, x, y scale, xTitle, yTitle string, format func(float64) string, yFormat func(float64) string) {
	for _, v := range ticks(y.low, y.high, 5) {
		at := y.at(v)
		p.add(&Line{X: []float64{b.left, b.right}, Y: []float64{at, at}, Role: Grid, Width: 1},
			&Text{X: b.left - 8, Y: at + 4, Text: yFormat(v), Size: textSize, Role: Muted, Anchor: End})
	}
	for _, v := range ticks(x.low, x.high, 7) {
		at := x.at(v)
		p.add(&Line{X: []float64{at, at}, Y: []float64{b.bottom, b.bottom + 4}, Role: Muted, Width: 1},
			&Text{X: at, Y: b.bottom + 18, Text: format(v), Size: textSize, Role: Muted, Anchor: Middle})
	}
	p.add(&Line{X: []float64{b.left, b.right}, Y: []float64{b.bottom, b.bottom}, Role: Muted, Width: 1},
		&Text{X: (b.left + b.right) / 2, Y: b.bottom + 36, Text: xTitle, Size: textSize, Role: Muted, Anchor: Middle},
		&Text{X: b.left - 34, Y: b.top - 12, Text: yTitle, Size: textSize, Role: Muted, Anchor: Start})
}
