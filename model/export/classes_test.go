package export_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/model/export"
	"fms-tui/model/read"
)

// called is what a form says of an object; nil where it says nothing.
type called struct {
	Class       *string  `json:"class"`
	Probability *float64 `json:"probability"`
}

// classPredictors are predictors of a label with two classes whose names break things:
// bought singly, on a form whose errors go together, and from a panel of 3.
func classPredictors() map[string]model.Predictor {
	out := make(map[string]model.Predictor)
	panel := 3
	for name, design := range map[string]*model.PredictorDesign{
		"single": nil,
		"form":   {Kind: "form", Forms: []model.BoughtForm{{Name: nasty[3], Attributes: nasty[:len(nasty)/2]}}},
		"panel":  {Kind: "form", Forms: []model.BoughtForm{{Name: "f", Attributes: nasty[4:9]}}, Panel: &panel},
	} {
		p := nastyPredictor(model.RatersPaper)
		if name == "panel" {
			p = nastyPredictor(model.RatersFixed)
		}
		noise := 0.0
		for a := range p.Attributes {
			at := &p.Attributes[a]
			at.Weight = .01 * float64(a%7-3)
			at.InternalVariance, at.LabelCovariance, at.LabelCovariancePosterior = float64(1+a%4), at.Weight, nil
			noise += at.Weight * at.Weight * at.InternalVariance
		}
		if design != nil {
			for a := range p.Attributes {
				row := make([]float64, len(p.Attributes))
				for e := range row {
					row[e] = .2 + .1*float64((a+e)%3)
				}
				design.Halo = append(design.Halo, row)
			}
		}
		p.Design = design
		p.Intercept, p.LabelVariance, p.ProjectedLoss = .45, .24, .2
		p.Classes = &model.PredictorClasses{Names: [2]string{nasty[1], nasty[8]}, Prevalence: .4, Covariance: .03, Variance: .04 + noise, LogitIntercept: -1.7, LogitSlope: 3, Threshold: .45}
		out[name] = p
	}
	return out
}

// compareCalls fails unless a form calls as core does.
func compareCalls(t *testing.T, p model.Predictor, ds *model.Dataset, got map[string]called) {
	t.Helper()
	run, err := core.Predict(&p, ds, false)
	if err != nil {
		t.Fatal(err)
	}
	met := make(map[string]int)
	for i, o := range ds.Objects {
		want, g := run.Object(i).P, got[o]
		if math.IsNaN(want) {
			if g.Class != nil || g.Probability != nil {
				t.Errorf("%s has no prediction, and is called", o)
			}
			continue
		}
		class := p.Classes.Names[0]
		if want >= p.Classes.Threshold {
			class = p.Classes.Names[1]
		}
		met[class]++
		if g.Class == nil || g.Probability == nil {
			t.Fatalf("%s is not called", o)
		}
		if *g.Class != class || !(math.Abs(*g.Probability-want) <= 1e-9) {
			t.Fatalf("%s: %q with %v, want %q with %v", o, *g.Class, *g.Probability, class, want)
		}
	}
	if len(met) < 2 {
		t.Errorf("only %v are called: the test says little", met)
	}
}

const pythonCalls = `
import json, sys
scope = {}
exec(compile(open(sys.argv[1], encoding="utf-8").read(), "p.py", "exec"), scope)
out = {}
for o, (judgments, raters) in json.load(sys.stdin).items():
    of = scope["classify"](judgments, raters) if sys.argv[2] == "fixed" else scope["classify"](judgments)
    out[o] = {} if of is None else {"class": of[0], "probability": of[1]}
json.dump(out, sys.stdout)
`

const nodeCalls = `
const { classify } = require(process.argv[1]);
const out = {};
for (const [o, [judgments, raters]] of Object.entries(JSON.parse(require("fs").readFileSync(0, "utf8")))) {
  out[o] = (process.argv[2] === "fixed" ? classify(judgments, raters) : classify(judgments)) || {};
}
console.log(JSON.stringify(out));
`

