package simulate

import (
	"io"
	"math"
	"slices"
	"testing"

	"fms-tui/model"
	"fms-tui/model/read"
	"fms-tui/sampledata"
)

// jars are the bundled beans.
func jars(t *testing.T) *model.Dataset {
	t.Helper()
	s, err := sampledata.Get("beans")
	if err != nil {
		t.Fatal(err)
	}
	ds, err := s.Open(t.Context(), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return ds
}

// The figures of the package comment.
func TestBeansByHand(t *testing.T) {
	d := jars(t)
	m := momentsOf(d, d.Label("beans").Values)
	for a, want := range []struct {
		name               string
		mean, v, sigma2, b float64
	}{
		{"estimated-beans", 850, 14000, 23250, 24600},
		{"round-jar", .5, .1, .15, -9.5},
		{"monochromatic", .45, .05, .1975, 16.45},
		{"beautiful", .4, .1, .14, 9.9},
	} {
		got := []float64{average(m.means[a]), m.v[a], m.external(a), m.b[a]}
		for c, w := range []float64{want.mean, want.v, want.sigma2, want.b} {
			if d.Attributes[a] != want.name || math.Abs(got[c]-w) > 1e-9*math.Abs(w) {
				t.Errorf("%s: mean, v, σ², b = %v, want %v", d.Attributes[a], got, want)
			}
		}
	}
	repeats := m.greedy(11)
	if !slices.Equal(repeats, []int{5, 2, 1, 3}) {
		t.Errorf("a budget of 11 buys %v, want the paper's 5, 2, 1, 3", repeats)
	}
	w, objective := m.solve(repeats)
	if share := objective / m.varY; w[1] >= 0 || w[0] <= 0 || w[2] <= 0 || w[3] <= 0 || share < .85 || share > .87 {
		t.Errorf("weights %v explain %.3f of Var(y), want the paper's signs and .86", w, share)
	}
}

func TestWriteJudgmentsNamesTheMissingLabel(t *testing.T) {
	err := WriteJudgments(io.Discard, jars(t), "height")
	if err == nil || err.Error() != `beans has no label "height"; it has beans` {
		t.Error(err)
	}
}
