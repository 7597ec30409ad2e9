package export_test

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"fms-tui/core"
	"fms-tui/core/classes"
	"fms-tui/model"
	"fms-tui/model/export"
)

// manyNames are names of classes that could break a program: a number, and a key of every
// object of JavaScript, among them.
var manyNames = []string{nasty[1], "2", "__proto__", nasty[8], "1"}

// manyPredictors are predictors with names that break things: of classes without an order,
// under both modes of raters, of classes in order, and of several labels.
func manyPredictors() map[string]model.Predictor {
	out := make(map[string]model.Predictor)
	for name, mode := range map[string]model.Raters{"classes": model.RatersPaper, "panel": model.RatersFixed, "ordered": model.RatersPaper, "labels": model.RatersPaper} {
		p := nastyPredictor(mode)
		p.Intercept = 0
		for a := range p.Attributes {
			p.Attributes[a].Weight = .02 * float64(a%7-3)
		}
		p.Multiclass = &model.PredictorMulticlass{Names: manyNames, Ordered: name == "ordered"}
		for k, class := range manyNames {
			slope, line := 8+float64(k)/9, .1
			if p.Multiclass.Ordered {
				slope, line = 3*float64(k-2), -.3*float64((k-2)*(k-2))
			}
			p.Multiclass.Shares = append(p.Multiclass.Shares, .2)
			p.Multiclass.LogitIntercepts = append(p.Multiclass.LogitIntercepts, line)
			p.Multiclass.LogitSlopes = append(p.Multiclass.LogitSlopes, slope)
			s := model.PredictorScore{Name: class, Label: p.Label, Intercept: .01 * float64(k), LabelVariance: .2, ProjectedLoss: .1}
			for a := range p.Attributes {
				s.Weights, s.Covariances = append(s.Weights, .03*math.Sin(float64(7*k+3*a))), append(s.Covariances, 0)
			}
			p.Scores = append(p.Scores, s)
		}
		switch name {
		case "ordered":
			p.Scores = nil
		case "labels":
			p.Multiclass = nil
			for k := range p.Scores[1:] {
				p.Scores[k].Label = p.Scores[k].Name
			}
		}
		out[name] = p
	}
	return out
}

// outcome is what is said of an object: its numbers, the probabilities of classes or the
// predictions of labels, and the class.
type outcome struct {
	Class  string
	Values []float64
}

// manyExpected is what predict says, by object; without values of objects without a
// prediction.
func manyExpected(t *testing.T, p model.Predictor, ds *model.Dataset) map[string]outcome {
	t.Helper()
	parts := []model.Predictor{p}
	if p.Scores != nil {
		parts = nil
		for k := range p.Scores {
			parts = append(parts, p.Score(k))
		}
	}
	want, met := make(map[string]outcome), make(map[string]int)
	for k := range parts {
		run, err := core.Predict(&parts[k], ds, false)
		if err != nil {
			t.Fatal(err)
		}
		for i, o := range ds.Objects {
			w := want[o]
			if x := run.Object(i).Value; !math.IsNaN(x) {
				w.Values = append(w.Values, x)
			}
			want[o] = w
		}
	}
	for o, w := range want {
		if c := p.Multiclass; c != nil && w.Values != nil {
			shares, calling := make([]float64, len(c.Names)), classes.Calling{Classes: len(c.Names), Ordered: c.Ordered}
			classes.Lines{Intercept: c.LogitIntercepts, Slope: c.LogitSlopes, Ordered: c.Ordered}.Probabilities(w.Values, shares)
			want[o] = outcome{c.Names[calling.Call(shares)], shares}
		}
		met[want[o].Class]++
	}
	if p.Multiclass != nil && len(met) < 4 {
		t.Fatalf("only %v are called: the test says little", met)
	}
	return want
}

const pythonMany = `
import json, sys
scope = {}
exec(compile(open(sys.argv[1], encoding="utf-8").read(), "p.py", "exec"), scope)
out = {}
for o, (judgments, raters) in json.load(sys.stdin).items():
    f = scope.get("classify", scope["predict"])
    of = f(judgments, raters) if sys.argv[2] == "fixed" else f(judgments)
    if of is None:
        out[o] = {}
    elif "classify" in scope:
        out[o] = {"Class": of[0], "Values": [of[1][c] for c in scope["CLASSES"]]}
    else:
        out[o] = {"Values": [of[c] for c in scope["SCORES"]]}
json.dump(out, sys.stdout)
`

const nodeMany = `
const m = require(process.argv[1]);
const out = {};
for (const [o, [judgments, raters]] of Object.entries(JSON.parse(require("fs").readFileSync(0, "utf8")))) {
  const f = m.classify || m.predict;
  const of = process.argv[2] === "fixed" ? f(judgments, raters) : f(judgments);
  if (of === null) out[o] = {};
  else if (m.classify) out[o] = { Class: of.class, Values: m.CLASSES.map((c) => of.probabilities[c]) };
  else out[o] = { Values: m.SCORES.map((c) => of[c]) };
}
console.log(JSON.stringify(out));
`

