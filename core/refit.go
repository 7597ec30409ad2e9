package core

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/gram"
	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/overflow"
	"fms-tui/core/internal/posterior"
	"fms-tui/core/regress"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Refit is the label regressed on the mean judgments of the chosen attributes (S&K,
// step 4), over the objects that hold the selected number of judgments of each. Objects
// with more judgments give the first in the order of the file.
//
// All honest losses are squared errors on the same objects, held out of weights
// but not of the choice of repeats, which favours both sides alike; NaN where
// there are too few objects, or no honest losses were asked for.
type Refit struct {
	// Why says why there is no refit, in words for the user; "" where there is
	// one. All else but Objects and Needed is then empty.
	Why     string
	Objects int // that hold enough
	Needed  int // from how many on there is a refit
	*regress.Fit
	Attributes         []int     // of the coefficients, by number
	Projected          []float64 // the weights of the projected predictor, likewise, in label units per unit of the attribute
	ProjectedIntercept float64   // in the label's units
	// Shared is the share of the objects, in [0,1], with a rater who judged several of
	// the attributes. Such a rater's errors are correlated. The losses then hold for
	// judgments collected in this way, while the projected loss is about judgments by
	// different raters.
	Shared float64
	// Honest is the cross-validated loss of the refit, ProjectedHonest the
	// cross-validated loss of the projected predictor, and Less the first minus the
	// second.
	Honest, ProjectedHonest, Less Estimate
}

// leastRefit is the least number of objects for a refit.
const leastRefit = 30

// Refit regresses the label on what a pick chose. The only error is the
// context's.
func (p *Pick) Refit(ctx context.Context) (_ *Refit, err error) {
	defer overflow.Catch(&err)
	s := &p.Selection
	out := &Refit{Honest: UnknownEstimate(), ProjectedHonest: UnknownEstimate(), Less: UnknownEstimate()}
	for a, n := range s.Repeats {
		if n > 0 {
			out.Attributes = append(out.Attributes, a)
		}
	}
	rows := p.rows(p.cells())
	out.Objects, out.Needed = len(rows.object), max(leastRefit, len(out.Attributes)+2)
	switch {
	case p.Several():
		out.Why = "it is for one label with numbers, two classes or classes in order"
		return out, nil
	case p.Objects < out.Needed:
		out.Why = fmt.Sprintf("only %d objects have the label and judgments, and it needs %d", p.Objects, out.Needed)
		return out, nil
	case out.Objects < out.Needed:
		out.Why = fmt.Sprintf("%d of %d objects hold as many judgments as are chosen, and it needs %d: collect the missing judgments first",
			out.Objects, p.Objects, out.Needed)
		return out, nil
	}
	fit, err := regress.LeastSquares(rows.x, len(out.Attributes), rows.y)
	var dependent *regress.DependentError
	if errors.As(err, &dependent) {
		out.Why = p.dependence(dependent, out.Attributes)
		return out, nil
	}
	if err != nil {
		panic("core: a refit of too few objects: " + err.Error())
	}
	out.Fit, out.Shared = fit, p.shared(rows.object)
	w, intercept := p.Result.Weights(s)
	out.ProjectedIntercept = intercept
	for _, a := range out.Attributes {
		out.Projected = append(out.Projected, w[a])
	}
	return out, p.validateRefit(ctx, out, rows)
}

// dependence names the attributes whose coefficients the data do not determine.
func (p *Pick) dependence(e *regress.DependentError, attributes []int) string {
	list := func(columns []int) string {
		var names []string
		for _, c := range columns {
			names = append(names, p.Attributes[attributes[c]].Name)
		}
		return strings.Join(names, ", ")
	}
	var parts []string
	if len(e.Constant) > 0 {
		parts = append(parts, "the means of "+list(e.Constant)+" do not vary")
	}
	if len(e.Dependent) > 0 {
		parts = append(parts, "the means of "+list(e.Dependent)+" follow from the other means")
	}
	return "over the objects that hold enough judgments " + strings.Join(parts, ", and ") + ": exclude them"
}

// refitRows are the objects that hold enough judgments.
type refitRows struct {
	object []int     // by number in the data
	x      []float64 // means, by row
	y      []float64
}

func (p *Pick) rows(cells *moments.Cells) refitRows {
	var r refitRows
	size := 0
	for _, n := range p.Selection.Repeats {
		size += min(n, 1)
	}
	x := make([]float64, size)
	for i, y := range p.known.label.Values {
		if cells.Counts(i) && cells.Means(i, p.Selection.Repeats, x) {
			r.object = append(r.object, i)
			r.x = append(r.x, x...)
			r.y = append(r.y, y)
		}
	}
	return r
}

// shared is the share of the objects with a rater who judged two of the chosen
// attributes.
func (p *Pick) shared(objects []int) float64 {
	ds := p.Data()
	count := 0
	attribute := make(map[int32]int32) // by rater, of one object
	for _, i := range objects {
		clear(attribute)
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			w, a := ds.Rater[j], ds.Attr[j]
			if w == model.NoRater || p.Selection.Repeats[a] == 0 {
				continue
			}
			if first, seen := attribute[w]; seen && first != a {
				count++
				break
			}
			attribute[w] = a
		}
	}
	return float64(count) / float64(len(objects))
}

