//go:build unix

package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// verdicts are files of judgments and of a label with two words.
func verdicts(t *testing.T) (judgments, labels string) {
	t.Helper()
	rng := rand.New(rand.NewPCG(8, 9))
	data, label := "object,attribute,rater,judgment\n", "object,verdict\n"
	for i := range 240 {
		var s [4]float64
		for a := range s {
			s[a] = rng.NormFloat64()
			for r := range 3 {
				data += fmt.Sprintf("o%d,q%d,w%d,%.2f\n", i, a, 3*(i+a)+r, s[a]+rng.NormFloat64())
			}
		}
		word := "fail"
		if s[0]+.7*s[1]+.5*rng.NormFloat64() > .3 {
			word = "pass"
		}
		label += fmt.Sprintf("o%d,%s\n", i, word)
	}
	dir := t.TempDir()
	judgments, labels = filepath.Join(dir, "j.csv"), filepath.Join(dir, "l.csv")
	for path, text := range map[string]string{judgments: data, labels: label} {
		writeText(t, path, text)
	}
	return judgments, labels
}

// TestClasses: from a file of two words to classes with probabilities, in two commands.
func TestClasses(t *testing.T) {
	judgments, labels := verdicts(t)
	from := []string{judgments, "--labels", labels, "--budget", "6", "--quiet"}
	run := fms(t, append([]string{"select", "--algorithm", "full", "--width", "120"}, from...)...)
	run.shows(t, "Classes: fail (", "and pass (", "accuracy", "AUC")
	by := fms(t, "select", judgments, "--labels", labels, "--algorithm", "full", "--quiet", "--width", "400", "--goal", "by kappa")
	by.shows(t, "Predicts verdict with a κ of .", " (accuracy .", "Enough: ")
	if sentence, _, _ := strings.Cut(by.stdout, "\n"); strings.Contains(sentence, "an R² of") {
		t.Errorf("a budget chosen by kappa is advised by R²: %s", sentence)
	}
	doc := parseJSON(t, fms(t, append([]string{"select", "--json", "--algorithm", "full"}, from...)...)).(map[string]any)
	row := doc["classes"].([]any)[0].(map[string]any)
	for _, key := range []string{"accuracy", "balanced_accuracy", "auc"} {
		if x, se := row[key].(float64), row[key+"_se"].(float64); !(x > .5 && x < 1 && se > 0 && se < .15) {
			t.Errorf("%s is %g ± %g", key, x, se)
		}
	}
	path := filepath.Join(t.TempDir(), "p.json")
	fms(t, append([]string{"export", "-o", path, "--cost-of", "fn=3,fp=1"}, from...)...).want(t, statusDone)
	out := fms(t, "predict", path, judgments, "--quiet")
	rows, err := csv.NewReader(bytes.NewReader([]byte(out.stdout))).ReadAll()
	if err != nil || strings.Join(rows[0], ",") != "object,prediction,prediction_se,class,probability" {
		t.Fatalf("%v, %v", rows[0], err)
	}
	var called [2]int
	for _, r := range rows[1:] {
		p, err := strconv.ParseFloat(r[4], 64)
		want := "fail"
		if p >= .25 {
			want = "pass"
			called[1]++
		} else {
			called[0]++
		}
		if err != nil || r[3] != want || !(p > 0 && p < 1) {
			t.Errorf("%v, want %s", r, want)
		}
	}
	if called[0] == 0 || called[1] == 0 {
		t.Errorf("calls: %v", called)
	}
}

// TestCallCosts: the costs of --threshold and --cost-of, and their errors.
func TestCallCosts(t *testing.T) {
	two, three := []string{"no", "yes"}, []string{"low", "mid", "high"}
	for _, c := range []struct {
		args  []string
		names []string
		want  []float64
	}{
		{nil, two, nil},
		{[]string{"--threshold", "auto"}, two, nil},
		{[]string{"--threshold", ".25"}, two, []float64{.25, .75}},
		{[]string{"--cost-of", "fn=5,fp=1"}, two, []float64{1, 5}},
		{[]string{"--cost-of", "fp=4"}, two, []float64{4, 1}},
		{[]string{"--cost-of", "yes=4"}, two, []float64{1, 4}},
		{[]string{"--cost-of", "high=4,low=2"}, three, []float64{2, 1, 4}},
		{[]string{"--cost-of", "fn=4"}, three, []float64{}},
		{[]string{"--cost-of", "best=4"}, three, []float64{}},
	} {
		f, command := &flags{}, &cobra.Command{}
		f.take(command, []string{"classes"})
		if err := command.ParseFlags(c.args); err != nil {
			t.Fatal(err)
		}
		got, err := f.wrongCalls.ofClasses(c.names)
		if refused := c.want != nil && len(c.want) == 0; !slices.Equal(got, c.want) || (err != nil) != refused {
			t.Errorf("%q: %v, %v, want %v", c.args, got, err, c.want)
		}
	}
}

