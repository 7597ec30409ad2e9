//go:build unix

package main

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"fms-tui/core/selection"
)

// partialDocument is what these tests read of partial --json.
type partialDocument struct {
	Version, Objects, Attributes, Judgments, K, Splits, Folds int
	LabelVariance                                             float64 `json:"label_variance"`
	Train                                                     int     `json:"train_objects"`
	Test                                                      int     `json:"test_objects"`
	Algorithms                                                []struct {
		Algorithm string
		Seen      float64 `json:"judgments_seen"`
		Loss      float64
		SE        *float64 `json:"loss_se"`
		R2        float64
		Norm      *float64
		Lambda    *float64
		Weights   map[string]float64
		Intercept float64
		Curve     []struct {
			Objects int
			Seen    float64 `json:"judgments_seen"`
			Loss    float64
		}
	}
	Warnings []struct{ Code, Attribute string }
}

// learned runs partial on the sample bodies.
func learned(t *testing.T, args ...string) result {
	t.Helper()
	r := fms(t, append(append([]string{"partial"}, bodiesFiles(t)...), args...)...)
	r.want(t, statusDone)
	return r
}

func learnedJSONOf(t *testing.T, args ...string) partialDocument {
	t.Helper()
	var d partialDocument
	if err := json.Unmarshal([]byte(learned(t, append(args, "--json", "--quiet")...).stdout), &d); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestPartialJSON(t *testing.T) {
	d := learnedJSONOf(t, "--splits", "2", "--folds", "3", "--k", "6")
	if d.Version != 1 || d.Objects != 880 || d.Attributes != 39 || d.Judgments != 68640 || d.K != 6 || d.Splits != 2 || d.Folds != 3 || d.Train != 792 || d.Test != 88 || len(d.Algorithms) != 5 {
		t.Fatalf("%+v", d)
	}
	for _, a := range d.Algorithms {
		last := a.Curve[len(a.Curve)-1]
		if last.Objects != 792 || last.Loss != a.Loss || last.Seen != a.Seen || len(a.Weights) == 0 || a.SE == nil ||
			math.Abs(a.R2-(1-a.Loss/d.LabelVariance)) > 1e-9 {
			t.Errorf("%+v", a)
		}
		if (a.Norm == nil) != (a.Algorithm == "ridge") || (a.Lambda == nil) != (a.Algorithm != "ridge" && a.Algorithm != "aer") {
			t.Errorf("%s: norm %v, λ %v", a.Algorithm, a.Norm, a.Lambda)
		}
	}
	if aer, ridge := d.Algorithms[0], d.Algorithms[4]; aer.Seen >= ridge.Seen || aer.Loss <= ridge.Loss {
		t.Errorf("AER loses %v from %v judgments, ridge %v from %v", aer.Loss, aer.Seen, ridge.Loss, ridge.Seen)
	}
	again := learnedJSONOf(t, "--algorithm", "aer", "--norm", "2", "--lambda", "theorem", "--splits", "1")
	a := again.Algorithms[0]
	want := 3 * 39 / 2. * math.Sqrt(math.Log(880)/880/4)
	if len(again.Algorithms) != 1 || *a.Norm != 2 || math.Abs(*a.Lambda-want) > 1e-12 || a.SE != nil {
		t.Errorf("%+v, want λ %v", a, want)
	}
}

func TestPartialTable(t *testing.T) {
	args := []string{"--splits", "1", "--folds", "2", "--algorithm", "aer,ridge", "--lambda", "3", "--norm", "1", "--width", "80"}
	r := learned(t, args...)
	for _, want := range []string{
		"learned from 4 judgments an object: 880 objects, 39 attributes", "1 random split: 792 objects to learn from and 88 to test on",
		"algorithm  judgments seen  loss ± se  R²", "aer        3,166", "ridge      61,776", "Loss on test objects against judgments seen", " aer\n", " ridge\n", " the mean\n",
	} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("lacks %q:\n%s", want, r.stdout)
		}
	}
	if again := learned(t, args...); again.stdout != r.stdout {
		t.Error("the same seed gives another table")
	}
	if other := learned(t, append(args, "--seed", "2")...); other.stdout == r.stdout {
		t.Error("another seed gives the same table")
	}
}

