package honest

import (
	"context"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/gram"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/parallel"
	"fms-tui/core/selection"
)

// Loss is the honest loss of one candidate, by block in the order of the folds.
type Loss []float64

// Projected is the loss of a candidate by the moments of the objects held out, under a design
// (nil where every judgment is by another rater): of some labels by their number, of all for
// none. The intercepts that it assumes are ȳ - Σ w[a] μ[a] of the training parts.
func (p *Parts) Projected(c Candidate, design *selection.Forms, labels ...int) Loss {
	all, _ := p.projected(context.Background(), []Candidate{c}, design, labels) // no error but the context's
	return all[0]
}

// projected is Projected of several candidates. The only error is the context's.
func (p *Parts) projected(ctx context.Context, all []Candidate, design *selection.Forms, labels []int) ([]Loss, error) {
	losses := make([]Loss, len(all))
	for i := range losses {
		losses[i] = make(Loss, len(p.size))
	}
	if labels == nil {
		for l := range p.labels() {
			labels = append(labels, l)
		}
	}
	first := p.first()
	parallel.Each(len(p.folds), func(f int) {
		if ctx.Err() != nil {
			return
		}
		for _, l := range labels {
			o := p.labels()[l].folds[f]
			w := weightsOf(all, f, l, o, design)
			for k, h := range o.forms {
				for i, x := range w.losses(h) {
					losses[i][first[f]+k] += x
				}
			}
		}
	})
	return losses, ctx.Err()
}

// weights are the weights of several candidates for one label in one fold, one a row, over the
// attributes that occur in any of them, in the order in which the rows come to them.
type weights struct {
	attrs   []int     // the columns
	width   []int     // by row: columns up to the last weight
	w       []float64 // rows × len(attrs), standardised
	perR    []float64 // w²/r
	shared  []float64 // rows × len(attrs)²: w w' Ω off the diagonal; nil where no errors are shared
	rows    int
	first   []int     // 0, 1, …: numbers of columns
	product []float64 // scratch: a row
	part    []float64 // scratch: len(attrs)²
}

// weightsOf are the weights of candidates for label l in fold f, whose part of that label is o.
func weightsOf(all []Candidate, f, l int, o *part, design *selection.Forms) *weights {
	out := &weights{rows: len(all), width: make([]int, len(all))}
	column := make(map[int]int)
	for i, c := range all {
		for a, w := range c[f].Scores[l].W {
			if w == 0 {
				continue
			}
			if _, found := column[a]; !found {
				column[a] = len(out.attrs)
				out.attrs = append(out.attrs, a)
			}
			out.width[i] = max(out.width[i], column[a]+1)
		}
	}
	s := len(out.attrs)
	out.w, out.perR, out.product = make([]float64, out.rows*s), make([]float64, out.rows*s), make([]float64, s)
	for k := range s {
		out.first = append(out.first, k)
	}
	if design != nil && o.forms[0].HasHalo() {
		out.shared = make([]float64, out.rows*s*s)
	}
	for i, c := range all {
		repeats, own := c[f].Repeats, c[f].Scores[l].W
		row := out.w[i*s:][:s]
		for k, a := range out.attrs[:out.width[i]] {
			if own[a] != 0 {
				row[k] = own[a] * o.train.Attr[a].T
				out.perR[i*s+k] = row[k] * row[k] / float64(repeats[a])
			}
		}
		if out.shared != nil {
			out.share(i, design, repeats)
		}
	}
	return out
}

func (w *weights) share(i int, f *selection.Forms, repeats []int) {
	s := len(w.attrs)
	x, row := w.w[i*s:][:w.width[i]], w.shared[i*s*s:]
	for p := range x {
		a := w.attrs[p]
		for q := range p {
			if e := w.attrs[q]; x[p] != 0 && x[q] != 0 {
				both := x[p] * x[q] * f.Omega(a, repeats[a], e, repeats[e])
				row[p*s+q], row[q*s+p] = both, both
			}
		}
	}
}

func (w *weights) losses(h *moments.HeldOut) []float64 {
	s := len(w.attrs)
	loss := make([]float64, w.rows)
	for i := range loss {
		loss[i] = h.Constant
	}
	if s == 0 {
		return loss
	}
	linear, noise := make([]float64, s), make([]float64, s)
	for p, a := range w.attrs {
		linear[p], noise[p] = h.Linear[a], h.Noise[a]
	}
	w.part = h.Quadratic(w.attrs, w.part)
	foldUp(w.part, s)
	for i := range loss {
		n := w.width[i]
		row := w.w[i*s:][:n]
		loss[i] += w.quadratic(row) - 2*floats.Dot(row, linear[:n]) + floats.Dot(w.perR[i*s:][:n], noise[:n])
	}
	if w.shared != nil {
		w.part = h.Halo(w.attrs, w.part)
		for i := range loss {
			loss[i] += floats.Dot(w.shared[i*s*s:][:s*s], w.part)
		}
	}
	return loss
}

// foldUp adds what is below the diagonal of an s×s matrix Q to what is above, and clears it:
// wᵀQw is the same.
func foldUp(q []float64, s int) {
	for i := range s {
		for k := range i {
			q[k*s+i] += q[i*s+k]
			q[i*s+k] = 0
		}
	}
}

// strip is how many columns of a product are summed at once.
const strip = 64

// quadratic is wᵀQw for a row whose further weights are 0, and Q in part, folded up: of each
// strip of columns the rows below it are 0.
func (w *weights) quadratic(row []float64) (sum float64) {
	s := len(w.attrs)
	for end := len(row); end > 0; end -= strip { // a narrow strip comes last, where rows are fewest
		from := max(0, end-strip)
		gram.Combine(w.product[from:end], w.part[from:], s, w.first[:end], row[:end])
	}
	return floats.Dot(row, w.product[:len(row)])
}

// Omega is the share of errors that are the same raters' under a design; nil for none.
func Omega(f *selection.Forms) func(a, ra, e, re int) float64 {
	if f == nil {
		return nil
	}
	return f.Omega
}
