package core

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/core/subset"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// TestCompleteCells: the settings' label and attributes are learned from; what cannot be
// says why.
func TestCompleteCells(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 120, Attributes: 4, K: 2}, 3)
	name := ds.Attributes[1]
	r := solve(t, ds, Request{Settings: model.Settings{}.WithExcluded(name, true)})
	c, err := r.CompleteCells()
	if err != nil {
		t.Fatal(err)
	}
	if c.Len() != 120 || c.Attributes() != 3 || slices.Contains(c.Names, name) || c.LabelName() != ds.Labels[0].Name {
		t.Errorf("%d objects, %v", c.Len(), c.Names)
	}
	few := simulate.Draw(simulate.World{Objects: 12, Attributes: 3, K: 2}, 3)
	if _, err := solve(t, few, Request{}).CompleteCells(); err == nil || !strings.Contains(err.Error(), "at least 20 are needed") {
		t.Error(err)
	}
}

// TestBallots: votes are 0 and 1, of an object several; the other attributes that
// the settings leave in are features.
func TestBallots(t *testing.T) {
	b := new(model.Builder)
	y := b.AddLabel("y")
	for i := range 30 {
		o := b.Object(string(rune('A' + i)))
		b.SetLabel(y, o, float64(i%7))
		for k, w := range []int32{b.RaterID("u"), b.RaterID("v")} {
			b.Add(o, b.Attribute("voted"), w, float64((i/(1+k))%2))
			b.Add(o, b.Attribute("half"), w, float64((i+k)%3)/2)
			b.Add(o, b.Attribute("size"), w, float64(i%5+k))
			b.Add(o, b.Attribute("out"), w, float64(i%4+k))
		}
		b.Add(o, b.Attribute("once"), b.RaterID("u"), float64(i%2))
	}
	s := NewStudy(b.Build())
	if got := s.VotedOn(); !slices.Equal(got, []string{"voted"}) {
		t.Errorf("voted on are %q", got)
	}
	r, err := s.Solve(t.Context(), Request{Settings: model.Settings{}.WithExcluded("out", true)})
	if err != nil {
		t.Fatal(err)
	}
	votes, err := r.Ballots("voted")
	if err != nil || len(votes.Yes) != 60 || !slices.Equal(votes.Features, []string{"half", "size", "once"}) {
		t.Errorf("%+v, %v", votes, err)
	}
	labelled := NewStudy(s.Data().LabelFrom(slices.Index(s.Data().Attributes, "voted"), model.AggregateMean))
	if got := labelled.VotedOn(); !slices.Equal(got, []string{"voted"}) {
		t.Errorf("voted on, where that is the label, are %q", got)
	}
	r2, err := labelled.Solve(t.Context(), Request{})
	if err != nil {
		t.Fatal(err)
	}
	if votes, err := r2.Ballots("voted"); err != nil || len(votes.Yes) != 60 {
		t.Errorf("%+v, %v", votes, err)
	}
	if _, err := r.Ballots("size"); err == nil || !strings.Contains(err.Error(), "which is no vote") {
		t.Error(err)
	}
}

