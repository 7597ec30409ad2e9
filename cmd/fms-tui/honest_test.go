//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fms-tui/core/selection"
)

// honestJSON is what these tests read of select --json.
type honestJSON struct {
	Settings struct {
		Ridge any
		Seed  uint64
		Folds int
	}
	Data struct {
		LabelVariance float64 `json:"label_variance"`
	}
	Selections []struct {
		Algorithm     string
		Budget        float64
		Ridge         *float64
		ProjectedLoss float64  `json:"projected_loss"`
		Loss          *float64 `json:"honest_loss"`
		SE            *float64 `json:"honest_loss_se"`
		Repeats       map[string]int
		Frequency     map[string]float64 `json:"selection_frequency"`
		Median        map[string]float64 `json:"median_repeats"`
	}
}

func honestOf(t *testing.T, args ...string) honestJSON {
	t.Helper()
	r := fms(t, append(append([]string{"select", "--json"}, bodiesFiles(t)...), args...)...)
	r.want(t, statusDone)
	var a honestJSON
	if err := json.Unmarshal([]byte(r.stdout), &a); err != nil {
		t.Fatalf("%v in %s", err, r.stdout)
	}
	return a
}

// paperOf is honestOf with the paper's b: its range of budgets is long, and its
// projected losses optimistic.
func paperOf(t *testing.T, args ...string) honestJSON {
	t.Helper()
	return honestOf(t, append([]string{"--shrink", "none"}, args...)...)
}

// TestHonestJSON: every selection carries an honest loss above what is
// projected, unless it is not wanted.
func TestHonestJSON(t *testing.T) {
	a := paperOf(t, "--budget", "10,50", "--algorithm", "full,exchange,uniform,single=tall")
	for _, s := range a.Selections {
		if s.Loss == nil || s.SE == nil || !(*s.SE > 0 && *s.SE < *s.Loss) || s.Frequency != nil {
			t.Errorf("%s at %g: %+v", s.Algorithm, s.Budget, s)
			continue
		}
		if s.Budget == 50 && s.Algorithm == "full" && !(*s.Loss > s.ProjectedLoss+*s.SE) {
			t.Errorf("the projected loss of 50 judgments, %g, is not optimistic beside %g", s.ProjectedLoss, *s.Loss)
		}
	}
	if a.Settings.Folds != 10 || a.Settings.Seed != 1 || a.Settings.Ridge != 0.0 {
		t.Errorf("settings %+v", a.Settings)
	}
	for _, s := range paperOf(t, "--budget", "10", "--no-honest").Selections {
		if s.Loss != nil || s.SE != nil {
			t.Errorf("--no-honest computes %+v", s)
		}
	}
	few := paperOf(t, "--budget", "50", "--folds", "3", "--algorithm", "full")
	if few.Settings.Folds != 3 || *few.Selections[0].Loss == *a.Selections[4].Loss {
		t.Errorf("3 folds give %+v, 10 %+v", few.Selections[0], a.Selections[4])
	}
}

// TestEnough: the rules that stand in place of a budget, against the curve.
func TestEnough(t *testing.T) {
	var budgets []string
	for b := range 81 {
		budgets = append(budgets, string(rune('0'+b/10))+string(rune('0'+b%10)))
	}
	curve := paperOf(t, "--budget", strings.Join(budgets, ","), "--algorithm", "full", "--folds", "3")
	lowest := 0
	for i, s := range curve.Selections {
		if *s.Loss < *curve.Selections[lowest].Loss {
			lowest = i
		}
	}
	first := func(limit float64) float64 {
		for _, s := range curve.Selections {
			if *s.Loss <= limit {
				return s.Budget
			}
		}
		return -1
	}
	best := curve.Selections[lowest]
	for _, test := range []struct {
		flags []string
		limit float64
	}{
		{[]string{"--goal", "within 5%"}, *best.Loss * 1.05},
		{[]string{"--goal", "within 5"}, *best.Loss * 1.05},
		{[]string{"--goal", "loss<=7"}, 7},
		{[]string{"--goal", "error<=2.5"}, 6.25},
		{[]string{"--goal", "lowest"}, *best.Loss},
		{[]string{"--goal", "r2 >= .5"}, .5 * curve.Data.LabelVariance},
	} {
		got := paperOf(t, append(test.flags, "--algorithm", "full", "--folds", "3")...).Selections[0]
		if want := first(test.limit); got.Budget != want || *got.Loss > test.limit {
			t.Errorf("%v chooses %g, want %g", test.flags, got.Budget, want)
		}
	}
}

