package core

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/overflow"
	"fms-tui/core/internal/predict"
	"fms-tui/core/selection"
	"fms-tui/core/subset"
	"fms-tui/model"
)

// Next chooses objects without the label for the attributes of a selection,
// greedily. Errors say in words why there is nothing to choose; or are the
// context's.
func (r *Result) Next(ctx context.Context, s *Selection, q subset.Query) (_ *subset.Next, err error) {
	defer overflow.Catch(&err)
	out := &subset.Next{Ridge: r.Settings.Ridge}
	for a, n := range s.Repeats {
		if n > 0 {
			out.Attributes = append(out.Attributes, a)
		}
	}
	if len(out.Attributes) == 0 {
		return nil, fmt.Errorf("nothing is chosen at a budget of %s: there are no weights that labels could make surer", s.Budget)
	}
	labelled, rows, objects, err := designRows(r, s, out)
	if err != nil {
		return nil, err
	}
	p := len(out.Attributes)
	d := subset.NewDesign(p, out.Ridge, labelled)
	if out.Start, err = d.Trace(); err != nil {
		return nil, undetermined(r, out, err)
	}
	count := min(q.Count, out.Candidates)
	chosen, err := d.Greedy(ctx, rows, count)
	if err != nil {
		return nil, err
	}
	random, err := d.Random(ctx, rows, count, q.Draws, q.Seed)
	if err != nil {
		return nil, err
	}
	for i, c := range chosen {
		out.Steps = append(out.Steps, subset.Step{Object: r.Data().Objects[objects[c.Object]], Trace: c.Trace, Random: random[i+1]})
	}
	return out, nil
}

// designRows collects x of the labelled objects and of the candidates, with the
// objects' numbers.
func designRows(r *Result, s *Selection, out *subset.Next) (labelled, rows []float64, objects []int, err error) {
	ds := r.Data()
	predictor := r.Predictor(s)
	run, err := predict.New(&predictor, ds, false)
	if err != nil {
		return nil, nil, nil, err
	}
	x := make([]float64, len(out.Attributes))
	for i, y := range r.known.label.Values {
		complete := run.Means(i, x)
		for k, a := range predictor.Attributes {
			x[k] = (x[k] - a.Mean) / a.Scale
		}
		switch {
		case math.IsNaN(y):
			out.Unlabelled++
			if complete {
				out.Candidates++
				rows, objects = append(rows, x...), append(objects, i)
			}
		case complete:
			out.Labelled++
			labelled = append(labelled, x...)
		}
	}
	switch {
	case out.Unlabelled == 0:
		err = fmt.Errorf("all %d objects have the label %q: there is none left to label; objects to choose from are those whose label is empty, or that the file of labels does not list",
			len(ds.Objects), r.Label)
	case out.Candidates == 0:
		err = fmt.Errorf("none of the %d objects without the label %q holds judgments of all that is chosen (%s): collect those first, or choose a smaller budget",
			out.Unlabelled, r.Label, strings.Join(namesAt(ds.Attributes, out.Attributes), ", "))
	}
	return labelled, rows, objects, err
}

// undetermined says what a singular V means for the user.
func undetermined(r *Result, out *subset.Next, err error) error {
	if !errors.Is(err, subset.ErrSingular) {
		return err
	}
	return model.Advise(fmt.Errorf("%d objects have the label %q and judgments of all %d chosen attributes, too few to determine the weights. No object is the best to begin with: "+
		"a smaller budget chooses fewer attributes", out.Labelled, r.Label, len(out.Attributes)), model.Choose(model.OptionRidge, ".1", "begins with a prior"))
}

// Advice is what held-out objects say of a budget, by paired differences: d(a, b) is the mean
// over objects of the squared error at budget a less that at b, s its standard error, and b is
// useful against a where d > max(2 s, .01 Var(y)).
type Advice struct {
	// State is the code of the first condition that holds, one of those below; "" where there
	// is no honest loss, or not of all budgets yet.
	State string
	// At is the budget that the state names, the smallest that has what it says; 0 where it
	// names none.
	At model.Amount
}

