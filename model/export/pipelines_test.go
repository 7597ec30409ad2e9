package export_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/model/export"
)

// runtime is the path of a program that runs generated code; without it the test is
// skipped.
func runtime(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skip("there is no " + name)
	}
	return path
}

// output runs a program and returns what it prints.
func output(t *testing.T, stdin []byte, program string, args ...string) []byte {
	t.Helper()
	c := exec.Command(program, args...)
	c.Stdin = bytes.NewReader(stdin)
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.Bytes())
	}
	return out
}

// file writes a file of a test and returns its path.
func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestJavaScriptPredicts runs the JavaScript form by Node, over objects and Maps.
func TestJavaScriptPredicts(t *testing.T) {
	node := runtime(t, "node")
	for _, mode := range modes {
		t.Run(string(mode), func(t *testing.T) {
			p, ds := nastyPredictor(mode), nastyData()
			path := file(t, "p.js", write(t, func(b *bytes.Buffer) error { return export.JavaScript(b, p) }))
			got := runJavaScript(t, node, path, ds, mode == model.RatersFixed)
			compare(t, got, expected(t, p, ds), size(p))
		})
	}
}

const nodeDriver = `
const { predict } = require(process.argv[1]);
const out = {};
for (const [o, [judgments, raters]] of Object.entries(JSON.parse(require("fs").readFileSync(0, "utf8")))) {
  const asMap = new Map(Object.entries(judgments));
  out[o] = process.argv[2] === "fixed" ? predict(judgments, raters) : predict(judgments);
  const again = process.argv[2] === "fixed" ? predict(asMap, new Map(Object.entries(raters))) : predict(asMap);
  if (!Object.is(out[o], again)) throw new Error("a Map predicts otherwise");
}
console.log(JSON.stringify(out));
`

func runJavaScript(t *testing.T, node, path string, ds *model.Dataset, fixed bool) map[string]*float64 {
	t.Helper()
	var got map[string]*float64
	out := output(t, judgmentsJSON(t, ds), node, "-e", nodeDriver, path, map[bool]string{true: "fixed"}[fixed])
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	return got
}

// TestRPredicts runs the R form.
func TestRPredicts(t *testing.T) {
	r := runtime(t, "Rscript")
	for _, mode := range modes {
		t.Run(string(mode), func(t *testing.T) {
			p, ds := nastyPredictor(mode), nastyData()
			path := file(t, "p.r", write(t, func(b *bytes.Buffer) error { return export.R(b, p) }))
			compare(t, runR(t, r, path, ds, mode == model.RatersFixed), expected(t, p, ds), size(p))
		})
	}
}

// runR writes the judgments as code of R, every name by its bytes, so that nothing is
// escaped as the form escapes it.
func runR(t *testing.T, r, path string, ds *model.Dataset, fixed bool) map[string]*float64 {
	t.Helper()
	got := make(map[string]*float64)
	script := file(t, "driver.r", rDriver(ds, path, fixed, "predict_label(%s)"))
	for line := range strings.Lines(string(output(t, nil, r, "--vanilla", script))) {
		at := strings.LastIndex(strings.TrimSpace(line), " ")
		var x float64
		if n, _ := fmt.Sscan(line[at:], &x); n == 1 && !math.IsNaN(x) {
			got[line[:at]] = &x
		} else {
			got[line[:at]] = nil
		}
	}
	return got
}

// rDriver is a program of R that prints for each object what call says of its judgments.
func rDriver(ds *model.Dataset, path string, fixed bool, call string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "u <- function(...) { s <- rawToChar(as.raw(c(...))); Encoding(s) <- 'UTF-8'; s }\nsource('%s', encoding = 'UTF-8')\n", path)
	text := func(s string) string {
		var list []string
		for _, c := range []byte(s) {
			list = append(list, fmt.Sprint(c))
		}
		return "u(" + strings.Join(list, ",") + ")"
	}
	for i, o := range ds.Objects {
		values, raters := judgmentsOf(ds, i)
		b.WriteString("j <- list(); w <- list()\n")
		for name := range values {
			var numbers, by []string
			for k, x := range values[name] {
				numbers, by = append(numbers, fmt.Sprint(x)), append(by, text(raters[name][k]))
			}
			fmt.Fprintf(&b, "j <- c(j, setNames(list(c(%s)), %s)); w <- c(w, setNames(list(c(%s)), %s))\n",
				strings.Join(numbers, ","), text(name), strings.Join(by, ","), text(name))
		}
		arguments := "j"
		if fixed {
			arguments = "j, w"
		}
		fmt.Fprintf(&b, "cat('%s', sprintf('%%.17g', %s), '\\n')\n", o, fmt.Sprintf(call, arguments))
	}
	return b.String()
}

