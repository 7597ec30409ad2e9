package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"fms-tui/model"
	"fms-tui/model/read"
	"fms-tui/sampledata"
)

// open maps hold the user's own names as keys.
var openMaps = []string{"costs", "min", "max", "repeats", "weights", "selection_frequency", "median_repeats"}

// keys lists the keys of a JSON value in their order, with the path to each;
// of an array it looks at the first element.
func keys(t *testing.T, text []byte) []string {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(string(text)))
	var list []string
	var value func(path string)
	next := func() json.Token {
		tok, err := dec.Token()
		if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		return tok
	}
	skip := func() {
		var v any
		if err := dec.Decode(&v); err != nil {
			t.Fatal(err)
		}
	}
	value = func(path string) {
		switch next() {
		case json.Delim('{'):
			for dec.More() {
				key := next().(string)
				list = append(list, path+"."+key)
				if slices.Contains(openMaps, key) {
					skip()
				} else {
					value(path + "." + key)
				}
			}
			next()
		case json.Delim('['):
			if dec.More() {
				value(path + "[]")
			}
			for dec.More() {
				skip()
			}
			next()
		}
	}
	value("")
	return list
}

// later are the keys that came after the example of the contract.
var later = []string{
	".settings.reliability", ".settings.shrink", ".settings.label_by", ".settings.design", ".settings.design.kind", ".settings.design.forms", ".settings.design.panel",
	".attributes[].label_covariance_posterior", ".attributes[].tau", ".attributes[].noise", ".selections[].cost_by_form",
	".selections[].seen_loss", ".selections[].seen_loss_se", ".selections[].seen_objects", ".selections[].weights_from",
	".selections[].refit_loss", ".selections[].refit_loss_se", ".selections[].refit_less", ".selections[].refit_less_se",
	".selections[].refit_reason", ".selections[].warnings",
	".selections[].warnings[].code", ".selections[].warnings[].message", ".selections[].warnings[].object",
	".selections[].warnings[].attribute", ".selections[].warnings[].row", ".selections[].warnings[].column",
}

// TestJSONKeys holds the keys and their order to the example of the contract, and
// what came after it.
func TestJSONKeys(t *testing.T) {
	example, err := os.ReadFile(filepath.Join("testdata", "select.json"))
	if err != nil {
		t.Fatal(err)
	}
	want := keys(t, example)
	if len(want) < 60 {
		t.Fatalf("the example has only %d keys", len(want))
	}
	for _, algorithm := range []string{"full", "scoring"} {
		r := fms(t, "select", beansFile(t), "--label", "beans", "--json", "--algorithm", algorithm)
		r.want(t, statusDone)
		var got, new []string
		for _, key := range keys(t, []byte(r.stdout)) {
			if slices.Contains(later, key) {
				new = append(new, key)
			} else {
				got = append(got, key)
			}
		}
		if !reflect.DeepEqual(new, later) {
			t.Errorf("%s has the later keys %v, want %v", algorithm, new, later)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s has the keys\n%v\nwant\n%v", algorithm, got, want)
		}
	}
}

// answer is as much of the JSON as the tests look at.
type answer struct {
	Data struct {
		Objects, Attributes, Judgments int
		Raters                         string
	}
	Settings struct {
		Costs   map[string]float64
		Exclude []string
		Raters  string
		PSD     string
	}
	Attributes []struct {
		Name       string
		Cost       json.Number
		Selectable bool
	}
	Selections []struct {
		Algorithm          string
		Budget, Spent      json.Number
		Repeats            map[string]int
		ProjectedLoss      float64  `json:"projected_loss"`
		ScoringObjective   *float64 `json:"scoring_objective"`
		HonestLoss         *float64 `json:"honest_loss"`
		Optimal            *bool
		SelectionFrequency map[string]float64 `json:"selection_frequency"`
		Weights            map[string]float64
		Intercept          float64
		Path               []struct {
			Attribute     string
			Spent         json.Number
			ProjectedLoss float64 `json:"projected_loss"`
		}
	}
	Warnings []struct{ Code string }
}

func selectJSONOf(t *testing.T, args ...string) answer {
	t.Helper()
	r := fms(t, append([]string{"select", "--json"}, args...)...)
	r.want(t, statusDone)
	var a answer
	if err := json.Unmarshal([]byte(r.stdout), &a); err != nil {
		t.Fatalf("%v in %s", err, r.stdout)
	}
	return a
}

