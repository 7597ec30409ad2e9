package export_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/model/export"
	"fms-tui/model/read"
)

// sampleHalf simulates objects of one population: d attributes that share four
// factors with the label, judged by strangers or by a panel of five whose
// members differ in severity. n says how many judgments of an attribute an
// object gets.
func sampleHalf(seed uint64, objects int, panel bool, n func(attribute string) int) *model.Dataset {
	const attributes, raters = 8, 5
	truth := rand.New(rand.NewPCG(77, 77)) // the population is the same for every seed
	var loading [attributes][4]float64
	var noise, severity [attributes]float64
	for a := range loading {
		for k := range loading[a] {
			loading[a][k] = truth.NormFloat64()
		}
		noise[a], severity[a] = math.Exp(truth.NormFloat64()/2), truth.NormFloat64()
	}
	rng := rand.New(rand.NewPCG(seed, 78))
	var b model.Builder
	label := b.AddLabel("y")
	for i := range objects {
		var f [4]float64
		for k := range f {
			f[k] = rng.NormFloat64()
		}
		o := b.Object(fmt.Sprintf("o%d", i))
		b.SetLabel(label, o, 100+2*f[0]-f[1]+rng.NormFloat64())
		for a := range loading {
			name := fmt.Sprintf("a'%d", a)
			order := rng.Perm(raters)
			for j := range n(name) {
				x := noise[a] * rng.NormFloat64()
				for k, l := range loading[a] {
					x += l * f[k]
				}
				rater := model.NoRater
				if panel {
					rater = b.RaterID(fmt.Sprintf("w%d", order[j]))
					x += severity[a] * float64(order[j]-2)
				}
				b.Add(o, b.Attribute(name), rater, x)
			}
		}
	}
	return b.Build()
}

// TestRoundTrip exports what one half of a sample leads to, judges the other
// half anew, as often as the predictor asks, and predicts it by every form: all
// say the same, and err as much as the honest loss promised.
func TestRoundTrip(t *testing.T) {
	for name, panel := range map[string]bool{"strangers": false, "panel": true} {
		t.Run(name, func(t *testing.T) {
			p := learned(t, sampleHalf(1, 500, panel, func(string) int { return 3 }))
			repeats := make(map[string]int)
			for _, a := range p.Attributes {
				repeats[a.Name] = a.Repeats
			}
			ds := sampleHalf(2, 1000, panel, func(a string) int { return repeats[a] })
			got := make(map[string]map[string]float64)
			for _, f := range export.Forms() {
				if f.Binary {
					continue // TestXLSXPredicts
				}
				got[f.Name] = byForm(t, f, p, ds)
			}
			if panel { // CSV holds no offsets
				if got["csv"]["o1"] == got["json"]["o1"] {
					t.Error("the panel's offsets make no difference")
				}
				delete(got, "csv")
			}
			for form, values := range got {
				var loss, squares float64
				for i, o := range ds.Objects {
					want := got["json"][o]
					if x, there := values[o]; !there || math.Abs(x-want) > 1e-9 {
						t.Fatalf("%s predicts %v for %s, json %v", form, x, o, want)
					}
					e := values[o] - ds.Labels[0].Values[i]
					loss += e * e / float64(len(ds.Objects))
					squares += e * e * e * e / float64(len(ds.Objects))
				}
				test := math.Sqrt((squares - loss*loss) / float64(len(ds.Objects)))
				if math.Abs(loss-*p.HonestLoss) > 3*math.Hypot(test, *p.HonestLossSE) {
					t.Errorf("%s: mean squared error %v ± %v, promised %v ± %v", form, loss, test, *p.HonestLoss, *p.HonestLossSE)
				}
			}
		})
	}
}

