package chart

import (
	"testing"

	"fms-tui/tui/theme"
)

func BenchmarkDraw(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		busyCanvas()
	}
}

func BenchmarkPaint(b *testing.B) {
	th, c := theme.Dark(), busyCanvas()
	b.ReportAllocs()
	for b.Loop() {
		_ = c.String(th)
	}
}

// busyCanvas is a whole screen of short texts, each with another pen.
func busyCanvas() *Canvas {
	c := New(250, 60)
	for y := range 60 {
		for x := 0; x < 250; x += 10 {
			c.Text(x, y, "judgments", theme.Pen(x/10))
		}
	}
	return c
}

func BenchmarkPlot(b *testing.B) {
	p := lossPlot()
	p.Bands, p.Series = nil, p.Series[:2]
	th := theme.Dark()
	b.ReportAllocs()
	for b.Loop() {
		_ = draw(p, 120, 30).String(th)
	}
}
