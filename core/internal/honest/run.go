package honest

import (
	"context"
	"fmt"

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
}

// fold is what an algorithm does in one training part; curve is nil where it
// can choose nothing there.
type fold struct {
	// problem returns what the weights of choices follow from: of packed data each time anew.
	problem func() *selection.Problem
	curve   *selection.Curve
	forms   *selection.Forms // the design, without what raters' errors share
	// again is problem with what the algorithm needs besides, of packed data; else nil.
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
	curve, err := selection.Choose(ctx, q, o.curve.Algorithm, []model.Amount{budget})
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
	r := &Run{Algorithm: a, parts: p, folds: make([]fold, len(p.folds))}
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
	bare := func() *selection.Problem { return t.Problem(o.learned) }
	equip := func(ctx context.Context) (*selection.Problem, error) {
		return bare().Equip(r.Algorithm, selection.Equipment{
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
	curve, err := selection.Choose(ctx, q, r.Algorithm, budgets)
	if err == nil && r.parts.keep > everything {
		figures := q.Figures()
		again := func() *selection.Problem { return bare().Again(figures) }
		r.folds[f] = fold{problem: again, curve: curve.Bare(), forms: t.Forms, again: equip}
		return nil
	}
	r.folds[f] = fold{problem: func() *selection.Problem { return q }, curve: curve, forms: t.Forms}
	return err
}

// Loss is the honest loss of one algorithm at one budget, by block.
type Loss []float64

// At returns the contributions of all blocks at one budget, in the order of
// the folds. A budget that Run was asked for is looked up and costs F
// factorisations; another one costs F paths.
func (r *Run) At(budget model.Amount) Loss { return r.Weighed(r.Chosen(budget)) }

// AtLabel is At for one label alone, by its number.
func (r *Run) AtLabel(budget model.Amount, label int) Loss { return r.weighed(r.Chosen(budget), label) }

// Guess is the loss of predicting each fold by the mean of its training part.
func (p *Parts) Guess() Loss {
	nothing := Run{parts: p, folds: make([]fold, len(p.folds))}
	return nothing.At(0)
}

// Weighed is At for given repeats and weights, by fold. The intercept that it assumes is
// ȳ - Σ w[a] μ[a] of the training part.
func (r *Run) Weighed(given []Given) Loss { return r.weighed(given, -1) }

// weighed is the loss of one label, or of all for -1.
func (r *Run) weighed(given []Given, only int) Loss {
	loss := make(Loss, len(r.parts.size))
	first := r.first()
	parallel.Each(len(given), func(f int) {
		g := &given[f]
		omega := Omega(r.folds[f].forms)
		for l, s := range g.Scores() {
			if only >= 0 && l != only {
				continue
			}
			o := r.parts.labels()[l].folds[f]
			w := make([]float64, len(s.W)) // standardised
			for a, x := range s.W {
				if x != 0 {
					w[a] = x * o.train.Attr[a].T
				}
			}
			for k, h := range o.forms {
				loss[first[f]+k] += h.At(w, g.Repeats, omega)
			}
		}
	})
	return loss
}

// Omega is the share of errors that are the same raters' under a design; nil for none.
func Omega(f *selection.Forms) func(a, ra, e, re int) float64 {
	if f == nil {
		return nil
	}
	return f.Omega
}

// first returns, by fold, the number of its first block.
func (r *Run) first() []int {
	first := make([]int, len(r.folds))
	for f := 1; f < len(first); f++ {
		first[f] = first[f-1] + len(r.parts.folds[f-1].forms)
	}
	return first
}

// Along returns what At does for each of some of the budgets that Run was
// asked for, rising, in much less time. The only error is the context's.
func (r *Run) Along(ctx context.Context, budgets []model.Amount) ([]Loss, error) {
	losses := make([]Loss, len(budgets))
	for i := range losses {
		losses[i] = make(Loss, len(r.parts.size))
	}
	first := r.first()
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
	problem, forms := o.problem(), o.forms
	column, attrs := problem.Columns(choices)
	s := len(attrs)
	for _, out := range all {
		out.attrs = attrs
		out.w, out.perR = make([]float64, out.rows*s), make([]float64, out.rows*s)
		out.width, out.product, out.first = make([]int, out.rows), make([]float64, s), make([]int, s)
		for k := range out.first {
			out.first[k] = k
		}
		if forms != nil {
			out.shared = make([]float64, out.rows*s*s)
		}
	}
	problem.Follow(choices, func(i int, support, repeats []int, byLabel [][]float64) {
		for l, w := range byLabel {
			out := all[l]
			if forms != nil {
				out.share(i, forms, support, repeats, w, column)
			}
			for p, a := range support {
				at := i*s + column[a]
				out.width[i] = max(out.width[i], column[a]+1)
				out.w[at] = w[p]
				out.perR[at] = w[p] * w[p] / float64(repeats[a])
			}
		}
	})
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

// Given is what a training part says about repeats that are given.
type Given struct {
	Held      []int           // blocks that are held out
	Blocks    *moments.Blocks // with the offsets of the training part, in the fixed mode
	Train     *moments.Moments
	W         []float64 // by attribute, label units per unit of the attribute
	Intercept float64   // in the label's units
	Repeats   []int     // by attribute
	Also      []Score   // of the labels besides the first
}

// Score is what predicts one label of several.
type Score struct {
	Train     *moments.Moments // of the training part, with the label's mean
	W         []float64        // by attribute, label units per unit of the attribute
	Intercept float64          // in the label's units
}

// At is Given.At of one label.
func (s *Score) At(means []float64, repeats []int) float64 {
	y := s.Intercept
	at := 0
	for a, n := range repeats {
		if n > 0 {
			y += s.W[a] * means[at]
			at++
		}
	}
	return y
}

// Scores are what predicts each label, the first included.
func (g *Given) Scores() []Score {
	return append([]Score{{g.Train, g.W, g.Intercept}}, g.Also...)
}

// SetScores is the reverse of Scores.
func (g *Given) SetScores(all []Score) {
	g.Train, g.W, g.Intercept, g.Also = all[0].Train, all[0].W, all[0].Intercept, all[1:]
}

// scores turns standardised weights by label into what predicts each.
func (p *Parts) scores(f int, w [][]float64) []Score {
	var all []Score
	for l, o := range p.labels() {
		s := Score{Train: o.folds[f].train, W: w[l]}
		s.Intercept = s.Train.OwnUnits(s.W)
		all = append(all, s)
	}
	return all
}

// nothing is what predicts each label by its mean.
func (p *Parts) nothing(f, d int) []Score {
	var all []Score
	for _, o := range p.labels() {
		all = append(all, Score{o.folds[f].train, make([]float64, d), o.folds[f].train.LabelMean})
	}
	return all
}

// At is the prediction for means of an object's judgments, one for each
// attribute with repeats, in the order of the attributes.
func (g *Given) At(means []float64, repeats []int) float64 {
	s := Score{W: g.W, Intercept: g.Intercept}
	return s.At(means, repeats)
}

// Given returns, by fold, the weights that minimise the projected loss of given
// repeats in its training part. The only error is the context's.
func (p *Parts) Given(ctx context.Context, t Terms, repeats []int) ([]Given, error) {
	out := make([]Given, len(p.folds))
	for f, o := range p.folds {
		g := &out[f]
		g.Held, g.Blocks, g.Repeats = o.held, o.blocks, repeats
		g.SetScores(p.nothing(f, len(repeats)))
		if !p.varies(f) {
			continue // a constant label: its mean predicts it
		}
		// The minima and the maxima are the purchase. The posterior of a part depends
		// only on the user's exclusions.
		only := t
		only.Limits = selection.Limits{Min: repeats, Max: repeats, Ridge: t.Limits.Ridge}
		only.Excluded = func(a int) bool { return repeats[a] == 0 }
		q := only.givenProblem(o.learned, t)
		for _, other := range o.learned.Also {
			q = q.WithLabel(only.givenProblem(other, t))
		}
		spent, ok := q.Required()
		if !ok {
			panic("honest: given repeats cost more than any budget")
		}
		if q.Cheapest() == 0 {
			continue // nothing of it can be used in this part
		}
		c, err := selection.NewCurve(ctx, q, selection.Full, []model.Amount{spent})
		if err != nil {
			return nil, err
		}
		w, _ := q.WeightsOf(&c.Choices[0])
		g.SetScores(p.scores(f, w))
	}
	return out, nil
}

// givenProblem is the problem of one label for repeats that are given, with what a part
// can vouch for under the terms of all repeats.
func (t Terms) givenProblem(l *Learned, all Terms) *selection.Problem {
	t.Shrink = false
	q := t.problemOf(l)
	if all.Shrink {
		q = l.shrink(q, all.Excluded)
	}
	return q
}

// Chosen returns, by fold, what the algorithm chooses in its training part at a
// budget, and the weights of it.
func (r *Run) Chosen(budget model.Amount) []Given {
	out := make([]Given, len(r.folds))
	parallel.Each(len(r.folds), func(f int) {
		o := r.parts.folds[f]
		d := len(o.train.Attr)
		g := &out[f]
		*g = Given{Held: o.held, Blocks: o.blocks, Repeats: make([]int, d)}
		g.SetScores(r.parts.nothing(f, d))
		if r.folds[f].curve != nil {
			choice := r.folds[f].at(budget)
			w, _ := r.folds[f].problem().WeightsOf(&choice)
			g.SetScores(r.parts.scores(f, w))
			g.Repeats = choice.Repeats(d)
		}
	})
	return out
}
