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
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
	"go.yaml.in/yaml/v3"
	_ "modernc.org/sqlite"

	"fms-tui/model"
	"fms-tui/model/export"
)

type writer = io.Writer

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

// program runs a form that is a program, of which driver prints what it says of each object.
func program(form func(w writer, p model.Predictor) error, name string, interpreter ...string) func(*testing.T, model.Predictor, *model.Dataset) map[string]said {
	return func(t *testing.T, p model.Predictor, ds *model.Dataset) map[string]said {
		path := file(t, name, write(t, func(b *bytes.Buffer) error { return form(b, p) }))
		mode := map[bool]string{true: "fixed", false: "none"}[p.Raters.Mode == model.RatersFixed]
		args := append(slices.Clone(interpreter[1:]), path, mode)
		return decoded[map[string]said](t, output(t, judgmentsJSON(t, ds), runtime(t, interpreter[0]), args...))
	}
}

const pythonSays = `
import json, sys
scope = {}
exec(compile(open(sys.argv[1], encoding="utf-8").read(), "p.py", "exec"), scope)
f = scope.get("classify", scope["predict"])
out = {}
for o, (judgments, raters) in json.load(sys.stdin).items():
    of, name = f(judgments, raters) if sys.argv[2] == "fixed" else f(judgments), ""
    if of is None:
        out[o] = {}
        continue
    if "classify" in scope:
        name, of = of
    keys = scope.get("CLASSES", scope.get("SCORES"))
    out[o] = {"Class": name, "Values": [of[k] for k in keys] if isinstance(of, dict) else [of]}
json.dump(out, sys.stdout)
`

const nodeSays = `
const m = require(process.argv[1]);
const f = m.classify || m.predict;
const out = {};
for (const [o, [judgments, raters]] of Object.entries(JSON.parse(require("fs").readFileSync(0, "utf8")))) {
  const asMap = new Map(Object.entries(judgments));
  const of = process.argv[2] === "fixed" ? f(judgments, raters) : f(judgments);
  const again = process.argv[2] === "fixed" ? f(asMap, new Map(Object.entries(raters))) : f(asMap);
  if (JSON.stringify(of) !== JSON.stringify(again)) throw new Error("a Map predicts otherwise");
  if (of === null) out[o] = {};
  else if (!m.classify) out[o] = { Values: m.SCORES ? m.SCORES.map((k) => of[k]) : [of] };
  else out[o] = { Class: of.class, Values: of.probabilities ? m.CLASSES.map((k) => of.probabilities[k]) : [of.probability] };
}
console.log(JSON.stringify(out));
`

// rSays writes the judgments as code of R, every name by its bytes, so that nothing is escaped as
// the form escapes it. R prints the number of the class of each object, 0 of none, and the values.
func rSays(t *testing.T, p model.Predictor, ds *model.Dataset) map[string]said {
	t.Helper()
	r := runtime(t, "Rscript")
	var b strings.Builder
	fmt.Fprintf(&b, "u <- function(...) { s <- rawToChar(as.raw(c(...))); Encoding(s) <- 'UTF-8'; s }\nsource('%s', encoding = 'UTF-8')\n",
		file(t, "p.r", write(t, func(b *bytes.Buffer) error { return export.R(b, p) })))
	b.WriteString("say <- function(o, k) cat(o, sprintf('%.17g', if (is.list(k)) c(match(k$class, classes$names), k[[2]]) else c(0, k)), '\\n')\n")
	text := func(s string) string {
		return "u(" + strings.Trim(strings.ReplaceAll(fmt.Sprint([]byte(s)), " ", ","), "[]") + ")"
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
		call, arguments := "predict_label", "j"
		if p.Classes() != nil {
			call = "classify_label"
		}
		if p.Raters.Mode == model.RatersFixed {
			arguments = "j, w"
		}
		fmt.Fprintf(&b, "say('%s', %s(%s))\n", strings.ReplaceAll(o, " ", "_"), call, arguments)
	}
	got := make(map[string]said)
	for line := range strings.Lines(string(output(t, nil, r, "--vanilla", file(t, "driver.r", b.String())))) {
		fields := strings.Fields(line)
		var g said
		for _, field := range fields[2:] {
			if x, err := strconv.ParseFloat(field, 64); err == nil && !math.IsNaN(x) {
				g.Values = append(g.Values, x)
			}
		}
		if k, err := strconv.Atoi(fields[1]); err == nil && k > 0 {
			g.Class = p.Classes().Names[k-1]
		}
		got[strings.ReplaceAll(fields[0], "_", " ")] = g
	}
	return got
}