// TestOthersOfMoments: moments are neither votes nor learned from.
func TestOthersOfMoments(t *testing.T) {
	stored := throughFile(t, NewStudy(simulate.Draw(simulate.World{Objects: 120, Attributes: 4, K: 2}, 3)))
	if got := stored.VotedOn(); got != nil {
		t.Errorf("voted on are %q", got)
	}
	r, err := stored.Solve(t.Context(), Request{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.CompleteCells(); !errors.Is(err, model.ErrNeedsJudgments) {
		t.Error(err)
	}
	if _, err := r.Ballots(r.Attributes[0].Name); !errors.Is(err, model.ErrNeedsJudgments) {
		t.Error(err)
	}
}

// TestSubsets: a subset's loss is the projected loss of its judgments, the best of a
// size is no worse than forward selection, and the shares keep to their order: γ and
// the bound guarantee less than is reached.
func TestSubsets(t *testing.T) {
	sizes, worse := 0, 0
	for w, seed := range simulate.Worlds(40, fresh.Seed(t, 8100)) {
		w.Attributes = 3 + int(seed%5)
		w.Objects += 40
		ds := simulate.Draw(w, seed)
		ds.Prices = make([]model.Amount, w.Attributes)
		for a := range ds.Prices {
			ds.Prices[a] = model.Unit + model.Amount(uint64(a)*seed%3)*model.Unit
		}
		r, err := NewStudy(ds).Solve(context.Background(), Request{Settings: model.Settings{Shrink: model.ShrinkNone}})
		if err != nil || r.Step == 0 {
			continue
		}
		budget := r.Step * 30
		o, err := r.Subsets(context.Background(), budget, 1)
		if err != nil {
			t.Fatal(err)
		}
		if o.Unsearched() != "" || o.Alpha.Sampled {
			t.Errorf("seed %d: %d attributes are too many: %s", seed, len(o.Attributes), o.Unsearched())
		}
		last := r.LabelVar
		for i, s := range o.Sizes {
			if !fresh.Fixed() && s.Best.Loss < -1e3*r.LabelVar {
				break // of a system singular but for rounding
			}
			sizes++
			slack := 1e-8 * r.LabelVar * max(1, 1-s.Best.Loss/r.LabelVar)
			if s.Size != i+1 || s.Best.Loss > s.Forward.Loss+slack || s.Forward.Loss > last+slack {
				t.Fatalf("seed %d: %+v after %g", seed, s, last)
			}
			for _, of := range []subset.Set{s.Forward, s.Best} {
				var set []int
				for _, i := range of.Set {
					set = append(set, o.Attributes[i])
				}
				if want := literalSubset(r, set); !(math.Abs(of.Loss-want) <= 100*slack) && !math.IsNaN(want) {
					t.Fatalf("seed %d: %v loses %g, literally %g", seed, set, of.Loss, want)
				}
			}
			if !math.IsNaN(s.Ratio) && s.Best.Loss > -r.LabelVar && (s.Guarantee > s.Ratio+1e-8 || s.Certified > s.Ratio+1e-6) {
				t.Fatalf("seed %d: %+v", seed, s)
			}
			if s.Ratio < 1-1e-6 {
				worse++
			}
			last = s.Forward.Loss
			costs := slices.Clone(o.Costs)
			slices.Sort(costs)
			var dearest model.Amount
			for _, c := range costs[len(costs)-s.Size:] {
				dearest += c
			}
			want := math.NaN()
			if gain := r.LabelVar - r.Bound(dearest); gain > 1e-9*r.LabelVar {
				want = min(1, (r.LabelVar-s.Forward.Loss)/gain)
			}
			if !fresh.Fixed() && math.IsNaN(s.Certified) != math.IsNaN(want) {
				continue // gains near 0, for which one of the two bounds leaves nothing
			}
			if math.IsNaN(s.Certified) != math.IsNaN(want) || math.Abs(s.Certified-want) > 1e-6 {
				t.Fatalf("seed %d size %d: %g certified, at a cost of %s it is %g", seed, s.Size, s.Certified, dearest, want)
			}
		}
	}
	if fresh.Fixed() && (sizes < 60 || worse == 0) {
		t.Errorf("%d sizes, at %d of them forward selection is not the best: the test lost its power", sizes, worse)
	}
}

// literalSubset is the projected loss of as many judgments as cells hold;
// NaN where the matrix is next to singular.
func literalSubset(r *Result, set []int) float64 {
	k, n, d := r.known.all.K(), len(set), len(r.Attributes)
	m, b := mat.NewDense(n, n, nil), mat.NewVecDense(n, nil)
	for i, a := range set {
		ta := r.Attributes[a].T
		b.SetVec(i, r.Attributes[a].B/ta)
		for j, c := range set {
			x := r.projected.Sigma[a*d+c]
			if i == j {
				x += r.Attributes[a].V / ta / ta / float64(k[a])
				if r.projected.Unsure != nil {
					x += r.projected.Unsure[a]
				}
			} else if r.forms != nil && r.forms.Of[a] == r.forms.Of[c] {
				x += r.learned.Halo().C[a*d+c] / float64(max(k[a], k[c]))
			}
			m.Set(i, j, x)
		}
	}
	if mat.Cond(m, 2) > 1e6 {
		return math.NaN()
	}
	var w mat.VecDense
	if err := w.SolveVec(m, b); err != nil {
		return math.NaN()
	}
	return r.LabelVar - mat.Dot(&w, b)
}

// TestOptimum: no algorithm is better, and what is behind is measured in R².
func TestOptimum(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 200, Attributes: 10, K: 2}, 5)
	r := solve(t, ds, Request{Algorithms: selection.AllAlgorithms()})
	budget := 14 * model.Unit
	o, err := r.Optimum(context.Background(), budget)
	if err != nil || o.Spent > budget || o.Loss < r.Bound(budget) {
		t.Fatalf("%+v, %v", o, err)
	}
	spent := 0
	for _, n := range o.Repeats {
		spent += n
	}
	if o.Spent != model.Units(spent) {
		t.Errorf("%v cost %s", o.Repeats, o.Spent)
	}
	for _, a := range r.Algorithms() {
		s := r.At(a, budget)
		if got, want := r.CertificateFrom(&s, o.Loss).Gap, (s.Loss-o.Loss)/r.LabelVar; !(math.Abs(got-max(want, 0)) <= 1e-9) {
			t.Errorf("%s is %g behind, want %g", a, got, want)
		}
	}
}

