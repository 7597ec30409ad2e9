package screen

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
)

// Sentence is what Plan says of a choice, in full. Calls of classes are left out: errors
// are those of the numbers that they are made from.
func Sentence(p *core.Pick) string {
	r, s := p.Result, p.Selection
	a := NewSession(context.Background(), Options{NoHonest: p.Honest == nil}, nil)
	state := State{Settings: r.Settings, Budget: s.Budget, Algorithm: s.Algorithm}
	if classesOfLabel(r) != noClasses {
		state.Scale = ScaleR2
	}
	a.Shown, a.State = Shown{Result: r, Honest: p.Honest, State: state}, state
	a.Look.attributes(r, 0)
	a.Look.Selections, a.Look.Estimates, a.Look.Seen = []core.Selection{s}, []core.Estimate{p.Estimate()}, p.Seen
	a.Look.Raw = a.Look.Estimates
	const endless = 1 << 20
	text := ""
	for _, line := range a.Verdict(&About{}, endless, 1) {
		text += panel.Plain(line.Spans)
	}
	return strings.ReplaceAll(strings.TrimSpace(text), hard, " ")
}

// budgetSentence is what the active algorithm buys and what that is worth.
func (a *Verdicts) budgetSentence() string {
	s, r := a.Active(), a.Shown.Result
	label := chart.Clean(r.Label)
	text := fmt.Sprintf("With a budget of %s", s.Budget)
	if s.Spent == 0 {
		m := a.measure()
		return fmt.Sprintf("%s, %s buys nothing; the mean of %s alone has %s %s of %s",
			text, s.Algorithm, label, scaleTable[m.Scale].article, m.Words(), m.text(s.Loss))
	}
	if s.Spent != s.Budget {
		text += fmt.Sprintf(" (%s spent)", s.Spent)
	}
	return fmt.Sprintf("%s, %s buys %s of each object; it predicts %s with %s",
		text, s.Algorithm, Bought(r, s), label, a.precision(s, a.Look.Estimates[a.Look.Active]))
}

// mostNamed is how many attributes a sentence names.
const mostNamed = 12

// Bought lists the judgments of a selection, the most judged attribute first.
func Bought(r *core.Result, s *core.Selection) string {
	order := support(s)
	var parts []string
	rest := 0
	for i, at := range order {
		n := s.Repeats[at]
		switch {
		case i >= mostNamed && len(order) > mostNamed+1:
			rest += n
		case i == 0:
			parts = append(parts, fmt.Sprintf("%s of %s", figure.CountOf(n, "judgment"), chart.Clean(r.Attributes[at].Name)))
		default:
			parts = append(parts, fmt.Sprintf("%s of %s", figure.Count(n), chart.Clean(r.Attributes[at].Name)))
		}
	}
	if rest > 0 {
		parts = append(parts, fmt.Sprintf("%s of %s", figure.CountOf(rest, "judgment"), figure.CountOf(len(order)-mostNamed, "other attribute")))
	}
	return figure.List(parts, "and")
}

// support are the attributes that a selection buys, most judgments first.
func support(s *core.Selection) []int {
	var order []int
	for at, n := range s.Repeats {
		if n > 0 {
			order = append(order, at)
		}
	}
	slices.SortStableFunc(order, func(x, y int) int { return s.Repeats[y] - s.Repeats[x] })
	return order
}

// precision is what a selection is worth: projected, and honest where that is
// known.
func (a *Verdicts) precision(s *core.Selection, honest core.Estimate) string {
	r, m, worth := a.Shown.Result, a.measure(), a.Look.Estimates[a.Look.Active]
	if worth = m.estimate(honest); m.Classes() {
		worth = a.worth(a.Look.Active)
	}
	known := !math.IsNaN(worth.Loss)
	text := scaleTable[m.Scale].article + " " + m.Words() + " of " + m.text(s.Loss)
	switch {
	case s.Optimistic():
		text = "a projected loss below 0, which no loss can be"
	case !known:
		text = "a projected " + m.Words() + " of " + m.text(s.Loss)
	}
	if known {
		text += " (honest " + m.withError(worth) + ")"
	}
	if !s.Optimistic() && m.Scale != ScaleR2 {
		text += ", R² " + figure.Share(s.R2())
		if !math.IsNaN(honest.Loss) && honest.Loss >= 0 {
			text += " (honest " + honestR2(s, honest) + ")"
		}
	}
	if ridge := r.Settings.Ridge; ridge > 0 {
		text += fmt.Sprintf(", ridge λ = %g", ridge)
	}
	return text
}
