package core

import (
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"fms-tui/core/internal/bound"
	"fms-tui/core/internal/overflow"
	"fms-tui/core/internal/parallel"
	"fms-tui/model"
)

// boundCurve is the certified lower bound over the range.
type boundCurve struct {
	budgets []model.Amount
	unknown []float64                 // NaN, as long as nothing is known
	loss    atomic.Pointer[[]float64] // squared label units; NaN where there is no bound
	problem func() *bound.Problem
	mu      sync.Mutex
	alone   map[model.Amount]float64 // bounds that were asked for by themselves
}

// prepareBounds begins without bounds.
func (r *Result) prepareBounds() {
	b := &boundCurve{budgets: r.coarseBudgets()}
	b.unknown = slices.Repeat([]float64{math.NaN()}, len(b.budgets))
	b.problem = sync.OnceValue(func() *bound.Problem { return bound.Prepare(r.problem) })
	r.bounds = b
}

// HasBounds tells whether the bounds of the range are known: not of Request.Unbounded
// before AddBounds.
func (r *Result) HasBounds() bool { return r.bounds.loss.Load() != nil }

// AddBounds bounds what any choice could reach, over the range, where that was left for
// later. The only error is the context's.
func (r *Result) AddBounds(ctx context.Context) (err error) {
	defer overflow.Catch(&err)
	if err := ctx.Err(); err != nil || r.HasBounds() {
		return err
	}
	parallel.Report(ctx, "bounding what is possible", 0, 0)
	loss, err := r.bounds.problem().Bounds(ctx, r.bounds.budgets)
	if err == nil {
		r.bounds.loss.Store(&loss)
		if at := len(loss) - 1; at == 0 || at == 1 && r.bounds.budgets[0] == 0 { // no other budget had a part in it
			r.bounds.keep(r.bounds.budgets[at], loss[at])
		}
	}
	return err
}

// keep remembers a bound that was computed without other budgets.
func (b *boundCurve) keep(budget model.Amount, loss float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.alone == nil {
		b.alone = make(map[model.Amount]float64)
	}
	b.alone[budget] = loss
}

func (b *boundCurve) kept(budget model.Amount) (loss float64, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	loss, ok = b.alone[budget]
	return loss, ok
}

// Bounds returns the certified lower bound at rising budgets: no choice of
// repeats within a budget has a smaller projected loss. In squared label
// units; NaN where there is no bound, and everywhere before HasBounds.
func (r *Result) Bounds() (budgets []model.Amount, loss []float64) {
	if known := r.bounds.loss.Load(); known != nil {
		return r.bounds.budgets, *known
	}
	return r.bounds.budgets, r.bounds.unknown
}

// Bound returns the certified lower bound at one budget, NaN where there is
// none. It begins without weights, so that the digits do not depend on what was asked before.
func (r *Result) Bound(budget model.Amount) float64 {
	if lb, ok := r.bounds.kept(budget); ok {
		return lb
	}
	lb, ok := r.bounds.problem().Path().At(budget)
	if !ok {
		lb = math.NaN()
	}
	r.bounds.keep(budget, lb)
	return lb
}

// boundNear is a certified lower bound at a budget, from the bounds of the range: a
// bound on the losses within a larger budget also bounds the losses within a smaller
// one.
func (r *Result) boundNear(budget model.Amount) float64 {
	budgets, loss := r.Bounds()
	i, _ := slices.BinarySearch(budgets, budget)
	if i == len(budgets) {
		return math.NaN()
	}
	return loss[i]
}

// Certificate says how far a selection is from the best possible at its budget.
type Certificate struct {
	Bound   float64 // certified lower bound, squared label units; NaN where there is none
	Gap     float64 // (projected loss - bound)/Var(y), in R² points; NaN likewise; never negative
	Optimal bool    // no repeat vector within the budget has a smaller projected loss
}

// certainGap is the gap, as a share of Var(y), up to which a selection counts
// as optimal.
const certainGap = 1e-9

// Certify returns how far a selection is from the best possible. Small
// problems are searched through; others are optimal only where the bound
// touches them. The only error is the context's.
func (r *Result) Certify(ctx context.Context, s *Selection) (_ Certificate, err error) {
	defer overflow.Catch(&err)
	c := r.CertificateFrom(s, r.Bound(s.Budget))
	if !c.Optimal {
		if _, loss, ok := bound.Optimum(ctx, r.problem, s.Budget); ok {
			c.Optimal = s.Loss-loss <= certainGap*r.LabelVar
		}
	}
	return c, ctx.Err()
}

// quickAttributes is the number of attributes up to which a certificate takes
// less than a frame.
const quickAttributes = 64

// CertifyQuickly is Certify for a screen that cannot wait: with many attributes
// it takes the bound of the next larger budget of the range, which holds too.
func (r *Result) CertifyQuickly(s *Selection) Certificate {
	if len(r.Attributes) > quickAttributes {
		return r.CertificateFrom(s, r.boundNear(s.Budget))
	}
	c, err := r.Certify(context.Background(), s)
	if err != nil {
		panic("core: a background context cannot end")
	}
	return c
}

// CertificateFrom is how far a selection is from a certified lower bound at its
// budget.
func (r *Result) CertificateFrom(s *Selection, lb float64) Certificate {
	gap := max(0, (s.Loss-lb)/r.LabelVar) // NaN where lb is
	return Certificate{Bound: lb, Gap: gap, Optimal: gap <= certainGap}
}

// Optimum is the best repeat vector within a budget, by exhaustive search.
type Optimum struct {
	Budget, Spent model.Amount // Spent is at most Budget
	Repeats       []int        // by attribute
	Loss          float64      // projected loss without a ridge, squared label units
	Vectors       float64      // repeat vectors within the budget, estimated
	Parts         int          // of the search that were looked at: the bound ruled out the rest
}

// Optimum searches all repeat vectors within a budget, minima and maxima
// respected. The certified bound prunes: a dozen attributes take milliseconds.
// Errors say in words why a search was refused or given up, or that the budget
// does not pay for the minima; or are the context's.
func (r *Result) Optimum(ctx context.Context, budget model.Amount) (_ *Optimum, err error) {
	defer overflow.Catch(&err)
	e, err := bound.Search(ctx, r.problem, budget)
	if err != nil {
		return nil, err
	}
	o := &Optimum{Budget: budget, Repeats: e.Repeats, Loss: e.Loss, Vectors: e.Vectors, Parts: e.Parts}
	o.Spent, _ = r.problem.Cost(e.Repeats) // within the budget
	return o, nil
}

// Behind is the difference of a selection's projected loss and the optimum, in R²
// points, never negative. A difference within rounding is 0.
func (r *Result) Behind(s *Selection, o *Optimum) float64 {
	if behind := (s.Loss - o.Loss) / r.LabelVar; behind > certainGap {
		return behind
	}
	return 0
}