// sqlSays runs the query in SQLite over a table of judgments: integers, reals and texts, as files
// are imported.
func sqlSays(t *testing.T, p model.Predictor, ds *model.Dataset) map[string]said {
	t.Helper()
	query := write(t, func(b *bytes.Buffer) error { return export.SQL(b, p) })
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
		var o string
		var g said
		cells := make([]any, len(columns))
		into := []any{&o}
		for k := range cells[1:] {
			into = append(into, &cells[1+k])
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		for k, name := range columns {
			switch x := cells[k].(type) {
			case string:
				g.Class = x
			case float64:
				if strings.HasPrefix(name, numbers) {
					g.Values = append(g.Values, x)
				}
			}
		}
		got[o] = g
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return got
}

// bookSays enters the judgments into the workbook and has its formulas computed, also by
// LibreOffice where it is installed.
func bookSays(t *testing.T, p model.Predictor, ds *model.Dataset) map[string]said {
	t.Helper()
	book := opened(t, write(t, func(b *bytes.Buffer) error { return export.XLSX(b, p) }))
	objects := []int{0, 1, 2, 4} // excelize takes long
	first := 2 + max(1, len(p.Scores))
	for i, o := range objects {
		column := 2
		values, _ := judgmentsOf(ds, o)
		for _, a := range p.Attributes {
			for j := range a.Repeats {
				at, _ := excelize.CoordinatesToCellName(column+j, first+i)
				if j < len(values[a.Name]) {
					if err := book.SetCellFloat("Objects", at, values[a.Name][j], -1, 64); err != nil {
						t.Fatal(err)
					}
				}
			}
			column += a.Repeats
		}
	}
	for i, a := range p.Attributes { // names come back as they are, and none is a formula
		at := fmt.Sprint("A", 4+i)
		name, err := book.GetCellValue("Weights", at)
		formula, _ := book.GetCellFormula("Weights", at)
		if err != nil || name != a.Name || formula != "" {
			t.Errorf("%s is %q with the formula %q, %v; want %q", at, name, formula, err, a.Name)
		}
	}
	says := func(get func(at string) (string, error)) map[string]said {
		got := make(map[string]said)
		for i, o := range objects {
			var g said
			for column := 1; ; column++ {
				at, _ := excelize.CoordinatesToCellName(column, 1)
				head, _ := book.GetCellValue("Objects", at)
				calls := p.Classes() != nil
				if head == "" {
					break
				}
				if head != "class" && !strings.HasPrefix(head, map[bool]string{true: "P(", false: "predicted "}[calls]) {
					continue
				}
				at, _ = excelize.CoordinatesToCellName(column, first+i)
				text, err := get(at)
				if err != nil {
					t.Fatalf("%s: %v", at, err)
				}
				if x, err := strconv.ParseFloat(text, 64); head == "class" {
					g.Class = text
				} else if err == nil {
					g.Values = append(g.Values, x)
				}
			}
			got[ds.Objects[o]] = g
		}
		return got
	}
	got := says(func(at string) (string, error) { return book.CalcCellValue("Objects", at) })
	if office, err := exec.LookPath("soffice"); err == nil {
		computed := inLibreOffice(t, office, book)
		compare(t, says(func(at string) (string, error) { return computed.GetCellValue("Objects", at) }), got, size(p))
	}
	for o, s := range expected(t, p, ds) { // the others are not entered
		if _, entered := got[o]; !entered {
			got[o] = s
		}
	}
	return got
}

func opened(t *testing.T, text string) *excelize.File {
	t.Helper()
	book, err := excelize.OpenReader(strings.NewReader(text), excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = book.Close() })
	return book
}

// inLibreOffice is a workbook as LibreOffice computes it.
func inLibreOffice(t *testing.T, office string, book *excelize.File) *excelize.File {
	t.Helper()
	dir := t.TempDir()
	if err := book.SaveAs(filepath.Join(dir, "p.xlsx")); err != nil {
		t.Fatal(err)
	}
	output(t, nil, office, "-env:UserInstallation=file://"+filepath.ToSlash(dir)+"/profile", "--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", filepath.Join(dir, "out"), filepath.Join(dir, "p.xlsx"))
	text, err := os.ReadFile(filepath.Join(dir, "out", "p.xlsx"))
	if err != nil {
		t.Fatal(err)
	}
	return opened(t, string(text))
}

