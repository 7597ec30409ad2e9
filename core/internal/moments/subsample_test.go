package moments

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

var everyMode = []string{model.RatersPaper, model.RatersAware, model.RatersFixed}

// sampled are worlds as every mode takes them: panels are large enough to be
// fixed; drawn from a seed on.
func sampled(t *testing.T, first uint64, visit func(name string, ds *model.Dataset, whole *Blocks)) {
	t.Helper()
	ctx := context.Background()
	for w, seed := range simulate.Worlds(30, first) {
		for _, mode := range everyMode {
			if mode == model.RatersFixed {
				w.Raters, w.Anonymous, w.Objects = max(w.K+1, 3), 0, max(w.Objects, 30)
			}
			ds := simulate.Draw(w, seed)
			whole, err := Accumulate(ctx, ds, &ds.Labels[0], mode)
			if mode == model.RatersFixed { // whatever the raters judged
				whole, err = AccumulateWithOffsets(ctx, ds, &ds.Labels[0], func(int) bool { return true })
			}
			if err != nil {
				t.Fatal(err)
			}
			if s := whole.Union(nil); s.Objects >= 4 {
				visit(fmt.Sprintf("seed %d, %s", seed, mode), ds, whole)
			}
		}
	}
}

func everything(int) bool { return true }

// TestDrawIsADataSet: a pilot has the moments of a data set that holds its
// judgments and nothing else.
func TestDrawIsADataSet(t *testing.T) {
	sampled(t, fresh.Seed(t, 90), func(name string, ds *model.Dataset, whole *Blocks) {
		s := NewSampler(ds, &ds.Labels[0], whole, everything)
		rng := rand.New(rand.NewPCG(fresh.Seed(t, 2), 3))
		order := rng.Perm(s.Objects())
		u := s.Draw(order[:3*len(order)/4], 2, rng)
		if u.Repeated > 0 {
			t.Errorf("%s: %d of 2 judgments a cell were drawn again", name, u.Repeated)
		}
		pilot := written(u.v, ds)
		blocks, err := Accumulate(context.Background(), pilot, &pilot.Labels[0], whole.Mode)
		if whole.Mode == model.RatersFixed {
			blocks, err = Accumulate(context.Background(), pilot, &pilot.Labels[0], model.RatersAware)
			blocks.Mode, blocks.Severity = whole.Mode, nil // offsets were taken off already
		}
		if err != nil {
			t.Fatal(err)
		}
		compare(t, u.Moments, blocks.Moments(blocks.Union(nil)))
		if t.Failed() {
			t.Fatal(name)
		}
	})
}

// written is a view as a data set of its own.
func written(v *view, ds *model.Dataset) *model.Dataset {
	b := new(model.Builder)
	for _, name := range ds.Attributes {
		b.Attribute(name)
	}
	for _, id := range ds.Raters {
		b.RaterID(id)
	}
	y := b.AddLabel("y")
	for i := range v.y {
		o := b.Object(fmt.Sprint(i))
		b.SetLabel(y, o, v.y[i])
		for j := v.start[i]; j < v.start[i+1]; j++ {
			b.Add(o, int(v.attr[j]), v.rater[j], v.value[j])
		}
	}
	return b.Build()
}

// TestDrawCells: what is drawn is in the cell, none of it twice while the cell
// holds enough, each as often as another; and single judgments stay alone.
func TestDrawCells(t *testing.T) {
	const k = 3
	b := new(model.Builder)
	y := b.AddLabel("y")
	for o, n := range []int{1, 2, 3, 5} {
		b.Object(fmt.Sprint(o))
		b.SetLabel(y, o, float64(o))
		for a := range 2 {
			for j := range n {
				b.Add(o, b.Attribute(fmt.Sprint(a)), b.RaterID(fmt.Sprint(j)), float64(100*o+10*a+j))
			}
		}
	}
	ds := b.Build()
	whole, err := Accumulate(context.Background(), ds, &ds.Labels[0], model.RatersAware)
	if err != nil {
		t.Fatal(err)
	}
	s := NewSampler(ds, &ds.Labels[0], whole, everything)
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 7), 7))
	times := make(map[float64]int)
	const draws = 5000
	for range draws {
		u := s.Draw([]int{3, 0, 2, 1}, k, rng)
		if u.Judgments != 2*(3+1+3+3) || u.Repeated != 2 {
			t.Fatalf("%d judgments, %d drawn again", u.Judgments, u.Repeated)
		}
		for row, o := range []int{3, 0, 2, 1} {
			lo, hi := u.v.start[row], u.v.start[row+1]
			raters := make(map[int32][]int32)
			for j := lo; j < hi; j++ {
				x := u.v.value[j]
				if int(x)/100 != o || int(x)/10%10 != int(u.v.attr[j]) || int(x)%10 != int(u.v.rater[j]) {
					t.Fatalf("object %d has %g of attribute %d by %d", o, x, u.v.attr[j], u.v.rater[j])
				}
				times[x]++
				raters[u.v.attr[j]] = append(raters[u.v.attr[j]], u.v.rater[j])
			}
			first, second := raters[0], raters[1]
			slices.Sort(first)
			slices.Sort(second)
			if !slices.Equal(first, second) {
				t.Fatalf("the form of object %d is by %v and %v", o, first, second)
			}
			if o > 1 && len(slices.Compact(first)) != k {
				t.Fatalf("object %d was judged by %v", o, first)
			}
		}
	}
	for x, n := range times {
		want := map[int]float64{0: 1, 1: 1.5, 2: 1, 3: .6}[int(x)/100] * draws
		if !(math.Abs(float64(n)-want) <= 5*math.Sqrt(want)) {
			t.Errorf("judgment %g was drawn %d times, want %g", x, n, want)
		}
	}
}

