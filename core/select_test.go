package core

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fms-tui/core/internal/simulate"
	"fms-tui/core/report/figure"
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
				if math.IsNaN(s.Score) != (alg != selection.Scoring) {
					t.Fatalf("seed %d %s B=%s: a score of %g", seed, alg, budget, s.Score)
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
			limit.Max = r.limits.Max[a]
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
		if r.limits.Min[a] != limit.Min || r.limits.Max[a] != limit.Max || limit.Max > 0 && n > limit.Max ||
			s.Spent > 0 && at.Selectable() && n < limit.Min {
			t.Errorf("%s is bought %d times, limited to %q by settings of %q", at.Name, n, limit, r.Settings.Limit(at.Name))
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

// TestShrunk: b̃ in own units is the problem's b̃ times t. Attributes that are left out
// have none, and --shrink none has none.
func TestShrunk(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 60, Attributes: 5, K: 2, Raters: 20}, 3)
	out := ds.Attributes[1]
	r := solve(t, ds, Request{Settings: model.Settings{}.WithExcluded(out, true)})
	plain := solve(t, ds, Request{Settings: model.Settings{Shrink: model.ShrinkNone}.WithExcluded(out, true)})
	for a := range r.Attributes {
		at := &r.Attributes[a]
		b, tau, share := r.Shrunk(a)
		if none, prior, left := plain.Shrunk(a); !math.IsNaN(none) || !math.IsNaN(prior) || !math.IsNaN(left) {
			t.Errorf("attribute %d under none: %g, %g, %g", a, none, prior, left)
		}
		if a == 1 {
			if !math.IsNaN(b) {
				t.Errorf("of an excluded attribute: %g", b)
			}
			continue
		}
		if want := r.problem.B[0][a] * at.T; b != want || !(tau > 0) || share != want/at.B {
			t.Errorf("attribute %d: %g of τ %g, want b̃ %g of b %g", a, b, tau, want, at.B)
		}
		if at.B != plain.Attributes[a].B || b == at.B {
			t.Errorf("attribute %d: b %g, the paper's %g, b̃ %g", a, at.B, plain.Attributes[a].B, b)
		}
	}
}

// TestUnavailableAlgorithm: an algorithm that does not exist, or that these data
// lack something for, is an error where it is wanted, whatever else is optional.
func TestUnavailableAlgorithm(t *testing.T) {
	judged := NewStudy(panelData(40))
	f, err := judged.Moments(context.Background(), "")
	if err != nil {
		t.Fatal(err)
	}
	stored := OpenMoments(f, nil)
	for _, c := range []struct {
		study     *Study
		algorithm selection.Algorithm
		want      string
	}{
		{judged, "nonsense", "nonsense"},
		{judged, "single=gone", "gone"},
		{stored, selection.Copies, "copies"},
	} {
		for _, optional := range [][]selection.Algorithm{nil, selection.AllAlgorithms(), {c.algorithm}} {
			_, err := c.study.Solve(context.Background(), Request{Algorithms: []selection.Algorithm{c.algorithm}, Optional: optional})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s with %v: %v", c.algorithm, optional, err)
			}
		}
	}
	r, err := stored.Solve(context.Background(), Request{Optional: selection.AllAlgorithms()})
	if err != nil || r.Has(selection.Copies) || r.Refused(selection.Copies) == nil || !slices.Contains(r.Algorithms(), selection.Exchange) {
		t.Errorf("optional algorithms: %v", err)
	}
}

// haloCrowd are objects whose two attributes the given number of raters judged, each
// with the same error on both. Without rater ids these errors seem to average out.
func haloCrowd(objects, raters int, named bool) *model.Dataset {
	b := new(model.Builder)
	label := b.AddLabel("y")
	random := rand.New(rand.NewPCG(3, 4))
	for i := range objects {
		o := b.Object(strconv.Itoa(i))
		z := random.NormFloat64()
		for j := range raters {
			halo := 2 * random.NormFloat64()
			w := model.NoRater
			if named {
				w = b.RaterID(fmt.Sprint("w", (3*i+j)%20))
			}
			b.Add(o, b.Attribute("a"), w, z+halo+.5*random.NormFloat64())
			b.Add(o, b.Attribute("b"), w, z+halo+.5*random.NormFloat64())
		}
		b.SetLabel(label, o, z)
	}
	return b.Build()
}

