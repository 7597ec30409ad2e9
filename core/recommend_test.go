package core

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"fms-tui/core/classes"
	"fms-tui/core/internal/budgetrange"
	"fms-tui/core/internal/heldout"
	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

func rules(h *Honest, a selection.Algorithm, labelVar float64) []Rule {
	_, e := h.Curve(a)
	low := math.Inf(1)
	for _, x := range e {
		low = min(low, x.Loss)
	}
	return []Rule{
		{},
		{By: Within},
		{By: Within, X: .05},
		{By: Within, X: .5},
		{By: Within, X: 20},
		{By: MostLoss, X: low},
		{By: MostLoss, X: low + .1*labelVar},
		{By: MostLoss, X: 100 * labelVar},
		{By: MostLoss, X: low * .99},
		{By: LeastR2, X: .2},
		{By: LeastR2, X: .6},
		{By: LeastR2, X: .999},
		{By: LeastR2, X: -100},
	}
}

// limitOf is what a rule asks of the honest loss, given the lowest of the range.
func limitOf(q Rule, lowest Estimate, labelVar float64) float64 {
	switch q.By {
	case Within:
		return lowest.Loss + q.X*math.Abs(lowest.Loss)
	case MostLoss:
		return q.X
	case LeastR2:
		return labelVar - q.X*labelVar
	}
	panic("the recommendation has no limit: see recommendedOf")
}

// recommendedOf is the first of some rising budgets, up to the lowest honest loss, that the
// recommendation takes: the curve made to fall (fit_i = min over a <= i of max over b >= i
// of the mean of a … b) is above the lowest by no more than the standard error of this
// difference, or than .01 Var(y), and no point above another by two and by .01 Var(y).
func recommendedOf(h *Honest, a selection.Algorithm, budgets []model.Amount, lowest model.Amount) model.Amount {
	budgets = budgets[:slices.Index(budgets, lowest)+1]
	n := len(budgets)
	losses := make(map[model.Amount]honest.Loss)
	for _, b := range budgets {
		losses[b] = delivered(h, a, b)
	}
	upTo := []honest.Loss{make(honest.Loss, len(heldout.PartsOf(h.Losses).Sizes()))} // sums of the first budgets
	for i, b := range budgets {
		upTo = append(upTo, slices.Clone(upTo[i]))
		for k, x := range losses[b] {
			upTo[i+1][k] += x
		}
	}
	mean := func(from, to int) honest.Loss {
		l := make(honest.Loss, len(upTo[0]))
		for k := range l {
			l[k] = (upTo[to+1][k] - upTo[from][k]) / float64(to+1-from)
		}
		return l
	}
	total := func(l honest.Loss) (x float64) {
		for _, y := range l {
			x += y
		}
		return x
	}
	fit := func(i int) (l honest.Loss) {
		least := math.Inf(1)
		for from := range i + 1 {
			most, at := math.Inf(-1), honest.Loss(nil)
			for to := i; to < n; to++ {
				if x := mean(from, to); total(x) > most {
					most, at = total(x), x
				}
			}
			if most < least {
				least, l = most, at
			}
		}
		return l
	}
	fits := make([]honest.Loss, n)
	for i := range fits {
		fits[i] = fit(i)
	}
	t := distuv.StudentsT{Sigma: 1, Nu: float64(heldout.PartsOf(h.Losses).Blocks() - 1)}.Quantile(.975)
	errors := t / 2 // two standard errors are t of them
	for i, b := range budgets {
		d, useful := heldout.PartsOf(h.Losses).Difference(fits[i], losses[lowest]), false
		for k := range n {
			more := heldout.PartsOf(h.Losses).Difference(fits[i], fits[k])
			useful = useful || more.Loss > max(2*errors*more.SE, .01*h.result.LabelVar)
		}
		if !useful && d.Loss <= max(errors*d.SE, .01*h.result.LabelVar) {
			return b
		}
	}
	return -1
}

// refitAt is the refit at a budget of the usual range where that is taken, nil elsewhere.
func refitAt(h *Honest, a selection.Algorithm, b model.Amount) *RidgeRefit {
	r := h.result
	if b == 0 || !slices.Contains(budgetrange.Thin(budgetrange.Usual(&r.Range, r.curves[a]), 40), b) {
		return nil
	}
	if x, err := h.RidgeRefit(context.Background(), a, b); err == nil && x.Taken {
		return x
	}
	return nil
}

