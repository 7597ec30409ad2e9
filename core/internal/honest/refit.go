package honest

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/gram"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/posterior"
	"fms-tui/core/parallel"
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

// Ridge returns the weights of some lists of repeats by regression on the means of up to as many
// judgments, of all objects, and candidates, as many as there are lists, with such weights for their own
// repeats in each fold. all are the moments of all objects; the ridge is [posterior.Ridge]'s. The only
// error is the context's.
func (e *Evaluator) Ridge(ctx context.Context, all *moments.Moments, repeats [][]int, of []Candidate) (w [][]float64, out []Candidate, err error) {
	p := e.products(all, repeats, of)
	whole := p.sums(e.Cells, nil, false)
	for i, r := range repeats {
		w, out = append(w, p.ridge(whole, all, r)), append(out, slices.Clone(of[i]))
	}
	parallel.Each(len(of[0]), func(f int) {
		if ctx.Err() != nil {
			return
		}
		g := &of[0][f]
		var train []float64
		if g.Blocks.Panel != nil { // offsets come from the training part
			train = p.sums(e.Cells.Under(g.Blocks), g.Held, false)
		} else {
			train = p.sums(e.Cells, g.Held, true)
			floats.SubTo(train, whole, train)
		}
		for i := range of {
			m := of[i][f].Scores[0].Train
			slopes := p.ridge(train, m, of[i][f].Repeats)
			out[i][f].Scores = []Score{{Train: m, W: slopes, Intercept: m.Intercept(slopes)}}
		}
	})
	return w, out, ctx.Err()
}

// products are columns whose products are summed over objects, once for all regressions: 1, an object's
// mean judgments less the mean over objects, 0 where it holds none, whether it holds any, and the label.
type products struct {
	*Evaluator
	all     *moments.Moments
	members [][]int // objects by block
	means   []moments.Mean
	place   map[moments.Mean]int // columns of the means
	holds   []int                // by attribute: the column that says whether it is held; that of 1 where it always is
	n       int                  // columns
}

// products are for the means that some repeats and candidates ask for.
func (e *Evaluator) products(all *moments.Moments, repeats [][]int, of []Candidate) *products {
	p := &products{Evaluator: e, all: all, members: e.Members(), place: make(map[moments.Mean]int), holds: make([]int, len(all.Attr))}
	ask := func(repeats []int) {
		for a, n := range repeats {
			if n > 0 {
				p.place[p.mean(a, n)] = 0
			}
		}
	}
	for i, r := range repeats {
		ask(r)
		for _, g := range of[i] {
			ask(g.Repeats)
		}
	}
	p.means = slices.SortedFunc(maps.Keys(p.place), func(x, y moments.Mean) int {
		return cmp.Or(cmp.Compare(x.Attr, y.Attr), cmp.Compare(x.Repeats, y.Repeats))
	})
	p.n = 1 + len(p.means)
	for i, m := range p.means {
		if p.place[m] = 1 + i; all.Attr[m.Attr].Objects < all.Objects && p.holds[m.Attr] == 0 {
			p.holds[m.Attr] = p.n
			p.n++
		}
	}
	p.n++
	return p
}

// mean names the mean of n judgments of an attribute: of all, where no cell holds more.
func (p *products) mean(a, n int) moments.Mean {
	return moments.Mean{Attr: a, Repeats: min(n, max(p.all.Attr[a].Most, 1))}
}

const objectsAtOnce = 256

// sums are Σ x xᵀ, by rows: the upper triangle, of the objects in some blocks, or in the others.
func (p *products) sums(cells *moments.Cells, blocks []int, in bool) []float64 {
	out, x := make([]float64, p.n*p.n), make([]float64, len(p.means))
	var rows []float64
	var adder gram.Adder
	enter := func() {
		adder.Gram(out, rows, len(rows)/p.n, p.n)
		rows = rows[:0]
	}
	for k, members := range p.members {
		if slices.Contains(blocks, k) != in {
			continue
		}
		for _, i := range members {
			if !cells.Counts(i) {
				continue
			}
			cells.MeansOf(i, p.means, x)
			from := len(rows)
			rows = append(rows, make([]float64, p.n)...)
			row := rows[from:]
			row[0], row[p.n-1] = 1, p.Labels[0].Values[i]-p.all.LabelMean
			for j, m := range p.means {
				if x[j] == x[j] {
					row[1+j], row[p.holds[m.Attr]] = x[j]-p.all.Attr[m.Attr].Mean, 1
				}
			}
			if len(rows) == objectsAtOnce*p.n {
				enter()
			}
		}
	}
	enter()
	return out
}

// regressor is a mean in units of t and about the mean of some moments, where it is held: with the
// columns x and h of the products, (x - shift h)/t.
type regressor struct {
	attr, x, h int
	shift, t   float64
}

// ridge regresses the label on means, about the means of some moments, and returns the slopes by
// attribute, in their own units. Where an object holds no judgment, the mean of the others is put there,
// which says nothing of the label.
func (p *products) ridge(sums []float64, m *moments.Moments, repeats []int) []float64 {
	w := make([]float64, len(repeats))
	var z []regressor
	for a, r := range repeats {
		if at := &m.Attr[a]; r > 0 && at.T > 0 {
			one := regressor{attr: a, x: p.place[p.mean(a, r)], h: p.holds[a], t: at.T}
			if one.h > 0 { // else it changes nothing
				one.shift = at.Mean - p.all.Attr[a].Mean
			}
			z = append(z, one)
		}
	}
	n, size := len(z), sums[0]
	if size == 0 {
		return w
	}
	sum := func(i, j int) float64 { return sums[min(i, j)*p.n+max(i, j)] }
	between := func(x, y *regressor) float64 {
		both := sum(x.x, y.x)
		if x.shift != 0 || y.shift != 0 {
			both += x.shift*(y.shift*sum(x.h, y.h)-sum(x.h, y.x)) - y.shift*sum(x.x, y.h)
		}
		mean := func(x *regressor) float64 { return (sums[x.x] - x.shift*sums[x.h]) / size }
		return (both/size - mean(x)*mean(y)) / (x.t * y.t)
	}
	label := &regressor{x: p.n - 1, t: 1}
	cov, u := make([]float64, n*n), make([]float64, n)
	for i := range z {
		u[i] = between(&z[i], label)
		for j := range i + 1 {
			cov[i*n+j] = between(&z[j], &z[i])
			cov[j*n+i] = cov[i*n+j]
		}
	}
	for i, beta := range posterior.Ridge(cov, u, between(label, label), int(size)) {
		w[z[i].attr] = beta / z[i].t
	}
	return w
}
