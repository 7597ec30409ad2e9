//go:build unix

package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math/rand/v2"
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
