package core

import (
	"bytes"
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fms-tui/core/internal/heldout"
	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
	"fms-tui/model/export"
	"fms-tui/model/read"
)

// literalRefit is the ridge refit by eigenvectors, from the judgments of the objects
// that are in: means of the first min(r, k), in units of t about their mean.
func literalRefit(ds *model.Dataset, m *moments.Moments, repeats []int, in func(object int) bool) []float64 {
	var support []int
	for a, n := range repeats {
		if n > 0 {
			support = append(support, a)
		}
	}
	if len(support) == 0 {
		return make([]float64, len(repeats))
	}
	var rows [][]float64
	var ys []float64
	for i, y := range ds.Labels[0].Values {
		if math.IsNaN(y) || ds.Start[i] == ds.Start[i+1] || !in(i) {
			continue
		}
		row := make([]float64, len(support))
		for k, a := range support {
			var of []float64
			seen := make(map[int32]bool)
			for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
				w := ds.Rater[j]
				if int(ds.Attr[j]) == a && len(of) < repeats[a] && !seen[w] {
					of = append(of, ds.Value[j])
					seen[w] = w != model.NoRater
				}
			}
			row[k] = m.Attr[a].Mean
			if len(of) > 0 {
				row[k] = 0
				for _, x := range of {
					row[k] += x / float64(len(of))
				}
			}
			row[k] /= m.Attr[a].T
		}
		rows, ys = append(rows, row), append(ys, y)
	}
	n, size := len(support), float64(len(rows))
	mean, my := make([]float64, n), 0.0
	for i, row := range rows {
		for k, x := range row {
			mean[k] += x / size
		}
		my += ys[i] / size
	}
	cov, u, vy := mat.NewSymDense(n, nil), make([]float64, n), 0.0
	for i, row := range rows {
		for k := range row {
			u[k] += (row[k] - mean[k]) * (ys[i] - my) / size
			for l := range k + 1 {
				cov.SetSym(l, k, cov.At(l, k)+(row[k]-mean[k])*(row[l]-mean[l])/size)
			}
		}
		vy += (ys[i] - my) * (ys[i] - my) / size
	}
	w := make([]float64, len(repeats))
	for k, x := range literalRidge(cov, u, vy, size) {
		w[support[k]] = x / m.Attr[support[k]].T
	}
	return w
}

// literalRidge is ridge with the κ that the evidence gives on its grid.
func literalRidge(cov *mat.SymDense, u []float64, vy, m float64) []float64 {
	n := len(u)
	var e mat.EigenSym
	e.Factorize(cov, true)
	var q mat.Dense
	e.VectorsTo(&q)
	var along mat.VecDense
	along.MulVec(q.T(), mat.NewVecDense(n, u))
	g := e.Values(nil)
	const points = 40
	var kappa, residual, log [points]float64
	best := math.Inf(-1)
	for k := range points {
		kappa[k] = math.Exp(math.Log(.5/m) + (math.Log(3)-math.Log(.5/m))*float64(k)/(points-1))
		fit, logDet := 0.0, 0.0
		for i, x := range g {
			fit += along.AtVec(i) * along.AtVec(i) / (max(x, 0) + kappa[k])
			logDet += math.Log1p(max(x, 0) / kappa[k])
		}
		residual[k] = max(vy-fit, .02*vy)
		log[k] = -.5 * (logDet + m*math.Log(residual[k]))
		best = max(best, log[k])
	}
	var sum, s2, tau float64
	for k := range points {
		weight := math.Exp(log[k] - best)
		sum += weight
		s2 += weight * residual[k]
		tau += weight * residual[k] / (m * kappa[k])
	}
	ridge := (s2 / sum) / (m * tau / sum)
	slope := mat.NewVecDense(n, nil)
	for i, x := range g {
		slope.SetVec(i, along.AtVec(i)/(max(x, 0)+ridge))
	}
	var out mat.VecDense
	out.MulVec(&q, slope)
	return out.RawVector().Data
}

