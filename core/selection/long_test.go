package selection

import (
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/model"
)

func BenchmarkLongPath(b *testing.B) {
	ds := simulate.Draw(simulate.World{Objects: 1000, Attributes: 39, K: 2}, 1)
	price := make([]model.Amount, 39)
	for a := range price {
		price[a] = model.Unit
	}
	p := problemOf(b, ds, price)
	for _, alg := range Algorithms() {
		b.Run(string(alg), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				newCurve(b, p, alg, []model.Amount{model.Units(1_000_000)})
			}
		})
	}
}
