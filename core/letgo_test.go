package core

import (
	"slices"
	"testing"

	"fms-tui/core/internal/moments"
	"fms-tui/model"
)

// TestLetGo: of many attributes the moments of one question are kept, and of its other
// labels; of few all.
func TestLetGo(t *testing.T) {
	for d, want := range map[int]int{moments.Several: 4, moments.Several + 1: 2} {
		s := NewStudy(&model.Dataset{Attributes: make([]string, d)})
		var all []*knownMoments
		for _, label := range []string{"a", "b", "c", "d"} {
			k := new(knownMoments)
			all, s.known[momentsKey{label: label}] = append(all, k), k
		}
		last := all[3]
		last.also = all[1:2]
		s.letGo(last)
		var kept []*knownMoments
		for _, k := range s.known {
			kept = append(kept, k)
		}
		if len(kept) != want || !slices.Contains(kept, last) || !slices.Contains(kept, all[1]) {
			t.Errorf("%d attributes: %d are kept, want %d", d, len(kept), want)
		}
	}
}
