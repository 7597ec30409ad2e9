package export_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"fms-tui/model"
	"fms-tui/model/export"
	"fms-tui/model/read"
)

// planned are objects with as many judgments as a predictor asks for.
func planned(p model.Predictor) *model.Dataset {
	rng := rand.New(rand.NewPCG(5, 6))
	var b model.Builder
	for i := range 40 {
		o := b.Object(fmt.Sprintf("o%02d", i))
		for _, a := range p.Attributes {
			for range a.Repeats {
				b.Add(o, b.Attribute(a.Name), model.NoRater, rng.NormFloat64())
			}
		}
	}
	return b.Build()
}

// TestManyForms: workbook, promptfoo, Inspect and CSV say what predict says about several
// scores, and the tables have every number.
func TestManyForms(t *testing.T) {
	for name, p := range manyPredictors() {
		if name == "panel" {
			continue // these forms know no raters
		}
		ds := planned(p)
		want := manyExpected(t, p, ds)
		for form, calls := range map[string]func(*testing.T, model.Predictor, *model.Dataset) map[string]outcome{
			"promptfoo": promptfooOutcomes, "inspect": inspectOutcomes,
		} {
			t.Run(form+"-"+name, func(t *testing.T) {
				got := calls(t, p, ds)
				if name == "labels" {
					for o, w := range want {
						if len(w.Values) != len(p.Scores) || got[o].Class != "" {
							t.Fatalf("%s: %v", o, got[o])
						}
					}
				}
				compareOutcomes(t, got, want)
			})
		}
		t.Run("xlsx-"+name, func(t *testing.T) { compareOutcomes(t, bookOutcomes(t, p, ds, 6), some(want, 6)) })
		t.Run("csv-"+name, func(t *testing.T) {
			text := write(t, func(b *bytes.Buffer) error { return export.CSV(b, p) })
			back, _, err := read.Predictor(read.Bytes("p.csv", []byte(text)))
			if err != nil {
				t.Fatal(err)
			}
			q := p
			q.Multiclass = nil // weights alone
			compareOutcomes(t, manyExpected(t, back, ds), manyExpected(t, q, ds))
		})
		for form, to := range map[string]func(*bytes.Buffer, model.Predictor) error{
			"markdown": func(b *bytes.Buffer, p model.Predictor) error { return export.Markdown(b, p) },
			"latex":    func(b *bytes.Buffer, p model.Predictor) error { return export.LaTeX(b, p) },
		} {
			text := strings.ReplaceAll(write(t, func(b *bytes.Buffer) error { return to(b, p) }), ` \cdot 10^{-`, "e-")
			for k, s := range p.Scores {
				if x := strconv.FormatFloat(s.Weights[0], 'g', -1, 64); !strings.Contains(strings.ReplaceAll(text, "e-0", "e-"), strings.ReplaceAll(x, "e-0", "e-")) {
					t.Errorf("%s, %s: no weight %s of score %d", form, name, x, k)
				}
			}
			if p.Multiclass != nil && !strings.Contains(text, strconv.FormatFloat(p.Multiclass.LogitSlopes[1], 'g', -1, 64)) {
				t.Errorf("%s, %s: no slope of a line", form, name)
			}
		}
	}
}

// some are the outcomes of the first objects.
func some(all map[string]outcome, n int) map[string]outcome {
	few := make(map[string]outcome)
	for i := range n {
		o := fmt.Sprintf("o%02d", i)
		few[o] = all[o]
	}
	return few
}

