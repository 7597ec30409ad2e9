//go:build unix

package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

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
