package export_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fms-tui/model"
	"fms-tui/model/export"
	"fms-tui/model/read"
)

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
	ds := someData(p)
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
