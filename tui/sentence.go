package tui

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"fms-tui/core"
	"fms-tui/tui/chart"
	"fms-tui/tui/figure"
)

// sentence says in plain words what the screen shows, to be quoted elsewhere:
// it names the label, the budget and the algorithm that its figures belong to.
func (a *app) sentence() string {
	text := a.kind().sentence(a)
	if about := a.kind().losses; about && a.look.refuted() {
		text = fmt.Sprintf("Refuted by the data's own judgments (%s): %s", a.look.refutation(), text)
	}
	if a.opt.Study.Data().Simulated {
		text += "; the data are simulated"
	}
	return text + "."
}

// budgetSentence is what the active algorithm buys and what that is worth.
func (a *app) budgetSentence() string {
	s, r := a.active(), a.shown.result
	label := chart.Clean(r.Label)
	text := fmt.Sprintf("With a budget of %s", s.Budget)
	if s.Spent == 0 {
		return fmt.Sprintf("%s, %s buys nothing; the mean of %s alone has a typical error of %s",
			text, s.Algorithm, label, figure.PlusMinus(s.RMSE()))
	}
	if s.Spent != s.Budget {
		text += fmt.Sprintf(" (%s spent)", s.Spent)
	}
	return fmt.Sprintf("%s, %s buys %s of each object; it predicts %s with %s",
		text, s.Algorithm, bought(r, s), label, precision(r, s, a.look.estimates[a.look.active]))
}

// mostNamed is how many attributes a sentence names.
const mostNamed = 12

// bought lists the judgments of a selection, the most judged attribute first.
func bought(r *core.Result, s *core.Selection) string {
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
		parts = append(parts, fmt.Sprintf("%s of %s", figure.Count(rest), figure.CountOf(len(order)-mostNamed, "other attribute")))
	}
	return enumerate(parts)
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

// enumerate writes "a, b and c".
func enumerate(parts []string) string {
	if n := len(parts); n > 1 {
		return strings.Join(parts[:n-1], ", ") + " and " + parts[n-1]
	}
	return strings.Join(parts, "")
}

// precision is what a selection is worth: projected, and honest where that is
// known.
func precision(r *core.Result, s *core.Selection, honest core.Estimate) string {
	known := !math.IsNaN(honest.Loss)
	var text string
	switch {
	case s.Optimistic():
		text = "a projected loss below 0, which no loss can be"
	case known:
		text = "a typical error of " + figure.PlusMinus(s.RMSE())
	default:
		text = "a projected typical error of " + figure.PlusMinus(s.RMSE())
	}
	if known {
		text += " (honest " + honestError(honest) + ")"
	}
	if !s.Optimistic() {
		text += ", R² " + figure.Share(s.R2())
		if known && honest.Loss >= 0 {
			text += " (honest " + honestR2(s, honest) + ")"
		}
	}
	if ridge := r.Settings.Ridge; ridge > 0 {
		text += fmt.Sprintf(", ridge λ = %g", ridge)
	}
	return text
}

// predictorSentence is the equation, and what it is worth.
func (a *app) predictorSentence() string {
	s, r := a.active(), a.shown.result
	if s.Spent == 0 {
		return a.budgetSentence()
	}
	p, honest := a.picked(), a.look.estimates[a.look.active]
	if p.Refitted() != "" {
		honest = p.Estimate()
	}
	return fmt.Sprintf("With a budget of %s, %s predicts %s, each attribute by the mean of so many judgments, with %s",
		s.Budget, s.Algorithm, equation(p), precision(r, s, honest))
}

// mapSentence is about the selected attribute.
func (a *app) mapSentence() string {
	r, s, name := a.shown.result, a.active(), a.selected()
	i := slices.IndexFunc(r.Attributes, func(at core.Attribute) bool { return at.Name == name })
	if i < 0 {
		return "There is no attribute"
	}
	at := &r.Attributes[i]
	name = chart.Clean(name)
	if !at.Usable() {
		return fmt.Sprintf("%s cannot be selected: %s", name, at.Unusable())
	}
	text := fmt.Sprintf("%s has a correlation of %s with %s, an internal variance of %s against an external one of %s, and a reliability of %s",
		name, figure.Corr(at.Corr), chart.Clean(r.Label), figure.Significant(at.V, 3), figure.Significant(at.Sigma2, 3), figure.Share(at.Reliability()))
	if at.Excluded {
		return text + "; it is excluded"
	}
	buys := "none"
	if n := s.Repeats[i]; n > 0 {
		buys = figure.CountOf(n, "judgment") + " of it of each object"
	}
	return fmt.Sprintf("%s; with a budget of %s, %s buys %s", text, s.Budget, s.Algorithm, buys)
}

// compareSentence ranks the algorithms by what they are worth at B.
func (a *app) compareSentence() string {
	l := &a.look
	honest := !slices.ContainsFunc(l.estimates, func(e core.Estimate) bool { return math.IsNaN(e.Loss) })
	loss := func(i int) (float64, string) {
		if honest {
			return l.estimates[i].Loss, figure.WithError(l.estimates[i].Loss, l.estimates[i].SE)
		}
		return l.selections[i].Loss, figure.Loss(l.selections[i].Loss)
	}
	order := make([]int, len(l.selections))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int {
		u, _ := loss(x)
		v, _ := loss(y)
		return cmp.Compare(u, v)
	})
	kind := "projected"
	if honest {
		kind = "honest (cross-validated)"
	}
	var parts []string
	for _, i := range order {
		_, text := loss(i)
		parts = append(parts, fmt.Sprintf("%s %s", l.selections[i].Algorithm, text))
	}
	return fmt.Sprintf("With a budget of %s, the %s losses of %s are, lowest first, %s; the variance is %s",
		a.shown.state.Budget, kind, chart.Clean(a.shown.result.Label), enumerate(parts), figure.Loss(a.shown.result.LabelVar))
}

// dataSentence is the size of the data and, once it is known, how reliable the
// judgments are.
func (a *app) dataSentence() string {
	ds, r := a.opt.Study.Data(), a.shown.result
	sum := ds.Summary()
	by := "raters who are not known"
	if sum.Raters > 0 {
		by = figure.CountOf(sum.Raters, "rater")
	}
	text := fmt.Sprintf("%s: %s of %s of %s by %s; the label is %s, of %s", chart.Clean(ds.Name), figure.CountOf(sum.Judgments, "judgment"),
		figure.CountOf(len(ds.Attributes), "attribute"), figure.CountOf(sum.Objects, "object"), by,
		chart.Clean(r.Label), figure.CountOf(r.Objects, "object"))
	low, high := -1, -1
	for i := range r.Attributes {
		rel := r.Attributes[i].Reliability()
		if math.IsNaN(rel) {
			continue
		}
		if low < 0 || rel < r.Attributes[low].Reliability() {
			low = i
		}
		if high < 0 || rel > r.Attributes[high].Reliability() {
			high = i
		}
	}
	if low < 0 {
		return text
	}
	named := func(i int) string {
		return fmt.Sprintf("%s (%s)", figure.Share(r.Attributes[i].Reliability()), chart.Clean(r.Attributes[i].Name))
	}
	return fmt.Sprintf("%s; one judgment has a reliability from %s to %s", text, named(low), named(high))
}
