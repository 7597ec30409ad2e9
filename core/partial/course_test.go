package partial

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync/atomic"
	"testing"
)

// text is a report with all its digits, NaN included.
func text(r *Report) string { return fmt.Sprintf("%+v", *r) }

// TestReports: curves grow in the first split, means settle in the others, nothing
// that was reported changes, and the last report is Run's.
func TestReports(t *testing.T) {
	ex, _ := problem(300, 5, 1)
	q := small
	run, err := Run(t.Context(), Fixed(ex), 300, q, nil)
	if err != nil {
		t.Fatal(err)
	}
	one := q
	one.Splits = 1
	first, err := Run(t.Context(), Fixed(ex), 300, one, nil)
	if err != nil {
		t.Fatal(err)
	}
	var reports []*Report
	var texts []string
	var busy atomic.Int32
	if _, err := Run(t.Context(), Fixed(ex), 300, q, func(r *Report) {
		if busy.Add(1) > 1 {
			t.Error("two reports at a time")
		}
		reports, texts = append(reports, r), append(texts, text(r))
		busy.Add(-1)
	}); err != nil {
		t.Fatal(err)
	}
	if got, want := len(reports), q.Splits*(len(q.Algorithms)*q.Points+1); got != want {
		t.Errorf("%d reports, want %d: one a point, and one a split", got, want)
	}
	for i, r := range reports {
		if text(r) != texts[i] {
			t.Fatalf("report %d was changed: %s", i, text(r))
		}
		if len(r.Outcomes) != len(q.Algorithms) || r.Train != 270 || r.Test != 30 {
			t.Fatalf("%+v", r)
		}
		points := 0
		for k := range r.Outcomes {
			o := &r.Outcomes[k]
			for n, p := range o.Curve {
				points += p.Splits
				if p.Splits == 1 && fmt.Sprint(p) != fmt.Sprint(first.Outcomes[k].Curve[n]) {
					t.Errorf("%s: %+v, in a run of one split %+v", o.Algorithm, p, first.Outcomes[k].Curve[n])
				}
				if (p.Splits == 1) != math.IsNaN(p.SE) {
					t.Errorf("%+v", p)
				}
			}
			if len(o.Each) != r.Splits || o.Algorithm != q.Algorithms[k] || len(o.Tuned) < r.Splits || len(o.Tuned) > r.Splits+1 {
				t.Errorf("%d splits done: %+v", r.Splits, o)
			}
		}
		if points != i+1-r.Splits {
			t.Errorf("report %d has %d points", i, points)
		}
	}
	if got := text(reports[len(reports)-1]); got != text(run) {
		t.Errorf("the last report is\n%s\nRun's\n%s", got, text(run))
	}
}

// TestSeenIsWhole: splits that looked at as many judgments each have seen, on
// average, as many.
func TestSeenIsWhole(t *testing.T) {
	for seen := range 1000 {
		splits := make([][]Point, 10)
		for i := range splits {
			splits[i] = []Point{{Examples: 1, Seen: seen}}
		}
		if got := average(splits, .1).Curve[0].Seen; got != float64(seen) {
			t.Fatalf("%d splits of %d judgments have seen %v", len(splits), seen, got)
		}
	}
}

// TestRunCancelled: what was finished is kept, what was reported holds, and nothing
// follows.
func TestRunCancelled(t *testing.T) {
	ex, _ := problem(300, 5, 1)
	q := small
	q.Splits = 50
	ctx, cancel := context.WithCancel(t.Context())
	reports := 0
	r, err := Run(ctx, Fixed(ex), 300, q, func(r *Report) {
		if reports++; r.Splits == 2 && len(r.Outcomes[0].Curve) > 0 {
			cancel()
		}
	})
	// Points beyond come from objects that were under way.
	most := 2*(len(q.Algorithms)*q.Points+1) + 2*len(q.Algorithms)
	if !errors.Is(err, context.Canceled) || r == nil || r.Splits != 2 || len(r.Outcomes[0].Each) != 2 || reports > most {
		t.Errorf("%v after %d reports with %+v", err, reports, r)
	}
	never := func(*Report) { t.Error("a report") }
	if r, err := Run(ctx, Fixed(ex), 300, q, never); r != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v with %+v", err, r)
	}
	if _, err := Run(t.Context(), Fixed(ex), 10, q, never); err == nil || !strings.Contains(err.Error(), "10 objects cannot be split") {
		t.Error(err)
	}
	q.K = 12
	if _, err := Run(t.Context(), Fixed(ex), 300, q, never); err == nil || !strings.Contains(err.Error(), "k = 12") {
		t.Error(err)
	}
}
