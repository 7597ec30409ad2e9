package main

import "testing"

// TestPercentOf: small heaps may grow fivefold, large ones by some hundred MB at most.
func TestPercentOf(t *testing.T) {
	for living, want := range map[uint64]int{0: 400, 1 << 20: 400, 40 << 20: 400, 160 << 20: 100, 640 << 20: 25, 800 << 20: 5, 1 << 40: 5} {
		if got := percentOf(living); got != want {
			t.Errorf("%d bytes: %d %%, want %d %%", living, got, want)
		}
	}
}

// TestLimit: what is mapped beside a heap that fits stays below 1 GB, and a larger heap has
// room for the garbage that it is allowed.
func TestLimit(t *testing.T) {
	for living := uint64(1 << 20); living < 1<<40; living *= 2 {
		limit := uint64(limitOf(living))
		if living <= 800<<20 && limit > 950_000_000 {
			t.Errorf("%d bytes: up to %d are kept", living, limit)
		}
		if grown := living + living*uint64(percentOf(living))/100; limit < grown && living > comfortable {
			t.Errorf("%d bytes: a limit of %d, and %d before they are collected", living, limit, grown)
		}
	}
}
