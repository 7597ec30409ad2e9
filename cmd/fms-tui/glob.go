package main

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
)

// matching returns the attributes that a glob of --cost or --exclude means: the
// one of that very name, or else all that the pattern matches. * stands for any
// characters, ? for one, [a-z] for one of these. A pattern that is none matches
// nothing.
func matching(attributes []string, glob string) []int {
	if a := slices.Index(attributes, glob); a >= 0 {
		return []int{a}
	}
	var found []int
	for a, name := range attributes {
		if ok, err := path.Match(unslashed(glob), unslashed(name)); ok && err == nil {
			found = append(found, a)
		}
	}
	return found
}

// unslashed hides what path.Match treats apart: names are no paths.
func unslashed(s string) string { return strings.ReplaceAll(s, "/", "\x00") }

// noMatch says that a glob matches nothing, and what was perhaps meant.
func noMatch(attributes []string, glob string) string {
	return fmt.Sprintf("matches no attribute: the nearest is %q", nearest(glob, attributes))
}

// nearest returns the name that is closest to what was typed, the first of
// several; names must not be empty.
func nearest(typed string, names []string) string {
	return slices.MinFunc(names, func(a, b string) int {
		return cmp.Compare(distance(typed, a), distance(typed, b))
	})
}

// distance is Levenshtein's: the fewest insertions, deletions and replacements
// of runes that turn a into b, upper and lower case being the same. What
// differs after maxCompared runes does not count.
func distance(a, b string) int {
	s, t := runes(a), runes(b)
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

const maxCompared = 60

func runes(s string) []rune {
	r := []rune(strings.ToLower(s))
	return r[:min(len(r), maxCompared)]
}