// delivered is the loss at a budget by the weights that are taken there.
func delivered(h *Honest, a selection.Algorithm, b model.Amount) honest.Loss {
	if x := refitAt(h, a, b); x != nil {
		return x.Loss
	}
	return h.Of(a).At(b).Loss
}

// isLower tells whether a loss is below another one by more than the order of its sums.
func isLower(x, least float64) bool {
	return math.IsInf(least, 1) || x < least-1e-9*math.Abs(least)
}

// lowestDelivered is the budget up to an end with the lowest honest loss of the weights
// that are taken, and the budgets that it is the lowest of.
func lowestDelivered(h *Honest, a selection.Algorithm, end model.Amount) (at model.Amount, all []model.Amount) {
	least := math.Inf(1)
	certain := possible(h, a, end)
	for b := h.result.Required; b <= end; b += model.Unit {
		x := refitAt(h, a, b)
		if x == nil && !slices.Contains(certain, b) {
			continue
		}
		all = append(all, b)
		e := h.At(a, b).Loss
		if x != nil {
			e = x.Honest.Loss
		}
		if isLower(e, least) {
			least, at = e, b
		}
	}
	return at, all
}

// TestBudgetAgainstScan: the budget that a rule leads to is the first of all
// that is enough, at equal prices and on a range that is computed whole.
func TestBudgetAgainstScan(t *testing.T) {
	found, none, later := 0, 0, 0
	for seed := range fresh.Seeds(t, 0, 5) {
		ds := simulate.Draw(simulate.World{Objects: 60 + 20*int(seed%12), Attributes: 5, K: 2, Ragged: .2}, seed)
		s := model.Settings{}
		if seed%3 == 1 {
			s = s.WithLimit("a1", model.Limit{Min: 3})
		}
		r := solve(t, ds, Request{Settings: s, Range: 150 * model.Unit})
		h := validate(t, r, 0, algorithms()...)
		for _, a := range algorithms() {
			lowest, at := scan(h, a, r.Max)
			if s.Limit("a1").Min == 0 {
				if b, e := h.Lowest(a); b != at || e != lowest {
					t.Errorf("seed %d %s: lowest %v at %s, want %v at %s", seed, a, e, b, lowest, at)
				}
			}
			for _, q := range rules(h, a, r.LabelVar) {
				want := model.Amount(-1)
				if q.By == OneSE {
					if r.UsualMax > 200*model.Unit {
						continue // that range is not computed whole
					}
					best, all := lowestDelivered(h, a, r.UsualMax)
					want = recommendedOf(h, a, all, best)
				} else {
					limit := limitOf(q, lowest, r.LabelVar)
					for _, b := range possible(h, a, r.Max) {
						if want < 0 && h.At(a, b).Loss <= limit {
							want = b
						}
					}
				}
				got, err := h.Budget(a, q)
				if want < 0 {
					none++
					if want := noBudget(a, q, at, lowest.Loss, r.LabelVar); err == nil || err.Error() != want {
						t.Errorf("%v, want %v", err, want)
					}
					continue
				}
				found++
				if err != nil || got != want {
					t.Errorf("seed %d %s %+v: %s, %v, want %s", seed, a, q, got, err, want)
				}
				if want > r.Required {
					later++
				}
			}
			b, err := h.Budget(a, Rule{})
			got, ok := h.Recommended(a)
			if err != nil || got != b || ok != (b > 0 && h.BeatsGuessing(a)) {
				t.Errorf("seed %d %s: recommends %s, %v, want %s", seed, a, got, ok, b)
			}
			if first := h.FirstBudget(a); ok && first != b || !ok && first != r.FirstBudget() {
				t.Errorf("seed %d %s: begins with %s", seed, a, first)
			}
		}
	}
	if fresh.Fixed() && (found < 40 || none < 8 || later < 30) {
		t.Errorf("%d budgets, %d not the first, %d times none: the test lost its power", found, later, none)
	}
}

// noBudget says that no budget is enough.
func noBudget(a selection.Algorithm, q Rule, at model.Amount, loss, labelVar float64) string {
	if q.By == LeastR2 {
		return fmt.Sprintf("no budget gives %s an honest R² of %g: the best is %.3g, at a budget of %s", a, q.X, 1-loss/labelVar, at)
	}
	return fmt.Sprintf("no budget gives %s an honest loss of %g: the lowest is %.4g, at a budget of %s", a, q.X, loss, at)
}

