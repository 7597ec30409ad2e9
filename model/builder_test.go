package model

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestBuilder holds what a Builder builds against a plain list: judgments added one by one and by
// rows, some of them missing, and taken out; objects that come together or do not, attributes that
// are counted or compared.
func TestBuilder(t *testing.T) {
	type judgment struct {
		object, attr, rater int32
		value               float64
	}
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var b Builder
		var list []judgment
		attributes := 30
		if seed > 1 {
			attributes = 1 << 12 // they are compared, not counted
		}
		for a := range attributes {
			b.Attribute(string(rune('a' + a)))
		}
		for o := range 1000 {
			b.Object(string(rune('a' + o)))
		}
		for i := 0; i < 20_000; {
			object := int32(i / 50)
			if seed%2 == 1 {
				object = int32(rng.IntN(1000))
			}
			row := make([]float64, rng.IntN(9))
			attr, rater := make([]int32, len(row)), int32(rng.IntN(9))-1
			for k := range row {
				attr[k] = int32(rng.IntN(attributes))
				if i%1000 < 500 { // some objects have the same attributes in one order
					attr[k] = int32((i + 7) % 25)
				}
				i++
				if row[k] = rng.Float64(); rng.IntN(5) == 0 {
					row[k] = math.NaN()
				} else {
					list = append(list, judgment{object, attr[k], rater, row[k]})
				}
			}
			if i%2 == 0 {
				b.AddRow(int(object), rater, attr, row)
				continue
			}
			for k, x := range row {
				if x == x {
					b.Add(int(object), int(attr[k]), rater, x)
				}
			}
		}
		if b.Judgments() != len(list) {
			t.Fatalf("seed %d: %d judgments, not %d", seed, b.Judgments(), len(list))
		}
		drop := make([]bool, attributes)
		for a := range drop {
			drop[a] = rng.IntN(3) == 0
		}
		from, before := 5000+rng.IntN(5000), len(list)
		list = append(list[:from:from], slices.DeleteFunc(slices.Clone(list[from:]), func(j judgment) bool { return drop[j.attr] })...)
		if out := b.Discard(from, func(a int) bool { return drop[a] }); out != before-len(list) {
			t.Fatalf("seed %d: %d judgments taken out, not %d", seed, out, before-len(list))
		}
		b.discarded = nil // attributes without a judgment stay
		d := b.Build()
		slices.SortStableFunc(list, func(p, q judgment) int {
			return cmp.Or(int(p.object-q.object), int(p.attr-q.attr))
		})
		for i, want := range list {
			if got := (judgment{want.object, d.Attr[i], d.Rater[i], d.Value[i]}); got != want || i < d.Start[want.object] || i >= d.Start[want.object+1] {
				t.Fatalf("seed %d: place %d holds %v, not %v", seed, i, got, want)
			}
		}
	}
}
