package model

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestChoices: a field of a few words takes these, and an error lists them.
func TestChoices(t *testing.T) {
	for option, words := range map[Option]string{OptionRaters: "auto, aware, paper, fixed", OptionPSD: "scaled, paper, label", OptionShrink: "auto, none", OptionLabelBy: "unknown, same, others"} {
		f := FieldOf(option)
		for _, word := range strings.Split(words, ", ") {
			if set, err := f.Set(Settings{}, "", word); err != nil || f.Text(set) != word {
				t.Errorf("%s %s: %q, %v", option, word, f.Text(set), err)
			}
		}
		for _, word := range []string{"", "Aware", "fixed!", "paper "} {
			if _, err := f.Set(Settings{}, "", word); err == nil || !strings.Contains(err.Error(), words) || !strings.Contains(err.Error(), fmt.Sprintf("%q", word)) {
				t.Errorf("%s %q: %v", option, word, err)
			}
		}
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
	if !s.WithExcluded("a", false).Equal(s) || !s.WithLimit("a", Limit{Max: 3}).WithLimit("a", Limit{}).Equal(s) || !s.WithExcluded("a", true).WithExcluded("a", false).Equal(s) {
		t.Error("what is taken back leaves a trace")
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
		"ridge":         func(s Settings) Settings { s.Ridge = .1; return s },
		"max repeats":   func(s Settings) Settings { s.MaxRepeats = 3; return s },
		"limit":         func(s Settings) Settings { return s.WithLimit("a", Limit{Max: 3}) },
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

func TestParseLimit(t *testing.T) {
	for in, want := range map[string]Limit{
		"": {}, "3": {3, 3}, "3..8": {3, 8}, "3..": {3, 0}, "..5": {0, 5}, "..": {}, "4..4": {4, 4}, "0..2": {0, 2}, "1000000": {1e6, 1e6},
	} {
		got, err := ParseLimit(in)
		if err != nil || got != want {
			t.Errorf("ParseLimit(%q) = %+v, %v, want %+v", in, got, err, want)
		}
		if again, err := ParseLimit(got.String()); err != nil || again != got {
			t.Errorf("%+v prints %q, which reads as %+v, %v", got, got, again, err)
		}
	}
	for in, want := range map[string]string{
		"0": "exclude", "..0": "exclude", "3..0": "exclude", "8..3": "at least 8 and at most 3",
		"-1": "3..8", "x": "3..8", "1..2..3": "3..8", "1.5": "3..8", "1000001": "3..8", "3..x": `"x"`,
	} {
		if got, err := ParseLimit(in); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseLimit(%q) = %+v, %v, want an error that says %s", in, got, err, want)
		}
	}
}

// TestLimit: what is said of one attribute wins over what is said of all.
func TestLimit(t *testing.T) {
	s := Settings{MaxRepeats: 4}.WithLimit("own", Limit{Max: 9}).WithLimit("least", Limit{Min: 2}).WithLimit("many", Limit{Min: 6})
	for name, want := range map[string]Limit{"other": {0, 4}, "own": {0, 9}, "least": {2, 4}, "many": {6, 6}} {
		if got := s.Limit(name); got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
	s.MaxRepeats = 0
	if got := s.Limit("least"); got != (Limit{2, 0}) || s.Limit("other") != (Limit{}) {
		t.Errorf("without a limit for all: %+v and %+v", got, s.Limit("other"))
	}
	if err := s.CheckLimits([]string{"own", "least", "many", "other"}); err != nil {
		t.Error(err)
	}
	bad := s.WithLimit("bad", Limit{Min: 3, Max: 2})
	if err := bad.CheckLimits([]string{"own", "bad"}); err == nil || !strings.Contains(err.Error(), "bad: at least 3 and at most 2") {
		t.Errorf("contradicting limits: %v", err)
	}
}

func TestRidge(t *testing.T) {
	f := FieldOf(OptionRidge)
	for in, want := range map[string]float64{"0": 0, "0.1": .1, "3": 3, "1e-2": .01, "auto": 0} {
		if got, err := f.Set(Settings{Ridge: 7}, "", in); got.Ridge != want || got.AutoRidge != (in == "auto") || err != nil {
			t.Errorf("%q is %g, %t, %v", in, got.Ridge, got.AutoRidge, err)
		}
	}
	for _, in := range []string{"", "-1", "NaN", "Inf", "1e999", "x", "0,1"} {
		if got, err := f.Set(Settings{}, "", in); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%q", in)) {
			t.Errorf("%q is %g, %v, want an error that names it", in, got.Ridge, err)
		}
	}
	if s := (Settings{Ridge: .3, AutoRidge: true}); s.RidgeString() != "auto" || !s.Equal(Settings{AutoRidge: true}) || s.Equal(Settings{Ridge: .3}) {
		t.Error("an automatic ridge is not told from one that is set, or depends on the λ it led to")
	}
}

// state is a Settings' content, read through its methods alone.
func state(s Settings) string {
	out := fmt.Sprint(s.Label, s.Raters, s.PSD)
	for i := range 6 {
		name := string(rune('a' + i))
		c, set := s.Cost(name)
		out += fmt.Sprint(";", name, c, set, s.Excluded(name), s.OwnLimit(name))
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
		switch rng.IntN(3) {
		case 0:
			price := Units(1 + rng.IntN(9))
			next = from.WithCost(name, price)
			if c, set := next.Cost(name); !set || c != price {
				t.Fatalf("%s costs %s, %v after being set to %s", name, c, set, price)
			}
		case 1:
			limit := Limit{Min: rng.IntN(2), Max: 3 * rng.IntN(2)}
			if next = from.WithLimit(name, limit); next.OwnLimit(name) != limit {
				t.Fatalf("%s is limited to %q after being set to %q", name, next.OwnLimit(name), limit)
			}
		default:
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
