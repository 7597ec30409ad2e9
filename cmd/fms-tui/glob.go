package main

import (
	"fms-tui/model"
)

// matching returns the attributes that a glob of --cost or --exclude means.
func matching(attributes []string, glob string) []int { return model.Matching(attributes, glob) }

// noMatch says that a glob matches nothing, and what was perhaps meant.
func noMatch(attributes []string, glob string) string { return model.NoMatch(attributes, glob) }
