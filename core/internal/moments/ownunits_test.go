package moments

import (
	"math"
	"testing"
)

// TestOwnUnits: a predictor says the same in standardised units and in the
// attributes' own, and what is not known of an attribute without weight is not
// asked for.
func TestOwnUnits(t *testing.T) {
	m := &Moments{LabelMean: 7, Attr: []Attribute{{Mean: 3, T: 2}, {Mean: math.NaN()}, {Mean: -1, T: .5}}}
	standard := []float64{1.5, 0, -.25}
	own := append([]float64(nil), standard...)
	intercept := m.OwnUnits(own)
	x := []float64{4, 100, 2}
	want, got := m.LabelMean, intercept
	for a := range x {
		got += own[a] * x[a]
		if standard[a] != 0 {
			want += standard[a] * (x[a] - m.Attr[a].Mean) / m.Attr[a].T
		}
	}
	if !(math.Abs(got-want) < 1e-12) || own[1] != 0 {
		t.Errorf("weights %v predict %g, want %g", own, got, want)
	}
}
