package core

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/simulate"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// drawScores draws n objects with one score a criterion, which share a factor with the label; the
// last criterion is noise.
func drawScores(seed uint64, n, d int) (x [][]float64, y []float64) {
	rng := rand.New(rand.NewPCG(seed, 1))
	for range n {
		f := rng.NormFloat64()
		row := make([]float64, d)
		for a := range row[:d-1] {
			row[a] = float64(a+1) + f*float64(a+1)/float64(d) + rng.NormFloat64()
		}
		row[d-1] = rng.NormFloat64()
		x, y = append(x, row), append(y, 10+f+.2*row[0]+.5*rng.NormFloat64())
	}
	return x, y
}

// judged are objects with labels; judge adds the judgments of each.
func judged(y []float64, judge func(b *model.Builder, i, o int)) *model.Dataset {
	b := new(model.Builder)
	label := b.AddLabel("y")
	for i := range y {
		o := b.Object(fmt.Sprint("o", i))
		b.SetLabel(label, o, y[i])
		judge(b, i, o)
	}
	return b.Build()
}

// sheet is a data set of such scores, whose attributes come in the given order.
func sheet(x [][]float64, y []float64, order ...int) *model.Dataset {
	if order == nil {
		for a := range x[0] {
			order = append(order, a)
		}
	}
	return judged(y, func(b *model.Builder, i, o int) {
		for _, a := range order {
			b.Add(o, b.Attribute(string(rune('a'+a))), model.NoRater, x[i][a])
		}
	})
}

// leastSquares fits y to some columns of x with an intercept: weights, means and ȳ.
func leastSquares(x [][]float64, y []float64, columns []int) (w, mean []float64, level float64) {
	level = stat.Mean(y, nil)
	mean = make([]float64, len(columns))
	if len(columns) == 0 {
		return nil, nil, level
	}
	design, target := mat.NewDense(len(x), len(columns), nil), mat.NewVecDense(len(y), nil)
	for k, a := range columns {
		for i := range x {
			mean[k] += x[i][a] / float64(len(x))
		}
		for i := range x {
			design.Set(i, k, x[i][a]-mean[k])
		}
	}
	for i := range y {
		target.SetVec(i, y[i]-level)
	}
	var v mat.VecDense
	if err := v.SolveVec(design, target); err != nil {
		panic(err)
	}
	return v.RawVector().Data, mean, level
}

func squared(x [][]float64, y []float64, columns []int, w, mean []float64, level float64) (sum float64) {
	for i := range x {
		e := y[i] - level
		for k, a := range columns {
			e -= w[k] * (x[i][a] - mean[k])
		}
		sum += e * e
	}
	return sum
}

// forward selects by least squares, step by step, the column that leaves least.
func forward(x [][]float64, y []float64, steps int) (path []int, loss []float64) {
	for range steps {
		best, least := -1, math.Inf(1)
		for a := range x[0] {
			if slices.Contains(path, a) {
				continue
			}
			columns := append(slices.Clone(path), a)
			w, mean, level := leastSquares(x, y, columns)
			if l := squared(x, y, columns, w, mean, level) / float64(len(x)); l < least {
				best, least = a, l
			}
		}
		path, loss = append(path, best), append(loss, least)
	}
	return path, loss
}

// crossValidated is the sum of the squared errors on the objects of each fold of what is chosen
// from, and fitted to, the others.
func crossValidated(x [][]float64, y []float64, choose func(x [][]float64, y []float64) []int) (sum float64) {
	for fold := range 10 {
		var in, out [][]float64
		var yin, yout []float64
		for i := range x {
			if moments.BlockOf(fmt.Sprint("o", i), 50)%10 == fold {
				out, yout = append(out, x[i]), append(yout, y[i])
			} else {
				in, yin = append(in, x[i]), append(yin, y[i])
			}
		}
		chosen := choose(in, yin)
		w, mean, level := leastSquares(in, yin, chosen)
		sum += squared(out, yout, chosen, w, mean, level)
	}
	return sum
}

