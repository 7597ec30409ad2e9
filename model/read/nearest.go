package read

import (
	"cmp"
	"slices"
	"strings"
)

// nearest returns names ordered by their distance from what was typed, ties in
// the given order.
func nearest(typed string, names []string) []string {
	type ranked struct {
		name     string
		distance int
	}
	list := make([]ranked, len(names))
	for i, n := range names {
		list[i] = ranked{n, distance(strings.ToLower(shorten(typed)), strings.ToLower(shorten(n)))}
	}
	slices.SortStableFunc(list, func(a, b ranked) int { return cmp.Compare(a.distance, b.distance) })
	sorted := make([]string, len(list))
	for i, r := range list {
		sorted[i] = r.name
	}
	return sorted
}

// distance is Levenshtein's: the fewest insertions, deletions and replacements
// of runes that turn a into b.
func distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	row := make([]int, len(t)+1)
	for j := range row {
		row[j] = j
	}
	for i := range s {
		diagonal := row[0]
		row[0] = i + 1
		for j := range t {
			replaced := diagonal
			if s[i] != t[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, diagonal+1, row[j]+1)
		}
	}
	return row[len(t)]
}
