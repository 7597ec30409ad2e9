package core

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// literalLoss is the projected loss of a predictor by its definition,
//
//	Var(y) - 2 wᵀb + wᵀ (Σ⁺ + diag(v/r)) w
//
// from nothing but the predictor's own fields, and the size of its terms.
func literalLoss(p *model.Predictor) (loss, size float64) {
	loss, size = p.LabelVariance, p.LabelVariance
	add := func(x float64) { loss, size = loss+x, size+math.Abs(x) }
	for i, a := range p.Attributes {
		add(-2 * a.Weight * a.LabelCovariance)
		add(a.Weight * a.Weight * a.InternalVariance / float64(a.Repeats))
		for j, c := range p.Attributes {
			add(a.Weight * p.External[i][j] * c.Weight)
		}
	}
	return loss, size
}

// system is M_S and b_S of a predictor in standardised units, for a ridge λ.
func system(p *model.Predictor, ridge float64) (m *mat.SymDense, b *mat.VecDense) {
	n := len(p.Attributes)
	m, b = mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	for i, a := range p.Attributes {
		b.SetVec(i, a.LabelCovariance/a.Scale)
		for j := i; j < n; j++ {
			x := p.External[i][j]
			if i == j {
				x += a.InternalVariance / float64(a.Repeats)
			}
			m.SetSym(i, j, x/a.Scale/p.Attributes[j].Scale)
		}
		m.SetSym(i, i, m.At(i, i)+ridge)
	}
	return m, b
}

// rounding is the share of a loss that two ways to it may differ by. Among any
// worlds there are some whose systems are nearer to singular.
func rounding() float64 {
	if fresh.Fixed() {
		return 1e-8
	}
	return 1e-5
}

// isWhole reports whether no attribute of M_S can count as redundant, in any order of
// purchase. A pivot of M_S is at least own/cond(M_S), and an attribute is left out
// below a millionth of its own variance. Otherwise a path may drop another attribute
// than a fresh factorisation.
func isWhole(m *mat.SymDense) bool {
	var e mat.EigenSym
	if !e.Factorize(m, false) {
		return true
	}
	values := e.Values(nil)
	return values[len(values)-1] < 1e6*values[0]
}

// TestPredictorAgainstDefinitions holds every predictor to S&K Table 2: its
// weights solve M_S w = b_S, its loss is what the definition gives for these
// weights, and its intercept makes the mean prediction the mean label.
func TestPredictorAgainstDefinitions(t *testing.T) {
	solved := 0
	for r, seed := range results(t, 150, fresh.Seed(t, 1000)) {
		for _, alg := range baselines() {
			for _, budget := range someBudgets(r) {
				s := r.At(alg, budget)
				p := r.Predictor(&s)
				if !fresh.Fixed() && len(p.Attributes) > 0 {
					if m, _ := system(&p, 0); !isWhole(m) {
						continue
					}
				}
				if loss, size := literalLoss(&p); !near(s.Loss, loss, size, rounding()) || p.ProjectedLoss != s.Loss {
					t.Fatalf("seed %d %s B=%s: loss %g and %g, by definition %g", seed, alg, budget, s.Loss, p.ProjectedLoss, loss)
				}
				mean, size := p.Intercept, math.Abs(r.LabelMean)
				for _, a := range p.Attributes {
					mean += a.Weight * a.Mean
					size += math.Abs(a.Weight * a.Mean)
				}
				if !near(mean, r.LabelMean, size, 1e-12) {
					t.Fatalf("seed %d %s B=%s: predicts %g on average, the label's mean is %g", seed, alg, budget, mean, r.LabelMean)
				}
				if checkWeights(t, &p, r.Settings.Ridge) {
					solved++
				}
				checkSupport(t, r, &s, &p)
			}
			if t.Failed() {
				t.Fatalf("seed %d %s", seed, alg)
			}
		}
	}
	if fresh.Fixed() && solved < 1000 {
		t.Errorf("only %d systems were well enough conditioned to compare", solved)
	}
}