// TestProgramsCall runs the forms that are programs: each says the class and the
// probability that predict says.
func TestProgramsCall(t *testing.T) {
	for name, p := range classPredictors() {
		ds, mode := nastyData(), map[bool]string{true: "fixed"}[p.Raters.Mode == model.RatersFixed]
		programs := map[string]func(t *testing.T) map[string]called{
			"python": func(t *testing.T) map[string]called {
				path := file(t, "p.py", write(t, func(b *bytes.Buffer) error { return export.Python(b, p) }))
				return callsJSON(t, output(t, judgmentsJSON(t, ds), runtime(t, "python3"), "-I", "-c", pythonCalls, path, mode))
			},
			"js": func(t *testing.T) map[string]called {
				path := file(t, "p.js", write(t, func(b *bytes.Buffer) error { return export.JavaScript(b, p) }))
				return callsJSON(t, output(t, judgmentsJSON(t, ds), runtime(t, "node"), "-e", nodeCalls, path, mode))
			},
			"sql": func(t *testing.T) map[string]called {
				return sqlCalls(t, write(t, func(b *bytes.Buffer) error { return export.SQL(b, p) }), ds)
			},
			"r": func(t *testing.T) map[string]called {
				path := file(t, "p.r", write(t, func(b *bytes.Buffer) error { return export.R(b, p) }))
				return rCalls(t, runtime(t, "Rscript"), path, ds, mode == "fixed")
			},
		}
		for form, calls := range programs {
			t.Run(form+"-"+name, func(t *testing.T) { compareCalls(t, p, ds, calls(t)) })
		}
	}
}

func callsJSON(t *testing.T, text []byte) map[string]called {
	t.Helper()
	var got map[string]called
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	return got
}

func sqlCalls(t *testing.T, query string, ds *model.Dataset) map[string]called {
	t.Helper()
	got := make(map[string]called)
	queryJudgments(t, query, ds, func(rows *sql.Rows) error {
		var o string
		var prediction *float64
		var c called
		err := rows.Scan(&o, &prediction, &c.Class, &c.Probability)
		got[o] = c
		return err
	})
	return got
}

// rCalls prints the number of the class of each object, and its probability.
func rCalls(t *testing.T, r, path string, ds *model.Dataset, fixed bool) map[string]called {
	t.Helper()
	got := make(map[string]called)
	script := file(t, "driver.r", rDriver(ds, path, fixed, "{ k <- classify_label(%s); c(if (is.na(k$class)) NaN else match(k$class, classes$names), k$probability) }"))
	names := strings.Split(string(output(t, nil, r, "--vanilla", "-e", "source(commandArgs(TRUE)[1]); cat('\\n', utf8ToInt(classes$names[1]), '\\n', utf8ToInt(classes$names[2]))", path)), "\n")
	for line := range strings.Lines(string(output(t, nil, r, "--vanilla", script))) {
		fields := strings.Split(strings.TrimSpace(line), " ")
		class, _ := strconv.ParseFloat(fields[len(fields)-2], 64)
		probability, _ := strconv.ParseFloat(fields[len(fields)-1], 64)
		object := strings.Join(fields[:len(fields)-2], " ")
		got[object] = called{}
		if class > 0 && !math.IsNaN(class) {
			name := ""
			for _, code := range strings.Fields(names[len(names)-3+int(class)]) {
				n, _ := strconv.Atoi(code)
				name += string(rune(n))
			}
			got[object] = called{Class: &name, Probability: &probability}
		}
	}
	return got
}

// TestWorkbookCalls evaluates the columns after the prediction, and has LibreOffice do so
// where it is installed.
func TestWorkbookCalls(t *testing.T) {
	for name, p := range classPredictors() {
		if p.Raters.Mode == model.RatersFixed {
			p.Raters.Mode = model.RatersPaper // the workbook knows no raters
		}
		t.Run(name, func(t *testing.T) {
			book, ds := judged(t, p)
			compareCalls(t, p, ds, bookCalls(ds, p, func(at string) string {
				text, err := book.CalcCellValue("Objects", at)
				if err != nil {
					t.Fatalf("%s: %v", at, err)
				}
				return text
			}))
			office, err := exec.LookPath("soffice")
			if err != nil || name != "panel" {
				return
			}
			computed := inLibreOffice(t, office, book)
			compareCalls(t, p, ds, bookCalls(ds, p, func(at string) string {
				text, _ := computed.GetCellValue("Objects", at)
				return text
			}))
		})
	}
}

// bookCalls reads the columns of class and probability.
func bookCalls(ds *model.Dataset, p model.Predictor, get func(string) string) map[string]called {
	got := make(map[string]called)
	for i, o := range ds.Objects {
		at := func(column int) string {
			name, _ := excelize.CoordinatesToCellName(lastColumn(p)+column, 3+i)
			return get(name)
		}
		class := at(1)
		if x, err := strconv.ParseFloat(at(2), 64); err == nil {
			got[o] = called{&class, &x}
		}
	}
	return got
}

