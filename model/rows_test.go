package model

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
)

// TestRows builds data sets of rows and of the same judgments one by one: rows of an object
// together or not, of one form or several, attributes in any order or twice, cells missing, and
// single judgments, spilled or discarded ones between.
func TestRows(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 3))
		var b, twin Builder
		w := rowWorld{rng: rng, objects: 1 + rng.IntN(40), raters: 1 + rng.IntN(9), gaps: []float64{0, .001, .1, .7}[rng.IntN(4)]}
		if seed%3 == 0 {
			b.Expect(rng.IntN(200_000))
		}
		for a := range 1 + rng.IntN(300) {
			b.Attribute(fmt.Sprint("a", a))
			twin.Attribute(fmt.Sprint("a", a))
		}
		for range 1 + rng.IntN(3)*rng.IntN(2) {
			w.forms = append(w.forms, w.form(len(b.attributes.list)))
		}
		rows := 1 + rng.IntN([]int{50, 3000, 200_000 / len(w.forms[0])}[seed%3])
		for i := range rows {
			w.add(&b, &twin, i, rows)
		}
		if b.Judgments() != twin.Judgments() {
			t.Fatalf("seed %d: %d judgments, and %d one by one", seed, b.Judgments(), twin.Judgments())
		}
		if seed%10 == 1 && b.Judgments() > 0 {
			from, drop := rng.IntN(b.Judgments()), func(a int) bool { return a%3 == 0 }
			if got, want := b.Discard(from, drop), twin.Discard(from, drop); got != want {
				t.Fatalf("seed %d: %d discarded, not %d", seed, got, want)
			}
			w.add(&b, &twin, rows-1, rows)
		}
		if got, want := b.Build(), twin.Build(); !reflect.DeepEqual(got, want) {
			t.Fatalf("seed %d: %d rows of %d forms differ\n%v\n%v", seed, rows, len(w.forms), got.Start, want.Start)
		}
	}
}

// rowWorld makes rows.
type rowWorld struct {
	rng             *rand.Rand
	objects, raters int
	gaps            float64
	forms           [][]int32
}

// form chooses attributes: all of them in order, some in any order, or some of them twice.
func (w *rowWorld) form(attributes int) (attr []int32) {
	if w.rng.IntN(2) == 0 {
		for a := range attributes {
			attr = append(attr, int32(a))
		}
		return attr
	}
	for _, a := range w.rng.Perm(attributes)[:1+w.rng.IntN(attributes)] {
		if attr = append(attr, int32(a)); w.rng.IntN(20) == 0 && len(w.forms) == 0 {
			attr = append(attr, int32(w.rng.IntN(attributes)))
		}
	}
	return attr
}

// add adds row i of all rows to both, in one of them judgment by judgment.
func (w *rowWorld) add(b, twin *Builder, i, rows int) {
	object := i * w.objects / rows // in order
	if w.objects%2 == 0 {
		object = w.rng.IntN(w.objects)
	}
	for _, builder := range []*Builder{b, twin} {
		for len(builder.objects.list) <= object {
			builder.Object(fmt.Sprint("o", len(builder.objects.list)))
		}
		for r := range w.raters {
			builder.RaterID(fmt.Sprint("r", r))
		}
	}
	attr, rater := w.forms[w.rng.IntN(len(w.forms))], int32(w.rng.IntN(w.raters+1))-1
	value, missing := make([]float64, len(attr)), 0
	for i, a := range attr {
		if value[i] = w.rng.Float64(); w.rng.Float64() < w.gaps {
			value[i] = math.NaN()
			missing++
		} else {
			twin.Add(object, int(a), rater, value[i])
		}
	}
	b.AddRow(object, rater, attr, value, missing)
	if w.raters == 3 && w.rng.IntN(rows) == 0 {
		b.Add(object, 0, rater, 1)
		twin.Add(object, 0, rater, 1)
	}
	if w.raters == 4 && w.rng.IntN(rows) == 0 {
		var of [2]float64
		b.Take(func(o, a, r int32, x float64) { of[0] += x * float64(1+o+a+r) })
		twin.Take(func(o, a, r int32, x float64) { of[1] += x * float64(1+o+a+r) })
		if of[0] != of[1] {
			panic("other judgments were taken")
		}
	}
}