// TestAskedOnceIsForwardSelection: of complete data with one judgment a cell, the paper's b
// gives forward selection by least squares, and the honest loss is cross-validation, both
// written literally.
func TestAskedOnceIsForwardSelection(t *testing.T) {
	for seed := range uint64(8) {
		x, y := drawScores(seed, 40+10*int(seed), 3+int(seed)%6)
		d := len(x[0])
		ds := sheet(x, y)
		if seed%2 == 1 { // three raters, each severe in his own way, make no difference
			ds = judged(y, func(b *model.Builder, i, o int) {
				rater := b.RaterID(fmt.Sprint("w", i%3))
				for a := range x[i] {
					x[i][a] += float64(i%3) / 2
					b.Add(o, b.Attribute(string(rune('a'+a))), rater, x[i][a])
				}
			})
		}
		r := solve(t, ds, Request{Settings: model.Settings{Shrink: model.ShrinkNone}})
		h := validate(t, r, 0, selection.Full)
		path, losses := forward(x, y, d)
		for steps := 1; steps <= d; steps++ {
			budget := model.Units(steps)
			s := r.At(selection.Full, budget)
			for a, n := range s.Repeats {
				if want := slices.Contains(path[:steps], a); (n == 1) != want || n > 1 {
					t.Fatalf("seed %d: budget %s buys %v, forward selection %v", seed, budget, s.Repeats, path[:steps])
				}
			}
			if !near(s.Loss, losses[steps-1], r.LabelVar, 1e-12) {
				t.Errorf("seed %d: projected loss %v at %s, of least squares %v", seed, s.Loss, budget, losses[steps-1])
			}
			sum := crossValidated(x, y, func(in [][]float64, y []float64) []int { chosen, _ := forward(in, y, steps); return chosen })
			if got, want := h.Raw(selection.Full, budget).Loss, sum/float64(len(x)); !near(got, want, r.LabelVar, 1e-12) {
				t.Errorf("seed %d: honest loss %v at %s, of cross-validation %v", seed, got, budget, want)
			}
		}
		if more := r.At(selection.Full, model.Units(10*d)); slices.Max(more.Repeats) > 1 {
			t.Errorf("seed %d: a large budget buys %v", seed, more.Repeats)
		}
	}
}

// TestAskedOnceFigures: what noise hides is unknown, the rest is not, and an answer follows:
// of judgments and of their moments, whatever the order of the columns.
func TestAskedOnceFigures(t *testing.T) {
	x, y := drawScores(3, 60, 4)
	r := solve(t, sheet(x, y), Request{})
	for a := range r.Attributes {
		at := &r.Attributes[a]
		for what, f := range map[string]float64{"v": at.V, "σ²": at.Sigma2, "noise": at.NoiseRatio(), "reliability": at.Reliability()} {
			if !math.IsNaN(f) {
				t.Errorf("%s of %s is %v", what, at.Name, f)
			}
		}
		if !at.Once || !at.Selectable() || r.limits.Max[a] != 1 || at.Unusable() != "" || math.IsNaN(at.Corr) {
			t.Errorf("%+v", at)
		}
	}
	if got := codesOf(own(r)); !slices.Contains(got, "asked-once") {
		t.Errorf("findings %q", got)
	}
	s := r.At(selection.Full, model.Units(2))
	p := r.Predictor(&s)
	if len(p.Attributes) != 2 || p.Attributes[0].InternalVariance != 0 || !(s.R2() > .2) {
		t.Errorf("%v of R² %v: %+v", s.Repeats, s.R2(), p)
	}
	direct := answers(t, NewStudy(sheet(x, y)), model.Settings{})
	if kept := answers(t, throughFile(t, NewStudy(sheet(x, y))), model.Settings{}); !slices.Equal(direct, kept) {
		t.Errorf("of moments\n%s\nof judgments\n%s", strings.Join(kept, "\n"), strings.Join(direct, "\n"))
	}
	turned := solve(t, sheet(x, y, 3, 1, 0, 2), Request{})
	for budget := range 5 {
		s, o := r.At(selection.Full, model.Units(budget)), turned.At(selection.Full, model.Units(budget))
		for i, a := range []int{3, 1, 0, 2} {
			if s.Repeats[a] != o.Repeats[i] {
				t.Errorf("budget %d buys %v, in another order %v", budget, s.Repeats, o.Repeats)
			}
		}
	}
}