// pickOf is what Full chooses at a budget, seen.
func pickOf(t *testing.T, ds *model.Dataset, s model.Settings, budget int) Pick {
	t.Helper()
	tuning, err := NewStudy(ds).Tune(context.Background(), Request{Settings: s}, 5)
	if err != nil {
		t.Fatal(err)
	}
	p := tuning.At(selection.Full, model.Units(budget))
	if len(p.Warnings()) > 0 && p.Warnings()[0].Code == "refuted" {
		t.Error("refuted before anything is seen")
	}
	if err := p.See(context.Background()); err != nil {
		t.Fatal(err)
	}
	return p
}

// TestBeyondCells: more repeats than a cell holds are said, as many are not.
func TestBeyondCells(t *testing.T) {
	ds := haloCrowd(200, 2, true)
	for budget, want := range map[int]bool{4: false, 9: true} {
		p := pickOf(t, ds, model.Settings{}.WithLimit("a", model.Limit{Min: 2}).WithLimit("b", model.Limit{Min: 2}), budget)
		at := p.BeyondCells(&p.Selection)
		if got := strings.Contains(strings.Join(codesOf(p.Warnings()), " "), "beyond-cells"); got != want || at >= 0 != want {
			t.Errorf("B = %d, repeats %v: warned %v", budget, p.Selection.Repeats, got)
		}
		said := strings.Contains(strings.Join(p.Remarks(), ""), "extrapolated: ")
		if said != want {
			t.Errorf("B = %d: %q", budget, p.Remarks())
		}
		if want && p.Selection.Repeats[at] != slices.Max(p.Selection.Repeats) {
			t.Errorf("repeats %v, the most are of %d", p.Selection.Repeats, at)
		}
	}
}

// TestPredictorOfForm holds the covariance of errors of one rater that a
// predictor of a form needs, and that singles have none.
func TestPredictorOfForm(t *testing.T) {
	ds := haloCrowd(300, 2, true)
	p := pickOf(t, ds, model.Settings{}.WithLimit("a", model.Limit{Min: 1}).WithLimit("b", model.Limit{Min: 1}), 4)
	halo := p.Predictor().Design.Halo
	if len(halo) != 2 || halo[0][0] != p.Attributes[0].V || math.Abs(halo[0][1]-4) > .8 {
		t.Errorf("C+ is %v, of errors that share a variance of 4", halo)
	}
	p = pickOf(t, ds, model.Settings{Design: model.Design{Kind: model.DesignSingle}}, 4)
	if d := p.Predictor().Design; d.Halo != nil {
		t.Errorf("singles share %v", d.Halo)
	}
}

// TestRefuted: the pilot's own judgments refute that errors of one rater average out.
// They do not refute the projection of the form, and refute nothing if few objects hold
// the judgments.
func TestRefuted(t *testing.T) {
	ds := haloCrowd(600, 6, false)
	both := model.Settings{}.WithLimit("a", model.Limit{Min: 1, Max: 1}).WithLimit("b", model.Limit{Min: 1, Max: 1})
	single, form := both, both
	single.Design.Kind, form.Design.Kind = model.DesignSingle, model.DesignForm
	p := pickOf(t, ds, single, 2)
	text := fmt.Sprintf("refuted by your own data: honest R² %s, seen %s on 600 objects",
		figure.Share(p.Selection.R2At(p.Estimate().Loss)), figure.Share(p.Selection.R2At(p.Seen.Loss)))
	if p.Refutation() != text || p.Warnings()[0].Code != "refuted" || !strings.HasPrefix(p.Warnings()[0].Message, text) {
		t.Errorf("%+v: %q, %v; want %q", p.Seen, p.Refutation(), p.Warnings(), text)
	}
	if p.Predictor().Warnings[0].Code != "refuted" {
		t.Errorf("the predictor is silent: %v", p.Predictor().Warnings)
	}
	f := pickOf(t, ds, form, 2)
	if f.Refutation() != "" || f.Seen.Objects != 600 || math.Abs(f.Seen.Off.Loss) > 3*f.Seen.Off.SE {
		t.Errorf("the form is refuted: %+v", f.Seen)
	}
	if few := pickOf(t, haloCrowd(25, 6, false), form, 2); few.Seen.Why == "" || few.Refutation() != "" {
		t.Errorf("25 objects: %+v", few.Seen)
	}
}
