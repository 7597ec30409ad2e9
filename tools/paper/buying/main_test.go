package buying

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/tools/paper/page"
	"fms-tui/tools/simulate"
)

// TestSplit: each half has half of the objects with all that belongs to them.
func TestSplit(t *testing.T) {
	ds := simulate.Bodies(simulate.BodiesRepeats, simulate.BodiesSeed)
	learn, rest := page.Halves(ds, rand.New(rand.NewPCG(1, 2)))
	if len(learn.Objects)+len(rest.Objects) != len(ds.Objects) || len(learn.Objects)-len(rest.Objects) > 1 {
		t.Fatalf("%d and %d of %d objects", len(learn.Objects), len(rest.Objects), len(ds.Objects))
	}
	sum := func(ds *model.Dataset) (total float64) {
		for _, x := range ds.Value {
			total += x
		}
		for _, y := range ds.Labels[0].Values {
			total += y
		}
		return total
	}
	if a, b := sum(learn)+sum(rest), sum(ds); math.Abs(a-b) > 1e-6*math.Abs(b) {
		t.Errorf("judgments and labels sum to %g, whole %g", a, b)
	}
}

// TestMeasure: on simulated data what is shown is what was promised, and a
// summary says so.
func TestMeasure(t *testing.T) {
	ds := simulate.Bodies(simulate.BodiesRepeats, simulate.BodiesSeed)
	learn, rest := page.Halves(ds, rand.New(rand.NewPCG(3, 4)))
	got, err := measure(context.Background(), learn, rest)
	if err != nil || got.design != "single judgments" {
		t.Fatalf("%q, %v", got.design, err)
	}
	if n := len(got.outcomes); n < 3 {
		t.Fatalf("%d choices", n)
	}
	for _, o := range got.outcomes {
		if math.Abs(o.z()) > 3 {
			t.Errorf("honest %v, shown %v", o.honest, o.shown)
		}
	}
	o := outcome{honest: core.Estimate{Loss: 5, SE: 1}, shown: core.Estimate{Loss: 7.5, SE: 1}, projected: 4, variance: 10}
	if got := summary([]outcome{o}); got != "1 | 0.60 | 0.50 | 0.25 | 100 % | 1.77" {
		t.Errorf("summary %q", got)
	}
}

func TestJudges(t *testing.T) {
	ds := &model.Dataset{Attributes: []string{"a.x", "a.y", "b.x"}}
	sheets := judges(ds, model.Unit).Sheets
	if len(sheets) != 2 || sheets[0].Name != "a" || sheets[1].Attributes[0] != "b.*" || sheets[1].Price != model.Unit {
		t.Errorf("%+v", sheets)
	}
}

func TestBoughtAt(t *testing.T) {
	ds := simulate.Bodies(simulate.BodiesRepeats, simulate.BodiesSeed)
	got, err := boughtAt(context.Background(), ds, model.Design{Kind: model.DesignCall, Price: 6 * model.Unit})
	if err != nil || !strings.HasPrefix(got, "39 judgments of 39 attributes, 1 form | ") {
		t.Errorf("%q, %v", got, err)
	}
}