// refits cross-validates Full with refits in worlds with every irregularity.
func refits(t *testing.T, shrink string, visit func(r *Result, h *Honest, x *RidgeRefit, budget model.Amount, seed uint64)) {
	for w, seed := range simulate.Worlds(16, fresh.Seed(t, 811)) {
		w.Objects += 60
		r := solve(t, simulate.Draw(w, seed), Request{Settings: model.Settings{Shrink: shrink, Raters: model.RatersAware}})
		h := validate(t, r, 0, selection.Full)
		for _, budget := range []model.Amount{3 * model.Unit, 12 * model.Unit} {
			x, err := h.RidgeRefit(context.Background(), selection.Full, budget)
			if err != nil {
				t.Fatal(err)
			}
			visit(r, h, x, budget, seed)
		}
	}
}

// TestRidgeRefit holds weights, of all objects and without each fold, against a
// regression by eigenvectors, and the honest loss against one from these weights.
func TestRidgeRefit(t *testing.T) {
	compared := 0
	refits(t, model.ShrinkAuto, func(r *Result, h *Honest, x *RidgeRefit, budget model.Amount, seed uint64) {
		if x.Why != "" {
			return
		}
		s := r.At(selection.Full, budget)
		same := func(got []float64, m *moments.Moments, repeats []int, in func(int) bool) {
			for a, want := range literalRefit(r.Data(), m, repeats, in) {
				if scale := m.Attr[a].T; math.Abs(got[a]-want)*scale > 1e-6*math.Sqrt(r.LabelVar) {
					t.Fatalf("seed %d B=%s: weight of %d is %g, by hand %g", seed, budget, a, got[a], want)
				}
				compared++
			}
		}
		same(x.W, r.known.all, s.Repeats, func(int) bool { return true })
		for f := range x.Given {
			g := &x.Given[f]
			same(g.Scores[0].W, g.Scores[0].Train, g.Repeats, func(i int) bool {
				for _, k := range g.Held {
					if moments.BlockOf(r.Data().Objects[i], len(r.known.blocks.Block)) == k {
						return false
					}
				}
				return true
			})
		}
		// For the weights of the moments, Projected is the honest loss itself.
		o := h.Of(selection.Full)
		chosen := o.Chosen(budget)
		own := o.Estimate(o.Projected(chosen), chosen)
		if raw := h.Raw(selection.Full, budget); !sameEstimate(own, raw, r.LabelVar, 1e-9) {
			t.Fatalf("seed %d B=%s: honest loss %v, from its weights %v", seed, budget, raw, own)
		}
		if less := x.Honest.Loss - h.Raw(selection.Full, budget).Loss; !near(x.Less.Loss, less, r.LabelVar, 1e-9) {
			t.Errorf("seed %d B=%s: less %g, want %g", seed, budget, x.Less.Loss, less)
		}
		if own := r.problem.LossOf(standard(r, x.W), s.Repeats); own < s.Loss-1e-9*r.LabelVar {
			t.Errorf("seed %d B=%s: the moments project %g for the refit, and %g at their best", seed, budget, own, s.Loss)
		}
	})
	if compared < 100 {
		t.Errorf("%d weights compared: the test lost its power", compared)
	}
}

// TestRidgeRefitMisspelled: an attribute that a typing error made has one judgment, and no
// mean in a training part without the judgment. Refits of the other attributes are numbers.
func TestRidgeRefitMisspelled(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 60, Attributes: 3, K: 3, Raters: 30}, 7)
	last := ds.Start[1] - 1 // of the first object: attributes rise within an object
	ds.Attr[last] = int32(len(ds.Attributes))
	ds.Attributes = append(ds.Attributes, "misspelled")
	r := solve(t, ds, Request{})
	h := validate(t, r, 0, selection.Full)
	x, err := h.RidgeRefit(context.Background(), selection.Full, 4*model.Unit)
	if err != nil || x.Why != "" {
		t.Fatal(err, x.Why)
	}
	finite := []float64{x.Intercept, x.Projected, x.Noise, x.Honest.Loss, x.Less.Loss}
	for f := range x.Given {
		finite = append(finite, x.Given[f].Scores[0].Intercept)
	}
	if slices.ContainsFunc(finite, func(v float64) bool { return math.IsNaN(v) }) {
		t.Errorf("a refit beside a misspelled attribute has %v", finite)
	}
}

