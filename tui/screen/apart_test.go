package screen

import "testing"

// TestApart: rounding is not shown as a distance.
func TestApart(t *testing.T) {
	for errors, want := range map[float64]string{0: "less than 0.01", 2.8e-15: "less than 0.01", .67: "0.67", 12.34: "12"} {
		if got := apart(errors); got != want {
			t.Errorf("%g standard errors are %q, want %q", errors, got, want)
		}
	}
}