// TestRest: objects that are left out of a pilot contribute what a fold does that
// is held out.
func TestRest(t *testing.T) {
	sampled(t, fresh.Seed(t, 90), func(name string, ds *model.Dataset, whole *Blocks) {
		folds := whole.Folds(3)
		if len(folds) < 2 {
			return
		}
		fold := folds[0]
		out := func(k int) bool { return slices.Contains(fold, k) }
		s := NewSampler(ds, &ds.Labels[0], whole, everything)
		var in, rest []int
		for n, i := range s.objects {
			if out(BlockOf(ds.Objects[i], len(whole.Block))) {
				rest = append(rest, n)
			} else {
				in = append(in, n)
			}
		}
		u := s.Draw(in, 2, rand.New(rand.NewPCG(5, 6)))
		train := *u.Moments
		train.Attr = slices.Clone(u.Moments.Attr)
		forms := s.Rest(rest).HeldOut(u)

		blocks := whole
		if whole.Mode == model.RatersFixed {
			// The offsets of the pilot's panel, from k = 2 drawn judgments.
			v := newView(ds, &ds.Labels[0], model.RatersFixed)
			v.leaveOut(out)
			v.value = u.Blocks.Panel.off(v)
			b, err := sumBlocks(context.Background(), v, model.RatersFixed, u.Blocks.Panel, false)
			if err != nil {
				t.Fatal(err)
			}
			b.Shift, b.ShiftY = whole.Shift, whole.ShiftY
			blocks = b
		}
		held := blocks.Union(out)
		for a := range train.Attr {
			if held.Attr[a].Objects == 0 {
				train.Attr[a].Status = NoJudgments
			}
			if got := u.Moments.Attr[a].Status; got != train.Attr[a].Status {
				t.Errorf("%s: attribute %d is %v after its rest was seen, want %v", name, a, got, train.Attr[a].Status)
			}
		}
		want := blocks.HeldOut(fold, &train, held)
		for n, k := range fold {
			sameForm(t, fmt.Sprintf("%s, block %d", name, k), forms[k], want[n])
			forms[k] = nil
		}
		if slices.ContainsFunc(forms, func(h *HeldOut) bool { return h != nil }) {
			t.Errorf("%s: a block without held-out objects contributes", name)
		}
	})
}

func sameForm(t *testing.T, name string, got, want *HeldOut) {
	t.Helper()
	if got == nil || got.Objects != want.Objects {
		t.Fatalf("%s: %+v, want %d objects", name, got, want.Objects)
	}
	quadratic, _ := got.matrices()
	wanted, _ := want.matrices()
	for what, pair := range map[string][2][]float64{
		"constant": {{got.Constant}, {want.Constant}}, "linear": {got.Linear, want.Linear},
		"quadratic": {quadratic, wanted}, "noise": {got.Noise, want.Noise},
	} {
		for i, w := range pair[1] {
			if g := pair[0][i]; !(math.Abs(g-w) <= 1e-7*(1+math.Abs(w))) {
				t.Errorf("%s: %s %d is %g, want %g", name, what, i, g, w)
				return
			}
		}
	}
}

// TestRestLacks: an attribute that nobody judged of the objects left out cannot
// be chosen, and puts no NaN into what others are worth.
func TestRestLacks(t *testing.T) {
	b := new(model.Builder)
	y := b.AddLabel("y")
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 8), 8))
	for o := range 20 {
		b.Object(fmt.Sprint(o))
		b.SetLabel(y, o, rng.NormFloat64())
		for a := range 2 {
			if b.Attribute(fmt.Sprint(a)); a == 0 || o < 10 {
				b.Add(o, a, model.NoRater, rng.NormFloat64())
				b.Add(o, a, model.NoRater, rng.NormFloat64())
			}
		}
	}
	ds := b.Build()
	whole, err := Accumulate(context.Background(), ds, &ds.Labels[0], model.RatersPaper)
	if err != nil {
		t.Fatal(err)
	}
	s := NewSampler(ds, &ds.Labels[0], whole, everything)
	u := s.Draw(numbers(12), 2, rng)
	if u.Moments.Attr[1].Status != Usable {
		t.Fatalf("%+v", u.Moments.Attr[1])
	}
	loss := 0.0
	for _, h := range s.Rest([]int{12, 13, 14, 15, 16, 17, 18, 19}).HeldOut(u) {
		if h != nil {
			loss += h.At(NewWeighing([]float64{1, 0}, []int{1, 0}, nil))
		}
	}
	if u.Moments.Attr[0].Status != Usable || u.Moments.Attr[1].Status != NoJudgments || math.IsNaN(loss) {
		t.Errorf("status %v and %v, loss %g", u.Moments.Attr[0].Status, u.Moments.Attr[1].Status, loss)
	}
}
