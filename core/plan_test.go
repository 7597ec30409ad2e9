package core

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fms-tui/core/experiment"
	"fms-tui/core/internal/heldout"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/simulate"
	"fms-tui/core/regress"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
	"fms-tui/model/plan"
)

// picked solves worlds of all kinds and picks a selection of each that buys
// something.
func picked(t *testing.T, n int, seed uint64, visit func(p *Pick, seed uint64)) {
	t.Helper()
	for r, seed := range results(t, n, seed) {
		if r.Step == 0 {
			continue
		}
		p := &Pick{Result: r, Selection: r.At(selection.Full, max(4*r.Step, r.Required))}
		if p.Selection.Spent > 0 {
			visit(p, seed)
		}
	}
}

// TestPlan counts costs and missing judgments, cell by cell.
func TestPlan(t *testing.T) {
	lacking := 0
	picked(t, 60, fresh.Seed(t, 500), func(p *Pick, seed uint64) {
		s, ds := &p.Selection, p.Data()
		got, err := p.Plan(s, 7)
		if err != nil {
			t.Fatal(err)
		}
		got = withoutForms(t, got)
		var rows []plan.Attribute
		for a, n := range s.Repeats {
			if c := p.Attributes[a].Price; n > 0 {
				rows = append(rows, plan.Attribute{
					Name: ds.Attributes[a], Judgments: n, Price: c, PerObject: c * model.Amount(n), Total: 7 * n, Cost: c * model.Amount(7*n),
				})
			}
		}
		if got.PerObject != s.Spent || got.Cost != 7*s.Spent || !reflect.DeepEqual(got.Attributes, rows) {
			t.Errorf("seed %d: %+v, want %v for %s", seed, got, rows, s.Spent)
		}
		want := plan.Training{Tasks: []plan.Task{}, Forms: []plan.FormTask{}}
		for i, id := range ds.Objects {
			if math.IsNaN(p.known.label.Values[i]) || ds.Start[i] == ds.Start[i+1] {
				continue
			}
			want.Objects++
			complete := true
			for a, n := range s.Repeats {
				held := 0
				judged := make(map[int32]bool)
				for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
					w := ds.Rater[j]
					if int(ds.Attr[j]) == a && (p.Raters == model.RatersPaper || w == model.NoRater || !judged[w]) {
						judged[w] = true
						held++
					}
				}
				if held < n {
					complete = false
					cost := p.Attributes[a].Price * model.Amount(n-held)
					want.Judgments += n - held
					want.Cost += cost
					want.Tasks = append(want.Tasks, plan.Task{Object: id, Attribute: ds.Attributes[a], Judgments: n - held, Cost: cost})
				}
			}
			if complete {
				want.Complete++
			}
		}
		lacking += want.Judgments
		if !reflect.DeepEqual(got.Training, want) {
			t.Errorf("seed %d: %+v, want %+v", seed, got.Training, want)
		}
	})
	if fresh.Fixed() && lacking == 0 {
		t.Error("nothing lacked anywhere: the test has no power")
	}
}

// withoutForms removes the forms from a plan that pays for each answer.
func withoutForms(t *testing.T, p plan.Plan) plan.Plan {
	t.Helper()
	for a := range p.Attributes {
		p.Attributes[a].Form = nil
	}
	for i := range p.Training.Tasks {
		p.Training.Tasks[i].Form = ""
	}
	for _, f := range p.Training.Forms {
		if f.Cost != 0 || f.Filled < 1 {
			t.Errorf("a form of answers: %+v", f)
		}
	}
	p.Forms, p.Training.Forms = []plan.Form{}, []plan.FormTask{}
	return p
}

