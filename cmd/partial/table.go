package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"fms-tui/core/partial"
	"fms-tui/tui/figure"
)

// curves writes the learning curves of one problem, and what was tuned.
func (o *options) curves(ctx context.Context, ex *images, what string, stdout, stderr io.Writer) error {
	r, err := partial.Run(ctx, partial.Fixed(ex), ex.Len(), o.Question, progress("curves", stderr))
	if r == nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d pixels: %d to learn from, %d to test on, %d splits, k = %d\n\n", what, ex.pixels, r.Train, r.Test, r.Splits, o.K)
	writeOutcomes(&b, r)
	b.WriteString("\n")
	writeCurves(&b, r)
	if _, failed := io.WriteString(stdout, b.String()); failed != nil {
		return failed
	}
	return err
}

// writeOutcomes writes what is learned from all training objects.
func writeOutcomes(b *strings.Builder, r *partial.Report) {
	b.WriteString("| | mean squared error | wrong signs | pixels seen | norm bound | λ |\n|---|--:|--:|--:|--:|--:|\n")
	for i := range r.Outcomes {
		x := &r.Outcomes[i]
		p := x.Last()
		fmt.Fprintf(b, "| %s | %s | %.1f %% | %.0f | %s | %s |\n", x.Algorithm, figure.WithError(p.Loss, p.SE), 100*p.Wrong, p.Seen,
			middle(x.Tuned, func(t partial.Tuned) float64 { return t.Norm }),
			middle(x.Tuned, func(t partial.Tuned) float64 { return t.Lambda }))
	}
}

// writeCurves writes the error against images, and the pixels seen by then.
func writeCurves(b *strings.Builder, r *partial.Report) {
	b.WriteString("| images |")
	for _, x := range r.Outcomes {
		fmt.Fprintf(b, " %s |", x.Algorithm)
	}
	b.WriteString(" pixels seen, aer | pixels seen, ridge |\n|--:|" + strings.Repeat("--:|", len(r.Outcomes)+2) + "\n")
	first, last := r.Outcomes[0], r.Outcomes[len(r.Outcomes)-1]
	for k, p := range first.Curve {
		fmt.Fprintf(b, "| %d |", p.Examples)
		for _, x := range r.Outcomes {
			fmt.Fprintf(b, " %.3f |", x.Curve[k].Loss)
		}
		fmt.Fprintf(b, " %.0f | %.0f |\n", p.Seen, last.Curve[k].Seen)
	}
}

// middle is the median parameter over splits.
func middle(tuned []partial.Tuned, of func(partial.Tuned) float64) string {
	var all []float64
	for _, t := range tuned {
		all = append(all, of(t))
	}
	if m := median(all); !math.IsNaN(m) {
		return fmt.Sprintf("%.3g", m)
	}
	return ""
}

func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	n := len(x)
	if n == 0 {
		return math.NaN()
	}
	return (x[(n-1)/2] + x[n/2]) / 2
}

// everyPair tunes and learns for every pair of digits, and writes the medians
// over pairs and splits. What was finished is written though the rest was not.
func (o *options) everyPair(ctx context.Context, all *digits, stdout, stderr io.Writer) error {
	q := o.Question
	q.Points = 1
	losses := make(map[partial.Algorithm][]float64)
	wrong := make(map[partial.Algorithm][]float64)
	tell := progress("pairs of digits", stderr)
	pairs := 0
	var failed error
	for a := range byte(10) {
		for b := a + 1; b < 10 && failed == nil; b++ {
			ex := all.pair(a, b)
			q.Seed = o.Seed + uint64(a)*10 + uint64(b)
			r, err := partial.Run(ctx, partial.Fixed(ex), ex.Len(), q, nil)
			if failed = err; err != nil {
				break
			}
			for _, x := range r.Outcomes {
				for _, p := range x.Each {
					losses[x.Algorithm] = append(losses[x.Algorithm], p.Loss)
					wrong[x.Algorithm] = append(wrong[x.Algorithm], p.Wrong)
				}
			}
			pairs++
			tell(pairs, 45)
		}
	}
	var t strings.Builder
	fmt.Fprintf(&t, "%d pairs of digits, %d splits each, k = %d, %d folds: medians\n\n", pairs, q.Splits, q.K, q.Folds)
	t.WriteString("| | mean squared error | wrong signs |\n|---|--:|--:|\n")
	for _, a := range q.Algorithms {
		fmt.Fprintf(&t, "| %s | %.3f | %.1f %% |\n", a, median(losses[a]), 100*median(wrong[a]))
	}
	if _, err := io.WriteString(stdout, t.String()); err != nil {
		return err
	}
	return failed
}
