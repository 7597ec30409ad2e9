package predict_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// formData is 200 objects of which three raters, of a crowd or always the same,
// fill forms of four attributes; a fifth of the variance of one's errors is in
// all of them.
func formData(panel bool) *model.Dataset {
	rng := rand.New(rand.NewPCG(4, 4))
	var b model.Builder
	label := b.AddLabel("y")
	for i := range 200 {
		o := b.Object(fmt.Sprintf("o%d", i))
		level := rng.NormFloat64()
		b.SetLabel(label, o, 2*level+rng.NormFloat64())
		for j := range 3 {
			w := j
			if !panel {
				w = (7*i + 13*j) % 50
			}
			halo := rng.NormFloat64() / 2
			for a := range 4 {
				own := level*float64(a+1)/2 + rng.NormFloat64()/2
				b.Add(o, b.Attribute(fmt.Sprintf("a%d", a)), b.RaterID(fmt.Sprintf("w%d", w)), own+halo+rng.NormFloat64())
			}
		}
	}
	return b.Build()
}

// TestAtRepeatsOfDesigns: under every design the standard error of as many
// judgments as asked for is the root of the projected loss, and recomputed
// weights are the predictor's.
func TestAtRepeatsOfDesigns(t *testing.T) {
	for _, c := range []struct {
		design string
		sheets []string
		panel  bool
		halo   bool
	}{
		{design: "single"},
		{design: "form", halo: true},
		{design: "call:2", halo: true},
		{design: "auto", sheets: []string{"x=a0,a1:2", "y=a2,a3"}, halo: true},
		{design: "panel,single", panel: true, halo: true},
		{design: "panel,form", panel: true, halo: true},
	} {
		d, err := model.ParseDesign(c.design)
		for _, text := range c.sheets {
			var s model.Sheet
			if s, err = model.ParseSheet(text); err == nil {
				d, err = d.WithSheets(s)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		r, err := core.NewStudy(formData(c.panel)).Solve(context.Background(), core.Request{Settings: model.Settings{Design: d}})
		if err != nil {
			t.Fatalf("%s: %v", c.design, err)
		}
		for _, budget := range []model.Amount{4 * model.Unit, 9 * model.Unit} {
			s := r.At(selection.Full, budget)
			p := r.Predictor(&s)
			if (p.Design.Halo != nil) != c.halo || s.Spent == 0 {
				t.Fatalf("%s: %s spent, design %+v", c.design, s.Spent, p.Design)
			}
			ds := counted(&p, rand.New(rand.NewPCG(1, 1)), func(a int) int { return p.Attributes[a].Repeats })
			plain, partial := object(t, &p, ds, false), object(t, &p, ds, true)
			if math.Abs(plain.SE*plain.SE-p.ProjectedLoss) > 1e-9*p.LabelVariance {
				t.Errorf("%s at %s: SE² %v, projected loss %v", c.design, budget, plain.SE*plain.SE, p.ProjectedLoss)
			}
			if math.Abs(plain.Value-partial.Value) > 1e-8 || math.Abs(plain.SE-partial.SE) > 1e-8 {
				t.Errorf("%s at %s: %+v, recomputed %+v", c.design, budget, plain, partial)
			}
		}
	}
}
