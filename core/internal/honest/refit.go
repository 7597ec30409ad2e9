package honest

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/gram"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/posterior"
	"fms-tui/core/regress"
)

// LeastSquares is a candidate with the weights of least squares over the training objects that
// hold all of its repeats, the same in each fold; false where some fold does not determine them.
func (e *Evaluator) LeastSquares(c Candidate) (Candidate, bool) {
	out := slices.Clone(c)
	repeats := c[0].Repeats
	rows := e.Rows(e.Blocks, repeats)
	for f := range out {
		g := &out[f]
		if g.Blocks.Panel != nil {
			rows = e.Rows(g.Blocks, repeats)
		}
		fit, err := rows.without(g.Held).Fit()
		if err != nil {
			return nil, false
		}
		s := Score{Train: g.Scores[0].Train, W: make([]float64, len(repeats)), Intercept: fit.Intercept}
		next := 0
		for a, n := range repeats {
			if n > 0 {
				s.W[a] = fit.Coef[next]
				next++
			}
		}
		g.Scores = []Score{s}
	}
	return out, true
}

// Rows are the objects that hold all of some repeats.
type Rows struct {
	Objects []int // by number in the data
	block   []int
	size    int
	x       []float64 // means, size of them a row
	y       []float64
}

// Rows finds the objects that hold all of some repeats, with the offsets of some blocks.
func (e *Evaluator) Rows(b *moments.Blocks, repeats []int) *Rows {
	r, cells := new(Rows), e.cells(b)
	for _, n := range repeats {
		r.size += min(n, 1)
	}
	x := make([]float64, r.size)
	for i, y := range e.Labels[0].Values {
		if cells.Counts(i) && cells.Means(i, repeats, x) {
			r.Objects, r.block = append(r.Objects, i), append(r.block, moments.BlockOf(e.Data.Objects[i], len(e.Blocks.Block)))
			r.x, r.y = append(r.x, x...), append(r.y, y)
		}
	}
	return r
}

// without are the rows of no block that is held out.
func (r *Rows) without(held []int) *Rows {
	out := &Rows{size: r.size}
	for i, k := range r.block {
		if !slices.Contains(held, k) {
			out.x, out.y = append(out.x, r.x[i*r.size:][:r.size]...), append(out.y, r.y[i])
		}
	}
	return out
}

// Fit regresses the label on the means.
func (r *Rows) Fit() (*regress.Fit, error) { return regress.LeastSquares(r.x, r.size, r.y) }

// Ridge returns the weights of some repeats by regression on the means of up to as many judgments,
// of all objects, and the candidate with such weights for its own repeats in each fold. all are the
// moments of all objects. The ridge maximises the evidence for slopes of one variance, per spread t
// of an attribute ([posterior.Ridge]): nothing is left to choose. The only error is the context's.
func (e *Evaluator) Ridge(ctx context.Context, all *moments.Moments, repeats []int, c Candidate) ([]float64, Candidate, error) {
	whole := newCellRegression(all, repeats, nil)
	alike := []*cellRegression{whole} // of judgments with the same offsets
	folds := make([]*cellRegression, len(c))
	for f := range c {
		g := &c[f]
		folds[f] = newCellRegression(g.Scores[0].Train, g.Repeats, g.Held)
		if g.Blocks.Panel == nil {
			alike = append(alike, folds[f])
			continue
		}
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		e.regress(e.cells(g.Blocks), folds[f:f+1])
	}
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	e.regress(e.cells(e.Blocks), alike)
	out := slices.Clone(c)
	for f := range out {
		train := c[f].Scores[0].Train
		out[f].Scores = []Score{{Train: train, W: folds[f].w, Intercept: train.Intercept(folds[f].w)}}
	}
	return whole.w, out, nil
}

// regress finds the weights of regressions, from the objects that are in none of the blocks that
// each holds out. Regressions ask for much the same means, and finding these takes most of
// the time: each is found once for all.
func (e *Evaluator) regress(cells *moments.Cells, all []*cellRegression) {
	means := asked(all)
	x := make([]float64, len(means))
	blocks := len(e.Blocks.Block)
	for i, y := range e.Labels[0].Values {
		if !cells.Counts(i) {
			continue
		}
		cells.MeansOf(i, means, x)
		block := moments.BlockOf(e.Data.Objects[i], blocks)
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
	c.sum, c.label, c.product = make([]float64, n), make([]float64, n), make([]float64, n*n)
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
