package moments

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// heldOut is docs/research/method.md section 5's displayed formula for one block of a fold,
// object by object from the judgments, for weights by attribute in the
// attributes' own units. size adds up the terms' magnitudes, as a measure for
// rounding.
func (l literal) heldOut(fold, block func(i int) bool, train *Moments, w []float64, r []int) (loss, size float64) {
	all := l.objects()
	m, k, d := float64(len(all)), l.severity(), len(w)
	add := func(x float64) {
		loss += x
		size += math.Abs(x)
	}
	for _, i := range all {
		if !block(i) {
			continue
		}
		y := l.y[i] - train.LabelMean
		add(y * y / m)
		for a := range d {
			if w[a] == 0 {
				continue
			}
			if c := l.cell(i, a); len(c) > 0 {
				n := float64(l.having(a))
				e := cellMean(c) - train.Attr[a].Mean
				v := l.internal(fold, a, train)
				add(-2 * w[a] * e * y / n)
				add(w[a] * w[a] * e * e / n)
				if len(c) == 1 {
					add(-w[a] * w[a] * v / n)
				} else {
					add(-w[a] * w[a] * s2(c) / float64(len(c)) / n)
				}
				add(w[a] * w[a] * v / float64(r[a]) / n)
			}
			for b := range d {
				if b != a && w[b] != 0 {
					different := l.mode != model.RatersPaper && l.pairs(a, b, true) > 0
					if avg, ok := l.product(i, a, b, different, train); ok {
						add(w[a] * w[b] * avg / float64(l.pairs(a, b, different)))
					}
				}
				add(2 / m * w[a] * w[b] * k[a*d+b])
			}
		}
	}
	return loss, size
}

// having is |O(a)|.
func (l literal) having(a int) (n int) {
	for _, i := range l.objects() {
		if len(l.cell(i, a)) > 0 {
			n++
		}
	}
	return n
}

// internal is v_H[a].
func (l literal) internal(fold func(i int) bool, a int, train *Moments) float64 {
	var sum, n float64
	for _, i := range l.objects() {
		if c := l.cell(i, a); fold(i) && len(c) > 1 {
			sum += s2(c)
			n++
		}
	}
	if n == 0 {
		return train.Attr[a].V
	}
	return sum / n
}

// product is avg (x_a-μ_T,a)(x_b-μ_T,b) over an object's pairs of judgments, all pairs
// or pairs by different raters; false if there are none.
func (l literal) product(i, a, b int, different bool, train *Moments) (float64, bool) {
	var sum, n float64
	for _, p := range l.cell(i, a) {
		for _, q := range l.cell(i, b) {
			if !different || p.rater != q.rater {
				sum += (p.x - train.Attr[a].Mean) * (q.x - train.Attr[b].Mean)
				n++
			}
		}
	}
	return sum / n, n > 0
}

// pairs is N[a,b].
func (l literal) pairs(a, b int, different bool) (n int) {
	for _, i := range l.objects() {
		if _, ok := l.product(i, a, b, different, &Moments{Attr: make([]Attribute, len(l.ds.Attributes))}); ok {
			n++
		}
	}
	return n
}

// lone copies a data set of whole forms so that no object has a pair of
// attributes from different raters: two thirds of the objects keep one form, the
// others all judgments of one attribute.
func lone(ds *model.Dataset) *model.Dataset {
	b := new(model.Builder)
	label := b.AddLabel("y")
	for _, a := range ds.Attributes {
		b.Attribute(a)
	}
	for _, w := range ds.Raters {
		b.RaterID(w)
	}
	for i, id := range ds.Objects {
		o := b.Object(id)
		if y := ds.Labels[0].Values[i]; !math.IsNaN(y) {
			b.SetLabel(label, o, y)
		}
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			first := j == ds.Start[i] || ds.Attr[j] != ds.Attr[j-1]
			if i%3 > 0 && first || i%3 == 0 && int(ds.Attr[j]) == i/3%len(ds.Attributes) {
				b.Add(o, int(ds.Attr[j]), ds.Rater[j], ds.Value[j])
			}
		}
	}
	return b.Build()
}

