package agreement

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

// close tells whether two figures are the same but for rounding; NaN is NaN.
func close(x, y float64) bool {
	return math.IsNaN(x) && math.IsNaN(y) || x == y || math.Abs(x-y) <= 1e-8*(1+math.Abs(x)+math.Abs(y))
}

// drawnCopies are the judgments of a replicate, written out: each object as often as
// its block was drawn. copyOf says which object one is.
type drawnCopy struct {
	judgment
	copyOf int32
}

func (c *column) copies(b *blocks, w []float64) []drawnCopy {
	var all []drawnCopy
	next := int32(0)
	c.objects(func(own []judgment) {
		for range int(w[b.of[own[0].object]]) {
			for _, j := range own {
				d := drawnCopy{j, j.object}
				d.object = next
				all = append(all, d)
			}
			next++
		}
	})
	return all
}

// literalVariances are σo², σr² and σe² by going through all pairs.
func literalVariances(all []drawnCopy) (object, rater, rest float64) {
	var sum, n [3]float64 // same object; same rater; neither
	for i := range all {
		for k := range i {
			p, q := &all[i], &all[k]
			sameRater := p.rater != model.NoRater && p.rater == q.rater
			at := 2
			switch {
			case p.object == q.object:
				at = 0
			case p.copyOf == q.copyOf:
				continue
			case sameRater:
				at = 1
			}
			sum[at] += (p.value - q.value) * (p.value - q.value) / 2
			n[at]++
		}
	}
	wo, wr, w0 := sum[0]/n[0], sum[1]/n[1], sum[2]/n[2]
	return w0 - wo, w0 - wr, wo + wr - w0
}

// literalAlpha is 1 - Do/De by going through all pairs.
func literalAlpha(all []drawnCopy, square func(x, y float64) float64) float64 {
	count := make(map[int32]int)
	for _, j := range all {
		count[j.object]++
	}
	all = slices.DeleteFunc(slices.Clone(all), func(j drawnCopy) bool { return count[j.object] < 2 })
	var do, de float64
	n := float64(len(all))
	for i := range all {
		for k := range all {
			d := square(all[i].value, all[k].value)
			if all[i].object == all[k].object {
				do += d / float64(count[all[i].object]-1) / n
			}
			de += d / (n * (n - 1))
		}
	}
	if !(de > 0) {
		return math.NaN()
	}
	return 1 - do/de
}

// between is δ of the ordinal metric: the judgments between two values, plus half of
// the judgments at the ends.
func between(all []drawnCopy) func(x, y float64) float64 {
	count := make(map[int32]int)
	for _, j := range all {
		count[j.object]++
	}
	known := make(map[[2]float64]float64)
	return func(x, y float64) float64 {
		if n, ok := known[[2]float64{x, y}]; ok {
			return n
		}
		n := 0.
		for _, j := range all {
			switch {
			case count[j.object] < 2:
			case j.value == x || j.value == y:
				n += .5
			case j.value > min(x, y) && j.value < max(x, y):
				n++
			}
		}
		if x == y {
			n = 0
		}
		known[[2]float64{x, y}] = n * n
		return n * n
	}
}

// literalICC1 is ICC(1) with the variance of object means over pairs of objects.
func literalICC1(all []drawnCopy) float64 {
	var objects [][]judgment
	var of []int32
	for i, j := range all {
		if i == 0 || j.object != all[i-1].object {
			objects, of = append(objects, nil), append(of, j.copyOf)
		}
		objects[len(objects)-1] = append(objects[len(objects)-1], j.judgment)
	}
	var between, pairs, v, twice float64
	for i := range objects {
		for k := range i {
			if of[i] != of[k] {
				d := mean(objects[i]) - mean(objects[k])
				between += d * d / 2
				pairs++
			}
		}
		if n := float64(len(objects[i])); n >= 2 {
			v += within(objects[i]) / (n - 1)
			twice++
		}
	}
	v /= twice
	noise := 0.
	for i := range objects {
		s2, n := v, float64(len(objects[i]))
		if n >= 2 {
			s2 = within(objects[i]) / (n - 1)
		}
		noise += s2 / n / float64(len(objects))
	}
	return ratio(between/pairs-noise, v)
}