// TestManyScores runs the programs: each says the class and the probabilities that predict
// says, or the predictions of several labels.
func TestManyScores(t *testing.T) {
	for name, p := range manyPredictors() {
		ds, mode := nastyData(), map[bool]string{true: "fixed"}[p.Raters.Mode == model.RatersFixed]
		want := manyExpected(t, p, ds)
		for form, calls := range map[string]func(t *testing.T) map[string]outcome{
			"python": func(t *testing.T) map[string]outcome {
				path := file(t, "p.py", write(t, func(b *bytes.Buffer) error { return export.Python(b, p) }))
				return outcomes(t, output(t, judgmentsJSON(t, ds), runtime(t, "python3"), "-I", "-c", pythonMany, path, mode))
			},
			"js": func(t *testing.T) map[string]outcome {
				path := file(t, "p.js", write(t, func(b *bytes.Buffer) error { return export.JavaScript(b, p) }))
				return outcomes(t, output(t, judgmentsJSON(t, ds), runtime(t, "node"), "-e", nodeMany, path, mode))
			},
			"r": func(t *testing.T) map[string]outcome {
				path := file(t, "p.r", write(t, func(b *bytes.Buffer) error { return export.R(b, p) }))
				return rOutcomes(t, runtime(t, "Rscript"), path, p, ds)
			},
			"sql": func(t *testing.T) map[string]outcome {
				return sqlOutcomes(t, write(t, func(b *bytes.Buffer) error { return export.SQL(b, p) }), p, ds)
			},
		} {
			t.Run(form+"-"+name, func(t *testing.T) { compareOutcomes(t, calls(t), want) })
		}
	}
}

func compareOutcomes(t *testing.T, got, want map[string]outcome) {
	t.Helper()
	for o, w := range want {
		g, ok := got[o]
		if !ok || g.Class != w.Class || len(g.Values) != len(w.Values) {
			t.Fatalf("%s: %q with %v, want %q with %v", o, g.Class, g.Values, w.Class, w.Values)
		}
		for k, x := range w.Values {
			if !(math.Abs(g.Values[k]-x) <= 1e-9) {
				t.Fatalf("%s: %v, want %v", o, g.Values, w.Values)
			}
		}
	}
}

func outcomes(t *testing.T, text []byte) map[string]outcome {
	t.Helper()
	var got map[string]outcome
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	return got
}

// rOutcomes prints the number of the class of each object, 0 of labels, and the values.
func rOutcomes(t *testing.T, r, path string, p model.Predictor, ds *model.Dataset) map[string]outcome {
	t.Helper()
	call := "c(0, predict_label(%s))"
	if p.Multiclass != nil {
		call = "{ k <- classify_label(%s); c(match(k$class, classes$names), k$probabilities) }"
	}
	got := make(map[string]outcome)
	script := file(t, "driver.r", rDriver(ds, path, p.Raters.Mode == model.RatersFixed, call))
	for line := range strings.Lines(string(output(t, nil, r, "--vanilla", script))) {
		fields := strings.Split(strings.TrimSpace(line), " ")
		at := len(fields) - len(manyNames) - 1
		var g outcome
		for _, text := range fields[at+1:] {
			if x, err := strconv.ParseFloat(text, 64); err == nil && !math.IsNaN(x) {
				g.Values = append(g.Values, x)
			}
		}
		if class, err := strconv.Atoi(fields[at]); err == nil && class > 0 {
			g.Class = manyNames[class-1]
		}
		got[strings.Join(fields[:at], " ")] = g
	}
	return got
}

func sqlOutcomes(t *testing.T, query string, p model.Predictor, ds *model.Dataset) map[string]outcome {
	t.Helper()
	got := make(map[string]outcome)
	queryJudgments(t, query, ds, func(rows *sql.Rows) error {
		var o string
		var class *string
		values, into := make([]*float64, 5), []any{&o}
		if p.Multiclass != nil {
			into = append(into, &class)
		}
		for k := range values {
			into = append(into, &values[k])
		}
		err := rows.Scan(into...)
		var g outcome
		if class != nil {
			g.Class = *class
		}
		for _, x := range values {
			if x != nil {
				g.Values = append(g.Values, *x)
			}
		}
		got[o] = g
		return err
	})
	return got
}

// TestManyScoresRefused: two scores of one name are an error.
func TestManyScoresRefused(t *testing.T) {
	all := manyPredictors()
	var b bytes.Buffer
	p := all["labels"]
	p.Scores[1].Name, p.Scores[1].Label = p.Scores[0].Name, p.Scores[0].Label
	for _, form := range []func() error{
		func() error { return export.Python(&b, p) }, func() error { return export.JavaScript(&b, p) }, func() error { return export.SQL(&b, p) },
		func() error { return export.CSV(&b, p) }, func() error { return export.XLSX(&b, p) }, func() error { return export.Inspect(&b, p) },
	} {
		if err := form(); err == nil || !strings.Contains(fmt.Sprint(err), "two scores are called") {
			t.Errorf("%v", err)
		}
	}
}