// graded are files of 240 items with six attributes, two judgments of each, and of a label
// with three grades, which the first two attributes tell.
func graded(t *testing.T) (judgments, labels string) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 5))
	var data, label strings.Builder
	data.WriteString("object,attribute,rater,judgment\n")
	label.WriteString("object,grade\n")
	for i := range 240 {
		y := .4 * rng.NormFloat64()
		for a := range 6 {
			s := rng.NormFloat64()
			if a < 2 {
				y += s
			}
			for r := range 2 {
				fmt.Fprintf(&data, "o%d,q%d,w%d,%.2f\n", i, a, 2*(i+a)+r, s+.7*rng.NormFloat64())
			}
		}
		grade := "mid"
		if y > .7 {
			grade = "high"
		} else if y < -.7 {
			grade = "low"
		}
		fmt.Fprintf(&label, "o%d,%s\n", i, grade)
	}
	return file(t, "j.csv", data.String()), file(t, "l.csv", label.String())
}

// TestGradesReport: the report has an equation a class, every metric with its meaning, and
// the confusion of classes and calls.
func TestGradesReport(t *testing.T) {
	judgments, labels := graded(t)
	from := []string{judgments, "--labels", labels, "--budget", "6", "--algorithm", "full", "--quiet"}
	run := fms(t, append([]string{"select", "--all", "--width", "80"}, from...)...)
	run.shows(t, "Losses are sums over the classes of grade",
		"grade = high ≈ ", "grade = low ≈ ", "grade = mid ≈ ",
		"- accuracy: ", "- balanced accuracy: ", "- F1: ", "- κ: Cohen", "- AUC: ", "- log loss: ", "- Brier score: ",
		"class  called high  called low  called mid  called right")
	if strings.Contains(run.stdout, "Var(grade)") {
		t.Error("the report calls a sum of variances Var(grade)")
	}
	doc := parseJSON(t, fms(t, append([]string{"select", "--json"}, from...)...)).(map[string]any)
	row := doc["classes"].([]any)[0].(map[string]any)
	for _, key := range []string{"accuracy", "balanced_accuracy", "macro_f1", "kappa", "auc"} {
		if x, se := row[key].(float64), row[key+"_se"].(float64); !(x > .4 && x < 1 && se > 0 && se < .15) {
			t.Errorf("%s is %g ± %g", key, x, se)
		}
	}
	right, all := 0.0, 0.0
	for k, calls := range row["confusion"].([]any) {
		for j, n := range calls.([]any) {
			all += n.(float64)
			if j == k {
				right += n.(float64)
			}
		}
	}
	if got := row["accuracy"].(float64); all != 240 || math.Abs(right/all-got) > 1e-12 {
		t.Errorf("%g of %g on the diagonal, and accuracy %g", right, all, got)
	}
}

// TestGradesPage: the page of a label with three classes says how often calls are right.
func TestGradesPage(t *testing.T) {
	judgments, labels := graded(t)
	path := filepath.Join(t.TempDir(), "page.html")
	fms(t, "report", judgments, "--labels", labels, "--budget", "6", "-o", path, "--quiet").want(t, statusDone)
	text, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(text), "Called by the most probable class") {
		t.Errorf("the page says nothing of calls (%v)", err)
	}
}

// TestCalibration: validate, report and plot compare probabilities with shares; a label
// without classes is refused.
func TestCalibration(t *testing.T) {
	judgments, labels := verdicts(t)
	from := func(command ...string) []string {
		return append(command, judgments, "--labels", labels, "--budget", "6", "--quiet")
	}
	doc := parseJSON(t, fms(t, append(from("validate"), "--json", "--algorithm", "full")...)).(map[string]any)
	objects := 0.0
	for _, bin := range doc["calibration"].([]any) {
		b := bin.(map[string]any)
		objects += b["objects"].(float64)
		if p := b["probability"].(float64); p < 0 || p > 1 {
			t.Errorf("%v", b)
		}
	}
	if measured := doc["classes"].([]any)[0].(map[string]any)["objects"].(float64); objects != measured || objects < 200 {
		t.Errorf("%g objects in the bins, %g measured", objects, measured)
	}
	dir := t.TempDir()
	page, picture := filepath.Join(dir, "r.html"), filepath.Join(dir, "c.svg")
	fms(t, append(from("report"), "-o", page)...).want(t, statusDone)
	fms(t, append(from("plot", "calibration"), "-o", picture)...).want(t, statusDone)
	for path, want := range map[string]string{page: "Calibration", picture: "share that is pass"} {
		if text, err := os.ReadFile(path); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s lacks %q, %v", path, want, err)
		}
	}
	// --crowd and --decide say what they save and change.
	for want, args := range map[string][]string{
		"adapted to the crowd of":               {"export", judgments, "--labels", labels, "--budget", "6", "--crowd", judgments, "-o", filepath.Join(dir, "p.json")},
		"needs a decision":                      {"export", judgments, "--form", "stopping"},
		"is no decision":                        {"plan", judgments, "--decide", "tall"},
		"accepted are numbers between .5 and 1": {"plan", judgments, "--decide", "y>1", "--confidence", "2"},
	} {
		if run := fms(t, args...); !strings.Contains(run.stderr, want) {
			t.Errorf("%v: stderr lacks %q: %s", args[0], want, run.stderr)
		}
	}
}
