package diagnosis

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"fms-tui/model"
)

// BenchmarkOf diagnoses two million judgments, by two raters of each object: measurements, grades
// from 1 to 7, and measurements of which every hundredth is missing.
func BenchmarkOf(b *testing.B) {
	const objects, attributes, raters = 2000, 500, 60
	for _, c := range []struct {
		name  string
		hole  float64
		value func(r *rand.Rand) float64
	}{
		{"measured", 0, func(r *rand.Rand) float64 { return math.Round(r.NormFloat64()*1e5) / 1e5 }},
		{"graded", 0, func(r *rand.Rand) float64 { return min(7, max(1, math.Round(4+2*r.NormFloat64()))) }},
		{"percent", 0, func(r *rand.Rand) float64 { return math.Round(100 * r.Float64()) }},
		{"ragged", .01, func(r *rand.Rand) float64 { return r.NormFloat64() }},
	} {
		b.Run(c.name, func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 2))
			ds := &model.Dataset{Start: []int{0}}
			for a := range attributes {
				ds.Attributes = append(ds.Attributes, fmt.Sprint(a))
			}
			for w := range raters {
				ds.Raters = append(ds.Raters, fmt.Sprint(w))
			}
			for i := range objects {
				ds.Objects = append(ds.Objects, fmt.Sprint(i))
				for a := range attributes {
					for k := range 2 {
						if r.Float64() >= c.hole {
							ds.Attr = append(ds.Attr, int32(a))
							ds.Rater = append(ds.Rater, int32((i+k)%raters))
							ds.Value = append(ds.Value, c.value(r))
						}
					}
				}
				ds.Start = append(ds.Start, len(ds.Attr))
			}
			for b.Loop() {
				if _, err := Of(b.Context(), ds); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
