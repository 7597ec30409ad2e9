package screen

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"fms-tui/core"
	"fms-tui/core/classes"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/chart"
)

// Evidence is what the data say about the choice shown, found aside: what is seen of its loss, what is lost without
// an attribute, which screens apply; and losses in the scale that the user chose.
type Evidence struct {
	*Session

	Preparing asked[chosenAt, bool] // honest losses that are shown and not on their curves
	Looking   asked[chosenAt, *core.Seen]
	refitting asked[chosenAt, map[selection.Algorithm]*core.RidgeRefit] // of all algorithms, for Trust
	Leaving   asked[chosenAt, map[int]leftOut]
	Classing  asked[chosenAt, measured]
	// Enough is the budget that the metric of classes chosen recommends. The usual scale is nobody's
	// choice: there the loss recommends, as in select.
	Enough   asked[enoughBy, *core.MetricBudget]
	Applying asked[labelled, applying]
	Weighing asked[settingsAt, []Weight]

	calls    measured      // as far as they are known
	of       *core.Honest  // and the honest loss that they are of
	applying applying      // as it was found last
	Weighs   bool          // the ways to buy are shown
	Offer    []model.Sheet // by judge, where the names of the attributes suggest them
}

// chosenAt is a choice, with its honest loss where that matters.
type chosenAt struct {
	result    *core.Result
	honest    *core.Honest
	algorithm selection.Algorithm
	budget    model.Amount
}

// held is the choice that is shown with its honest loss, nil while that is not known.
func (s *Shown) held() chosenAt {
	return chosenAt{s.Result, s.Honest, s.State.Algorithm, s.State.Budget}
}

func (c chosenAt) hasHonest() bool { return c.honest != nil && c.honest.Why == "" }

func (c chosenAt) pick() core.Pick {
	return core.Pick{Result: c.result, Honest: c.honest, Selection: c.result.At(c.algorithm, c.budget)}
}

// enoughBy is an algorithm, at any budget, and a metric of classes.
type enoughBy struct {
	chosenAt
	metric classes.Metric
}

func (a *Evidence) declare() {
	held := a.Shown.held
	a.Preparing = asks(0, func() (chosenAt, bool) { return held(), a.unprepared() }, func(ctx context.Context, at chosenAt) (bool, error) {
		for _, alg := range at.result.Algorithms() {
			if err := at.honest.Prepare(ctx, alg, at.budget); err != nil {
				return false, err
			}
		}
		return true, at.honest.Prepare(ctx, at.algorithm, at.budgets()...)
	})
	// The seen loss reads all judgments once.
	a.Looking = asks(Stillness, func() (chosenAt, bool) { return held(), a.Shown.Honest != nil }, func(ctx context.Context, at chosenAt) (*core.Seen, error) {
		seen, err := at.honest.Seen(ctx, at.algorithm, at.budget)
		return &seen, err
	})
	a.refitting = asks(Stillness, func() (chosenAt, bool) {
		at := held()
		at.algorithm = ""
		return at, a.Shown.Honest != nil && a.Wide
	}, refits)
	a.Leaving = follows(Stillness, func() (chosenAt, bool) {
		at := held()
		return at, at.hasHonest() && !a.bundled() && promptHonest(at.result) // where an honest loss takes a moment
	}, a.leaveOut)
	a.Classing = follows(Stillness/3, func() (chosenAt, bool) {
		at := held()
		return at, at.result.ClassLabel() != nil && at.hasHonest()
	}, func(at chosenAt) work[measured] { return followCalls(at, a.classed(), a.classes()) })
	a.Classing.drags = true
	a.Classing.took = func() {
		if a.Classing.Known {
			a.calls, a.of = a.Classing.Value, a.Classing.Key.honest
		}
	}
	a.Enough = asks(Stillness, func() (enoughBy, bool) {
		at, m := held(), a.Measure()
		at.budget = 0
		return enoughBy{at, classes.Metric(m.Scale)}, a.Shown.State.Scale.Classes() && m.Classes() && at.hasHonest() && at.honest.Has(at.algorithm)
	}, func(ctx context.Context, by enoughBy) (*core.MetricBudget, error) {
		t := core.Tuning{Answers: []core.Pick{{Result: by.result, Honest: by.honest}}}
		b, err := t.BudgetBy(ctx, by.algorithm, core.Rule{}, by.metric, nil)
		if err != nil { // the metric has none: the honest loss recommends in its place
			return nil, ctx.Err()
		}
		return &b, nil
	})
	a.Applying = follows(0, func() (labelled, bool) { return labelled{a.Opt.Study, a.Shown.Result.Label, a.excluded()}, true }, a.applies)
	a.Applying.took = func() { a.applying = a.Applying.Value }
	a.Weighing = follows(Stillness, func() (settingsAt, bool) {
		if !a.Weighs {
			return settingsAt{}, false // work for a list that is closed is given up
		}
		return settingsAt{a.Shown.State.Settings, a.Shown.State.Budget}, true
	}, a.weigh)
}

