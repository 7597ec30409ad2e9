package export_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
	_ "modernc.org/sqlite"

	"fms-tui/model"
	"fms-tui/model/export"
)

// of is the form of that name.
func of(name string) func(io.Writer, model.Predictor) error {
	f, err := export.ByName(name)
	if err != nil {
		panic(err)
	}
	return f.Write
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
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func decoded[T any](t *testing.T, text []byte) (got T) {
	t.Helper()
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	return got
}

// script is a predictor as a program, and the judgments that it is given.
type script struct {
	Path  string
	Fixed bool              // it is told who judged
	Data  map[string][2]any // judgments and raters, by object
	Names []string          // of the values
}

// program runs all predictors, each in a form that is a program, in one process of an interpreter:
// driver prints what they say of each object.
func program(form, name string, interpreter ...string) func(*testing.T, []world) []map[string]said {
	return func(t *testing.T, worlds []world) []map[string]said {
		path := runtime(t, interpreter[0])
		var in []script
		for _, x := range worlds {
			s := script{filepath.Join(t.TempDir(), name), x.p.Raters.Mode == model.RatersFixed, judgmentsOf(x.ds), x.p.ScoreNames()}
			if c := x.p.Classes(); c != nil {
				s.Names = nil
				for _, k := range c.Shown() {
					s.Names = append(s.Names, c.Names[k])
				}
			}
			if form == "promptfoo" {
				s.Path, s.Data = promptfooFiles(t, s.Path, x)
			} else {
				s.Path = file(t, name, written(t, form, x.p))
			}
			in = append(in, s)
		}
		text, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		return decoded[[]map[string]said](t, output(t, text, path, interpreter[1:]...))
	}
}

const pythonSays = `
import json, sys
def says(of):
    scope, out = {}, {}
    exec(compile(open(of["Path"], encoding="utf-8").read(), "p.py", "exec"), scope)
    f = scope.get("classify", scope["predict"])
    for o, (judgments, raters) in of["Data"].items():
        if "decide" in scope:
            decision, ask = scope["decide"](judgments)
            out[o] = {"Class": json.dumps(decision) + ":" + "|".join(ask)}
            continue
        got, name = f(judgments, raters) if of["Fixed"] else f(judgments), ""
        if got is None:
            out[o] = {}
            continue
        if "classify" in scope:
            name, got = got
        keys = scope.get("CLASSES", scope.get("SCORES"))
        out[o] = {"Class": name, "Values": [got[k] for k in keys] if isinstance(got, dict) else [got]}
    return out
json.dump([says(of) for of in json.load(sys.stdin)], sys.stdout)
`

const nodeSays = `
console.log(JSON.stringify(JSON.parse(require("fs").readFileSync(0, "utf8")).map((x) => {
  const m = require(x.Path), f = m.classify || m.predict, out = {};
  for (const [o, [judgments, raters]] of Object.entries(x.Data)) {
    if (m.decide) {
      const { decision, ask } = m.decide(judgments);
      out[o] = { Class: decision + ":" + ask.join("|") };
      continue;
    }
    const asMap = new Map(Object.entries(judgments));
    const of = x.Fixed ? f(judgments, raters) : f(judgments);
    const again = x.Fixed ? f(asMap, new Map(Object.entries(raters))) : f(asMap);
    if (JSON.stringify(of) !== JSON.stringify(again)) throw new Error("a Map predicts otherwise");
    if (of === null) out[o] = {};
    else if (!m.classify) out[o] = { Values: m.SCORES ? m.SCORES.map((k) => of[k]) : [of] };
    else out[o] = { Class: of.class, Values: of.probabilities ? m.CLASSES.map((k) => of.probabilities[k]) : [of.probability] };
  }
  return out;
})));
`

// rSays writes the judgments as code of R, every name by its bytes, so that nothing is escaped as
// the form escapes it. R prints the number of the predictor, the object, the number of its class, 0 of
// none, and the values.
func rSays(t *testing.T, worlds []world) []map[string]said {
	t.Helper()
	r := runtime(t, "Rscript")
	var b strings.Builder
	b.WriteString("u <- function(...) { s <- rawToChar(as.raw(c(...))); Encoding(s) <- 'UTF-8'; s }\n" +
		"say <- function(i, o, k) cat(i, o, sprintf('%.17g', if (is.list(k)) c(match(k$class, classes$names), k[[2]]) else c(0, k)), '\\n')\n")
	text := func(s string) string {
		return "u(" + strings.Trim(strings.ReplaceAll(fmt.Sprint([]byte(s)), " ", ","), "[]") + ")"
	}
	all := make([]map[string]said, len(worlds))
	for i, x := range worlds {
		all[i] = make(map[string]said)
		fmt.Fprintf(&b, "source('%s', encoding = 'UTF-8')\n", file(t, "p.r", written(t, "r", x.p)))
		call, arguments := "predict_label", "j"
		if x.p.Classes() != nil {
			call = "classify_label"
		}
		if x.p.Raters.Mode == model.RatersFixed {
			arguments = "j, w"
		}
		for k, o := range x.ds.Objects {
			of := judgmentsOf(x.ds)[o]
			b.WriteString("j <- list(); w <- list()\n")
			for name, values := range of[0].(map[string][]float64) {
				var by []string
				for _, rater := range of[1].(map[string][]string)[name] {
					by = append(by, text(rater))
				}
				fmt.Fprintf(&b, "j <- c(j, setNames(list(c(%s)), %s)); w <- c(w, setNames(list(c(%s)), %s))\n",
					strings.Trim(strings.ReplaceAll(fmt.Sprint(values), " ", ","), "[]"), text(name), strings.Join(by, ","), text(name))
			}
			fmt.Fprintf(&b, "say(%d, %d, %s(%s))\n", i, k, call, arguments)
		}
	}
	for line := range strings.Lines(string(output(t, nil, r, "--vanilla", file(t, "driver.r", b.String())))) {
		fields, numbers := strings.Fields(line), []float64(nil)
		for _, field := range fields {
			if x, err := strconv.ParseFloat(field, 64); err == nil && !math.IsNaN(x) {
				numbers = append(numbers, x)
			}
		}
		x, g := worlds[int(numbers[0])], said{}
		if len(numbers) == len(fields) {
			g.Values = numbers[3:]
			if c := x.p.Classes(); c != nil {
				g.Class = c.Names[int(numbers[2])-1]
			}
		}
		all[int(numbers[0])][x.ds.Objects[int(numbers[1])]] = g
	}
	return all
}

// sqlSays runs the query in SQLite over a table of judgments: integers, reals and texts, as files
// are imported.
func sqlSays(t *testing.T, p model.Predictor, ds *model.Dataset) map[string]said {
	t.Helper()
	query := written(t, "sql", p)
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	db.SetMaxOpenConns(1) // each connection has a memory of its own
	run := func(query string, args ...any) {
		t.Helper()
		if _, err := db.ExecContext(context.Background(), query, args...); err != nil {
			t.Fatal(err)
		}
	}
	run("CREATE TABLE judgments(object TEXT, attribute TEXT, judgment, rater TEXT)")
	for i, o := range ds.Objects {
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			var rater, judgment any = nil, ds.Value[j]
			if w := ds.Rater[j]; w != model.NoRater {
				rater = ds.Raters[w]
			}
			if j%3 == 0 {
				judgment = fmt.Sprint(ds.Value[j])
			}
			run("INSERT INTO judgments VALUES (?, ?, ?, ?)", o, ds.Attributes[ds.Attr[j]], judgment, rater)
		}
	}
	run("INSERT INTO judgments VALUES ('o00', 'male', NULL, NULL)") // does not count
	rows, err := db.QueryContext(context.Background(), query)
	if err != nil {
		t.Fatalf("%v in\n%s", err, query)
	}
	defer rows.Close()
	columns, _ := rows.Columns()
	numbers := "prediction"
	if p.Classes() != nil {
		numbers = "probability"
	}
	got := make(map[string]said)
	for rows.Next() {
		cells, into := make([]any, len(columns)), []any(nil)
		for k := range cells {
			into = append(into, &cells[k])
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		var g said
		for k, name := range columns[1:] {
			switch x := cells[1+k].(type) {
			case string:
				g.Class = x
			case float64:
				if strings.HasPrefix(name, numbers) {
					g.Values = append(g.Values, x)
				}
			}
		}
		got[cells[0].(string)] = g
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return got
}

// promptfooFiles reads the assertions of the configuration as promptfoo does, and returns the file of
// the scoring function with a result for each judgment.
func promptfooFiles(t *testing.T, path string, x world) (string, map[string][2]any) {
	t.Helper()
	path += ".yaml"
	form, err := export.ByName("promptfoo")
	if err != nil {
		t.Fatal(err)
	}
	if err := form.WriteBeside(path, x.p); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var config struct {
		Assert []struct {
			Metric string
			Weight float64
		}
	}
	if err := yaml.Unmarshal(text, &config); err != nil {
		t.Fatal(err)
	}
	metric, asked := make(map[string]string), 0
	for _, a := range x.p.Attributes {
		for range a.Repeats {
			if metric[a.Name] != "" && metric[a.Name] != config.Assert[asked].Metric || config.Assert[asked].Weight != 0 {
				t.Fatalf("assertion %d is %+v", asked, config.Assert[asked])
			}
			metric[a.Name] = config.Assert[asked].Metric
			asked++
		}
	}
	if len(config.Assert) != asked {
		t.Fatalf("%d assertions for %d judgments", len(config.Assert), asked)
	}
	results := judgmentsOf(x.ds)
	for o, of := range results {
		list := []map[string]any{}
		for a, values := range of[0].(map[string][]float64) {
			for _, value := range values {
				if metric[a] != "" || a == "" { // needed
					list = append(list, map[string]any{"score": value, "pass": true, "assertion": map[string]any{"metric": metric[a], "weight": 0}})
				}
			}
		}
		results[o] = [2]any{list}
	}
	return export.ScoringFile(path), results
}

// promptfooDriver calls the scoring function: the score is the prediction, or of classes without an
// order the probability of the class.
const promptfooDriver = `
console.log(JSON.stringify(JSON.parse(require("fs").readFileSync(0, "utf8")).map((x) => {
  const score = require(x.Path), out = {}, names = x.Names;
  for (const [o, [componentResults]] of Object.entries(x.Data)) {
    const got = score({}, { componentResults, threshold: 0.1 });
    if (got.pass !== got.score >= 0.1) throw new Error("passes with " + got.score);
    if (got.reason.includes("no prediction")) {
      if (got.pass || got.score !== 0) throw new Error("passes without a prediction");
      out[o] = {};
      continue;
    }
    const values = (names || []).map((name) => got.namedScores[(score.classify ? "P(" + name + ")" : "predicted " + name)]);
    out[o] = { Class: "", Values: names ? values : [got.score] };
    if (!score.classify) continue;
    out[o].Class = /: [^]*?; ([^]*), since P\(/.exec(got.reason)?.[1] ?? /: ([^]*), of probability/.exec(got.reason.slice(got.reason.indexOf(": ")))[1];
  }
  return out;
})));
`

// inspectDriver runs the Inspect form against a stand-in of the parts of inspect_ai that it uses:
// graders are called as often as asked, by themselves or on one form, and may have no answer.
const inspectDriver = `
import asyncio, json, math, sys, types

class Score:
    def __init__(self, value, answer=None, explanation=None, metadata=None):
        self.value, self.answer, self.explanation, self.metadata = value, answer, explanation, metadata

def scorer(metrics, name=None):
    assert metrics == ["mean", "stderr"]
    return lambda make: make

sys.modules["inspect_ai"] = types.ModuleType("inspect_ai")
sys.modules["inspect_ai.scorer"] = stand_in = types.ModuleType("inspect_ai.scorer")
stand_in.Score, stand_in.scorer, stand_in.mean, stand_in.stderr = Score, scorer, lambda: "mean", lambda: "stderr"

def grader(attribute):
    async def grade(state, target):
        return Score(state[attribute].pop(0)) if state.get(attribute) else None
    return grade

def together(attributes):
    async def grade(state, target):
        state["calls"] = state.get("calls", 0) + 1
        return Score({a: state[a].pop(0) if state.get(a) else None for a in attributes})
    return grade

def says(of):
    predictor = types.ModuleType("predictor")
    exec(compile(open(of["Path"], encoding="utf-8").read(), "p.py", "exec"), predictor.__dict__)
    def values(got):
        if "probability" in got.metadata:
            return [got.metadata["probability"]]
        by = got.metadata.get("probabilities", got.metadata.get("predictions"))
        return [got.value] if by is None else [by[k] for k in getattr(predictor, "CLASSES", getattr(predictor, "SCORES", ()))]
    out, names = {}, list(predictor.ATTRIBUTES)
    score = predictor.predicted({a: grader(a) for a in names})
    shared = together(names)
    on_form = predictor.predicted({a: shared for a in names})
    for o, (judgments, _) in of["Data"].items():
        got = asyncio.run(score({a: list(x) for a, x in judgments.items()}, None))
        if math.isnan(got.value):
            out[o] = {}
            continue
        out[o] = {"Class": got.answer or "", "Values": values(got)}
        assert got.answer is None or got.answer == got.metadata["class"] and got.answer in got.explanation
        if all(len(judgments[a]) == r for a, (r, _) in predictor.ATTRIBUTES.items()):
            state = {a: list(x) for a, x in judgments.items()}
            assert values(asyncio.run(on_form(state, None))) == out[o]["Values"]
            assert state["calls"] == max(r for r, _ in predictor.ATTRIBUTES.values())
    for wrong, f in (("no grader", lambda: predictor.predicted({})), ("", lambda: predictor.number("good"))):
        try:
            f()
            raise AssertionError("a word is no number, and no grader none")
        except ValueError as e:
            assert wrong in str(e)
    assert predictor.part({"tone": 3}, "gpt-4.1.tone") == 3
    assert [predictor.number(x) for x in ("C", "I", "P", "N", 2)] == [1, 0, .5, 0, 2]
    return out
json.dump([says(of) for of in json.load(sys.stdin)], sys.stdout)
`

// judgmentsOf are the judgments of each object by attribute, and who made them.
func judgmentsOf(ds *model.Dataset) map[string][2]any {
	all := make(map[string][2]any)
	for i, o := range ds.Objects {
		values, raters := make(map[string][]float64), make(map[string][]string)
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			name, rater := ds.Attributes[ds.Attr[j]], "nobody"
			if w := ds.Rater[j]; w != model.NoRater {
				rater = ds.Raters[w]
			}
			values[name] = append(values[name], ds.Value[j])
			raters[name] = append(raters[name], rater)
		}
		all[o] = [2]any{values, raters}
	}
	return all
}