// possible are the budgets up to an end whose figures are no contradiction, or all
// where there is none.
func possible(h *Honest, a selection.Algorithm, end model.Amount) []model.Amount {
	var list, all []model.Amount
	for b := h.result.Required; b <= end; b += model.Unit {
		s := h.result.At(a, b)
		p := h.result.Predictor(&s)
		noise := 0.0
		for _, at := range p.Attributes {
			noise += at.Weight * at.Weight * at.InternalVariance / float64(at.Repeats)
		}
		switch r := h.result; {
		case r.forms != nil: // places whose errors go together by chance: forms_test.go has the literal
			noise = h.Of(a).At(b).Noise
		case sharesErrors(r):
			noise = 0 // the label shares it
		}
		all = append(all, b)
		if s.Loss >= 0 && h.Raw(a, b).Loss >= noise {
			list = append(list, b)
		}
	}
	if len(list) == 0 {
		return all
	}
	return list
}

// scan returns the lowest honest loss up to an end, and the first budget of it.
func scan(h *Honest, a selection.Algorithm, end model.Amount) (Estimate, model.Amount) {
	lowest, at := Estimate{Loss: math.Inf(1)}, model.Amount(0)
	for _, b := range possible(h, a, end) {
		if e := h.At(a, b); isLower(e.Loss, lowest.Loss) {
			lowest, at = e, b
		}
	}
	return lowest, at
}

// TestBudgetBetweenPoints: on a long range, of which a curve shows a part, the search
// starts at the last point of the curve that is not enough, and returns the first
// budget that is.
func TestBudgetBetweenPoints(t *testing.T) {
	between := 0
	for seed := range fresh.Seeds(t, 0, 6) {
		ds := simulate.Draw(simulate.World{Objects: 80, Attributes: 5, K: 2}, seed)
		s := model.Settings{Shrink: model.ShrinkNone}
		if seed%2 == 1 {
			s = s.WithCost("a0", model.Unit/2).WithCost("a3", 3*model.Unit)
		}
		r := solve(t, ds, Request{Settings: s, Range: 1500 * model.Unit})
		h := validate(t, r, 0, selection.Full)
		points, estimates := h.Curve(selection.Full)
		all, _ := r.Curve(selection.Full)
		if len(all) < 2*len(points) {
			t.Fatalf("%d of %d budgets are on the curve", len(points), len(all))
		}
		for _, q := range rules(h, selection.Full, r.LabelVar) {
			if q.By == OneSE {
				continue // on the usual range, whatever is asked for
			}
			// Impossible points are passed over unless all are impossible.
			none := !slices.ContainsFunc(points, func(b model.Amount) bool { return h.Possible(selection.Full, b) })
			usable := func(b model.Amount) bool { return none || h.Possible(selection.Full, b) }
			lowest := Estimate{Loss: math.Inf(1)}
			for i, e := range estimates {
				if e.Loss < lowest.Loss && usable(points[i]) {
					lowest = e
				}
			}
			limit := limitOf(q, lowest, r.LabelVar)
			to := -1
			for i, e := range estimates {
				if to < 0 && e.Loss <= limit && usable(points[i]) {
					to = i
				}
			}
			got, err := h.Budget(selection.Full, q)
			if to < 0 {
				if err == nil {
					t.Errorf("seed %d %+v: %s, want none", seed, q, got)
				}
				continue
			}
			want := points[to]
			for _, b := range all {
				if to > 0 && b > points[to-1] && b < want && h.At(selection.Full, b).Loss <= limit && h.Possible(selection.Full, b) {
					want = b
					between++
				}
			}
			if err != nil || got != want {
				t.Errorf("seed %d %+v: %s, %v, want %s", seed, q, got, err, want)
			}
		}
	}
	if fresh.Fixed() && between < 10 {
		t.Errorf("%d budgets between points: the test lost its power", between)
	}
}

