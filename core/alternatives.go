package core

import (
	"context"
	"fmt"
	"slices"

	"fms-tui/core/internal/overflow"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Alternative is what a Request comes to under one way to buy judgments.
type Alternative struct {
	Asked     model.Design // as --design or --sheet asks for it
	Design    Design       // as it was taken; zero where Why is set
	Collected bool         // judgments of the pilot were collected like this
	Taken     bool         // the Request's own design
	Why       string       // why nothing can be bought like this, in words for the user; "" where it can
	*Tuning                // nil where Why is set
}

// Alternatives tunes a Request under each way to buy that the data allow: singly, on a form,
// as the pilot was collected, and as the Request says. Ways with the same result are listed
// once. If the Request reads rater ids as a panel, the other designs treat these raters as a
// sample. The errors are the context's and the errors of the Request's own design.
func (s *Study) Alternatives(ctx context.Context, q Request, folds int) (_ []Alternative, err error) {
	defer overflow.Catch(&err)
	own := q.Settings.Design
	var list []Alternative
	for _, d := range []model.Design{{Kind: model.DesignSingle}, {Kind: model.DesignForm}, {Kind: model.DesignAuto}, own} {
		alt := Alternative{Asked: d, Collected: d.Equal(model.Design{}), Taken: d.Equal(own)}
		asked := q
		asked.Settings.Design = d
		if q.Settings.Raters == model.RatersFixed && !alt.Taken {
			asked.Settings.Raters = model.RatersAuto
		}
		t, err := s.Tune(ctx, asked, folds)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil && alt.Taken:
			return nil, err
		case err != nil:
			alt.Why = err.Error()
		default:
			alt.Tuning, alt.Design = t, t.Answers[0].Design
		}
		if i := slices.IndexFunc(list, alt.same); i >= 0 {
			list[i].Collected = list[i].Collected || alt.Collected
			list[i].Taken = list[i].Taken || alt.Taken
			continue
		}
		list = append(list, alt)
	}
	return list, nil
}

// same tells whether another way comes to the same.
func (a *Alternative) same(o Alternative) bool {
	if a.Tuning == nil || o.Tuning == nil {
		return a.Asked.Equal(o.Asked)
	}
	return a.Design.Panel == o.Design.Panel && a.Answers[0].Raters == o.Answers[0].Raters &&
		slices.EqualFunc(a.Design.Forms, o.Design.Forms, func(f, g Form) bool {
			return f.Price == g.Price && slices.Equal(f.Attributes, g.Attributes)
		})
}

// Whole tells whether a design is one call for everything.
func (d *Design) Whole(attributes int) bool {
	return len(d.Forms) == 1 && d.Forms[0].Price > 0 && len(d.Forms[0].Attributes) == attributes
}

// MostCalls is the largest number of calls of an object that the search for a break-even
// price tries.
const MostCalls = 100

// BreakEven is the price of a call at which one call for everything is worth as
// much as another way to buy.
type BreakEven struct {
	Calls  int          // fewest whole calls with no higher honest loss
	Price  model.Amount // the highest price of a call at which a budget pays for them
	Honest Estimate     // the honest loss of these calls
	Why    string       // why there is no price, in words for the user; the rest is then 0 and NaN
}

// Calls is one call for everything, with the honest loss of up to MostCalls of
// them: the price of one is the unit.
type Calls struct {
	*Tuning
	algorithm selection.Algorithm
}

// Calls tunes a Request for calls that ask everything.
func (s *Study) Calls(ctx context.Context, q Request, folds int, a selection.Algorithm) (_ *Calls, err error) {
	defer overflow.Catch(&err)
	q.Settings.Design = model.Design{Kind: model.DesignCall, Price: model.Units(1)}
	q.Range, q.Reach = model.Units(MostCalls), 0
	if q.Settings.Raters == model.RatersFixed {
		q.Settings.Raters = model.RatersAuto
	}
	t, err := s.Tune(ctx, q, folds)
	if err != nil {
		return nil, err
	}
	return &Calls{t, a}, nil
}

// BreakEven returns the price at which calls within a budget have the honest loss of
// another way to buy. It tries 1, 2, … calls and takes the first number that is enough,
// since an estimated loss need not fall with every call. The price is the budget
// divided by this number. A call at most at this price is worth as much as the other
// way, as far as estimates say. Impossible losses are passed over.
func (c *Calls) BreakEven(budget model.Amount, loss float64) BreakEven {
	best := UnknownEstimate()
	at := 0
	for n := max(1, int((c.Answers[0].Required+model.Unit-1)/model.Unit)); n <= MostCalls; n++ {
		e, possible := c.honest(n)
		switch {
		case !possible:
		case e.Loss <= loss && model.Amount(n) <= budget:
			return BreakEven{Calls: n, Price: budget / model.Amount(n), Honest: e}
		case !(e.Loss >= best.Loss):
			best, at = e, n
		}
	}
	out := BreakEven{Honest: UnknownEstimate()}
	if out.Why = fmt.Sprintf("up to %d calls have no honest loss that can be believed", MostCalls); at > 0 {
		out.Why = fmt.Sprintf("no number of calls has so low an honest loss: the lowest of up to %d is %.3g, of %d", MostCalls, best.Loss, at)
	}
	return out
}

// honest is the honest loss of n calls, and whether a loss can have this value.
func (c *Calls) honest(n int) (e Estimate, possible bool) {
	b := model.Units(n)
	h := c.At(c.algorithm, b).Honest
	return h.At(c.algorithm, b), h.Possible(c.algorithm, b)
}
