package diagnosis

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fms-tui/model"
)

// world is data without anything odd: each rater of four judges each object by
// its true value, and errs by himself.
type world struct {
	objects    int
	attributes []string
	value      func(r *rand.Rand, object, attribute, rater int) float64
	skip       func(object, attribute, rater int) bool
	anonymous  bool
	nameless   bool // the raters stand for rows
	once       bool // each rater judges one object
	label      func(object int) float64
}

const worldRaters = 4

func sound(r *rand.Rand, object, attribute, _ int) float64 {
	truth := float64((object*(7+2*attribute)+object*object)%5) + 1
	return min(5, max(1, math.Round(truth+r.NormFloat64())))
}

func (w world) build() *model.Dataset {
	r := rand.New(rand.NewPCG(1, 2))
	var b model.Builder
	for i := range w.objects {
		object := b.Object(fmt.Sprintf("o%d", i))
		for a, name := range w.attributes {
			attribute := b.Attribute(name)
			for k := range worldRaters {
				v := w.value(r, i, a, k)
				if w.skip != nil && w.skip(i, a, k) {
					continue
				}
				rater := model.NoRater
				if !w.anonymous {
					name := fmt.Sprintf("w%d", k)
					if w.once {
						name += fmt.Sprint(" of ", i)
					}
					rater = b.RaterID(name)
				}
				b.Add(object, attribute, rater, v)
			}
		}
	}
	if w.label != nil {
		for i, y := 0, b.AddLabel("y"); i < w.objects; i++ {
			b.SetLabel(y, i, w.label(i))
		}
	}
	d := b.Build()
	if w.nameless {
		d.Nameless = slices.Repeat([]bool{true}, len(d.Raters))
	}
	return d
}

func labelled(label func(object int) float64) world {
	w := plain()
	w.label = label
	return w
}

func plain() world { return world{objects: 60, attributes: []string{"a", "b", "c"}, value: sound} }

// alter is plain data of which one attribute is judged otherwise.
func alter(attribute int, value func(sound float64, object, rater int) float64) world {
	w := plain()
	w.value = func(r *rand.Rand, i, a, k int) float64 {
		v := sound(r, i, a, k)
		if a == attribute {
			return value(v, i, k)
		}
		return v
	}
	return w
}