func standard(r *Result, w []float64) []float64 {
	z := make([]float64, len(w))
	for a, x := range w {
		z[a] = x * r.Attributes[a].T
	}
	return z
}

// shows tells whether the pilot's own objects show a refit's loss.
func shows(t *testing.T, h *Honest, x *RidgeRefit) bool {
	t.Helper()
	e, parts := h.result.evaluator(), heldout.PartsOf(h.Losses)
	loss, size, err := e.Squared(context.Background(), x.Given, e.AsBought)
	if err != nil {
		t.Fatal(err)
	}
	objects := 0
	for _, n := range size {
		objects += n
	}
	least := max(.02*h.result.LabelVar, h.Of(selection.Full).Estimate(x.Loss, x.Given).SE)
	return objects >= LeastSeen && honest.Apart(loss, x.Loss, size, parts.Sizes(), len(x.Given)).Beyond(parts.Blocks(), 3, least) == ""
}

// TestFloorOverruled: of a label that is made from the same judgments the refit's loss is
// below the noise of the judgments. The objects show it, and it is taken.
func TestFloorOverruled(t *testing.T) {
	below := 0
	for seed := range uint64(20) {
		ds := simulate.Draw(simulate.World{Objects: 100, Attributes: 3, K: 3}, seed)
		label := ds.Labels[0].Values
		for i := range label {
			var sum float64
			for _, x := range ds.Value[ds.Start[i]:ds.Start[i+1]] {
				sum += x
			}
			label[i] += sum
		}
		r := solve(t, ds, Request{Settings: model.Settings{Design: model.Design{Kind: model.DesignSingle}}})
		h := validate(t, r, 0, selection.Full)
		for b := 3 * model.Unit; b <= 9*model.Unit; b += 3 * model.Unit {
			x, err := h.RidgeRefit(context.Background(), selection.Full, b)
			if err != nil {
				t.Fatal(err)
			}
			if x.Why == "" && x.Better() && x.Honest.Loss < x.Noise && shows(t, h, x) {
				below++
				if !x.Taken {
					t.Errorf("seed %d B=%s: not taken", seed, b)
				}
			}
		}
	}
	if below == 0 {
		t.Error("no refit below its noise: the test lost its power")
	}
}

// TestRidgeRefitTaken: it is taken where its honest loss is lower, never
// under --shrink none; then every figure and the predictor are of its weights.
func TestRidgeRefitTaken(t *testing.T) {
	taken := 0
	for seed := range uint64(8) {
		w := simulate.World{Objects: 120, Attributes: 4, K: 3, Raters: 30, WholeForms: true, Halo: 2}
		ds := simulate.Draw(w, fresh.Seed(t, 90)+seed)
		for _, shrink := range []string{model.ShrinkAuto, model.ShrinkNone} {
			r := solve(t, ds, Request{Settings: model.Settings{Shrink: shrink}})
			h := validate(t, r, 0, selection.Full)
			p := Pick{Result: r, Honest: h, Selection: r.At(selection.Full, 8*model.Unit)}
			before := p.Predictor()
			if err := p.See(context.Background()); err != nil {
				t.Fatal(err)
			}
			x := p.RidgeRefit
			if none := shrink == model.ShrinkNone; none != (x.Why != "") {
				t.Errorf("seed %d, %s: why %q", seed, shrink, x.Why)
			}
			if want := x.Less.Loss < 0 && (x.Honest.Loss >= x.Noise || shows(t, h, x)); x.Taken != want {
				t.Errorf("seed %d, %s: taken %t with %v", seed, shrink, x.Taken, x.Less)
			}
			out := p.Predictor()
			if !x.Taken {
				if *out.Weights != *before.Weights || *out.Weights == model.WeightsRefit || out.Intercept != before.Intercept || p.WeightsFrom() == model.WeightsRefit {
					t.Errorf("seed %d, %s: %s, %g after %g", seed, shrink, *out.Weights, out.Intercept, before.Intercept)
				}
				continue
			}
			if taken++; taken == 1 {
				isTaken(t, h, r)
			}
			carries(t, &p, &out)
		}
	}
	if fresh.Fixed() && taken == 0 {
		t.Error("no refit is ever taken: the test lost its power")
	}
}