// TestXLSXBounds: what no sheet of Excel holds is an error that says so.
func TestXLSXBounds(t *testing.T) {
	for name, spoil := range map[string]func(*model.Predictor){
		"17":                              func(p *model.Predictor) { p.Attributes[0].Repeats = 17000 },
		"is too long for a cell of Excel": func(p *model.Predictor) { p.Attributes[0].Name = strings.Repeat("x", 33000) },
	} {
		p := sample()
		spoil(&p)
		var b bytes.Buffer
		if err := export.XLSX(&b, p); err == nil || !strings.Contains(err.Error(), name) || b.Len() > 0 {
			t.Errorf("%v after %d bytes", err, b.Len())
		}
	}
}

// promptfooSays reads the assertions of the configuration as promptfoo does, and calls the scoring
// function with a result for each judgment: the score is the prediction, or of classes without an
// order the probability of the class.
func promptfooSays(t *testing.T, p model.Predictor, ds *model.Dataset) map[string]said {
	t.Helper()
	path := filepath.Join(t.TempDir(), "p.yaml")
	if err := export.Promptfoo(path, p); err != nil {
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
	for _, a := range p.Attributes {
		for range a.Repeats {
			if a.Repeats > 0 && metric[a.Name] != "" && metric[a.Name] != config.Assert[asked].Metric || config.Assert[asked].Weight != 0 {
				t.Fatalf("assertion %d is %+v", asked, config.Assert[asked])
			}
			metric[a.Name] = config.Assert[asked].Metric
			asked++
		}
	}
	if len(config.Assert) != asked {
		t.Fatalf("%d assertions for %d judgments", len(config.Assert), asked)
	}
	results := make(map[string][]map[string]any)
	for i, o := range ds.Objects {
		values, _ := judgmentsOf(ds, i)
		results[o] = []map[string]any{}
		for a, list := range values {
			if metric[a] == "" && a != "" { // not needed
				continue
			}
			for _, x := range list {
				results[o] = append(results[o], map[string]any{"score": x, "pass": true, "assertion": map[string]any{"metric": metric[a], "weight": 0}})
			}
		}
	}
	names := p.ScoreNames()
	if c := p.Classes(); c != nil {
		names = nil
		for _, k := range c.Shown() {
			names = append(names, c.Names[k])
		}
	}
	in, _ := json.Marshal(map[string]any{"results": results, "names": names})
	return decoded[map[string]said](t, output(t, in, runtime(t, "node"), "-e", promptfooDriver, export.ScoringFile(path)))
}

const promptfooDriver = `
const score = require(process.argv[1]), out = {};
const { results, names } = JSON.parse(require("fs").readFileSync(0, "utf8"));
for (const [o, componentResults] of Object.entries(results)) {
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
console.log(JSON.stringify(out));
`

// inspectSays runs the Inspect form against a stand-in of the interface that it uses: graders are
// called as often as asked, by themselves or on one form, and may have no answer.
func inspectSays(t *testing.T, p model.Predictor, ds *model.Dataset) map[string]said {
	t.Helper()
	dir := filepath.Dir(file(t, "predictor.py", write(t, func(b *bytes.Buffer) error { return export.Inspect(b, p) })))
	stub := filepath.Dir(filepath.Dir(file(t, "inspect_ai/scorer.py", inspectStandIn)))
	return decoded[map[string]said](t, output(t, judgmentsJSON(t, ds), runtime(t, "python3"), "-c", inspectDriver, dir, stub))
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
import asyncio, json, math, sys
sys.path[:0] = sys.argv[1:3]
import predictor
from inspect_ai.scorer import Score

def grader(attribute):
    async def grade(state, target):
        return Score(state[attribute].pop(0)) if state.get(attribute) else None
    return grade

def together(attributes):
    async def grade(state, target):
        state["calls"] = state.get("calls", 0) + 1
        return Score({a: state[a].pop(0) if state.get(a) else None for a in attributes})
    return grade

def values(got):
    if "probability" in got.metadata:
        return [got.metadata["probability"]]
    by = got.metadata.get("probabilities", got.metadata.get("predictions"))
    return [got.value] if by is None else [by[k] for k in getattr(predictor, "CLASSES", getattr(predictor, "SCORES", ()))]

data, out, names = json.load(sys.stdin), {}, list(predictor.ATTRIBUTES)
score = predictor.predicted({a: grader(a) for a in names})
shared = together(names)
on_form = predictor.predicted({a: shared for a in names})
for o, (judgments, _) in data.items():
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
json.dump(out, sys.stdout)
`

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