// TestAssumedReliability: with R assumed of single judgments v is (1-R)t² and σ² is Rt²; r of
// them leave what the formula says; and with one judgment each, nothing has changed.
func TestAssumedReliability(t *testing.T) {
	x, y := drawScores(7, 80, 3)
	ds := sheet(x, y)
	set := model.Settings{Shrink: model.ShrinkNone}
	once := solve(t, ds, Request{Settings: set})
	for a, reliability := range []float64{.3, .6, 1} {
		set = set.WithReliability(ds.Attributes[a], reliability)
	}
	r := solve(t, ds, Request{Settings: set})
	for a, want := range []float64{.3, .6, 1} {
		at := &r.Attributes[a]
		if !near(at.V, (1-want)*at.T*at.T, 1, 1e-12) || !near(at.Sigma2, want*at.T*at.T, 1, 1e-12) || !near(at.Reliability(), want, 1, 1e-12) ||
			at.Once || at.Noise() != "assumed" || r.limits.Max[a] != 0 {
			t.Errorf("R = %v: %+v", want, at)
		}
	}
	if got := codesOf(own(r)); slices.Contains(got, "asked-once") || !slices.Contains(got, "assumed-reliability") {
		t.Errorf("findings %q", got)
	}
	single := set
	single.MaxRepeats = 1
	limited := solve(t, ds, Request{Settings: single})
	h, ho := validate(t, limited, 0, selection.Full), validate(t, once, 0, selection.Full)
	for budget := range 4 {
		b := model.Units(budget)
		s, o := limited.At(selection.Full, b), once.At(selection.Full, b)
		if !near(s.Loss, o.Loss, r.LabelVar, 1e-12) || !near(h.Raw(selection.Full, b).Loss, ho.Raw(selection.Full, b).Loss, r.LabelVar, 1e-12) {
			t.Errorf("asked once, %v has a loss of %v and honestly %v, and without an assumption %v and %v",
				s.Repeats, s.Loss, h.Raw(selection.Full, b).Loss, o.Loss, ho.Raw(selection.Full, b).Loss)
		}
	}
	s := r.At(selection.Full, model.Units(12))
	p := r.Predictor(&s)
	loss, _ := literalLoss(&p)
	if slices.Max(s.Repeats) < 2 || !near(s.Loss, loss, r.LabelVar, 1e-9) || p.Attributes[0].AssumedReliability != .3 {
		t.Errorf("%v: projected loss %v, by the definition %v: %+v", s.Repeats, s.Loss, loss, p.Attributes[0])
	}
	direct := answers(t, NewStudy(ds), set)
	if kept := answers(t, throughFile(t, NewStudy(ds)), set); !slices.Equal(direct, kept) {
		t.Errorf("of moments\n%s\nof judgments\n%s", strings.Join(kept, "\n"), strings.Join(direct, "\n"))
	}
}

// TestAssumedInPlaceOfMeasured: an assumption about an attribute with repeats takes the place of
// what they show, which the finding names; the right assumption changes nothing.
func TestAssumedInPlaceOfMeasured(t *testing.T) {
	x, y := drawScores(9, 80, 4)
	ds := judged(y, func(b *model.Builder, i, o int) {
		for k, noise := range []float64{x[i][3], -x[i][3]} {
			b.Add(o, b.Attribute("a"), model.NoRater, x[i][0]+noise)
			b.Add(o, b.Attribute("b"), model.NoRater, x[i][1]+noise*float64(1+k))
		}
	})
	plain := solve(t, ds, Request{})
	at := &plain.Attributes[0]
	r := solve(t, ds, Request{Settings: model.Settings{}.WithReliability("a", at.Reliability())})
	if got := &r.Attributes[0]; !near(got.V, at.V, 1, 1e-12) || !near(got.Sigma2, at.Sigma2, 1, 1e-12) || got.Assumed != at.Reliability() {
		t.Errorf("the measured reliability assumed: %+v, measured %+v", got, at)
	}
	if got, want := r.At(selection.Full, model.Units(6)), plain.At(selection.Full, model.Units(6)); !slices.Equal(got.Repeats, want.Repeats) || !near(got.Loss, want.Loss, r.LabelVar, 1e-9) {
		t.Errorf("%v of loss %v, measured %v of %v", got.Repeats, got.Loss, want.Repeats, want.Loss)
	}
	low := solve(t, ds, Request{Settings: model.Settings{}.WithReliability("a", .1)})
	if low.Attributes[1].V != plain.Attributes[1].V {
		t.Error("an assumption about one attribute changes another")
	}
	if f := own(low)[slices.Index(codesOf(own(low)), string(model.CodeAssumedReliability)+"")]; !strings.Contains(f.Message, ".10 of a") || !strings.Contains(f.Message, "the judgments of a show "+figure.Share(at.Reliability())) {
		t.Errorf("%q", f.Message)
	}
}

