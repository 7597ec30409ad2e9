package honest_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"fms-tui/core/internal/honest"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// TestGiven compares weights for given repeats with the weights of a problem of the
// training part. In this problem Uniform may buy exactly these repeats.
func TestGiven(t *testing.T) {
	checked, unused := 0, 0
	for tr := range trials(fresh.Seed(t, 900)) {
		if tr.mode == model.RatersFixed {
			continue
		}
		l := newLiteral(tr.ds, tr.mode, tr.projection, tr.folds)
		p := parts(t, source(tr.ds, tr.mode, tr.projection), tr.folds)
		repeats := make([]int, len(tr.ds.Attributes))
		for a := range repeats {
			repeats[a] = (a * 2) % 3 // 0, 2, 1, 0 …
		}
		given, err := p.Given(context.Background(), honest.Terms{
			Price: equalTerms(tr.ds).Price, Limits: selection.Limits{Ridge: tr.terms.Limits.Ridge},
		}, repeats)
		if err != nil || len(given) != len(l.folds) {
			t.Fatalf("%s: %d parts, want %d (%v)", tr.name, len(given), len(l.folds), err)
		}
		for f := range given {
			o, g := l.fold(f), &given[f]
			if !slices.Equal(g.Held, o.held) {
				t.Fatalf("%s: part %d holds out %v, want %v", tr.name, f, g.Held, o.held)
			}
			m := o.train
			price := equalTerms(tr.ds).Price
			q := selection.NewProblem(m, o.proj, price, selection.Limits{Min: repeats, Max: repeats, Ridge: tr.terms.Limits.Ridge},
				func(a int) bool { return repeats[a] == 0 })
			want, intercept := make([]float64, len(repeats)), m.LabelMean
			if spent, _ := q.Required(); m.LabelVariance > 0 && spent > 0 {
				c, err := selection.NewCurve(context.Background(), q, selection.Uniform, units(100))
				if err != nil {
					t.Fatal(err)
				}
				w, _ := q.Weights(&c.Choices[0])
				for a, x := range w {
					if x != 0 {
						want[a] = x / m.Attr[a].T
						intercept -= want[a] * m.Attr[a].Mean
					}
				}
			} else {
				unused++
			}
			means := []float64{}
			y := intercept
			for a, n := range repeats {
				size := math.Abs(want[a])
				if !(math.Abs(g.W[a]-want[a]) <= 1e-6*(size+1e-3)) {
					t.Fatalf("%s: part %d weighs attribute %d %g, want %g", tr.name, f, a, g.W[a], want[a])
				}
				checked++
				if n > 0 {
					means = append(means, float64(a)+.5)
					y += want[a] * (float64(a) + .5)
				}
			}
			if !(math.Abs(g.At(means, repeats)-y) <= 1e-6*(1+math.Abs(y))) {
				t.Fatalf("%s: part %d predicts %g, want %g", tr.name, f, g.At(means, repeats), y)
			}
		}
	}
	if fresh.Fixed() && (checked < 1000 || unused < 5) {
		t.Errorf("%d weights compared, %d parts without any: the test lost its power", checked, unused)
	}
}
