package core

import (
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/honest"
	"fms-tui/core/selection"
	"fms-tui/model"
)

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
	AdviceLess:       {"More than needed", ": BUDGET FIGURE too."},
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
	if h.Why != "" || o == nil || o.until > 0 {
		return Advice{}
	}
	points := h.possible(a, h.points(a, h.result.grids[a]))
	points = points[:slices.Index(points, h.lowestDelivered(a, points))+1]
	c := lossCurve{parts: h.parts, labelVar: h.result.LabelVar}
	for _, i := range points {
		c.budgets, c.losses = append(c.budgets, o.budgets[i]), append(c.losses, o.delivered(i))
	}
	c.losses = pool(c.losses)
	last := h.result.At(a, h.result.Max)
	if h.result.EndsAt(&last) {
		at := func(b model.Amount) honest.Loss {
			i, _ := slices.BinarySearch(o.budgets, b)
			return o.delivered(i)
		}
		c.gain = furtherGain(at(h.result.Max/4), at(h.result.Max/2), o.delivered(len(o.budgets)-1))
		c.end = h.result.Max
	}
	here := o.loss(budget)
	if i, found := slices.BinarySearch(o.budgets, budget); found {
		here = o.delivered(i)
	}
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