// TestSecondRound: the objects are spread over the label, and each is asked once more of all
// that it was asked once; what that could bring is the honest loss under the assumption, or
// of asking once where that is less.
func TestSecondRound(t *testing.T) {
	x, y := drawScores(11, 90, 3)
	ds := judged(y, func(b *model.Builder, i, o int) {
		for k := range 2 {
			b.Add(o, b.Attribute("repeated"), model.NoRater, x[i][2]+float64(k))
		}
		b.Add(o, b.Attribute("a"), model.NoRater, x[i][0])
		if i%3 > 0 {
			b.Add(o, b.Attribute("b"), model.NoRater, x[i][1])
		}
	})
	pick := func(s *Study) *Pick {
		t.Helper()
		tuning, err := s.Tune(t.Context(), Request{Settings: model.Settings{}.WithCost("b", 3*model.Unit)}, 5)
		if err != nil {
			t.Fatal(err)
		}
		return &Pick{Result: tuning.Answers[0].Result, Honest: tuning.Answers[0].Honest, Selection: tuning.Answers[0].At(selection.Full, model.Units(2))}
	}
	p := pick(NewStudy(ds))
	round, err := p.SecondRound(t.Context(), 12, 5)
	if err != nil {
		t.Fatal(err)
	}
	if tr := &round.Plan.Training; tr.Objects != 12 || tr.Judgments != 24 || tr.Cost != model.Units(12+36) || len(tr.Tasks) != 24 || p.Attributes.OncePerObject() != 2 {
		t.Errorf("%d judgments of %d objects for %s, %d a new object", tr.Judgments, tr.Objects, tr.Cost, p.Attributes.OncePerObject())
	}
	var again, all []float64
	for i, object := range ds.Objects {
		if i%3 > 0 {
			all = append(all, y[i])
		}
		asked := 0
		for _, task := range round.Plan.Training.Tasks {
			if task.Object == object && task.Attribute != "repeated" && task.Judgments == 1 {
				asked++
			}
		}
		switch {
		case asked == 2 && i%3 > 0:
			again = append(again, y[i])
		case asked > 0:
			t.Errorf("%s, the %dth, is asked %d attributes again", object, i, asked)
		}
	}
	slices.Sort(again)
	slices.Sort(all)
	for k, value := range again { // one of each twelfth
		if value < all[k*60/12] || value > all[k*60/12+4] {
			t.Errorf("the %dth object has the label %v, its share is %v to %v", k, value, all[k*60/12], all[k*60/12+4])
		}
	}
	if want := []model.Amount{model.Units(2), model.Units(4), model.Units(8)}; !slices.Equal(round.Budgets, want) || len(round.Worth) != 4 {
		t.Fatalf("budgets %v, %d reliabilities", round.Budgets, len(round.Worth))
	}
	half := round.Worth[1]
	set := model.Settings{}.WithCost("b", 3*model.Unit).WithReliability("a", .5).WithReliability("b", .5)
	tuning, err := NewStudy(ds).Tune(t.Context(), Request{Settings: set, Budgets: round.Budgets}, 5)
	if err != nil {
		t.Fatal(err)
	}
	for i, b := range round.Budgets {
		want, once := tuning.Answers[0].Honest.At(selection.Full, b), round.Once[i]
		if once.Loss < want.Loss || !tuning.Answers[0].Honest.Possible(selection.Full, b) {
			want = once
		}
		if half.Reliability != .5 || !sameEstimate(half.Honest[i], want, p.LabelVar, 1e-12) {
			t.Errorf("at %s %v, want %v", b, half.Honest[i], want)
		}
	}
	if _, err := pick(throughFile(t, NewStudy(ds))).SecondRound(t.Context(), 5, 5); !errors.Is(err, model.ErrNeedsJudgments) {
		t.Errorf("of moments: %v", err)
	}
	if few, err := p.SecondRound(t.Context(), 500, 5); err != nil || few.Plan.Training.Objects != 90 || few.Plan.Training.Judgments != 90+60 {
		t.Errorf("of more objects than there are: %+v, %v", few, err)
	}
	whole := pick(NewStudy(crowd(60, func(b *model.Builder, i, o int) { fair(b, i, o, "b") })))
	if _, err := whole.SecondRound(t.Context(), 5, 5); err == nil || whole.Attributes.OncePerObject() != 0 {
		t.Error("data with repeats have a second round")
	}
}

