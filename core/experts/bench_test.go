package experts

import (
	"context"
	"math"
	"testing"
)

// paperData is like the paper's simulated problem: 2500 objects, 55 features, 3
// experts.
func paperData() *Data {
	w := world{theta: Theta{-.1, make([]float64, 55), []float64{0, 1.7, .1}, make([]float64, 55)}}
	copy(w.theta.Beta, []float64{.7, .2, .2, -.2, -.15})
	d, _ := w.draw(1, 2500)
	return d
}

// BenchmarkPaper is a study of it: 30 restarts at each of 20 λ, half of the
// objects held out.
func BenchmarkPaper(b *testing.B) {
	d := paperData()
	for b.Loop() {
		if _, err := Select(context.Background(), d, Options{Seed: 1}, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDrag is what a screen asks while λ is dragged: labels and experts with
// intervals at a λ of the grid, and a fit between two of them.
func BenchmarkDrag(b *testing.B) {
	d := paperData()
	s, err := Select(context.Background(), d, Options{Seed: 1, Restarts: 1}, nil)
	if err != nil {
		b.Fatal(err)
	}
	curve := s.Curve(EMSparse)
	f := curve[8].Fit
	b.Run("labels", func(b *testing.B) {
		for b.Loop() {
			ByDoubt(f.Labels(d))
		}
	})
	b.Run("experts", func(b *testing.B) {
		for b.Loop() {
			f.Experts(d)
		}
	})
	b.Run("refit", func(b *testing.B) {
		between := math.Sqrt(curve[8].Penalty.Beta * curve[9].Penalty.Beta)
		for b.Loop() {
			if _, err := s.Refit(context.Background(), EMSparse, Penalty{between, between}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
