package main

import "testing"

// TestPercentOf: small heaps may grow fivefold, large ones by some hundred MB at most.
func TestPercentOf(t *testing.T) {
	for living, want := range map[uint64]int{0: 400, 1 << 20: 400, 40 << 20: 400, 160 << 20: 100, 640 << 20: 25, 1 << 40: 10} {
		if got := percentOf(living); got != want {
			t.Errorf("%d bytes: %d %%, want %d %%", living, got, want)
		}
	}
}