// TestBudgetOfMinima: with minima no smaller budget is enough. The budget that just
// pays for the minima can be, even if the honest curve leaves it out.
func TestBudgetOfMinima(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 80, Attributes: 4, K: 2}, 1)
	s := model.Settings{}.WithLimit("a1", model.Limit{Min: 3})
	anything := Rule{By: MostLoss, X: 1e9}
	for _, end := range []model.Amount{0, 100, 5000} {
		r := solve(t, ds, Request{Settings: s, Range: end * model.Unit})
		h := validate(t, r, 0, selection.Full)
		if b, err := h.Budget(selection.Full, anything); err != nil || b != 3*model.Unit {
			t.Errorf("range %s: %s, %v, want the 3 that the minima cost", r.Max, b, err)
		}
	}
}

// TestBeatsGuessing: without signal hardly a pilot of 60 objects beats guessing, and with an R²
// of .2 most do. Two standard errors are 2.5 % of chance; the best budget is chosen.
func TestBeatsGuessing(t *testing.T) {
	const worlds = 20
	beats := map[float64]int{0: 0, .5: 0}
	for rho := range beats {
		for seed := range uint64(worlds) {
			random := rand.New(rand.NewPCG(fresh.Seed(t, 9100)+seed, 1))
			var b model.Builder
			y := b.AddLabel("y")
			for i := range 60 {
				o, label := b.Object(strconv.Itoa(i)), random.NormFloat64()
				b.SetLabel(y, o, label)
				for a := range 6 {
					r := rho
					if a > 1 {
						r = 0
					}
					x := r*label + math.Sqrt(1-r*r)*random.NormFloat64()
					for range 2 {
						b.Add(o, b.Attribute(strconv.Itoa(a)), model.NoRater, x+.7*random.NormFloat64())
					}
				}
			}
			r, err := NewStudy(b.Build()).Tune(context.Background(), Request{}, DefaultFolds)
			if err != nil {
				t.Fatal(err)
			}
			if r.Answers[0].Honest.BeatsGuessing(selection.Full) {
				beats[rho]++
			}
		}
	}
	if beats[0] > fresh.AtMost(worlds, .025) || beats[.5] < worlds/2 {
		t.Errorf("of %d worlds %d without signal beat guessing, and %d with", worlds, beats[0], beats[.5])
	}
}