// TestPipelinesCall: promptfoo's reason and scores, and Inspect's answer and metadata.
func TestPipelinesCall(t *testing.T) {
	p := classPredictors()["form"]
	var b model.Builder
	in := make(map[string]map[string][]float64)
	results := make(map[string][]map[string]any)
	for i := range 5 {
		o := fmt.Sprint("o", i)
		in[o] = make(map[string][]float64)
		for k, a := range p.Attributes {
			for j := range a.Repeats {
				x := 4 * math.Sin(float64(100*i+10*k+j))
				b.Add(b.Object(o), b.Attribute(a.Name), model.NoRater, x)
				in[o][a.Name] = append(in[o][a.Name], x)
				results[o] = append(results[o], map[string]any{"score": x, "assertion": map[string]any{"metric": a.Name}})
			}
		}
	}
	ds := b.Build()
	run, err := core.Predict(&p, ds, false)
	if err != nil {
		t.Fatal(err)
	}
	p.Classes.Threshold = 0
	for i := range ds.Objects { // both classes are met
		p.Classes.Threshold += run.Object(i).P / float64(len(ds.Objects))
	}
	t.Run("inspect", func(t *testing.T) {
		python, dir := runtime(t, "python3"), t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "inspect_ai"), 0o700); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{
			"predictor.py":         write(t, func(b *bytes.Buffer) error { return export.Inspect(b, p) }),
			"inspect_ai/scorer.py": inspectStandIn,
		} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		text, _ := json.Marshal(in)
		compareCalls(t, p, ds, callsJSON(t, output(t, text, python, "-c", inspectCalls, dir)))
	})
	t.Run("promptfoo", func(t *testing.T) {
		node, path := runtime(t, "node"), filepath.Join(t.TempDir(), "p.yaml")
		if err := export.Promptfoo(path, p); err != nil {
			t.Fatal(err)
		}
		text, _ := json.Marshal(results)
		compareCalls(t, p, ds, callsJSON(t, output(t, text, node, "-e", promptfooCalls, strings.TrimSuffix(path, ".yaml")+".scoring.js")))
	})
}

const inspectCalls = `
import asyncio, json, sys
sys.path.insert(0, sys.argv[1])
import predictor
from inspect_ai.scorer import Score

def grader(attribute):
    async def grade(state, target):
        return Score(state[attribute].pop(0))
    return grade

out = {}
for o, judgments in json.load(sys.stdin).items():
    score = predictor.predicted({a: grader(a) for a in predictor.ATTRIBUTES})
    got = asyncio.run(score(judgments, None))
    assert got.answer == got.metadata["class"] and got.answer in got.explanation
    out[o] = {"class": got.answer, "probability": got.metadata["probability"]}
json.dump(out, sys.stdout)
`

const promptfooCalls = `
const score = require(process.argv[1]);
const out = {};
for (const [o, componentResults] of Object.entries(JSON.parse(require("fs").readFileSync(0, "utf8")))) {
  const got = score({}, { componentResults });
  const [name, probability] = Object.entries(got.namedScores).find(([k]) => k.startsWith("P(") && k.endsWith(")"));
  if (score.classify({}) !== null) throw new Error("an object without judgments is called");
  const text = /; ([^]*), since P\(/.exec(got.reason)[1];
  if (!got.reason.includes(name + " = " + probability)) throw new Error(got.reason);
  out[o] = { class: text, probability };
}
console.log(JSON.stringify(out));
`

