//go:build unix

package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// learned runs partial on the sample bodies.
func learned(t *testing.T, args ...string) result {
	t.Helper()
	r := fms(t, append(append([]string{"partial"}, bodiesFiles(t)...), args...)...)
	r.want(t, statusDone)
	return r
}

func TestPartialJSON(t *testing.T) {
	d := parseJSON(t, learned(t, "--splits", "2", "--folds", "3", "--k", "6", "--json", "--quiet"))
	wantIn(t, d, map[string]any{
		"version": 1., "objects": 880., "attributes": 39., "judgments": 68640., "k": 6., "splits": 2., "folds": 3., "train_objects": 792., "test_objects": 88.,
		"algorithms.4.algorithm": "ridge", "algorithms.5": nil, "algorithms.4.norm": nil, "algorithms.1.lambda": nil,
	})
	variance := in(d, "label_variance").(float64)
	for _, a := range in(d, "algorithms").([]any) {
		curve := in(a, "curve").([]any)
		last := curve[len(curve)-1]
		wantIn(t, last, map[string]any{"objects": 792., "loss": in(a, "loss"), "judgments_seen": in(a, "judgments_seen")})
		if loss, r2 := in(a, "loss").(float64), in(a, "r2").(float64); math.Abs(r2-(1-loss/variance)) > 1e-9 || len(in(a, "weights").(map[string]any)) == 0 || in(a, "loss_se") == nil {
			t.Errorf("%v", a)
		}
	}
	again := parseJSON(t, learned(t, "--algorithm", "aer", "--norm", "2", "--lambda", "theorem", "--splits", "1", "--json", "--quiet"))
	wantIn(t, again, map[string]any{"algorithms.0.norm": 2., "algorithms.0.loss_se": nil, "algorithms.1": nil})
	if got, want := in(again, "algorithms.0.lambda").(float64), 3*39/2.*math.Sqrt(math.Log(880)/880/4); math.Abs(got-want) > 1e-12 {
		t.Errorf("λ %v, want %v", got, want)
	}
}

func TestPartialTable(t *testing.T) {
	args := []string{"--splits", "1", "--folds", "2", "--algorithm", "aer,ridge", "--lambda", "3", "--norm", "1", "--width", "80"}
	r := learned(t, args...)
	r.shows(t, "learned from 4 judgments an object: 880 objects, 39 attributes", "1 random split: 792 objects to learn from and 88 to test on",
		"algorithm  judgments seen  loss ± se  R²", "aer        3,166", "ridge      61,776")
	if other := learned(t, append(args, "--seed", "2")...); other.stdout == r.stdout {
		t.Error("another seed gives the same table")
	}
}

// TestPartialPredictor: what is written predicts.
func TestPartialPredictor(t *testing.T) {
	out := filepath.Join(t.TempDir(), "p.json")
	r := learned(t, "--algorithm", "baseline-psd", "--splits", "2", "--folds", "2", "--cost", "*=2", "--exclude", "m*", "--predictor", out, "--json")
	r.want(t, statusDone, "fms-tui: wrote the predictor of baseline-psd for height to "+out+": budget ")
	result{stdout: content(t, out)}.shows(t, `"kind": "fms-predictor"`, `"algorithm": "baseline-psd"`, `"repeats": 2`, `"cost": 2`, `"mode": "paper"`)
	for name := range in(parseJSON(t, r), "algorithms.0.weights").(map[string]any) {
		if strings.HasPrefix(name, "m") {
			t.Errorf("%s was excluded", name)
		}
	}
	fms(t, append([]string{"predict", out, "--label", "height"}, bodiesFiles(t)[:3]...)...).want(t, statusDone, "mean squared error")
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
	r.shows(t, `"objects": 57`, `"attributes": 2`, `"incomplete-objects"`, `"constant-attribute"`)
}

// experimented runs an experiment, whose name is the first argument, on the sample bodies.
func experimented(t *testing.T, args ...string) result {
	t.Helper()
	r := fms(t, slices.Concat([]string{"lab", args[0]}, bodiesFiles(t), args[1:])...)
	r.want(t, statusDone)
	return r
}