// checkWeights compares the weights with a solve of its own, and reports whether the
// condition of M_S allows the comparison.
func checkWeights(t *testing.T, p *model.Predictor, ridge float64) bool {
	t.Helper()
	if len(p.Attributes) == 0 {
		return false
	}
	m, b := system(p, ridge)
	var f mat.Cholesky
	if !f.Factorize(m) || f.Cond() > 1e6 {
		return false
	}
	var w mat.VecDense
	if err := f.SolveVecTo(&w, b); err != nil {
		t.Fatal(err)
	}
	size := mat.Norm(&w, math.Inf(1))
	for i, a := range p.Attributes {
		if got := a.Weight * a.Scale; !near(got, w.AtVec(i), size, 1e-8) {
			t.Errorf("B=%s: weight of %s is %g, solved %g", p.Budget, a.Name, got, w.AtVec(i))
		}
	}
	return true
}

// checkSupport compares a predictor with the selection and the attributes that
// it came from.
func checkSupport(t *testing.T, r *Result, s *Selection, p *model.Predictor) {
	t.Helper()
	w, intercept := r.Weights(s)
	if intercept != p.Intercept || p.Budget != s.Budget || p.Algorithm != string(s.Algorithm) || p.Label != r.Label ||
		p.Raters.Mode != r.Raters || p.Data.Objects != r.Objects || p.Ridge != r.Settings.Ridge || p.Version != 1 || p.Kind != "fms-predictor" {
		t.Errorf("predictor %+v of %+v", p, s)
	}
	var spent model.Amount
	i := 0
	for a, n := range s.Repeats {
		at := &r.Attributes[a]
		spent += at.Price * model.Amount(n)
		if n < 0 || n > 0 && !at.Selectable() {
			t.Errorf("%s is bought %d times, selectable %v", at.Name, n, at.Selectable())
		}
		limit := r.Settings.Limit(at.Name)
		if r.Raters == model.RatersFixed { // nobody judges twice: TestPanelLimits
			limit.Max = at.Limit.Max
		}
		if held := max(heldRepeats(r)[a], limit.Min); r.boundedAt != nil && (limit.Max == 0 || limit.Max > held) {
			limit.Max = held // TestWithinCells
		}
		if held := max(at.Most, limit.Min); at.Disagrees() && (limit.Max == 0 || limit.Max > held) {
			limit.Max = held // raters who disagree more than they can
		}
		if at.Once {
			limit.Max = 1
		}
		if at.Limit != limit || at.Limit.Max > 0 && n > at.Limit.Max ||
			s.Spent > 0 && at.Selectable() && n < at.Limit.Min {
			t.Errorf("%s is bought %d times, limited to %q by settings of %q", at.Name, n, at.Limit, r.Settings.Limit(at.Name))
		}
		if n == 0 {
			if w[a] != 0 {
				t.Errorf("%s has weight %g without a judgment", at.Name, w[a])
			}
			continue
		}
		got := p.Attributes[i]
		want := model.PredictorAttribute{
			Name: at.Name, Repeats: n, Weight: w[a], Cost: at.Price, Mean: at.Mean,
			InternalVariance: at.V, LabelCovariance: at.B, Scale: at.T, Least: got.Least, Greatest: got.Greatest,
		}
		if at.Once {
			want.InternalVariance, want.AskedOnce = 0, true // of what is not known
		}
		if got != want || got.Outside(at.Mean) || got.Least >= got.Greatest {
			t.Errorf("predictor has %+v, want %+v", got, want)
		}
		i++
	}
	if i != len(p.Attributes) || len(p.External) != i || spent != s.Spent || spent > s.Budget {
		t.Errorf("%d attributes of %d, spent %s, says %s, budget %s", len(p.Attributes), i, spent, s.Spent, s.Budget)
	}
	if p.Attributes == nil || p.External == nil || p.Warnings == nil || p.Raters.Offsets == nil {
		t.Error("a list of the predictor is nil and would be null in JSON")
	}
}