// TestAskedOnceAmongRaters: the covariances of an attribute asked once are those between the
// judgments of one object, whoever gave them, without severity; others stay as they are.
func TestAskedOnceAmongRaters(t *testing.T) {
	x, y := drawScores(13, 60, 3)
	ds := judged(y, func(b *model.Builder, i, o int) {
		for k, shift := range []float64{0, .5, -1} {
			rater := b.RaterID(fmt.Sprint("w", (i+k)%5))
			if k == 0 {
				b.Add(o, b.Attribute("once"), rater, x[i][0])
			}
			b.Add(o, b.Attribute("twice"), rater, x[i][1]+shift*x[i][2])
			b.Add(o, b.Attribute("thrice"), rater, x[i][2]+shift*x[i][1])
		}
	})
	r := solve(t, ds, Request{Settings: model.Settings{Raters: model.RatersAware, Design: model.Design{Kind: model.DesignForm}}})
	var once, twice []float64
	for i := range y {
		once, twice = append(once, x[i][0]), append(twice, x[i][1]-.5/3*x[i][2])
	}
	n := float64(len(y))
	if got, want := r.known.all.Sigma[1], stat.Covariance(once, twice, nil)*(n-1)/n; !near(got, want, 1, 1e-12) {
		t.Errorf("covariance %v, between the means %v", got, want)
	}
	if got, want := r.known.all.Sigma[0], stat.Variance(once, nil)*(n-1)/n; !near(got, want, 1, 1e-12) {
		t.Errorf("variance %v, of a judgment %v", got, want)
	}
	if len(r.known.all.Borrowed) > 0 {
		t.Errorf("borrowed %v", r.known.all.Borrowed)
	}
	if measured := r.known.blocks.Halo(r.known.all, r.known.sums); measured.C[1] != 0 || measured.N[1] != 0 || len(measured.Unsupported) > 0 {
		t.Errorf("one rater's errors %v of %v, unknown %v", measured.C, measured.N, measured.Unsupported)
	}
	halo := r.learned.Halo()
	if slices.ContainsFunc(halo.C[:3], func(c float64) bool { return c != 0 }) || halo.C[1*3+2] == 0 {
		t.Errorf("one rater's errors share %v", halo.C)
	}
	others := judged(y, func(b *model.Builder, i, o int) {
		for k, shift := range []float64{0, .5, -1} {
			rater := b.RaterID(fmt.Sprint("w", (i+k)%5))
			b.Add(o, b.Attribute("twice"), rater, x[i][1]+shift*x[i][2])
			b.Add(o, b.Attribute("thrice"), rater, x[i][2]+shift*x[i][1])
		}
	})
	alone := solve(t, others, Request{Settings: r.Settings})
	for k, want := range alone.known.all.Sigma {
		if got := r.known.all.Sigma[(1+k/2)*3+1+k%2]; !near(got, want, 1, 1e-12) {
			t.Errorf("Σ of the others %v, alone %v", got, want)
		}
	}
}