func TestProtocol(t *testing.T) {
	args := []string{"protocol", "--splits", "4", "--budget", "20,5", "--algorithm", "full,copies,single=estimated-height", "--train", "300"}
	d := parseJSON(t, experimented(t, append(args, "--json")...))
	wantIn(t, d, map[string]any{
		"version": 1., "experiment": "protocol", "objects": 880., "test_objects": 176., "splits": 4., "splits_done": 4., "raters": "paper", "ridge": 0., "errors.6": nil,
	})
	variance := in(d, "label_variance").(float64)
	for i, e := range in(d, "errors").([]any) {
		wantIn(t, e, map[string]any{
			"algorithm": []string{"full", "copies", "single=estimated-height"}[i/2], "budget": []float64{5, 20}[i%2], "judgments": 2., "train_objects": 300., "total": nil, "refused": nil,
		})
		for _, name := range []string{"test_error", "projected_test_error", "honest_loss"} {
			if x := in(e, name).(float64); x < .3*variance || x > 1.2*variance {
				t.Errorf("%s %g of a variance of %g", name, x, variance)
			}
		}
		if (in(e, "difference") == nil) != (i < 2) || !(in(e, "test_error_se").(float64) > 0) {
			t.Errorf("%v", e)
		}
	}
	rows, err := csv.NewReader(strings.NewReader(experimented(t, append(args, "--form", "csv")...).stdout)).ReadAll()
	if err != nil || len(rows) != 7 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for i, row := range rows[1:] {
		for k, name := range rows[0] {
			x := in(d, fmt.Sprintf("errors.%d.%s", i, name))
			if got, err := strconv.ParseFloat(row[k], 64); x == nil && row[k] != "" || x != nil && row[k] != fmt.Sprint(x) && (err != nil || got != x) {
				t.Errorf("%s of row %d is %q, in JSON %v", name, i, row[k], x)
			}
		}
	}
	experimented(t, append(args, "--no-honest", "--seed", "2")...).shows(t, "test error of height, 4 random splits of 880 objects: 300 to learn from with 2 judgments a cell, 176 to test on", "raters paper", "seed 2",
		"no refit ± se", "drawn again")
}

// TestProtocolSettings: ridge, raters and the honest loss are as asked; the paper's b is taken
// unless the other is asked for.
func TestProtocolSettings(t *testing.T) {
	args := []string{"protocol", "--splits", "2", "--budget", "30", "--algorithm", "full", "--train", "60", "--json", "--quiet"}
	of := func(more ...string) any { return parseJSON(t, experimented(t, append(args, more...)...)) }
	plain, auto, without, shrunk := of(), of("--ridge", "auto", "--raters", "aware"), of("--no-honest", "--shrink", "none"), of("--no-honest", "--shrink", "auto")
	wantIn(t, auto, map[string]any{"ridge": "auto", "raters": "aware"})
	if a, b := in(auto, "errors.0.honest_loss").(float64), in(plain, "errors.0.honest_loss").(float64); !(a < b) {
		t.Errorf("honest loss %g with the best ridge, %g without", a, b)
	}
	wantIn(t, without, map[string]any{"shrink": in(plain, "shrink"), "errors.0.honest_loss": nil, "errors.0.test_error": in(plain, "errors.0.test_error")})
	if in(shrunk, "shrink") != "auto" || in(shrunk, "errors.0.test_error") == in(plain, "errors.0.test_error") {
		t.Errorf("--shrink auto: %v", shrunk)
	}
}

