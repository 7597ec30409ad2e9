package export_test

import (
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/model/export"
	"fms-tui/model/read"
)

// said is what a form says of an object: the class that it is called with the probabilities that
// are shown, or the predictions. No values are no prediction.
type said struct {
	Class  string
	Values []float64
}

// classNames are names of classes that could break a program: a number, and a key of every object
// of JavaScript, among them.
var classNames = []string{nasty[1], "2", "__proto__", nasty[8], "1"}

// predictors are random predictors of every outcome with names that break things: bought singly,
// on a form whose errors go together, and from a panel.
func predictors() map[string]model.Predictor {
	panel := 3
	form := &model.PredictorDesign{Kind: "form", Forms: []model.Sheet{{Name: nasty[3], Attributes: nasty[:len(nasty)/2]}}}
	ofPanel := &model.PredictorDesign{Kind: "form", Forms: []model.Sheet{{Name: "f", Attributes: nasty[4:9]}}, Panel: &panel}
	out := make(map[string]model.Predictor)
	for name, c := range map[string]struct {
		mode    string
		design  *model.PredictorDesign
		classes int
		ordered bool
		costs   []float64
	}{
		"number": {mode: model.RatersPaper}, "number of a panel": {mode: model.RatersFixed},
		"two": {model.RatersPaper, nil, 2, true, []float64{.55, .45}}, "two on a form": {model.RatersPaper, form, 2, true, nil}, "two of a panel": {model.RatersFixed, ofPanel, 2, true, []float64{.4, .6}},
		"many": {model.RatersPaper, nil, 5, false, nil}, "many of a panel": {model.RatersFixed, ofPanel, 5, false, []float64{1, 2, 1, 3, 1.5}}, "in order": {model.RatersPaper, form, 5, true, []float64{2, 1, 1, 1, 2}},
		"labels": {mode: model.RatersPaper},
	} {
		rng := rand.New(rand.NewPCG(7, uint64(len(name))))
		p := nastyPredictor(c.mode)
		p.Shrink = model.ShrinkNone
		if c.design != nil {
			d := *c.design
			for range p.Attributes {
				d.Halo = append(d.Halo, slices.Repeat([]float64{.3}, len(p.Attributes)))
			}
			p.Design = &d
		}
		if name != "labels" && c.classes == 0 {
			out[name] = p
			continue
		}
		noise, k := 0.0, &model.PredictorClasses{Names: slices.Clone(classNames[:c.classes]), Ordered: c.ordered, Costs: c.costs}
		for a := range p.Attributes {
			at := &p.Attributes[a]
			at.Weight, at.InternalVariance, at.LabelCovariancePosterior = .03*rng.NormFloat64(), 1+3*rng.Float64(), nil
			at.LabelCovariance = at.Weight
			noise += at.Weight * at.Weight * at.InternalVariance
		}
		p.Intercept, p.LabelVariance, p.ProjectedLoss = .45, .24, .2
		for i := range max(c.classes, 4) {
			s := model.PredictorScore{Name: classNames[i], Label: p.Label, Intercept: .1 * rng.NormFloat64(), LabelVariance: .2, ProjectedLoss: .1}
			if name == "labels" && i > 0 {
				s.Label = s.Name
			}
			for range p.Attributes {
				s.Weights, s.Covariances = append(s.Weights, .05*rng.NormFloat64()), append(s.Covariances, 0)
			}
			if !c.ordered {
				p.Scores = append(p.Scores, s)
			}
		}
		for i := range c.classes {
			step := float64(i - c.classes/2)
			k.Shares, k.Slopes, k.Intercepts = append(k.Shares, 1/float64(c.classes)), append(k.Slopes, 4+rng.Float64()), append(k.Intercepts, .1)
			if c.ordered {
				k.Slopes[i], k.Intercepts[i] = 9*step, -2*step*step-4*step
			}
		}
		if c.classes == 2 {
			k.Shares, k.Covariance, k.Variance, k.Intercepts, k.Slopes = []float64{.6, .4}, .03, .04+noise, []float64{0, -1.7}, []float64{0, 3}
		}
		if c.classes > 0 {
			p.SetClasses(k)
		}
		out[name] = p
	}
	return out
}

// someData are judgments of objects, at most as many as a predictor asks for, by raters known,
// unknown and without an id; every fifth object lacks an attribute.
func someData(p model.Predictor) *model.Dataset {
	rng := rand.New(rand.NewPCG(3, 4))
	var b model.Builder
	for i := range 25 {
		o := b.Object(fmt.Sprintf("o%02d", i))
		for k, a := range p.Attributes {
			if i%5 == 4 && k == i%len(p.Attributes) {
				continue
			}
			for range 1 + rng.IntN(a.Repeats) {
				rater := model.NoRater
				if rng.IntN(5) > 0 {
					rater = b.RaterID(append(nasty, "stranger")[rng.IntN(len(nasty)+1)])
				}
				b.Add(o, b.Attribute(a.Name), rater, math.Round(2e3*rng.NormFloat64())/1e3)
			}
		}
		b.Add(o, b.Attribute("not needed"), model.NoRater, 1)
	}
	b.Add(b.Object("no attribute of the support"), b.Attribute("not needed"), model.NoRater, 1)
	return b.Build()
}