// unprepared tells whether honest losses are shown that are not on their curves: of every
// algorithm at B, and of the active one at the budgets of the tables.
func (a *Evidence) unprepared() bool {
	at := a.Shown.held()
	lacks := func(alg selection.Algorithm, b model.Amount) bool {
		return !at.honest.Known(alg, b) || !at.honest.Weighed(alg, b)
	}
	return at.hasHonest() &&
		(slices.ContainsFunc(at.result.Algorithms(), func(alg selection.Algorithm) bool { return lacks(alg, at.budget) }) ||
			slices.ContainsFunc(at.budgets(), func(b model.Amount) bool { return lacks(at.algorithm, b) }))
}

// budgets are where honest losses are shown in words: the budgets of tables, and the next purchase.
func (at chosenAt) budgets() []model.Amount {
	all := at.rounds()
	curve, _ := at.result.Curve(at.algorithm)
	if i, _ := slices.BinarySearch(curve, at.budget+1); i < len(curve) {
		all = append(all, curve[i])
	}
	return all
}

// refits are what regression makes of each algorithm's choice, where it is better than the weights
// of moments: Trust compares them as commands do.
func refits(ctx context.Context, at chosenAt) (map[selection.Algorithm]*core.RidgeRefit, error) {
	found := make(map[selection.Algorithm]*core.RidgeRefit)
	for _, alg := range selection.AllAlgorithms() {
		if !at.honest.Has(alg) {
			continue
		}
		x, err := at.honest.RidgeRefit(ctx, alg, at.budget)
		if err != nil {
			return nil, err
		}
		if x.Taken {
			found[alg] = x
		}
	}
	return found, nil
}

// leftOut is the honest loss of a choice without one of its attributes, the money spent on others,
// and that loss less the one with it.
type leftOut struct{ loss, less core.Estimate }

// leaveOut finds out what the active choice loses without each of its attributes, the most bought first.
func (a *Evidence) leaveOut(at chosenAt) work[map[int]leftOut] {
	pick, folds := at.pick(), a.Opt.Folds
	all := a.buys(pick.Selection.Repeats)
	return func(ctx context.Context, report func(map[int]leftOut)) (map[int]leftOut, error) {
		found := make(map[int]leftOut)
		for _, i := range all {
			without, less, err := core.LeaveOut(ctx, &pick, i.attribute, folds)
			switch {
			case ctx.Err() != nil:
				return nil, ctx.Err()
			case err == nil: // else nothing can be chosen
				found[i.attribute] = leftOut{without.Estimate(), less}
				report(maps.Clone(found))
			}
		}
		return found, nil
	}
}

// closeLoss is the share of what there is to predict below which a loss is the same.
const closeLoss = .01

// Said where an attribute is not missed, and where chance may be why it is.
const sameWithout, unsureWithout = "same", "unsure"

func (a *Evidence) without(attribute int) string {
	found, _ := a.Leaving.Answer(a.Shown.held())
	x, known := found[attribute]
	switch {
	case !known || math.IsNaN(x.loss.Loss+x.less.Loss):
		return ""
	case x.less.Loss <= closeLoss*a.Shown.Result.LabelVar:
		return sameWithout
	case !(x.less.Loss > 2*x.less.SE):
		return unsureWithout
	}
	return a.Measure().Losses().TextOf(x.loss.Loss)
}

// Stakes are the attribute that a finding is about, and what hangs on it; "" where it is about none that is asked.
func (a *Evidence) Stakes(f model.Finding) (attribute, text string) {
	r, s := a.Shown.Result, a.Active()
	for i := range r.Attributes {
		at := &r.Attributes[i]
		if s.Repeats[i] == 0 || at.Name != f.Attribute && !(f.Code == model.CodeRatersDisagree && at.Disagrees()) {
			continue
		}
		text = fmt.Sprintf("%s is in the plan: %d of %s.", chart.Clean(at.Name), s.Repeats[i], figure.CountOf(a.bought(s.Repeats), a.unit()))
		switch without := a.without(i); without {
		case "":
		case sameWithout, unsureWithout:
			text += " Without it: " + without + "."
		default:
			text += fmt.Sprintf(" Without it: %s in place of %s.", without, a.Measure().Losses().TextOf(a.Pick().Estimate().Loss))
		}
		return at.Name, text
	}
	return "", ""
}