// categorical turns judgments into a few categories.
func categorical(ds *model.Dataset, rng *rand.Rand) {
	unit := math.Pow(2, float64(rng.IntN(2)))
	for j := range ds.Value {
		ds.Value[j] = math.Round(max(-4, min(4, unit*ds.Value[j])))
	}
}

// TestLiteral: every coefficient is its definition, on data with every irregularity,
// and in replicates.
func TestLiteral(t *testing.T) {
	met := make(map[string]int)
	for w, seed := range simulate.Worlds(15, fresh.Seed(t, 24)) {
		w.Scale, w.Constant = 0, 0
		rng := rand.New(rand.NewPCG(seed, 2))
		ds := simulate.Draw(w, seed)
		if rng.IntN(2) == 0 {
			categorical(ds, rng)
		}
		b := blocksOf(ds)
		draws := newDraws(b.n, b.used, Question{Replicates: 1, Seed: seed})
		columns := columnsOf(ds)
		for a := range columns {
			c := &columns[a]
			for _, weights := range append([][]float64{draws.whole}, draws.weights...) {
				where := fmt.Sprintf("seed %d, %s", seed, c.name)
				checkLiteral(t, where, c, b, weights, met)
			}
		}
	}
	for _, what := range []string{"two-way", "α", "κ", "categories"} {
		if met[what] < 10 && !testing.Short() {
			t.Errorf("%s was met %d times", what, met[what])
		}
	}
}

func checkLiteral(t *testing.T, where string, c *column, b *blocks, w []float64, met map[string]int) {
	t.Helper()
	same := func(what string, got, want float64) {
		t.Helper()
		if !close(got, want) {
			t.Errorf("%s: %s is %.12g, literally %.12g", where, what, got, want)
		}
	}
	all := c.copies(b, w)
	if len(all) == 0 || slices.IndexFunc(all, func(j drawnCopy) bool { return j.value != all[0].value }) < 0 {
		return
	}
	same("ICC(1)", value(icc1(c.sums(b)), w), literalICC1(all))
	o, r, e := c.twoWay(b).variances(w)
	lo, lr, le := literalVariances(all)
	same("σo²", o, lo)
	same("σr²", r, lr)
	same("σe²", e, le)
	if !math.IsNaN(r) {
		met["two-way"]++
	}
	interval := literalAlpha(all, func(x, y float64) float64 { return (x - y) * (x - y) })
	same("interval α", value(c.alpha(b, nil), w), interval)
	if !math.IsNaN(interval) {
		met["α"]++
	}
	if c.values == nil {
		return
	}
	met["categories"]++
	out := make([]float64, 2)
	c.alphas(b)(w, out)
	same("ordinal α", out[0], literalAlpha(all, between(all)))
	same("nominal α", out[1], literalAlpha(all, func(x, y float64) float64 {
		if x == y {
			return 0
		}
		return 1
	}))
	same("Fleiss' κ", value(c.fleiss(b), w), literalFleiss(all))
	met["κ"]++
}

// literalFleiss is κ by going through the pairs of each object.
func literalFleiss(all []drawnCopy) float64 {
	var agree, objects float64
	share := make(map[float64]float64)
	for lo := 0; lo < len(all); {
		hi := lo
		for hi < len(all) && all[hi].object == all[lo].object {
			hi++
		}
		if own := all[lo:hi]; len(own) >= 2 {
			objects++
			pairs, same := 0., 0.
			for i := range own {
				share[own[i].value] += 1 / float64(len(own))
				for k := range i {
					pairs++
					if own[i].value == own[k].value {
						same++
					}
				}
			}
			agree += same / pairs
		}
		lo = hi
	}
	chance := 0.
	for _, x := range share {
		chance += x / objects * x / objects
	}
	return beyond(agree/objects, chance)
}

// TestManyValues: the midranks of many values give the ordinal α that coincidences
// give of few.
func TestManyValues(t *testing.T) {
	ds := panel(krippendorff)
	c := &columnsOf(ds)[0]
	b := blocksOf(ds)
	w := newDraws(b.n, b.used, Question{}).whole
	out := make([]float64, 2)
	c.alphas(b)(w, out)
	if got := value(c.alpha(b, midranks(c.pairable())), w); !close(got, out[0]) {
		t.Errorf("by midranks %g, by coincidences %g", got, out[0])
	}
}

