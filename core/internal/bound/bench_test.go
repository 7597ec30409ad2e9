package bound

import (
	"context"
	"fmt"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/model"
)

// BenchmarkBounds: 50 budgets are to take less than 5 ms at d=39 and less than
// 100 ms at d=200.
func BenchmarkBounds(b *testing.B) {
	for _, size := range []struct{ d, m int }{{39, 880}, {39, 150}, {200, 1000}, {200, 300}} {
		ds := simulate.Draw(simulate.World{Objects: size.m, Attributes: size.d, K: 2}, 1)
		p := problemOf(b, ds, rules{})
		for _, most := range []int{50, 1000} {
			budgets := make([]model.Amount, 50)
			for i := range budgets {
				budgets[i] = model.Units((i + 1) * most / 50)
			}
			b.Run(fmt.Sprintf("d=%d/m=%d/B=%d", size.d, size.m, most), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := NewPath(p).Bounds(context.Background(), budgets); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