// TestPartialPredictor: what is written predicts what the JSON says, in both
// forms that predict reads.
func TestPartialPredictor(t *testing.T) {
	dir := t.TempDir()
	for _, form := range []string{"json", "csv"} {
		out := filepath.Join(dir, "p."+form)
		args := []string{"--algorithm", "baseline-psd", "--splits", "2", "--folds", "2", "--cost", "*=2", "--exclude", "m*", "--predictor", out}
		learned(t, args...).want(t, statusDone, "fms-tui: wrote the predictor of baseline-psd for height to "+out+": budget ")
		d := learnedJSONOf(t, args...)
		text, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		if form == "json" {
			for _, want := range []string{`"kind": "fms-predictor"`, `"algorithm": "baseline-psd"`, `"repeats": 2`, `"cost": 2`, `"mode": "paper"`} {
				if !strings.Contains(string(text), want) {
					t.Errorf("lacks %s:\n%.500s", want, text)
				}
			}
		}
		for name := range d.Algorithms[0].Weights {
			if strings.HasPrefix(name, "m") {
				t.Errorf("%s was excluded", name)
			}
		}
		files := bodiesFiles(t)
		if i := slices.Index(files, "--costs"); i >= 0 {
			files = slices.Delete(files, i, i+2)
		}
		r := fms(t, append([]string{"predict", out}, files...)...)
		r.want(t, statusDone, "mean squared error")
	}
}

// TestPartialPredictorRefused: the table stands, though the predictor cannot be
// written.
func TestPartialPredictorRefused(t *testing.T) {
	for want, args := range map[string][]string{
		"there is no folder": {"--predictor", filepath.Join(t.TempDir(), "none", "p.json")},
		"ridge learned that no attribute has a weight: there is no predictor to write": {
			"--predictor", filepath.Join(t.TempDir(), "p.json"), "--algorithm", "ridge",
		},
	} {
		var b strings.Builder
		b.WriteString("object,attribute,judgment,y\n")
		for i := range 32 { // y goes with t on half of them and against it on the others, and all sums are exact
			fmt.Fprintf(&b, "o%d,t,%d,%d\n", i, i%2, i/2%2)
		}
		r := fms(t, append([]string{"partial", file(t, "d.csv", b.String()), "--k", "2", "--splits", "1", "--folds", "2"}, args...)...)
		if r.status != statusFailed || !strings.Contains(r.stderr, want) || !strings.Contains(r.stdout, "algorithm") {
			t.Errorf("status %d, %s\n%s", r.status, r.stderr, r.stdout)
		}
	}
}

// TestPartialLeavesOut: objects that are not whole and attributes that do not
// vary are said, and listed.
func TestPartialLeavesOut(t *testing.T) {
	var b strings.Builder
	b.WriteString("object,attribute,judgment,y\n")
	for i := range 60 {
		o, y := "o"+strconv.Itoa(i), strconv.Itoa(i%7)
		b.WriteString(o + ",same,4," + y + "\n")
		b.WriteString(o + ",one," + strconv.Itoa(i%5) + "," + y + "\n")
		if i > 2 {
			b.WriteString(o + ",two," + strconv.Itoa(i%3) + "," + y + "\n")
		}
	}
	args := []string{"partial", file(t, "d.csv", b.String()), "--k", "2", "--splits", "1", "--folds", "2"}
	r := fms(t, append(args, "--json")...)
	r.want(t, statusDone, "3 objects with the label without a judgment of every attribute", `all judgments of "same" are the same`)
	var d partialDocument
	if err := json.Unmarshal([]byte(r.stdout), &d); err != nil || d.Objects != 57 || d.Attributes != 2 {
		t.Errorf("%v, %+v", err, d)
	}
	var codes []string
	for _, w := range d.Warnings {
		codes = append(codes, string(w.Code))
	}
	if got := strings.Join(codes, " "); !strings.Contains(got, "incomplete-objects") || !strings.Contains(got, "constant-attribute") {
		t.Errorf("warnings %s", got)
	}
}

