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
		for _, mode := range []string{model.RatersPaper, model.RatersAware} {
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
