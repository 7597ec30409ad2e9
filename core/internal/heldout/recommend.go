package heldout

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/budgetrange"
	"fms-tui/core/internal/honest"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Rule says which budget is enough, by the honest loss of an algorithm. The zero
// value is the recommendation: the smallest budget whose loss is above the lowest by no more than the
// standard error of that difference, and that none improves by more than two and than .01 Var(y).
type Rule struct {
	By string // one of the rules below
	X  float64
}

// The rules of --goal.
const (
	OneSE    = ""       // the recommendation
	Within   = "within" // at most X above the lowest of the range, as a share; e.g. .05
	MostLoss = "loss"   // at most X, squared label units
	LeastR2  = "r2"     // honest R² at least X, up to 1
)

// closeEnough is the share of Var(y) by which the loss of a recommended budget may
// exceed the lowest loss, if one standard error is less. With many objects one standard
// error is nearly 0, and the last thousandth would be bought.
const closeEnough = .01

func (q Rule) limit(least, labelVar float64) float64 {
	switch q.By {
	case Within:
		return least + q.X*math.Abs(least)
	case MostLoss:
		return q.X
	}
	return (1 - q.X) * labelVar
}

// pool makes the honest curve at some of its points, the last of which is the lowest,
// fall: points that rise are averaged with the points before them, block by block (pool
// adjacent violators). A dip that is chance is then no better than its neighbours.
func pool(losses []honest.Loss) []honest.Loss {
	type group struct {
		of   int // points
		sum  honest.Loss
		mean float64
	}
	var groups []group
	for _, l := range losses {
		groups = append(groups, group{1, slices.Clone(l), floats.Sum(l)})
		for n := len(groups); n > 1 && groups[n-1].mean > groups[n-2].mean; n-- {
			g, last := &groups[n-2], groups[n-1]
			g.of += last.of
			floats.Add(g.sum, last.sum)
			g.mean = floats.Sum(g.sum) / float64(g.of)
			groups = groups[:n-1]
		}
	}
	var curve []honest.Loss
	for _, g := range groups {
		floats.Scale(1/float64(g.of), g.sum)
		for range g.of {
			curve = append(curve, g.sum)
		}
	}
	return curve
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

// curve is what is delivered at some points up to one, which is the lowest, made to fall.
func (o *Run) curve(points []*Point, lowest *Point) lossCurve {
	c := lossCurve{parts: o.of.Parts, labelVar: o.of.LabelVar}
	for _, x := range points[:slices.Index(points, lowest)+1] {
		c.budgets, c.losses = append(c.budgets, x.Budget), append(c.losses, x.delivered())
	}
	c.losses = pool(c.losses)
	return c
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

// recommendable tells whether the recommendation may take a point of a curve, or between its points.
func (o *Run) recommendable(points []*Point, lowest *Point) func(*Point) bool {
	c := o.curve(points, lowest)
	return func(x *Point) bool {
		l, at := x.Loss, slices.Index(points, x)
		switch {
		case at >= len(c.losses):
			return false
		case at >= 0:
			l = c.losses[at]
		}
		_, _, more := c.first(-1, l)
		return !more && o.of.Parts.Difference(l, lowest.delivered()).Beyond(o.of.Parts.Blocks(), 1, closeEnough*c.labelVar) != "worse"
	}
}

// Among are the points of the curve at some rising budgets that pay for the minima; the last point
// if no budget does.
func (o *Run) Among(budgets []model.Amount) []*Point {
	var list []*Point
	for _, b := range budgetrange.Thin(budgets, honestBudgets(len(o.of.Scale))) {
		if x := o.on(b); x != nil && b >= o.of.Range.Required {
			list = append(list, x)
		}
	}
	if len(list) == 0 {
		return o.points[len(o.points)-1:]
	}
	return list
}

// lowest is the first of some points with the lowest honest loss, by the weights of the moments or by
// those delivered. Impossible points are passed over unless all are impossible.
func lowest(points []*Point, delivered bool) *Point {
	loss := func(x *Point) float64 {
		if delivered && x.refit != nil {
			return floats.Sum(x.refit)
		}
		return x.Estimate().Loss
	}
	points = believable(points)
	least := loss(slices.MinFunc(points, func(x, y *Point) int { return cmp.Compare(loss(x), loss(y)) }))
	first := slices.IndexFunc(points, func(x *Point) bool { return !(loss(x) > least+sameLoss*math.Abs(least)) })
	return points[first]
}

// believable are the points not refuted, all of them where none is left.
func believable(points []*Point) []*Point {
	list := slices.DeleteFunc(slices.Clone(points), (*Point).refuted)
	if len(list) == 0 {
		return points
	}
	return list
}

// Lowest returns the budget on the honest curve of a cross-validated algorithm with the
// lowest honest loss that can be believed. The budget pays for the minima.
func (h *Losses) Lowest(a selection.Algorithm) (model.Amount, honest.Estimate) {
	best := lowest(h.runs[a].Among(h.of.Grids[a]), false)
	return best.Budget, best.Estimate()
}

// BeatsGuessing tells whether what an algorithm chooses at the best budget of the usual
// range predicts objects held out better than their mean does, beyond chance.
func (h *Losses) BeatsGuessing(a selection.Algorithm) bool {
	o := h.runs[a]
	if o == nil {
		return false
	}
	best := lowest(o.Among(budgetrange.Usual(h.of.Range, h.of.Curves[a])), true)
	verdict, _ := h.Verdict(h.of.Parts.Gain(best.delivered()))
	return !best.refuted() && verdict == "better"
}

// Recommended returns the budget that Rule's zero value leads to, and false
// where there is none, or where no budget beats guessing.
func (h *Losses) Recommended(a selection.Algorithm) (model.Amount, bool) {
	if h.Why != "" || h.runs[a] == nil {
		return 0, false
	}
	b, err := h.Budget(a, Rule{})
	return b, err == nil && b > 0 && h.BeatsGuessing(a)
}

// FirstBudget is the budget to begin with if the user names none.
func (h *Losses) FirstBudget(a selection.Algorithm) model.Amount {
	if b, ok := h.Recommended(a); ok {
		return b
	}
	return h.of.Range.FirstBudget()
}

// Budget returns the smallest budget that is enough for an algorithm that was
// cross-validated: the first on the honest curve, or between it and the point
// before. The recommendation looks at the usual range whatever the range asked for is. Errors say that
// no budget is enough, or Why there is no honest loss.
func (h *Losses) Budget(a selection.Algorithm, q Rule) (model.Amount, error) {
	switch {
	case h.Why != "":
		return 0, fmt.Errorf("no budget can be recommended: %s", h.Why)
	case q == Rule{}:
		return h.runs[a].recommended()
	}
	return h.runs[a].budget(q)
}

// Budgets are those that a rule looks at, with their end: the usual range for the recommendation.
func (o *Run) Budgets(q Rule) (budgets []model.Amount, end model.Amount) {
	if q.By == OneSE {
		return budgetrange.Usual(o.of.Range, o.of.Curves[o.Algorithm]), o.of.Range.UsualMax
	}
	return o.of.Grids[o.Algorithm], o.of.Range.Max
}

func (o *Run) budget(q Rule) (model.Amount, error) {
	r, a := o.of, o.Algorithm
	budgets, end := o.Budgets(q)
	if r.Range.Required > end {
		return 0, fmt.Errorf("no budget can be recommended: the least judgments asked for cost %s, and the range ends at %s", r.Range.Required, end)
	}
	points := o.Among(budgets)
	least, possible := lowest(points, q.By == OneSE), believable(points)
	limit := q.limit(least.Estimate().Loss, r.LabelVar)
	enough := func(x *Point) bool { return x.Estimate().Loss <= limit }
	if q.By == OneSE {
		enough = o.recommendable(possible, least)
	}
	at := slices.IndexFunc(possible, enough)
	if at < 0 {
		return 0, noBudget(a, q, least, r.LabelVar)
	}
	from, to := r.Range.Required, possible[at].Budget // what is below from was found to be too little
	if i := slices.Index(points, possible[at]); i > 0 {
		from = points[i-1].Budget + 1
	}
	for _, b := range o.Between(budgets, from, to) {
		if x := o.At(b); enough(x) && !x.impossible {
			return b, nil
		}
	}
	return to, nil
}

func noBudget(a selection.Algorithm, q Rule, least *Point, labelVar float64) error {
	loss := least.Estimate().Loss
	if q.By == LeastR2 {
		return fmt.Errorf("no budget gives %s an honest R² of %g: the best is %.3g, at a budget of %s", a, q.X, 1-loss/labelVar, least.Budget)
	}
	return fmt.Errorf("no budget gives %s an honest loss of %g: the lowest is %.4g, at a budget of %s", a, q.X, loss, least.Budget)
}

// Between returns, of rising budgets, the budgets in [from, to) whose choices are known in
// every training part, plus from if it equals the cost of the minima.
func (o *Run) Between(budgets []model.Amount, from, to model.Amount) []model.Amount {
	i, found := slices.BinarySearch(budgets, from)
	j, _ := slices.BinarySearch(budgets, to)
	list := slices.DeleteFunc(slices.Clone(budgets[i:j]), func(b model.Amount) bool {
		_, found := slices.BinarySearch(o.asked, b)
		return !found
	})
	if !found && from == o.of.Range.Required && from < to {
		list = slices.Insert(list, 0, from)
	}
	return list
}

// Advice is what held-out objects say of a budget, by paired differences: d(a, b) is the mean
// over objects of the squared error at budget a less that at b, s its standard error, and b is
// useful against a where d > max(2 s, .01 Var(y)).
type Advice struct {
	// State is the code of the first condition that holds, one of those below; "" where there
	// is no honest loss.
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
	AdviceEnough     = "enough"      // no budget is useful; At has the lowest loss, 0 where this one has
)

// adviceWords say how each state begins, and how it goes on.
var adviceWords = map[string][2]string{
	"":               {"Too early to say", "."},
	AdviceHopeless:   {"No budget beats guessing", ". Do not buy."},
	AdviceTooLittle:  {"Too few to beat guessing", ": BUDGET FIGURE."},
	AdviceMore:       {"More pays", ": BUDGET FIGURE."},
	AdviceLittleMore: {"A little more pays", ": BUDGET FIGURE."},
	AdviceEnds:       {"The gain goes on beyond the range", ": look at larger budgets."},
	AdviceLess:       {"More than needed", ": BUDGET FIGURE, no clear loss."},
	AdviceEnough:     {"Enough", ": BUDGET FIGURE, no clear gain."},
}

// Words say an advice: how it begins, and the rest of the sentence. Both functions write of
// the budget At: "12 give", and the figure that it gives.
func (a Advice) Words(budget, figure func(model.Amount) string) (lead, rest string) {
	lead, rest = adviceWords[a.State][0], adviceWords[a.State][1]
	if a.State == AdviceEnough && a.At == 0 {
		rest = ": no other budget is better."
	}
	if strings.Contains(rest, "BUDGET") {
		rest = strings.NewReplacer("BUDGET", budget(a.At), "FIGURE", figure(a.At)).Replace(rest)
	}
	return lead, rest
}

// muchMore is the share of Var(y) from which a gain is more than a little.
const muchMore = .05

// Advise says what the objects held out say of what an algorithm chooses at a budget.
func (h *Losses) Advise(a selection.Algorithm, budget model.Amount) Advice {
	r, o := h.of, h.runs[a]
	if h.Why != "" || o == nil || r.Range.AtBudgets() {
		return Advice{}
	}
	points := believable(o.Among(r.Grids[a]))
	c := o.curve(points, lowest(points, true))
	if r.ends(a) {
		delivered := func(share model.Amount) honest.Loss {
			i, _ := slices.BinarySearchFunc(o.points, r.Range.Max/share, func(x *Point, b model.Amount) int { return cmp.Compare(x.Budget, b) })
			return o.points[i].delivered()
		}
		c.gain, c.end = furtherGain(delivered(4), delivered(2), o.points[len(o.points)-1].delivered()), r.Range.Max
	}
	enough, _ := h.Recommended(a)
	return c.advise(budget, h.at(a, budget).delivered(), enough)
}

// ends tells whether the range of an algorithm ends while more could be bought.
func (r *Question) ends(a selection.Algorithm) bool {
	choice := r.Curves[a].At(r.Range.Max)
	for i, n := range choice.Repeats(len(r.Scale)) {
		if most := r.Terms.Limits.Max[i]; r.Selectable(i) && (most == 0 || n < most) {
			return true
		}
	}
	return false
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

func difference(l, from honest.Loss) honest.Loss {
	return floats.SubTo(make(honest.Loss, len(l)), l, from)
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
	if i := slices.Index(c.budgets, enough); budget > enough && enough > 0 && i >= 0 {
		if _, is := c.useful(here, c.losses[i]); !is {
			return Advice{AdviceLess, enough}
		}
	}
	if at := c.budgets[len(c.budgets)-1]; at != budget {
		return Advice{AdviceEnough, at}
	}
	return Advice{State: AdviceEnough}
}