// TestPlanForms counts the forms and calls of a plan, and their costs, by hand.
func TestPlanForms(t *testing.T) {
	ds := sheetsOf(60, []string{"a", "b", "c", "d"})
	for _, c := range []struct {
		design  model.Design
		forms   string
		answers string
		cost    model.Amount // of a new object
		first   string       // what the first object lacks
	}{
		{parsed(t, "single"), "[]", "a:1 b:1 c:1", 8, "[]"},
		{parsed(t, "form"), "[form filled 5 at 0: a(5) b(1) c(2) = 8]", "a:1 b:1 c:1", 8, "[form 3 for 0]"},
		{parsed(t, "call:2"), "[call filled 5 at 2: a(5) b(1) c(2) = 10]", "a:0 b:0 c:0", 10, "[call 3 for 6]"},
		{
			parsed(t, "auto", "x=a,b:3", "y=c"), "[x filled 5 at 3: a(5) b(1) = 15 y filled 2 at 0: c(2) = 2]",
			"a:0 b:0 c:1", 17, "[x 3 for 9]",
		},
		{parsed(t, "auto", "x=b,d:3"), "[x filled 1 at 3: b(1) = 3]", "a:1 b:0 c:1", 10, "[]"},
	} {
		r := solve(t, ds, Request{Settings: model.Settings{Design: c.design}})
		s := Selection{Repeats: []int{5, 1, 2, 0}}
		p, err := r.Plan(&s, 10)
		if err != nil {
			t.Fatal(err)
		}
		forms, answers, first := []string{}, []string{}, []string{}
		var answered, filled model.Amount
		for _, f := range p.Forms {
			asks := ""
			for _, k := range f.Asks {
				asks += fmt.Sprintf(" %s(%d)", k.Attribute, k.Times)
			}
			forms = append(forms, fmt.Sprintf("%s filled %d at %s:%s = %s", f.Name, f.Filled, f.Price, asks, f.PerObject))
			if f.Total != 10*f.Filled || f.Cost != 10*f.PerObject {
				t.Errorf("%s: %+v", c.design, f)
			}
		}
		for _, a := range p.Attributes {
			answers = append(answers, fmt.Sprintf("%s:%s", a.Name, a.Price))
		}
		for _, k := range p.Training.Tasks {
			answered += k.Cost
		}
		for _, f := range p.Training.Forms {
			filled += f.Cost
			if f.Object == ds.Objects[0] {
				first = append(first, fmt.Sprintf("%s %d for %s", f.Form, f.Filled, f.Cost))
			}
		}
		if fmt.Sprint(forms) != c.forms || strings.Join(answers, " ") != c.answers || p.PerObject != c.cost*model.Unit || p.Cost != 10*p.PerObject {
			t.Errorf("%s: %v, %v, %s", c.design, forms, answers, p.PerObject)
		}
		if fmt.Sprint(first) != c.first || answered+filled != p.Training.Cost {
			t.Errorf("%s: lacking %v; %s and %s, said %s", c.design, first, answered, filled, p.Training.Cost)
		}
	}
}

// TestPlanSameRater: repeated judgments of one rater count once if raters are
// identified.
func TestPlanSameRater(t *testing.T) {
	b := new(model.Builder)
	y := b.AddLabel("y")
	for o := range 30 {
		b.Object(string(rune('A' + o)))
		b.SetLabel(y, o, float64(o%7))
		for j := range 3 {
			b.Add(o, b.Attribute("a"), b.RaterID(string(rune('a'+(o+j*j%3)%20))), float64(o%7+j)) // 0, 1, 1
		}
	}
	ds := b.Build()
	for mode, want := range map[string]int{model.RatersAware: 30, model.RatersPaper: 0} {
		r := solve(t, ds, Request{Settings: model.Settings{Raters: mode}.WithLimit("a", model.Limit{Min: 3, Max: 3})})
		s := r.At(selection.Full, model.Units(3))
		if p, err := r.Plan(&s, 1); err != nil || p.Training.Judgments != want {
			t.Errorf("%s: %d judgments lack, want %d (%v)", mode, p.Training.Judgments, want, err)
		}
	}
}

func TestPlanTooDear(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 40, Attributes: 2, K: 2}, 1)
	r := solve(t, ds, Request{Settings: model.Settings{}.WithCost("a0", model.Units(10)).WithCost("a1", model.Units(10))})
	s := r.At(selection.Full, model.Units(40))
	if _, err := r.Plan(&s, MostNewObjects); err == nil || !strings.Contains(err.Error(), "cost more than 4000000000") {
		t.Errorf("error %v", err)
	}
}