// onceOnly is a data set of which some attributes keep the first judgment of each object.
func onceOnly(ds *model.Dataset, once func(a int) bool) *model.Dataset {
	b := new(model.Builder)
	y := b.AddLabel("y")
	copyNames(b, ds)
	for i, name := range ds.Objects {
		o := b.Object(name)
		if v := ds.Labels[0].Values[i]; !math.IsNaN(v) {
			b.SetLabel(y, o, v)
		}
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			if j > ds.Start[i] && ds.Attr[j] == ds.Attr[j-1] && once(int(ds.Attr[j])) {
				continue
			}
			b.Add(o, int(ds.Attr[j]), ds.Rater[j], ds.Value[j])
		}
	}
	return b.Build()
}

// TestAskedOnceHolds: under every design, of every algorithm, with gaps, raters and attributes
// that have repeats, an attribute asked once is bought at most once; losses are those of the
// weights and bounded; and moments answer like judgments.
func TestAskedOnceHolds(t *testing.T) {
	designs := []model.Design{
		{Kind: model.DesignSingle},
		{Kind: model.DesignForm},
		{Kind: model.DesignCall, Price: 2 * model.Unit},
		{Kind: model.DesignSheets, Sheets: []model.Sheet{{Name: "A", Attributes: []string{"a0", "a1", "a2"}}, {Name: "B", Attributes: []string{"a3", "a4"}, Price: model.Unit}}},
		{},
	}
	solved := 0
	for w, seed := range simulate.Worlds(4, 90) {
		rng := rand.New(rand.NewPCG(seed, 5))
		w.Objects = max(w.Objects, 40)
		all, some := rng.IntN(2) == 0, rng.Uint64()
		ds := onceOnly(simulate.Draw(w, seed), func(a int) bool { return all || some>>a&1 == 1 })
		if learnable(ds) < 30 {
			continue
		}
		for _, design := range designs {
			set := settings(ds, seed)
			set.Design, set.MaxRepeats, set.Shrink = design, 0, []string{model.ShrinkNone, model.ShrinkAuto}[rng.IntN(2)]
			for _, name := range ds.Attributes {
				set = set.WithLimit(name, model.Limit{})
			}
			if design.Kind != model.DesignSingle && set.Raters == model.RatersPaper {
				set.Raters = ""
			}
			r, err := NewStudy(ds).Solve(t.Context(), Request{Settings: set, Optional: baselines()})
			if err != nil {
				t.Logf("seed %d: %v", seed, err)
				continue
			}
			solved++
			h := validate(t, r, 5, r.Algorithms()...)
			for _, alg := range r.Algorithms() {
				for _, budget := range []model.Amount{r.FirstBudget(), 2 * r.UsualMax} {
					s := r.At(alg, budget)
					for a, n := range s.Repeats {
						if at := &r.Attributes[a]; at.Once && n > 1 || n > 0 && !at.Selectable() {
							t.Fatalf("seed %d, %s, %s: %d judgments of %s", seed, design, alg, n, at.Name)
						}
					}
					e, lb := h.At(alg, budget), r.Bound(budget)
					if math.IsNaN(s.Loss) || math.IsInf(s.Loss, 0) || h.Why == "" && (math.IsNaN(e.Loss) || math.IsInf(e.Loss, 0)) {
						t.Errorf("seed %d, %s, %s at %s: projected %v, honest %v", seed, design, alg, budget, s.Loss, e)
					}
					if lb > s.Loss+1e-6*r.LabelVar {
						t.Errorf("seed %d, %s, %s at %s: a loss of %v below the bound %v", seed, design, alg, budget, s.Loss, lb)
					}
					p := r.Predictor(&s)
					for _, x := range p.Attributes {
						if math.IsNaN(x.InternalVariance) || math.IsNaN(x.Weight) || x.AskedOnce && x.InternalVariance != 0 {
							t.Errorf("seed %d: %+v", seed, x)
						}
					}
				}
			}
		}
	}
	if solved == 0 {
		t.Error("nothing was solved")
	}
}