func TestTradeoff(t *testing.T) {
	args := []string{"tradeoff", "--splits", "3", "--budget", "10", "--totals", "20000,40000"}
	d := parseJSON(t, experimented(t, append(args, "--json")...))
	wantIn(t, d, map[string]any{"experiment": "tradeoff", "errors.4": nil})
	for i, e := range in(d, "errors").([]any) {
		total := []float64{20000, 40000}[i/2]
		wantIn(t, e, map[string]any{"total": total, "judgments": 2., "train_objects": math.Floor(total / 45 / 2), "difference": nil})
	}
	experimented(t, args...).shows(t, "what all judgments to learn from cost", "20000  2          222")
	fms(t, slices.Concat([]string{"lab", "tradeoff"}, bodiesFiles(t), []string{"--totals", "10"})...).
		want(t, statusFailed, "no total pays for a training part of 20 to 704 objects", "costs 1800")
}

// TestProtocolInterrupted: the splits done are printed.
func TestProtocolInterrupted(t *testing.T) {
	out := filepath.Join(t.TempDir(), "errors.json")
	args := slices.Concat([]string{"lab", "protocol"}, bodiesFiles(t),
		[]string{"--splits", "100000", "--budget", "5", "--algorithm", "full", "--no-honest", "--quiet", "--json", "-o", out})
	if r := interruptedAt(t, "testing on splits", args...); r.status != statusSignal+int(syscall.SIGINT) || r.stderr != "" {
		t.Fatalf("status %d, stderr %q", r.status, r.stderr)
	}
	d := parseJSON(t, result{stdout: content(t, out)})
	if done := in(d, "splits_done").(float64); done < 2 || done == in(d, "splits") || in(d, "errors.1") != nil {
		t.Errorf("%v splits: %v", done, d)
	}
}

// TestSubset: bound <= optimum <= every algorithm, and guaranteed <= ratio; what was not searched
// says why, in the table and as null.
func TestSubset(t *testing.T) {
	of := func(args ...string) any {
		return parseJSON(t, fms(t, slices.Concat([]string{"subset"}, bodiesFiles(t), args, []string{"--json", "--no-honest"})...))
	}
	number := func(v any, path string) float64 { return in(v, path).(float64) }
	d := of("--budget", "12", "--exclude", "*[iv]*", "--algorithm", "full,exchange,uniform")
	wantIn(t, d, map[string]any{"version": 1., "budget": 12., "optimum.spent": 12., "reason": nil, "selections.3": nil, "subsets.reason": nil, "subsets.alpha.sampled": false})
	optimum, variance := number(d, "optimum.projected_loss"), number(d, "label_variance")
	for _, s := range in(d, "selections").([]any) {
		loss := number(s, "projected_loss")
		if loss < optimum-1e-9 || optimum < number(s, "lower_bound") || math.Abs(number(s, "gain_ratio")-(variance-loss)/(variance-optimum)) > 1e-12 ||
			math.Abs(number(s, "behind_optimum")-(loss-optimum)/variance) > 1e-9 {
			t.Errorf("%v beside an optimum of %g", s, optimum)
		}
	}
	last := variance
	for i, s := range in(d, "subsets.sizes").([]any) {
		forward := number(s, "forward_loss")
		if number(s, "size") != float64(i+1) || len(in(s, "best").([]any)) != i+1 || forward > last || number(s, "best_loss") > forward+1e-9 ||
			!(number(s, "alpha_greedy") <= number(s, "gamma")+1e-9 && number(s, "guaranteed") <= number(s, "gain_ratio")) {
			t.Errorf("size %v after %g", s, last)
		}
		last = forward
	}
	fms(t, append([]string{"subset", "--budget", "1", "--quiet"}, bodiesFiles(t)...)...).shows(t, "the budget does not pay for the judgments of any")
	if testing.Short() {
		return // what follows is long
	}
	for _, s := range in(of("--budget", "16"), "subsets.sizes").([]any) {
		if searched := number(s, "size") <= 6; searched != (in(s, "best_loss") != nil) || searched != (in(s, "best") != nil) || in(s, "alpha_greedy") != nil || in(s, "certified") == nil {
			t.Errorf("size %v", s)
		}
	}
	fms(t, append([]string{"subset", "--budget", "16", "--no-honest", "--width", "120"}, bodiesFiles(t)...)...).
		shows(t, "no exhaustive search beyond 6 attributes", "7 of 39 take", "(sampled)", "optimum   16", "the bound ruled out all but")
}