func TestWarnings(t *testing.T) {
	var first [worldRaters]float64 // judgments of a, which c copies
	copied := plain()
	copied.value = func(r *rand.Rand, i, a, k int) float64 {
		v := sound(r, i, a, k)
		switch a {
		case 0:
			first[k] = v
		case 2:
			return first[k]
		}
		return v
	}
	half := plain()
	half.skip = func(i, a, _ int) bool { return i < 30 && a > 0 }
	less := plain()
	less.skip = func(i, a, _ int) bool { return i < 29 && a > 0 }
	few := plain()
	few.objects = 12
	anonymous := alter(0, func(v float64, i, _ int) float64 { return float64(i % 2) })
	anonymous.anonymous = true
	lying := few
	for a := range 70 {
		lying.attributes = append(lying.attributes, fmt.Sprint("site", a))
	}
	rare := plain()
	rare.skip = func(i, a, _ int) bool { return a == 1 && i >= 10 }
	single := plain()
	single.skip = func(i, a, k int) bool { return a == 1 && i >= 10 && k > 0 }
	sparse := plain()
	sparse.skip = func(i, a, _ int) bool { return i == 3 && a > 0 }
	third := alter(2, func(v float64, i, _ int) float64 { return v })
	third.objects = 300
	inner := third.value
	var kept []float64
	third.value = func(r *rand.Rand, i, a, k int) float64 {
		v := inner(r, i, a, k)
		if k == 0 {
			kept = nil
		}
		kept = append(kept, v)
		return v
	}
	third.skip = func(_, _, k int) bool { return k >= 2 && math.Abs(kept[0]-kept[1]) < 2 }

	rows := alter(1, func(v float64, i, k int) float64 { return pick(k == 3, 20*v, v) })
	rows.nameless = true
	once := alter(1, func(v float64, i, k int) float64 { return pick(k == 3, 20*v, v) })
	once.once = true
	tests := []struct {
		name string
		data world
		want []string // code: part of the message
	}{
		{"sound", plain(), nil},
		{"few objects", few, []string{"few-objects: only 12 objects"}},
		{"an object a column", lying, []string{"few-objects: only 12 objects beside 73 attributes: if these are what was judged, swap rows and columns"}},
		{"rarely judged", rare, []string{"little-data: b was judged for fewer than 20 objects"}},
		{"rarely judged twice", single, []string{"few-repeats: b was judged twice for fewer than 20 objects"}},
		{"sparse object", sparse, []string{"little-data-objects: 1 of 60 objects lack more than half of the attributes (o3)"}},
		{"sparse half", half, nil},
		{"sparse, just less than half", less, []string{"little-data-objects: 29 of 60 objects lack more than half of the attributes (o0, o1, o2, o3, o4 and 24 more)"}},
		{"code -9", alter(1, func(v float64, i, k int) float64 { return pick(i%20 == 0 && k == 0, -9, v) }), []string{"hidden-missing: b is -9 in 3 judgments, far from all others (1 to 5): correct it if it is a slip [missing -9 if it stands for a missing value]"}},
		{"code -1", alter(1, func(v float64, i, k int) float64 { return pick(i%20 == 0 && k == 0, -1, v) }), []string{"hidden-missing: b is -1"}},
		{"code 99", alter(1, func(v float64, i, k int) float64 { return pick(i == 7 && k == 0, 99, v) }), []string{"hidden-missing: b is 99 in 1 judgment,"}},
		{"slip", alter(1, func(v float64, i, k int) float64 { return pick(i == 7 && k == 0, 44, v) }), []string{"hidden-missing: b is 44 in 1 judgment,"}},
		{"label with a code", labelled(func(i int) float64 { return pick(i%20 == 0, -9, float64(i%5)) }), []string{"hidden-missing: y is -9 in 3 objects, far from all others (0 to 4)"}},
		{"label of two values", labelled(func(i int) float64 { return pick(i%20 == 0, 99, 1) }), nil},
		{"scale of -1, 0 and 1", alter(1, func(v float64, i, k int) float64 { return float64(int(v)%3 - 1) }), nil},
		{"0 to 1 with 9", alter(1, func(v float64, i, k int) float64 { return pick(i == 7 && k == 0, 9, math.Mod(v, 2)) }), []string{"hidden-missing: b is 9"}},
		{"long tail", alter(1, func(v float64, i, k int) float64 { return math.Exp(v) }), nil},
		{"two scales of rows", rows, nil},
		{"two scales of raters of one object", once, nil},
		{"two scales", alter(1, func(v float64, i, k int) float64 { return pick(k == 3, 20*v, v) }), []string{"suspicious-scale: b was judged on two scales: 1 to 5 by 3 raters, 20 to 100 by 1 rater"}},
		{"row numbers", alter(1, func(v float64, i, k int) float64 { return float64(i*4 + k) }), []string{"suspicious-scale: b holds whole numbers that rise"}},
		{"row numbers but the first, not whole", alter(1, func(v float64, i, k int) float64 { return pick(i+k == 0, .5, float64(i*4+k)) }), nil},
		{"row numbers but the first, larger", alter(1, func(v float64, i, k int) float64 { return pick(i+k == 0, 2, float64(i*4+k)) }), nil},
		{"same judgments", copied, []string{"duplicate-attribute: c holds the same judgments as a"}},
		{"cached", alter(2, func(v float64, i, _ int) float64 { return float64(i % 4) }), []string{"identical-repeats: c has identical repeats in 95 % of its cells"}},
		{"agreed on yes and no", alter(2, func(v float64, i, _ int) float64 { return float64(i % 2) }), nil},
		{"yes and no without raters", anonymous, []string{"identical-repeats: a has"}},
		{"third judgments", third, []string{"variance-with-count: 3 attributes (a, b, c) have another spread"}},
		{"always the same", alter(9, nil).with(func(v float64, k int) float64 { return pick(k == 2, 3, v) }), []string{"constant-rater: the rater w2 always answers the same"}},
		{"constant", alter(1, func(float64, int, int) float64 { return 2 }), nil}, // package core says it
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d, err := Of(t.Context(), test.data.build())
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, w := range d.Warnings {
				text := string(w.Code) + ": " + w.Message
				for _, r := range w.Remedies {
					text += fmt.Sprintf(" [%s %s %s]", r.Option, r.Value, r.Does)
				}
				got = append(got, text)
			}
			if !slices.EqualFunc(got, test.want, strings.HasPrefix) {
				t.Errorf("\n got %s\nwant %s", strings.Join(got, "\n     "), strings.Join(test.want, "\n     "))
			}
		})
	}
}

// with changes every judgment.
func (w world) with(value func(sound float64, rater int) float64) world {
	w.value = func(r *rand.Rand, i, a, k int) float64 { return value(sound(r, i, a, k), k) }
	return w
}

func pick(yes bool, a, b float64) float64 {
	if yes {
		return a
	}
	return b
}

// TestRareTrait: ten answers of no on a rare trait accuse nobody.
func TestRareTrait(t *testing.T) {
	var b model.Builder
	for i := range 200 {
		for k := range 2 {
			b.Add(b.Object(fmt.Sprint(i)), b.Attribute("rare"), b.RaterID(fmt.Sprint((i+k)%40)), pick(i%10 == 0, 1, 0))
		}
	}
	d, err := Of(t.Context(), b.Build())
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range d.Warnings {
		if w.Code == "constant-rater" {
			t.Error(w.Message)
		}
	}
}

// TestOutlying: the rule at its bounds.
func TestOutlying(t *testing.T) {
	for _, c := range []struct {
		value, gap, others float64
		positive, want     bool
	}{
		{44, 10, 2, false, false},
		{44, 10.1, 2, false, true}, // five ranges of all others
		{44, 10, 1, false, false},
		{44, 10.1, 1, false, true}, // ten, where that is 0 to 1
		{99, 2, 2, false, true},
		{99, 1.9, 2, false, false}, // one, of a usual code
		{-9, 2, 2, true, true},
		{-9, 2, 2, false, false},
		{-1, 1, 2, true, true},
		{-1, 1, 1.9, true, false},
		{-1, 1, 2, false, false},
	} {
		if got := outlying(c.value, c.gap, c.others, c.positive); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Of(ctx, plain().build()); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
