package moments

import (
	"context"
	"fmt"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/model"
)

// BenchmarkMoments times what opening data costs: block sums, averages and
// projection.
func BenchmarkMoments(b *testing.B) {
	for _, size := range []struct{ d, m int }{{40, 1000}, {200, 10000}, {500, 10000}} {
		ds := simulate.Draw(simulate.World{
			Objects: size.m, Attributes: size.d, K: 2, Raters: 100, WholeForms: true,
		}, 1)
		for _, mode := range []model.Raters{model.RatersPaper, model.RatersAware} {
			b.Run(fmt.Sprintf("d=%d/m=%d/%s", size.d, size.m, mode), func(b *testing.B) {
				for b.Loop() {
					blocks, err := Accumulate(context.Background(), ds, &ds.Labels[0], mode)
					if err != nil {
						b.Fatal(err)
					}
					m := blocks.Moments(blocks.Union(nil))
					m.Project(model.ProjectScaled)
				}
			})
		}
	}
}

// BenchmarkRagged times the sums where raters judge parts of objects: pair by
// pair of the attributes that they share, or beside grids where single judgments are missing.
func BenchmarkRagged(b *testing.B) {
	for _, w := range []simulate.World{
		{Objects: 3000, Attributes: 40, K: 3, Raters: 100, WholeForms: true, Ragged: .2, Missing: .1},
		{Objects: 1000, Attributes: 200, K: 3, Raters: 100, WholeForms: true, Ragged: .2, Missing: .1},
		{Objects: 3000, Attributes: 40, K: 3, Raters: 100, Ragged: .2, Missing: .1},
		{Objects: 1000, Attributes: 200, K: 3, Raters: 100, WholeForms: true, Missing: .01},
		{Objects: 25000, Attributes: 200, K: 2, Raters: 100, WholeForms: true, Ragged: .01},
		{Objects: 25000, Attributes: 200, K: 3, Raters: 100, WholeForms: true, Ragged: .01},
	} {
		ds := simulate.Draw(w, 1)
		b.Run(fmt.Sprintf("d=%d/m=%d/k=%d/whole=%v/missing=%g/ragged=%g", w.Attributes, w.Objects, w.K, w.WholeForms, w.Missing, w.Ragged), func(b *testing.B) {
			for b.Loop() {
				if _, err := Accumulate(context.Background(), ds, &ds.Labels[0], model.RatersAware); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