// TestPartialInterrupted: a context that ends before the first split leaves
// nothing.
func TestPartialInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errs strings.Builder
	if status := run(ctx, append([]string{"partial"}, bodiesFiles(t)...), strings.NewReader(""), &out, &errs, nil); status == statusDone || out.Len() > 0 {
		t.Errorf("status %d, %q", status, out.String())
	}
}

// testErrorsDocument is what these tests read of lab protocol --json.
type testErrorsDocument struct {
	Version    int
	Experiment string
	LabelVar   float64 `json:"label_variance"`
	Objects    int
	Test       int `json:"test_objects"`
	Raters     string
	Ridge      any
	Splits     int
	Done       int `json:"splits_done"`
	Errors     []map[string]any
	Warnings   []any
}

// experimented runs an experiment, whose name is the first argument, on the sample bodies.
func experimented(t *testing.T, args ...string) result {
	t.Helper()
	r := fms(t, slices.Concat([]string{"lab", args[0]}, bodiesFiles(t), args[1:])...)
	r.want(t, statusDone)
	return r
}

func testErrorsOf(t *testing.T, text string) testErrorsDocument {
	t.Helper()
	var d testErrorsDocument
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatalf("%v in %.300s", err, text)
	}
	return d
}

func TestProtocol(t *testing.T) {
	args := []string{"protocol", "--splits", "4", "--budget", "20,5", "--algorithm", "full,copies,single=estimated-height", "--train", "300"}
	first := experimented(t, append(args, "--json")...)
	if again := experimented(t, append(args, "--form", "json")...); again.stdout != first.stdout {
		t.Error("the same seed prints two things")
	}
	if other := experimented(t, append(args, "--json", "--seed", "2")...); other.stdout == first.stdout {
		t.Error("the seed changes nothing")
	}
	d := testErrorsOf(t, first.stdout)
	if d.Version != 1 || d.Experiment != "protocol" || d.Objects != 880 || d.Test != 176 || d.Splits != 4 || d.Done != 4 || d.Raters != "paper" || d.Ridge != 0. {
		t.Errorf("%+v", d)
	}
	if len(d.Errors) != 6 {
		t.Fatalf("%d errors", len(d.Errors))
	}
	for i, e := range d.Errors {
		algorithm, budget := []string{"full", "copies", "single=estimated-height"}[i/2], []float64{5, 20}[i%2]
		if e["algorithm"] != algorithm || e["budget"] != budget || e["judgments"] != 2. || e["train_objects"] != 300. || e["total"] != nil || e["refused"] != nil {
			t.Errorf("%v", e)
		}
		for name, x := range map[string]any{"test_error": e["test_error"], "without refit": e["projected_test_error"], "honest": e["honest_loss"]} {
			if x := x.(float64); x < .3*d.LabelVar || x > 1.2*d.LabelVar {
				t.Errorf("%s at %g: %s %g of a variance of %g", algorithm, budget, name, x, d.LabelVar)
			}
		}
		if (e["difference"] == nil) != (i < 2) || !(e["test_error_se"].(float64) > 0) {
			t.Errorf("%v", e)
		}
	}
	rows, err := csv.NewReader(strings.NewReader(experimented(t, append(args, "--form", "csv")...).stdout)).ReadAll()
	if err != nil || len(rows) != 7 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for i, row := range rows[1:] {
		for k, name := range rows[0] {
			x, known := d.Errors[i][name]
			if !known {
				t.Fatalf("no field is called %s", name)
			}
			want := ""
			if x != nil {
				want = fmt.Sprint(x)
			}
			if got, err := strconv.ParseFloat(row[k], 64); row[k] != want && (err != nil || math.Abs(got-x.(float64)) > 0) {
				t.Errorf("%s of row %d is %q, in JSON %v", name, i, row[k], x)
			}
		}
	}
	table := experimented(t, args...).stdout
	for _, s := range []string{"test error of height, 4 random splits of 880 objects: 300 to learn from with 2 judgments a cell, 176 to test on", "raters paper", "no refit ± se", "drawn again", "against budget"} {
		if !strings.Contains(table, s) {
			t.Errorf("the table lacks %q: %s", s, table)
		}
	}
}