// judgmentsOf are the judgments of an object by attribute, and who made them.
func judgmentsOf(ds *model.Dataset, i int) (map[string][]float64, map[string][]string) {
	values, raters := make(map[string][]float64), make(map[string][]string)
	for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
		name, rater := ds.Attributes[ds.Attr[j]], "nobody"
		if w := ds.Rater[j]; w != model.NoRater {
			rater = ds.Raters[w]
		}
		values[name] = append(values[name], ds.Value[j])
		raters[name] = append(raters[name], rater)
	}
	return values, raters
}

// judgmentsJSON is judgmentsOf of all objects, by object.
func judgmentsJSON(t *testing.T, ds *model.Dataset) []byte {
	t.Helper()
	in := make(map[string][2]any)
	for i, o := range ds.Objects {
		values, raters := judgmentsOf(ds, i)
		in[o] = [2]any{values, raters}
	}
	text, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestPromptfooScores reads the assertions of the configuration as promptfoo does,
// scores each by a judgment of its own, and calls the scoring function with the
// results: its score is the prediction.
func TestPromptfooScores(t *testing.T) {
	node := runtime(t, "node")
	p := nastyPredictor(model.RatersPaper)
	path := filepath.Join(t.TempDir(), "p.yaml")
	if err := export.Promptfoo(path, p); err != nil {
		t.Fatal(err)
	}
	metrics := promptfooMetrics(t, path)
	var asked []string // the attribute of each assertion
	for _, a := range p.Attributes {
		for range a.Repeats {
			asked = append(asked, a.Name)
		}
	}
	if len(metrics) != len(asked) {
		t.Fatalf("%d assertions for %d judgments", len(metrics), len(asked))
	}
	var b model.Builder
	results := make(map[string][]map[string]any)
	for i := range 5 {
		object := fmt.Sprintf("o%d", i)
		for k, name := range asked {
			if i == 4 && name == asked[0] {
				continue // no prediction
			}
			x := math.Sin(float64(100*i + k))
			b.Add(b.Object(object), b.Attribute(name), model.NoRater, x)
			results[object] = append(results[object], map[string]any{"score": x, "pass": true, "assertion": map[string]any{"metric": metrics[k], "weight": 0}})
		}
	}
	ds := b.Build()
	text, err := json.Marshal(results)
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]struct {
		Pass   bool
		Score  float64
		Reason string
	}
	if err := json.Unmarshal(output(t, text, node, "-e", promptfooDriver, filepath.Join(filepath.Dir(path), "p.scoring.js")), &got); err != nil {
		t.Fatal(err)
	}
	run, err := core.Predict(&p, ds, false)
	if err != nil {
		t.Fatal(err)
	}
	for i, o := range ds.Objects {
		want, g := run.Object(i).Value, got[o]
		if math.IsNaN(want) != (i == 4) {
			t.Fatalf("%s is predicted %v", o, want)
		}
		switch {
		case i == 4:
			if g.Pass || g.Score != 0 || !strings.Contains(g.Reason, "no prediction") {
				t.Errorf("%s: %+v without a judgment of %q", o, g, asked[0])
			}
		case math.Abs(g.Score-want) > 1e-9*size(p) || g.Pass != (want >= 0):
			t.Errorf("%s: %+v, want %v", o, g, want)
		}
	}
}

const promptfooDriver = `
const score = require(process.argv[1]);
const out = {};
for (const [o, componentResults] of Object.entries(JSON.parse(require("fs").readFileSync(0, "utf8")))) {
  out[o] = score({}, { componentResults, threshold: 0 });
}
console.log(JSON.stringify(out));
`

// promptfooMetrics are the metrics of the assertions in their order, with aliases
// followed.
func promptfooMetrics(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var metrics []string
	anchor := make(map[string]string)
	name := ""
	for line := range strings.Lines(string(text)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch {
		case strings.HasPrefix(line, "  - &"):
			name = strings.TrimSpace(line[5:])
		case strings.HasPrefix(line, "  - *"):
			metrics = append(metrics, anchor[strings.TrimSpace(line[5:])])
		case key == "metric":
			anchor[name] = unquoted(t, value)
			metrics = append(metrics, anchor[name])
		case key == "weight" && value != "0":
			t.Errorf("weight %s", value)
		}
	}
	return metrics
}

