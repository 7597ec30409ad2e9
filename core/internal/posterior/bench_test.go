package posterior

import (
	"fmt"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/model"
)

// BenchmarkOf times one training part's b̃, from its moments on.
func BenchmarkOf(b *testing.B) {
	for _, size := range []struct{ d, m int }{{12, 80}, {39, 80}, {39, 500}, {200, 150}, {200, 2000}} {
		for _, mode := range []model.Raters{model.RatersPaper, model.RatersAware} {
			b.Run(fmt.Sprintf("d=%d/m=%d/%s", size.d, size.m, mode), func(b *testing.B) {
				ds := simulate.Draw(simulate.World{
					Objects: size.m, Attributes: size.d, K: 3, Raters: 30, WholeForms: true, Halo: .8,
				}, 1)
				m, p, noise, held := pilotOf(b, ds, mode)
				for b.Loop() {
					Of(m, p, noise, held, none)
				}
			})
		}
	}
}
