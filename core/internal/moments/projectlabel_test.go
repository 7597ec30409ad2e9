package moments

import (
	"math"
	"testing"

	"fms-tui/model"
)

// TestProjectLabelByHand: one attribute of t = 2 whose correlation with the label is
// 2, which cannot be. The nearest positive semi-definite matrix of
//
//	│ 1 2 │  is  │ 1.5 1.5 │
//	│ 2 1 │      │ 1.5 1.5 │
//
// and with Var(y) = 9 back in the label's place b is √1.5 · 2 · 3.
func TestProjectLabelByHand(t *testing.T) {
	m := &Moments{
		Objects: 50, LabelVariance: 9, Sigma: []float64{4, 0, 0, 0},
		Attr: []Attribute{{T: 2, B: 2 * 2 * 3, Status: Usable}, {Status: ConstantMean, B: 5}},
	}
	p := m.Project(model.ProjectLabel)
	if !(math.Abs(p.Sigma[0]-1.5) <= 1e-9) || !(math.Abs(p.B[0]-6*math.Sqrt(1.5)) <= 1e-7) || p.B[1] != 0 {
		t.Errorf("Σ⁺ %v, b⁺ %v", p.Sigma, p.B)
	}
	if loss := 9 - p.B[0]*p.B[0]/(4*p.Sigma[0]); !(loss >= 0) || loss > 1e-6 {
		t.Errorf("loss %g", loss)
	}
	if want := 1. / 4; !(math.Abs(p.Cut-want) <= 1e-12) { // eigenvalues 3 and -1
		t.Errorf("cut %g, want %g", p.Cut, want)
	}
	m.LabelVariance = 0
	if p = m.Project(model.ProjectLabel); p.B[0] != 0 {
		t.Errorf("of a constant label b⁺ is %v", p.B)
	}
	if p = m.Project(model.ProjectScaled); p.B != nil {
		t.Errorf("--psd scaled moves b to %v", p.B)
	}
}
