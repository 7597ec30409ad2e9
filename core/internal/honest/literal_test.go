package honest_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/moments"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// literal is the cross-validation of docs/research/method.md section 5 by its words: training
// parts are data sets of their own, and what is held out is summed object by
// object from the judgments.
type literal struct {
	ds         *model.Dataset
	mode       string
	projection string
	y          []float64
	objects    []int // that count
	block      []int // by object
	cells      [][][]judgment
	severity   []float64 // K, from all data
	folds      [][]int   // blocks
	equal      bool      // all cells hold the same number of judgments, at least 2
	pairs      map[[3]int]int
}

type judgment struct {
	x     float64
	rater int // a negative number of its own where it is not known
}

const blocks = 50

func newLiteral(ds *model.Dataset, mode string, projection string, folds int) *literal {
	l := &literal{
		ds: ds, mode: mode, projection: projection, y: ds.Labels[0].Values, block: make([]int, len(ds.Objects)),
		cells: make([][][]judgment, len(ds.Objects)), equal: true, pairs: make(map[[3]int]int),
	}
	filled := make([]bool, blocks)
	sizes := map[int]bool{}
	for i, id := range ds.Objects {
		l.block[i] = moments.BlockOf(id, blocks)
		l.cells[i] = make([][]judgment, len(ds.Attributes))
		if math.IsNaN(l.y[i]) || ds.Start[i] == ds.Start[i+1] {
			continue
		}
		l.objects = append(l.objects, i)
		filled[l.block[i]] = true
		for a := range l.cells[i] {
			if l.cells[i][a] = l.cell(i, a); len(l.cells[i][a]) > 0 {
				sizes[len(l.cells[i][a])] = true
			}
		}
	}
	l.equal = len(sizes) == 1 && !sizes[1]
	for f := range folds {
		var held []int
		for k := range blocks {
			if filled[k] && k%folds == f {
				held = append(held, k)
			}
		}
		if len(held) > 0 {
			l.folds = append(l.folds, held)
		}
	}
	if mode == model.RatersAware {
		l.severity = accumulate(ds, mode).Severity.K // core/internal/moments holds it to its definition
	}
	return l
}

// cell returns the judgments of a cell that count.
func (l *literal) cell(i, a int) []judgment {
	var c []judgment
	seen := map[int]bool{}
	for j := l.ds.Start[i]; j < l.ds.Start[i+1]; j++ {
		if int(l.ds.Attr[j]) != a {
			continue
		}
		w := int(l.ds.Rater[j])
		if w < 0 || l.mode == model.RatersPaper {
			w = -1 - j
		}
		if !seen[w] {
			seen[w] = true
			c = append(c, judgment{l.ds.Value[j], w})
		}
	}
	return c
}

// literalFold is one training part and what it is to be tested on.
type literalFold struct {
	*literal
	held  []int
	ds    *model.Dataset // the training objects alone
	cells [][][]judgment // a fixed panel's means taken off
	train *moments.Moments
	proj  moments.Projected
	sums  *moments.Sums
	block *moments.Blocks
}

func (l *literal) fold(f int) *literalFold {
	o := &literalFold{literal: l, held: l.folds[f], cells: l.cells}
	training := func(i int) bool { return !slices.Contains(o.held, l.block[i]) }
	ds := l.ds
	if l.mode == model.RatersFixed {
		ds = withoutOffsets(ds, training)
		off := newLiteral(ds, model.RatersAware, l.projection, 1)
		o.cells = off.cells
	}
	o.ds = subset(ds, training)
	o.block = accumulateAs(o.ds, l.mode)
	if l.severity != nil {
		o.block.Severity.K = l.severity
	}
	o.sums = o.block.Union(nil)
	o.train = o.block.Moments(o.sums)
	o.proj = o.train.Project(l.projection)
	return o
}

// problem is what is chosen from in the training part; nil where an algorithm
// cannot run.
func (o *literalFold) problem(t testing.TB, terms honest.Terms, alg selection.Algorithm) *selection.Problem {
	t.Helper()
	if !(o.train.LabelVariance > 1e-20) { // what is left of a constant label is rounding
		return nil
	}
	with := selection.Equipment{Means: func() ([]float64, []int) { return o.block.CellMeans(o.sums, o.train), o.train.K() }}
	if o.equal {
		mode := o.mode
		if mode == model.RatersFixed {
			mode = model.RatersPaper // the panel's means are off already
		}
		with.Copies = func() (*moments.Copies, error) {
			return moments.AccumulateCopies(context.Background(), o.ds, &o.ds.Labels[0], mode, nil)
		}
	}
	p, err := selection.NewProblem(o.train, o.proj, terms.Price, terms.Limits, terms.Excluded).WithNames(terms.Names).Equip(alg, with)
	if err != nil {
		t.Fatal(err)
	}
	if p.Check(alg) != nil {
		return nil
	}
	return p
}

