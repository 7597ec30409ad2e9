package model

import (
	"sort"
	"strings"
)

// maxCompared is how many runes of a name count for its distance: names from
// data can be long, and the distance takes the product of two lengths.
const maxCompared = 60

// Nearest returns names ordered by their distance from what was typed, upper
// and lower case being the same; ties keep the given order.
func Nearest(typed string, names []string) []string {
	type ranked struct {
		name     string
		distance int
	}
	list := make([]ranked, len(names))
	for i, n := range names {
		list[i] = ranked{n, distance(compared(typed), compared(n))}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].distance < list[j].distance })
	sorted := make([]string, len(list))
	for i, r := range list {
		sorted[i] = r.name
	}
	return sorted
}

// mostEdits bounds how far a name may be from what was typed to be suggested.
const mostEdits = 2

// Meant returns the name that was probably meant: the nearest, if at most two edits that
// leave something of what was typed lead to it. It returns "" if there is none.
func Meant(typed string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	nearest := Nearest(typed, names)[0]
	if from := compared(typed); distance(from, compared(nearest)) > min(mostEdits, len(from)-1) {
		return ""
	}
	return nearest
}

func compared(s string) []rune {
	r := []rune(strings.ToLower(s))
	return r[:min(len(r), maxCompared)]
}

// distance is Levenshtein's: the fewest insertions, deletions and replacements
// of runes that turn s into t.
func distance(s, t []rune) int {
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