// refitted is a refit of simulated data with enough judgments, cross-validated.
func refitted(t *testing.T, w simulate.World, seed uint64, mode string, limit int) (*Pick, *Refit) {
	t.Helper()
	ds := simulate.Draw(w, seed)
	q := Request{Settings: model.Settings{Raters: mode, MaxRepeats: limit, Ridge: .01, Shrink: model.ShrinkNone}}
	tune, err := NewStudy(ds).Tune(context.Background(), q, 0)
	if err != nil {
		t.Fatal(err)
	}
	o := tune.At(selection.Full, model.Units(6))
	p := &Pick{Result: o.Result, Honest: o.Honest, Selection: o.At(selection.Full, model.Units(6))}
	r, err := p.Refit(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return p, r
}

// TestRefit holds coefficients and honest losses against regressions on means and folds that are
// put together one by one.
func TestRefit(t *testing.T) {
	overlap := math.Sqrt(1 + 10./9) // of the folds, in differences alone
	for seed := range fresh.Seeds(t, 0, 6) {
		w := simulate.World{Objects: 120, Attributes: 5, K: 4, Ragged: .15, Unlabelled: .1}
		p, r := refitted(t, w, seed, model.RatersPaper, 2)
		if r.Why != "" {
			t.Errorf("seed %d: no refit: %s", seed, r.Why)
			continue
		}
		rows, y, objects := literalMeans(p)
		regression := func(include func(i int) bool) *regress.Fit {
			var x, of []float64
			for i, row := range rows {
				if include(i) {
					x, of = append(x, row...), append(of, y[i])
				}
			}
			fit, err := regress.LeastSquares(x, len(rows[0]), of)
			if err != nil {
				t.Fatal(err)
			}
			return fit
		}
		all := regression(func(int) bool { return true })
		for j, want := range append([]float64{all.Intercept}, all.Coef...) {
			if got := append([]float64{r.Fit.Intercept}, r.Coef...)[j]; !near(got, want, 1+math.Abs(want), 1e-8) {
				t.Errorf("seed %d: coefficient %d is %g, want %g", seed, j, got, want)
			}
		}
		if r.Objects != len(y) || r.N != len(y) {
			t.Errorf("seed %d: %d objects, want %d", seed, r.Objects, len(y))
		}
		given, err := heldout.PartsOf(p.Honest.Losses).Given(t.Context(), p.terms(), p.Selection.Repeats)
		if err != nil {
			t.Fatal(err)
		}
		var loss, projected float64
		for _, g := range given {
			held := func(i int) bool {
				return slices.Contains(g.Held, moments.BlockOf(objects[i], len(p.known.blocks.Block)))
			}
			fit := regression(func(i int) bool { return !held(i) })
			for i, row := range rows {
				if held(i) {
					loss += square(y[i]-fit.At(row)) / float64(len(y))
					projected += square(y[i]-g.Scores[0].At(row, p.Selection.Repeats)) / float64(len(y))
				}
			}
		}
		if !near(r.Honest.Loss, loss, p.LabelVar, 1e-8) || !near(r.ProjectedHonest.Loss, projected, p.LabelVar, 1e-8) ||
			!near(r.Less.Loss, loss-projected, p.LabelVar, 1e-8) || !(r.Less.SE > 0) || fresh.Fixed() && r.Less.SE >= overlap*r.Honest.SE {
			t.Errorf("seed %d: honest %+v and %+v (%+v), want %g and %g", seed, r.Honest, r.ProjectedHonest, r.Less, loss, projected)
		}
	}
}

// TestShared: one object of four has a rater who judged two of what is chosen.
func TestShared(t *testing.T) {
	ds := crowd(4, func(b *model.Builder, i, o int) {
		raters := [][]string{{"w", "w", "w"}, {"x", "w", "w"}, {"x", "w", "x"}, {"", "", "w"}}[i]
		for a, name := range []string{"a", "b", "c"} {
			w := model.NoRater
			if raters[a] != "" {
				w = b.RaterID(raters[a])
			}
			b.Add(o, b.Attribute(name), w, float64(i*i%7+a))
			b.Add(o, b.Attribute(name), w, float64(i))
		}
	})
	p := &Pick{Result: solve(t, ds, Request{Settings: model.Settings{Raters: model.RatersPaper}}), Selection: Selection{Repeats: []int{1, 2, 0}}}
	if got := p.shared([]int{0, 1, 2, 3}); got != .25 {
		t.Errorf("%g of the objects share a rater, want a quarter", got)
	}
}

// literalMeans are rows of the means of the first judgments of what was chosen, of the objects that hold enough, their labels, and their ids.
func literalMeans(p *Pick) (rows [][]float64, y []float64, objects []string) {
	ds := p.Data()
	for i, id := range ds.Objects {
		row, enough := []float64{}, !math.IsNaN(p.known.label.Values[i])
		for a, n := range p.Selection.Repeats {
			if n == 0 {
				continue
			}
			sum, count := 0.0, 0
			for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
				if int(ds.Attr[j]) == a && count < n {
					sum += ds.Value[j]
					count++
				}
			}
			enough = enough && count == n
			row = append(row, sum/float64(n))
		}
		if enough {
			rows, y, objects = append(rows, row), append(y, p.known.label.Values[i]), append(objects, id)
		}
	}
	return rows, y, objects
}