// queryJudgments runs a query over a table of judgments in SQLite.
func queryJudgments(t *testing.T, query string, ds *model.Dataset, each func(*sql.Rows) error) {
	t.Helper()
	db := judgmentTable(t, ds)
	rows, err := db.QueryContext(context.Background(), query)
	if err != nil {
		t.Fatalf("%v in\n%s", err, query)
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(rows); err != nil {
			t.Fatal(err)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

// TestProgramsDecide: the rule in Python and JavaScript stops and asks as model.Stopping
// does, with names that break things.
func TestProgramsDecide(t *testing.T) {
	p := nastyPredictor(model.RatersPaper)
	p.Stopping = &model.Stopping{Version: 1, Kind: model.StoppingKind, Threshold: .3}
	var weights []model.StoppingWeight
	for k := range 6 {
		form := nasty[5*k : 5*k+3]
		weights = slices.Clone(weights)
		for _, a := range form {
			weights = append(weights, model.StoppingWeight{Attribute: a, Judgments: 1, Weight: .2 + float64(len(a)%3)})
		}
		margin := float64(5 - k)
		p.Stopping.Stages = append(p.Stopping.Stages, model.StoppingStage{
			K: k + 1, Form: "f", Attributes: form, Repeat: k + 1, Intercept: -.1, Below: .3 - margin, Above: .3 + margin, Weights: weights,
		})
	}
	ds := nastyData()
	type decided struct {
		Decision *bool
		Ask      []string
	}
	want := make(map[string]decided)
	met := make(map[string]int)
	for i, o := range ds.Objects {
		values, _ := judgmentsOf(ds, i)
		s := p.Stopping.At(func(a string) []float64 { return values[a] })
		if s.Decided {
			want[o] = decided{&s.Yes, nil}
		} else {
			want[o] = decided{nil, p.Stopping.Stages[s.Stage].Attributes}
		}
		met[fmt.Sprint(s.Decided, s.Yes)]++
	}
	if len(met) < 3 {
		t.Fatalf("only %v are met: the data test little", met)
	}
	for name, run := range map[string]func(t *testing.T) []byte{
		"python": func(t *testing.T) []byte {
			path := file(t, "p.py", write(t, func(b *bytes.Buffer) error { return export.Python(b, p) }))
			return output(t, judgmentsJSON(t, ds), runtime(t, "python3"), "-I", "-c", pythonDecisions, path)
		},
		"js": func(t *testing.T) []byte {
			path := file(t, "p.js", write(t, func(b *bytes.Buffer) error { return export.JavaScript(b, p) }))
			return output(t, judgmentsJSON(t, ds), runtime(t, "node"), "-e", nodeDecisions, path)
		},
	} {
		t.Run(name, func(t *testing.T) {
			var got map[string]decided
			if err := json.Unmarshal(run(t), &got); err != nil {
				t.Fatal(err)
			}
			for o, w := range want {
				g := got[o]
				if (g.Decision == nil) != (w.Decision == nil) || g.Decision != nil && *g.Decision != *w.Decision || !slices.Equal(g.Ask, w.Ask) {
					t.Errorf("%s: %v, want %v", o, g, w)
				}
			}
		})
	}
	var b bytes.Buffer
	if p.Stopping = nil; export.StoppingJSON(&b, p) == nil || export.StoppingCSV(&b, p) == nil {
		t.Error("a rule without a decision is written")
	}
}

const pythonDecisions = `
import json, sys
scope = {}
exec(compile(open(sys.argv[1], encoding="utf-8").read(), "p.py", "exec"), scope)
out = {}
for o, (judgments, _) in json.load(sys.stdin).items():
    decision, ask = scope["decide"](judgments)
    out[o] = {"Decision": decision, "Ask": ask}
json.dump(out, sys.stdout)
`

const nodeDecisions = `
const { decide } = require(process.argv[1]);
const out = {};
for (const [o, [judgments]] of Object.entries(JSON.parse(require("fs").readFileSync(0, "utf8")))) {
  const { decision, ask } = decide(judgments);
  out[o] = { Decision: decision, Ask: ask };
}
console.log(JSON.stringify(out));
`

// TestStoppingForms: the JSON form is read back; the CSV has a row for each stage.
func TestStoppingForms(t *testing.T) {
	p := sample()
	weight := func(n int) []model.StoppingWeight {
		return []model.StoppingWeight{{Attribute: nasty[2], Judgments: n, Weight: 1.0 / 3}}
	}
	p.Stopping = &model.Stopping{Version: 1, Kind: model.StoppingKind, Label: nasty[1], Decide: "y>1", Threshold: 1, Confidence: .95, Stages: []model.StoppingStage{
		{K: 1, Attribute: nasty[2], Attributes: nasty[2:3], Repeat: 1, Spent: model.Unit, Loss: 2, Intercept: .5, Below: .5, Above: 1.5, Weights: weight(1)},
		{K: 2, Attribute: nasty[2], Attributes: nasty[2:3], Repeat: 2, Spent: 2 * model.Unit, Loss: 1, Intercept: .5, Below: 1, Above: 1, Weights: weight(2)},
	}}
	text := write(t, func(b *bytes.Buffer) error { return export.StoppingJSON(b, p) })
	back, _, err := read.Stopping(read.Bytes("rule", []byte(text)))
	if err != nil || !reflect.DeepEqual(back, p.Stopping) {
		t.Errorf("%+v, %v", back, err)
	}
	want := "k,form,attribute,repeat,spent,loss,below,above,threshold,intercept,\"weight of a\nb\"\n1,,\"a\nb\",1,1,2,0.5,1.5,1,0.5,0.3333333333333333\n2,,\"a\nb\",2,2,1,1,1,1,0.5,0.3333333333333333\n"
	if got := write(t, func(b *bytes.Buffer) error { return export.StoppingCSV(b, p) }); got != want {
		t.Errorf("%q", got)
	}
	if _, _, err := read.Stopping(read.Bytes("rule", []byte("k,form\n"))); err == nil || !strings.Contains(err.Error(), "no stopping rule") {
		t.Errorf("%v", err)
	}
}
