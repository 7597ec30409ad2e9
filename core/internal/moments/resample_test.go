package moments

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// clones copies a data set with each object as often as its block is drawn.
func clones(ds *model.Dataset, times []int) *model.Dataset {
	b := new(model.Builder)
	label := b.AddLabel("y")
	for _, a := range ds.Attributes {
		b.Attribute(a)
	}
	for _, w := range ds.Raters {
		b.RaterID(w)
	}
	for i, id := range ds.Objects {
		for n := range times[BlockOf(id, len(times))] {
			o := b.Object(fmt.Sprintf("%s, %d", id, n))
			if y := ds.Labels[0].Values[i]; y == y {
				b.SetLabel(label, o, y)
			}
			for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
				b.Add(o, int(ds.Attr[j]), ds.Rater[j], ds.Value[j])
			}
		}
	}
	return b.Build()
}

// TestResampleAgainstCopies: the sums of resampled blocks equal the sums of a data set
// with copies of their objects. The severity remains the data's.
func TestResampleAgainstCopies(t *testing.T) {
	for w, seed := range simulate.Worlds(60, fresh.Seed(t, 700)) {
		w.Constant = 0
		ds := simulate.Draw(w, seed)
		rng := rand.New(rand.NewPCG(seed, 2))
		for _, mode := range []string{model.RatersPaper, model.RatersAware} {
			b := accumulate(t, ds, mode)
			times := make([]int, len(b.Block)) // blocks without objects are drawn too
			for k := range times {
				times[k] = rng.IntN(4)
			}
			copied := accumulate(t, clones(ds, times), mode)
			copied.Severity = b.Severity
			s := b.Resample(times)
			if s.Objects == 0 {
				continue
			}
			comparePart(t, b.Moments(s), copied.Moments(copied.Union(nil)), b.Moments(b.Union(nil)))
			if t.Failed() {
				t.Fatalf("world %d, %s, %v", seed, mode, times)
			}
		}
	}
}
