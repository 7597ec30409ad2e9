package core

import (
	"context"
	"strings"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// TestBudgetBy: the budget by a metric of classes reaches what the rule asks of the best, and
// no budget measured below it does.
func TestBudgetBy(t *testing.T) {
	ctx := context.Background()
	for i, label := range []string{"verdict", "grade"} {
		ds := threeGrades(simulate.World{Objects: 120, Attributes: 3, K: 3, Raters: 6}, false, fresh.Seed(t, 62)+uint64(i))
		tuned, err := NewStudy(ds).Tune(ctx, Request{Settings: model.Settings{Label: label}}, 5)
		if err != nil {
			t.Fatal(err)
		}
		h := tuned.Answers[0].Honest
		for _, rule := range []Rule{{}, {By: Within, Within: .1}} {
			for _, m := range []ClassMetric{Kappa, LogLoss} {
				b, err := tuned.BudgetBy(ctx, selection.Full, rule, m, .5)
				if err != nil {
					t.Fatal(err)
				}
				limit := rule.metricLimit(m, b.Best)
				if better(m, limit, b.Has.X) || better(m, b.Has.X, b.Best.X) && b.Budget > b.BestAt {
					t.Errorf("%s by %s: %v at %s, the best is %v at %s", label, m, b.Has, b.Budget, b.Best, b.BestAt)
				}
				budgets := h.result.usual(h.result.curves[selection.Full])
				if rule.By == Within {
					budgets = h.result.grids[selection.Full]
				}
				for _, j := range h.points(selection.Full, budgets) {
					at := h.runs[selection.Full].budgets[j]
					p := Pick{Answer: tuned.Answers[0], Selection: h.result.At(selection.Full, at)}
					x, why, err := p.ClassMetric(ctx, m, .5)
					if err != nil {
						t.Fatal(err)
					}
					if why == "" && at < b.Budget && !better(m, limit, x.X) && len(h.points(selection.Full, budgets)) <= measuredBudgets {
						t.Errorf("%s by %s: %s is enough with %g, and %s was chosen", label, m, at, x.X, b.Budget)
					}
				}
			}
		}
		if _, err := tuned.BudgetBy(ctx, selection.Full, Rule{By: LeastR2, R2: .1}, AUC, .5); err == nil {
			t.Error("R² and AUC go together")
		}
	}
	tuned, err := NewStudy(threeGrades(simulate.World{Objects: 60, Attributes: 2, K: 2}, false, 3)).Tune(ctx, Request{Settings: model.Settings{Label: "y"}}, 5)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tuned.BudgetBy(ctx, selection.Full, Rule{}, Kappa, .5); err == nil || !strings.Contains(err.Error(), "is for a label with classes") {
		t.Errorf("a label with numbers: %v", err)
	}
}

// TestBudgetByRare: accuracy chooses no budget where a class has less than a quarter of the
// objects, and other metrics do.
func TestBudgetByRare(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		every int // the class of one object in so many
		rare  bool
	}{{2, false}, {4, false}, {5, true}, {10, true}} {
		ds := threeGrades(simulate.World{Objects: 120, Attributes: 3, K: 3, Raters: 6}, false, fresh.Seed(t, 63))
		verdict := ds.Label("verdict")
		for i := range verdict.Values {
			verdict.Values[i] = 0
			if i%c.every == 0 {
				verdict.Values[i] = 1
			}
		}
		tuned, err := NewStudy(ds).Tune(ctx, Request{Settings: model.Settings{Label: "verdict"}}, 5)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = tuned.BudgetBy(ctx, selection.Full, Rule{}, Accuracy, .5); (err != nil) != c.rare {
			t.Errorf("one object in %d: %v", c.every, err)
		}
		if _, err = tuned.BudgetBy(ctx, selection.Full, Rule{}, Balanced, .5); err != nil {
			t.Errorf("one object in %d, balanced: %v", c.every, err)
		}
	}
}
