package model

import (
	"fmt"
	"maps"
	"strings"
)

// Raters says how judgments by the same rater are treated (method.md section
// 11; --raters).
type Raters string

// The modes of --raters.
const (
	RatersAuto  Raters = "auto"  // paper without rater ids, otherwise aware
	RatersAware Raters = "aware" // raters are random, and shared between attributes
	RatersPaper Raters = "paper" // every judgment by a fresh rater, as S&K assume
)

// Projection says on which scale Σ is moved to the nearest positive
// semi-definite matrix (--psd).
type Projection string

// The forms of --psd.
const (
	ProjectScaled Projection = "scaled" // in standardised units: the choice does not depend on units
	ProjectPaper  Projection = "paper"  // on the raw scale, as in S&K section 3.4
)

// ParseRaters reads the value of --raters.
func ParseRaters(s string) (Raters, error) {
	return oneOf("--raters", s, RatersAuto, RatersAware, RatersPaper)
}

// ParseProjection reads the value of --psd.
func ParseProjection(s string) (Projection, error) {
	return oneOf("--psd", s, ProjectScaled, ProjectPaper)
}

func oneOf[T ~string](flag, s string, accepted ...T) (T, error) {
	var names []string
	for _, a := range accepted {
		if string(a) == s {
			return a, nil
		}
		names = append(names, string(a))
	}
	return "", fmt.Errorf("%s %q is not known: accepted are %s", flag, s, strings.Join(names, ", "))
}

// Settings are the choices of a user that decide what is computed from a data
// set. They are one immutable value: the With methods return a changed copy
// and share nothing that could be written, so a Settings is its own undo
// record. The zero value is the default for every field.
type Settings struct {
	Label    string     // name of the label; "" = the first
	Raters   Raters     // "" = auto
	PSD      Projection // "" = scaled
	costs    map[string]Amount
	excluded map[string]bool
}

// WithCost returns s with the price of one judgment of an attribute set.
func (s Settings) WithCost(attribute string, price Amount) Settings {
	s.costs = maps.Clone(s.costs)
	if s.costs == nil {
		s.costs = make(map[string]Amount)
	}
	s.costs[attribute] = price
	return s
}

// WithExcluded returns s with the attribute left out of, or back in, the
// candidates.
func (s Settings) WithExcluded(attribute string, out bool) Settings {
	s.excluded = maps.Clone(s.excluded)
	if s.excluded == nil {
		s.excluded = make(map[string]bool)
	}
	if out {
		s.excluded[attribute] = true
	} else {
		delete(s.excluded, attribute)
	}
	return s
}

// Cost returns the price set for an attribute, and false where none was set.
func (s Settings) Cost(attribute string) (Amount, bool) {
	c, ok := s.costs[attribute]
	return c, ok
}

// Excluded tells whether the user left the attribute out.
func (s Settings) Excluded(attribute string) bool { return s.excluded[attribute] }

// Equal tells whether two settings would compute the same.
func (s Settings) Equal(o Settings) bool {
	return s.Label == o.Label && s.Raters == o.Raters && s.PSD == o.PSD &&
		maps.Equal(s.costs, o.costs) && maps.Equal(s.excluded, o.excluded)
}
