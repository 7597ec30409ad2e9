package screen

import (
	"context"
	"math"
	"testing"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/tui/job"
)

// TestHonestSoFar: while the honest loss is computed, the curve and the table of budgets
// show what is known around B, and nothing is recommended.
func TestHonestSoFar(t *testing.T) {
	o := Options{Study: core.NewStudy(bodies(t)), Settings: model.Settings{Label: "height"}, NoHonest: true}
	s, err := First(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	o.NoHonest = false
	for _, scale := range []Scale{ScaleError, ScaleR2} {
		a := NewSession(t.Context(), o, nil)
		s.State.Scale = scale
		a.State = s.State
		a.Show(s)
		r, near := s.Result, s.Result.Max/2
		more := make(chan struct{})
		cmd := a.validating.Ask(a.Runner(), job.Question[ofResult, *core.Honest]{
			Key: ofResult{r},
			Work: func(ctx context.Context, report func(*core.Honest)) (*core.Honest, error) {
				return r.HonestFrom(ctx, 0, near, func(h *core.Honest) {
					report(h)
					<-more
				}, r.Algorithms()...)
			},
			Took: a.validated,
		})
		draw := func(cmd tea.Cmd) tea.Cmd {
			cmd, _ = cmd().(job.Msg).Deliver()
			a.RefreshLook()
			a.FinishLook()
			return cmd
		}
		cmd = draw(cmd)
		c := a.Look.Loss.Honest
		if n := len(c.X); a.Shown.Honest != nil || n == 0 || c.X[n-1] > a.Look.axis.Share(near.Float()) || !math.IsNaN(c.Recommended) {
			t.Errorf("first the curve has %d budgets, up to a share of %v, and recommends one at %v", n, c.X, c.Recommended)
		}
		for _, row := range a.Budgets() {
			if row.Honest != (row.Budget <= near) {
				t.Errorf("at %v the figure is honest: %v", row.Budget, row.Honest)
			}
		}
		if text := a.RecommendOff(); text != "the honest loss is still being computed" {
			t.Errorf("recommending: %q", text)
		}
		close(more)
		for a.Shown.Honest == nil {
			cmd = draw(cmd)
		}
		if n := len(c.X); len(a.Look.Loss.Honest.X) <= n || math.IsNaN(a.Look.Loss.Honest.Recommended) {
			t.Errorf("in the end the curve has %d budgets in place of %d", len(a.Look.Loss.Honest.X), n)
		}
	}
}