// TestHeldOutAgainstDefinitions compares the forms of every block of a fold
// with the formula, at weights and repeats that nobody chose.
func TestHeldOutAgainstDefinitions(t *testing.T) {
	singles, noCell, borrowed := 0, 0, 0
	for w, seed := range simulate.Worlds(150, fresh.Seed(t, 500)) {
		w.Objects, w.Attributes = 20+w.Objects%16, min(w.Attributes, 4)
		if seed%5 == 0 {
			w.Ragged = .9 // folds without a second judgment
		}
		if seed%7 == 0 {
			w.Raters, w.K, w.WholeForms, w.Ragged, w.Missing, w.Anonymous = 4, 2, true, 0, 0, 0
		}
		ds := simulate.Draw(w, seed)
		if seed%7 == 0 {
			ds = lone(ds)
		}
		rng := rand.New(rand.NewPCG(seed, 1))
		folds := 2 + rng.IntN(9)
		fold := rng.IntN(folds)
		for _, mode := range []string{model.RatersPaper, model.RatersAware} {
			l := literal{ds, ds.Labels[0].Values, mode, func(int) bool { return true }}
			blocks := accumulate(t, ds, mode)
			in := func(k int) bool { return k%folds == fold }
			train := blocks.Moments(blocks.Union(func(k int) bool { return !in(k) }))
			if !(train.LabelVariance > 0) {
				continue
			}
			of := func(i int) int { return BlockOf(ds.Objects[i], len(blocks.Block)) }
			var held []int
			for k, s := range blocks.Block {
				if s != nil && in(k) {
					held = append(held, k)
				}
			}
			weight, standard, repeats := randomWeights(rng, train)
			for n, form := range blocks.HeldOut(held, train, blocks.Union(nil)) {
				want, size := l.heldOut(func(i int) bool { return in(of(i)) },
					func(i int) bool { return of(i) == held[n] }, train, weight, repeats)
				// A block of few objects can be predicted exactly by chance.
				if got := form.At(NewWeighing(standard, repeats, nil)); !near(got, want, size+1e-6*train.LabelVariance, 1e-9) {
					t.Fatalf("world %d %s fold %d of %d block %d: %g, want %g", seed, mode, fold, folds, held[n], got, want)
				}
				checkForm(t, form, len(weight))
				if form.Objects != blocks.Block[held[n]].Objects {
					t.Fatalf("%d objects, want %d", form.Objects, blocks.Block[held[n]].Objects)
				}
			}
			for a := range weight {
				if weight[a] == 0 {
					continue
				}
				for _, k := range held {
					singles += blocks.Block[k].Attr[a].Single
					if blocks.Block[k].Attr[a].Objects == 0 {
						noCell++
					}
				}
				for b := range a {
					if weight[b] != 0 && mode == model.RatersAware && l.pairs(a, b, true) == 0 && l.pairs(a, b, false) > 0 {
						borrowed++
					}
				}
			}
		}
	}
	if fresh.Fixed() && (singles < 50 || noCell < 50 || borrowed < 10) {
		t.Errorf("%d cells of one judgment, %d attributes missing in a block, %d borrowed pairs: the test lost its power", singles, noCell, borrowed)
	}
}

// randomWeights returns weights of usable attributes, in their own units and
// standardised, and repeats.
func randomWeights(rng *rand.Rand, train *Moments) (own, standard []float64, repeats []int) {
	d := len(train.Attr)
	own, standard, repeats = make([]float64, d), make([]float64, d), make([]int, d)
	for a := range train.Attr {
		if at := &train.Attr[a]; at.Status == Usable && rng.IntN(5) > 0 {
			standard[a] = rng.NormFloat64()
			own[a] = standard[a] / at.T
			repeats[a] = 1 + rng.IntN(9)
		}
	}
	return own, standard, repeats
}

// checkForm holds a form to what its documentation promises.
func checkForm(t *testing.T, h *HeldOut, d int) {
	t.Helper()
	if h.Constant < 0 {
		t.Fatalf("Σ(y-ȳ)² = %g", h.Constant)
	}
	quadratic, _ := h.matrices()
	for a := range d {
		if !(h.Noise[a] >= 0) {
			t.Fatalf("noise %g", h.Noise[a])
		}
		for b := range d {
			if quadratic[a*d+b] != quadratic[b*d+a] {
				t.Fatal("the form is not symmetric")
			}
		}
	}
}

// crowd draws data of which every moment is known: d attributes with truths
// L·f about μ, a label c·f + noise, judgments truth + halo + severity + noise.
// Halo is drawn by rater and object, severity by rater, for all attributes.
type crowd struct {
	objects, k            int
	raters                int // who judge whole forms, k of them an object at random; 0: fresh ones for every object
	noise, halo, severity float64
}

var (
	crowdLoading = [][]float64{{1, 0, .3}, {.6, .8, 0}, {-.5, .7, .4}}
	crowdLabel   = []float64{1, -.5, .8}
	crowdMean    = []float64{3, -1, 20}
)

const crowdLabelNoise = .4

