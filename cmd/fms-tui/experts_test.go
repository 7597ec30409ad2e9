//go:build unix

package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
)

// votesFiles writes votes of four experts on 120 objects, features of 130, and
// returns their paths and the true labels. Features x0 and x1 tell the label, x2
// what is easy, and x3 nothing.
func votesFiles(t *testing.T) (votes, features string, labels []int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(2, 3))
	var v, f strings.Builder
	v.WriteString("object,expert,good\n")
	f.WriteString("object,x0,x1,x2,x3\n")
	chance := func(odds float64) bool { return rng.Float64() < 1/(1+math.Exp(-odds)) }
	for i := range 130 {
		var x [4]float64
		for j := range x {
			x[j] = rng.NormFloat64()
		}
		fmt.Fprintf(&f, "o%d,%.3f,%.3f,%.3f,%.3f\n", i, x[0], x[1], x[2], x[3])
		label := 0
		if chance(3*x[0] - 2*x[1]) {
			label = 1
		}
		labels = append(labels, label)
		for k, alpha := range []float64{2.5, 1.5, 1.5, .5} {
			vote := label
			if !chance(alpha + x[2]) {
				vote = 1 - label
			}
			if i < 120 && rng.Float64() < .8 {
				fmt.Fprintf(&v, "o%d,e%d,%d\n", i, k, vote)
			}
		}
	}
	return file(t, "votes.csv", v.String()), file(t, "features.csv", f.String()), labels
}

// quickly makes a run quick.
var quickly = []string{"--restarts", "3", "--lambdas", "6"}

func TestExperts(t *testing.T) {
	votes, features, truth := votesFiles(t)
	out := filepath.Join(t.TempDir(), "labels.csv")
	r := fms(t, append([]string{"experts", votes, "--features", features, "-o", out}, quickly...)...)
	r.want(t, statusDone, "wrote the labels of 130 objects to "+out)
	r.shows(t, "good: ", "votes by 4 experts on 120 objects, 4 features", "cross-validation over 5 folds", "majority ", "em-sparse ", "chosen", "accuracy")
	text := []byte(content(t, out))
	rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil || len(rows) != 131 || strings.Join(rows[0], ",") != "object,label,probability" {
		t.Fatalf("%v, %d rows: %.100s", err, len(rows), text)
	}
	wrong := 0
	for i, row := range rows[1:] {
		if row[1] != fmt.Sprint(truth[i]) {
			wrong++
		}
	}
	if wrong > 20 {
		t.Errorf("%d of 130 labels are wrong", wrong)
	}
	// Every command can read the output as a label file.
	fms(t, "check", votes, "--labels", out, "--label", "probability").want(t, statusDone)
	if same := fms(t, append([]string{"experts", votes, "--features", features, "-o", "-"}, quickly...)...); same.stdout != string(text) {
		t.Error("-o - prints something else")
	}
}

func TestExpertsJSON(t *testing.T) {
	votes, features, _ := votesFiles(t)
	args := append([]string{"experts", votes, "--features", features, "--json", "--holdout", ".4", "--separate", "--exclude", "x3"}, quickly...)
	got := parseJSON(t, fms(t, args...))
	wantIn(t, got, map[string]any{
		"version": 1., "data.objects": 130., "data.objects_with_votes": 120., "data.experts": 4., "held_out.objects": 48., "held_out.folds": nil, "models.3": nil, "models.0.lambda_gamma": nil,
		"models.1.curve.18": nil, "fit.coefficients.3": nil, "labels.129.votes": 0., "labels.130": nil,
	})
	if in(got, "models.1.lambda_gamma") == nil || in(got, "models.1.curve.17") == nil || in(got, "labels.129.probability") == nil {
		t.Errorf("%v", got)
	}
	least := math.Inf(1)
	for _, m := range in(got, "models").([]any) {
		risk := in(m, "surrogate_risk").(float64)
		least = min(least, risk)
		for _, c := range in(m, "curve").([]any) {
			if in(c, "surrogate_risk").(float64) < risk-1e-9 {
				t.Errorf("%v is not at its smallest surrogate risk", in(m, "model"))
			}
		}
		if in(m, "model") == in(got, "chosen") && risk > least+1e-9 {
			t.Errorf("%v is chosen at %g, %g is less", in(m, "model"), risk, least)
		}
	}
	majority := parseJSON(t, fms(t, append([]string{"experts", votes, "--features", features, "--json", "--model", "majority"}, quickly...)...))
	wantIn(t, majority, map[string]any{"fit.model": "majority", "fit.coefficients.0.ease": nil, "fit.mean_error": nil, "experts.0.accuracy": nil})
}

