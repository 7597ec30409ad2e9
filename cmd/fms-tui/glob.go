package main

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"fms-tui/model"
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
	return fmt.Sprintf("matches no attribute: the nearest is %q", model.Nearest(glob, attributes)[0])
}
