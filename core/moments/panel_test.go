package moments

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// TestFixedAgainstDefinitions takes every rater's own mean off by hand, and
// compares with the aware form of what is left, without severity: v alone is
// m/(m-1) times as large, not the noise that is taken off Σ's diagonal.
func TestFixedAgainstDefinitions(t *testing.T) {
	for seed := range fresh.Seeds(t, 0, 8) {
		w := simulate.World{Objects: 150, Attributes: 4, K: 3, Raters: 3, WholeForms: seed%2 == 0, Halo: 1, Severity: 2, Ragged: .1 * float64(seed%3)}
		ds := simulate.Draw(w, seed)
		b := accumulate(t, ds, model.RatersFixed)
		m := b.Moments(b.Union(nil))
		d := len(ds.Attributes)

		left := *ds
		left.Value = append([]float64(nil), ds.Value...)
		in := func(int) bool { return true }
		l := literal{ds, ds.Labels[0].Values, model.RatersAware, in}
		for a := range d {
			sum, n := map[int]float64{}, map[int]float64{}
			var mean, cells float64
			for i := range ds.Objects {
				c := l.cell(i, a)
				for _, j := range c {
					sum[j.rater] += j.x
					n[j.rater]++
				}
				if len(c) > 0 {
					mean += cellMean(c)
					cells++
				}
			}
			mean /= cells
			for rater := range sum {
				offset := sum[rater]/n[rater] - mean
				if got := b.Panel.Offset[rater*d+a]; !(math.Abs(got-offset) <= 1e-9) {
					t.Fatalf("offset of rater %d on %d is %g, want %g", rater, a, got, offset)
				}
				for j := range left.Value {
					if int(ds.Attr[j]) == a && int(ds.Rater[j]) == rater {
						left.Value[j] -= offset
					}
				}
			}
			if b.Panel.Raters[a] != len(sum) {
				t.Errorf("%d raters judged %d, want %d", b.Panel.Raters[a], a, len(sum))
			}
		}
		// The aware moments of what is left, its severity term taken off again.
		aware := accumulate(t, &left, model.RatersAware)
		want := aware.Moments(aware.Union(nil))
		for a := range d {
			n := float64(want.Attr[a].Objects)
			if !near(m.Attr[a].V, want.Attr[a].V*n/(n-1), m.Attr[a].V, 1e-9) {
				t.Errorf("v[%d] = %g, want %g", a, m.Attr[a].V, want.Attr[a].V*n/(n-1))
			}
			for c := range d {
				sigma := want.Sigma[a*d+c] - aware.Severity.K[a*d+c]
				if !near(m.Sigma[a*d+c], sigma, m.Attr[a].T*m.Attr[c].T, 1e-9) {
					t.Errorf("Σ[%d,%d] = %g, want %g", a, c, m.Sigma[a*d+c], sigma)
				}
			}
		}
	}
}

func TestPanelError(t *testing.T) {
	small := simulate.Draw(simulate.World{Objects: 40, Attributes: 2, K: 2, Raters: 2, WholeForms: true}, 1)
	anonymous := simulate.Draw(simulate.World{Objects: 100, Attributes: 2, K: 2, Raters: 2, WholeForms: true, Anonymous: .1}, 1)
	for want, ds := range map[string]*model.Dataset{
		`rater "w0" judged a0 of 40 objects: a fixed panel needs at least 50`: small,
		"judgments carry no rater": anonymous,
	} {
		_, err := Accumulate(context.Background(), ds, &ds.Labels[0], model.RatersFixed)
		var unfit *PanelError
		if !errors.As(err, &unfit) || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}