func tune(t testing.TB, ds *model.Dataset, q Request, folds int) *Tuning {
	t.Helper()
	u, err := NewStudy(ds).Tune(context.Background(), q, folds)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestTune: an automatic ridge is, at every budget and for every algorithm, the
// smallest considered λ with the lowest honest loss. The answers equal the answers at
// this λ when it is set.
func TestTune(t *testing.T) {
	chosen := map[float64]int{}
	for seed := range fresh.Seeds(t, 0, 2) {
		ds := simulate.Draw(simulate.World{Objects: 60 + 60*int(seed%2), Attributes: 12, K: 2}, seed)
		auto := model.Settings{Shrink: model.ShrinkNone, AutoRidge: true}
		extra := []selection.Algorithm{selection.Uniform}
		u := tune(t, ds, Request{Settings: auto, Algorithms: extra}, 0)
		if len(u.Answers) != len(model.Ridges()) {
			t.Fatalf("%d answers", len(u.Answers))
		}
		first := u.Answers[0].Result
		for i, lambda := range model.Ridges() {
			a := u.Answers[i]
			if a.Settings.Ridge != lambda || a.Max != first.Max {
				t.Errorf("answer %d: λ = %g, range %s, want %g, %s", i, a.Settings.Ridge, a.Max, lambda, first.Max)
			}
			set := solve(t, ds, Request{Settings: model.Settings{Ridge: lambda, Shrink: model.ShrinkNone}, Algorithms: extra, Range: first.Max})
			want := validate(t, set, 0, set.Algorithms()...)
			for _, alg := range set.Algorithms() {
				b, e := a.Honest.Curve(alg)
				wb, we := want.Curve(alg)
				if !reflect.DeepEqual(b, wb) || !reflect.DeepEqual(e, we) {
					t.Errorf("λ = %g, %s: %v, set it is %v", lambda, alg, e, we)
				}
			}
		}
		for _, alg := range first.Algorithms() {
			for _, b := range someBudgets(first) {
				best, least := 0., math.Inf(1)
				for i, lambda := range model.Ridges() {
					if e := u.Answers[i].Honest.At(alg, b); e.Loss < least && u.Answers[i].Honest.Possible(alg, b) {
						best, least = lambda, e.Loss
					}
				}
				if last := len(u.Answers) - 1; math.IsInf(least, 1) { // all contradict themselves
					best, least = u.Answers[last].Settings.Ridge, u.Answers[last].Honest.At(alg, b).Loss
				}
				got := u.At(alg, b)
				chosen[best]++
				if got.Settings.Ridge != best || got.Honest.At(alg, b).Loss != least {
					t.Errorf("seed %d %s B=%s: λ = %g, want %g", seed, alg, b, got.Settings.Ridge, best)
				}
				p := Pick{Result: got.Result, Honest: got.Honest, Selection: got.Result.At(alg, b)}
				if e := p.Estimate(); e.Loss != least {
					t.Errorf("seed %d %s B=%s: estimate %v, want %g", seed, alg, b, e, least)
				}
			}
			// Nothing is bought: all λ are as good.
			if got := u.At(alg, 0).Settings.Ridge; got != 0 {
				t.Errorf("seed %d %s: λ = %g for nothing", seed, alg, got)
			}
		}
		checkTunedBudget(t, u, selection.Full)
	}
	if fresh.Fixed() && len(chosen) < 4 {
		t.Errorf("chosen were %v: the test lost its power", chosen)
	}
}

// checkTunedBudget compares the budget of a rule with the budget of the λ whose honest
// loss is lowest over the range.
func checkTunedBudget(t *testing.T, u *Tuning, a selection.Algorithm) {
	t.Helper()
	var best *Honest
	least := math.Inf(1)
	for _, o := range u.Answers {
		if _, e := o.Honest.Lowest(a); e.Loss < least { // impossible figures are passed over
			best, least = o.Honest, e.Loss
		}
	}
	for _, q := range []Rule{{}, {By: Within, X: .1}, {By: LeastR2, X: .3}, {By: MostLoss, X: -1}} {
		want, wantErr := best.Budget(a, q)
		got, err := u.Budget(a, q)
		if got != want || (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
			t.Errorf("%+v: %s, %v, want %s, %v", q, got, err, want, wantErr)
		}
	}
}

// TestTuneWithoutAChoice: a ridge that is set, too few objects and no
// cross-validation leave one answer.
func TestTuneWithoutAChoice(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 60, Attributes: 4, K: 2}, 1)
	few := simulate.Draw(simulate.World{Objects: 15, Attributes: 4, K: 2}, 1)
	auto, set := model.Settings{AutoRidge: true}, model.Settings{Ridge: .2}
	for _, c := range []struct {
		name     string
		ds       *model.Dataset
		settings model.Settings
		folds    int
		ridge    float64
		honest   bool
	}{
		{"set", ds, set, 0, .2, true},
		{"too few objects", few, auto, 0, 0, false},
		{"too few objects, set", few, set, 0, .2, false},
		{"one fold", ds, auto, 1, 0, false},
		{"no folds", ds, auto, NoFolds, 0, false},
		{"no folds, set", ds, set, NoFolds, .2, false},
	} {
		u := tune(t, c.ds, Request{Settings: c.settings}, c.folds)
		if len(u.Answers) != 1 {
			t.Errorf("%s: %d answers", c.name, len(u.Answers))
			continue
		}
		b := model.Units(6)
		p := u.At(selection.Full, b)
		e := p.Estimate()
		if p.Settings.Ridge != c.ridge || math.IsNaN(e.Loss) == c.honest || math.IsNaN(e.SE) == c.honest {
			t.Errorf("%s: λ = %g, %v", c.name, p.Settings.Ridge, e)
		}
		out := p.Predictor()
		if (out.HonestLoss != nil) != c.honest || (out.HonestLossSE != nil) != c.honest {
			t.Errorf("%s: a predictor with honest loss %v ± %v", c.name, out.HonestLoss, out.HonestLossSE)
		}
		if c.honest && (*out.HonestLoss != e.Loss || *out.HonestLossSE != e.SE) {
			t.Errorf("%s: a predictor with honest loss %g ± %g, want %v", c.name, *out.HonestLoss, *out.HonestLossSE, e)
		}
		want := p.Result.FirstBudget()
		if c.honest {
			want = p.Honest.FirstBudget(selection.Full)
		}
		if got := u.FirstBudget(selection.Full); got != want {
			t.Errorf("%s: begins with %s, want %s", c.name, got, want)
		}
	}
}

