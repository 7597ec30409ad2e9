//go:build unix

package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/model/read"
)

// hostileObjects are ids of objects with what ends, quotes or commands something
// somewhere.
var hostileObjects = []string{"plain", `it's "x"`, "=1+1", "a,b;c", "$(touch pwned) `x`", "ünï 漢字", "{{x}} ${y}", "<b>&amp;", "-1"}

// listObjects writes a list of objects, and returns its path.
func listObjects(t *testing.T, dir string) string {
	t.Helper()
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write([]string{"object", "text"})
	for i, o := range hostileObjects {
		_ = w.Write([]string{o, fmt.Sprintf("text %d of\n%s", i, o)})
	}
	w.Flush()
	path := filepath.Join(dir, "new.csv")
	writeText(t, path, b.String())
	return path
}

func writeText(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
}

// predictedBy is what predict prints for data, by object.
func predictedBy(t *testing.T, predictor string, data ...string) map[string]float64 {
	t.Helper()
	r := fms(t, append([]string{"predict", predictor, "--json", "--quiet"}, data...)...)
	r.want(t, statusDone)
	var document struct {
		Predictions []struct {
			Object     string
			Prediction *float64
		}
	}
	if err := json.Unmarshal([]byte(r.stdout), &document); err != nil {
		t.Fatal(err)
	}
	got := make(map[string]float64)
	for _, p := range document.Predictions {
		if p.Prediction == nil {
			t.Fatalf("%q is not predicted", p.Object)
		}
		got[p.Object] = *p.Prediction
	}
	return got
}

// direct is what core predicts from judgments.
func direct(t *testing.T, predictor string, ds *model.Dataset) map[string]float64 {
	t.Helper()
	p, _, err := read.Predictor(read.File(predictor))
	if err != nil {
		t.Fatal(err)
	}
	run, err := core.Predict(&p, ds, false)
	if err != nil {
		t.Fatal(err)
	}
	want := make(map[string]float64)
	for i, o := range ds.Objects {
		want[o] = run.Object(i).Value
	}
	return want
}

func equalPredictions(t *testing.T, got, want map[string]float64) {
	t.Helper()
	if len(got) != len(want) || len(got) == 0 {
		t.Fatalf("%d objects are predicted, want %d", len(got), len(want))
	}
	for o, y := range want {
		if x, has := got[o]; !has || !(math.Abs(x-y) <= 1e-9*max(1, math.Abs(y))) {
			t.Errorf("%q is predicted %v, want %v", o, x, y)
		}
	}
}

// sampleJudges writes the sample of judges and predictors for it, and returns the
// arguments of the data.
func sampleJudges(t *testing.T, dir string) []string {
	t.Helper()
	fms(t, "sample", "judges", "-o", dir, "--quiet").want(t, statusDone)
	return []string{filepath.Join(dir, "judges.jsonl.gz"), "--label", "human", "--no-honest", "--quiet"}
}

// TestCollectRoundTrip: plan, collect and predict give what the answers give directly;
// calls hold single judgments in one case and forms in the other.
func TestCollectRoundTrip(t *testing.T) {
	for name, design := range map[string][]string{"forms": {"--budget", "0.01"}, "single": {"--design", "single", "--cost", "*=1", "--budget", "6"}} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			data := append(sampleJudges(t, dir), design...)
			plan, predictor, answers := filepath.Join(dir, "plan"), filepath.Join(dir, "p.json"), filepath.Join(dir, "a.csv")
			fms(t, slices.Concat([]string{"export", "-o", predictor}, data)...).want(t, statusDone)
			fms(t, slices.Concat([]string{"plan", "--form", "calls", "--new", listObjects(t, dir), "-o", plan}, data)...).want(t, statusDone)
			// The answers depend on the whole line, so that no two calls have the same.
			judge := `n=$(cksum | cut -d ' ' -f 1); echo "{\"score\": $((n % 7)), \"scores\": [$((n % 5)), $((n / 5 % 5)), $((n / 25 % 5)), 1, 2, 3]}"`
			if name == "forms" {
				judge = `n=$(cksum | cut -d ' ' -f 1); echo "[$((n % 5)), $((n / 5 % 5)), $((n / 25 % 5)), $((n / 125 % 5)), 2, 3]"`
			}
			fms(t, "collect", plan, "--command", judge, "--jobs", "2", "-o", answers).want(t, statusDone)
			equalPredictions(t, predictedBy(t, predictor, answers), direct(t, predictor, journalled(t, answers+".journal")))
		})
	}
}

