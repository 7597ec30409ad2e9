package experiment_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"fms-tui/core/experiment"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/simulate"
	"fms-tui/core/regress"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

func protocol(t testing.TB, ds *model.Dataset, mode string) *experiment.Protocol {
	t.Helper()
	s := moments.NewSampler(ds, &ds.Labels[0], accumulate(t, ds, mode), func(int) bool { return true })
	test := max(5, s.Objects()/4)
	terms := equalTerms(ds)
	return &experiment.Protocol{
		Setup:      experiment.Setup{Sampler: s, Projection: model.ProjectScaled, Terms: terms, Designs: []experiment.Design{{Objects: s.Objects() - test, K: 2}}, Seed: 7},
		Algorithms: selection.AllAlgorithms(), Budgets: []model.Amount{model.Units(3), model.Units(9)}, Test: test, Splits: 4, Folds: 5,
	}
}

func testErrors(t testing.TB, p *experiment.Protocol) *experiment.TestErrors {
	t.Helper()
	e, err := p.Run(context.Background(), nil)
	if err != nil || e.Done != p.Splits {
		t.Fatalf("%d splits done: %v", e.Done, err)
	}
	return e
}

func arms(p *experiment.Protocol) (all []experiment.Arm) {
	for d := range p.Designs {
		for a := range p.Algorithms {
			for b := range p.Budgets {
				all = append(all, experiment.Arm{Design: d, Algorithm: a, Budget: b})
			}
		}
	}
	return all
}

// digest is all that test errors say.
func digest(e *experiment.TestErrors) string {
	text := fmt.Sprint(e.Done)
	for _, x := range arms(e.Protocol) {
		text += fmt.Sprintf("\n%v %+v %+v", x, e.At(x), e.Less(x, experiment.Arm{Design: x.Design, Budget: x.Budget}))
	}
	return text
}

// TestProtocolDeterministic: the result depends on the seed alone, not on
// processors, and what an algorithm comes to not on which others are asked for.
func TestProtocolDeterministic(t *testing.T) {
	ds := drawn(6, 60, 3)
	p := protocol(t, ds, model.RatersPaper)
	want := testErrors(t, p)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if got := testErrors(t, p); digest(got) != digest(want) {
		t.Errorf("on one processor\n%s\non several\n%s", digest(got), digest(want))
	}
	alone := *p
	alone.Algorithms = []selection.Algorithm{selection.Uniform}
	i := slices.Index(p.Algorithms, selection.Uniform)
	got, all := testErrors(t, &alone).At(experiment.Arm{Budget: 1}), want.At(experiment.Arm{Algorithm: i, Budget: 1})
	if fmt.Sprint(got) != fmt.Sprint(all) {
		t.Errorf("alone %+v, with others %+v", got, all)
	}
	other := *p
	other.Seed++
	if digest(testErrors(t, &other)) == digest(want) {
		t.Error("the seed changes nothing")
	}
}

func TestProtocolTooFewObjects(t *testing.T) {
	ds := drawn(3, 30, 2)
	p := protocol(t, ds, model.RatersPaper)
	p.Test++
	if _, err := p.Run(context.Background(), nil); err == nil || !strings.HasPrefix(err.Error(), "30 objects have the label and judgments, which do not split into ") {
		t.Errorf("%v", err)
	}
}

// TestProtocolWorlds: strange data and every mode of raters lead to numbers, or
// to a reason why there are none.
func TestProtocolWorlds(t *testing.T) {
	for w, seed := range simulate.Worlds(24, fresh.Seed(t, 500)) {
		w.Objects = max(w.Objects, 30)
		ds := simulate.Draw(w, seed)
		p := protocol(t, ds, []string{model.RatersPaper, model.RatersAware}[seed%2])
		if seed%3 == 0 {
			p.Ridges = []float64{0, .1}
		}
		if p.Designs[0].Objects < 2 {
			continue
		}
		e := testErrors(t, p)
		for _, x := range arms(p) {
			o := e.At(x)
			if o.Refused != nil {
				if a := p.Algorithms[x.Algorithm]; a != selection.Copies {
					t.Errorf("seed %d: %s is refused: %v", seed, a, o.Refused)
				}
				continue
			}
			if math.IsNaN(o.Projected.Loss) || math.IsNaN(o.Projected.SE) || o.Again < 0 || o.Again > 1 {
				t.Errorf("seed %d, %v: %+v", seed, x, o)
			}
		}
	}
}

// TestProtocolFixed: a panel's offsets are learned from the training part.
func TestProtocolFixed(t *testing.T) {
	w := simulate.World{Objects: 300, Attributes: 5, K: 3, Raters: 3, WholeForms: true, Severity: 3}
	ds := simulate.Draw(w, 3)
	p := protocol(t, ds, model.RatersFixed)
	p.Terms.Limits.Max = []int{3, 3, 3, 3, 3}
	fixed := testErrors(t, p)
	paper := testErrors(t, protocol(t, ds, model.RatersPaper))
	x := experiment.Arm{Budget: 1}
	if f, g := fixed.At(x).Refit.Loss, paper.At(x).Refit.Loss; !(f < g) {
		t.Errorf("with offsets of severe raters taken off %.3f, without %.3f", f, g)
	}
}