// learned is the predictor of Full at a budget of 12.
func learned(t *testing.T, ds *model.Dataset) model.Predictor {
	t.Helper()
	tuning, err := core.NewStudy(ds).Tune(context.Background(), core.Request{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	const budget = 12 * model.Unit
	answer := tuning.At(selection.Full, budget)
	pick := core.Pick{Answer: answer, Selection: answer.At(selection.Full, budget)}
	p := pick.Predictor()
	if want := map[bool]model.Raters{true: model.RatersFixed, false: model.RatersPaper}[len(ds.Raters) > 0]; p.Raters.Mode != want || p.HonestLoss == nil || len(p.Attributes) < 3 {
		t.Fatalf("learned %+v", p)
	}
	return p
}

// byForm predicts data by what a form wrote.
func byForm(t *testing.T, f export.Form, p model.Predictor, ds *model.Dataset) map[string]float64 {
	t.Helper()
	text := write(t, func(b *bytes.Buffer) error { return f.Write(b, p) })
	fixed := p.Raters.Mode == model.RatersFixed
	var back model.Predictor
	switch f.Name {
	case "json", "csv":
		var err error
		if back, _, err = read.Predictor(read.Bytes("p", []byte(text))); err != nil {
			t.Fatal(err)
		}
	case "markdown":
		back = fromTable(t, text, "| ", " |", " | ", fixed)
	case "latex":
		back = fromTable(t, strings.ReplaceAll(text, "$", ""), "", ` \\`, " & ", fixed)
	case "python":
		python, err := exec.LookPath("python3")
		if err != nil {
			return byForm(t, export.Forms()[0], p, ds)
		}
		path := filepath.Join(t.TempDir(), "p.py")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return values(runPython(t, python, path, ds, fixed))
	case "js":
		node, err := exec.LookPath("node")
		if err != nil {
			return byForm(t, export.Forms()[0], p, ds)
		}
		return values(runJavaScript(t, node, file(t, "p.js", text), ds, fixed))
	case "r":
		r, err := exec.LookPath("Rscript")
		if err != nil {
			return byForm(t, export.Forms()[0], p, ds)
		}
		return values(runR(t, r, file(t, "p.r", text), ds, fixed))
	case "sql":
		return values(runSQL(t, text, ds))
	default:
		t.Fatalf("nothing here predicts by the form %s: add a case, with a literal reading of the text where no program of the language is at hand", f.Name)
	}
	run, err := core.Predict(&back, ds, false)
	if err != nil {
		t.Fatal(err)
	}
	got := make(map[string]float64)
	for i, o := range ds.Objects {
		got[o] = run.Object(i).Value
	}
	return got
}

func values(of map[string]*float64) map[string]float64 {
	got := make(map[string]float64)
	for o, x := range of {
		if x != nil {
			got[o] = *x
		}
	}
	return got
}

// fromTable reads the numbers of a table for people, as a person would copy them.
func fromTable(t *testing.T, text, begin, end, between string, fixed bool) model.Predictor {
	t.Helper()
	p := model.Predictor{Raters: model.PredictorRaters{Mode: model.RatersPaper, Offsets: map[string]map[string]float64{}}}
	if fixed {
		p.Raters.Mode = model.RatersFixed
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(line, begin), end), between)
		var weight float64
		var err error
		switch {
		case strings.HasPrefix(strings.TrimPrefix(line, begin), "(intercept)"):
			for _, w := range strings.Fields(line) {
				if x, err := strconv.ParseFloat(w, 64); err == nil {
					p.Intercept = x
				}
			}
		case len(cells) == 4 && strings.HasPrefix(cells[0], "a'"):
			weight, err = strconv.ParseFloat(cells[2], 64)
			p.Attributes = append(p.Attributes, model.PredictorAttribute{Name: cells[0], Weight: weight})
		case len(cells) == 3 && strings.HasPrefix(cells[0], "a'"):
			if p.Raters.Offsets[cells[0]] == nil {
				p.Raters.Offsets[cells[0]] = make(map[string]float64)
			}
			p.Raters.Offsets[cells[0]][cells[1]], err = strconv.ParseFloat(cells[2], 64)
		}
		if err != nil {
			t.Fatalf("%v in %q", err, line)
		}
	}
	return p
}
