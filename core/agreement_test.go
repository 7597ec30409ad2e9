package core_test

import (
	"math"
	"testing"

	"fms-tui/core"
	"fms-tui/core/agreement"
	"fms-tui/core/internal/simulate"
)

// TestAgreementOfMoments: moments tell ICC(1) and its interval as the judgments do.
func TestAgreementOfMoments(t *testing.T) {
	for _, w := range []simulate.World{
		{Objects: 60, Attributes: 4, K: 3, Raters: 6, Ragged: .3, Missing: .1},
		{Objects: 40, Attributes: 3, K: 2},
	} {
		study := core.NewStudy(simulate.Draw(w, 24))
		q := agreement.Question{Replicates: 50, Seed: 1}
		want, err := study.Agreement(t.Context(), "", q)
		if err != nil {
			t.Fatal(err)
		}
		file, err := study.Moments(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		got, err := core.OpenMoments(file, nil).Agreement(t.Context(), "", q)
		if err != nil {
			t.Fatal(err)
		}
		for i := range want.Attributes {
			p, q := &got.Attributes[i], &want.Attributes[i]
			for k, x := range []float64{p.ICC1.Value - q.ICC1.Value, p.ICC1.Low - q.ICC1.Low, p.ICC1.High - q.ICC1.High} {
				if !(math.Abs(x) <= 1e-9) {
					t.Errorf("%s: figure %d of ICC(1) is off by %g: %+v, %+v", p.Name, k, x, p.ICC1, q.ICC1)
				}
			}
			if p.Objects != q.Objects || p.Judgments != q.Judgments || p.ICCA1.Known() || w.Ragged == 0 && p.K != q.K {
				t.Errorf("of moments %+v, of judgments %+v", p, q)
			}
		}
		if _, err := study.Agreement(t.Context(), "none", q); err == nil {
			t.Error("a label that there is not is no error")
		}
	}
}