// choose returns weights in the attributes' own units, and repeats.
func (o *literalFold) choose(p *selection.Problem, c selection.Choice) (w []float64, r []int) {
	all, _ := p.Weights(&c)
	w = all[0]
	for a := range w {
		if w[a] != 0 {
			w[a] /= o.train.Attr[a].T
		}
	}
	return w, c.Repeats(len(w))
}

// losses are the contributions of the fold's blocks, and the size of their
// terms as a measure for rounding.
func (o *literalFold) losses(w []float64, r []int) (loss, size []float64) {
	m := float64(len(o.objects))
	loss, size = make([]float64, len(o.held)), make([]float64, len(o.held))
	for _, i := range o.objects {
		k := slices.Index(o.held, o.literal.block[i])
		if k < 0 {
			continue
		}
		add := func(x float64) {
			loss[k] += x
			size[k] += math.Abs(x)
		}
		y := o.y[i] - o.train.LabelMean
		add(y * y / m)
		for a := range w {
			if w[a] == 0 {
				continue
			}
			o.own(i, a, w[a], r[a], y, add)
			for b := range w {
				if w[b] == 0 {
					continue
				}
				if b != a {
					different := o.mode != model.RatersPaper && o.having(a, b, true) > 0
					if avg, ok := o.product(i, a, b, different); ok {
						add(w[a] * w[b] * avg / float64(o.having(a, b, different)))
					}
				}
				if o.severity != nil {
					add(2 / m * w[a] * w[b] * o.severity[a*len(w)+b])
				}
			}
		}
	}
	return loss, size
}

// own adds what one cell contributes by itself.
func (o *literalFold) own(i, a int, w float64, r int, y float64, add func(float64)) {
	c := o.cells[i][a]
	if len(c) == 0 {
		return
	}
	n := 0.0
	for _, i := range o.objects {
		if len(o.cells[i][a]) > 0 {
			n++
		}
	}
	v := o.internal(a)
	e := mean(c) - o.train.Attr[a].Mean
	add(-2 * w * e * y / n)
	add(w * w * e * e / n)
	if len(c) == 1 {
		add(-w * w * v / n)
	} else {
		add(-w * w * variance(c) / float64(len(c)) / n)
	}
	add(w * w * v / float64(r) / n)
}

// internal is v_H, or v_T where the fold has no cell of two judgments.
func (o *literalFold) internal(a int) float64 {
	var sum, n float64
	for _, i := range o.objects {
		if c := o.cells[i][a]; slices.Contains(o.held, o.literal.block[i]) && len(c) > 1 {
			sum += variance(c)
			n++
		}
	}
	if n == 0 {
		return o.train.Attr[a].V
	}
	return sum / n
}

// product averages over the pairs of an object's judgments of two attributes.
func (o *literalFold) product(i, a, b int, different bool) (float64, bool) {
	var sum, n float64
	for _, p := range o.cells[i][a] {
		for _, q := range o.cells[i][b] {
			if !different || p.rater != q.rater {
				sum += (p.x - o.train.Attr[a].Mean) * (q.x - o.train.Attr[b].Mean)
				n++
			}
		}
	}
	return sum / n, n > 0
}

// having is N[a,b], over all folds.
func (o *literalFold) having(a, b int, different bool) int {
	key := [3]int{a, b, 0}
	if different {
		key[2] = 1
	}
	n, ok := o.pairs[key]
	if !ok {
		for _, i := range o.objects {
			if _, has := o.product(i, a, b, different); has {
				n++
			}
		}
		o.pairs[key] = n
	}
	return n
}

func mean(c []judgment) float64 {
	var s float64
	for _, j := range c {
		s += j.x
	}
	return s / float64(len(c))
}

func variance(c []judgment) float64 {
	m, s := mean(c), 0.0
	for _, j := range c {
		s += (j.x - m) * (j.x - m)
	}
	return s / float64(len(c)-1)
}

// accumulate sums a data set that is known to be fit for a mode.
func accumulate(ds *model.Dataset, mode string) *moments.Blocks {
	b, err := moments.Accumulate(context.Background(), ds, &ds.Labels[0], mode)
	if err != nil {
		panic(err)
	}
	return b
}

// accumulateAs is accumulate; in the fixed mode of data whose raters' means have
// been taken off before.
func accumulateAs(ds *model.Dataset, mode string) *moments.Blocks {
	if mode != model.RatersFixed {
		return accumulate(ds, mode)
	}
	b := accumulate(ds, model.RatersAware)
	b.Severity, b.Mode = nil, mode
	return b
}