// expected is what predict says, by object.
func expected(t *testing.T, p model.Predictor, ds *model.Dataset) map[string]said {
	t.Helper()
	run, err := core.Predict(&p, ds, false)
	if err != nil {
		t.Fatal(err)
	}
	want, met := make(map[string]said), make(map[string]int)
	for i, o := range ds.Objects {
		one, s := run.Object(i), said{}
		switch c := p.Classes(); {
		case math.IsNaN(one.Value):
		case c != nil:
			s.Class = c.Names[one.Class]
			for _, k := range c.Shown() {
				s.Values = append(s.Values, one.P[k])
			}
		case one.Scores != nil:
			for _, score := range one.Scores {
				s.Values = append(s.Values, score.Value)
			}
		default:
			s.Values = []float64{one.Value}
		}
		want[o] = s
		met[s.Class]++
	}
	if c := p.Classes(); c != nil && len(met) < min(4, 1+len(c.Names)) {
		t.Fatalf("only %v are called: the data test little", met)
	}
	return want
}

// compare fails unless a form says what is expected.
func compare(t *testing.T, name string, got, want map[string]said, size float64) {
	t.Helper()
	for o, w := range want {
		g, ok := got[o]
		if !ok || g.Class != w.Class || len(g.Values) != len(w.Values) {
			t.Fatalf("%s of %s: %q with %v, want %q with %v", o, name, g.Class, g.Values, w.Class, w.Values)
		}
		for k, x := range w.Values {
			if !(math.Abs(g.Values[k]-x) <= 1e-9*size) {
				t.Fatalf("%s of %s: %v, want %v", o, name, g.Values, w.Values)
			}
		}
	}
}

// size is the scale of the sum of a prediction, for rounding.
func size(p model.Predictor) float64 {
	s := max(1, math.Abs(p.Intercept))
	for _, a := range p.Attributes {
		s = max(s, math.Abs(a.Weight))
	}
	return s
}

// world is a predictor, and judgments to predict from.
type world struct {
	p  model.Predictor
	ds *model.Dataset
}

// TestFormsPredict: what every form says of every outcome is what predict says.
func TestFormsPredict(t *testing.T) {
	all := predictors()
	for form, reader := range readers {
		t.Run(form, func(t *testing.T) {
			var names []string
			var worlds []world
			for name, p := range all {
				if p.Raters.Mode != model.RatersFixed || reader.panel {
					names, worlds = append(names, name), append(worlds, world{p, someData(p)})
				}
			}
			got := reader.says(t, worlds)
			for i, x := range worlds {
				if reader.alone { // the weights
					x.p.SetClasses(nil)
				}
				compare(t, names[i], got[i], expected(t, x.p, x.ds), size(x.p))
			}
		})
	}
	for _, f := range slices.Concat(export.Forms(), export.Pipelines()) {
		if _, read := readers[f.Name]; !read && f.Name != "stopping" {
			t.Errorf("nothing here reads the form %s", f.Name)
		}
	}
}

// reader is how the predictions of a form are had.
type reader struct {
	panel bool // it is told who judged
	alone bool // it holds the weights and no classes that are read back
	says  func(t *testing.T, worlds []world) []map[string]said
}

var readers = map[string]reader{
	"json":     {panel: true, says: byOne(readBack("json"))},
	"csv":      {alone: true, says: byOne(csvSays)},
	"markdown": {true, true, byOne(table("markdown", "| ", " |", " | "))},
	"latex":    {true, true, byOne(table("latex", "", ` \\`, " & "))},
	"python":   {panel: true, says: program("python", "p.py", "python3", "-I", "-c", pythonSays)},
	"js":       {panel: true, says: program("js", "p.js", "node", "-e", nodeSays)},
	"r":        {panel: true, says: rSays}, "sql": {panel: true, says: byOne(sqlSays)},
	"promptfoo": {says: program("promptfoo", "p", "node", "-e", promptfooDriver)},
	"inspect":   {says: program("inspect", "predictor.py", "python3", "-I", "-c", inspectDriver)},
}

// byOne reads one predictor after the other.
func byOne(says func(*testing.T, model.Predictor, *model.Dataset) map[string]said) func(*testing.T, []world) []map[string]said {
	return func(t *testing.T, worlds []world) (all []map[string]said) {
		for _, x := range worlds {
			all = append(all, says(t, x.p, x.ds))
		}
		return all
	}
}

func readBack(form string) func(*testing.T, model.Predictor, *model.Dataset) map[string]said {
	return func(t *testing.T, p model.Predictor, ds *model.Dataset) map[string]said {
		back, _, err := read.Predictor(read.Bytes("p", []byte(written(t, form, p))))
		if err != nil {
			t.Fatal(err)
		}
		return expected(t, back, ds)
	}
}