// validateRefit fills the honest losses. The folds are the same as for all honest
// losses. The projected weights of a fold come from all objects outside it, the weights
// of the refit from the objects outside it that hold enough.
func (p *Pick) validateRefit(ctx context.Context, out *Refit, rows refitRows) error {
	if p.Honest == nil || p.Honest.Why != "" {
		return nil
	}
	given, err := p.Honest.parts.Given(ctx, p.terms(), p.Selection.Repeats)
	if err != nil {
		return err
	}
	var fit *regress.Fit
	determined, folds, size := true, make(map[int]bool), len(out.Attributes)
	exactly := func(cells *moments.Cells, g *honest.Given) means {
		if g.Blocks.Panel != nil {
			rows = p.rows(cells)
		}
		var ok bool
		fit, ok = rows.without(p.held(g, rows.object), size)
		determined = determined && ok
		return func(i int, x []float64) bool { return ok && cells.Means(i, g.Repeats, x) }
	}
	var refitted, projected, less []float64
	var ones []int
	n := float64(len(rows.object))
	err = p.eachHeldOut(ctx, given, exactly, func(f, _, i int, x []float64) {
		y := p.known.label.Values[i]
		own, others := square(y-fit.At(x[:size]))/n, square(y-given[f].At(x, given[f].Repeats))/n
		refitted, projected, less, ones = append(refitted, own), append(projected, others), append(less, own-others), append(ones, 1)
		folds[f] = true
	})
	if err != nil || !determined || len(folds) < 2 {
		return err // without some fold the data do not determine the coefficients
	}
	out.Honest, out.ProjectedHonest = honest.Sum(refitted, ones), honest.Sum(projected, ones)
	out.Less = honest.SumDifference(less, ones, len(folds))
	for _, e := range []*Estimate{&out.Honest, &out.ProjectedHonest, &out.Less} {
		e.R2SE = e.SE / p.LabelVar
	}
	return nil
}

func square(x float64) float64 { return x * x }

// held tells which objects are held out.
func (p *Pick) held(g *honest.Given, objects []int) []bool {
	out := make([]bool, len(p.known.blocks.Block))
	for _, k := range g.Held {
		out[k] = true
	}
	held := make([]bool, len(objects))
	for i, o := range objects {
		held[i] = out[moments.BlockOf(p.Data().Objects[o], len(out))]
	}
	return held
}

// without fits the rows that are not held out, and tells whether that can be.
func (r *refitRows) without(held []bool, size int) (*regress.Fit, bool) {
	var x, y []float64
	for i, out := range held {
		if !out {
			x = append(x, r.x[i*size:][:size]...)
			y = append(y, r.y[i])
		}
	}
	fit, err := regress.LeastSquares(x, size, y)
	return fit, err == nil
}

// RidgeRefit is the label regressed, with a ridge, on the pilot's own means of the
// chosen attributes: of min(r, k) judgments where r are chosen and a cell holds k. The
// refit needs no further judgments. The weights of the moments rest on Σ, with the
// noise removed. The refit uses the means as they are, with the noise of fewer than r
// judgments, and does not use Σ. So the refit is better if the same raters judged an
// object twice, or if Σ is wrong for another reason.
//
// The ridge maximises the evidence for slopes of one variance, per spread t of an
// attribute (posterior.Ridge): nothing is left to choose.
type RidgeRefit struct {
	// Why says why there are no such weights, in words for the user; "" where there
	// are. All else is then empty.
	Why       string
	W         []float64 // by attribute, label units per unit of the attribute; 0 outside the support
	Intercept float64   // in the label's units: ȳ - Σ w[a] μ[a]
	Projected float64   // what the moments project for these weights, squared label units
	Noise     float64   // variance that the noise of the judgments bought leaves in the prediction, likewise
	// Honest is the loss by cross-validation: folds choose repeats as they do for the
	// honest loss, and the refit is of their training objects. Less is that less the
	// honest loss of the moments' weights, with the paired standard error.
	Honest, Less Estimate
	// Taken tells whether these are the weights to predict with, as Better says of Less. An
	// honest loss below the noise of the judgments is believed where the pilot's own objects
	// show it: the label then shares that noise.
	Taken bool

	loss  honest.Loss
	given []honest.Given // by fold, with the refit's weights
}

