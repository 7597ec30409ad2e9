package plot

import (
	"fmt"
	"strconv"

	"fms-tui/core/report/figure"
)

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
	names := 60.
	var effects []float64
	for _, t := range q.Terms {
		names = max(names, textWidth(q.name(t), textSize))
		effects = append(effects, t.Effect)
	}
	names = min(names, 300)
	b := box{names + 24, 30, barsWidth - 70, p.Height - 44}
	low, high, ok := span(effects, []float64{0})
	if !ok || low == high {
		high = low + 1
	}
	x := scale{low, high, b.left, b.right}
	for _, v := range ticks(low, high, 5) {
		p.add(&Line{X: []float64{x.at(v), x.at(v)}, Y: []float64{b.top, b.bottom}, Role: Grid, Width: 1},
			&Text{X: x.at(v), Y: b.bottom + 16, Text: strconv.FormatFloat(v, 'g', 6, 64), Size: textSize, Role: Muted, Anchor: Middle})
	}
	for i, t := range q.Terms {
		y := b.top + barHeight*float64(i)
		role := First
		if t.Effect < 0 {
			role = Second
		}
		from, to := x.at(0), x.at(t.Effect)
		p.add(&Area{X: []float64{from, to, to, from}, Y: []float64{y + 5, y + 5, y + barHeight - 5, y + barHeight - 5}, Role: role, Opacity: .85},
			&Text{X: b.left - 12, Y: y + 16, Text: q.name(t), Size: textSize, Role: Ink, Anchor: End},
			&Text{X: barsWidth - 8, Y: y + 16, Text: figure.Significant(t.Weight, 3), Size: textSize, Role: Muted, Anchor: End})
	}
	p.add(&Line{X: []float64{x.at(0), x.at(0)}, Y: []float64{b.top, b.bottom}, Role: Muted, Width: 1},
		&Text{X: b.left, Y: b.bottom + 34, Text: "change of " + q.Label + " for one standard deviation of the attribute", Size: textSize, Role: Muted, Anchor: Start},
		&Text{X: barsWidth - 8, Y: b.top - 10, Text: "weight", Size: textSize, Role: Muted, Anchor: End})
	return p
}

func (q *Predictor) name(t Weight) string { return fmt.Sprintf("%s × %d", t.Name, t.Repeats) }
