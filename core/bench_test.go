package core

import (
	"context"
	"fmt"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// BenchmarkHonest times the honest loss over a range of budgets, as after a
// changed price ("paths"), and with the training parts computed anew, as after a
// changed label ("parts and paths").
func BenchmarkHonest(b *testing.B) {
	for _, size := range []struct{ d, m, budget int }{{39, 880, 200}, {200, 2000, 500}} {
		ds := simulate.Draw(simulate.World{Objects: size.m, Attributes: size.d, K: 2, Raters: 100, WholeForms: true}, 1)
		for _, c := range []struct {
			shrink string
			design string
		}{
			{model.ShrinkNone, model.DesignSingle},
			{model.ShrinkAuto, model.DesignSingle},
			{model.ShrinkAuto, model.DesignForm},
		} {
			q := Request{Range: model.Units(size.budget)}
			q.Settings.Shrink, q.Settings.Design.Kind = c.shrink, c.design
			r, err := NewStudy(ds).Solve(context.Background(), q)
			if err != nil {
				b.Fatal(err)
			}
			for _, algorithms := range [][]selection.Algorithm{{selection.Full}, selection.Algorithms()} {
				for _, what := range []string{"paths", "parts and paths"} {
					b.Run(fmt.Sprintf("d=%d/B=%d/%s/%s/%d/%s", size.d, size.budget, c.design, c.shrink, len(algorithms), what), func(b *testing.B) {
						for b.Loop() {
							if what != "paths" {
								clear(r.known.trained)
							}
							if _, err := r.Honest(context.Background(), 0, algorithms...); err != nil {
								b.Fatal(err)
							}
						}
					})
				}
			}
		}
	}
}
