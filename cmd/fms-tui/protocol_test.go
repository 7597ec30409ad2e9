package main

import (
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
	for args, want := range map[string]string{
		"tradeoff --pilot 3":                "no flag --pilot",
		"protocol --totals 3":               "no flag --totals",
		"protocol --json --form csv":        "both say what is printed",
		"protocol --form yaml":              `"yaml" is not known: accepted are text, csv, tsv, json, md, html`,
		"protocol --pilot 1":                `"1" is not a number of judgments from 2 to`,
		"protocol --bootstrap 5":            "--bootstrap is about the honest loss",
		"protocol --no-honest --ridge auto": "--ridge auto needs the honest loss",
		"tradeoff --ridge auto":             "--ridge auto is for lab protocol",
	} {
		fms(t, slices.Concat([]string{"lab"}, strings.Fields(args), []string{beans, "--label", "beans"})...).want(t, statusMisused, want)
	}
	fms(t, "lab", "protocol", beans, "--label", "beans").want(t, statusFailed, "only 10 objects have the label and judgments", "at least 20 to learn from")
	fms(t, "lab", "protocol", beans, "--label", "beans", "--algorithm", "single=jar").want(t, statusFailed, `the nearest is`)
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