func (c crowd) draw(rng *rand.Rand) *model.Dataset {
	b := new(model.Builder)
	label := b.AddLabel("y")
	severity := make([]float64, c.raters)
	for w := range severity {
		b.RaterID("w" + strconv.Itoa(w))
		severity[w] = c.severity * rng.NormFloat64()
	}
	for i := range c.objects {
		o := b.Object("o" + strconv.Itoa(i))
		f := []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		y := 7 + crowdLabelNoise*rng.NormFloat64()
		for n, x := range f {
			y += crowdLabel[n] * x
		}
		b.SetLabel(label, o, y)
		var panel []int
		if c.raters > 0 {
			panel = rng.Perm(c.raters)
		}
		for j := range c.k {
			shift := c.halo * rng.NormFloat64()
			rater := int32(0)
			if c.raters > 0 {
				rater = int32(panel[j])
				shift += severity[panel[j]]
			} else {
				rater = b.RaterID(strconv.Itoa(i*c.k + j))
			}
			for a, row := range crowdLoading {
				x := crowdMean[a] + shift + c.noise*rng.NormFloat64()
				for n := range f {
					x += row[n] * f[n]
				}
				b.Add(o, b.Attribute("a"+strconv.Itoa(a)), rater, x)
			}
		}
	}
	return b.Build()
}

// truth returns, for weights w at repeats r from different raters, the loss of
// the predictor whose intercept is right, what the intercept's own error adds
// when it comes from a training part of one object, and wᵀKw as it is
// estimated on average.
func (c crowd) truth(w []float64, r []int) (loss, intercept, severity float64) {
	sum := 0.0
	g := make([]float64, len(crowdLabel)) // label less prediction, by factor
	copy(g, crowdLabel)
	explained := make([]float64, len(crowdLabel))
	loss = crowdLabelNoise * crowdLabelNoise
	v := c.noise*c.noise + c.halo*c.halo + c.severity*c.severity
	noise := 0.0 // wᵀNw of a single form
	for a, x := range w {
		sum += x
		for n, l := range crowdLoading[a] {
			g[n] -= x * l
			explained[n] += x * l
		}
		loss += x * x * v / float64(r[a])
		noise += x * x * c.noise * c.noise
	}
	common := sum * sum * c.halo * c.halo
	noise += common
	intercept = crowdLabelNoise * crowdLabelNoise
	signal := 0.0
	for n := range g {
		loss += g[n] * g[n]
		intercept += g[n] * g[n]
		signal += explained[n] * explained[n]
	}
	intercept += noise / float64(c.k)
	// Raters' means differ by their severity and by the objects they happened
	// to judge; K takes both.
	forms := float64(c.objects * c.k)
	if c.raters == 0 {
		severity = (signal*(1-float64(c.k-1)/(forms-1)) + noise) / forms
	} else {
		severity = sum*sum*c.severity*c.severity/float64(c.raters) + (signal+noise)/forms
	}
	return loss, intercept, severity
}

// hidden is what a panel's severities take from a loss in which both parts were
// judged by the same panel.
func (c crowd) hidden(w []float64) float64 {
	if c.raters == 0 {
		return 0
	}
	x := 0.0
	for _, y := range w {
		x += y
	}
	return x * x * c.severity * c.severity / float64(c.raters)
}

// heldOutMean draws data sets and returns the mean over them of the held-out
// loss of fixed weights and repeats, its standard error, and what it should be.
func (c crowd) heldOutMean(t *testing.T, mode string, sets int, w []float64, r []int) (mean, se, want float64) {
	t.Helper()
	const folds = 5
	rng := rand.New(rand.NewPCG(uint64(c.objects), uint64(c.raters)))
	var sum, squares float64
	for range sets {
		blocks := accumulate(t, c.draw(rng), mode)
		whole := blocks.Union(nil)
		want = 0
		loss, intercept, severity := c.truth(w, r)
		total := 0.0
		for f := range folds {
			var held []int
			objects := 0
			for k, s := range blocks.Block {
				if s != nil && k%folds == f {
					held = append(held, k)
					objects += s.Objects
				}
			}
			train := blocks.Moments(blocks.Union(func(k int) bool { return k%folds != f }))
			standard := make([]float64, len(w))
			for a := range w {
				standard[a] = w[a] * train.Attr[a].T
			}
			for _, h := range blocks.HeldOut(held, train, whole) {
				total += h.At(NewWeighing(standard, r, nil))
			}
			share := float64(objects) / float64(c.objects)
			want += share * (loss + intercept/float64(c.objects-objects))
			if mode == model.RatersAware {
				// The severity term is there twice: it restores what the panel hides, and
				// by how much the intercept errs with another panel. Beyond that it has
				// noise of its own, from the objects that raters happened to judge.
				want += share * (2*severity - c.hidden(w))
			}
		}
		sum += total
		squares += total * total
	}
	n := float64(sets)
	mean = sum / n
	return mean, math.Sqrt((squares/n - mean*mean) / (n - 1)), want
}

