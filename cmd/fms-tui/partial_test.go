package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
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

func TestPartialMisused(t *testing.T) {
	data := file(t, "d.csv", newPeople)
	of := func(name, header string, rows int, row func(i int) string) string {
		var b strings.Builder
		b.WriteString(header + "\n")
		for i := range rows {
			b.WriteString("o" + strconv.Itoa(i) + ",t," + row(i) + "\n")
		}
		return file(t, name, b.String())
	}
	const header = "object,attribute,judgment,y"
	one := of("one.csv", header, 1, func(int) string { return "1,3" })
	constant := of("constant.csv", header, 30, func(i int) string { return "1," + strconv.Itoa(i) })
	labelled := of("labelled.csv", header, 30, func(i int) string { return strconv.Itoa(i%3) + ",4" })
	single := of("single.csv", header, 30, func(i int) string { return strconv.Itoa(i%3) + "," + strconv.Itoa(i%5) })
	bare := of("bare.csv", "object,attribute,judgment", 30, func(i int) string { return strconv.Itoa(i % 3) })
	for _, c := range []struct {
		status int
		want   string
		args   []string
	}{
		{statusMisused, "write an even number", []string{data, "--k", "3"}},
		{statusMisused, `--k: "0" is not a number of judgments from 2`, []string{data, "--k", "0"}},
		{statusMisused, `--norm: "-1" is no number above 0`, []string{data, "--norm", "-1"}},
		{statusMisused, `--lambda: "cv" is no number above 0`, []string{data, "--lambda", "cv"}},
		{statusMisused, `--algorithm: "full" is no algorithm of partial: accepted are aer, baseline, baseline-psd, lasso, ridge`, []string{data, "--algorithm", "full"}},
		{statusMisused, "--predictor: the suffix of", []string{data, "--predictor", "x.txt"}},
		{statusMisused, "partial needs DATA", nil},
		{statusFailed, "objects with the label height and a judgment: 3, and at least 20 are needed", []string{data, "--label", "height"}},
		{statusFailed, "objects with the label y and a judgment: 1, and at least 20 are needed", []string{one}},
		{statusFailed, `there is no attribute to learn from: all judgments of "t" are the same`, []string{constant}},
		{statusFailed, "all 30 objects have the same y: there is nothing to predict", []string{labelled}},
		{statusFailed, "aer: k = 4: with one attribute it must be 2", []string{single}},
		{statusFailed, "no attribute is left to learn from", []string{single, "--exclude", "t"}},
		{statusFailed, "has no label z: the data have the label y (asked for by --label)", []string{single, "--label", "z"}},
		{statusFailed, "there is no label to predict: name a file of labels with --labels FILE", []string{bare}},
		{statusFailed, "cannot be opened", []string{"nowhere.csv"}},
	} {
		fms(t, append([]string{"partial"}, c.args...)...).want(t, c.status, c.want)
	}
	r := fms(t, append(append([]string{"partial"}, bodiesFiles(t)...), "--k", "80")...)
	r.want(t, statusFailed, "aer: k = 80: an even number from 2 to 78 is needed")
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