func TestSelectJSON(t *testing.T) {
	beans := beansFile(t)
	a := selectJSONOf(t, beans, "--label", "beans", "--budget", "5,0", "--budget", "2.5", "--cost", "*=0.1", "--cost", "beautiful=0.25", "--exclude", "mono*")
	if a.Data.Objects != 10 || a.Data.Attributes != 4 || a.Data.Judgments != 80 || a.Data.Raters != "paper" || a.Settings.Raters != "auto" || a.Settings.PSD != "scaled" {
		t.Errorf("data and settings are %+v, %+v", a.Data, a.Settings)
	}
	var figures []string
	for _, at := range a.Attributes {
		figures = append(figures, fmt.Sprint(at.Name, " ", at.Cost, " ", at.Selectable))
	}
	if got, want := strings.Join(figures, "; "), "estimated-beans 0.1 true; round-jar 0.1 true; monochromatic 0.1 false; beautiful 0.25 true"; got != want {
		t.Errorf("attributes are %s, want %s", got, want)
	}
	if !reflect.DeepEqual(a.Settings.Exclude, []string{"monochromatic"}) || a.Settings.Costs["beautiful"] != .25 || len(a.Settings.Costs) != 4 {
		t.Errorf("settings are %+v", a.Settings)
	}
	var order []string
	for _, s := range a.Selections {
		order = append(order, s.Algorithm+" "+s.Budget.String())
		if len(s.Repeats) != len(s.Weights) || s.Repeats["monochromatic"] > 0 {
			t.Errorf("%s: repeats %v, weights %v", s.Algorithm, s.Repeats, s.Weights)
		}
		if (s.ScoringObjective != nil) != (s.Algorithm == "scoring") || s.HonestLoss != nil || s.Optimal == nil || s.SelectionFrequency != nil {
			t.Errorf("%s at %s: what was not computed is not null, or what was is", s.Algorithm, s.Budget)
		}
		judgments := 0
		for _, n := range s.Repeats {
			judgments += n
		}
		if len(s.Path) != judgments {
			t.Errorf("%d judgments, and a path of %d", judgments, len(s.Path))
		}
		if n := len(s.Path); n > 0 && (s.Path[n-1].Spent != s.Spent || math.Abs(s.Path[n-1].ProjectedLoss-s.ProjectedLoss) > 1e-6*math.Abs(s.ProjectedLoss)) {
			t.Errorf("the path ends in %+v, the selection in %s, %g", s.Path[n-1], s.Spent, s.ProjectedLoss)
		}
	}
	if got, want := strings.Join(order, ", "), "full 5, scoring 5, full 0, scoring 0, full 2.5, scoring 2.5"; got != want {
		t.Errorf("selections are %s, want %s", got, want)
	}
}

// TestCostsInOrder: files come before --cost, and the later of two wins.
func TestCostsInOrder(t *testing.T) {
	beans := beansFile(t)
	costs := file(t, "costs.csv", "attribute,cost\n*,2\nround-jar,3\n")
	a := selectJSONOf(t, "--cost", "beautiful=5", "--cost", "b*=7", beans, "--label", "beans", "--costs", costs, "--budget", "20")
	want := map[string]float64{"estimated-beans": 2, "round-jar": 3, "monochromatic": 2, "beautiful": 7}
	if !reflect.DeepEqual(a.Settings.Costs, want) {
		t.Errorf("costs are %v, want %v", a.Settings.Costs, want)
	}
}

// TestCostOfAnOddName: names may hold equals signs.
func TestCostOfAnOddName(t *testing.T) {
	path := file(t, "data.csv", long("a=b", plainLabel, plainJudgment))
	if a := selectJSONOf(t, path, "--cost", "a=b=0.5"); a.Settings.Costs["a=b"] != .5 {
		t.Errorf("costs are %v", a.Settings.Costs)
	}
}

// TestFirstBudget: without --budget it is a quarter of the range, on the UI's
// own words.
func TestFirstBudget(t *testing.T) {
	beans := beansFile(t)
	a := selectJSONOf(t, beans, "--label", "beans")
	if n := len(a.Selections); n != 2 || a.Selections[0].Budget == "0" || a.Selections[0].Budget != a.Selections[1].Budget {
		t.Errorf("%d selections: %+v", n, a.Selections)
	}
}