func TestProtocolSettings(t *testing.T) {
	args := []string{"protocol", "--splits", "2", "--budget", "30", "--algorithm", "full", "--train", "60", "--json"}
	plain := testErrorsOf(t, experimented(t, args...).stdout)
	auto := testErrorsOf(t, experimented(t, append(args, "--ridge", "auto", "--raters", "aware")...).stdout)
	if auto.Ridge != "auto" || auto.Raters != "aware" {
		t.Errorf("%+v", auto)
	}
	a, b := auto.Errors[0]["honest_loss"].(float64), plain.Errors[0]["honest_loss"].(float64)
	if !(a < b) {
		t.Errorf("honest loss %g with the best ridge, %g without", a, b)
	}
	without := testErrorsOf(t, experimented(t, append(args, "--no-honest")...).stdout)
	if without.Errors[0]["honest_loss"] != nil || without.Errors[0]["test_error"] != plain.Errors[0]["test_error"] {
		t.Errorf("--no-honest: %v, with %v", without.Errors[0], plain.Errors[0])
	}
	if ten := testErrorsOf(t, experimented(t, "protocol", "--splits", "2", "--json", "--no-honest").stdout); len(ten.Errors) != 10*len(selection.AllAlgorithms()) {
		t.Errorf("all algorithms at 10 budgets are %d errors", len(ten.Errors))
	}
}

func TestTradeoff(t *testing.T) {
	args := []string{"tradeoff", "--splits", "3", "--budget", "10", "--totals", "20000,40000"}
	d := testErrorsOf(t, experimented(t, append(args, "--json")...).stdout)
	if d.Experiment != "tradeoff" || len(d.Errors) != 4 {
		t.Fatalf("%+v", d)
	}
	for i, e := range d.Errors {
		total := []float64{20000, 40000}[i/2]
		if e["total"] != total || e["judgments"] != 2. || e["train_objects"] != math.Floor(total/45/2) || e["difference"] != nil {
			t.Errorf("%v", e)
		}
	}
	table := experimented(t, args...).stdout
	for _, s := range []string{"what all judgments to learn from cost", "20000  2          222", "of scoring at a budget of 10"} {
		if !strings.Contains(table, s) {
			t.Errorf("the table lacks %q: %s", s, table)
		}
	}
	r := fms(t, slices.Concat([]string{"lab", "tradeoff"}, bodiesFiles(t), []string{"--totals", "10"})...)
	r.want(t, statusFailed, "no total pays for a training part of 20 to 704 objects", "costs 1800")
}

func TestExperimentUsage(t *testing.T) {
	beans := beansFile(t)
	sums := filepath.Join(t.TempDir(), "beans.moments")
	fms(t, "moments", beans, "--label", "beans", "-o", sums).want(t, statusDone)
	fms(t, "lab", "protocol", sums).want(t, statusFailed, "needs the judgments")
}

