package model

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestColumns holds what a Builder keeps in chunks against a plain list: judgments taken
// out, objects that come together or do not, attributes that are counted or compared.
func TestColumns(t *testing.T) {
	type judgment struct {
		object, attr, rater int32
		value               float64
	}
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var c columns
		expected := rng.IntN(5 * chunkSize) // at some judgment
		var list []judgment
		for i := range 3*chunkSize + rng.IntN(chunkSize) {
			j := judgment{int32(i / 50), int32(rng.IntN(30)), int32(rng.IntN(9)) - 1, rng.Float64()}
			if i%1000 < 500 { // some objects have the same attributes in one order
				j.attr = int32((i + 7) % 25)
			}
			if seed%2 == 1 {
				j.object = int32(rng.IntN(1000))
			}
			if seed > 1 && i/chunkSize == 1 {
				j.attr = int32(rng.IntN(1 << 17))
			}
			list = append(list, j)
			c.add(j.object, j.attr, j.rater, j.value)
			if seed < 3 && i == expected/2 {
				c.expect(expected)
			}
		}
		check := func() {
			if c.n != len(list) {
				t.Fatalf("seed %d: %d judgments, not %d", seed, c.n, len(list))
			}
			for i, want := range list {
				k, j := c.at(i)
				if got := (judgment{k.object[j], k.attr[j], k.rater[j], k.value[j]}); got != want {
					t.Fatalf("seed %d: judgment %d is %v, not %v", seed, i, got, want)
				}
			}
		}
		check()
		drop := make([]bool, 1<<17)
		for a := range drop {
			drop[a] = rng.IntN(3) == 0
		}
		from := chunkSize/2 + rng.IntN(chunkSize)
		c.discard(from, drop)
		list = append(list[:from:from], slices.DeleteFunc(slices.Clone(list[from:]), func(j judgment) bool { return drop[j.attr] })...)
		check()
		d := Dataset{Start: make([]int, 1+max(1000, 4*chunkSize/50+1)), Attributes: make([]string, 1<<17)}
		if seed < 2 {
			d.Attributes = d.Attributes[:30] // they are counted, not compared
		}
		slices.SortStableFunc(list, func(p, q judgment) int {
			return cmp.Or(int(p.object-q.object), int(p.attr-q.attr))
		})
		b := Builder{judgments: c}
		b.place(&d)
		for i, want := range list {
			if got := (judgment{want.object, d.Attr[i], d.Rater[i], d.Value[i]}); got != want || i < d.Start[want.object] || i >= d.Start[want.object+1] {
				t.Fatalf("seed %d: place %d holds %v, not %v", seed, i, got, want)
			}
		}
	}
}

// TestSplit: the builders that one is split into hold what it would build, object by object.
func TestSplit(t *testing.T) {
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 3))
		var whole, split Builder
		for _, b := range []*Builder{&whole, &split} {
			rng := rand.New(rand.NewPCG(seed, 4))
			for i := range 5*chunkSize + 77 {
				object := fmt.Sprint(rng.IntN(3000))
				if seed%2 == 0 {
					object = fmt.Sprint(i / 70)
				}
				b.Add(b.Object(object), b.Attribute(fmt.Sprint(rng.IntN(20))), b.RaterID(fmt.Sprint(rng.IntN(9))), float64(i))
			}
			b.NamelessRater("1")
			b.Discard(0, func(a int) bool { return a == int(seed) })
		}
		size := 1 + rng.IntN(2*chunkSize)
		d, at := whole.Build(), 0
		for _, b := range split.Split(size) {
			part := b.Build()
			n := len(part.Objects)
			from, to := d.Start[at], d.Start[at+n]
			if len(part.Value) < size && at+n < len(d.Objects) || !slices.Equal(part.Objects, d.Objects[at:at+n]) || !slices.Equal(part.Attributes, d.Attributes) || !slices.Equal(part.Raters, d.Raters) ||
				!slices.Equal(part.Nameless, d.Nameless) || !slices.Equal(part.Value, d.Value[from:to]) || !slices.Equal(part.Attr, d.Attr[from:to]) || !slices.Equal(part.Rater, d.Rater[from:to]) {
				t.Fatalf("seed %d: the part from object %d on differs", seed, at)
			}
			at += n
		}
		if at != len(d.Objects) {
			t.Errorf("seed %d: %d of %d objects", seed, at, len(d.Objects))
		}
	}
}