// labelled writes the first labels of the sample and returns the arguments that open
// the sample with these labels.
func labelled(t *testing.T, n int) []string {
	t.Helper()
	files := bodiesFiles(t)
	text := []byte(content(t, files[2]))
	lines := strings.SplitAfter(string(text), "\n")
	files[2] = filepath.Join(t.TempDir(), "labels.csv")
	writeText(t, files[2], strings.Join(lines[:n+1], ""))
	return files
}

// TestNext: the trace falls from object to object and is below the trace of random
// objects. Table, CSV and JSON agree.
func TestNext(t *testing.T) {
	args := append([]string{"plan", "--budget", "8", "--label-next", "12", "--quiet", "--no-honest"}, labelled(t, 300)...)
	d := parseJSON(t, fms(t, append(args, "--json")...))
	wantIn(t, d, map[string]any{"labelled": 300., "unlabelled": 580., "candidates": 580., "objects.12": nil})
	last, random := in(d, "trace_start").(float64), in(d, "trace_start").(float64)
	for i, o := range in(d, "objects").([]any) {
		trace, by := in(o, "trace").(float64), in(o, "random_trace").(float64)
		if trace >= last || by >= random || trace >= by || in(o, "object").(string) <= "p300" {
			t.Errorf("step %d: %v after %g and %g", i, o, last, random)
		}
		last, random = trace, by
	}
	file := filepath.Join(t.TempDir(), "next.csv")
	fms(t, append(args, "-o", file)...).want(t, statusDone)
	result{stdout: content(t, file)}.shows(t, "order,object,trace,random_trace\n", fmt.Sprintf("\n12,%v,%v,", in(d, "objects.11.object"), in(d, "objects.11.trace")))
	fms(t, args...).shows(t, "580 of 580 objects without height", "300 labelled objects", fmt.Sprint("1      ", in(d, "objects.0.object")), "12 objects lower it by")
	other := parseJSON(t, fms(t, append(args, "--json", "--seed", "5")...))
	if in(other, "objects.11.trace") != last || in(other, "objects.11.random_trace") == random {
		t.Errorf("another seed: %v", in(other, "objects.11"))
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
	writeText(t, file, b.String())
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
	writeText(t, file, b.String())
	args := []string{"plan", file, "--label", "y", "--label-next", "1", "--algorithm", "uniform", "--budget", "8"}
	fms(t, args...).want(t, statusFailed, "0 objects have the label", "--ridge .1 begins with a prior")
	fms(t, append(args, "--ridge", ".1")...).want(t, statusDone)
}

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
	r.shows(t, "Next: fms-tui select JUDGMENTS --labels "+out+" --label label")
	fms(t, append([]string{"experts", votes}, quickly...)...).shows(t, "Next: fms-tui lab experts "+votes+" --restarts 3 --lambdas 6 -o labels.csv\n")
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
	args := append([]string{"experts", votes, "--features", features, "--json", "--holdout", ".4", "--exclude", "x3"}, quickly...)
	got := parseJSON(t, fms(t, args...))
	wantIn(t, got, map[string]any{
		"version": 1., "data.objects": 130., "data.objects_with_votes": 120., "data.experts": 4., "held_out.objects": 48., "held_out.folds": nil, "models.3": nil, "models.0.lambda_gamma": nil,
		"models.1.curve.6": nil, "fit.coefficients.3": nil, "labels.129.votes": 0., "labels.130": nil,
	})
	if in(got, "models.1.lambda_gamma") == nil || in(got, "models.1.curve.5") == nil || in(got, "labels.129.probability") == nil {
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
		{[]string{votes, "--features", features, "--exclude", "y*"}, statusFailed, `--exclude "y*" matches no attribute: the`},
		{[]string{votes, "--exclude", "y*"}, statusFailed, "matches no attribute: there is none"},
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
