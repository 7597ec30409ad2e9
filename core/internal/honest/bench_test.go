package honest_test

import (
	"context"
	"fmt"
	"testing"

	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/model/read"
	"fms-tui/sampledata"
)

// BenchmarkHonest times cross-validation: training parts, which are computed
// once a data set, and the honest losses of Full and Scoring at every budget,
// which are computed for each change of a price, at equal and unequal prices.
func BenchmarkHonest(b *testing.B) {
	for _, c := range []struct {
		name    string
		ds      *model.Dataset
		budgets int
	}{
		{"d=39,B=200", bodies(b), 200},
		{"d=200,B=500", simulate.Draw(simulate.World{Objects: 2000, Attributes: 200, K: 2, Raters: 100}, 1), 500},
	} {
		s := source(c.ds, model.RatersAware, model.ProjectScaled)
		terms := equalTerms(c.ds)
		var budgets []model.Amount
		for n := range c.budgets {
			budgets = append(budgets, model.Units(n+1))
		}
		b.Run(c.name+"/parts", func(b *testing.B) {
			for b.Loop() {
				parts(b, s, honest.DefaultFolds)
			}
		})
		p := parts(b, s, honest.DefaultFolds)
		choose := func(b *testing.B) {
			for b.Loop() {
				for _, a := range []selection.Algorithm{selection.Full, selection.Scoring} {
					along(b, run(b, p, terms, a, budgets), budgets)
				}
			}
		}
		b.Run(c.name+"/run", choose)
		for a := range terms.Price {
			terms.Price[a] = model.Units(1 + 3*(a/37%2))
		}
		b.Run(c.name+"/unequal", choose)
	}
}

// BenchmarkBootstrap times a chunk of replicates, and what Full chooses from
// them.
func BenchmarkBootstrap(b *testing.B) {
	const n = 20
	ds := bodies(b)
	s := source(ds, model.RatersAware, model.ProjectScaled)
	terms := equalTerms(ds)
	b.Run(fmt.Sprintf("d=39/replicates=%d", n), func(b *testing.B) {
		for b.Loop() {
			resample(b, &s, 1, 0, n)
		}
	})
	replicates := resample(b, &s, 1, 0, n)
	b.Run(fmt.Sprintf("d=39/replicates=%d/repeats", n), func(b *testing.B) {
		for b.Loop() {
			if _, err := s.Repeats(context.Background(), replicates, terms, selection.Full, model.Units(40)); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// bodies is the bundled sample of that name.
func bodies(t testing.TB) *model.Dataset {
	t.Helper()
	s, err := sampledata.Get("bodies")
	if err != nil {
		t.Fatal(err)
	}
	ds, err := s.Open(t.Context(), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return ds
}
