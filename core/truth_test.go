package core

import (
	"math"
	"slices"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// trueLoss is the mean square error of a predictor on objects from the given
// one on, each judged anew by the repeats asked for; a fixed panel's severities
// are taken off.
func trueLoss(t *testing.T, p *model.Predictor, ds *model.Dataset, from int) float64 {
	t.Helper()
	weight := make([]float64, len(ds.Attributes))
	repeats := make([]int, len(ds.Attributes))
	for _, at := range p.Attributes {
		for a, name := range ds.Attributes {
			if name == at.Name {
				weight[a], repeats[a] = at.Weight/float64(at.Repeats), at.Repeats
			}
		}
	}
	var sum float64
	for i := from; i < len(ds.Objects); i++ {
		y := p.Intercept
		used := make([]int, len(repeats))
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			a := ds.Attr[j]
			if used[a] == repeats[a] {
				continue
			}
			used[a]++
			x := ds.Value[j]
			if w := ds.Rater[j]; w != model.NoRater {
				x -= p.Raters.Offsets[ds.Attributes[a]][ds.Raters[w]]
			}
			y += weight[a] * x
		}
		for a := range used {
			if used[a] < repeats[a] {
				t.Fatalf("%s has %d judgments, %d are asked for", ds.Attributes[a], used[a], repeats[a])
			}
		}
		e := y - ds.Labels[0].Values[i]
		sum += e * e
	}
	return sum / float64(len(ds.Objects)-from)
}

// firstObjects copies the first m objects with at most k judgments a cell.
func firstObjects(ds *model.Dataset, m, k int) *model.Dataset {
	return cellsOf(ds, m, k, func(int, int32) bool { return true })
}

// cellsOf copies those cells of the first m objects that are kept, with at most k judgments each.
func cellsOf(ds *model.Dataset, m, k int, kept func(object int, attribute int32) bool) *model.Dataset {
	b := new(model.Builder)
	y := b.AddLabel("y")
	copyNames(b, ds)
	for i := range m {
		o := b.Object(ds.Objects[i])
		b.SetLabel(y, o, ds.Labels[0].Values[i])
		used := make([]int, len(ds.Attributes))
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			if a := ds.Attr[j]; used[a] < k && kept(i, a) {
				used[a]++
				b.Add(o, int(a), ds.Rater[j], ds.Value[j])
			}
		}
	}
	return b.Build()
}

// gap collects differences of projected and true losses, as shares of Var(y).
type gap struct{ sum, worst, n float64 }

func (g *gap) add(projected, truth, labelVar float64) {
	off := (projected - truth) / labelVar
	g.sum += off
	g.worst = max(g.worst, math.Abs(off))
	g.n++
}

// The tests of truth below are about averages over a few worlds. Their bounds are too,
// because the worlds are always the same.

func (g *gap) mean() float64 { return g.sum / g.n }

// TestTruthSparse: where half of the attributes are judged of a fifth of the objects alone, the
// projected loss still is the loss on fresh objects, and the choice is no worse than without
// these attributes.
func TestTruthSparse(t *testing.T) {
	const worlds, m, few, fresh = 12, 300, 60, 1000
	budget := 20 * model.Unit
	var projected, gain gap
	for seed := range uint64(worlds) {
		ds := simulate.Draw(simulate.World{Objects: m + fresh, Attributes: 20, K: 22}, seed)
		sparse := func(a int32) bool { return a%2 == 1 }
		var truth [2]float64
		for i, drop := range []int{few, 0} {
			pilot := cellsOf(ds, m, 2, func(object int, a int32) bool { return !sparse(a) || object < drop })
			r := solve(t, pilot, Request{Settings: model.Settings{Shrink: model.ShrinkAuto}, Range: 1})
			s := r.At(selection.Full, budget)
			p := r.Predictor(&s)
			truth[i] = trueLoss(t, &p, ds, m)
			if i == 0 {
				projected.add(s.Loss, truth[i], r.LabelVar)
			}
			if i == 1 {
				gain.add(truth[0], truth[1], r.LabelVar)
			}
		}
	}
	if math.Abs(projected.mean()) > .03 || gain.mean() > .01 {
		t.Errorf("projected losses are %+.3f Var(y) off the truth, and the loss is %+.3f of that without sparse attributes", projected.mean(), gain.mean())
	}
}

// TestTruth: with many objects the loss projected from two judgments a cell is the loss
// of the predictor on fresh objects, judged as often as chosen. It holds for every
// algorithm.
func TestTruth(t *testing.T) {
	const worlds, m, fresh = 8, 2000, 2000
	type of struct {
		alg    selection.Algorithm
		budget model.Amount
	}
	gaps := map[of]*gap{}
	for seed := range uint64(worlds) {
		ds := simulate.Draw(simulate.World{Objects: m + fresh, Attributes: 5, K: 12}, seed)
		r := solve(t, firstObjects(ds, m, 2), Request{Range: 1})
		for _, alg := range algorithms() {
			for _, budget := range []model.Amount{3 * model.Unit, 12 * model.Unit} {
				s := r.At(alg, budget)
				p := r.Predictor(&s)
				truth := trueLoss(t, &p, ds, m)
				if truth > .97*r.LabelVar {
					t.Errorf("seed %d %s B=%s: predicts nothing", seed, alg, budget)
				}
				if gaps[of{alg, budget}] == nil {
					gaps[of{alg, budget}] = new(gap)
				}
				gaps[of{alg, budget}].add(s.Loss, truth, r.LabelVar)
			}
		}
	}
	for of, g := range gaps {
		if !(math.Abs(g.mean()) <= .025) || g.worst > .08 {
			t.Errorf("%s B=%s: projected losses are %+.3f Var(y) off the truth on average, at worst %.3f", of.alg, of.budget, g.mean(), g.worst)
		}
	}
}