// TestBudgetBy: the budget by a metric of classes reaches what the rule asks of the best, and
// no budget measured below it does.
func TestBudgetBy(t *testing.T) {
	ctx := context.Background()
	for i, label := range []string{"verdict", "grade"} {
		ds := threeGrades(simulate.World{Objects: 120, Attributes: 3, K: 3, Raters: 6}, false, fresh.Seed(t, 62)+uint64(i))
		tuned, err := NewStudy(ds).Tune(ctx, Request{Settings: model.Settings{Label: label}}, 5)
		if err != nil {
			t.Fatal(err)
		}
		h := tuned.Answers[0].Honest
		for m, rule := range map[classes.Metric]Rule{classes.Kappa: {}, classes.LogLoss: {By: Within, X: .1}} {
			b, err := tuned.BudgetBy(ctx, selection.Full, rule, m, nil)
			if err != nil {
				t.Fatal(err)
			}
			best := metricAt(t, tuned, b.BestAt, m)
			if !metricAt(t, tuned, b.Budget, m).enough(rule, m, best) || m.Better(b.Has.X, b.Best.X) && b.Budget > b.BestAt {
				t.Errorf("%s by %s: %v at %s, the best is %v at %s", label, m, b.Has, b.Budget, b.Best, b.BestAt)
			}
			budgets := budgetrange.Usual(&h.result.Range, h.result.curves[selection.Full])
			if rule.By == Within {
				budgets = h.result.grids[selection.Full]
			}
			points := h.Of(selection.Full).Among(budgets)
			for _, j := range points {
				at := j.Budget
				if at >= b.Budget || len(points) > measuredBudgets {
					continue
				}
				if x := metricAt(t, tuned, at, m); x.of.Why == "" && x.enough(rule, m, best) {
					t.Errorf("%s by %s: %s is enough with %g, and %s was chosen", label, m, at, x.X, b.Budget)
				}
			}
		}
		if _, err := tuned.BudgetBy(ctx, selection.Full, Rule{By: LeastR2, X: .1}, classes.AUC, nil); err == nil {
			t.Error("R² and AUC go together")
		}
	}
	tuned, err := NewStudy(threeGrades(simulate.World{Objects: 60, Attributes: 2, K: 2}, false, 3)).Tune(ctx, Request{Settings: model.Settings{Label: "y"}}, 5)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tuned.BudgetBy(ctx, selection.Full, Rule{}, classes.Kappa, nil); err == nil || !strings.Contains(err.Error(), "is for a label with classes") {
		t.Errorf("a label with numbers: %v", err)
	}
}

// metricAt measures a metric of Full's choice at a budget.
func metricAt(t *testing.T, tuned *Tuning, b model.Amount, m classes.Metric) metered {
	t.Helper()
	p := Pick{Result: tuned.Answers[0].Result, Honest: tuned.Answers[0].Honest, Selection: tuned.Answers[0].At(selection.Full, b)}
	x, of, err := p.ClassMetric(t.Context(), m, nil)
	if err != nil {
		t.Fatal(err)
	}
	return metered{x, of, b}
}

// TestBudgetByRare: accuracy chooses no budget where a class has less than a quarter of the
// objects, and other metrics do.
func TestBudgetByRare(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		every int // the class of one object in so many
		rare  bool
	}{{2, false}, {4, false}, {5, true}, {10, true}} {
		ds := threeGrades(simulate.World{Objects: 120, Attributes: 3, K: 3, Raters: 6}, false, fresh.Seed(t, 63))
		verdict := ds.Label("verdict")
		for i := range verdict.Values {
			verdict.Values[i] = 0
			if i%c.every == 0 {
				verdict.Values[i] = 1
			}
		}
		tuned, err := NewStudy(ds).Tune(ctx, Request{Settings: model.Settings{Label: "verdict"}}, 5)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = tuned.BudgetBy(ctx, selection.Full, Rule{}, classes.Accuracy, nil); (err != nil) != c.rare {
			t.Errorf("one object in %d: %v", c.every, err)
		}
		if _, err = tuned.BudgetBy(ctx, selection.Full, Rule{}, classes.Balanced, nil); err != nil {
			t.Errorf("one object in %d, balanced: %v", c.every, err)
		}
	}
}
