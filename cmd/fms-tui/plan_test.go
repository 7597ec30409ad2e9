//go:build unix

package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// planned runs plan on the sample bodies.
func planned(t *testing.T, args ...string) result {
	t.Helper()
	r := fms(t, append(append([]string{"plan"}, bodiesFiles(t)...), args...)...)
	r.want(t, statusDone)
	return r
}

// TestPlanJSON: totals are the sums of their parts, and the list of calls agrees with the
// document.
func TestPlanJSON(t *testing.T) {
	list := filepath.Join(t.TempDir(), "calls.csv")
	d := parseJSON(t, planned(t, "--budget", "12", "--objects", "30", "--json", "--no-honest"))
	planned(t, "--budget", "12", "--no-honest", "--form", "calls", "-o", list)
	wantIn(t, d, map[string]any{"version": 1., "algorithm": "full", "budget": 12., "pilot": nil, "refit.honest_loss": nil, "refit.coefficients.0": nil, "plan.training.objects": 880.})
	perObject, cost, judgments := 0., 0., 0.
	for _, a := range in(d, "plan.attributes").([]any) {
		perObject += in(a, "cost_per_object").(float64)
		cost += in(a, "cost").(float64)
		wantIn(t, a, map[string]any{"judgments_total": 30 * in(a, "judgments").(float64), "cost": 30 * in(a, "cost_per_object").(float64)})
	}
	want := "object,form,attributes,judge,repeat,price\n"
	objects := make(map[any]bool)
	for _, k := range in(d, "plan.training.tasks").([]any) {
		judgments += in(k, "judgments").(float64)
		objects[in(k, "object")] = true
		for repeat := range int(in(k, "judgments").(float64)) {
			want += fmt.Sprintf("%v,,%v,,%d,%v\n", in(k, "object"), in(k, "attribute"), repeat+1, in(k, "cost").(float64)/in(k, "judgments").(float64))
		}
	}
	wantIn(t, d, map[string]any{
		"plan.cost_per_object": perObject, "plan.cost": cost, "plan.training.judgments": judgments, "plan.training.complete": float64(880 - len(objects)),
	})
	if got := content(t, list); got != want || len(objects) == 0 || in(d, "refit.reason") == nil {
		t.Errorf("the calls are\n%.900s, in JSON\n%.900s", got, want)
	}
}

func TestPlanTable(t *testing.T) {
	planned(t, "--budget", "12").shows(t, "For 100 new objects", "per 1,000", "0 of 880 objects", "--form calls -o calls.csv lists them", "Next: fms-tui plan")
}

func TestPlanRefit(t *testing.T) {
	args := []string{"--budget", "10", "--max-repeats", "2"}
	d := parseJSON(t, planned(t, append(args, "--json", "--folds", "3")...))
	wantIn(t, d, map[string]any{"refit.reason": nil, "refit.objects": 880., "refit.coefficients.0.attribute": nil})
	attributes := in(d, "plan.attributes").([]any)
	for i, a := range attributes {
		c := in(d, fmt.Sprint("refit.coefficients.", i+1))
		if wantIn(t, c, map[string]any{"attribute": in(a, "name"), "judgments": in(a, "judgments")}); !(in(c, "se").(float64) > 0) {
			t.Errorf("%v for %v", c, a)
		}
	}
	if n := len(in(d, "refit.coefficients").([]any)); n != len(attributes)+1 || in(d, "refit.honest_loss") == nil || in(d, "refit.projected_honest_loss") == nil || in(d, "refit.r2") == nil {
		t.Errorf("%v", in(d, "refit"))
	}
	args = append(args, "--all")
	planned(t, append(args, "--folds", "3")...).shows(t, "refit: height", "(intercept)", "residual standard error", "honest loss on these objects")
	if without := planned(t, append(args, "--no-honest")...).stdout; strings.Contains(without, "honest loss") || !strings.Contains(without, "(intercept)") {
		t.Errorf("--no-honest prints %s", without)
	}
}

func TestPlanPilot(t *testing.T) {
	if testing.Short() {
		t.Skip("long: TestPlanInterrupted runs the same")
	}
	args := append([]string{"plan", "--budget", "12", "--pilot", "5400", "--subsamples", "20", "--folds", "3", "--attributes", "female,tall,short", "--label", "height"}, bodiesFiles(t)[:3]...)
	d := parseJSON(t, fms(t, append(args, "--json")...))
	wantIn(t, d, map[string]any{"plan": nil, "refit": nil, "pilot.subsamples_done": 20., "pilot.designs.3": nil})
	for i, o := range in(d, "pilot.designs").([]any) {
		k := i + 2
		objects := 5400 / 3 / k
		wantIn(t, o, map[string]any{"judgments": float64(k), "objects": float64(objects), "cost": float64(3 * k * objects), "extrapolated": objects > 704})
		if (in(o, "spread") == nil) != (objects > 704) || (in(o, "drawn_again").(float64) > 0) != (k > 2) || !(in(o, "honest_loss_se").(float64) > 0) {
			t.Errorf("%v", o)
		}
	}
	args[4] = "400"
	fms(t, append(args, "--no-honest", "--seed", "2")...).shows(t, "pilots for 400", "more than best", "drawn again")
}

// TestPlanInterrupted: the subsamples done are printed.
func TestPlanInterrupted(t *testing.T) {
	out := filepath.Join(t.TempDir(), "pilot.json")
	args := slices.Concat([]string{"plan"}, bodiesFiles(t),
		[]string{"--budget", "12", "--pilot", "5000", "--subsamples", "100000", "--quiet", "--no-honest", "--json", "-o", out})
	if r := interruptedAt(t, "drawing subsamples", args...); r.status != statusSignal+int(syscall.SIGINT) || r.stderr != "" {
		t.Errorf("status %d, stderr %s", r.status, r.stderr)
	}
	d := parseJSON(t, result{stdout: content(t, out)})
	if done := in(d, "pilot.subsamples_done").(float64); done < 2 || done >= in(d, "pilot.subsamples").(float64) || in(d, "pilot.designs.0.honest_loss") == nil {
		t.Errorf("%v", in(d, "pilot"))
	}
}

// TestPlanSimulate: the answer and the seed in JSON.
func TestPlanSimulate(t *testing.T) {
	r := fms(t, "plan", "--simulate", "attributes=3,reliability=.6 r2=.7 within=.2 pilots=10", "--seed", "7", "--json", "--quiet")
	got := parseJSON(t, r)
	wantIn(t, got, map[string]any{
		"seed": 7., "budget": 3., "population.attributes": 3., "enough.3": nil, "designs.0.objects": 50., "designs.0.judgments": 300., "designs.0.pilots": 10.,
	})
	if in(got, "enough.2") == nil || in(got, "enough.0.difference").(float64) > .2 {
		t.Errorf("%s", r.stdout)
	}
}

// TestOneSentence: select and plan say the same of a budget, below and above the recommended one.
func TestOneSentence(t *testing.T) {
	for _, budget := range []string{"2", "30"} {
		var said []string
		for _, command := range []string{"select", "plan"} {
			r := fms(t, append([]string{command, "--budget", budget, "--quiet"}, bodiesFiles(t)...)...)
			sentence, _, _ := strings.Cut(r.stdout, "\n\n")
			said = append(said, sentence)
		}
		if said[0] != said[1] || said[0] == "" {
			t.Errorf("select says %s\nplan says %s", said[0], said[1])
		}
	}
}
