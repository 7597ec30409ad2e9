package core

import (
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"fms-tui/core/internal/bound"
	"fms-tui/core/internal/overflow"
	"fms-tui/core/parallel"
	"fms-tui/core/selection"
	"fms-tui/core/subset"
	"fms-tui/model"
)

// certificates are the certified lower bounds of a problem, and how far choices are from them.
type certificates struct {
	choices  *selection.Problem
	prepared func() *bound.Path
	labelVar float64

	bounded []model.Amount            // the budgets of the range
	loss    atomic.Pointer[[]float64] // squared label units; NaN where there is no bound
	known   sync.Map                  // bounds that were asked for by themselves, by budget
}

// HasBounds tells whether the bounds of the range are known: not before AddBounds.
func (c *certificates) HasBounds() bool { return c.loss.Load() != nil }

// AddBounds bounds what any choice could reach, over the range: with many attributes that takes
// longer than all choices. The only error is the context's.
func (c *certificates) AddBounds(ctx context.Context) (err error) {
	defer overflow.Catch(&err)
	if err := ctx.Err(); err != nil || c.HasBounds() {
		return err
	}
	parallel.Report(ctx, "bounding what is possible", 0, 0)
	loss, err := c.prepared().Bounds(ctx, c.bounded)
	if err == nil {
		c.loss.Store(&loss)
	}
	return err
}

// Bounds returns the certified lower bound at rising budgets: no choice of
// repeats within a budget has a smaller projected loss. In squared label
// units; NaN where there is no bound, and nothing before HasBounds.
func (c *certificates) Bounds() (budgets []model.Amount, loss []float64) {
	if known := c.loss.Load(); known != nil {
		return c.bounded, *known
	}
	return nil, nil
}

// Bound returns the certified lower bound at one budget, NaN where there is
// none. It begins without weights, so that the digits do not depend on what was asked before.
func (c *certificates) Bound(budget model.Amount) float64 {
	if lb, ok := c.known.Load(budget); ok {
		return lb.(float64)
	}
	lb, ok := c.prepared().Fresh().At(budget)
	if !ok {
		lb = math.NaN()
	}
	c.known.Store(budget, lb)
	return lb
}

// Certificate says how far a selection is from the best possible at its budget.
type Certificate struct {
	Bound   float64 // certified lower bound, squared label units; NaN where there is none
	Gap     float64 // (projected loss - bound)/Var(y), in R² points; NaN likewise; never negative
	Optimal bool    // no repeat vector within the budget has a smaller projected loss
}

// certainGap is the gap, as a share of Var(y), up to which a selection is optimal.
const certainGap = 1e-9

// Certify returns how far a selection is from the best possible. Small
// problems are searched through; others are optimal only where the bound
// touches them. The only error is the context's.
func (c *certificates) Certify(ctx context.Context, s *Selection) (_ Certificate, err error) {
	defer overflow.Catch(&err)
	out := c.CertificateFrom(s, c.Bound(s.Budget))
	if !out.Optimal {
		if _, loss, ok := bound.Optimum(ctx, c.choices, s.Budget); ok {
			out.Optimal = c.CertificateFrom(s, loss).Optimal
		}
	}
	return out, ctx.Err()
}

// quickAttributes is up to how many attributes a certificate takes less than a frame.
const quickAttributes = 64

// CertifyQuickly is Certify for a screen that cannot wait: with many attributes it takes the bound
// of the next larger budget of the range, which bounds the losses within smaller ones, too.
func (c *certificates) CertifyQuickly(s *Selection) Certificate {
	if len(c.choices.Price) <= quickAttributes {
		out, _ := c.Certify(context.Background(), s) // which cannot end
		return out
	}
	lb := math.NaN()
	budgets, loss := c.Bounds()
	if i, _ := slices.BinarySearch(budgets, s.Budget); i < len(budgets) {
		lb = loss[i]
	}
	return c.CertificateFrom(s, lb)
}

// CertificateFrom certifies by a lower bound at the selection's budget, or by the optimum.
func (c *certificates) CertificateFrom(s *Selection, lb float64) Certificate {
	gap := max(0, (s.Loss-lb)/c.labelVar) // NaN where lb is
	return Certificate{Bound: lb, Gap: gap, Optimal: gap <= certainGap}
}

// Optimum searches all repeat vectors within a budget, minima and maxima
// respected. The certified bound prunes: a dozen attributes take milliseconds.
// Errors say in words why a search was refused or given up, or that the budget
// does not pay for the minima; or are the context's.
func (c *certificates) Optimum(ctx context.Context, budget model.Amount) (_ *subset.Optimum, err error) {
	defer overflow.Catch(&err)
	e, err := bound.Search(ctx, c.choices, budget)
	if err != nil {
		return nil, err
	}
	o := &subset.Optimum{Budget: budget, Repeats: e.Repeats, Loss: e.Loss, Vectors: e.Vectors, Parts: e.Parts}
	o.Spent, _ = c.choices.Cost(e.Repeats) // within the budget
	return o, nil
}
