package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fms-tui/model/read"
)

// decoded is a JSON document whose numbers keep their digits.
func decoded(t *testing.T, text []byte) map[string]any {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var v map[string]any
	if err := dec.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// lacks lists where got is not what want says; keys that only got has are new.
func lacks(path string, got, want any) (list []string) {
	switch want := want.(type) {
	case map[string]any:
		m, _ := got.(map[string]any)
		for key, x := range want {
			list = append(list, lacks(path+"."+key, m[key], x)...)
		}
		return list
	case []any:
		s, _ := got.([]any)
		if len(s) != len(want) {
			return []string{fmt.Sprintf("%s has %d entries, want %d", path, len(s), len(want))}
		}
		for i, x := range want {
			list = append(list, lacks(fmt.Sprintf("%s[%d]", path, i), s[i], x)...)
		}
		return list
	}
	if g, ok := got.(json.Number); ok && sameButRounding(g, want) {
		return nil
	}
	if got != want {
		return []string{fmt.Sprintf("%s is %v, want %v", path, got, want)}
	}
	return nil
}

// sameButRounding tells whether two numbers are one but for rounding: sums in another order differ in
// the last digits, and a difference of two losses keeps fewer of them: it may be as wrong as a
// number of 0.1.
func sameButRounding(got json.Number, want any) bool {
	w, ok := want.(json.Number)
	x, err := got.Float64()
	y, other := w.Float64()
	return ok && err == nil && other == nil && math.Abs(x-y) <= 1e-11*max(math.Abs(y), .1)
}

// TestPaperFigures: --shrink none, --design single and --max-repeats none give to eleven digits what
// the program gave before it knew of either (commit 7c641b0); warnings apart, which
// were few then.
func TestPaperFigures(t *testing.T) {
	for sample, args := range map[string][]string{
		"beans":  {beansFile(t), "--label", "beans", "--budget", "2,5,10"},
		"bodies": append(bodiesFiles(t)[:5:5], "--budget", "10,20,50"),
	} {
		text, err := os.ReadFile(filepath.Join("testdata", "paper_"+sample+".json"))
		if err != nil {
			t.Fatal(err)
		}
		want := decoded(t, text)
		delete(want, "warnings")
		args = append(append([]string{"select"}, args...), "--algorithm", "full,scoring", "--design", "single", "--max-repeats", "none", "--no-honest", "--json")
		r := fms(t, append(args, "--shrink", "none")...)
		r.want(t, statusDone)
		if wrong := lacks("", decoded(t, []byte(r.stdout)), want); len(wrong) > 0 {
			t.Errorf("%s: %s", sample, strings.Join(wrong[:min(len(wrong), 10)], "\n"))
		}
		if r = fms(t, args...); len(lacks("", decoded(t, []byte(r.stdout)), want)) == 0 {
			t.Errorf("%s: without --shrink none the figures are the same", sample)
		}
	}
}

// TestShrinkJSON: b stays as measured, and b̃ is beside it; the predictor carries it.
func TestShrinkJSON(t *testing.T) {
	beans := beansFile(t)
	attributes := func(args ...string) []any {
		r := fms(t, append([]string{"select", beans, "--label", "beans", "--json", "--no-honest"}, args...)...)
		r.want(t, statusDone)
		return decoded(t, []byte(r.stdout))["attributes"].([]any)
	}
	auto, none := attributes(), attributes("--shrink", "none")
	for i := range auto {
		a, n := auto[i].(map[string]any), none[i].(map[string]any)
		if a["label_covariance"] != n["label_covariance"] || n["label_covariance_posterior"] != nil || n["tau"] != nil {
			t.Errorf("under auto %v, under none %v", a, n)
		}
		if a["selectable"] == true && (a["label_covariance_posterior"] == nil || a["tau"] == nil) {
			t.Errorf("under auto %v", a)
		}
	}
	for shrink, has := range map[string]bool{"auto": true, "none": false} {
		r := fms(t, "export", beans, "--label", "beans", "--budget", "5", "--shrink", shrink)
		r.want(t, statusDone)
		p, _, err := read.Predictor(read.Bytes("p.json", []byte(r.stdout)))
		if err != nil || string(p.Shrink) != shrink || len(p.Attributes) == 0 || (p.Attributes[0].LabelCovariancePosterior != nil) != has {
			t.Errorf("--shrink %s exports %+v, %v", shrink, p, err)
		}
	}
	fms(t, "select", beans, "--label", "beans", "--shrink", "some").want(t, statusMisused, "--shrink", "auto, none")
}

// TestShrinkOfExperiments: the paper's experiments take the paper's b unless they
// are asked for the other.
func TestShrinkOfExperiments(t *testing.T) {
	files := append([]string{"lab", "protocol"}, bodiesFiles(t)...)
	files = append(files, "--splits", "2", "--budget", "10", "--algorithm", "full", "--train", "60", "--no-honest", "--json", "--quiet")
	of := func(args ...string) (string, []any) {
		r := fms(t, slices.Concat(files, args)...)
		r.want(t, statusDone)
		doc := decoded(t, []byte(r.stdout))
		return fmt.Sprint(doc["shrink"]), doc["errors"].([]any)
	}
	usual, errors := of()
	none, paper := of("--shrink", "none")
	auto, shrunk := of("--shrink", "auto")
	if usual != "none" || none != "none" || auto != "auto" {
		t.Errorf("shrink is %s, %s, %s", usual, none, auto)
	}
	if len(lacks("", errors, paper)) > 0 || len(lacks("", errors, shrunk)) == 0 {
		t.Errorf("test errors %v, of none %v, of auto %v", errors, paper, shrunk)
	}
}