// choice is what an algorithm chooses at a budget.
type choice struct {
	algorithm selection.Algorithm
	budget    model.Amount
}

// measured are calls of classes, as far as they are measured. It is not changed.
type measured map[choice]*core.Classes

// classes are the calls measured of the honest loss shown; nil for none.
func (a *Evidence) classes() measured {
	if a.of != a.Shown.Honest {
		return nil
	}
	return a.calls
}

func (a *Evidence) classesOf(alg selection.Algorithm, b model.Amount) *core.Classes {
	return a.classes()[choice{alg, b}]
}

// classed are the algorithms that are cross-validated, the active one and the one that it is compared with first.
func (a *Evidence) classed() (all []selection.Algorithm) {
	first := []selection.Algorithm{a.Shown.State.Algorithm, a.Look.Against().Algorithm}
	for _, alg := range slices.Concat(first, a.Shown.Result.Algorithms()) {
		if a.Shown.Honest.Has(alg) && !slices.Contains(all, alg) {
			all = append(all, alg)
		}
	}
	return all
}

// callPoints is at how many budgets of its curve an algorithm's calls are measured, and fewCalls
// how many are no curve.
const callPoints, fewCalls = 24, 3

// followCalls measures what algorithms choose at a budget, what the first of them chooses at the
// budgets that the sentence compares with it, and then each along its curve. What is known stays.
func followCalls(at chosenAt, algorithms []selection.Algorithm, known measured) work[measured] {
	return func(ctx context.Context, report func(measured)) (measured, error) {
		found := make(measured)
		maps.Copy(found, known)
		var err error
		measure := func(alg selection.Algorithm, b model.Amount) {
			if err != nil || found[choice{alg, b}] != nil {
				return
			}
			p := chosenAt{at.result, at.honest, alg, b}.pick()
			found[choice{alg, b}], err = p.Classes(ctx, nil)
		}
		for _, alg := range algorithms {
			measure(alg, at.budget)
		}
		lowest, _ := at.honest.Lowest(algorithms[0])
		measure(algorithms[0], lowest)
		if recommended, ok := at.honest.Recommended(algorithms[0]); ok {
			measure(algorithms[0], recommended)
		}
		axis := axisOf(at.result)
		for _, alg := range algorithms {
			if err != nil {
				return nil, err
			}
			report(maps.Clone(found))
			budgets, _ := at.honest.Curve(alg)
			for k := range callPoints {
				share := float64(k) / (callPoints - 1) // as even as the axis shows them
				i, _ := slices.BinarySearch(budgets, model.Amount(math.Round(axis.At(share)*float64(model.Unit))))
				measure(alg, budgets[min(i, len(budgets)-1)])
			}
		}
		return found, err
	}
}

// labelled is a label, or what is voted on in its place, and the attributes that are left out, where these matter.
type labelled struct {
	study           *core.Study // nil where other data are the same question
	label, excluded string
}

// applying says why Votes and Partial do not apply to the data; "" where they do, and while that is not known.
type applying struct {
	voted          []string // attributes that are voted on
	votes, partial string
}

// mostWeighed is the number of judgments up to which it is found out beforehand
// whether Partial applies: that copies them.
const mostWeighed = 5_000_000

const noVotes = "No votes in this data. Votes are 0/1 judgments of the same object by several raters. " +
	"Votes applies once an attribute holds them: the screen then infers a label that nobody gave."

func (a *Evidence) applies(to labelled) work[applying] {
	r := a.Shown.Result
	return func(context.Context, func(applying)) (applying, error) {
		x := applying{voted: to.study.VotedOn()}
		if len(x.voted) == 0 {
			x.votes = noVotes
		}
		if len(to.study.Data().Value) > mostWeighed {
			return x, nil
		}
		if _, err := r.CompleteCells(); err != nil {
			x.partial = "Partial does not apply: " + adviseError(err) + ". It applies to objects with a judgment of every attribute; space on Plan leaves out an attribute."
		}
		return x, nil
	}
}

// VotedOn are the attributes that are voted on.
func (a *Evidence) VotedOn() []string { return a.applying.voted }
