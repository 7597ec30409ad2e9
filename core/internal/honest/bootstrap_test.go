package honest_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/moments"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

func resample(s *honest.Source, seed uint64, n int) (all []honest.Replicate) {
	for i := range n {
		all = append(all, s.Replicate(seed, i))
	}
	return all
}

// chosen are the repeats that an algorithm chooses from each replicate.
func chosen(replicates []honest.Replicate, t honest.Terms, a selection.Algorithm, budget model.Amount) (all [][]int) {
	for _, r := range replicates {
		all = append(all, r.Repeats(context.Background(), t, a, budget))
	}
	return all
}

// judgedAll is the number of attributes that all objects of marked data have.
const judgedAll = 8

// marked draws objects in the given blocks, judged by a crowd of raters, with
// one more attribute for each block that is judged there and nowhere else: it
// tells how often a replicate holds the block.
func marked(of []int, seed uint64) *model.Dataset {
	const objects, raters = 4, 7
	rng := rand.New(rand.NewPCG(seed, 5))
	b := new(model.Builder)
	y := b.AddLabel("y")
	for w := range raters {
		b.RaterID(fmt.Sprint(w))
	}
	for a := range judgedAll {
		b.Attribute(fmt.Sprintf("a%d", a))
	}
	for i, id := range inBlocks(objects*len(of), of...) {
		o := b.Object(id)
		f := []float64{rng.NormFloat64(), rng.NormFloat64()}
		b.SetLabel(y, o, f[0]-f[1]+.5*rng.NormFloat64())
		severity := rng.Perm(raters)
		for a := range judgedAll {
			for j := range 2 {
				if a == 0 || j == 0 || rng.IntN(4) > 0 {
					x := f[0]*math.Sin(float64(a)) + f[1]*math.Cos(float64(a)) + .1*float64(severity[j]) + rng.NormFloat64()
					b.Add(o, a, int32(severity[j]), x)
				}
			}
		}
		mark := b.Attribute(fmt.Sprintf("block %02d", of[i%len(of)]))
		for range 2 {
			b.Add(o, mark, model.NoRater, f[0]+rng.NormFloat64())
		}
	}
	return b.Build()
}

// times reads off how often a replicate of marked data holds each block.
func times(r honest.Replicate, of []int) []int {
	times := make([]int, blocks)
	for n, k := range of {
		times[k] = r.Moments.Attr[judgedAll+n].Objects / 4
	}
	return times
}

// clones copies a data set with each object as often as its block is drawn.
func clones(ds *model.Dataset, times []int) *model.Dataset {
	b := new(model.Builder)
	y := b.AddLabel("y")
	for _, a := range ds.Attributes {
		b.Attribute(a)
	}
	for _, w := range ds.Raters {
		b.RaterID(w)
	}
	for i, id := range ds.Objects {
		for n := range times[moments.BlockOf(id, blocks)] {
			o := b.Object(fmt.Sprintf("%s, %d", id, n))
			b.SetLabel(y, o, ds.Labels[0].Values[i])
			for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
				b.Add(o, int(ds.Attr[j]), ds.Rater[j], ds.Value[j])
			}
		}
	}
	return b.Build()
}

func near(got, want, scale float64) bool {
	return math.IsNaN(got) && math.IsNaN(want) || math.Abs(got-want) <= 1e-9*scale
}

