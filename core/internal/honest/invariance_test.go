package honest_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"

	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// plain is a world in which nothing ties and no matrix is near singular, so
// that rounding decides no choice.
var plain = simulate.World{
	Objects: 120, Attributes: 6, K: 3, Raters: 12, Ragged: .3, Missing: .1, Halo: .7, Severity: .5, Anonymous: .1, Unlabelled: .1,
}

// crossed runs all algorithms and returns their losses at some budgets, looked
// up and computed anew.
func crossed(t *testing.T, ds *model.Dataset, mode string) (all []honest.Loss) {
	t.Helper()
	budgets := units(0, 1, 2, 5, 9, 20)
	p := parts(t, source(ds, mode, model.ProjectScaled), 10)
	for _, a := range algorithms(ds) {
		r := run(t, p, equalTerms(ds), a, budgets)
		all = append(all, along(t, r, budgets)...)
		all = append(all, r.Projected(r.Chosen(model.Units(7))))
	}
	return all
}

// TestInvariance: the order of the objects, the zero of attributes and label and the
// units of attributes make no difference. Units of the label scale losses by their
// square.
func TestInvariance(t *testing.T) {
	as := func(ds *model.Dataset) func(_, j int) (float64, bool) {
		return func(_, j int) (float64, bool) { return ds.Value[j], true }
	}
	for seed := range fresh.Seeds(t, 0, 3) {
		w := plain
		if seed%3 == 2 { // complete
			w.Ragged, w.Missing, w.Anonymous, w.WholeForms = 0, 0, 0, true
		}
		ds := simulate.Draw(w, seed)
		n := len(ds.Objects)
		order := rand.New(rand.NewPCG(seed, 2)).Perm(n)
		for _, mode := range []string{model.RatersAware, model.RatersPaper} {
			want := crossed(t, ds, mode)
			for _, c := range []struct {
				name string
				ds   *model.Dataset
				unit float64
			}{
				{"objects in another order", copied(ds, order, as(ds), same), 1},
				{"attributes shifted", judged(ds, func(_, j int) (float64, bool) {
					return ds.Value[j] + 100*float64(ds.Attr[j]+1), true
				}), 1},
				{"attributes in other units", judged(ds, func(_, j int) (float64, bool) {
					a := int(ds.Attr[j])
					return ds.Value[j] * math.Pow(10, float64(5*a-12)), true
				}), 1},
				{"attributes reversed", judged(ds, func(_, j int) (float64, bool) {
					return ds.Value[j] * float64(1-2*(ds.Attr[j]%2)), true
				}), 1},
				{"label shifted", copied(ds, upTo(n), as(ds), func(y float64) float64 { return y - 1000 }), 1},
				{"label in other units", copied(ds, upTo(n), as(ds), func(y float64) float64 { return 1000 * y }), 1e6},
			} {
				got := crossed(t, c.ds, mode)
				for i := range want {
					var sum float64
					for _, x := range want[i] {
						sum += math.Abs(x)
					}
					for k := range want[i] {
						if !(math.Abs(got[i][k]/c.unit-want[i][k]) <= 1e-9*sum) {
							t.Fatalf("seed %d %s, %s: loss %d of block %d is %g, want %g", seed, mode, c.name, i, k, got[i][k]/c.unit, want[i][k])
						}
					}
				}
			}
		}
	}
}

// TestDeterminism: the number of processors changes no bit.
func TestDeterminism(t *testing.T) {
	ds := simulate.Draw(plain, 9)
	s := source(ds, model.RatersAware, model.ProjectScaled)
	want := crossed(t, ds, model.RatersAware)
	draw := func() (all []any) {
		for _, r := range resample(&s, 5, 30) {
			all = append(all, r.Moments, r.Projected)
		}
		return all
	}
	drawn := draw()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, n := range []int{1, 2, 7} {
		runtime.GOMAXPROCS(n)
		if got := crossed(t, ds, model.RatersAware); !reflect.DeepEqual(got, want) {
			t.Errorf("%d processors change the losses", n)
		}
		if !reflect.DeepEqual(draw(), drawn) {
			t.Errorf("%d processors change the replicates", n)
		}
	}
}

// simple draws objects of the given ids: two judgments of two attributes, of
// which the first says something about the label.
func simple(ids []string, seed uint64) *model.Dataset {
	rng := rand.New(rand.NewPCG(seed, 3))
	b := new(model.Builder)
	y := b.AddLabel("y")
	for _, id := range ids {
		o := b.Object(id)
		x, z := rng.NormFloat64(), rng.NormFloat64()
		b.SetLabel(y, o, x+.3*rng.NormFloat64())
		for range 2 {
			b.Add(o, b.Attribute("tells"), model.NoRater, x+.5*rng.NormFloat64())
			b.Add(o, b.Attribute("noise"), model.NoRater, z+.5*rng.NormFloat64())
		}
	}
	return b.Build()
}

