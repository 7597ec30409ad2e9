package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

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
	fms(t, append([]string{"subset", "--budget", "3,4"}, files...)...).want(t, statusMisused, "the optimum is for one budget, not for 2")
	fms(t, "subset").want(t, statusMisused, "subset needs DATA")
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
	files := bodiesFiles(t)
	fms(t, append([]string{"plan", "--label-next", "0"}, files...)...).want(t, statusMisused, `"0" is not a number of objects`)
	fms(t, append([]string{"plan", "--label-next", "2", "--algorithm", "full,scoring"}, files...)...).want(t, statusMisused, "one algorithm")
	fms(t, append([]string{"plan", "--label-next", "2", "--budget", "4"}, files...)...).want(t, statusFailed,
		`all 880 objects have the label "height"`, "the file of labels does not list")
	fms(t, append([]string{"plan", "--label-next", "2", "--budget", "0"}, files...)...).want(t, statusFailed, "nothing is chosen at a budget of 0")

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
