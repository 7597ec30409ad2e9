package bound

import (
	"context"
	"math"

	"fms-tui/core/parallel"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Path certifies bounds for one problem at one budget after another. Each
// starts from the weights of the last, so that rising budgets are cheapest. A
// Path is not safe for concurrent use; Fresh and Bounds of one that nobody moves are.
type Path struct {
	descents []*descent // by label
}

// NewPath relaxes p, in O(d²) for each attribute without noise or fixed at one number of
// judgments, and a Cholesky decomposition or a few for the others. A form takes all eigenvectors of
// its noise.
//
// With several labels the bound is the sum of each label's own bound: no repeats make
// the loss of one label smaller than its own bound, whatever they do for others.
func NewPath(p *selection.Problem) *Path {
	b := new(Path)
	for label := range p.Labels() {
		b.descents = append(b.descents, newDescent(relax(p.Alone(label, p.VarY/float64(p.Labels())))))
	}
	return b
}

// Fresh is b without weights, which shares what depends on the problem alone.
func (b *Path) Fresh() *Path {
	f := new(Path)
	for _, s := range b.descents {
		f.descents = append(f.descents, s.fresh())
	}
	return f
}

// At returns a number that the projected loss of no repeat vector of cost at
// most budget is below, in squared label units. Like the projected loss itself
// it can be below 0. It is within 1e-7 Var(y) of the best bound that the
// relaxed problem gives, as long as that is not far below 0 and Σ⁺ is positive
// semi-definite to rounding; where it is so to fewer digits, what that may cost
// is taken off too.
//
// There is no bound, and ok is false, where attributes judged without noise
// are functions of each other and their covariances with the label are not:
// the relaxed loss then has no minimum; where Σ⁺ is not positive semi-definite
// to nine digits; where a budget takes all noise away to within rounding; and
// for forms within a panel.
//
// Under a design of forms the bound comes from forms.go. It is close where calls have
// one price, and too low where forms are paid by the answer.
func (b *Path) At(budget model.Amount) (lb float64, ok bool) {
	for _, s := range b.descents {
		lower, _, ok := s.bracket(budget)
		if !ok {
			return math.NaN(), false
		}
		lb += lower
	}
	return lb, true
}

// bracket returns two numbers that L(B) is between.
func (s *descent) bracket(budget model.Amount) (lower, upper float64, ok bool) {
	switch {
	case !s.bounded:
		return math.NaN(), math.NaN(), false
	case budget <= s.paid || len(s.attrs) == 0:
		return s.loss, s.loss, true
	}
	lower, upper = s.minimise((budget - s.paid).Float())
	return lower, upper, lower > math.Inf(-1)
}

// Bounds returns a bound for each of the budgets, which should rise; NaN where
// there is none, as in Path.At. Along rising budgets the bounds never rise.
// The only error is the context's.
func (b *Path) Bounds(ctx context.Context, budgets []model.Amount) ([]float64, error) {
	path := b.Fresh()
	bounds := make([]float64, len(budgets))
	for i, budget := range budgets {
		parallel.Report(ctx, "bounding what is possible", i, len(budgets))
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		lb, ok := path.At(budget)
		if !ok {
			lb = math.NaN()
		}
		bounds[i] = lb
	}
	// A bound of the losses within a larger budget also bounds the losses within a
	// smaller budget.
	for i := len(bounds) - 2; i >= 0; i-- {
		if budgets[i] <= budgets[i+1] && bounds[i] < bounds[i+1] {
			bounds[i] = bounds[i+1]
		}
	}
	return bounds, nil
}
