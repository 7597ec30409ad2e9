package figure

import (
	"fmt"
	"strings"
	"time"
)

// Progress says what is being done, how many of its pieces are done, at what rate, and how
// long the rest takes. Where nobody knows how many there are, or none is done, it says how
// long it has taken.
func Progress(stage string, done, of int, elapsed time.Duration) string {
	if done == 0 || elapsed <= 0 {
		return stage + " · " + Elapsed(elapsed)
	}
	rate := float64(done) / elapsed.Seconds()
	if of == 0 {
		return strings.Join([]string{stage, Count(done), Significant(rate, 2) + " a second", Elapsed(elapsed)}, " · ")
	}
	left := time.Duration(float64(of-done) / rate * float64(time.Second))
	return strings.Join([]string{stage, Count(done) + " of " + Count(of), Significant(rate, 2) + " a second", Elapsed(left) + " left"}, " · ")
}

// Elapsed is a time in the unit that people count such times in.
func Elapsed(d time.Duration) string {
	switch {
	case d < 100*time.Second:
		return fmt.Sprintf("%.0f s", d.Seconds())
	case d < 100*time.Minute:
		return fmt.Sprintf("%.0f min", d.Minutes())
	}
	return fmt.Sprintf("%.0f h", d.Hours())
}