// TestTruthUnderHalo: where each rater judged whole objects, with a halo and a
// severity of his own, being aware of it projects the loss on objects that are
// judged by different raters; section 2 of the paper, which assumes that, is
// off.
func TestTruthUnderHalo(t *testing.T) {
	const worlds, m, fresh, budget = 5, 2000, 2000, 12 * model.Unit
	var aware, paper gap
	for seed := range uint64(worlds) {
		w := simulate.World{Objects: m, Attributes: 5, K: 2, Raters: 80, WholeForms: true, Halo: 2, Severity: .5}
		train := simulate.Draw(w, seed)
		w.Objects, w.K, w.WholeForms = fresh, 12, false
		test := simulate.Draw(w, seed)
		for mode, g := range map[string]*gap{model.RatersAware: &aware, model.RatersPaper: &paper} {
			r := solve(t, train, Request{Settings: model.Settings{Raters: mode, Design: model.Design{Kind: model.DesignSingle}, Shrink: model.ShrinkNone}, Range: 1})
			s := r.At(selection.Full, budget)
			p := r.Predictor(&s)
			g.add(s.Loss, trueLoss(t, &p, test, 0), r.LabelVar)
		}
	}
	if !(math.Abs(aware.mean()) <= .03) || aware.worst > .13 {
		t.Errorf("aware: projected losses are %+.3f Var(y) off the truth on average, at worst %.3f", aware.mean(), aware.worst)
	}
	if paper.mean() > -.04 {
		t.Errorf("paper: projected losses are %+.3f Var(y) off the truth: the test lost its power", paper.mean())
	}
}

// TestTruthOfAPanel: four raters judge everything, now and in future. Their
// severities are known by then, and the predictor takes them off.
func TestTruthOfAPanel(t *testing.T) {
	const worlds, m, fresh, budget = 12, 2000, 2000, 6 * model.Unit
	var fixed, kept gap
	for seed := range uint64(worlds) {
		w := simulate.World{Objects: m + fresh, Attributes: 4, K: 4, Raters: 4, WholeForms: true, Severity: 3}
		ds := simulate.Draw(w, seed)
		r := solve(t, firstObjects(ds, m, 4), Request{Settings: model.Settings{Raters: model.RatersFixed}})
		s := r.At(selection.Full, budget)
		p := r.Predictor(&s)
		fixed.add(s.Loss, trueLoss(t, &p, ds, m), r.LabelVar)
		clear(p.Raters.Offsets)
		kept.add(s.Loss, trueLoss(t, &p, ds, m), r.LabelVar)
	}
	if !(math.Abs(fixed.mean()) <= .025) || fixed.worst > .08 {
		t.Errorf("projected losses are %+.3f Var(y) off the truth on average, at worst %.3f", fixed.mean(), fixed.worst)
	}
	if kept.mean() > -.05 {
		t.Errorf("with the severities they are %+.3f Var(y) off: the test lost its power", kept.mean())
	}
}

// TestStandardErrors: standard errors of the honest loss and of its R² are the standard
// deviations of their errors over simulated worlds. The spread is taken from quartiles: in
// a few worlds two choices are about as good by projection and not in truth, folds take
// both, and the honest loss is of the procedure, not of the one choice.
func TestStandardErrors(t *testing.T) {
	const worlds, fresh = 30, 2000
	budgets := []model.Amount{4 * model.Unit, 10 * model.Unit}
	for _, m := range []int{100, 400} {
		var loss, r2 []float64
		for seed := range uint64(worlds) {
			ds := simulate.Draw(simulate.World{Objects: m + fresh, Attributes: 6, K: 12}, seed+100)
			single := model.Settings{Design: model.Design{Kind: model.DesignSingle}}
			r := solve(t, firstObjects(ds, m, 2), Request{Settings: single, Range: 12 * model.Unit})
			h := validate(t, r, 0, selection.Full)
			variance := labelVariance(ds, m)
			for _, b := range budgets {
				s := r.At(selection.Full, b)
				p := r.Predictor(&s)
				truth, e := trueLoss(t, &p, ds, m), h.Raw(selection.Full, b)
				both := math.Sqrt(1 + float64(m)/fresh) // the truth is measured, too
				loss = append(loss, (e.Loss-truth)/(e.SE*both))
				r2 = append(r2, (e.Loss/r.LabelVar-truth/variance)/(e.R2SE*both))
			}
		}
		for name, z := range map[string][]float64{"loss": loss, "R²": r2} {
			if sd := quartileSpread(z); sd < .7 || sd > 1.35 {
				t.Errorf("%d objects: the error of the honest %s is %.2f of its standard error", m, name, sd)
			}
			within := 0
			for _, x := range z {
				if math.Abs(x) <= 2 {
					within++
				}
			}
			if share := float64(within) / float64(len(z)); share < .9 {
				t.Errorf("%d objects: two standard errors of the honest %s cover %.2f of the truths", m, name, share)
			}
		}
	}
}

// labelVariance is the variance of the first label over objects from the given one on.
func labelVariance(ds *model.Dataset, from int) float64 {
	values := ds.Labels[0].Values[from:]
	var sum, squares float64
	for _, y := range values {
		sum += y
		squares += y * y
	}
	n := float64(len(values))
	return squares/n - sum*sum/(n*n)
}

// quartileSpread is the standard deviation of normal values with the same quartiles.
func quartileSpread(z []float64) float64 {
	slices.Sort(z)
	return (z[len(z)*3/4] - z[len(z)/4]) / 1.349
}