// literal is the paper's procedure for Full, step by step on the judgments, with
// nothing shared with the fast form but the shuffling of objects and judgments.
func literal(t *testing.T, order [][][]float64, y []float64, train, k int, budget int) (refit, projected float64, r []int) {
	t.Helper()
	d := len(order[0])
	b := new(model.Builder)
	label := b.AddLabel("y")
	for i := range train {
		o := b.Object(fmt.Sprint(i))
		b.SetLabel(label, o, y[i])
		for a := range d {
			for _, x := range order[i][a][:k] {
				b.Add(o, b.Attribute(fmt.Sprint(a)), model.NoRater, x)
			}
		}
	}
	pilot := b.Build()
	blocks := accumulate(t, pilot, model.RatersPaper)
	m := blocks.Moments(blocks.Union(nil))
	terms := equalTerms(pilot)
	q := selection.NewProblem(m, m.Project(model.ProjectScaled), terms.Price, terms.Limits, terms.Excluded)
	c, err := selection.NewCurve(context.Background(), q, selection.Full, []model.Amount{model.Units(budget)})
	if err != nil {
		t.Fatal(err)
	}
	all, _ := q.Weights(&c.Choices[0])
	w := all[0]
	r = c.Choices[0].Repeats(d)
	means := func(i int) (row []float64) {
		for a, n := range r {
			if n > 0 {
				var sum float64
				for j := range n {
					sum += order[i][a][j]
				}
				row = append(row, sum/float64(n))
			}
		}
		return row
	}
	var x []float64
	for i := range train {
		x = append(x, means(i)...)
	}
	fit, err := regress.LeastSquares(x, len(means(0)), y[:train])
	if err != nil {
		t.Fatal(err)
	}
	n := float64(len(y) - train)
	for i := train; i < len(y); i++ {
		row := means(i)
		e := y[i] - fit.At(row)
		refit += e * e / n
		e = y[i] - m.LabelMean
		at := 0
		for a, n := range r {
			if n > 0 {
				e -= w[a] / m.Attr[a].T * (row[at] - m.Attr[a].Mean)
				at++
			}
		}
		projected += e * e / n
	}
	return refit, projected, r
}

// TestProtocolOracle holds the protocol against the literal procedure, on the
// protocol's own order of objects and judgments.
func TestProtocolOracle(t *testing.T) {
	const d, held, m, train = 4, 40, 30, 22
	ds := drawn(d, m, held)
	for seed := range fresh.Seeds(t, 0, 8) {
		p := protocol(t, ds, model.RatersPaper)
		p.Algorithms, p.Budgets = []selection.Algorithm{selection.Full}, []model.Amount{model.Units(12)}
		p.Designs, p.Test, p.Splits, p.Seed = []experiment.Design{{Objects: train, K: 3}}, m-train, 1, seed
		e := testErrors(t, p).At(experiment.Arm{})
		order, y := shuffled(p, d)
		refit, projected, r := literal(t, order, y, train, 3, 12)
		if !(math.Abs(e.Refit.Loss-refit) <= 1e-9*refit) || !(math.Abs(e.Projected.Loss-projected) <= 1e-9*projected) {
			t.Errorf("seed %d: test errors %g and %g, step by step %g and %g with repeats %v", seed, e.Refit.Loss, e.Projected.Loss, refit, projected, r)
		}
		if fresh.Fixed() && slices.Max(r) <= 3 {
			t.Errorf("seed %d: repeats %v ask for no further judgments, which tests nothing", seed, r)
		}
	}
}

// shuffled are the objects and judgments of the first split in their order.
func shuffled(p *experiment.Protocol, d int) (order [][][]float64, y []float64) {
	rng := rand.New(rand.NewPCG(p.Seed, 0))
	s := p.Sampler.Shuffle(rng.Perm(p.Sampler.Objects()), rng)
	n := make([][]int, d)
	for a := range n {
		for i := range 40 {
			n[a] = append(n[a], i+1)
		}
	}
	revealed := s.Reveal(n, nil)
	for i := range revealed.Objects() {
		y = append(y, revealed.Label(i))
		cells := make([][]float64, d)
		for a := range cells {
			before := 0.0
			for _, k := range n[a] {
				mean, _ := revealed.Mean(i, a, k)
				cells[a] = append(cells[a], mean*float64(k)-before)
				before = mean * float64(k)
			}
		}
		order = append(order, cells)
	}
	return order, y
}

// TestProtocolHonest: training parts have an honest loss where folds are asked
// for, and are large enough.
func TestProtocolHonest(t *testing.T) {
	ds := drawn(4, 80, 3)
	for _, c := range []struct {
		folds, train int
		want         bool
	}{{0, 60, false}, {5, 60, true}, {5, 10, false}} {
		p := protocol(t, ds, model.RatersPaper)
		p.Folds, p.Designs, p.Splits = c.folds, []experiment.Design{{Objects: c.train, K: 2}}, 2
		p.Algorithms = []selection.Algorithm{selection.Full}
		if got := testErrors(t, p).At(experiment.Arm{Budget: 1}).Honest; math.IsNaN(got) == c.want {
			t.Errorf("%+v: honest loss %g", c, got)
		}
	}
}
