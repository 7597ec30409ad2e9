package moments

import (
	"context"
	"reflect"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/model"
)

// TestCopiesOneByOne: sums of parts that are made one by one are the same, digit for digit.
func TestCopiesOneByOne(t *testing.T) {
	for seed := range uint64(3) {
		ds := simulate.Draw(simulate.World{Objects: 3 + 20*int(seed), Attributes: 5, K: 2, Missing: .1 * float64(seed)}, seed)
		v := newView(ds, &ds.Labels[0], model.RatersPaper).split(2)
		want, got := v.sum(context.Background(), false), v.sum(context.Background(), true)
		if !reflect.DeepEqual(got, want) || want.Objects == 0 {
			t.Errorf("seed %d: sums of %d objects are others", seed, want.Objects)
		}
	}
}