// TestHeldOutIsUnbiased: from two judgments a cell the loss of fixed weights is
// right on average, also at ten times as many repeats. The truth is exact: it
// includes the error of an intercept that comes from the training part.
func TestHeldOutIsUnbiased(t *testing.T) {
	few, many := []int{1, 2, 1}, []int{20, 7, 13}
	small, large := []float64{.3, -.2, .5}, []float64{1.5, .9, -1.1}
	for _, c := range []struct {
		name  string
		crowd crowd
		mode  string
		sets  int
		w     []float64
		r     []int
	}{
		{"r <= k", crowd{objects: 60, k: 2, noise: 1.2}, model.RatersPaper, 500, small, few},
		{"r > k", crowd{objects: 60, k: 2, noise: 1.2}, model.RatersPaper, 500, small, many},
		{"large weights", crowd{objects: 60, k: 2, noise: 1.2}, model.RatersPaper, 500, large, many},
		{"halo, r <= k", crowd{objects: 60, k: 2, noise: .7, halo: 1.2}, model.RatersAware, 500, small, few},
		{"halo, r > k", crowd{objects: 60, k: 2, noise: .7, halo: 1.2}, model.RatersAware, 500, small, many},
		{"halo, three judgments", crowd{objects: 40, k: 3, noise: .7, halo: 1.2}, model.RatersAware, 500, large, many},
		{"severity", crowd{objects: 200, k: 2, raters: 5, noise: .7, severity: 1}, model.RatersAware, 600, small, many},
	} {
		mean, se, want := c.crowd.heldOutMean(t, c.mode, c.sets, c.w, c.r)
		if !(math.Abs(mean-want) <= 4*se) || se > .05*want {
			t.Errorf("%s: %.4f ± %.4f, want %.4f", c.name, mean, se, want)
		}
	}
	// All pairs of judgments under halo take what raters have in common with
	// themselves for what attributes have in common.
	c := crowd{objects: 60, k: 2, noise: .7, halo: 1.2}
	for _, w := range [][]float64{{.3, .2, .5}, {-.8, .6, .9}} {
		mean, se, want := c.heldOutMean(t, model.RatersPaper, 500, w, many)
		sum, own := 0.0, 0.0
		for _, x := range w {
			sum += x
			own += x * x
		}
		bias := (sum*sum - own) * c.halo * c.halo / float64(c.k)
		if !(math.Abs(mean-want-bias) <= 4*se) || math.Abs(mean-want) < 8*se {
			t.Errorf("all pairs: %.4f ± %.4f, want the true %.4f and the halo's %+.4f", mean, se, want, bias)
		}
	}
}

// TestFolds: the folds hold every block once.
func TestFolds(t *testing.T) {
	for w, seed := range simulate.Worlds(40, fresh.Seed(t, 600)) {
		b := accumulate(t, simulate.Draw(w, seed), []string{model.RatersPaper, model.RatersAware}[seed%2])
		for _, f := range []int{1, 2, 7, 10, 50, 60} {
			seen := make([]bool, len(b.Block))
			for _, fold := range b.Folds(f) {
				for _, k := range fold {
					if k%f != fold[0]%f || b.Block[k] == nil || seen[k] {
						t.Fatalf("world %d, %d folds: %v", seed, f, fold)
					}
					seen[k] = true
				}
			}
			for k, s := range b.Block {
				if (s != nil) != seen[k] {
					t.Fatalf("world %d: %d folds, of which block %d is in one: %v", seed, f, k, seen[k])
				}
			}
		}
	}
}

