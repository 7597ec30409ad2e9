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

// honestOf is select --json of the sample bodies.
func honestOf(t *testing.T, args ...string) any {
	t.Helper()
	return selectJSONOf(t, append(bodiesFiles(t), args...)...)
}

// loss is the honest loss of a selection, NaN without one.
func loss(selection any) float64 {
	if x, is := in(selection, "honest_loss").(float64); is {
		return x
	}
	return math.NaN()
}

// paperOf is honestOf with the paper's b: its range of budgets is long, and its
// projected losses optimistic.
func paperOf(t *testing.T, args ...string) any {
	t.Helper()
	return honestOf(t, append([]string{"--shrink", "none"}, args...)...)
}

// TestHonestJSON: every selection carries an honest loss above what is
// projected, unless it is not wanted.
func TestHonestJSON(t *testing.T) {
	a := paperOf(t, "--budget", "10,50", "--algorithm", "full,exchange,uniform,single=tall")
	for _, s := range in(a, "selections").([]any) {
		se, _ := in(s, "honest_loss_se").(float64)
		if !(se > 0 && se < loss(s)) || in(s, "selection_frequency") != nil {
			t.Errorf("%v", s)
		}
		if in(s, "budget") == 50. && in(s, "algorithm") == "full" && !(loss(s) > in(s, "projected_loss").(float64)+se) {
			t.Errorf("the projected loss of 50 judgments is not optimistic: %v", s)
		}
	}
	wantIn(t, a, map[string]any{"settings.folds": 10., "settings.seed": 1., "settings.ridge": 0.})
	wantIn(t, paperOf(t, "--budget", "10", "--no-honest"), map[string]any{"selections.0.honest_loss": nil, "selections.1.honest_loss_se": nil})
	few := paperOf(t, "--budget", "50", "--folds", "3", "--algorithm", "full")
	if in(few, "settings.folds") != 3. || in(few, "selections.0.honest_loss") == in(a, "selections.4.honest_loss") {
		t.Errorf("3 folds give %v, 10 %v", in(few, "selections.0"), in(a, "selections.4"))
	}
}

// TestEnough: the rules that stand in place of a budget, against the curve.
func TestEnough(t *testing.T) {
	var budgets []string
	for b := range 81 {
		budgets = append(budgets, string(rune('0'+b/10))+string(rune('0'+b%10)))
	}
	curve := paperOf(t, "--budget", strings.Join(budgets, ","), "--algorithm", "full", "--folds", "3")
	best := math.Inf(1)
	for _, s := range in(curve, "selections").([]any) {
		best = min(best, loss(s))
	}
	first := func(limit float64) any {
		for _, s := range in(curve, "selections").([]any) {
			if loss(s) <= limit {
				return in(s, "budget")
			}
		}
		return nil
	}
	for _, test := range []struct {
		flags []string
		limit float64
	}{
		{[]string{"--goal", "within 5%"}, best * 1.05},
		{[]string{"--goal", "within 5"}, best * 1.05},
		{[]string{"--goal", "loss<=7"}, 7},
		{[]string{"--goal", "error<=2.5"}, 6.25},
		{[]string{"--goal", "lowest"}, best},
		{[]string{"--goal", "r2 >= .5"}, .5 * in(curve, "data.label_variance").(float64)},
	} {
		got := in(paperOf(t, append(test.flags, "--algorithm", "full", "--folds", "3")...), "selections.0")
		if want := first(test.limit); in(got, "budget") != want || loss(got) > test.limit {
			t.Errorf("%v chooses %v, want %v", test.flags, in(got, "budget"), want)
		}
	}
}

// TestBootstrapFlag: what is chosen is mostly chosen from resampled objects
// too, and the draw depends on the seed alone.
func TestBootstrapFlag(t *testing.T) {
	args := []string{"--budget", "20", "--algorithm", "full", "--bootstrap", "60", "--no-honest"}
	a := in(honestOf(t, args...), "selections.0")
	frequency := in(a, "selection_frequency").(map[string]any)
	if len(frequency) != 39 || frequency["tall"].(float64) < .9 || in(a, "median_repeats.tall").(float64) < 1 || frequency["outdoors"].(float64) > .3 {
		t.Errorf("frequencies %v, medians %v", frequency, in(a, "median_repeats"))
	}
	for _, seed := range []string{"1", "2"} {
		again := in(honestOf(t, append(args, "--seed", seed)...), "selections.0.selection_frequency")
		if same := reflect.DeepEqual(again, any(frequency)); same != (seed == "1") {
			t.Errorf("seed %s gives the same frequencies: %v", seed, same)
		}
	}
}

// TestAutoRidge: λ is the one of the list whose honest loss is smallest.
func TestAutoRidge(t *testing.T) {
	a := paperOf(t, "--ridge", "auto", "--budget", "20", "--algorithm", "full", "--folds", "3")
	best, lambda := math.Inf(1), 0.
	for _, l := range []float64{0, .01, .03, .1, .3, 1} {
		if x := loss(in(paperOf(t, "--ridge", trimmed(l), "--budget", "20", "--algorithm", "full", "--folds", "3"), "selections.0")); x < best {
			best, lambda = x, l
		}
	}
	wantIn(t, a, map[string]any{"settings.ridge": "auto", "selections.0.honest_loss": best, "selections.0.ridge": lambda})
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
	full := loss(in(honestOf(t, "--budget", "20", "--algorithm", "full", "--folds", "3"), "selections.0"))
	// select follows paths to 20 alone: its sums run over fewer attributes.
	if err := equalJSON(in(v, "estimates.0.honest_loss"), full, 0); err != nil {
		t.Errorf("full%v", err)
	}
	for _, e := range in(v, "estimates").([]any)[1:] {
		if math.Abs(in(e, "honest_loss").(float64)-full-in(e, "difference").(float64)) > 1e-9 {
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
	fms(t, "validate", beansFile(t), "--label", "beans").shows(t, "Nothing can be compared: only 10 objects")
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