func TestSelectToFile(t *testing.T) {
	beans := beansFile(t)
	path := filepath.Join(t.TempDir(), "out")
	for _, args := range [][]string{{}, {"--json"}} {
		args = append([]string{"select", beans, "--label", "beans"}, args...)
		want := fms(t, args...)
		if r := fms(t, append(args, "--force", "-o", path)...); r.stdout != "" || r.status != statusDone {
			t.Errorf("status %d, stdout %q", r.status, r.stdout)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != want.stdout {
			t.Errorf("the file holds\n%s\nstdout is\n%s", got, want.stdout)
		}
		if r := fms(t, append(args, "-o", "-")...); r.stdout != want.stdout {
			t.Errorf("-o - is not stdout: %q", r.stdout)
		}
	}
}

// TestExport: the file's weights equal the weights of `select --json`.
func TestExport(t *testing.T) {
	beans := beansFile(t)
	for _, algorithm := range []string{"full", "scoring"} {
		path := filepath.Join(t.TempDir(), "predictor.json")
		flags := []string{beans, "--label", "beans", "--budget", "11", "--algorithm", algorithm}
		fms(t, append([]string{"export", "-o", path}, flags...)...).want(t, statusDone, "wrote the predictor of "+algorithm+" for beans to "+path)
		p, _, err := read.Predictor(read.File(path))
		if err != nil {
			t.Fatal(err)
		}
		s := selectJSONOf(t, flags...).Selections[0]
		if p.Intercept != s.Intercept || len(p.Attributes) != len(s.Weights) || len(s.Weights) == 0 || string(p.Algorithm) != algorithm {
			t.Errorf("exported %+v, selected %+v", p, s)
		}
		for _, at := range p.Attributes {
			if at.Weight != s.Weights[at.Name] || at.Repeats != s.Repeats[at.Name] {
				t.Errorf("%s: %d × %g exported, %d × %g selected", at.Name, at.Repeats, at.Weight, s.Repeats[at.Name], s.Weights[at.Name])
			}
		}
		if p.Tool != "fms-tui 0.1.0" || *p.Data.File != "beans.csv" || len(*p.Data.SHA256) != 64 || p.Data.Objects != 10 {
			t.Errorf("made by %q from %+v", p.Tool, p.Data)
		}
		if made, err := time.Parse(time.RFC3339, p.Created); err != nil || !strings.HasSuffix(p.Created, "Z") || time.Since(made) > time.Hour {
			t.Errorf("created %q", p.Created)
		}
	}
}

func TestExportForms(t *testing.T) {
	beans := beansFile(t)
	dir := t.TempDir()
	flags := []string{"export", beans, "--label", "beans", "--budget", "3"}
	const header = "attribute,repeats,weight,cost,mean\n(intercept),,"
	for _, c := range []struct {
		args []string
		file string // "" for stdout
		csv  bool
	}{
		{nil, "", false},
		{[]string{"-o", "-"}, "", false},
		{[]string{"--form", "csv"}, "", true},
		{[]string{"--form", "csv", "-o", "-"}, "", true},
		{[]string{"-o", filepath.Join(dir, "a.csv")}, "a.csv", true},
		{[]string{"-o", filepath.Join(dir, "a.JSON")}, "a.JSON", false},
		{[]string{"--form", "json", "-o", filepath.Join(dir, "b.csv")}, "b.csv", false},
		{[]string{"--form", "csv", "-o", filepath.Join(dir, "c")}, "c", true},
	} {
		r := fms(t, append(flags, c.args...)...)
		r.want(t, statusDone, "wrote the predictor")
		got := r.stdout
		if c.file != "" {
			b, err := os.ReadFile(filepath.Join(dir, c.file))
			if err != nil || r.stdout != "" {
				t.Errorf("%v: %v, stdout %q", c.args, err, r.stdout)
			}
			got = string(b)
		}
		if strings.HasPrefix(got, header) != c.csv || json.Valid([]byte(got)) == c.csv {
			t.Errorf("%v writes %s", c.args, got)
		}
	}
	if r := fms(t, append(flags, "--quiet")...); r.stderr != "" {
		t.Errorf("--quiet says %s", r.stderr)
	}
}

// TestInterruptedWriting: an end half-way leaves the old file whole.
func TestInterruptedWriting(t *testing.T) {
	path := file(t, "predictor.json", "old")
	ctx, cancel := context.WithCancel(context.Background())
	p := &program{}
	err := p.write(ctx, path, func(w io.Writer) error {
		_, err := io.WriteString(w, strings.Repeat("new", 1<<16))
		cancel()
		return err
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	entries, _ := os.ReadDir(filepath.Dir(path))
	if got, _ := os.ReadFile(path); string(got) != "old" || len(entries) != 1 {
		t.Errorf("the file holds %.20q beside %v", got, entries)
	}
}

// TestProvenanceOfSamples: what was learned from a sample says so.
func TestProvenanceOfSamples(t *testing.T) {
	p := &program{now: func() time.Time { return time.Date(2026, 11, 20, 13, 0, 0, 0, time.FixedZone("", 3600)) }}
	s, err := sampledata.Get("bodies")
	if err != nil {
		t.Fatal(err)
	}
	ds, err := s.Open(context.Background(), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var pr model.Predictor
	stampPredictor(p, ds)(&pr)
	if *pr.Data.File != "bodies (simulated)" || pr.Created != "2026-11-20T12:00:00Z" || len(*pr.Data.SHA256) != 64 {
		t.Errorf("file %q, created %q, sha256 %q", *pr.Data.File, pr.Created, *pr.Data.SHA256)
	}
}

// TestLargeLabel: labels around 1e9 lose no more than their digits.
func TestLargeLabel(t *testing.T) {
	weights := func(offset int) float64 {
		path := file(t, "data.csv", long("tall", func(i int) string { return fmt.Sprint(offset + i*i) }, plainJudgment))
		return selectJSONOf(t, path, "--budget", "4").Selections[0].Weights["tall"]
	}
	if small, large := weights(0), weights(1_000_000_000); math.Abs(small-large) > 1e-6*math.Abs(small) || small == 0 {
		t.Errorf("the weight is %g, with 1e9 on the label %g", small, large)
	}
}
