package core

import (
	"context"
	"math"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// TestClassMeans: a mean by class is the mean of the cell means of the objects in the class.
func TestClassMeans(t *testing.T) {
	for i, label := range []string{"grade", "grade", "verdict"} {
		ds := threeGrades(simulate.World{Objects: 60, Attributes: 3, K: 2, Raters: 4}, i == 1, fresh.Seed(t, 63))
		r, err := NewStudy(ds).Solve(context.Background(), Request{Settings: model.Settings{Label: label}})
		if err != nil {
			t.Fatal(err)
		}
		names, means := r.ClassMeans()
		l := ds.Label(label)
		for k := range names {
			for a := range ds.Attributes {
				sum, n := 0.0, 0.0
				for o := range ds.Objects {
					x, m := 0.0, 0.0
					for j := ds.Start[o]; j < ds.Start[o+1]; j++ {
						if int(ds.Attr[j]) == a {
							x, m = x+ds.Value[j], m+1
						}
					}
					if int(l.Values[o]) == k && m > 0 {
						sum, n = sum+x/m, n+1
					}
				}
				if want := sum / n; math.Abs(means[k][a]-want) > 1e-9 {
					t.Errorf("%s, class %s, attribute %d: %g, want %g", label, names[k], a, means[k][a], want)
				}
			}
		}
	}
}