// isTaken checks that the curve of what is taken has the figure of each choice once its refit was
// weighed.
func isTaken(t *testing.T, h *Honest, r *Result) {
	t.Helper()
	budgets, figures := h.TakenCurve(selection.Full)
	refitted := 0
	for i, b := range budgets {
		p := Pick{Result: r, Honest: h, Selection: r.At(selection.Full, b)}
		if err := p.See(t.Context()); err != nil {
			t.Fatal(err)
		}
		if p.WeightsFrom() == model.WeightsRefit {
			refitted++
		}
		if !h.Weighed(selection.Full, b) || p.Estimate().Loss != figures[i].Loss {
			t.Errorf("B=%s: the curve has %g, the choice %g", b, figures[i].Loss, p.Estimate().Loss)
		}
	}
	if fresh.Fixed() && (refitted == 0 || refitted == len(budgets)) {
		t.Errorf("%d of %d are refitted", refitted, len(budgets))
	}
}

// carries checks the predictor of a pick whose refit is taken, and that it survives
// its file.
func carries(t *testing.T, p *Pick, out *model.Predictor) {
	t.Helper()
	x := p.RidgeRefit
	if *out.Weights != model.WeightsRefit || out.Intercept != x.Intercept || *out.HonestLoss != x.Honest.Loss || out.ProjectedLoss != x.Projected || len(p.Remarks()) == 0 {
		t.Errorf("the predictor says %s, %g, %g", *out.Weights, out.Intercept, *out.HonestLoss)
	}
	for _, a := range out.Attributes {
		for i := range p.Attributes {
			if p.Attributes[i].Name == a.Name && a.Weight != x.W[i] {
				t.Errorf("%s has weight %g, the refit's is %g", a.Name, a.Weight, x.W[i])
			}
		}
	}
	var file bytes.Buffer
	if err := export.JSON(&file, *out); err != nil {
		t.Fatal(err)
	}
	again, _, err := read.Predictor(read.Bytes("p.json", file.Bytes()))
	if err != nil || again.Weights == nil || *again.Weights != model.WeightsRefit || again.Intercept != out.Intercept {
		t.Errorf("read again: %v, %v", again, err)
	}
}

// TestNoRidgeRefit: moments files and data without an honest loss have no refit and say
// why.
func TestNoRidgeRefit(t *testing.T) {
	raw := NewStudy(simulate.Draw(simulate.World{Objects: 80, Attributes: 3, K: 2, Raters: 20}, 5))
	r, err := throughFile(t, raw).Solve(context.Background(), Request{})
	if err != nil {
		t.Fatal(err)
	}
	h := validate(t, r, 0, selection.Full)
	x, err := h.RidgeRefit(context.Background(), selection.Full, 4*model.Unit)
	if err != nil || x.Taken || x.Why != "moments hold no judgments to refit weights on" || !math.IsNaN(x.Honest.Loss) {
		t.Errorf("%+v, %v", x, err)
	}
	few := solve(t, simulate.Draw(simulate.World{Objects: 12, Attributes: 3, K: 2}, 5), Request{})
	h = validate(t, few, 0, selection.Full)
	if x, err = h.RidgeRefit(context.Background(), selection.Full, 4*model.Unit); err != nil || x.Why != h.Why || x.Why == "" {
		t.Errorf("of 12 objects %+v, %v", x, err)
	}
	ended, end := context.WithCancel(context.Background())
	end()
	h = validate(t, solve(t, raw.Data(), Request{}), 0, selection.Full)
	if x, err = h.RidgeRefit(ended, selection.Full, 4*model.Unit); err == nil {
		t.Errorf("with a context that has ended: %+v", x)
	}
}