// csvSays reads the weights of the table.
func csvSays(t *testing.T, p model.Predictor, ds *model.Dataset) map[string]said {
	rows, err := csv.NewReader(strings.NewReader(written(t, "csv", p))).ReadAll()
	if err != nil || len(rows) != len(p.Attributes)+2 {
		t.Fatalf("%d rows: %v", len(rows), err)
	}
	number := func(row, k int) float64 {
		x, err := strconv.ParseFloat(rows[row][2+k], 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	p.SetClasses(nil)
	p.Attributes, p.Scores = slices.Clone(p.Attributes), slices.Clone(p.Scores)
	if p.Scores == nil {
		p.Intercept = number(1, 0)
	}
	for k := range p.Scores {
		p.Scores[k].Intercept = number(1, k)
	}
	for i := range p.Attributes {
		if p.Scores == nil {
			p.Attributes[i].Weight = number(i+2, 0)
		}
		for k := range p.Scores {
			p.Scores[k].Weights[i] = number(i+2, k)
		}
	}
	return expected(t, p, ds)
}

// table reads the weights of a table for people, as a person would copy them.
func table(form, begin, end, between string) func(*testing.T, model.Predictor, *model.Dataset) map[string]said {
	return func(t *testing.T, p model.Predictor, ds *model.Dataset) map[string]said {
		text := written(t, form, p)
		if c := p.Classes(); c != nil {
			for _, k := range c.Shown() {
				if x := fmt.Sprint(c.Slopes[k]); !strings.Contains(text, x) {
					t.Errorf("no slope %s of the line of class %d in %s", x, k, text)
				}
			}
		}
		p.SetClasses(nil)
		p.Attributes, p.Scores = slices.Clone(p.Attributes), slices.Clone(p.Scores)
		row := -1
		for line := range strings.Lines(strings.NewReplacer("$", "", ` \cdot 10^{`, "e", "} &", " &", "| |", "|  |", "& &", "&  &", `& \\`, `&  \\`).Replace(text)) {
			cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(strings.TrimRight(line, "\n"), begin), end), between)
			n := max(1, len(p.Scores))
			if len(cells) != 3+n || row > len(p.Attributes) {
				continue
			}
			for k, cell := range cells[2 : 2+n] {
				var x float64
				if _, err := fmt.Sscan(cell, &x); err != nil {
					break // the header
				}
				if k == 0 {
					row++
				}
				switch of := row < len(p.Attributes); {
				case of && p.Scores == nil:
					p.Attributes[row].Weight = x
				case of:
					p.Scores[k].Weights[row] = x
				case p.Scores == nil:
					p.Intercept = x
				default:
					p.Scores[k].Intercept = x
				}
			}
		}
		if row != len(p.Attributes) {
			t.Fatalf("%d rows of weights in %s", row, text)
		}
		return expected(t, p, ds)
	}
}

// TestNoAttributes: a predictor without attributes predicts its intercept.
func TestNoAttributes(t *testing.T) {
	p := sample()
	ds := someData(p)
	p.Attributes, p.External = nil, nil
	for o, s := range sqlSays(t, p, ds) {
		if len(s.Values) != 1 || s.Values[0] != p.Intercept {
			t.Errorf("%s: %v, want the intercept", o, s)
		}
	}
}

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

// TestProgramsDecide: the rule in Python and JavaScript stops and asks as model.Stopping
// does, with names that break things.
func TestProgramsDecide(t *testing.T) {
	p := nastyPredictor(model.RatersPaper)
	p.Stopping = &model.Stopping{Version: 1, Kind: model.StoppingKind, Threshold: .3}
	var weights []model.StoppingWeight
	for k := range 6 {
		form, margin := nasty[5*k:5*k+3], float64(5-k)
		weights = slices.Clone(weights)
		for _, a := range form {
			weights = append(weights, model.StoppingWeight{Attribute: a, Judgments: 1, Weight: .2 + float64(len(a)%3)})
		}
		p.Stopping.Stages = append(p.Stopping.Stages, model.StoppingStage{
			K: k + 1, Form: "f", Attributes: form, Repeat: k + 1, Intercept: -.1, Below: .3 - margin, Above: .3 + margin, Weights: weights,
		})
	}
	ds := someData(p)
	want, met := make(map[string]said), make(map[string]bool)
	for o, of := range judgmentsOf(ds) {
		s := p.Stopping.At(func(a string) []float64 { return of[0].(map[string][]float64)[a] })
		text := "null:" + strings.Join(p.Stopping.Stages[min(s.Stage, 5)].Attributes, "|")
		if s.Decided {
			text = fmt.Sprint(s.Yes, ":")
		}
		want[o] = said{Class: text}
		met[text[:4]] = true
	}
	if len(met) < 3 {
		t.Fatalf("only %v are met: the data test little", met)
	}
	for _, form := range []string{"python", "js"} {
		t.Run(form, func(t *testing.T) { compare(t, form, readers[form].says(t, []world{{p, ds}})[0], want, 1) })
	}
}
