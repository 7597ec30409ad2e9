package read

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"fms-tui/internal/fresh"
)

// TestShortNames: names of all lengths, many of them alike, get the numbers that a map gives
// them, whatever the order.
func TestShortNames(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 1), 3))
	var entered []string
	d := newIDs(func(name string) int {
		entered = append(entered, name)
		return len(entered) - 1
	})
	d.short = new(shortNames)
	want := make(map[string]int)
	for range 60_000 {
		name := strings.Repeat("a", rng.IntN(9)) + fmt.Sprint(rng.IntN(900)) + strings.Repeat("\x00", rng.IntN(4)) + strings.Repeat("b", rng.IntN(5))
		i, known := want[name]
		if !known {
			i = len(want)
			want[name] = i
		}
		if got := d.id(name); got != i || d.last != i || entered[i] != name {
			t.Fatalf("%q: %d, want %d", name, got, i)
		}
	}
}
