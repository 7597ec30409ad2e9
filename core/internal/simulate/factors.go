package simulate

import (
	"fmt"
	"math"
	"math/rand/v2"

	"fms-tui/model"
)

// Factors is a factor model of which every moment is known: truths L·f, a label
// c·f + noise, judgments truth + noise of variance v. All means are 0.
type Factors struct {
	Loading    [][]float64 // L, a row an attribute
	Label      []float64   // c
	LabelNoise float64     // standard deviation
	V          []float64   // by attribute
}

// NewFactors draws a factor model with this number of attributes.
func NewFactors(attributes int, rng *rand.Rand) Factors {
	const factors = 3
	p := Factors{Label: make([]float64, factors), LabelNoise: .8}
	for n := range p.Label {
		p.Label[n] = rng.NormFloat64()
	}
	for range attributes {
		row := make([]float64, factors)
		for n := range row {
			row[n] = .5 * rng.NormFloat64()
		}
		p.Loading = append(p.Loading, row)
		p.V = append(p.V, .5+2*rng.Float64())
	}
	return p
}

// Draw draws m objects with k judgments of every attribute, each by a rater of its own.
func (p Factors) Draw(m, k int, rng *rand.Rand) *model.Dataset {
	b := new(model.Builder)
	label := b.AddLabel("y")
	for i := range m {
		o := b.Object(fmt.Sprintf("object %d", i))
		f := make([]float64, len(p.Label))
		y := p.LabelNoise * rng.NormFloat64()
		for n := range f {
			f[n] = rng.NormFloat64()
			y += p.Label[n] * f[n]
		}
		b.SetLabel(label, o, y)
		for a, row := range p.Loading {
			truth := 0.0
			for n, l := range row {
				truth += l * f[n]
			}
			for range k {
				b.Add(o, b.Attribute(fmt.Sprintf("a%d", a)), model.NoRater, truth+math.Sqrt(p.V[a])*rng.NormFloat64())
			}
		}
	}
	return b.Build()
}

// Loss is the true loss, on new objects judged r times, of weights in the attributes' own
// units with the intercept that is learned with them: from the means of the label and of
// the attributes in the data. It is the label's variance for no weights and a mean of 0.
func (p Factors) Loss(w []float64, r []int, labelMean float64, mean func(attribute int) float64) float64 {
	loss, off := p.LabelNoise*p.LabelNoise, labelMean
	rest := append([]float64(nil), p.Label...)
	for a, x := range w {
		if x == 0 {
			continue
		}
		for n, l := range p.Loading[a] {
			rest[n] -= x * l
		}
		loss += x * x * p.V[a] / float64(r[a])
		off -= x * mean(a)
	}
	for _, x := range rest {
		loss += x * x
	}
	return loss + off*off
}