// TestProtocolInterrupted: the splits done are printed.
func TestProtocolInterrupted(t *testing.T) {
	out := filepath.Join(t.TempDir(), "errors.json")
	args := slices.Concat([]string{"lab", "protocol"}, bodiesFiles(t),
		[]string{"--splits", "100000", "--budget", "5", "--algorithm", "full", "--no-honest", "--quiet", "--json", "-o", out})
	if r := interruptedAt(t, args...); r.status != statusSignal+int(syscall.SIGINT) || r.stderr != "" {
		t.Fatalf("status %d, stderr %q", r.status, r.stderr)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if d := testErrorsOf(t, string(text)); d.Done < 2 || d.Done == d.Splits || len(d.Errors) != 1 {
		t.Errorf("%d of %d splits, %d errors", d.Done, d.Splits, len(d.Errors))
	}
}

// subsetDocument is what these tests read of subset --json.
type subsetDocument struct {
	Version int
	Budget  float64
	LabelV  float64 `json:"label_variance"`
	Optimum *struct {
		Spent   float64
		Repeats map[string]int
		Loss    float64 `json:"projected_loss"`
		Vectors float64
		Parts   int
	}
	Reason     *string
	Selections []struct {
		Algorithm string
		Repeats   map[string]int
		Loss      float64  `json:"projected_loss"`
		Ratio     *float64 `json:"gain_ratio"`
		Behind    *float64 `json:"behind_optimum"`
		Bound     float64  `json:"lower_bound"`
	}
	Subsets struct {
		Attributes []string
		Judgments  []int
		Reason     *string
		Alpha      struct {
			Value   float64
			Sampled bool
			S, T    []string
			E       *string
		}
		Sizes []struct {
			Size        int
			Forward     []string
			ForwardCost float64 `json:"forward_cost"`
			ForwardLoss float64 `json:"forward_loss"`
			Best        []string
			BestLoss    *float64 `json:"best_loss"`
			Ratio       *float64 `json:"gain_ratio"`
			Gamma       *float64
			AlphaGreedy *float64 `json:"alpha_greedy"`
			Guaranteed  *float64
			Certified   *float64
		}
	}
}

func subsetOf(t *testing.T, args ...string) subsetDocument {
	t.Helper()
	r := fms(t, append(append([]string{"subset"}, bodiesFiles(t)...), append(args, "--json")...)...)
	r.want(t, statusDone)
	var d subsetDocument
	if err := json.Unmarshal([]byte(r.stdout), &d); err != nil {
		t.Fatalf("%v in %.300s", err, r.stdout)
	}
	return d
}

// TestSubsetJSON: bound <= optimum <= every algorithm, and guaranteed <= ratio.
func TestSubsetJSON(t *testing.T) {
	d := subsetOf(t, "--budget", "12", "--exclude", "*[iv]*", "--algorithm", "full,exchange,uniform")
	if d.Version != 1 || d.Budget != 12 || d.Optimum == nil || d.Reason != nil || len(d.Selections) != 3 {
		t.Fatalf("%+v", d)
	}
	spent := 0
	for _, n := range d.Optimum.Repeats {
		spent += n
	}
	if spent != 12 || d.Optimum.Spent != 12 || d.Optimum.Vectors < 1000 || d.Optimum.Parts < 1 {
		t.Errorf("optimum %+v", d.Optimum)
	}
	for _, s := range d.Selections {
		ratio, behind := (d.LabelV-s.Loss)/(d.LabelV-d.Optimum.Loss), (s.Loss-d.Optimum.Loss)/d.LabelV
		if s.Loss < d.Optimum.Loss-1e-9 || d.Optimum.Loss < s.Bound || math.Abs(*s.Ratio-ratio) > 1e-12 || math.Abs(*s.Behind-behind) > 1e-9 {
			t.Errorf("%+v beside an optimum of %g", s, d.Optimum.Loss)
		}
	}
	o := d.Subsets
	if len(o.Attributes) < 5 || len(o.Attributes) > 12 || slices.Max(o.Judgments) != 2 || o.Reason != nil || o.Alpha.Sampled || o.Alpha.Value > 1 || o.Alpha.E == nil {
		t.Fatalf("subsets %+v", o)
	}
	if len(o.Sizes) != min(6, len(o.Attributes)) {
		t.Errorf("a budget of 12 pays for %d attributes of 2 judgments each", len(o.Sizes))
	}
	last := d.LabelV
	for i, s := range o.Sizes {
		if s.Size != i+1 || len(s.Forward) != i+1 || len(s.Best) != i+1 || s.ForwardLoss > last || *s.BestLoss > s.ForwardLoss+1e-9 {
			t.Errorf("size %+v after %g", s, last)
		}
		if !(o.Alpha.Value <= *s.AlphaGreedy+1e-9 && *s.AlphaGreedy <= *s.Gamma+1e-9 && *s.Guaranteed <= *s.Ratio && *s.Certified <= *s.Ratio+1e-9) {
			t.Errorf("size %d: α %g, α_greedy %g, γ %g, guaranteed %g, certified %g, ratio %g",
				s.Size, o.Alpha.Value, *s.AlphaGreedy, *s.Gamma, *s.Guaranteed, *s.Certified, *s.Ratio)
		}
		last = s.ForwardLoss
	}
	// One attribute: as many judgments of it as the cells hold are a repeat vector.
	one := subsetOf(t, "--budget", "2", "--exclude", "*[iv]*", "--algorithm", "single")
	if got, want := *one.Subsets.Sizes[0].BestLoss, one.Selections[0].Loss; math.Abs(got-want) > 1e-9*want {
		t.Errorf("the best single attribute loses %g as a subset and %g as repeats", got, want)
	}
}

// TestSubsetLarge: what was not searched says why, in the table and as null.
func TestSubsetLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and one goroutine")
	}
	d := subsetOf(t, "--budget", "16", "--no-honest")
	o := d.Subsets
	if o.Reason == nil || !strings.Contains(*o.Reason, "7 of 39 take") || !o.Alpha.Sampled || len(o.Sizes) != 8 {
		t.Fatalf("%+v", o)
	}
	for _, s := range o.Sizes {
		if searched := s.Size <= 6; searched != (s.BestLoss != nil) || searched != (s.Best != nil) || s.AlphaGreedy != nil || s.Certified == nil {
			t.Errorf("size %+v", s)
		}
	}
	again := subsetOf(t, "--budget", "16", "--no-honest")
	other := subsetOf(t, "--budget", "16", "--no-honest", "--seed", "2")
	if a, b, c := fmt.Sprint(o.Alpha.T), fmt.Sprint(again.Subsets.Alpha.T), fmt.Sprint(other.Subsets.Alpha.T); a != b || a == c {
		t.Errorf("α is sampled at %s, again at %s, with another seed at %s", a, b, c)
	}
	r := fms(t, append([]string{"subset", "--budget", "16", "--no-honest", "--width", "120"}, bodiesFiles(t)...)...)
	r.want(t, statusDone)
	for _, want := range []string{"no exhaustive search beyond 6 attributes", "(sampled)", "optimum   16", "the bound ruled out all but"} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("the table lacks %q:\n%s", want, r.stdout)
		}
	}
}

