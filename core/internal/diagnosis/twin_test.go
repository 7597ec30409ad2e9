package diagnosis

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// literal is what the two passes compute, a definition at a time.
func literal(ds *model.Dataset) *examination {
	x := &examination{
		ds: ds, attributes: make([]attribute, len(ds.Attributes)),
		spans: make([]span, len(ds.Raters)*len(ds.Attributes)), filled: make([]int, len(ds.Objects)),
	}
	for a := range x.attributes {
		x.literalAttribute(a)
	}
	x.cells(func(c cell) {
		x.filled[c.object]++
		for j := c.lo; j < c.hi; j++ {
			if w := ds.Rater[j]; w != model.NoRater {
				x.spans[int(w)*len(ds.Attributes)+c.attribute].take(ds.Value[j])
			}
		}
	})
	return x
}

// literalRater is what a rater did. Judgments and the means of the others in their cells are
// standardised by attribute.
func (x *examination) literalRater(rater int) Rater {
	objects := make(map[int]bool)
	var own, others, gaps []float64
	r := Rater{Severity: math.NaN(), Agreement: math.NaN()}
	x.cells(func(c cell) {
		var mine, rest []float64
		for j := c.lo; j < c.hi; j++ {
			if int(x.ds.Rater[j]) == rater {
				mine = append(mine, x.ds.Value[j])
			} else {
				rest = append(rest, x.ds.Value[j])
			}
		}
		if len(mine) > 0 {
			objects[c.object] = true
		}
		r.Judgments += len(mine)
		a := &x.attributes[c.attribute]
		if mean, _ := literalMeanSD(rest); len(rest) > 0 && a.sd() > 0 {
			for _, v := range mine {
				own, others, gaps = append(own, (v-a.mean)/a.sd()), append(others, (mean-a.mean)/a.sd()), append(gaps, (v-mean)/a.sd())
			}
		}
	})
	r.Objects, r.Shared = len(objects), len(own)
	if len(own) > 0 {
		r.Severity, _ = literalMeanSD(gaps)
	}
	if len(own) >= leastShared && slices.Max(own) > slices.Min(own) && slices.Max(others) > slices.Min(others) {
		r.Agreement = literalCorrelation(own, others)
	}
	return r
}

func literalMeanSD(x []float64) (mean, sd float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		sd += (v - mean) * (v - mean) / float64(len(x))
	}
	return mean, math.Sqrt(sd)
}

func literalCorrelation(x, y []float64) float64 {
	mx, sx := literalMeanSD(x)
	my, sy := literalMeanSD(y)
	var c float64
	for i := range x {
		c += (x[i] - mx) * (y[i] - my) / float64(len(x))
	}
	return c / (sx * sy)
}

func (x *examination) literalAttribute(at int) {
	a := &x.attributes[at]
	var all, distinct, sizes, s2 []float64
	x.cells(func(c cell) {
		if c.attribute != at {
			return
		}
		own := x.ds.Value[c.lo:c.hi]
		all = append(all, own...)
		a.objects++
		if len(own) >= 2 {
			a.repeated++
			_, sd := literalMeanSD(own)
			if slices.Max(own) == slices.Min(own) {
				a.identical++
				sd = 0
			}
			sizes, s2 = append(sizes, float64(len(own))), append(s2, sd*sd*float64(len(own))/float64(len(own)-1))
		}
	})
	a.judgments = len(all)
	if len(all) == 0 {
		a.stays = false
		return
	}
	mean, sd := literalMeanSD(all)
	if slices.Max(all) == slices.Min(all) {
		mean, sd = all[0], 0 // without rounding
	}
	a.mean, a.square = mean, sd*sd*float64(len(all))
	distinct = slices.Compact(slices.Sorted(slices.Values(all)))
	ends := slices.Clone(distinct)
	end := func(v float64) extreme {
		e := extreme{v, math.NaN(), 0}
		for _, u := range all {
			if u == v {
				e.n++
			}
		}
		if len(ends) > 1 {
			e.next = ends[1]
		}
		return e
	}
	a.low = end(ends[0])
	slices.Reverse(ends)
	a.high = end(ends[0])
	a.many = len(distinct) > mostValues
	a.stays = !(len(distinct) == len(all) && slices.IsSorted(all) && !slices.ContainsFunc(all, func(v float64) bool { return v != math.Trunc(v) }))
	n, _ := literalMeanSD(sizes)
	s, _ := literalMeanSD(s2)
	for i := range sizes {
		a.spread += s2[i]
		a.sizes += int(sizes[i])
		a.product += (sizes[i] - n) * (s2[i] - s)
		a.scatter += (sizes[i] - n) * (sizes[i] - n) * (s2[i] - s) * (s2[i] - s)
	}
}

