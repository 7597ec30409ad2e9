package model

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

// maxCompared is how many runes of a name count for its distance: names from
// data can be long, and the distance takes the product of two lengths.
const maxCompared = 60

// Nearest returns names ordered by their distance from what was typed, upper
// and lower case being the same; ties keep the given order.
func Nearest(typed string, names []string) []string {
	sorted := slices.Clone(names)
	slices.SortStableFunc(sorted, func(a, b string) int { return far(typed, a) - far(typed, b) })
	return sorted
}

// mostEdits bounds how far a name may be from what was typed to be suggested.
const mostEdits = 2

// Meant returns the name that was probably meant: the nearest, and of several as near one of the length
// typed, if at most two edits that leave something of what was typed lead to it. It returns "" if there is none.
func Meant(typed string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	longer := func(name string) int { n := len(name) - len(typed); return n * n }
	nearest := slices.MinFunc(names, func(a, b string) int { return cmp.Or(far(typed, a)-far(typed, b), longer(a)-longer(b)) })
	if far(typed, nearest) > min(mostEdits, len(compared(typed))-1) {
		return ""
	}
	return nearest
}

// far is the distance of two names, upper and lower case being the same.
func far(a, b string) int { return distance(compared(a), compared(b)) }

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

// Matching returns the numbers of the names that a glob matches, rising: the name equal
// to the glob, or else all names that match the pattern. * stands for any characters, ?
// for one character, [a-z] for one of these letters, and \ quotes the next character.
// An invalid pattern matches nothing.
func Matching(names []string, glob string) []int {
	if a := slices.Index(names, glob); a >= 0 {
		return []int{a}
	}
	var found []int
	for a, name := range names {
		if ok, err := path.Match(unslashed(glob), unslashed(name)); ok && err == nil {
			found = append(found, a)
		}
	}
	return found
}

// unslashed hides what path.Match treats apart: names are no paths.
func unslashed(s string) string { return strings.ReplaceAll(s, "/", "\x00") }

// GlobOf returns a glob that matches exactly one name and can stand in a [Sheet]: characters
// with a meaning in a pattern, and the comma between two globs, get a backslash.
func GlobOf(name string) string {
	var b strings.Builder
	for _, r := range name {
		if strings.ContainsRune(`\*?[,`, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