// journalled are the judgments of a journal.
func journalled(t *testing.T, path string) *model.Dataset {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var b model.Builder
	for line := range strings.Lines(string(text)) {
		var e struct {
			Object, Attribute string
			Attributes        []string
			Answers           []float64
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		if e.Answers == nil {
			continue // it begins
		}
		if e.Attribute != "" {
			e.Attributes = []string{e.Attribute}
		}
		for k, a := range e.Attributes {
			b.Add(b.Object(e.Object), b.Attribute(a), model.NoRater, e.Answers[k])
		}
	}
	return b.Build()
}

// TestCollectKilled: the program is killed in the middle with kill -9. The next run
// goes on, and no call that was answered is made again.
func TestCollectKilled(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(binary(t), "fms-tui")
	var plan strings.Builder
	const calls = 30
	for i := range calls {
		fmt.Fprintf(&plan, `{"object":"o%d","attribute":"x","repeat":1,"price":1}`+"\n", i)
	}
	path, answers, log := filepath.Join(dir, "calls.jsonl"), filepath.Join(dir, "a.csv"), filepath.Join(dir, "log")
	writeText(t, path, plan.String())
	args := []string{"collect", path, "--command", "cat >> " + log + "; sleep .02; echo 1", "--jobs", "2", "-o", answers}
	lines := func(path string) int { // answers, of a journal
		text, _ := os.ReadFile(path)
		return bytes.Count(text, []byte("\n")) - bytes.Count(text, []byte(`"begun"`))
	}
	c := exec.Command(program, args...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for lines(answers+".journal") < 5 {
		time.Sleep(time.Millisecond)
	}
	_ = c.Process.Kill()
	_ = c.Wait()
	before := lines(answers + ".journal")
	if before >= calls {
		t.Skip("the run was over before it was killed")
	}
	if _, err := os.Stat(answers); err == nil {
		t.Error("there are answers of a run that was killed")
	}
	fms(t, args...).want(t, statusDone, fmt.Sprintf("30 of 30 calls are answered (%d before), cost 30; wrote 30 judgments", before))
	if n := lines(log); n < calls || n > calls+2 { // the calls under way when it was killed
		t.Errorf("%d calls were made of %d", n, calls)
	}
}

// TestCollectErrors: one clear error, and nothing half written.
func TestCollectErrors(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	writeText(t, in("calls.jsonl"), `{"object":"o","attribute":"x","repeat":1,"price":1}`+"\n"+`{"object":"o","attribute":"x","repeat":2,"price":1}`+"\n")
	writeText(t, in("broken.journal"), "{}\n")
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{in("calls.jsonl"), "--command", "echo 1"}, statusMisused, "collect needs -o FILE"},
		{[]string{in("calls.jsonl"), "-o", in("a.csv")}, statusMisused, "collect needs --command"},
		{[]string{"-o", in("a.csv"), "--command", "echo 1"}, statusMisused, "collect needs PLAN"},
		{[]string{in("calls.jsonl"), "--command", "echo 1", "--rate", "fast", "-o", in("a.csv")}, statusMisused, "is no rate"},
		{[]string{in("calls.jsonl"), "--command", "echo 1", "--max-cost", "0", "-o", in("a.csv")}, statusMisused, "nothing is bought for 0"},
		{[]string{in("none.jsonl"), "--command", "echo 1", "-o", in("a.csv")}, statusFailed, "cannot read " + in("none.jsonl") + ": no such file"},
		{[]string{"-", "--command", "echo 1", "-o", in("a.csv")}, statusFailed, "stdin: holds no call"},
		{[]string{in("calls.jsonl"), "--command", "echo 1", "-o", in("no/a.csv")}, statusFailed, "there is no folder"},
		{[]string{in("calls.jsonl"), "--command", "echo 1", "--journal", in("no/j"), "-o", in("a.csv")}, statusFailed, "cannot write " + in("no/j")},
		{[]string{in("calls.jsonl"), "--command", "echo 1", "--journal", in("broken.journal"), "-o", in("a.csv")}, statusFailed, in("broken.journal") + `:1: has no "object"`},
		{[]string{in("calls.jsonl"), "--command", "exit 7", "--retries", "0", "-o", in("a.csv")}, statusFailed, "2 calls failed: \"o\", \"x\", repeat"},
		{[]string{in("calls.jsonl"), "--command", "echo much", "--retries", "0", "-o", in("a.csv")}, statusFailed, `the answer "much" holds no number for "x"`},
		{[]string{in("calls.jsonl"), "--command", "no-such-judge", "-o", in("a.csv")}, statusFailed, "the command cannot be run"},
	} {
		r := fms(t, append([]string{"collect"}, c.args...)...)
		r.want(t, c.status, c.says)
		if n := strings.Count(strings.TrimSpace(r.stderr), "\n"); c.status == statusFailed && n > 1 { // the most that it calls, and the error
			t.Errorf("%v: %d lines: %s", c.args, n+1, r.stderr)
		}
		files, _ := os.ReadDir(dir)
		for _, f := range files {
			if f.Name() != "calls.jsonl" && f.Name() != "broken.journal" {
				t.Errorf("%v left %s", c.args, f.Name())
			}
		}
	}
	fms(t, "collect", in("calls.jsonl"), "--command", "echo 1", "--max-cost", "1.5", "-o", in("a.csv")).
		want(t, statusFailed, "1 of 2 calls are answered, cost 1; wrote 1 judgment to", "could bring the cost above 1.5")
	fms(t, "collect", in("calls.jsonl"), "--command", "echo 1", "-o", in("a.csv")).want(t, statusDone, "2 of 2 calls are answered (1 before)")
}
