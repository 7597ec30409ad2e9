package moments

import (
	"math"
	"slices"
	"testing"

	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// TestCells holds sizes and means against the data, read one by one.
func TestCells(t *testing.T) {
	sampled(t, fresh.Seed(t, 90), func(name string, ds *model.Dataset, whole *Blocks) {
		c := NewCells(ds, &ds.Labels[0], whole)
		d := len(ds.Attributes)
		for i := range ds.Objects {
			cells := make([][]float64, d)
			var seen [][2]int32
			for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
				at := [2]int32{ds.Attr[j], ds.Rater[j]}
				if whole.Mode != model.RatersPaper && at[1] != model.NoRater && slices.Contains(seen, at) {
					continue
				}
				seen = append(seen, at)
				x := ds.Value[j]
				if whole.Panel != nil {
					if o := whole.Panel.Offset[int(at[1])*d+int(at[0])]; !math.IsNaN(o) {
						x -= o
					}
				}
				cells[at[0]] = append(cells[at[0]], x)
			}
			counts := len(seen) > 0 && !math.IsNaN(ds.Labels[0].Values[i])
			if got := c.Counts(i); got != counts {
				t.Fatalf("%s: object %d counts: %v", name, i, got)
			}
			if !counts {
				continue
			}
			n, r := make([]int, d), make([]int, d)
			c.Sizes(i, n)
			enough := true
			var want []float64
			for a := range d {
				if n[a] != len(cells[a]) {
					t.Errorf("%s: cell %d,%d holds %d, want %d", name, i, a, n[a], len(cells[a]))
				}
				r[a] = (i + a) % 4
				if r[a] > n[a] {
					enough = false
				} else if r[a] > 0 {
					sum := 0.0
					for _, x := range cells[a][:r[a]] {
						sum += x
					}
					want = append(want, sum/float64(r[a]))
				}
			}
			got := make([]float64, d)
			if ok := c.Means(i, r, got); ok != enough {
				t.Errorf("%s: object %d holds enough: %v", name, i, ok)
			}
			var asked []Mean
			for a, x := range r {
				if x > 0 {
					asked = append(asked, Mean{a, x}, Mean{a, x})
				}
			}
			again := make([]float64, len(asked))
			c.MeansOf(i, asked, again)
			for k, x := range again {
				if math.Float64bits(x) != math.Float64bits(got[k/2]) {
					t.Errorf("%s: object %d, mean %d is %g, by Means %g", name, i, k/2, x, got[k/2])
				}
			}
			for k, w := range want {
				if enough && !(math.Abs(got[k]-w) <= 1e-9*(1+math.Abs(w))) {
					t.Errorf("%s: object %d, mean %d is %g, want %g", name, i, k, got[k], w)
				}
			}
		}
	})
}