// TestBootstrapFlag: what is chosen is mostly chosen from resampled objects
// too, and the draw depends on the seed alone.
func TestBootstrapFlag(t *testing.T) {
	args := []string{"--budget", "20", "--algorithm", "full", "--bootstrap", "60", "--no-honest"}
	a := honestOf(t, args...).Selections[0]
	if len(a.Frequency) != 39 || a.Frequency["tall"] < .9 || a.Median["tall"] < 1 || a.Frequency["outdoors"] > .3 {
		t.Errorf("frequencies %v, medians %v", a.Frequency, a.Median)
	}
	if b := honestOf(t, args...).Selections[0]; !reflect.DeepEqual(a.Frequency, b.Frequency) {
		t.Error("the same seed gives other frequencies")
	}
	if b := honestOf(t, append(args, "--seed", "2")...).Selections[0]; reflect.DeepEqual(a.Frequency, b.Frequency) {
		t.Error("another seed gives the same frequencies")
	}
}

// TestAutoRidge: λ is the one of the list whose honest loss is smallest.
func TestAutoRidge(t *testing.T) {
	a := paperOf(t, "--ridge", "auto", "--budget", "20", "--algorithm", "full", "--folds", "3")
	if a.Settings.Ridge != "auto" {
		t.Errorf("settings.ridge is %v", a.Settings.Ridge)
	}
	best, lambda := math.Inf(1), ""
	for _, l := range []string{"0", "0.01", "0.03", "0.1", "0.3", "1"} {
		if s := paperOf(t, "--ridge", l, "--budget", "20", "--algorithm", "full", "--folds", "3").Selections[0]; *s.Loss < best {
			best, lambda = *s.Loss, l
		}
	}
	if s := a.Selections[0]; *s.Loss != best || s.Ridge == nil || lambda != trimmed(*s.Ridge) {
		t.Errorf("λ = %g with %g, want %s with %g", *s.Ridge, *s.Loss, lambda, best)
	}
}

func trimmed(x float64) string {
	b, _ := json.Marshal(x)
	return string(b)
}

// TestValidate: its table and its JSON say the same as select.
func TestValidate(t *testing.T) {
	files := bodiesFiles(t)
	r := fms(t, append(append([]string{"validate", "--json"}, files...), "--budget", "20", "--bootstrap", "40", "--folds", "3")...)
	v := parseJSON(t, r)
	all := len(selection.AllAlgorithms())
	wantIn(t, v, map[string]any{fmt.Sprint("estimates.", all): nil, fmt.Sprint("recommended.", all): nil, "bootstrap.attributes.39": nil, "estimates.0.difference": nil})
	full := honestOf(t, "--budget", "20", "--algorithm", "full", "--folds", "3").Selections[0]
	// select follows paths to 20 alone: its sums run over fewer attributes.
	if err := equalJSON(in(v, "estimates.0.honest_loss"), *full.Loss, 0); err != nil {
		t.Errorf("full%v", err)
	}
	for _, e := range in(v, "estimates").([]any)[1:] {
		if math.Abs(in(e, "honest_loss").(float64)-*full.Loss-in(e, "difference").(float64)) > 1e-9 {
			t.Errorf("%v differs from full by something else", e)
		}
		if in(e, "algorithm") == "uniform" && in(e, "verdict") != "worse" {
			t.Errorf("uniform is not worse than full: %v", e)
		}
	}
	for _, a := range in(v, "bootstrap.attributes").([]any) {
		if band := in(a, "internal_variance"); !(in(band, "0").(float64) < in(band, "1").(float64)) {
			t.Errorf("band of v %v", band)
		}
	}
	fms(t, append(append([]string{"validate"}, files...), "--budget", "20", "--bootstrap", "40", "--algorithm", "full,uniform", "--folds", "3")...).
		shows(t, "typical error", "enough at", "uniform", "worse", "40 resamples")
	few := fms(t, "validate", beansFile(t), "--label", "beans")
	few.want(t, statusDone)
	if !strings.Contains(few.stdout, "Nothing can be compared: only 10 objects") {
		t.Errorf("few objects: %s", few.stdout)
	}
}

// TestHonestBudgets: the output says at which budgets the honest loss was computed.
func TestHonestBudgets(t *testing.T) {
	for _, c := range []struct {
		args    []string
		count   int
		to      float64
		spacing string
	}{
		{[]string{"--budget", "10,20"}, 3, 20, "asked"},
		{[]string{"--goal", "within 5%"}, 41, 40, "every step"},
		{[]string{"--budget", "20000"}, 2, 20000, "asked"},
	} {
		wantIn(t, selectJSONOf(t, slices.Concat(bodiesFiles(t), c.args, []string{"--folds", "3"})...), map[string]any{
			"honest_budgets.count": float64(c.count), "honest_budgets.from": 0., "honest_budgets.to": c.to, "honest_budgets.spacing": c.spacing,
		})
	}
}