// TestExternalIsPSD: Σ⁺ of a support is symmetric and positive semi-definite.
func TestExternalIsPSD(t *testing.T) {
	for r, seed := range results(t, 60, fresh.Seed(t, 2000)) {
		s := r.At(selection.Full, r.Max)
		p := r.Predictor(&s)
		n := len(p.Attributes)
		if n == 0 {
			continue
		}
		z := mat.NewSymDense(n, nil)
		for i := range n {
			for j := i; j < n; j++ {
				if p.External[i][j] != p.External[j][i] {
					t.Fatalf("seed %d: Σ⁺ is not symmetric", seed)
				}
				z.SetSym(i, j, p.External[i][j]/p.Attributes[i].Scale/p.Attributes[j].Scale)
			}
		}
		var e mat.EigenSym
		e.Factorize(z, false)
		if low := e.Values(nil)[0]; low < -1e-9*float64(n) {
			t.Fatalf("seed %d: Σ⁺ has eigenvalue %g", seed, low)
		}
	}
}

// TestScore: the Scoring objective is set for Scoring alone, and made of σ² as
// it is before the projection (S&K Algorithm 1, lines 7-8).
func TestScore(t *testing.T) {
	compared, cut := 0, 0
	for r, seed := range results(t, 150, fresh.Seed(t, 3000)) {
		full, scoring := r.At(selection.Full, r.Max), r.At(selection.Scoring, r.Max)
		if !math.IsNaN(full.Score) || math.IsNaN(scoring.Score) {
			t.Fatalf("seed %d: scores %g of full and %g of scoring", seed, full.Score, scoring.Score)
		}
		if r.PSDCut > 0 {
			cut++
		}
		var want float64
		for a, n := range scoring.Repeats {
			if at := &r.Attributes[a]; n > 0 {
				variance := at.Sigma2 + at.V/float64(n)
				if at.Once {
					variance = at.T * at.T // of one judgment
				}
				want += at.B * at.B / (variance + r.Settings.Ridge*at.T*at.T)
				compared++
			}
		}
		if !near(scoring.Score, want, want, 1e-9) {
			t.Fatalf("seed %d: score %g, by definition %g", seed, scoring.Score, want)
		}
	}
	if fresh.Fixed() && (compared < 200 || cut < 50) {
		t.Errorf("only %d terms compared, %d worlds with a projection that cuts", compared, cut)
	}
}

// TestGains: a gain is what the objective rises by with one judgment more, per
// unit of cost, for excluded attributes too.
func TestGains(t *testing.T) {
	compared, excluded := 0, 0
	for r, seed := range results(t, 100, fresh.Seed(t, 4000)) {
		for _, alg := range algorithms() {
			s := r.At(alg, r.FirstBudget())
			before, ok := objective(r, s.Repeats)
			if !ok {
				continue
			}
			for a, gain := range r.Gains(&s) {
				at := &r.Attributes[a]
				if at.Status != 0 {
					if gain != 0 {
						t.Fatalf("seed %d: gain %g of unusable %s", seed, gain, at.Name)
					}
					continue
				}
				more := slices.Clone(s.Repeats)
				more[a]++
				after, ok := objective(r, more)
				if !ok {
					continue
				}
				compared++
				if at.Excluded {
					excluded++
				}
				if want := (after - before) / at.Price.Float(); !near(gain, want, max(r.LabelVar, after)/at.Price.Float(), 1e-7) {
					t.Fatalf("seed %d %s: gain of %s is %g, by definition %g", seed, alg, at.Name, gain, want)
				}
			}
		}
	}
	if fresh.Fixed() && (compared < 300 || excluded < 30) {
		t.Errorf("only %d gains compared, %d of excluded attributes", compared, excluded)
	}
}

// objective is bᵀM⁻¹b of repeats, ridge included, in standardised units, and false where M is
// too ill-conditioned to tell.
func objective(r *Result, repeats []int) (float64, bool) {
	var p model.Predictor
	d := len(repeats)
	for a, n := range repeats {
		if at := &r.Attributes[a]; n > 0 {
			v := at.V
			if at.Once {
				v = 0 // Σ has the variance of one judgment
			}
			p.Attributes = append(p.Attributes, model.PredictorAttribute{
				Repeats: n, InternalVariance: v, LabelCovariance: at.B, Scale: at.T,
			})
			var row []float64
			for c, k := range repeats {
				if k > 0 {
					x := r.projected.Sigma[a*d+c]
					if c == a && r.projected.Unsure != nil {
						x += r.projected.Unsure[a] * at.T * at.T
					}
					row = append(row, x)
				}
			}
			p.External = append(p.External, row)
		}
	}
	if len(p.Attributes) == 0 {
		return 0, true
	}
	m, b := system(&p, r.Settings.Ridge)
	var f mat.Cholesky
	if !f.Factorize(m) || f.Cond() > 1e6 {
		return 0, false
	}
	var w mat.VecDense
	if err := f.SolveVecTo(&w, b); err != nil {
		return 0, false
	}
	return mat.Dot(&w, b), true
}

