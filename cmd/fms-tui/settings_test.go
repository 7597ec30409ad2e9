package main

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui"
)

// randomSettings are settings that a user could have made.
func randomSettings(rng *rand.Rand, ds *model.Dataset) model.Settings {
	s := model.Settings{Label: ds.Labels[0].Name}
	for _, f := range model.SettingsFields() {
		if words := f.Accepted; words != nil {
			s, _ = f.Set(s, "", words[rng.IntN(len(words))])
		}
	}
	if rng.IntN(2) == 0 {
		s.MaxRepeats = 1 + rng.IntN(9)
	}
	switch rng.IntN(3) {
	case 0:
		s = s.WithRidge(0, true)
	case 1:
		s = s.WithRidge(rng.ExpFloat64()*[]float64{1e-9, 1, 1e9}[rng.IntN(3)], false)
	}
	designs := []string{"auto", "single", "form", "call:0.25", "panel", "panel,form", "sheets", "panel,sheets"}
	d, _ := model.ParseDesign(designs[rng.IntN(len(designs))])
	if d.Kind == model.DesignSheets {
		d, _ = d.WithSheets(model.Sheet{Name: "one", Attributes: []string{model.GlobOf(ds.Attributes[0])}, Price: model.Unit * model.Amount(rng.IntN(3))},
			model.Sheet{Name: "two", Attributes: []string{model.GlobOf(ds.Attributes[1])}})
	}
	if d.CheckRaters(s.Raters) == nil {
		s = s.WithDesign(d)
	}
	for _, name := range ds.Attributes {
		if rng.IntN(3) == 0 {
			s = s.WithCost(name, 1+model.Amount(rng.Int64N(int64(model.Units(20)))))
		}
		if rng.IntN(3) == 0 {
			s = s.WithExcluded(name, true)
		}
		if least := rng.IntN(4); rng.IntN(2) == 0 {
			s = s.WithLimit(name, model.Limit{Min: least, Max: least + rng.IntN(2)*(1+rng.IntN(5))})
		}
	}
	return s
}

// TestSettingsEverywhere: settings are the same after flags, after a kept file,
// after a document's JSON and after the command that the UI copies.
func TestSettingsEverywhere(t *testing.T) {
	ds := *beansData(t)
	ds.Prices = nil
	rng := rand.New(rand.NewPCG(7, 7))
	for range 200 {
		want := randomSettings(rng, &ds)
		if err := want.CheckLimits(ds.Attributes); err != nil {
			continue // such as at least 3 and at most 3, which WithLimit has without a bound
		}
		file, err := decodeState(encoded(t, stateOf(&ds, new(flags), tui.Saved{Settings: want, Algorithm: selection.Full})))
		if err != nil {
			t.Fatalf("%+v: %v", want, err)
		}
		if got := file.saved(&ds).Settings; !got.Equal(want) {
			t.Errorf("a kept file makes %+v of %+v", got, want)
		}
		var fromJSON model.Settings
		for _, f := range model.SettingsFields() {
			text, err := json.Marshal(f.JSON(want, ds.Attributes))
			if err != nil {
				t.Fatal(err)
			}
			values, err := f.Decode(text)
			for _, v := range values {
				if err == nil {
					fromJSON, err = f.Set(fromJSON, v.Attribute, v.Text)
				}
			}
			if err != nil {
				t.Fatalf("%s %s: %v", f.Key, text, err)
			}
		}
		if !fromJSON.Equal(want) {
			t.Errorf("JSON makes %+v of %+v", fromJSON, want)
		}
		none := new(flags)
		flagged(none)
		words, err := none.reproducer(t.Context(), &ds, nil, core.DefaultReplicates)
		if err != nil {
			t.Fatal(err)
		}
		f := new(flags)
		c := flagged(f)
		args := words(tui.Asked{Settings: want, Budget: model.Unit})
		args = slices.DeleteFunc(args[1:], func(w string) bool { return w == "--no-state" })
		if at := slices.Index(args, "--budget"); at >= 0 {
			args = slices.Delete(args, at, at+2)
		}
		if at := slices.Index(args, "--folds"); at >= 0 { // of flags that were not parsed
			args = slices.Delete(args, at, at+2)
		}
		if at := slices.Index(args, "--seed"); at >= 0 {
			args = slices.Delete(args, at, at+2)
		}
		if err := c.ParseFlags(args); err != nil {
			t.Fatalf("%q: %v", args, err)
		}
		got, err := f.settings(t.Context(), &ds)
		if err != nil {
			t.Fatalf("%q: %v", args, err)
		}
		for _, name := range ds.Attributes { // a price as usual needs no flag
			if c, set := want.Cost(name); set && c == ds.Price(slices.Index(ds.Attributes, name)) {
				got = got.WithCost(name, c)
			}
		}
		if !got.Equal(want) {
			t.Errorf("%q makes\n%+v of\n%+v", args, got, want)
		}
	}
}

// TestSettingTexts: what a field has as text, it reads.
func TestSettingTexts(t *testing.T) {
	for _, f := range model.SettingsFields() {
		if f.Default == "" {
			continue
		}
		if s, err := f.Set(model.Settings{}, "", f.Default); err != nil || f.Text(s) != f.Default || f.Text(model.Settings{}) != f.Default {
			t.Errorf("%s %s: %+v, %v", f.Option, strconv.Quote(f.Default), s, err)
		}
	}
}

// TestFlagsAreParsedOnce: after parsing, nothing writes to the flags: whoever wants
// others takes a copy by with. Flags are defined in functions that add them.
func TestFlagsAreParsedOnce(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	write := regexp.MustCompile(`^\t+f\.[a-zA-Z.]+(, [a-z]\w*(\.\w+)*)* (=|\+=|:=) `)
	adds := regexp.MustCompile(`^func \(\w+ \*\w+\) (add|set|parse)`)
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		defining := false
		for i, line := range strings.Split(string(text), "\n") {
			if strings.HasPrefix(line, "func ") {
				defining = adds.MatchString(line)
			}
			code, _, _ := strings.Cut(line, "//")
			if !defining && write.MatchString(code) {
				t.Errorf("%s:%d writes to the flags: %s", name, i+1, strings.TrimSpace(line))
			}
		}
	}
}
