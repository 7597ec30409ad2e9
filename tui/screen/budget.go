package screen

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// SetBudget goes to a budget, clamped to what a budget can be: it pays at least for the minima.
func (a *Budget) SetBudget(b model.Amount) {
	s := a.State
	s.Budget = max(a.Shown.Result.Required, min(b, model.MaxAmount))
	a.Set(s, changeBudget)
}

func (a *Budget) Off() string {
	if a.Shown.Result.Step == 0 {
		return NothingToBuy
	}
	return ""
}

// Step moves B by n steps within the slider's range. A budget between steps,
// typed or given, goes to the next whole step.
func (a *Budget) Step(n int) {
	r := a.Shown.Result
	if r.Step == 0 {
		return
	}
	at := a.State.Budget / r.Step
	if n < 0 && a.State.Budget%r.Step != 0 {
		at++
	}
	a.SetBudget(max(0, min((at+model.Amount(n))*r.Step, a.End())))
}

// End is where the slider ends, or will end when the question being worked on is answered.
func (a *Budget) End() model.Amount {
	return max(cmp.Or(a.State.Range, a.Shown.Result.Max), a.State.Budget)
}

func (a *Budget) Stretch(doublings int) {
	if s, why := a.Stretched(doublings); why != "" {
		a.Say(why)
	} else {
		a.Set(s, ChangeSetting)
	}
}

// Stretched is the present state with the slider's range doubled or halved, or why that cannot be.
func (a *Budget) Stretched(doublings int) (s State, why string) {
	r, s := a.Shown.Result, a.State
	s.Range = 2 * a.End()
	if doublings < 0 && r.Step > 0 {
		s.Range = a.End() / 2 / r.Step * r.Step
		s.Budget = max(min(s.Budget, s.Range), r.Required)
	}
	switch {
	case r.Step == 0:
		return s, NothingToBuy
	case s.Range < max(r.Step, r.Required):
		return s, "the slider cannot be shorter"
	case r.CheckBudget(s.Range) != nil:
		return s, fmt.Sprintf("the slider cannot be longer: no more than %s judgments are computed", figure.Count(core.MostJudgments))
	}
	return s, ""
}

// TypeBudget goes to a budget that was typed; the slider is doubled until it reaches it.
func (a *Budget) TypeBudget(b model.Amount) {
	s := a.State
	s.Budget = max(b, a.Shown.Result.Required)
	for end := a.End(); end < s.Budget && end > 0; {
		end *= 2
		s.Range = end
	}
	a.Set(s, ChangeSetting)
}

func (a *Budget) ResetRange() {
	a.Alter(func(s *State) {
		if s.Range = 0; a.Shown.Result.UsualMax > 0 {
			s.Budget = min(s.Budget, a.Shown.Result.UsualMax)
		}
	})
}

const NothingToBuy = "no attribute can be bought: the budget is of no use"

// AtBudget is what the active algorithm buys at a budget, and what that gives in the scale shown.
type AtBudget struct {
	Budget model.Amount
	Buys   string // "" for nothing
	Gives  string
	Honest bool // that is held out, and not projected
}

// Budgets are round budgets and B.
func (a *Budget) Budgets() (all []AtBudget) {
	for _, b := range a.Shown.held().rounds() {
		at := a.Shown.Result.At(a.Shown.State.Algorithm, b)
		gives, honest := a.figureAt(b, at.Loss)
		all = append(all, AtBudget{b, joined(a.buys(at.Repeats)), gives, honest})
	}
	return all
}

// roundTicks is how close ticks of the axis may come for a table of budgets.
const roundTicks = 64

