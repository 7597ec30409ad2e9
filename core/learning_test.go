package core

import (
	"context"
	"errors"
	"strings"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/model"
)

// TestLearning: the settings' label and attributes are learned from, reports come
// as the curves grow, and a context ends it.
func TestLearning(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 120, Attributes: 4, K: 2}, 3)
	name := ds.Attributes[1]
	r := solve(t, ds, Request{Settings: model.Settings{}.WithExcluded(name, true)})
	l, err := r.Learning()
	if err != nil {
		t.Fatal(err)
	}
	if l.Len() != 120 || l.Attributes() != 3 || strings.Contains(strings.Join(l.Names, " "), name) || l.LabelName() != ds.Labels[0].Name {
		t.Errorf("%d objects, %v", l.Len(), l.Names)
	}
	q := LearningQuestion{K: 2, Algorithms: LearningAlgorithms(), Norm: 1, Theorem: true, Folds: 3, Splits: 2, Points: 5, Seed: 1}
	points := 0
	if err := l.Follow(t.Context(), q, func(r *LearningReport) {
		var now int
		for _, o := range r.Outcomes {
			now += len(o.Curve)
		}
		if now < points {
			t.Errorf("%d points after %d", now, points)
		}
		points = now
	}); err != nil || points != 5*len(q.Algorithms) {
		t.Errorf("%d points, %v", points, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := l.Follow(ctx, q, func(*LearningReport) { t.Error("a report") }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	m, err := throughFile(t, NewStudy(ds)).Solve(t.Context(), Request{})
	if err != nil {
		t.Fatal(err)
	}
	var lacking *model.NeedsJudgmentsError
	if _, err := m.Learning(); !errors.As(err, &lacking) {
		t.Errorf("of moments: %v", err)
	}
	few := simulate.Draw(simulate.World{Objects: 12, Attributes: 3, K: 2}, 3)
	if _, err := solve(t, few, Request{}).Learning(); err == nil || !strings.Contains(err.Error(), "at least 20 are needed") {
		t.Error(err)
	}
}
