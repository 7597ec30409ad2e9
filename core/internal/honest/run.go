package honest

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/gram"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/parallel"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Run is the cross-validation of one algorithm: its choices in every training
// part. It is safe for concurrent use.
type Run struct {
	Algorithm selection.Algorithm
	parts     *Parts
	folds     []fold
	forms     *selection.Forms // the design, without what raters' errors share
}

// fold is what an algorithm does in one training part; curve is nil where it
// can choose nothing there.
type fold struct {
	curve *selection.Curve
	// again is what the algorithm chooses from, made anew of packed data; else nil.
	again func(context.Context) (*selection.Problem, error)
}

// at is the choice at a budget.
func (o *fold) at(budget model.Amount) selection.Choice {
	if o.again == nil || o.curve.Has(budget) {
		return o.curve.At(budget)
	}
	ctx := context.Background()
	q, err := o.again(ctx)
	if err != nil {
		panic("honest: what a training part had is not there: " + err.Error())
	}
	curve, err := selection.NewCurve(ctx, q, o.curve.Algorithm, []model.Amount{budget})
	if err != nil {
		panic("honest: a training part cannot choose again: " + err.Error())
	}
	return curve.Choices[0]
}

// Run lets an algorithm choose in every training part, at the given rising budgets;
// others can be asked for too. An algorithm that cannot run in some part, because the
// only attribute that it may take is constant there, chooses nothing in it. It returns
// the errors of Source.Copies, and the context's.
func (p *Parts) Run(ctx context.Context, t Terms, a selection.Algorithm, budgets []model.Amount) (*Run, error) {
	r := &Run{Algorithm: a, parts: p, folds: make([]fold, len(p.folds)), forms: t.Forms}
	errs := make([]error, len(p.folds))
	err := parallel.Stage(ctx, "choosing without each fold", len(p.folds), func(f int) {
		errs[f] = r.choose(ctx, f, t, budgets)
	})
	for _, own := range append(errs, err) {
		if own != nil {
			return nil, own
		}
	}
	return r, nil
}

// constantLabel is the largest variance of a training part's label, as a share of the
// variance over all objects, that counts as rounding.
const constantLabel = 1e-16

func (r *Run) choose(ctx context.Context, f int, t Terms, budgets []model.Amount) error {
	o := r.parts.folds[f]
	if !r.parts.varies(f) {
		return nil // a constant label: nothing is worth a judgment
	}
	equip := func(ctx context.Context) (*selection.Problem, error) {
		return t.Problem(o.learned).Equip(r.Algorithm, selection.Equipment{
			Means:  func() ([]float64, []int) { return o.blocks.CellMeans(o.sums(), o.train), o.train.K() },
			Copies: func() (*moments.Copies, error) { return o.copies(ctx) },
		})
	}
	q, err := equip(ctx)
	if err != nil {
		return err
	}
	if q.Check(r.Algorithm) != nil {
		return nil
	}
	curve, err := selection.NewCurve(ctx, q, r.Algorithm, budgets)
	if r.folds[f].curve = curve; err == nil && r.parts.keep > everything {
		r.folds[f] = fold{curve.Bare(), equip}
	}
	return err
}

// At returns the contributions of all blocks at one budget, in the order of
// the folds. A budget that Run was asked for is looked up and costs F
// factorisations; another one costs F paths.
func (r *Run) At(budget model.Amount) Loss { return r.Projected(r.Chosen(budget)) }

// Projected is At for a candidate under the design of the run, of some labels by their number, of
// all for none.
func (r *Run) Projected(c Candidate, labels ...int) Loss {
	return r.parts.Projected(c, r.forms, labels...)
}

// Along returns what At does for each of some of the budgets that Run was
// asked for, rising, in much less time. The only error is the context's.
func (r *Run) Along(ctx context.Context, budgets []model.Amount) ([]Loss, error) {
	losses := make([]Loss, len(budgets))
	for i := range losses {
		losses[i] = make(Loss, len(r.parts.size))
	}
	first := r.parts.first()
	parallel.Each(len(r.folds), func(f int) {
		if ctx.Err() != nil {
			return
		}
		all := r.follow(f, budgets)
		for l, p := range r.parts.labels() {
			for k, h := range p.folds[f].forms {
				for i, x := range all[l].losses(h) {
					losses[i][first[f]+k] += x
				}
			}
		}
	})
	return losses, ctx.Err()
}

// weights are the weights of a fold's choices, one a row, over the attributes that
// occur in any of them, in the order in which the choices come to them.
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

// follow returns, by label, the weights of a fold's choices at budgets of its curve.
func (r *Run) follow(f int, budgets []model.Amount) []*weights {
	o := r.folds[f]
	all := make([]*weights, len(r.parts.labels()))
	for l := range all {
		all[l] = &weights{rows: len(budgets)}
	}
	if o.curve == nil {
		return all
	}
	choices := choicesAt(o.curve, budgets)
	d := len(r.parts.folds[f].train.Attr)
	column, attrs := slices.Repeat([]int{-1}, d), []int(nil)
	for _, c := range choices {
		for _, a := range c.Support {
			if column[a] < 0 {
				column[a] = len(attrs)
				attrs = append(attrs, a)
			}
		}
	}
	s := len(attrs)
	for _, out := range all {
		out.attrs = attrs
		out.w, out.perR = make([]float64, out.rows*s), make([]float64, out.rows*s)
		out.width, out.product, out.first = make([]int, out.rows), make([]float64, s), make([]int, s)
		for k := range out.first {
			out.first[k] = k
		}
		if r.forms != nil {
			out.shared = make([]float64, out.rows*s*s)
		}
	}
	for i, c := range choices {
		repeats := c.Repeats(d)
		for l, w := range c.W {
			out := all[l]
			if r.forms != nil {
				out.share(i, r.forms, c.Support, repeats, w, column)
			}
			for p, a := range c.Support {
				at := i*s + column[a]
				out.width[i] = max(out.width[i], column[a]+1)
				out.w[at] = w[p]
				out.perR[at] = w[p] * w[p] / float64(repeats[a])
			}
		}
	}
	return all
}

// share fills row i of shared.
func (w *weights) share(i int, f *selection.Forms, support, repeats []int, x []float64, column []int) {
	s := len(w.attrs)
	row := w.shared[i*s*s:][:s*s]
	for p, a := range support {
		for q, e := range support {
			if p != q {
				row[column[a]*s+column[e]] = x[p] * x[q] * f.Omega(a, repeats[a], e, repeats[e])
			}
		}
	}
}

// choicesAt looks up a curve's choices at some of its budgets; both rise.
func choicesAt(c *selection.Curve, budgets []model.Amount) []selection.Choice {
	choices := make([]selection.Choice, len(budgets))
	at := 0
	for i, b := range budgets {
		for at < len(c.Budgets) && c.Budgets[at] < b {
			at++
		}
		if at == len(c.Budgets) || c.Budgets[at] != b {
			panic(fmt.Sprintf("honest: the budget %s is not one of the curve's", b))
		}
		choices[i] = c.Choices[at]
	}
	return choices
}

// losses evaluates the form of a block at every row.
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
	if w.shared != nil && h.HasHalo() {
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