// drawNext draws data whose objects have no label with probability .4.
func drawNext(seed uint64) *model.Dataset {
	return simulate.Draw(simulate.World{Objects: 150, Attributes: 5, K: 2, Raters: 12, Severity: .3, Missing: .05, Unlabelled: .4, Scale: 2}, seed)
}

// TestNext holds the traces against fresh inverses of what the judgments say,
// and the choice against the order of the objects.
func TestNext(t *testing.T) {
	for seed := range fresh.Seeds(t, 0, 4) {
		ds := drawNext(seed)
		r := solve(t, ds, Request{Settings: model.Settings{Ridge: .1}})
		s := r.At(selection.Full, 20*model.Unit)
		q := subset.Query{Count: 15, Draws: 40, Seed: 3}
		got, err := r.Next(context.Background(), &s, q)
		if err != nil {
			t.Fatal(err)
		}
		p := len(got.Attributes)
		v := mat.NewSymDense(p, nil)
		for i := range p {
			v.SetSym(i, i, .1)
		}
		x := make(map[string]*mat.VecDense)
		for i, object := range ds.Objects {
			if row := literalRow(r, got.Attributes, i); row != nil {
				x[object] = row
				if !math.IsNaN(ds.Labels[0].Values[i]) {
					v.SymRankOne(v, 1, row)
					delete(x, object)
				}
			}
		}
		if len(x) != got.Candidates || !(math.Abs(trace(t, v)-got.Start) <= 1e-9*got.Start) {
			t.Fatalf("seed %d: %d candidates from %g, literally %d from %g", seed, got.Candidates, got.Start, len(x), trace(t, v))
		}
		for _, step := range got.Steps {
			if x[step.Object] == nil {
				t.Fatalf("seed %d: %s has a label, lacks judgments or was chosen", seed, step.Object)
			}
			best := math.Inf(1)
			for _, row := range x {
				var w mat.SymDense
				w.SymRankOne(v, 1, row)
				best = min(best, trace(t, &w))
			}
			v.SymRankOne(v, 1, x[step.Object])
			delete(x, step.Object)
			if want := trace(t, v); !(math.Abs(step.Trace-want) <= 1e-9*want) || want > best*(1+1e-9) || step.Random < step.Trace {
				t.Fatalf("seed %d: %+v, literally %g, the best is %g", seed, step, want, best)
			}
		}
	}
}

// literalRow is x of an object, nil if it lacks an attribute.
func literalRow(r *Result, attributes []int, object int) *mat.VecDense {
	ds := r.Data()
	row := mat.NewVecDense(len(attributes), nil)
	for k, a := range attributes {
		sum, n := 0.0, 0
		for j := ds.Start[object]; j < ds.Start[object+1]; j++ {
			if int(ds.Attr[j]) == a {
				sum += ds.Value[j]
				n++
			}
		}
		if n == 0 {
			return nil
		}
		row.SetVec(k, (sum/float64(n)-r.Attributes[a].Mean)/r.Attributes[a].T)
	}
	return row
}

func trace(t *testing.T, v *mat.SymDense) float64 {
	t.Helper()
	var inverse mat.Dense
	if err := inverse.Inverse(v); err != nil {
		t.Fatal(err)
	}
	return mat.Trace(&inverse)
}
