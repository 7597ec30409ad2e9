package export_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"slices"
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
		mode    model.Raters
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
func compare(t *testing.T, got, want map[string]said, size float64) {
	t.Helper()
	for o, w := range want {
		g, ok := got[o]
		if !ok || g.Class != w.Class || len(g.Values) != len(w.Values) {
			t.Fatalf("%s: %q with %v, want %q with %v", o, g.Class, g.Values, w.Class, w.Values)
		}
		for k, x := range w.Values {
			if !(math.Abs(g.Values[k]-x) <= 1e-9*size) {
				t.Fatalf("%s: %v, want %v", o, g.Values, w.Values)
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

// TestForms: what every form says of every outcome is what predict says.
func TestFormsPredict(t *testing.T) {
	for name, p := range predictors() {
		for form, reader := range readers {
			t.Run(form+"/"+name, func(t *testing.T) {
				p := p
				if p.Raters.Mode == model.RatersFixed && !reader.panel {
					t.Skip("knows no raters")
				}
				ds := someData(p)
				got := reader.says(t, p, ds)
				if reader.alone { // the weights
					p.SetClasses(nil)
				}
				compare(t, got, expected(t, p, ds), size(p))
			})
		}
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
	says  func(t *testing.T, p model.Predictor, ds *model.Dataset) map[string]said
}

var readers = map[string]reader{
	"json":     {panel: true, says: readBack(export.JSON)},
	"csv":      {alone: true, says: readBack(export.CSV)},
	"markdown": {true, true, table(export.Markdown, "| ", " |", " | ")},
	"latex":    {true, true, table(export.LaTeX, "", ` \\`, " & ")},
	"python":   {panel: true, says: program(export.Python, "p.py", "python3", "-I", "-c", pythonSays)},
	"js":       {panel: true, says: program(export.JavaScript, "p.js", "node", "-e", nodeSays)},
	"r":        {panel: true, says: rSays}, "sql": {panel: true, says: sqlSays},
	"xlsx": {says: bookSays}, "promptfoo": {says: promptfooSays}, "inspect": {says: inspectSays},
}

func readBack(form func(w writer, p model.Predictor) error) func(*testing.T, model.Predictor, *model.Dataset) map[string]said {
	return func(t *testing.T, p model.Predictor, ds *model.Dataset) map[string]said {
		back, _, err := read.Predictor(read.Bytes("p", []byte(write(t, func(b *bytes.Buffer) error { return form(b, p) }))))
		if err != nil {
			t.Fatal(err)
		}
		return expected(t, back, ds)
	}
}

// table reads the weights of a table for people, as a person would copy them.
func table(form func(w writer, p model.Predictor) error, begin, end, between string) func(*testing.T, model.Predictor, *model.Dataset) map[string]said {
	return func(t *testing.T, p model.Predictor, ds *model.Dataset) map[string]said {
		text := write(t, func(b *bytes.Buffer) error { return form(b, p) })
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

// TestScoresRefused: two scores of one name are an error of every form that writes names of columns.
func TestScoresRefused(t *testing.T) {
	p := predictors()["labels"]
	p.Scores[1].Name, p.Scores[1].Label = p.Scores[0].Name, p.Scores[0].Label
	for _, f := range export.Forms() {
		var b bytes.Buffer
		if err := f.Write(&b, p); f.Name != "json" && (err == nil || !strings.Contains(err.Error(), "two scores are called")) {
			t.Errorf("%s: %v", f.Name, err)
		}
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