// TestRefitByOffsets: for a fixed panel the offsets are subtracted, in folds the
// training part's offsets, so that severe raters change nothing.
func TestRefitByOffsets(t *testing.T) {
	w := simulate.World{Objects: 150, Attributes: 4, K: 3, Raters: 3, WholeForms: true}
	_, calm := refitted(t, w, 3, model.RatersFixed, 2)
	w.Severity = 5
	p, r := refitted(t, w, 3, model.RatersFixed, 2)
	if r.Why != "" || p.Raters != model.RatersFixed || r.Shared != 1 {
		t.Fatalf("%s, %+v", p.Raters, r)
	}
	for i := range r.Coef {
		if !near(r.Coef[i], calm.Coef[i], math.Abs(calm.Coef[i]), 1e-6) {
			t.Errorf("coefficient %d is %g, with raters who are not severe %g", i, r.Coef[i], calm.Coef[i])
		}
	}
	if !near(r.Honest.Loss, calm.Honest.Loss, p.LabelVar, 1e-6) {
		t.Errorf("honest %+v, with raters who are not severe %+v", r.Honest, calm.Honest)
	}
}

// TestPilotDesigns: as many objects as M pays for, from 2 judgments a cell to twice the
// number that cells hold.
func TestPilotDesigns(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 100, Attributes: 3, K: 3}, 5)
	r := solve(t, ds, Request{Settings: model.Settings{}.WithCost("a1", model.Units(4)).WithExcluded("a2", true)})
	p := &Pick{Result: r, Selection: r.At(selection.Full, model.Units(10))}
	pilot := func(cost int) (*experiment.Pilot, error) {
		return p.Pilot(context.Background(), experiment.PilotQuestion{Cost: model.Units(cost), Subsamples: 20, Seed: 1}, nil)
	}
	o, err := pilot(1003)
	if err != nil {
		t.Fatal(err)
	}
	var got [][3]int
	for _, d := range o.Designs {
		got = append(got, [3]int{d.Objects, d.K, int(d.Cost / model.Unit)})
		if (d.Repeated > 0) != (d.K > 3) || d.Extrapolated != (d.Objects > 80) || math.IsNaN(d.Loss.Loss) {
			t.Errorf("%+v", d)
		}
	}
	if want := [][3]int{{100, 2, 1000}, {66, 3, 990}, {50, 4, 1000}, {40, 5, 1000}, {33, 6, 990}}; !reflect.DeepEqual(got, want) {
		t.Errorf("designs %v, want %v", got, want)
	}
	if o.PerRound != model.Units(5) || o.Judgment != 3 || o.Done != 20 {
		t.Errorf("%+v", o)
	}
	if o, err := pilot(250); err != nil || len(o.Designs) != 1 {
		t.Errorf("250: %+v, %v", o, err)
	}
	if _, err := pilot(199); err == nil || !strings.Contains(err.Error(), "2 judgments of each attribute on 20 objects cost 200") {
		t.Errorf("199: error %v", err)
	}
	p.Selection.Algorithm = selection.Copies
	if _, err := pilot(1003); err == nil || !strings.Contains(err.Error(), "no pilots are drawn for copies") {
		t.Errorf("copies: error %v", err)
	}
}