// The states, in the order in which they are looked for.
const (
	AdviceHopeless   = "hopeless"    // no budget beats guessing beyond chance
	AdviceTooLittle  = "too_little"  // nor does this one, but At does
	AdviceMore       = "more"        // At is useful, and some budget gains more than .05 Var(y)
	AdviceLittleMore = "little_more" // At is useful
	AdviceEnds       = "ends"        // the gain does not end with the range, which ends at At
	AdviceLess       = "less"        // At is smaller and recommended, and this budget is not useful against it
	AdviceEnough     = "enough"      // no budget is useful; At has the lowest loss
)

// adviceWords say each state: how it begins, and how it goes on after a budget that gives a
// figure.
var adviceWords = map[string][2]string{
	"":               {"Too early to say", "."},
	AdviceHopeless:   {"No budget beats guessing", ". Do not buy."},
	AdviceTooLittle:  {"Too few to beat guessing", ": BUDGET FIGURE."},
	AdviceMore:       {"More pays", ": BUDGET FIGURE."},
	AdviceLittleMore: {"A little more pays", ": BUDGET FIGURE."},
	AdviceEnds:       {"The range ends, the gain does not", ": look at larger budgets."},
	AdviceLess:       {"More than needed", ": BUDGET FIGURE, no clear loss."},
	AdviceEnough:     {"Enough", ": BUDGET FIGURE, no clear gain."},
}

// Words say an advice: how it begins, and the rest of the sentence. Both functions write of
// the budget At: "12 give", and the figure that it gives.
func (a Advice) Words(budget, figure func(model.Amount) string) (lead, rest string) {
	lead, rest = adviceWords[a.State][0], adviceWords[a.State][1]
	if strings.Contains(rest, "BUDGET") {
		rest = strings.NewReplacer("BUDGET", budget(a.At), "FIGURE", figure(a.At)).Replace(rest)
	}
	return lead, rest
}

// muchMore is the share of Var(y) from which a gain is more than a little.
const muchMore = .05

// Advise says what the objects held out say of what an algorithm chooses at a budget.
func (h *Honest) Advise(a selection.Algorithm, budget model.Amount) Advice {
	o := h.runs[a]
	if h.Why != "" || o == nil || o.until > 0 || h.result.AtBudgets() {
		return Advice{}
	}
	points := believable(h.points(a, h.result.grids[a]))
	c := h.curve(points[:slices.Index(points, lowest(points, true))+1])
	last := h.result.At(a, h.result.Max)
	if endsAt(h.result, &last) {
		at := func(b model.Amount) honest.Loss {
			i, _ := slices.BinarySearchFunc(o.points, b, comparePoint)
			return o.points[i].delivered()
		}
		c.gain = furtherGain(at(h.result.Max/4), at(h.result.Max/2), o.points[len(o.points)-1].delivered())
		c.end = h.result.Max
	}
	here := h.at(a, budget).delivered()
	enough, _ := h.Recommended(a)
	return c.advise(budget, here, enough)
}

// furtherGain is by how much a loss would fall from the end of the range to twice the range, of
// losses at a quarter, at half and at the end: the next doubling to the last as that to the one
// before.
func furtherGain(quarter, half, end honest.Loss) honest.Loss {
	before, gain := difference(quarter, half), difference(half, end)
	if ratio := floats.Sum(gain) / floats.Sum(before); ratio > 0 { // 2 where the fall is even
		floats.Scale(min(ratio, 2), gain)
	}
	return gain
}

// difference is what one loss is above another, block by block.
func difference(l, from honest.Loss) honest.Loss {
	d := slices.Clone(l)
	for k := range d {
		d[k] -= from[k]
	}
	return d
}

// differences compares losses of the same objects, in blocks of these sizes.
type differences interface {
	Difference(l, from honest.Loss) Estimate
	Gain(l honest.Loss) Estimate // a loss less that of guessing
	Sizes() []int
}

// lossCurve is a curve of held-out losses up to the lowest.
type lossCurve struct {
	parts    differences
	budgets  []model.Amount // rising
	losses   []honest.Loss  // falling
	labelVar float64
	// gain is what the next doubling of the range is expected to bring; nil where no more can
	// be bought beyond its end.
	gain honest.Loss
	end  model.Amount
}