// TestComplete: in a complete table the variances agree with the analysis of variance,
// two-way and three-way.
func TestComplete(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 7), 1))
	const m, k, d = 7, 3, 4
	var b model.Builder
	x := [m][k][d]float64{}
	for i := range m {
		for r := range k {
			for a := range d {
				x[i][r][a] = rng.NormFloat64() + float64(i%3) + float64(r)
				b.Add(b.Object(fmt.Sprint("o", i)), b.Attribute(fmt.Sprint("a", a)), b.RaterID(fmt.Sprint("r", r)), x[i][r][a])
			}
		}
	}
	table, _ := components(t.Context(), columnsOf(b.Build()))
	// Mean squares by definition: the effect of E is an alternating sum of means.
	size := map[Facet]float64{Object: m, Rater: k, AttributeFacet: d}
	average := func(s Facet, i, r, a int) float64 { // over the facets not in s
		sum, n := 0., 0.
		for p := range m {
			for q := range k {
				for u := range d {
					if (s&Object == 0 || p == i) && (s&Rater == 0 || q == r) && (s&AttributeFacet == 0 || u == a) {
						sum += x[p][q][u]
						n++
					}
				}
			}
		}
		return sum / n
	}
	ms := make(map[Facet]float64)
	for e := Facet(1); e <= everything; e++ {
		ss := 0.
		for i := range m {
			for r := range k {
				for a := range d {
					effect := 0.
					for s := Facet(0); s <= everything; s++ {
						if s&^e == 0 {
							sign := 1.
							for f := range size {
								if e&^s&f != 0 {
									sign = -sign
								}
							}
							effect += sign * average(s, i, r, a)
						}
					}
					ss += effect * effect
				}
			}
		}
		free := 1.
		for f, n := range size {
			if e&f != 0 {
				free *= n - 1
			}
		}
		ms[e] = ss / free
	}
	// Brennan (2001), table 3.3: σ²(E) = Σ over sets above E of ±MS, divided by the
	// number of judgments of each of its levels.
	for _, c := range table {
		want, levels := 0., 1.
		for above := c.Of; above <= everything; above++ {
			if above&c.Of != c.Of {
				continue
			}
			sign := 1.
			for f := range size {
				if above&^c.Of&f != 0 {
					sign = -sign
				}
			}
			want += sign * ms[above]
		}
		for f, n := range size {
			if c.Of&f == 0 {
				levels *= n
			}
		}
		if !close(c.Variance, want/levels) {
			t.Errorf("%s: %g, by analysis of variance %g", c.Of, c.Variance, want/levels)
		}
	}
}

// TestMeanSquares: means over pairs agree with a loop over all pairs, on ragged data.
func TestMeanSquares(t *testing.T) {
	w := simulate.World{Objects: 12, Attributes: 3, K: 3, Raters: 5, Ragged: .3, Missing: .2, Anonymous: .1}
	columns := columnsOf(simulate.Draw(w, fresh.Seed(t, 31)))
	cells, _ := scaledJudgments(columns)
	got := cross(t.Context(), cells, 0, func(int32) int { return 0 }, 1).meanSquares([]float64{1})
	var sum, n [everything + 1]float64
	for i := range cells {
		for k := range i {
			d := Facet(0)
			for f := Object; f < everything; f <<= 1 {
				if f.of(cells[i].levels) != f.of(cells[k].levels) {
					d |= f
				}
			}
			sum[d] += (cells[i].value - cells[k].value) * (cells[i].value - cells[k].value) / 2
			n[d]++
		}
	}
	for d := Facet(1); d <= everything; d++ {
		if !close(got[d], sum[d]/n[d]) {
			t.Errorf("W(%s) is %g, literally %g over %g pairs", d, got[d], sum[d]/n[d], n[d])
		}
	}
}

func value(f figures, w []float64) float64 {
	out := []float64{0}
	f(w, out)
	return out[0]
}