func TestSubsetMisused(t *testing.T) {
	files := bodiesFiles(t)
	r := fms(t, append([]string{"subset", "--budget", "1", "--quiet"}, files...)...)
	r.want(t, statusDone)
	if !strings.Contains(r.stdout, "the budget does not pay for the judgments of any") {
		t.Errorf("a budget of 1:\n%s", r.stdout)
	}
}

// labelled writes the first labels of the sample and returns the arguments that open
// the sample with these labels.
func labelled(t *testing.T, n int) []string {
	t.Helper()
	files := bodiesFiles(t)
	text, err := os.ReadFile(files[2])
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	files[2] = filepath.Join(t.TempDir(), "labels.csv")
	if err := os.WriteFile(files[2], []byte(strings.Join(lines[:n+1], "")), 0o600); err != nil {
		t.Fatal(err)
	}
	return files
}

// nextDocument is what these tests read of next --json.
type nextDocument struct {
	Attributes                       []string
	Labelled, Unlabelled, Candidates int
	Start                            float64 `json:"trace_start"`
	Objects                          []struct {
		Object string
		Trace  float64
		Random float64 `json:"random_trace"`
	}
}

// TestNext: the trace falls from object to object and is below the trace of random
// objects. Table, CSV and JSON agree.
func TestNext(t *testing.T) {
	files := labelled(t, 300)
	args := append([]string{"plan", "--budget", "8", "--label-next", "12", "--quiet"}, files...)
	r := fms(t, append(args, "--json")...)
	r.want(t, statusDone)
	var d nextDocument
	if err := json.Unmarshal([]byte(r.stdout), &d); err != nil {
		t.Fatal(err)
	}
	if d.Labelled != 300 || d.Unlabelled != 580 || d.Candidates != 580 || len(d.Objects) != 12 || len(d.Attributes) == 0 {
		t.Fatalf("%+v", d)
	}
	last, random := d.Start, d.Start
	for i, o := range d.Objects {
		if o.Trace >= last || o.Random >= random || o.Trace >= o.Random || o.Object <= "p300" {
			t.Errorf("step %d: %+v after %g and %g", i, o, last, random)
		}
		last, random = o.Trace, o.Random
	}
	file := filepath.Join(t.TempDir(), "next.csv")
	fms(t, append(args, "-o", file)...).want(t, statusDone)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil || len(rows) != 13 || !slices.Equal(rows[0], []string{"order", "object", "trace", "random_trace"}) ||
		rows[12][0] != "12" || rows[12][1] != d.Objects[11].Object || rows[12][2] != fmt.Sprint(d.Objects[11].Trace) {
		t.Errorf("the file holds %v (%v)", rows, err)
	}
	r = fms(t, args...)
	r.want(t, statusDone)
	for _, want := range []string{"580 of 580 objects without height", "300 labelled objects", "1      " + d.Objects[0].Object, "12 objects lower it by"} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("the table lacks %q:\n%s", want, r.stdout)
		}
	}
	other := fms(t, append(args, "--json", "--seed", "5")...)
	var e nextDocument
	if err := json.Unmarshal([]byte(other.stdout), &e); err != nil || e.Objects[11].Trace != d.Objects[11].Trace || e.Objects[11].Random == d.Objects[11].Random {
		t.Errorf("another seed: %+v (%v)", e.Objects[11], err)
	}
}

