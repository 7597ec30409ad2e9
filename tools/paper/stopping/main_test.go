package stopping

import (
	"context"
	"math/rand/v2"
	"testing"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/core/stopping"
	"fms-tui/model"
	"fms-tui/tools/paper/page"
	"fms-tui/tools/simulate"
)

// TestStopSaves: the replay saves much and nearly always decides like the whole plan.
// The expectation agrees, also on objects held out.
func TestStopSaves(t *testing.T) {
	for _, decision := range []string{"y>p50", "y>p90"} {
		learn, rest := page.Halves(simulate.Bodies(4, simulate.BodiesSeed), rand.New(rand.NewPCG(1, 2)))
		r, err := core.NewStudy(learn).Solve(context.Background(), core.Request{Settings: model.Settings{Label: "height", Raters: model.RatersPaper, Design: model.Design{Kind: model.DesignSingle}}})
		if err != nil {
			t.Fatal(err)
		}
		p := core.Pick{Result: r, Selection: r.At(selection.Full, model.Units(20))}
		d, _ := stopping.ParseDecision(decision)
		s, err := stopping.Find(&p, d, .95, 1)
		if err != nil {
			t.Fatal(err)
		}
		if s.Depth > 4 || s.Most < s.Depth || s.Replay.Objects < core.LeastSeen {
			t.Fatalf("replayed %d objects with %d of %d judgments", s.Replay.Objects, s.Depth, s.Most)
		}
		for name, f := range map[string]stopping.Figures{"expected": s.Expected, "replay": s.Replay} {
			if f.Same < .93 || f.Less > .03 || f.Cost > .8*20 {
				t.Errorf("%s, %s: %+v", decision, name, f)
			}
		}
		if s.Depth == s.Most {
			predictor := p.Predictor()
			objects, _, err := stopping.ObjectsOf(&predictor, rest, rest.Label(s.Rule.Label))
			if f := stopping.Replay(&s.Rule, objects, s.Rule.Threshold); err != nil || f.Same < .93 {
				t.Errorf("held out: %+v, %v", f, err)
			}
		}
	}
}