// TestTooFew: too few objects, or too few folds, say so.
func TestTooFew(t *testing.T) {
	for _, c := range []struct {
		name  string
		ids   []string
		folds int
		want  string // "" where there is an honest loss
	}{
		{"nineteen objects", inBlocks(19, upTo(19)...), 10, "only 19 objects have the label and judgments: an honest loss needs at least 20"},
		{"twenty objects", inBlocks(20, upTo(20)...), 10, ""},
		{"one fold asked for", inBlocks(40, upTo(40)...), 1, "the 40 objects fall into a single fold: an honest loss needs at least 2"},
		{"all in one fold", inBlocks(40, 3, 13, 23, 33, 43), 10, "the 40 objects fall into a single fold: an honest loss needs at least 2"},
		{"all in one block", inBlocks(25, 7), 50, "the 25 objects fall into a single fold: an honest loss needs at least 2"},
		{"two blocks", inBlocks(25, 7, 8), 50, ""},
		{"no objects", nil, 10, "only 0 objects have the label and judgments: an honest loss needs at least 20"},
	} {
		ds := simple(c.ids, 1)
		p, err := honest.NewParts(context.Background(), source(ds, model.RatersPaper, model.ProjectScaled), c.folds)
		if c.want == "" {
			if err != nil || p == nil {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		var few honest.TooFewError
		if p != nil || !errors.As(err, &few) || few.Error() != c.want {
			t.Errorf("%s: %v, %v, want %q", c.name, p, err, c.want)
		}
	}
}

// TestFolds: any number of folds covers every object once; folds without
// objects are none.
func TestFolds(t *testing.T) {
	for _, c := range []struct {
		folds  int
		blocks []int
		want   int
	}{
		{2, upTo(50), 2},
		{10, upTo(50), 10},
		{50, upTo(50), 50},
		{60, upTo(50), 50},
		{10, []int{0, 1, 11, 22, 41}, 3},
		{2, []int{0, 1}, 2},
		{7, []int{48, 49}, 2},
	} {
		ds := simple(inBlocks(100, c.blocks...), 2)
		p := parts(t, source(ds, model.RatersPaper, model.ProjectScaled), c.folds)
		if p.Folds() != c.want || p.Blocks() != len(c.blocks) {
			t.Errorf("%d folds of blocks %v: got %d folds of %d blocks, want %d", c.folds, c.blocks, p.Folds(), p.Blocks(), c.want)
		}
	}
}

// TestCancelled ends the work at every possible point: what is returned is the
// context's error and nothing else.
func TestCancelled(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 60, Attributes: 3, K: 2, Raters: 5}, 3)
	s := source(ds, model.RatersAware, model.ProjectScaled)
	fixed := s
	fixed.Fixed = func(ctx context.Context, _ func(int) bool) (*moments.Blocks, error) { return s.Blocks, ctx.Err() }
	budgets, terms := units(1, 4, 9), equalTerms(ds)
	whole := parts(t, s, 5)
	for _, c := range []struct {
		name  string
		least int // questions
		work  func(ctx context.Context) error
	}{
		{"NewParts", 5, func(ctx context.Context) error {
			_, err := honest.NewParts(ctx, s, 5)
			return err
		}},
		{"NewParts, fixed", 10, func(ctx context.Context) error {
			_, err := honest.NewParts(ctx, fixed, 5)
			return err
		}},
		{"Run", 20, func(ctx context.Context) error {
			_, err := whole.Run(ctx, terms, selection.Full, budgets)
			return err
		}},
		{"Run of copies", 20, func(ctx context.Context) error {
			_, err := parts(t, s, 5).Run(ctx, terms, selection.Copies, budgets)
			return err
		}},
		{"Along", len(budgets), func(ctx context.Context) error {
			_, err := run(t, whole, terms, selection.Full, budgets).Along(ctx, budgets)
			return err
		}},
	} {
		for n := 0; ; n++ {
			err := c.work(simulate.Countdown(n))
			if err == nil {
				if n < c.least {
					t.Errorf("%s asked the context %d times only", c.name, n)
				}
				break
			}
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("%s, cancelled at %d: %v", c.name, n, err)
			}
		}
	}
}