// TestNextErrors: what cannot be chosen is said with what would help.
func TestNextErrors(t *testing.T) {
	few := labelled(t, 876)
	fms(t, append([]string{"plan", "--label-next", "9", "--budget", "4"}, few...)...).want(t, statusDone, "only 4 objects can be chosen")

	// Objects without the label that nobody judged completely.
	dir := t.TempDir()
	var b strings.Builder
	b.WriteString("object,attribute,judgment,y\n")
	for i := range 40 {
		for k := range 2 {
			fmt.Fprintf(&b, "o%d,x,%d,%d\no%d,z,%d,%d\n", i, i%5+(i*i+k)%2, i%5+i%3, i, i%3+(i/2+k)%2, i%5+i%3)
		}
	}
	b.WriteString("new,x,3,\n")
	file := filepath.Join(dir, "data.csv")
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	fms(t, "plan", file, "--label", "y", "--label-next", "1", "--budget", "8").want(t, statusFailed,
		`none of the 1 objects without the label "y" holds judgments of all that is chosen (x, z)`)

	// Labelled objects that hold judgments of one attribute each determine nothing.
	b.Reset()
	b.WriteString("object,attribute,judgment,y\n")
	for i := range 40 {
		for k := range 2 {
			fmt.Fprintf(&b, "o%d,%c,%d,%d\n", i, "xz"[i%2], i%5+(i*i/3+k)%2, i%5+i%3)
		}
	}
	b.WriteString("new,x,3,\nnew,z,1,\nold,x,1,\nold,z,1,\n")
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"plan", file, "--label", "y", "--label-next", "1", "--algorithm", "uniform", "--budget", "8"}
	fms(t, args...).want(t, statusFailed, "0 objects have the label", "--ridge .1 begins with a prior")
	fms(t, append(args, "--ridge", ".1")...).want(t, statusDone)
}

// TestRoughly: few are counted, many are not spelled out.
func TestRoughly(t *testing.T) {
	for n, want := range map[float64]string{5.5: "6", 1: "1", 999.4: "999", 1.1234e5: "1.1e+05", 9.87e15: "9.9e+15"} {
		if got := roughly(n); got != want {
			t.Errorf("%g is %s, want %s", n, got, want)
		}
	}
}
