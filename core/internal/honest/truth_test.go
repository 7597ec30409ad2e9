package honest_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"fms-tui/core/internal/moments"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// population is a factor model of which every moment is known: truths L·f, a
// label c·f + noise, judgments truth + noise of variance v. All means are 0.
type population struct {
	loading    [][]float64
	label      []float64
	labelNoise float64
	v          []float64
}

func newPopulation(d int, rng *rand.Rand) population {
	const factors = 3
	p := population{label: make([]float64, factors), labelNoise: .8}
	for n := range p.label {
		p.label[n] = rng.NormFloat64()
	}
	for range d {
		row := make([]float64, factors)
		for n := range row {
			row[n] = .5 * rng.NormFloat64()
		}
		p.loading = append(p.loading, row)
		p.v = append(p.v, .5+2*rng.Float64())
	}
	return p
}

func (p population) draw(m, k int, rng *rand.Rand) *model.Dataset {
	b := new(model.Builder)
	label := b.AddLabel("y")
	for i := range m {
		o := b.Object(fmt.Sprintf("object %d", i))
		f := make([]float64, len(p.label))
		y := p.labelNoise * rng.NormFloat64()
		for n := range f {
			f[n] = rng.NormFloat64()
			y += p.label[n] * f[n]
		}
		b.SetLabel(label, o, y)
		for a, row := range p.loading {
			truth := 0.0
			for n, l := range row {
				truth += l * f[n]
			}
			for range k {
				b.Add(o, b.Attribute(fmt.Sprintf("a%d", a)), model.NoRater, truth+math.Sqrt(p.v[a])*rng.NormFloat64())
			}
		}
	}
	return b.Build()
}

// loss is the true loss (the label's variance for no weights), on new objects judged r times, of weights in the
// attributes' own units with the intercept that is learned with them.
func (p population) loss(w []float64, r []int, m *moments.Moments) float64 {
	loss, off := p.labelNoise*p.labelNoise, m.LabelMean
	rest := append([]float64(nil), p.label...)
	for a, x := range w {
		if x == 0 {
			continue
		}
		for n, l := range p.loading[a] {
			rest[n] -= x * l
		}
		loss += x * x * p.v[a] / float64(r[a])
		off -= x * m.Attr[a].Mean
	}
	for _, x := range rest {
		loss += x * x
	}
	return loss + off*off
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
			pop := newPopulation(d, rng)
			ds := pop.draw(m, k, rng)
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
			vary := pop.loss(nil, nil, new(moments.Moments))
			projected.add(c.Loss / vary)
			truth.add(pop.loss(w, c.Repeats(d), all) / vary)

			want := 0.0 // of the training parts' predictors
			for f := range l.folds {
				o := l.fold(f)
				q := o.problem(t, terms, alg)
				w, r := o.choose(q, curve(t, q, alg).At(budget))
				want += float64(m-len(o.ds.Objects)) / m * pop.loss(w, r, o.train)
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
		if covered < .9*sets {
			t.Errorf("%s: want at least .90", text)
		}
	}
}
