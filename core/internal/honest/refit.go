package honest

import (
	"cmp"
	"context"
	"math"
	"slices"

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

// Rows are objects with means of some of their judgments.
type Rows struct {
	Objects []int // by number in the data; nil where nobody asks
	block   []int
	size    int
	x       []float64 // means, size of them a row; NaN where there is none
	y       []float64
}

// Rows finds the objects that hold all of some repeats, with the offsets of some blocks.
func (e *Evaluator) Rows(b *moments.Blocks, repeats []int) *Rows {
	r, cells := new(Rows), e.Cells.Under(b)
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

func (r *Rows) without(held []int) *Rows {
	out := &Rows{size: r.size}
	for i, k := range r.block {
		if !slices.Contains(held, k) {
			out.x, out.y = append(out.x, r.x[i*r.size:][:r.size]...), append(out.y, r.y[i])
		}
	}
	return out
}

func (r *Rows) Fit() (*regress.Fit, error) { return regress.LeastSquares(r.x, r.size, r.y) }

// Ridge returns the weights of some repeats by regression on the means of up to as many judgments,
// of all objects, and the candidate with such weights for its own repeats in each fold. all are the
// moments of all objects; the ridge is [posterior.Ridge]'s. The only error is the context's.
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
		e.regress(e.Cells.Under(g.Blocks), folds[f:f+1])
	}
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	e.regress(e.Cells, alike)
	out := slices.Clone(c)
	for f := range out {
		train := c[f].Scores[0].Train
		out[f].Scores = []Score{{Train: train, W: folds[f].w, Intercept: train.Intercept(folds[f].w)}}
	}
	return whole.w, out, nil
}

const objectsAtOnce = 256

// regress finds the weights of regressions, from the objects that are in none of the blocks that
// each holds out. Regressions ask for much the same means, and finding these takes most of
// the time: each is found once for all.
func (e *Evaluator) regress(cells *moments.Cells, all []*cellRegression) {
	means := asked(all)
	some := Rows{size: len(means)}
	var rows []float64
	var adder gram.Adder
	enter := func() {
		for _, c := range all {
			rows = c.rows(rows[:0], &some)
			n := len(c.means) + 2
			adder.Gram(c.product, rows, len(rows)/n, n)
		}
		some.x, some.y, some.block = some.x[:0], some.y[:0], some.block[:0]
	}
	x := make([]float64, len(means))
	for i, y := range e.Labels[0].Values {
		if !cells.Counts(i) {
			continue
		}
		cells.MeansOf(i, means, x)
		some.x, some.y = append(some.x, x...), append(some.y, y)
		some.block = append(some.block, moments.BlockOf(e.Data.Objects[i], len(e.Blocks.Block)))
		if len(some.y) == objectsAtOnce {
			enter()
		}
	}
	enter()
	for _, c := range all {
		c.end()
	}
}

func asked(all []*cellRegression) []moments.Mean {
	var means []moments.Mean
	order := func(x, y moments.Mean) int {
		return cmp.Or(cmp.Compare(x.Attr, y.Attr), cmp.Compare(x.Repeats, y.Repeats))
	}
	for _, c := range all {
		means = append(means, c.means...)
	}
	slices.SortStableFunc(means, order)
	means = slices.Compact(means)
	for _, c := range all {
		for _, mean := range c.means {
			at, _ := slices.BinarySearchFunc(means, mean, order)
			c.at = append(c.at, at)
		}
	}
	return means
}

// cellRegression is a regression of the label on means of judgments, in units of t
// and about the means of the moments.
type cellRegression struct {
	m       *moments.Moments
	held    []int          // blocks held out
	means   []moments.Mean // of attributes with a spread
	at      []int          // places of these among the means of an object
	product []float64      // Σ z zᵀ of z = (1, means, label), by rows: the upper triangle
	w       []float64      // the slopes by attribute, in their own units
}

func newCellRegression(m *moments.Moments, repeats, held []int) *cellRegression {
	c := &cellRegression{m: m, held: held, w: make([]float64, len(repeats))}
	for a, n := range repeats {
		if n > 0 && m.Attr[a].T > 0 {
			c.means = append(c.means, moments.Mean{Attr: a, Repeats: n})
		}
	}
	n := len(c.means) + 2
	c.product = make([]float64, n*n)
	return c
}

// rows appends z of objects that count. Where one holds no judgment, the mean of the others is put
// there, which says nothing of the label.
func (c *cellRegression) rows(z []float64, r *Rows) []float64 {
	for i, y := range r.y {
		if slices.Contains(c.held, r.block[i]) {
			continue
		}
		z = append(z, 1)
		for p, mean := range c.means {
			x := (r.x[i*r.size+c.at[p]] - c.m.Attr[mean.Attr].Mean) / c.m.Attr[mean.Attr].T
			if math.IsNaN(x) {
				x = 0
			}
			z = append(z, x)
		}
		z = append(z, y-c.m.LabelMean)
	}
	return z
}

func (c *cellRegression) end() {
	n, size := len(c.means), c.product[0]
	if size > 0 {
		between := func(p, q int) float64 { // p <= q
			at := c.product[(p+1)*(n+2):]
			return at[q+1]/size - c.product[p+1]/size*(c.product[q+1]/size)
		}
		cov, u := make([]float64, n*n), make([]float64, n)
		for p := range n {
			u[p] = between(p, n)
			for q := range p + 1 {
				cov[p*n+q] = between(q, p)
				cov[q*n+p] = cov[p*n+q]
			}
		}
		for p, beta := range posterior.Ridge(cov, u, between(n, n), int(size)) {
			a := c.means[p].Attr
			c.w[a] = beta / c.m.Attr[a].T
		}
	}
	c.product = nil
}
