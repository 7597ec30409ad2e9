package tui

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"fms-tui/core/partial"
	"fms-tui/model"
	"fms-tui/tui/screen"
)

// learning is the Partial screen, its course done.
func learning(t *testing.T, ds *model.Dataset, w, h int) *harness {
	t.Helper()
	x := start(t, ds, w, h)
	x.keys("6")
	x.send(x.partial().Course.Due())
	return x
}

func TestPartialScreens(t *testing.T) {
	golden.RequireEqual(t, []byte(learning(t, polled(60), 130, 40).screen()))
}

// TestPartial: the figures equal the package's. k and the norm restart the course, and
// can be undone.
func TestPartial(t *testing.T) {
	ds := polled(60)
	x := learning(t, ds, 150, 44)
	cells, err := partial.NewCells(ds, &ds.Labels[0], func(int) bool { return false })
	if err != nil {
		t.Fatal(err)
	}
	again := func(k int, norm float64) *partial.Report {
		q := partial.Question{K: k, Norm: norm, Algorithms: partial.Algorithms(), Folds: screen.PartialFolds, Splits: 2, Points: screen.PartialPoints, Seed: 1}
		r, err := partial.Run(t.Context(), cells.Scaled(), cells.Len(), q, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	same := func(want *partial.Report) {
		t.Helper()
		r := x.partial().Report()
		if r == nil || !x.partial().Course.Done {
			t.Fatalf("nothing is learned: %v", x.partial().Course.Err)
		}
		for i := range r.Outcomes {
			if got, want := r.Outcomes[i].Last(), want.Outcomes[i].Last(); got.Loss != want.Loss || got.Seen != want.Seen {
				t.Errorf("%s comes to %g from %g judgments, should to %g from %g", r.Outcomes[i].Algorithm, got.Loss, got.Seen, want.Loss, want.Seen)
			}
		}
	}
	same(again(4, 0))
	due := x.partial().Course.Due()
	x.keys("+")
	x.want("From 6 judgments of each object", "tuning…")
	x.send(due) // too late
	if x.partial().Report() != nil {
		t.Error("an answer to an older question is shown")
	}
	x.send(x.partial().Course.Due())
	same(again(6, 0))
	x.keys("end", "left")
	const norm = 45.3
	x.send(x.partial().Course.Due())
	same(again(6, norm))
	x.want("norm = 45.3")
	if q := x.asked(); q.Command != "lab partial" || !slices.Equal(q.Flags, []string{"--k", "6", "--norm", "45.3"}) {
		t.Errorf("%+v", q)
	}
	x.keys("u", "u")
	x.want("From 4 judgments of each object", "norm = by validation")
	x.keys("-", "-")
	x.want("from 2 to 8 judgments")
}

func TestPartialCopies(t *testing.T) {
	x := learning(t, polled(60), 120, 40)
	if got := x.copied("y"); !strings.HasPrefix(got, "From 4 judgments of each object, y is predicted with a typical error of ") {
		t.Errorf("%q", got)
	}
	table := x.copied("Y")
	if n := strings.Count(table, "\naer\t"); n != len(x.partial().Report().Outcomes[0].Curve) || n < 2 {
		t.Errorf("%d points of aer", n)
	}
	x.keys("e")
	x.want("--predictor FILE")
}

// TestNothingToLearn: what cannot be learned from says why.
func TestNothingToLearn(t *testing.T) {
	x := start(t, openSample("beans"), 120, 40)
	x.keys("6")
	x.want("objects with the label beans and a judgment: 10, and at least 20 are needed")
	x.keys("right", "+", "-", "home", "end", "y", "tab", "z")
	if got := x.copied("Y"); got != "" {
		t.Errorf("a table of nothing: %q", got)
	}
}