// unquoted reads a literal of YAML: JSON knows all its escapes but two.
func unquoted(t *testing.T, s string) string {
	t.Helper()
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		digits := map[byte]int{'x': 2, 'U': 8}
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		i++
		n, special := digits[s[i]]
		if !special {
			b.WriteString(s[i-1 : i+1])
			continue
		}
		var r rune
		if _, err := fmt.Sscanf(s[i+1:i+1+n], "%x", &r); err != nil {
			t.Fatal(err)
		}
		quoted, _ := json.Marshal(string(r))
		b.WriteString(strings.Trim(string(quoted), `"`))
		i += n
	}
	var out string
	if err := json.Unmarshal([]byte(b.String()), &out); err != nil {
		t.Fatalf("%v in %s", err, s)
	}
	return out
}

// The parts of inspect_ai that the module imports, as far as it uses them.
const inspectStandIn = `
class Score:
    def __init__(self, value, answer=None, explanation=None, metadata=None):
        self.value, self.answer, self.explanation, self.metadata = value, answer, explanation, metadata

def mean(): return "mean"
def stderr(): return "stderr"

def scorer(metrics, name=None):
    assert metrics == ["mean", "stderr"]
    return lambda make: make
`

const inspectDriver = `
import asyncio, json, sys
sys.path.insert(0, sys.argv[1])
import predictor
from inspect_ai.scorer import Score

def grader(attribute):
    async def grade(state, target):
        return Score(state[attribute].pop(0))
    return grade

def together(attributes):
    async def grade(state, target):
        state["calls"] = state.get("calls", 0) + 1
        return Score({a: state[a].pop(0) for a in attributes if state[a]})
    return grade

data, out = json.load(sys.stdin), {}
names = list(predictor.ATTRIBUTES)
shared = together(names)
for how, graders in {"single": {a: grader(a) for a in names}, "form": {a: shared for a in names}}.items():
    score = predictor.predicted(graders)
    for o, judgments in data.items():
        state = {a: list(x) for a, x in judgments.items()}
        got = asyncio.run(score(state, None))
        assert not any(state[a] for a in names), "a grader was called too few times"
        assert how == "single" or state["calls"] == max(r for r, _ in predictor.ATTRIBUTES.values())
        out[how + o] = got.value
try:
    predictor.predicted({})
except ValueError as e:
    assert "no grader" in str(e)
try:
    predictor.number("good")
    raise AssertionError("a word is no number")
except ValueError:
    pass
assert predictor.part({"tone": 3}, "gpt-4.1.tone") == 3
marks = {a: grader(a) for a in names}
state = {a: ["C", "I", "P"][: r] for a, (r, _) in predictor.ATTRIBUTES.items()}
out["marks"] = asyncio.run(predictor.predicted(marks)(state, None)).value
json.dump(out, sys.stdout)
`

// TestInspectScores runs the Inspect form against a stand-in of the interface that it
// uses: graders are called as often as asked, by themselves or on one form.
func TestInspectScores(t *testing.T) {
	python := runtime(t, "python3")
	p := nastyPredictor(model.RatersPaper)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"predictor.py":           write(t, func(b *bytes.Buffer) error { return export.Inspect(b, p) }),
		"inspect_ai/scorer.py":   inspectStandIn,
		"inspect_ai/__init__.py": "",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var b model.Builder
	in := make(map[string]map[string][]float64)
	for i := range 5 {
		o := fmt.Sprintf("o%d", i)
		in[o] = make(map[string][]float64)
		for k, a := range p.Attributes {
			for j := range a.Repeats {
				x := math.Sin(float64(100*i + 10*k + j))
				b.Add(b.Object(o), b.Attribute(a.Name), model.NoRater, x)
				in[o][a.Name] = append(in[o][a.Name], x)
			}
		}
	}
	for _, a := range p.Attributes {
		for j := range a.Repeats {
			b.Add(b.Object("marks"), b.Attribute(a.Name), model.NoRater, []float64{1, 0, .5}[j])
		}
	}
	text, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]float64
	if err := json.Unmarshal(output(t, text, python, "-c", inspectDriver, dir), &got); err != nil {
		t.Fatal(err)
	}
	ds := b.Build()
	run, err := core.Predict(&p, ds, false)
	if err != nil {
		t.Fatal(err)
	}
	for i, o := range ds.Objects {
		keys := []string{"single" + o, "form" + o}
		if o == "marks" {
			keys = []string{o}
		}
		for _, key := range keys {
			if x, has := got[key]; !has || !(math.Abs(x-run.Object(i).Value) <= 1e-9*size(p)) {
				t.Errorf("%s: %v, want %v", key, x, run.Object(i).Value)
			}
		}
	}
}
