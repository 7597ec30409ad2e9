package moments

import (
	"math"
	"slices"
	"testing"

	"fms-tui/core/internal/golden"
	"fms-tui/model"
)

// TestGolden: the moments of a ragged crowd and of a panel agree with another
// program's.
func TestGolden(t *testing.T) {
	forms := golden.LoadForms(t)
	for _, c := range []*golden.Case{&forms.Crowd, &forms.Panel} {
		b := accumulate(t, c.Dataset(), c.Raters)
		s := b.Union(nil)
		m := b.Moments(s)
		check := func(what string, got, want []float64) {
			t.Helper()
			for i, w := range want {
				if !(math.Abs(got[i]-w) <= 1e-8) {
					t.Errorf("%s: %s %d is %.12g, want %.12g", c.Raters, what, i, got[i], w)
				}
			}
			if len(got) != len(want) {
				t.Errorf("%s: %s has %d figures, want %d", c.Raters, what, len(got), len(want))
			}
		}
		column := func(of func(a *Attribute) float64) (x []float64) {
			for a := range m.Attr {
				x = append(x, of(&m.Attr[a]))
			}
			return x
		}
		check("μ", column(func(a *Attribute) float64 { return a.Mean }), c.Moments.Mean)
		check("b", column(func(a *Attribute) float64 { return a.B }), c.Moments.B)
		check("v", column(func(a *Attribute) float64 { return a.V }), c.Moments.V)
		check("t²", column(func(a *Attribute) float64 { return a.T * a.T }), c.Moments.T2)
		check("Var(y)", []float64{m.LabelVariance}, []float64{c.Moments.LabelVariance})
		severity := make([]float64, b.d*b.d)
		if b.Severity != nil {
			severity = b.Severity.K
		}
		check("severity", severity, slices.Concat(c.Moments.Severity...))
		check("Σ", m.Sigma, slices.Concat(c.Moments.SigmaRaw...))
		check("Σ⁺", raw(m, m.Project(model.ProjectScaled).Sigma), slices.Concat(c.Moments.SigmaPSD...))
		h := b.Halo(m, s)
		check("C", h.C, slices.Concat(c.Moments.HaloRaw...))
		check("C⁺", raw(m, m.ProjectHalo(h).C), slices.Concat(c.Moments.HaloPSD...))
		both, different := make([]float64, b.d*b.d), make([]float64, b.d*b.d)
		for i := range b.d {
			for j := range i {
				n, _, _, _ := s.pair(DifferentRaters, j, i)
				different[i*b.d+j], different[j*b.d+i] = n, n
				both[i*b.d+j], both[j*b.d+i] = float64(h.N[i*b.d+j]), float64(h.N[j*b.d+i])
			}
		}
		check("objects with both kinds", both, slices.Concat(c.Moments.BothKinds...))
		check("objects with different raters", different, slices.Concat(c.Moments.Different...))
	}
}

// raw is a standardised matrix in the attributes' units.
func raw(m *Moments, z []float64) []float64 {
	d, x := len(m.Attr), slices.Clone(z)
	for i := range x {
		x[i] *= m.Attr[i/d].T * m.Attr[i%d].T
	}
	return x
}