// copied copies a data set with some of its objects and judgments changed or,
// where value says false, left out.
func copied(ds *model.Dataset, order []int, value func(i, j int) (float64, bool), label func(float64) float64) *model.Dataset {
	b := new(model.Builder)
	y := b.AddLabel("y")
	for _, a := range ds.Attributes {
		b.Attribute(a)
	}
	for _, w := range ds.Raters {
		b.RaterID(w)
	}
	for _, i := range order {
		o := b.Object(ds.Objects[i])
		if v := ds.Labels[0].Values[i]; !math.IsNaN(v) {
			b.SetLabel(y, o, label(v))
		}
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			if x, ok := value(i, j); ok {
				b.Add(o, int(ds.Attr[j]), ds.Rater[j], x)
			}
		}
	}
	return b.Build()
}

func same(y float64) float64 { return y }

func upTo(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}

// judged copies a data set with its judgments changed.
func judged(ds *model.Dataset, value func(i, j int) (float64, bool)) *model.Dataset {
	return copied(ds, upTo(len(ds.Objects)), value, same)
}

// subset copies some of the objects.
func subset(ds *model.Dataset, in func(i int) bool) *model.Dataset {
	var order []int
	for i := range ds.Objects {
		if in(i) {
			order = append(order, i)
		}
	}
	return copied(ds, order, func(_, j int) (float64, bool) { return ds.Value[j], true }, same)
}

// withoutOffsets takes off what the raters' means of some objects differ from
// the attributes'.
func withoutOffsets(ds *model.Dataset, in func(i int) bool) *model.Dataset {
	type key struct{ rater, attr int32 }
	sum, n := map[key]float64{}, map[key]float64{}
	means := make([]float64, len(ds.Attributes))
	objects := make([]float64, len(ds.Attributes))
	for i := range ds.Objects {
		if !in(i) {
			continue
		}
		size := map[int32]float64{}
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			size[ds.Attr[j]]++
		}
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			sum[key{ds.Rater[j], ds.Attr[j]}] += ds.Value[j]
			n[key{ds.Rater[j], ds.Attr[j]}]++
			means[ds.Attr[j]] += ds.Value[j] / size[ds.Attr[j]]
		}
		for a := range size {
			objects[a]++
		}
	}
	return judged(ds, func(_, j int) (float64, bool) {
		k := key{ds.Rater[j], ds.Attr[j]}
		return ds.Value[j] - sum[k]/n[k] + means[k.attr]/objects[k.attr], true
	})
}

// source is what cross-validation reads of a data set.
func source(ds *model.Dataset, mode string, projection string) honest.Source {
	b := accumulate(ds, mode)
	s := honest.Source{Blocks: b, Sums: b.Union(nil), Projection: projection}
	s.Copies = func(ctx context.Context, include func(block int) bool) (*moments.Copies, error) {
		return moments.AccumulateCopies(ctx, ds, &ds.Labels[0], mode, include)
	}
	if mode == model.RatersFixed {
		training := func(include func(int) bool) func(i int) bool {
			return func(i int) bool { return include(moments.BlockOf(ds.Objects[i], blocks)) }
		}
		s.Fixed = func(ctx context.Context, include func(block int) bool) (*moments.Blocks, error) {
			return accumulateAs(withoutOffsets(ds, training(include)), mode), ctx.Err()
		}
		s.Copies = func(ctx context.Context, include func(block int) bool) (*moments.Copies, error) {
			of := subset(withoutOffsets(ds, training(include)), training(include))
			return moments.AccumulateCopies(ctx, of, &of.Labels[0], model.RatersPaper, nil)
		}
	}
	return s
}

// parts are the training parts of a data set.
func parts(t testing.TB, s honest.Source, folds int) *honest.Parts {
	t.Helper()
	p, err := honest.NewParts(context.Background(), s, folds)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func run(t testing.TB, p *honest.Parts, terms honest.Terms, alg selection.Algorithm, budgets []model.Amount) *honest.Run {
	t.Helper()
	r, err := p.Run(context.Background(), terms, alg, budgets)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func along(t testing.TB, r *honest.Run, budgets []model.Amount) []honest.Loss {
	t.Helper()
	l, err := r.Along(context.Background(), budgets)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// equalTerms are terms without prices, limits and exclusions.
func equalTerms(ds *model.Dataset) honest.Terms {
	return honest.Terms{
		Names: ds.Attributes, Price: slices.Repeat([]model.Amount{model.Unit}, len(ds.Attributes)),
		Excluded: func(int) bool { return false },
	}
}

func units(n ...int) []model.Amount {
	var b []model.Amount
	for _, x := range n {
		b = append(b, model.Units(x))
	}
	return b
}

// inBlocks names n objects so that they fall into the given blocks in turn.
func inBlocks(n int, of ...int) []string {
	names := make([]string, 0, n)
	next := 0
	for len(names) < n {
		id := fmt.Sprintf("o%d", next)
		next++
		if moments.BlockOf(id, blocks) == of[len(names)%len(of)] {
			names = append(names, id)
		}
	}
	return names
}