// TestOffsetsOfATrainingPart: the means of a panel's raters over some objects
// are taken off all judgments, as if they had been in the data.
func TestOffsetsOfATrainingPart(t *testing.T) {
	for seed := range fresh.Seeds(t, 0, 4) {
		w := simulate.World{Objects: 140, Attributes: 3, K: 3, Raters: 3, WholeForms: seed%2 == 0, Severity: 2, Halo: .5, Ragged: .2 * float64(seed%4)}
		ds := simulate.Draw(w, seed)
		include := func(k int) bool { return k%5 != int(seed%5) }
		if seed%4 == 3 { // a rater whom the training part does not know
			for i, id := range ds.Objects {
				for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
					if ds.Rater[j] == 0 && include(BlockOf(id, 50)) {
						ds.Rater[j] = model.NoRater
					}
				}
			}
			ds = named(ds)
		}
		got, err := AccumulateWithOffsets(context.Background(), ds, &ds.Labels[0], include)
		if err != nil {
			t.Fatal(err)
		}
		off := literal{ds, ds.Labels[0].Values, model.RatersAware, func(i int) bool { return include(BlockOf(ds.Objects[i], 50)) }}.withoutOffsets()
		want := accumulate(t, off, model.RatersAware)
		want.Severity, want.Mode = nil, model.RatersFixed
		for _, in := range []func(k int) bool{include, nil, func(k int) bool { return !include(k) }} {
			compare(t, got.Moments(got.Union(in)), want.Moments(want.Union(in)))
		}
	}
}

// named makes a rater of his own of everyone who is not known.
func named(ds *model.Dataset) *model.Dataset {
	out := *ds
	out.Raters = append([]string(nil), ds.Raters...)
	out.Raters = append(out.Raters, "substitute")
	for j, w := range out.Rater {
		if w == model.NoRater {
			out.Rater[j] = int32(len(out.Raters) - 1)
		}
	}
	return &out
}

// withoutOffsets takes off all judgments what the raters' means over the
// objects of l differ from the attributes'.
func (l literal) withoutOffsets() *model.Dataset {
	type key struct{ rater, attr int }
	sum, n := map[key]float64{}, map[key]float64{}
	mean, cells := make([]float64, len(l.ds.Attributes)), make([]float64, len(l.ds.Attributes))
	for _, i := range l.objects() {
		for a := range l.ds.Attributes {
			c := l.cell(i, a)
			if len(c) == 0 {
				continue
			}
			mean[a] += cellMean(c)
			cells[a]++
			for _, j := range c {
				sum[key{j.rater, a}] += j.x
				n[key{j.rater, a}]++
			}
		}
	}
	out := *l.ds
	out.Value = append([]float64(nil), l.ds.Value...)
	for j := range out.Value {
		k := key{int(out.Rater[j]), int(out.Attr[j])}
		if n[k] > 0 {
			out.Value[j] -= sum[k]/n[k] - mean[k.attr]/cells[k.attr]
		}
	}
	return &out
}

// TestKept: entries made one by one equal the entries of the kept matrices. Errors of the
// same raters add the amount of the definition.
func TestKept(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 60, Attributes: 7, K: 2, Raters: 8, WholeForms: true, Halo: 1, Missing: .1}, 3)
	b := accumulate(t, ds, model.RatersAware)
	held := b.Folds(5)[0]
	train := b.Moments(b.Union(func(k int) bool { return !slices.Contains(held, k) }))
	attrs := []int{5, 0, 3}
	w, r := []float64{.5, 0, 0, -1, 0, 2, 0}, []int{2, 0, 0, 1, 0, 3, 0}
	shared := false
	omega := func(_, ra, _, re int) float64 { return 1 / float64(max(ra, re)) }
	for _, h := range b.HeldOut(held, train, b.Union(nil)) {
		quadratic, halo := h.matrices()
		single := *h
		single.kept = [2]func() []float64{}
		for _, one := range []*HeldOut{h, &single} {
			want := one.Constant
			for _, a := range attrs {
				want += w[a]*w[a]/float64(r[a])*one.Noise[a] - 2*w[a]*one.Linear[a]
				for _, c := range attrs {
					want += w[a] * w[c] * quadratic[a*7+c]
					shared = shared || halo[a*7+c] != 0
				}
			}
			if got := one.At(NewWeighing(w, r, nil)); !near(got, want, math.Abs(want), 1e-12) {
				t.Fatalf("%g, want %g", got, want)
			}
			for _, a := range attrs {
				for _, c := range attrs {
					if a != c {
						want += w[a] * w[c] * halo[a*7+c] / float64(max(r[a], r[c]))
					}
				}
			}
			if got := one.At(NewWeighing(w, r, omega)); !near(got, want, math.Abs(want), 1e-12) {
				t.Fatalf("with shared errors %g, want %g", got, want)
			}
		}
	}
	if !shared {
		t.Error("no errors are shared")
	}
}

// matrices are Quadratic and Halo between all attributes.
func (o *HeldOut) matrices() (quadratic, halo []float64) {
	if halo = make([]float64, o.from.d*o.from.d); o.HasHalo() {
		halo = symmetric(o.from.d, o.from.train.isUsable, o.halo)
	}
	return symmetric(o.from.d, o.from.train.isUsable, o.quadratic), halo
}
