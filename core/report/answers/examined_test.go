package answers

import (
	"math"
	"slices"
	"testing"

	"fms-tui/core"
	"fms-tui/core/internal/diagnosis"
	"fms-tui/model"
)

// TestRaterTable: people see the least agreement first, and last the raters of whom none is known.
func TestRaterTable(t *testing.T) {
	x := core.Examination{RatersSeen: []diagnosis.Rater{
		{Shared: 12, Agreement: .5}, {Agreement: math.NaN()}, {Shared: 12, Agreement: -.2}, {Shared: 900, Agreement: -.1},
	}}
	got := raterTable(&x, &model.Dataset{Raters: []string{"a", "b", "c", "d"}}).Shown
	if !slices.Equal(got, []int{2, 3, 0, 1}) {
		t.Errorf("shown are %v", got)
	}
}