// rounds are the budgets of the axis' ticks as far as choices exist there, and the budget itself.
func (at chosenAt) rounds() []model.Amount {
	budgets, _ := at.result.Curve(at.algorithm)
	all := []model.Amount{at.budget}
	ticks, _ := axisOf(at.result).Ticks(roundTicks)
	for _, t := range ticks {
		i, _ := slices.BinarySearchFunc(budgets, t, func(b model.Amount, t float64) int {
			if b.Float() > t*(1+negligible) {
				return 1
			}
			return -1
		})
		if i > 0 {
			all = append(all, budgets[i-1])
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// To sets B to where a share of the axis of budgets lies.
func (a *Budget) To(share float64) {
	if share >= 1 {
		a.SetBudget(a.End())
		return
	}
	a.SetBudget(nearestStep(a.Shown.Result, a.Look.axis.At(share)))
}

// nearestStep is the whole step nearest to a budget, within the range; the
// range's end is reached even where it is no whole step.
func nearestStep(r *core.Result, budget float64) model.Amount {
	if r.Step == 0 {
		return 0
	}
	if budget >= r.Max.Float() {
		return r.Max
	}
	n := math.Round(budget / r.Step.Float())
	return max(0, min(model.Amount(n)*r.Step, r.Max))
}

// Recommend goes to the recommended budget: the sentence says what it gives.
func (a *Budget) Recommend() {
	if b, ok := a.recommended(a.Shown.State.Algorithm); ok {
		a.SetBudget(b)
	}
}

func (a *Budget) RecommendOff() string {
	h, alg := a.Shown.Honest, a.Shown.State.Algorithm
	switch {
	case a.Opt.NoHonest:
		return "no budget is recommended without the honest loss (--no-honest)"
	case h == nil:
		return "the honest loss is still being computed"
	case h.Why != "":
		return "no budget can be recommended: " + h.Why
	}
	if _, ok := a.recommended(alg); !ok {
		return fmt.Sprintf("no budget of %s is better than judging nothing, by a standard error of the honest %s", alg, a.Measure().Words())
	}
	return ""
}

func (a *Budget) Slider() panel.Slider {
	l, r, s := &a.Look, a.Shown.Result, a.Shown.State
	unit := "judgments"
	if r.Data().PriceUnit != "" {
		unit = r.Data().PriceUnit + " an object"
	}
	slider := panel.Slider{
		Name: "Budget", Symbol: "B", Unit: unit, Value: a.money(s.Budget), Fraction: math.NaN(), Axis: l.axis,
	}
	for _, b := range []model.Amount{r.Max, s.Budget, r.Max - r.Step, r.Step} {
		slider.Longest = max(slider.Longest, chart.Width(b.String()))
	}
	if r.Max > 0 {
		slider.Fraction = l.axis.Share(s.Budget.Float())
		if b, ok := a.recommended(s.Algorithm); ok {
			slider.Marks = []chart.SliderMark{{Fraction: l.axis.Share(b.Float()), Rune: '▲', Pen: theme.Good}}
		}
	}
	return slider
}

// atB names B over what it comes to.
func (a *Budget) atB() string {
	if currency(a.Shown.Result) != "" {
		return "at " + a.money(a.Shown.State.Budget)
	}
	return "at B = " + a.money(a.Shown.State.Budget)
}

func (a *Budget) money(b model.Amount) string { return Money(a.Shown.Result, b) }

// Money is an amount in the unit of a Result's prices: money to the cent or three digits.
func Money(r *core.Result, b model.Amount) string {
	unit := r.Data().PriceUnit
	switch {
	case unit != "" && b != 0:
	case b%model.Unit == 0:
		return figure.Count(int(b / model.Unit))
	default:
		return b.String()
	}
	text := figure.Significant(b.Float(), 3)
	if b >= model.Unit {
		text = strconv.FormatFloat(b.Float(), 'f', 2, 64)
	}
	if sign := currency(r); sign != "" {
		return sign + text
	}
	return text + " " + unit
}

// currency is the sign before amounts of the unit of a Result's prices; "" where there is none.
func currency(r *core.Result) string {
	if r.Data().PriceUnit == "USD" {
		return "$"
	}
	return ""
}
