package honest_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// trueLoss is the true loss of weights that were learned with these means.
func trueLoss(p simulate.Factors, w []float64, r []int, m *moments.Moments) float64 {
	return p.Loss(w, r, m.LabelMean, func(a int) float64 { return m.Attr[a].Mean })
}

// average is a mean over simulated data sets.
type average struct{ n, sum, squares float64 }

func (a *average) add(x float64) {
	a.n++
	a.sum += x
	a.squares += x * x
}

func (a *average) mean() float64 { return a.sum / a.n }

func (a *average) se() float64 {
	m := a.mean()
	return math.Sqrt((a.squares/a.n - m*m) / (a.n - 1))
}

// TestHonestOfWhatWasChosen: with few objects the projected loss of chosen
// repeats is far too low. The honest loss is, on average, exactly the true loss
// of what the training parts choose, and it says rightly how much it varies.
func TestHonestOfWhatWasChosen(t *testing.T) {
	const m, d, k, sets = 80, 12, 2, 180
	budget := model.Units(20)
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 20), 13))
	for _, alg := range []selection.Algorithm{selection.Full, selection.Scoring} {
		var projected, truth, honestLoss, off, share average
		covered := 0.0
		for range sets {
			pop := simulate.NewFactors(d, rng)
			ds := pop.Draw(m, k, rng)
			terms := equalTerms(ds)
			l := newLiteral(ds, model.RatersPaper, model.ProjectScaled, 10)

			src := source(ds, model.RatersPaper, model.ProjectScaled)
			all := src.Blocks.Moments(src.Sums)
			whole := selection.NewProblem(all, all.Project(model.ProjectScaled), terms.Price, terms.Limits, terms.Excluded)
			c := curve(t, whole, alg).At(budget)
			w, _ := whole.Weights(&c)
			for a := range w {
				w[a] /= all.Attr[a].T
			}
			vary := trueLoss(pop, nil, nil, new(moments.Moments))
			projected.add(c.Loss / vary)
			truth.add(trueLoss(pop, w, c.Repeats(d), all) / vary)

			want := 0.0 // of the training parts' predictors
			for f := range l.folds {
				o := l.fold(f)
				q := o.problem(t, terms, alg)
				w, r := o.choose(q, curve(t, q, alg).At(budget))
				want += float64(m-len(o.ds.Objects)) / m * trueLoss(pop, w, r, o.train)
			}
			p := parts(t, src, 10)
			e := p.Estimate(along(t, run(t, p, terms, alg, []model.Amount{budget}), []model.Amount{budget})[0])
			honestLoss.add(e.Loss / vary)
			off.add((e.Loss - want) / vary)
			share.add(e.SE / vary)
			if math.Abs(e.Loss-want) <= 2*e.SE {
				covered++
			}
		}
		text := fmt.Sprintf("%s: projected %.3f, true %.3f, honest %.3f Var(y), ± %.3f, off by %+.4f ± %.4f, covered %.2f",
			alg, projected.mean(), truth.mean(), honestLoss.mean(), share.mean(), off.mean(), off.se(), covered/sets)
		if fresh.Fixed() && projected.mean() > .8*truth.mean() {
			t.Errorf("%s: the projected loss is not optimistic: the test lost its power", text)
		}
		if !(math.Abs(off.mean()) <= 4*off.se()) {
			t.Errorf("%s: the honest loss is biased", text)
		}
		if !(math.Abs(honestLoss.mean()-truth.mean()) <= .4*(truth.mean()-projected.mean())) {
			t.Errorf("%s: the honest loss does not tell the truth", text)
		}
		// The paper's b is unstable at this budget: losses of different folds err together,
		// which blocks cannot show. core's TestStandardErrors is about b̃, the default.
		if covered < .8*sets {
			t.Errorf("%s: want at least .80", text)
		}
	}
}