// Better reports whether the refit has the lower honest loss. In 36 cells of real data this
// rule lowers the true loss by .007 Var(y) on average and raises it by .015 at worst. If the
// moments are right, it costs at most .006 (docs/research/small_pilots.md). A rule of one standard
// error of Less would keep the moments' weights where they fail, since standard errors of
// few objects are wide.
func (x *RidgeRefit) Better() bool { return x.Less.Loss < 0 }

// RidgeRefit refits what an algorithm chooses at a budget. The only error is the
// context's.
func (h *Honest) RidgeRefit(ctx context.Context, a selection.Algorithm, budget model.Amount) (_ *RidgeRefit, err error) {
	defer overflow.Catch(&err)
	r, o := h.result, h.runs[a]
	x := &RidgeRefit{Honest: UnknownEstimate(), Less: UnknownEstimate()}
	if x.Why = h.noRefit(a); x.Why != "" {
		return x, nil
	}
	s := r.At(a, budget)
	x.given = o.Chosen(budget)
	if x.W, err = r.refitAll(ctx, s.Repeats, x.given); err != nil {
		return nil, err
	}
	x.Intercept = r.known.all.Intercept(x.W)
	z := r.standardised(x.W)
	x.Projected, x.Noise = r.problem.LossOf(z, s.Repeats), r.floor(z, s.Repeats)
	x.loss = o.Weighed(x.given)
	x.Honest = h.parts.Estimate(x.loss)
	x.Less = h.parts.Difference(x.loss, o.loss(budget))
	if x.Taken = x.Better(); x.Taken && x.Honest.Loss < x.Noise {
		seen, err := h.seen(ctx, x.given, x.loss)
		if err != nil {
			return nil, err
		}
		x.Taken = seen.Why == "" && !seen.Refuted()
	}
	return x, nil
}

// standardised are weights in label units per unit of each attribute, times its t. An
// attribute of which too little is known has no t, and the weight 0.
func (r *Result) standardised(w []float64) []float64 {
	z := make([]float64, len(w))
	for a, x := range w {
		if x != 0 {
			z[a] = x * r.Attributes[a].T
		}
	}
	return z
}

// noRefit says why an algorithm's choices cannot be refitted, "" where they can.
func (h *Honest) noRefit(a selection.Algorithm) string {
	_, judged := h.result.study.source.(judgments)
	switch {
	case h.Why != "":
		return h.Why
	case h.result.Settings.Shrunk() == model.ShrinkNone:
		return "the weights of the paper are kept, as was asked"
	case h.result.Several():
		return "one label with numbers or two classes can be refitted, not several scores"
	case !judged:
		return "moments hold no judgments to refit weights on"
	case h.runs[a] == nil:
		return string(a) + " was not cross-validated"
	}
	return ""
}

// refitAll returns the weights of some repeats, refitted to all objects, and sets the folds'
// weights and intercepts.
func (r *Result) refitAll(ctx context.Context, repeats []int, folds []honest.Given) ([]float64, error) {
	all := []*cellRegression{newCellRegression(r.known.all, repeats, nil)}
	alike := all // of judgments with the same offsets
	for f := range folds {
		g := &folds[f]
		c := newCellRegression(g.Train, g.Repeats, g.Held)
		all = append(all, c)
		if g.Blocks.Panel == nil {
			alike = append(alike, c)
			continue
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		r.refit(moments.NewCells(r.study.data, r.known.label, g.Blocks), []*cellRegression{c})
	}
	cells := r.cells()
	for few := range together(alike) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		r.refit(cells, few)
	}
	for f := range folds {
		folds[f].W = all[1+f].w
		folds[f].Intercept = folds[f].Train.Intercept(folds[f].W)
	}
	return all[0].w, nil
}

// mostTogether is how many products of attributes are summed in one pass over the objects.
const mostTogether = 1 << 20

// together divides regressions into as few passes as mostTogether allows.
func together(all []*cellRegression) iter.Seq[[]*cellRegression] {
	return func(yield func([]*cellRegression) bool) {
		from, size := 0, 0
		for i, c := range all {
			own := len(c.support) * len(c.support)
			if i > from && size+own > mostTogether {
				if !yield(all[from:i]) {
					return
				}
				from, size = i, 0
			}
			size += own
		}
		yield(all[from:])
	}
}

