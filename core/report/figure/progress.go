package figure

import (
	"fmt"
	"strings"
)

// Progress says what is being done, how many of its pieces are done, at what rate, and how
// long the rest takes. Where nobody knows how many there are, or none is done, it says how
// long it has taken.
func Progress(stage string, done, of int, seconds float64) string {
	if done == 0 || seconds <= 0 {
		return stage + " · " + Elapsed(seconds)
	}
	rate := float64(done) / seconds
	if of == 0 {
		return strings.Join([]string{stage, Count(done), Significant(rate, 2) + " a second", Elapsed(seconds)}, " · ")
	}
	return strings.Join([]string{stage, Count(done) + " of " + Count(of), Significant(rate, 2) + " a second", Elapsed(float64(of-done)/rate) + " left"}, " · ")
}

// Elapsed is a number of seconds in the unit that people count such times in.
func Elapsed(seconds float64) string {
	switch {
	case seconds < 100:
		return fmt.Sprintf("%.0f s", seconds)
	case seconds < 100*60:
		return fmt.Sprintf("%.0f min", seconds/60)
	}
	return fmt.Sprintf("%.0f h", seconds/3600)
}
