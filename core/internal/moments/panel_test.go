package moments

import (
	"context"
	"errors"
	"math"
	"slices"
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

// TestHeldOutOfSingleCells: if a fold of a panel holds no cell with two judgments, its
// internal variance is the training part's, as the offsets left it. The v of the
// training part's own M is m/(m-1) times as large.
func TestHeldOutOfSingleCells(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 140, Attributes: 2, K: 3, Raters: 3, WholeForms: true, Severity: 1}, 1)
	held := accumulate(t, ds, model.RatersFixed).Folds(5)[0]
	in := func(k int) bool { return !slices.Contains(held, k) }
	b := new(model.Builder)
	y := b.AddLabel("y")
	for i, id := range ds.Objects {
		o := b.Object(id)
		b.SetLabel(y, o, ds.Labels[0].Values[i])
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			if in(BlockOf(id, 50)) || ds.Attr[j] == 1 || j == ds.Start[i] {
				b.Add(o, b.Attribute(ds.Attributes[ds.Attr[j]]), b.RaterID(ds.Raters[ds.Rater[j]]), ds.Value[j])
			}
		}
	}
	few := b.Build()
	blocks, err := AccumulateWithOffsets(context.Background(), few, &few.Labels[0], in)
	if err != nil {
		t.Fatal(err)
	}
	s := blocks.Union(in)
	train, whole := blocks.Moments(s), blocks.Union(nil)
	within := s.Attr[0].S2 / float64(s.Attr[0].Repeated)
	m := float64(s.Attr[0].Objects)
	if at := &train.Attr[0]; !near(at.V, within*m/(m-1), at.V, 1e-12) {
		t.Errorf("v is %g, want %g", at.V, within*m/(m-1))
	}
	for i, h := range blocks.HeldOut(held, train, whole) {
		own := &blocks.Block[held[i]].Attr[0]
		if own.Repeated > 0 {
			t.Fatal("a cell with two judgments: the test lost its power")
		}
		want := float64(own.Objects) * within / float64(whole.Attr[0].Objects) / (train.Attr[0].T * train.Attr[0].T)
		if !near(h.Noise[0], want, want, 1e-12) {
			t.Errorf("noise of block %d is %g, want %g", held[i], h.Noise[0], want)
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