// useful tells whether a loss is below another one by more than chance and than .01 Var(y),
// and by how much.
func (c *lossCurve) useful(l, from honest.Loss) (gain float64, is bool) {
	d := c.parts.Difference(from, l)
	return d.Loss, d.Beyond(len(c.parts.Sizes()), 2, closeEnough*c.labelVar) == "worse"
}

// first is the smallest budget above one that is useful against a loss, and the largest gain
// of such budgets; false where none is.
func (c *lossCurve) first(budget model.Amount, from honest.Loss) (at model.Amount, most float64, found bool) {
	for i, l := range c.losses {
		if gain, is := c.useful(l, from); is && c.budgets[i] > budget {
			if !found {
				at, found = c.budgets[i], true
			}
			most = max(most, gain)
		}
	}
	return at, most, found
}

// advise is the first state that holds at a budget with a loss, where enough is recommended.
func (c *lossCurve) advise(budget model.Amount, here honest.Loss, enough model.Amount) Advice {
	beats := func(l honest.Loss) bool {
		return c.parts.Gain(l).Verdict(len(c.parts.Sizes())) == "better"
	}
	best := c.losses[len(c.losses)-1]
	beyond := func(l honest.Loss) honest.Loss { return difference(l, c.gain) }
	at, most, more := c.first(budget, here)
	switch {
	case !beats(best) && c.gain != nil && beats(beyond(best)):
		return Advice{AdviceEnds, c.end}
	case !beats(best):
		return Advice{State: AdviceHopeless}
	case !beats(here) && more:
		return Advice{AdviceTooLittle, at}
	case more && most > muchMore*c.labelVar:
		return Advice{AdviceMore, at}
	case more:
		return Advice{AdviceLittleMore, at}
	}
	if c.gain != nil {
		if _, is := c.useful(beyond(best), here); is {
			return Advice{AdviceEnds, c.end}
		}
	}
	if budget > enough && enough > 0 {
		for i, b := range c.budgets {
			if _, is := c.useful(here, c.losses[i]); b == enough && !is {
				return Advice{AdviceLess, enough}
			}
		}
	}
	return Advice{AdviceEnough, c.budgets[len(c.budgets)-1]}
}

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

// Calls tunes a Request for up to MostCalls calls that ask everything: the price of one is the
// unit.
func (s *Study) Calls(ctx context.Context, q Request, folds int) (_ *Tuning, err error) {
	defer overflow.Catch(&err)
	q.Settings.Design = model.Design{Kind: model.DesignCall, Price: model.Units(1)}
	q.Range, q.Reach = model.Units(MostCalls), 0
	if q.Settings.Raters == model.RatersFixed {
		q.Settings.Raters = model.RatersAuto
	}
	return s.Tune(ctx, q, folds)
}

// BreakEven returns the price at which an algorithm's calls ([Study.Calls]) within a budget have
// the honest loss of another way to buy. It tries 1, 2, … calls and takes the first number that is enough,
// since an estimated loss need not fall with every call. The price is the budget
// divided by this number. A call at most at this price is worth as much as the other
// way, as far as estimates say. Impossible losses are passed over.
func (t *Tuning) BreakEven(a selection.Algorithm, budget model.Amount, loss float64) BreakEven {
	best := UnknownEstimate()
	calls := 0
	for n := max(1, int((t.Answers[0].Required+model.Unit-1)/model.Unit)); n <= MostCalls; n++ {
		at := model.Units(n)
		h := t.At(a, at).Honest
		e := h.At(a, at)
		switch {
		case !h.Possible(a, at):
		case e.Loss <= loss && model.Amount(n) <= budget:
			return BreakEven{Calls: n, Price: budget / model.Amount(n), Honest: e}
		case !(e.Loss >= best.Loss):
			best, calls = e, n
		}
	}
	out := BreakEven{Honest: UnknownEstimate()}
	if out.Why = fmt.Sprintf("up to %d calls have no honest loss that can be believed", MostCalls); calls > 0 {
		out.Why = fmt.Sprintf("no number of calls has so low an honest loss: the lowest of up to %d is %.3g, of %d", MostCalls, best.Loss, calls)
	}
	return out
}