// TestExpertsInput: layouts that are read, and what is said of what cannot be.
func TestExpertsInput(t *testing.T) {
	votes, features, _ := votesFiles(t)
	rows := func(head string, row func(i int) string) string {
		var b strings.Builder
		b.WriteString(head + "\n")
		for i := range 24 {
			b.WriteString(row(i) + "\n")
		}
		return file(t, "data.csv", b.String())
	}
	bit := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	long := rows("object,attribute,judgment,rater", func(i int) string {
		return fmt.Sprintf("o%d,good,yes,a\no%d,good,%d,b\no%d,long,%d,a", i, i, i%2, i, i%3)
	})
	wide := rows("object,expert1,expert2,expert3", func(i int) string { return fmt.Sprintf("o%d,%d,%d,", i, i%2, bit(i%3 > 0)) })
	positions := rows("object,vote.1,vote.2", func(i int) string { return fmt.Sprintf("o%d,%d,%d", i, i%2, bit(i%3 > 0)) })
	ones := rows("object,rater,vote", func(i int) string { return fmt.Sprintf("o%d,a,1\no%d,b,1", i, i) })
	single := rows("object,rater,vote", func(i int) string { return fmt.Sprintf("o%d,a,%d", i, i%2) })
	stars := rows("object,rater,vote", func(i int) string { return fmt.Sprintf("o%d,a,%d", i, i%6) })
	silent := rows("object,attribute,judgment,rater", func(i int) string {
		return fmt.Sprintf("o%d,good,%d,a\no%d,good,%d,b\no%d,long,%d,c", i, i%2, i, bit(i%5 > 2), i, i%3)
	})
	sure := rows("object,rater,vote", func(i int) string { return fmt.Sprintf("o%d,a,%d\no%d,b,%d\no%d,c,%d", i, i%2, i, i%2, i, i%2) })
	separating := rows("object,x", func(i int) string { return fmt.Sprintf("o%d,%d.%d", i, i%2, i) })
	short := file(t, "short.csv", strings.Join(strings.SplitAfter(content(t, sure), "\n")[:19], ""))
	strangers := rows("object,vote", func(i int) string { return fmt.Sprintf("o%d,%d", i, i%2) })
	for _, c := range []struct {
		args   []string
		status int
		stderr string
	}{
		{[]string{long, "--label-from", "good"}, statusDone, ""},
		{[]string{wide, "--features", rows("object,same", func(i int) string { return fmt.Sprintf("o%d,7", i) })}, statusDone, "same is 7 everywhere: it says nothing"},
		{[]string{wide}, statusDone, "there are no features: labels come from the votes alone"},
		{[]string{wide}, statusDone, "the columns of expert3 hold no judgment: left out"},
		{[]string{silent, "--label-from", "good"}, statusDone, "1 of 3 raters never vote on good, or are always tied, and are left out: c"},
		{[]string{sure, "--features", separating, "--model", "em"}, statusDone, "the features separate the labels: coefficients of em grow without limit"},
		{[]string{sure, "--features", separating, "--model", "em-sparse"}, statusDone, "takes a, b, c for always right or always wrong"},
		{[]string{short}, statusFailed, "vote: votes are on 6 objects: at least 10 are needed"},
		{[]string{positions}, statusDone, "votes do not name their experts: the first vote on each object counts as expert 1's, and so on up to 2"},
		{[]string{long}, statusFailed, "which attribute is voted on? --label-from names one of good, long"},
		{[]string{long, "--label-from", "god"}, statusFailed, `matches no attribute: the nearest is "good"`},
		{[]string{ones}, statusFailed, "all 48 votes are 1: there is only one class"},
		{[]string{single}, statusFailed, "no object has votes of two experts"},
		{[]string{stars}, statusFailed, "is 2, which is no vote: votes are 0 or 1"},
		{[]string{strangers}, statusFailed, "no expert votes on two objects"},
		{[]string{wide, "--model", "em-sparse"}, statusFailed, "--model em-sparse needs features"},
		{[]string{votes, "--features", features, "--exclude", "y*"}, statusFailed, `--exclude "y*" matches no feature: the nearest is`},
		{[]string{votes, "--exclude", "y*"}, statusFailed, "there are no features"},
		{[]string{votes, "--features", filepath.Join(t.TempDir(), "none.csv")}, statusFailed, "none.csv"},
		{[]string{votes, "--folds", "4", "--holdout", ".5"}, statusMisused, "use one of them"},
		{[]string{votes, "--holdout", "1"}, statusMisused, `--holdout: "1" is not a share between 0 and 1`},
		{[]string{votes, "--json", "-o", "-"}, statusMisused, "would both go to stdout"},
		{[]string{votes, "--folds", "500"}, statusFailed, "500 folds of 120 objects"},
		{[]string{}, statusMisused, "experts needs VOTES"},
	} {
		r := fms(t, append(append([]string{"experts"}, c.args...), quickly...)...)
		r.want(t, c.status, c.stderr)
	}
}

// TestExpertsLabels goes from votes to a selection: labels made of votes and
// features are what attributes are chosen to predict.
func TestExpertsLabels(t *testing.T) {
	votes, features, truth := votesFiles(t)
	made := filepath.Join(t.TempDir(), "made.csv")
	fms(t, append([]string{"experts", votes, "--features", features, "-o", made}, quickly...)...).want(t, statusDone)
	rng := rand.New(rand.NewPCG(8, 9))
	var b strings.Builder
	b.WriteString("object,rater,telling,idle,noise\n")
	for i, label := range truth {
		for k := range 3 {
			fmt.Fprintf(&b, "o%d,r%d,%.2f,%.2f,%.2f\n", i, (i+k)%20, float64(label)+.5*rng.NormFloat64(), rng.NormFloat64(), 3*rng.NormFloat64())
		}
	}
	judgments, out := file(t, "judgments.csv", b.String()), t.TempDir()
	for _, args := range [][]string{
		{"check", judgments},
		{"export", judgments, "--budget", "6", "-o", filepath.Join(out, "predictor.json")},
		{"plan", judgments, "--budget", "6"},
		{"validate", judgments, "--budget", "6"},
		{"moments", judgments, "-o", filepath.Join(out, "moments.bin")},
		{"subset", judgments, "--budget", "6"},
		{judgments, "--budget", "6"},
	} {
		for _, label := range []string{"label", "probability"} {
			fms(t, append(args, "--labels", made, "--label", label)...).want(t, statusDone)
		}
	}
	got := selectJSONOf(t, judgments, "--labels", made, "--label", "probability", "--algorithm", "full", "--budget", "6")
	wantIn(t, got, map[string]any{"data.label": "probability", "selections.1": nil})
	if in(got, "selections.0.repeats.telling").(float64) < 4 || in(got, "selections.0.r2").(float64) < .4 {
		t.Errorf("%v", in(got, "selections.0"))
	}
}
