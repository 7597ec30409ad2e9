package core

import (
	"context"
	"slices"
	"strings"
	"testing"

	"fms-tui/core/selection"
)

// TestUnavailableAlgorithm: an algorithm that does not exist, or that these data
// lack something for, is an error where it is wanted, whatever else is optional.
func TestUnavailableAlgorithm(t *testing.T) {
	judged := NewStudy(panelData(40))
	f, err := judged.Moments(context.Background(), "")
	if err != nil {
		t.Fatal(err)
	}
	stored := OpenMoments(f, nil)
	for _, c := range []struct {
		study     *Study
		algorithm selection.Algorithm
		want      string
	}{
		{judged, "nonsense", "nonsense"},
		{judged, "single=gone", "gone"},
		{stored, selection.Copies, "copies"},
	} {
		for _, optional := range [][]selection.Algorithm{nil, selection.AllAlgorithms(), {c.algorithm}} {
			_, err := c.study.Solve(context.Background(), Request{Algorithms: []selection.Algorithm{c.algorithm}, Optional: optional})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s with %v: %v", c.algorithm, optional, err)
			}
		}
	}
	r, err := stored.Solve(context.Background(), Request{Optional: selection.AllAlgorithms()})
	if err != nil || r.Has(selection.Copies) || r.Refused(selection.Copies) == nil || !slices.Contains(r.Algorithms(), selection.Exchange) {
		t.Errorf("optional algorithms: %v", err)
	}
}
