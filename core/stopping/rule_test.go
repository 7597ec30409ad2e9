package stopping_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/core/stopping"
	"fms-tui/model"
	"fms-tui/model/read"
	"fms-tui/sampledata"
)

// stopped is the rule for bodies at a budget.
func stopped(t *testing.T, settings model.Settings, budget int, decision string) (*core.Pick, *stopping.Saving) {
	t.Helper()
	r, err := core.NewStudy(bodies(t)).Solve(context.Background(), core.Request{Settings: settings})
	if err != nil {
		t.Fatal(err)
	}
	p := &core.Pick{Result: r, Selection: r.At(selection.Full, model.Units(budget))}
	d, err := stopping.ParseDecision(decision)
	if err != nil {
		t.Fatal(err)
	}
	s, err := stopping.Find(p, d, .95, 1)
	if err != nil {
		t.Fatal(err)
	}
	return p, s
}

// TestStopByDefinition solves every prefix of the path afresh: weights, losses, margins.
func TestStopByDefinition(t *testing.T) {
	p, s := stopped(t, model.Settings{Label: "height"}, 12, "y>70")
	predictor := p.Predictor()
	count := make(map[string]int)
	stages := s.Rule.Stages
	end := stages[len(stages)-1]
	for _, g := range stages {
		count[g.Attribute]++
		if g.Repeat != count[g.Attribute] {
			t.Fatalf("stage %d asks for repeat %d of %s, want %d", g.K, g.Repeat, g.Attribute, count[g.Attribute])
		}
		var of []int
		for a := range predictor.Attributes {
			if count[predictor.Attributes[a].Name] > 0 {
				of = append(of, a)
			}
		}
		m, b := mat.NewSymDense(len(of), nil), mat.NewVecDense(len(of), nil)
		for i, a := range of {
			b.SetVec(i, predictor.Attributes[a].Covariance())
			for j, e := range of {
				m.SetSym(i, j, predictor.External[a][e])
			}
			at := &predictor.Attributes[a]
			m.SetSym(i, i, predictor.External[a][a]+predictor.Ridge*at.Scale*at.Scale+at.InternalVariance/float64(count[at.Name]))
		}
		var w mat.VecDense
		if err := w.SolveVec(m, b); err != nil {
			t.Fatal(err)
		}
		loss := p.LabelVar - mat.Dot(&w, b)
		if math.Abs(g.Loss-loss) > 1e-6*loss {
			t.Errorf("stage %d: loss %g, want %g", g.K, g.Loss, loss)
		}
		for i, a := range of {
			at := predictor.Attributes[a]
			k := slices.IndexFunc(g.Weights, func(x model.StoppingWeight) bool { return x.Attribute == at.Name })
			if k < 0 || g.Weights[k].Judgments != count[at.Name] || math.Abs(g.Weights[k].Weight-w.AtVec(i)) > 1e-6 {
				t.Errorf("stage %d: weights %v, want %g of %s(%d)", g.K, g.Weights, w.AtVec(i), at.Name, count[at.Name])
			}
		}
		margin := 1.6448536269514722 * math.Sqrt(max(0, g.Loss-end.Loss))
		if math.Abs(g.Above-70-margin) > 1e-9 || math.Abs(70-g.Below-margin) > 1e-9 {
			t.Errorf("stage %d: from %g to %g, want 70 ± %g", g.K, g.Below, g.Above, margin)
		}
	}
	if end.Spent != p.Selection.Spent || end.Above != 70 || end.Below != 70 {
		t.Errorf("the last stage is %+v", end)
	}
}

// TestStopOnForms: a stage is a filled form, and asks for all that the form asks.
func TestStopOnForms(t *testing.T) {
	settings := model.Settings{Label: "height", Design: model.Design{Kind: model.DesignForm, Price: 3 * model.Unit}}
	p, s := stopped(t, settings, 14, "y>p50")
	plan, err := p.Plan(&p.Selection, 1)
	if err != nil {
		t.Fatal(err)
	}
	filled := 0
	for _, f := range plan.Forms {
		filled += f.Filled
	}
	if last := s.Rule.Stages[len(s.Rule.Stages)-1]; len(s.Rule.Stages) != filled || last.Spent != plan.PerObject {
		t.Errorf("%d stages for %s, want %d for %s", len(s.Rule.Stages), last.Spent, filled, plan.PerObject)
	}
	for _, g := range s.Rule.Stages {
		if g.Form == "" || g.Attribute != "" || len(g.Attributes) == 0 {
			t.Errorf("%+v", g)
		}
	}
}

// TestParseDecision: what it accepts, and that everything else is named with what is.
func TestParseDecision(t *testing.T) {
	for text, want := range map[string]stopping.Decision{
		"y>6.5": {Above: 6.5}, " y > -1e-3 ": {Above: -.001}, "y>p90": {Percentile: .9}, "p>.5": {Probability: .5},
	} {
		d, err := stopping.ParseDecision(text)
		if err != nil || want.Above != 0 && d.Above != want.Above || want.Percentile != 0 && d.Percentile != want.Percentile || want.Probability != 0 && d.Probability != want.Probability {
			t.Errorf("%q: %+v, %v", text, d, err)
		}
	}
	for _, text := range []string{"", "y", "y<3", "p>1", "p>0", "p>p5", "y>p0", "y>p100", "y>1e999", "y>.", "x>1"} {
		if _, err := stopping.ParseDecision(text); err == nil || !strings.Contains(err.Error(), "accepted are") {
			t.Errorf("%q: %v", text, err)
		}
	}
	p, _ := stopped(t, model.Settings{Label: "height"}, 5, "y>70")
	if _, err := stopping.Find(p, stopping.Decision{Text: "p>.5", Above: math.NaN(), Percentile: math.NaN(), Probability: .5}, .95, 1); err == nil || !strings.Contains(err.Error(), "no two classes") {
		t.Errorf("a probability of heights: %v", err)
	}
	if _, err := stopping.Find(p, stopping.Decision{Above: 70}, .4, 1); err == nil {
		t.Error("a confidence of .4 is taken")
	}
}

// bodies is the bundled sample of that name.
func bodies(t testing.TB) *model.Dataset {
	t.Helper()
	s, err := sampledata.Get("bodies")
	if err != nil {
		t.Fatal(err)
	}
	ds, err := s.Open(t.Context(), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return ds
}