// refit finds the weights of regressions, from the objects that are in none of the blocks that
// each holds out. Regressions ask for much the same means, and finding these takes most of
// the time: each is found once for all.
func (r *Result) refit(cells *moments.Cells, all []*cellRegression) {
	means := asked(all)
	x := make([]float64, len(means))
	blocks := len(r.known.blocks.Block)
	for i, y := range r.known.label.Values {
		if !cells.Counts(i) {
			continue
		}
		cells.MeansOf(i, means, x)
		block := moments.BlockOf(r.Data().Objects[i], blocks)
		for _, c := range all {
			if !slices.Contains(c.held, block) {
				c.add(x, y)
			}
		}
	}
	for _, c := range all {
		c.end()
	}
}

// asked returns the means that some regressions ask for, and lets each begin.
func asked(all []*cellRegression) []moments.Mean {
	var means []moments.Mean
	order := func(x, y moments.Mean) int {
		return cmp.Or(cmp.Compare(x.Attr, y.Attr), cmp.Compare(x.Repeats, y.Repeats))
	}
	for _, c := range all {
		for _, a := range c.support {
			means = append(means, moments.Mean{Attr: a, Repeats: c.repeats[a]})
		}
	}
	slices.SortStableFunc(means, order)
	means = slices.Compact(means)
	for _, c := range all {
		c.begin()
		for p, a := range c.support {
			c.at[p], _ = slices.BinarySearchFunc(means, moments.Mean{Attr: a, Repeats: c.repeats[a]}, order)
		}
	}
	return means
}

// cellRegression is a regression of the label on means of judgments, in units of t
// and about the means of the moments.
type cellRegression struct {
	m       *moments.Moments
	repeats []int // by attribute, 0 for attributes without a spread
	held    []int // blocks held out
	support []int
	at      []int     // by support: place among the means of an object
	rows    []float64 // of objects that product lacks, each by support
	waiting int       // how many they are
	sum     []float64 // Σ x
	product []float64 // Σ x x', by rows: the upper triangle
	adder   gram.Adder
	label   []float64 // Σ x y
	y, yy   float64   // Σ y, Σ y²
	objects int
	w       []float64 // the slopes in the attributes' own units, 0 outside the support
}

// rowsAtOnce is how many objects enter the products at once.
const rowsAtOnce = 256

func newCellRegression(m *moments.Moments, repeats, held []int) *cellRegression {
	c := &cellRegression{m: m, repeats: make([]int, len(repeats)), held: held}
	for a, n := range repeats {
		if n > 0 && m.Attr[a].T > 0 {
			c.repeats[a] = n
			c.support = append(c.support, a)
		}
	}
	return c
}

// begin makes room for the sums.
func (c *cellRegression) begin() {
	n := len(c.support)
	c.at = make([]int, n)
	c.sum, c.label, c.product = make([]float64, n), make([]float64, n), gram.Zeros(n*n)
	c.rows = make([]float64, rowsAtOnce*n)
}

// add takes an object with its means, NaN where it holds no judgment: the mean of the others is
// put there, which says nothing of the label.
func (c *cellRegression) add(means []float64, y float64) {
	y -= c.m.LabelMean
	n := len(c.support)
	row := c.rows[c.waiting*n:][:n]
	for p, a := range c.support {
		row[p] = (means[c.at[p]] - c.m.Attr[a].Mean) / c.m.Attr[a].T
		if math.IsNaN(row[p]) {
			row[p] = 0
		}
	}
	floats.Add(c.sum, row)
	floats.AddScaled(c.label, y, row)
	if c.waiting++; c.waiting == rowsAtOnce {
		c.multiply()
	}
	c.y += y
	c.yy += y * y
	c.objects++
}

// multiply adds the products of the objects that wait.
func (c *cellRegression) multiply() {
	c.adder.Gram(c.product, c.rows, c.waiting, len(c.support))
	c.waiting = 0
}

// end finds the slopes, and lets the sums go.
func (c *cellRegression) end() {
	c.w = make([]float64, len(c.repeats))
	if c.objects == 0 {
		return
	}
	c.multiply()
	n, size := len(c.support), float64(c.objects)
	cov, u := make([]float64, n*n), make([]float64, n)
	for p := range n {
		u[p] = c.label[p]/size - c.sum[p]/size*(c.y/size)
		for q := range p + 1 {
			x := c.product[q*n+p]/size - c.sum[p]/size*(c.sum[q]/size)
			cov[p*n+q], cov[q*n+p] = x, x
		}
	}
	for p, beta := range posterior.Ridge(cov, u, c.yy/size-c.y/size*(c.y/size), c.objects) {
		a := c.support[p]
		c.w[a] = beta / c.m.Attr[a].T
	}
	c.product, c.rows = nil, nil
}
