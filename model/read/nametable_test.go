package read

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"fms-tui/internal/fresh"
)

// TestLook looks many names up at once, as find does one by one: short ones, of which zeros at
// the end are a part, and long ones, whose first bytes are alike.
func TestLook(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 2), 4))
	for _, skew := range []int{0, 1} {
		var table nameTable
		want := make(map[string]int32)
		for range 2000 {
			name := strings.Repeat("a", rng.IntN(300)*rng.IntN(2)) + fmt.Sprint(rng.IntN(2000)) + strings.Repeat("\x00", rng.IntN(4))
			if _, known := want[name]; !known && rng.IntN(3) > 0 {
				number := len(want) + skew*rng.IntN(5)
				table.put(name, number)
				want[name] = int32(number + 1)
			}
			names := []string{name, name + "\x00", strings.TrimRight(name, "\x00"), "a" + name, ""}
			var hashes []uint64
			for _, name := range names {
				hashes = append(hashes, hashName(name))
			}
			numbers := make([]int32, len(names))
			table.look(hashes, names, numbers)
			for i, name := range names {
				if numbers[i] != want[name] {
					t.Fatalf("%q: number %d, want %d", name, numbers[i], want[name])
				}
			}
		}
	}
}
