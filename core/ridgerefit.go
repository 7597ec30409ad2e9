package core

import (
	"cmp"
	"context"
	"iter"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/gram"
	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/overflow"
	"fms-tui/core/internal/posterior"
	"fms-tui/core/selection"
	"fms-tui/model"
)

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
