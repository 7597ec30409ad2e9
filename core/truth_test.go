package core

import (
	"math"
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
	b := new(model.Builder)
	y := b.AddLabel("y")
	copyNames(b, ds)
	for i := range m {
		o := b.Object(ds.Objects[i])
		b.SetLabel(y, o, ds.Labels[0].Values[i])
		used := make([]int, len(ds.Attributes))
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			if a := ds.Attr[j]; used[a] < k {
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
		for mode, g := range map[model.Raters]*gap{model.RatersAware: &aware, model.RatersPaper: &paper} {
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