// TestReplicatesAgainstCopies: a replicate is what a data set with copies of its
// objects would give, moments, projection and choices of every algorithm.
func TestReplicatesAgainstCopies(t *testing.T) {
	of := make([]int, 20)
	for n := range of {
		of[n] = 2*n + n/7
	}
	ds := marked(of, 1)
	d := len(ds.Attributes)
	terms := equalTerms(ds)
	terms.Price[1] = 3 * model.Unit
	terms.Limits.Ridge = .1
	terms.Excluded = func(a int) bool { return a == 2 || a >= judgedAll+2 }
	for _, mode := range []string{model.RatersAware, model.RatersPaper} {
		s := source(ds, mode, model.ProjectScaled)
		replicates := resample(&s, 8, 40)
		var choices [][][]int
		algs := []selection.Algorithm{
			selection.Full, selection.Scoring, selection.Exchange, selection.Averages, selection.Single, selection.Uniform, "single=a1", "single=a2",
		}
		budgets := units(4, 9, 14)
		for _, alg := range algs {
			for _, b := range budgets {
				choices = append(choices, chosen(replicates, terms, alg, b))
			}
		}
		for i, r := range replicates {
			drawn := times(r, of)
			total := 0
			for _, n := range drawn {
				total += n
			}
			if total != len(of) {
				t.Fatalf("replicate %d holds %d blocks, want %d", i, total, len(of))
			}
			copied := accumulate(clones(ds, drawn), mode)
			copied.Severity = s.Blocks.Severity
			sums := copied.Union(nil)
			want := copied.Moments(sums)
			proj := want.Project(model.ProjectScaled)
			for a := range d {
				g, w := r.Moments.Attr[a], want.Attr[a]
				if g.Objects != w.Objects || g.Judgments != w.Judgments || g.Status != w.Status || !near(g.B, w.B, 1) ||
					!near(g.V, w.V, 1) || !near(g.T, w.T, 1) || !near(g.Mean, w.Mean, 1) || !near(g.Sigma2, w.Sigma2, 1) {
					t.Fatalf("%s replicate %d attribute %d: %+v, want %+v", mode, i, a, g, w)
				}
				for b := range d {
					if !near(r.Projected.Sigma[a*d+b], proj.Sigma[a*d+b], 1) {
						t.Fatalf("%s replicate %d: Σ⁺[%d,%d] = %g, want %g", mode, i, a, b, r.Projected.Sigma[a*d+b], proj.Sigma[a*d+b])
					}
				}
			}
			if !near(r.Moments.LabelMean, want.LabelMean, 1) || !near(r.Moments.LabelVariance, want.LabelVariance, 1) {
				t.Fatalf("%s replicate %d: label %g, %g", mode, i, r.Moments.LabelMean, r.Moments.LabelVariance)
			}
			p, _ := selection.NewProblem(want, proj, terms.Price, terms.Limits, terms.Excluded).WithNames(terms.Names).
				Equip(selection.Averages, selection.Equipment{Means: func() ([]float64, []int) { return copied.CellMeans(sums, want), want.K() }})
			for n := range choices {
				alg, b := algs[n/len(budgets)], budgets[n%len(budgets)]
				repeats := make([]int, d)
				if p.Check(alg) == nil {
					c := curve(t, p, alg).At(b)
					repeats = c.Repeats(d)
				}
				if !slices.Equal(choices[n][i], repeats) {
					t.Fatalf("%s replicate %d %s B=%s: chose %v, want %v", mode, i, alg, b, choices[n][i], repeats)
				}
			}
		}
	}
}

// TestStability counts and takes medians literally.
func TestStability(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 4), 4))
	for _, n := range []int{1, 2, 7, 200} {
		const d = 5
		repeats := make([][]int, n)
		for i := range repeats {
			repeats[i] = make([]int, d)
			for a := 1; a < d; a++ { // the first is never chosen
				repeats[i][a] = rng.IntN(a * 3)
			}
		}
		before := fmt.Sprint(repeats)
		s := honest.StabilityOf(repeats, d)
		if fmt.Sprint(repeats) != before {
			t.Fatal("the repeats were changed")
		}
		for a := range d {
			chosen := 0.0
			var column []float64
			for _, r := range repeats {
				column = append(column, float64(r[a]))
				if r[a] > 0 {
					chosen++
				}
			}
			slices.Sort(column)
			median := column[n/2]
			if n%2 == 0 {
				median = (column[n/2-1] + column[n/2]) / 2
			}
			if s.Frequency[a] != chosen/float64(n) || s.Median[a] != median {
				t.Errorf("%d replicates, attribute %d: chosen %g, median %g, want %g and %g", n, a, s.Frequency[a], s.Median[a], chosen/float64(n), median)
			}
		}
	}
}

// TestRepeats: what cannot run in a replicate chooses nothing there.
func TestRepeats(t *testing.T) {
	ds := simple(inBlocks(60, upTo(50)...), 1)
	terms := equalTerms(ds)
	// A label that but one object has another value of.
	for i := range ds.Labels[0].Values {
		ds.Labels[0].Values[i] = 3
	}
	ds.Labels[0].Values[5] = 4
	s := source(ds, model.RatersPaper, model.ProjectScaled)
	replicates := resample(&s, 1, 30)
	for _, alg := range []selection.Algorithm{selection.Full, selection.Uniform, "single=noise"} {
		repeats, constant := chosen(replicates, terms, alg, model.Units(5)), 0
		for i, r := range replicates {
			nothing := slices.Equal(repeats[i], []int{0, 0})
			if r.Moments.LabelVariance == 0 {
				constant++
			}
			if nothing != (r.Moments.LabelVariance == 0) {
				t.Errorf("replicate %d with Var(y) = %g: %s chooses %v", i, r.Moments.LabelVariance, alg, repeats[i])
			}
		}
		if constant < 5 || constant > 20 {
			t.Errorf("%d of 30 replicates have a constant label: the test lost its power", constant)
		}
	}
}
