package honest

import (
	"slices"
	"testing"
)

// TestRefitsTogether divides regressions of every size into passes: none is lost, the order
// stays, and a pass holds more than the limit only if it is one regression.
func TestRefitsTogether(t *testing.T) {
	for _, sizes := range [][]int{{0}, {20, 30, 10}, {1500, 3}, {1000, 1000, 5, 200}, {3, 1100, 3, 1024, 1}} {
		var all, got []*cellRegression
		for _, n := range sizes {
			all = append(all, &cellRegression{support: make([]int, n)})
		}
		passes := 0
		for few := range together(all) {
			size := 0
			for _, c := range few {
				size += len(c.support) * len(c.support)
			}
			if len(few) == 0 || len(few) > 1 && size > mostTogether {
				t.Errorf("%v: a pass of %d regressions and %d products", sizes, len(few), size)
			}
			got = append(got, few...)
			passes++
		}
		if !slices.Equal(got, all) || sizes[0] == 20 && passes != 1 || sizes[0] == 1500 && passes != 2 {
			t.Errorf("%v: %d passes, %d regressions of %d", sizes, passes, len(got), len(all))
		}
	}
}