// TestTwin: the two passes give what the definitions give.
func TestTwin(t *testing.T) {
	check := func(name string, ds *model.Dataset) {
		want, got := literal(ds), &examination{ds: ds, attributes: make([]attribute, len(ds.Attributes))}
		got.count()
		got.follow()
		if text := want.differs(got); text != "" {
			t.Errorf("%s: %s", name, text)
		}
	}
	for w, seed := range simulate.Worlds(80, fresh.Seed(t, 91)) {
		check(fmt.Sprintf("%+v, seed %d", w, seed), simulate.Draw(w, seed))
	}
	for s := range uint64(30) {
		check(fmt.Sprintf("grid, seed %d", s), grid(rand.New(rand.NewPCG(s, fresh.Seed(t, 92)))))
	}
}

// grid is data of whole forms by two raters, of which some are without a rater, or lack or
// double a few judgments, on scales of few, of many and of huge values.
func grid(r *rand.Rand) *model.Dataset {
	var b model.Builder
	d, raters := 1+r.IntN(12), 1+r.IntN(4)
	scale, whole := make([]float64, d), make([]bool, d)
	for a := range d {
		b.Attribute(fmt.Sprint("a", a))
		scale[a], whole[a] = []float64{0, 1, 40, 1e6, 1e-9}[r.IntN(5)], r.IntN(2) == 0
	}
	hole := []float64{0, 0, .1}[r.IntN(3)]
	for i := range 5 + r.IntN(120) {
		for range 1 + r.IntN(3) {
			rater := model.NoRater
			if r.IntN(6) > 0 {
				rater = b.RaterID(fmt.Sprint(r.IntN(raters)))
			}
			for a := range d {
				for r.Float64() < hole {
					b.Add(b.Object(fmt.Sprint(i)), a, rater, 1e3*scale[a])
				}
				v := scale[a] * (r.NormFloat64() + 5)
				if whole[a] && i != 80 {
					v = math.Round(v)
				}
				if r.Float64() >= hole {
					b.Add(b.Object(fmt.Sprint(i)), a, rater, v)
				}
			}
		}
	}
	return b.Build()
}

// differs names the first figure that is another in y: sums may differ by 10⁻¹² of their size.
func (x *examination) differs(y *examination) string {
	for a := range x.attributes {
		p, q := x.attributes[a], y.attributes[a]
		exact := func(a attribute) string {
			return fmt.Sprint(a.judgments, a.objects, a.repeated, a.identical, a.sizes, a.many, a.stays, a.low, a.high)
		}
		if exact(p) != exact(q) {
			return fmt.Sprintf("attribute %d: %s, want %s", a, exact(q), exact(p))
		}
		size := math.Sqrt(float64(p.judgments)) * (math.Abs(p.mean) + p.sd())
		for k, v := range [][3]float64{
			{p.mean, q.mean, size},
			{p.square, q.square, size * size},
			{p.spread, q.spread, size * size},
			{p.product, q.product, size * size * 100},
			{p.scatter, q.scatter, size * size * size * size * 1e4},
		} {
			if !(math.Abs(v[0]-v[1]) <= 1e-12*v[2]) {
				return fmt.Sprintf("attribute %d, figure %d: %g, want %g", a, k, v[1], v[0])
			}
		}
	}
	if !slices.Equal(x.spans, y.spans) || !slices.Equal(x.filled, y.filled) {
		return fmt.Sprintf("spans and cells %v, %v, want %v, %v", y.spans, y.filled, x.spans, x.filled)
	}
	for w, q := range y.raters() {
		p := x.literalRater(w)
		for k, v := range [][2]float64{{p.Severity, q.Severity}, {p.Agreement, q.Agreement}} {
			if !(math.Abs(v[0]-v[1]) <= 1e-11) && !(math.IsNaN(v[0]) && math.IsNaN(v[1])) {
				return fmt.Sprintf("rater %d, figure %d: %g, want %g", w, k, v[1], v[0])
			}
		}
		p.Severity, p.Agreement, q.Severity, q.Agreement = 0, 0, 0, 0
		if p != q {
			return fmt.Sprintf("rater %d: %+v, want %+v", w, q, p)
		}
	}
	return ""
}

// TestSameOfOthers: the same judgments of other objects, or of other cells, are no duplicate.
func TestSameOfOthers(t *testing.T) {
	var b model.Builder
	a, later, halved := b.Attribute("a"), b.Attribute("later"), b.Attribute("halved")
	for i := range 40 {
		v := float64(i * i % 7)
		b.Add(b.Object(fmt.Sprint(i)), a, model.NoRater, v)
		b.Add(b.Object(fmt.Sprint(i+1)), later, model.NoRater, v)
		b.Add(b.Object(fmt.Sprint(i/2)), halved, model.NoRater, v)
	}
	d, err := Of(t.Context(), b.Build())
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range d.Warnings {
		if w.Code == model.CodeDuplicateAttribute {
			t.Error(w.Message)
		}
	}
}
