package model

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestParseRaters(t *testing.T) {
	for _, want := range []Raters{RatersAuto, RatersAware, RatersPaper} {
		if got, err := ParseRaters(string(want)); got != want || err != nil {
			t.Errorf("ParseRaters(%q) = %q, %v", string(want), got, err)
		}
	}
	for _, s := range []string{"", "Aware", "fixed!", "paper "} {
		_, err := ParseRaters(s)
		if err == nil {
			t.Errorf("ParseRaters(%q) was accepted", s)
			continue
		}
		for _, part := range []string{"--raters", fmt.Sprintf("%q", s), "auto, aware, paper"} {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("ParseRaters(%q): %q does not say %s", s, err, part)
			}
		}
	}
}

func TestParseProjection(t *testing.T) {
	for _, want := range []Projection{ProjectScaled, ProjectPaper} {
		if got, err := ParseProjection(string(want)); got != want || err != nil {
			t.Errorf("ParseProjection(%q) = %q, %v", string(want), got, err)
		}
	}
	if got, err := ParseProjection("raw"); err == nil || got != "" || !strings.Contains(err.Error(), "scaled, paper") {
		t.Errorf("ParseProjection(raw) = %q, %v", got, err)
	}
}

func TestSettingsZero(t *testing.T) {
	var s Settings
	if _, set := s.Cost("a"); set || s.Excluded("a") {
		t.Error("the zero value has a cost or an exclusion")
	}
	if !s.Equal(Settings{}) {
		t.Error("zero values differ")
	}
	if !s.WithExcluded("a", false).Equal(s) || !s.WithExcluded("a", true).WithExcluded("a", false).Equal(s) {
		t.Error("an exclusion taken back leaves a trace")
	}
}

func TestSettingsEqual(t *testing.T) {
	base := Settings{Label: "y", Raters: RatersAware, PSD: ProjectPaper}.WithCost("a", Unit).WithExcluded("b", true)
	same := Settings{Label: "y", Raters: RatersAware, PSD: ProjectPaper}.WithExcluded("b", true).WithCost("a", Unit)
	if !base.Equal(same) || !same.Equal(base) {
		t.Error("the order of setting matters")
	}
	for name, change := range map[string]func(Settings) Settings{
		"label":         func(s Settings) Settings { s.Label = "z"; return s },
		"raters":        func(s Settings) Settings { s.Raters = RatersPaper; return s },
		"psd":           func(s Settings) Settings { s.PSD = ProjectScaled; return s },
		"cost":          func(s Settings) Settings { return s.WithCost("a", 2*Unit) },
		"another cost":  func(s Settings) Settings { return s.WithCost("b", Unit) },
		"exclusion":     func(s Settings) Settings { return s.WithExcluded("a", true) },
		"exclusion off": func(s Settings) Settings { return s.WithExcluded("b", false) },
	} {
		if other := change(base); base.Equal(other) || other.Equal(base) {
			t.Errorf("a change of %s is not seen", name)
		}
	}
}

// state is a Settings' content, read through its methods alone.
func state(s Settings) string {
	out := fmt.Sprint(s.Label, s.Raters, s.PSD)
	for i := range 6 {
		name := string(rune('a' + i))
		c, set := s.Cost(name)
		out += fmt.Sprint(";", name, c, set, s.Excluded(name))
	}
	return out
}

// TestSettingsImmutable branches at random from a growing set of values: none
// ever changes, so that each is its own undo record.
func TestSettingsImmutable(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	values := []Settings{{}}
	states := []string{state(Settings{})}
	for range 300 {
		from := values[rng.IntN(len(values))]
		name := string(rune('a' + rng.IntN(6)))
		var next Settings
		if rng.IntN(2) == 0 {
			price := Units(1 + rng.IntN(9))
			next = from.WithCost(name, price)
			if c, set := next.Cost(name); !set || c != price {
				t.Fatalf("%s costs %s, %v after being set to %s", name, c, set, price)
			}
		} else {
			out := rng.IntN(2) == 0
			if next = from.WithExcluded(name, out); next.Excluded(name) != out {
				t.Fatalf("%s excluded is %v after being set to %v", name, !out, out)
			}
		}
		values, states = append(values, next), append(states, state(next))
	}
	for i, v := range values {
		if got := state(v); got != states[i] {
			t.Fatalf("value %d was %s and is now %s", i, states[i], got)
		}
	}
	for i := range values {
		for j := range values {
			if got := values[i].Equal(values[j]); got != (states[i] == states[j]) {
				t.Fatalf("Equal says %v of %s and %s", got, states[i], states[j])
			}
		}
	}
}
