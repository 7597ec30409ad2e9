package model

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

type added struct {
	object, attribute string
	rater             string // "" for none
	value             float64
}

// TestBuilderOrder adds judgments in random orders: objects, attributes and
// raters are numbered as they appear, each cell holds its judgments in the
// order of reading, and nothing is lost.
func TestBuilderOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for round := range 200 {
		var list []added
		for n := rng.IntN(60); n > 0; n-- {
			j := added{fmt.Sprint("o", rng.IntN(6)), fmt.Sprint("a", rng.IntN(5)), "", float64(len(list))}
			if w := rng.IntN(4); w > 0 {
				j.rater = fmt.Sprint("w", w)
			}
			list = append(list, j)
		}
		b := new(Builder)
		var objects, attributes, raters []string
		appear := func(names *[]string, s string) {
			if !slices.Contains(*names, s) {
				*names = append(*names, s)
			}
		}
		for i, j := range list {
			appear(&objects, j.object)
			appear(&attributes, j.attribute)
			rater := NoRater
			if j.rater != "" {
				appear(&raters, j.rater)
				rater = b.RaterID(j.rater)
			}
			b.Add(b.Object(j.object), b.Attribute(j.attribute), rater, j.value)
			if b.Judgments() != i+1 {
				t.Fatalf("%d judgments after %d", b.Judgments(), i+1)
			}
		}
		d := b.Build()
		if !slices.Equal(d.Objects, objects) || !slices.Equal(d.Attributes, attributes) || !slices.Equal(d.Raters, raters) {
			t.Fatalf("round %d: names %v %v %v, want %v %v %v", round, d.Objects, d.Attributes, d.Raters, objects, attributes, raters)
		}
		var want []added
		for _, o := range objects {
			for _, a := range attributes {
				for _, j := range list {
					if j.object == o && j.attribute == a {
						want = append(want, j)
					}
				}
			}
		}
		if got := flatten(t, d); !slices.Equal(got, want) {
			t.Fatalf("round %d: got %v, want %v", round, got, want)
		}
	}
}

// flatten reads a Dataset back by its documented layout.
func flatten(t *testing.T, d *Dataset) (list []added) {
	t.Helper()
	if len(d.Start) != len(d.Objects)+1 || d.Start[0] != 0 || d.Start[len(d.Objects)] != len(d.Value) ||
		len(d.Attr) != len(d.Value) || len(d.Rater) != len(d.Value) {
		t.Fatalf("starts %v of %d objects and %d judgments", d.Start, len(d.Objects), len(d.Value))
	}
	for i, o := range d.Objects {
		for j := d.Start[i]; j < d.Start[i+1]; j++ {
			rater := ""
			if w := d.Rater[j]; w != NoRater {
				rater = d.Raters[w]
			}
			list = append(list, added{o, d.Attributes[d.Attr[j]], rater, d.Value[j]})
		}
	}
	return list
}

func TestBuilderEmpty(t *testing.T) {
	d := new(Builder).Build()
	if len(flatten(t, d)) != 0 || d.Labels != nil || d.Label("y") != nil {
		t.Errorf("got %+v", d)
	}
}

// TestBuilderLabels: objects without a value have NaN, whether they came
// before the label or after; the last value counts.
func TestBuilderLabels(t *testing.T) {
	b := new(Builder)
	first := b.Object("first")
	height, weight := b.AddLabel("height"), b.AddLabel("weight")
	if again := b.AddLabel("height"); again != height || height == weight {
		t.Fatalf("labels %d, %d and again %d", height, weight, again)
	}
	second := b.Object("second")
	b.SetLabel(height, second, 71)
	b.SetLabel(height, second, 70)
	b.SetLabel(weight, second, 71)
	b.SetLabel(weight, first, 0)
	b.Object("third")
	d := b.Build()
	if len(d.Labels) != 2 || d.Labels[0].Name != "height" || d.Labels[1].Name != "weight" {
		t.Fatalf("labels %+v", d.Labels)
	}
	nan := math.NaN()
	for i, want := range [][]float64{{nan, 70, nan}, {0, 71, nan}} {
		got := d.Labels[i].Values
		same := func(x, y float64) bool { return x == y || math.IsNaN(x) && math.IsNaN(y) }
		if !slices.EqualFunc(got, want, same) {
			t.Errorf("%s is %v, want %v", d.Labels[i].Name, got, want)
		}
	}
	if d.Label("weight") != &d.Labels[1] || d.Label("Weight") != nil {
		t.Error("Label finds another name or not its own")
	}
}

func TestPrice(t *testing.T) {
	d := &Dataset{Attributes: []string{"a", "b"}}
	if d.Price(1) != Unit {
		t.Errorf("without prices a judgment costs %s, want 1", d.Price(1))
	}
	d.Prices = []Amount{Unit, 4 * Unit}
	if d.Price(1) != 4*Unit || d.Price(0) != Unit {
		t.Errorf("prices %s and %s", d.Price(0), d.Price(1))
	}
}

// TestDiscard: an attribute that lost all its judgments is removed, and an attribute
// that never had any stays.
func TestDiscard(t *testing.T) {
	var b Builder
	o := b.Object("o")
	kept, empty, lost := b.Attribute("kept"), b.Attribute("empty"), b.Attribute("lost")
	b.Add(o, lost, NoRater, 1)
	b.Add(o, kept, NoRater, 2)
	from := b.Judgments()
	b.Add(o, lost, NoRater, 3)
	b.Add(o, kept, NoRater, 4)
	if n := b.Discard(from, func(a int) bool { return a == lost }); n != 1 || b.Judgments() != 3 {
		t.Errorf("%d taken out, %d left", n, b.Judgments())
	}
	if _, a, _, v := b.Judgment(2); a != kept || v != 4 {
		t.Errorf("judgment 2 is %v of %d", v, a)
	}
	if n := b.Discard(0, func(a int) bool { return a == lost }); n != 1 {
		t.Errorf("%d taken out", n)
	}
	d := b.Build()
	if !slices.Equal(d.Attributes, []string{"kept", "empty"}) || !slices.Equal(d.Value, []float64{2, 4}) || !slices.Equal(d.Attr, []int32{0, 0}) || empty != 1 {
		t.Errorf("%q, %v of %v", d.Attributes, d.Value, d.Attr)
	}
}

// TestLabelFromCalls: a label made of an attribute leaves its form, which is none
// with a single attribute.
func TestLabelFromCalls(t *testing.T) {
	var b Builder
	for _, name := range []string{"a", "b", "c"} {
		b.Add(b.Object("o"), b.Attribute(name), NoRater, 1)
	}
	d := b.Build()
	d.Calls = []Sheet{{Attributes: []string{"a", "b", "c"}}, {Attributes: []string{"a", "b"}}}
	if got := d.LabelFrom(0, AggregateMean).Calls; len(got) != 1 || !slices.Equal(got[0].Attributes, []string{"b", "c"}) || len(d.Calls[0].Attributes) != 3 {
		t.Errorf("%+v of %+v", got, d.Calls)
	}
}
