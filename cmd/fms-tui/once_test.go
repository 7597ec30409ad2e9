package main

import (
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// firstJudgments is a file of the first judgment of each cell of a real data set, of its objects
// with all attributes, and their number; "" without the data.
func firstJudgments(t *testing.T, name string, attributes int) (path string, objects int) {
	t.Helper()
	real := realFiles(name)
	if real == nil {
		return "", 0
	}
	f, err := os.Open(real[0])
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(z).ReadAll() // object, attribute, worker, judgment
	if err != nil {
		t.Fatal(err)
	}
	cells, of := make(map[[2]string]bool), make(map[string][]string)
	for _, row := range rows[1:] {
		if cell := [2]string{row[0], row[1]}; row[3] != "" && !cells[cell] {
			cells[cell] = true
			of[row[0]] = append(of[row[0]], strings.Join([]string{row[0], row[1], row[3]}, ","))
		}
	}
	var b strings.Builder
	b.WriteString("object,attribute,judgment\n")
	for _, row := range rows[1:] {
		if list := of[row[0]]; len(list) == attributes {
			objects++
			b.WriteString(strings.Join(list, "\n") + "\n")
		}
		delete(of, row[0])
	}
	return file(t, "first.csv", b.String()), objects
}

// TestAskedOnceOfRealJudges: five language models, six criteria, each asked once.
func TestAskedOnceOfRealJudges(t *testing.T) {
	path, objects := firstJudgments(t, "hanna_llm", 30)
	if path == "" {
		t.Skip("no real data")
	}
	if objects != 1054 {
		t.Fatalf("%d complete objects", objects)
	}
	args := []string{"validate", path, "--json", "--algorithm", "full"}
	args = append(args, realFiles("hanna_llm")[1:]...)
	for _, budget := range []int{1, 2, 3, 6} {
		args = append(args, "--budget", fmt.Sprint(budget))
	}
	var doc struct {
		LabelVariance float64 `json:"label_variance"`
		Estimates     []struct {
			Loss float64 `json:"honest_loss"`
		} `json:"estimates"`
	}
	r := fms(t, args...)
	if err := json.Unmarshal([]byte(r.stdout), &doc); err != nil {
		t.Fatal(err, r.stderr)
	}
	for i, want := range []float64{.37, .46, .47, .48} {
		if r2 := 1 - doc.Estimates[i].Loss/doc.LabelVariance; math.Abs(r2-want) > .02 {
			t.Errorf("honest R² %.3f, want %v", r2, want)
		}
	}
	out := filepath.Join(t.TempDir(), "predictor.json")
	fms(t, append([]string{"export", path, "--budget", "6", "-o", out}, realFiles("hanna_llm")[1:]...)...).want(t, statusDone, "asked at most once")
}

// scored is a file of 60 rows with one score a criterion, the last of which is noise.
func scored(t *testing.T) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(4, 1))
	var b strings.Builder
	b.WriteString("id,clarity,accuracy,tone,human\n")
	for i := range 60 {
		quality := rng.NormFloat64()
		score := func(share, noise float64) float64 {
			return min(5, max(1, math.Round(3+share*quality+noise*rng.NormFloat64())))
		}
		fmt.Fprintf(&b, "%d,%g,%g,%g,%.1f\n", i, score(.9, .7), score(.8, .9), score(0, 1.2), 3+quality+.4*rng.NormFloat64())
	}
	return file(t, "scores.csv", b.String())
}

// TestAskedOnceEverywhere: every command has an answer to one score a criterion, which says what
// is not known and what is assumed.
func TestAskedOnceEverywhere(t *testing.T) {
	path, dir := scored(t), t.TempDir()
	fms(t, "check", path).want(t, statusDone)
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"check", path}, "noise unknown, asked at most once"},
		{[]string{"check", path, "--reliability", "tone=.4"}, "assumed"},
		{[]string{"select", path, "--all"}, "? asked once: noise and signal cannot be separated"},
		{[]string{"select", path, "--reliability", "*=.5", "--budget", "6", "--all"}, "assumed: reliability .50 of"},
		{[]string{"validate", path}, "Full is best or tied at every budget"},
		{[]string{"plan", path, "--objects", "100"}, "clarity"},
		{[]string{"plan", path, "--pilot", "90"}, "30       1"},
		{[]string{"plan", path, "--decide", "y>3.5", "--budget", "2"}, "± 0"},
		{[]string{"plan", path, "--second-round", "30"}, "90 judgments of 30 objects, which cost 90"},
		{[]string{"plan", path, "--second-round", "30", "--json"}, `"reliability": 0.3`},
		{[]string{"plan", path, "--second-round", "30", "--tasks", "-"}, "object,"},
		{[]string{"plan", path, "--second-round", "30", "--form", "calls"}, `"attributes":["clarity","accuracy","tone"]`},
		{[]string{"agreement", path}, "clarity"},
		{[]string{"subset", path, "--budget", "2"}, "clarity"},
	} {
		r := fms(t, c.args...)
		if !strings.Contains(r.stdout, c.says) || strings.Contains(r.stdout, "n/a") || strings.Contains(r.stdout, "NaN") || strings.Contains(r.stdout, "Inf") {
			t.Errorf("%s: status %d, stdout\n%s\nstderr\n%s", c.args, r.status, r.stdout, r.stderr)
		}
	}
	fms(t, "plan", path, "--second-round", "30", "--pilot", "90").want(t, statusMisused, "--second-round is about")
	fms(t, "plan", beansFile(t), "--label", "beans", "--second-round", "30").want(t, statusFailed, "no object has twice")
	fms(t, "select", path, "--min", "tone=2").want(t, statusFailed, "tone is asked at most once")
	for _, form := range []string{"predictor.json", "w.csv", "w.md", "w.tex", "w.py", "w.sql", "w.js", "w.r", "w.xlsx"} {
		out := filepath.Join(dir, form)
		fms(t, "export", path, "--budget", "2", "-o", out).want(t, statusDone, "asked at most once")
		if form == "predictor.json" {
			fms(t, "predict", out, path).want(t, statusDone)
		}
	}
	assumed := filepath.Join(dir, "assumed.json")
	fms(t, "export", path, "--budget", "4", "--reliability", "*=.5", "-o", assumed).want(t, statusDone, "assumed")
	if b, err := os.ReadFile(assumed); err != nil || !strings.Contains(string(b), `"assumed_reliability": 0.5`) || !strings.Contains(string(b), "rest on assumed reliability") {
		t.Errorf("%s, %v", b, err)
	}
	page := filepath.Join(dir, "page.html")
	fms(t, "report", path, "-o", page).want(t, statusDone)
	if b, _ := os.ReadFile(page); !strings.Contains(string(b), "? asked once") || strings.Contains(string(b), "n/a") {
		t.Errorf("the page does not say what is unknown")
	}
	kept := filepath.Join(dir, "kept.moments")
	fms(t, "moments", path, "-o", kept).want(t, statusDone)
	direct, stored := fms(t, "select", path, "--budget", "2", "--json"), fms(t, "select", kept, "--budget", "2", "--json")
	for _, r := range []result{direct, stored} {
		if !strings.Contains(r.stdout, `"internal_variance": null`) || !strings.Contains(r.stdout, `"noise": "unknown"`) {
			t.Errorf("%s\n%s", r.stdout, r.stderr)
		}
	}
}
