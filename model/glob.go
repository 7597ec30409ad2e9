package model

import (
	"path"
	"slices"
	"strings"
)

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