// TestPath: the steps buy the selection, each at its price, and end at its loss.
func TestPath(t *testing.T) {
	for r, seed := range results(t, 100, fresh.Seed(t, 5000)) {
		for _, alg := range algorithms() {
			for _, budget := range someBudgets(r) {
				s := r.At(alg, budget)
				if !fresh.Fixed() && s.Loss < -1e3*r.LabelVar {
					continue // of a system singular but for rounding
				}
				bought := make([]int, len(s.Repeats))
				var spent model.Amount
				loss := r.LabelVar
				for _, step := range r.Path(&s) {
					bought[step.Attribute]++
					spent += r.Attributes[step.Attribute].Price
					if step.Spent != spent || r.Settings.Ridge == 0 && step.Loss > loss+1e-9*max(r.LabelVar, -loss) {
						t.Fatalf("seed %d %s: step %+v after spending %s at loss %g", seed, alg, step, spent, loss)
					}
					loss = step.Loss
				}
				if !slices.Equal(bought, s.Repeats) || spent != s.Spent || !near(loss, s.Loss, max(r.LabelVar, -loss), rounding()) {
					t.Fatalf("seed %d %s B=%s: path to %v for %s at %g, selection %v for %s at %g",
						seed, alg, budget, bought, spent, loss, s.Repeats, s.Spent, s.Loss)
				}
			}
		}
	}
}

// TestAtOnAndOffTheGrid: a budget's selection does not depend on the range
// that was computed, nor on whether the budget is one of its points.
func TestAtOnAndOffTheGrid(t *testing.T) {
	for r, seed := range results(t, 60, fresh.Seed(t, 6000)) {
		if r.Step == 0 {
			continue
		}
		wide := solve(t, r.Data(), Request{Settings: r.Settings, Range: r.Max * 4, Reach: r.Max*4 + 7})
		narrow := solve(t, r.Data(), Request{Settings: r.Settings, Range: 1})
		for _, alg := range algorithms() {
			budgets, losses := r.Curve(alg)
			for _, b := range append(someBudgets(r), budgets[len(budgets)/2], budgets[len(budgets)-1]) {
				s := r.At(alg, b)
				for _, other := range []*Result{wide, narrow} {
					if o := other.At(alg, b); !slices.Equal(o.Repeats, s.Repeats) || o.Spent != s.Spent || !near(o.Loss, s.Loss, r.LabelVar, 1e-9) {
						t.Fatalf("seed %d %s B=%s: %v of a range to %s, %v of one to %s", seed, alg, b, s.Repeats, r.Max, o.Repeats, other.Max)
					}
				}
				if i := slices.Index(budgets, b); i >= 0 && s.Loss != losses[i] {
					t.Fatalf("seed %d %s B=%s: loss %g, on the curve %g", seed, alg, b, s.Loss, losses[i])
				}
			}
		}
	}
}

func TestAtUnknownAlgorithm(t *testing.T) {
	for r := range results(t, 1, 1) {
		defer func() {
			if recover() == nil {
				t.Error("no panic")
			}
		}()
		r.At("simplex", 1)
	}
}

func TestSelectionFigures(t *testing.T) {
	s := Selection{Loss: 4, labelVar: 16}
	if s.RMSE() != 2 || s.R2() != .75 || s.Optimistic() {
		t.Errorf("rmse %g, R² %g, optimistic %v", s.RMSE(), s.R2(), s.Optimistic())
	}
	s.Loss = -4
	if s.RMSE() != 0 || s.R2() != 1.25 || !s.Optimistic() {
		t.Errorf("below 0: rmse %g, R² %g, optimistic %v", s.RMSE(), s.R2(), s.Optimistic())
	}
	s.Loss = 0
	if s.Optimistic() {
		t.Error("a loss of 0 is below 0")
	}
}
