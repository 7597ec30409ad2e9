package screen

import (
	"slices"
	"testing"
	"time"
)

// TestReports: a bootstrap is reported at twice the replicates of last time, and with a
// clock not before its time.
func TestReports(t *testing.T) {
	at := time.Unix(0, 0)
	var none func() time.Time
	for what, test := range map[string]struct {
		now  func() time.Time
		want []int
	}{
		"no clock": {none, []int{20, 40, 80, 160, 320}},
		"a clock":  {func() time.Time { return at }, []int{100, 200, 400}},
	} {
		due, got := reports(test.now), []int(nil)
		for n := 20; n <= 400; n += 20 {
			at = at.Add(leastReport / 5)
			if due(n) {
				got = append(got, n)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("with %s %v are reported, want %v", what, got, test.want)
		}
	}
}