// bookOutcomes enters judgments of the first objects, and reads what the workbook says.
func bookOutcomes(t *testing.T, p model.Predictor, ds *model.Dataset, objects int) map[string]outcome {
	t.Helper()
	book, err := excelize.OpenReader(strings.NewReader(write(t, func(b *bytes.Buffer) error { return export.XLSX(b, p) })), excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	scores := max(1, len(p.Scores))
	got := make(map[string]outcome)
	for i := range objects {
		row, column := 2+scores+i, 2
		values, _ := judgmentsOf(ds, i)
		for _, a := range p.Attributes {
			for _, x := range values[a.Name] {
				at, _ := excelize.CoordinatesToCellName(column, row)
				column++
				if err := book.SetCellFloat("Objects", at, x, -1, 64); err != nil {
					t.Fatal(err)
				}
			}
		}
		get := func(column int) string {
			at, _ := excelize.CoordinatesToCellName(column, row)
			text, err := book.CalcCellValue("Objects", at)
			if err != nil {
				t.Fatalf("%s: %v", at, err)
			}
			return text
		}
		first, n := lastColumn(p), scores
		var w outcome
		if p.Multiclass != nil {
			w.Class, first, n = get(first+scores), first+scores+1, len(p.Multiclass.Names)
		}
		for k := range n {
			x, err := strconv.ParseFloat(get(first+k), 64)
			if err != nil {
				t.Fatal(err)
			}
			w.Values = append(w.Values, x)
		}
		got[ds.Objects[i]] = w
	}
	return got
}

const promptfooMany = `
const score = require(process.argv[1]), names = JSON.parse(process.argv[2]), out = {};
for (const [o, [judgments]] of Object.entries(JSON.parse(require("fs").readFileSync(0, "utf8")))) {
  const componentResults = Object.entries(judgments).flatMap(([metric, x]) => x.map((score) => ({ score, assertion: { metric } })));
  const got = score({}, { componentResults });
  if (score.classify) {
    const call = score.classify(judgments);
    if (!got.reason.includes(call.class)) throw new Error(got.reason);
    out[o] = { Class: call.class, Values: names.map((name) => got.namedScores["P(" + name + ")"]) };
  } else out[o] = { Values: names.map((name) => got.namedScores["predicted " + name]) };
  if (typeof got.score !== "number") throw new Error("no score");
}
console.log(JSON.stringify(out));
`

// namesOf are the names of the classes, or of the labels.
func namesOf(p model.Predictor) []string {
	if p.Multiclass != nil {
		return p.Multiclass.Names
	}
	var names []string
	for _, s := range p.Scores {
		name := s.Name
		if s.Label != s.Name {
			name = s.Label + "_" + s.Name
		}
		names = append(names, string([]rune(name)))
	}
	return names
}

func promptfooOutcomes(t *testing.T, p model.Predictor, ds *model.Dataset) map[string]outcome {
	t.Helper()
	path := filepath.Join(t.TempDir(), "p.yaml")
	if err := export.Promptfoo(path, p); err != nil {
		t.Fatal(err)
	}
	names, _ := json.Marshal(namesOf(p))
	return outcomes(t, output(t, judgmentsJSON(t, ds), runtime(t, "node"), "-e", promptfooMany, export.ScoringFile(path), string(names)))
}

const inspectMany = `
import asyncio, json, sys
sys.path.insert(0, sys.argv[1])
import predictor
from inspect_ai.scorer import Score

def grader(attribute):
    async def grade(state, target):
        return Score(state[attribute].pop(0))
    return grade

out = {}
for o, (judgments, _) in json.load(sys.stdin).items():
    score = predictor.predicted({a: grader(a) for a in predictor.ATTRIBUTES})
    got = asyncio.run(score(judgments, None))
    assert isinstance(got.value, float)
    if got.answer is None:
        out[o] = {"Values": [got.metadata["predictions"][c] for c in predictor.SCORES]}
    else:
        assert got.answer in got.explanation
        out[o] = {"Class": got.answer, "Values": [got.metadata["probabilities"][c] for c in predictor.CLASSES]}
json.dump(out, sys.stdout)
`

func inspectOutcomes(t *testing.T, p model.Predictor, ds *model.Dataset) map[string]outcome {
	t.Helper()
	dir := t.TempDir()
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
	return outcomes(t, output(t, judgmentsJSON(t, ds), runtime(t, "python3"), "-c", inspectMany, dir))
}
