package tui

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/screen"
)

// panelled are data judged by three raters, two of the attributes with halo.
func panelled(n int) *model.Dataset {
	b := new(model.Builder)
	y := b.AddLabel("y")
	for i := range n {
		o := b.Object(fmt.Sprintf("o%02d", i))
		b.SetLabel(y, o, float64(i*i%17))
		for k := range 3 {
			w := b.RaterID(fmt.Sprintf("rater\x1b[31m%d", k))
			mood := float64((i*7 + k*3) % 4)
			b.Add(o, b.Attribute("clear"), w, float64(i*i%17)/4+mood)
			b.Add(o, b.Attribute("brief"), w, float64(i*3%7)/2+mood)
			b.Add(o, b.Attribute("kind"), w, float64((i*11+k*5)%6))
		}
	}
	ds := b.Build()
	ds.Name, ds.Reading.Layout = "panel", "long"
	ds.Sources = []model.Source{{File: "panel.csv"}}
	ds.Reading.Columns = []model.ColumnRole{{File: "panel.csv", Column: "object", Role: "object", Reason: "named like an object"}}
	return ds
}

func TestDataScreen(t *testing.T) {
	x := start(t, panelled(24), 160, 50)
	x.keys("4")
	holdScreens(t, x, [2]int{100, 24}, [2]int{80, 24}, [2]int{40, 10})
}

// TestExaminedDesign: what raters are taken for depends on the design, down to
// its sheets.
func TestExaminedDesign(t *testing.T) {
	var plain screen.State
	form, sheets, others := plain, plain, plain
	form.Settings.Design = model.Design{Kind: model.DesignForm}
	sheets.Settings.Design = model.Design{Kind: model.DesignSheets, Sheets: []model.Sheet{{Name: "a", Attributes: []string{"x"}}}}
	others.Settings.Design = model.Design{Kind: model.DesignSheets, Sheets: []model.Sheet{{Name: "a", Attributes: []string{"y"}}}}
	for i, s := range []screen.State{plain, form, sheets, others} {
		for k, o := range []screen.State{plain, form, sheets, others} {
			if same := s.Examined().Equal(o.Examined()); same != (i == k) {
				t.Errorf("%d and %d: the same %v", i, k, same)
			}
		}
	}
}

// TestDescribe: what is read aloud begins with the answer, has a sentence a line, and no
// sign that a reader of the screen spells or passes over.
func TestDescribe(t *testing.T) {
	var b strings.Builder
	x := start(t, bodies(), 80, 24)
	o := screen.Options{Study: x.Opt.Study, Settings: x.Opt.Settings, NoHonest: true, Seed: 1}
	if err := Describe(t.Context(), &b, o); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	if !strings.HasPrefix(text, "Answer. Ask ") {
		t.Errorf("the answer does not come first: %.60q", text)
	}
	for _, r := range text {
		if r > '~' || r < ' ' && r != '\n' {
			t.Errorf("%q is a sign", r)
		}
	}
	for line := range strings.Lines(text) {
		if !strings.HasSuffix(line, ".\n") && !strings.HasPrefix(line, "Finding: ") || strings.Contains(line, "  ") {
			t.Errorf("no sentence: %q", line)
		}
	}
	for _, want := range []string{"\nfemale: asked ", "\nBudget 5: 3 female, 2 tall, projected typical error 2.8", "\nPredictor. height is about 67.", "\nminus 5."} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	for in, want := range map[string]string{
		"R² .59 ± .04": "R squared 0.59 plus or minus 0.04", "corr -.65, +.4": "corr minus 0.65, plus 0.4",
		"− 5.04 × x": "minus 5.04 times x", "a-.5b c.5": "a-.5b c.5", "2–7 …": "2 to 7 ...",
	} {
		if got := spoken(in); got != want {
			t.Errorf("%q is spoken as %q, want %q", in, got, want)
		}
	}
}

func TestPredictorScreen(t *testing.T) {
	x := start(t, bodies(), 160, 50)
	x.keys("3")
	holdScreens(t, x, [2]int{100, 24}, [2]int{80, 24}, [2]int{40, 10})
}

// TestPredictorShows: every attribute that is bought is in the equation with its
// weight, and the points are the predictions of the predictor that is exported.
func TestPredictorShows(t *testing.T) {
	x := start(t, bodies(), 200, 60)
	x.keys("3")
	sel := x.Active()
	for i, n := range sel.Repeats {
		if n > 0 {
			x.want(x.Shown.Result.Attributes[i].Name)
		}
	}
	p := x.Predictor()
	ds := x.Opt.Study.Data()
	weight := make(map[string]float64)
	for _, a := range p.Attributes {
		weight[a.Name] = a.Weight
	}
	label := ds.Label(p.Label)
	points := 0
	for o := range ds.Objects {
		sum, n := make([]float64, len(ds.Attributes)), make([]float64, len(ds.Attributes))
		for j := ds.Start[o]; j < ds.Start[o+1]; j++ {
			sum[ds.Attr[j]] += ds.Value[j]
			n[ds.Attr[j]]++
		}
		want := p.Intercept
		for a, name := range ds.Attributes {
			if w, ok := weight[name]; ok {
				want += w * sum[a] / n[a]
			}
		}
		if got := x.predictors().Scatter.Plot.Series[0].Y[points]; math.Abs(got-want) > 1e-9 || x.predictors().Scatter.Plot.Series[0].X[points] != label.Values[o] {
			t.Fatalf("%s: predicted %g, want %g; true %g", ds.Objects[o], got, want, x.predictors().Scatter.Plot.Series[0].X[points])
		}
		points++
	}
	if points != len(x.predictors().Scatter.Plot.Series[0].X) {
		t.Errorf("%d points, want %d", len(x.predictors().Scatter.Plot.Series[0].X), points)
	}
	x.keys("home")
	x.want("the prediction is the mean label")
	x.want("nothing is chosen at this budget")
}

// TestChooseClasses: l offers a label's classes in order, one class against the rest, and a
// further label; the words of the data appear, and the commands that are copied say the same.
func TestChooseClasses(t *testing.T) {
	ds := graded(false)
	x := start(t, ds, 120, 40)
	x.keys("l")
	x.want("low, mid, high", "human", "numbers", "grade in order…", "grade=high", "high against the rest", "+ human", "too, by the same judgments")
	x.pick("in order")
	for _, c := range []struct{ text, wrong string }{{"low<mid", "missing: high"}, {"low<mid<top", `"top" is no class`}, {"low, low, mid, high", "stands there twice"}} {
		x.over.field.input.SetValue("")
		x.typed(c.text)
		x.keys("enter")
		if x.over == nil || !strings.Contains(x.over.field.bad, c.wrong) {
			t.Fatalf("%q is taken", c.text)
		}
	}
	x.over.field.input.SetValue("")
	x.typed("high < mid < low")
	x.keys("enter")
	if got := x.Shown.Result.ClassLabel(); got == nil || !got.Ordered || !slices.Equal(got.Classes, []string{"high", "mid", "low"}) {
		t.Fatalf("the label is %+v", got)
	}
	if q := x.asked(); !slices.Equal(q.Settings.Ordered, []string{"high", "mid", "low"}) {
		t.Errorf("the command orders %v", q.Settings.Ordered)
	}
	x.keys("l")
	x.want("high < mid < low")
	x.pick("grade=high")
	x.keys("3")
	x.want("label grade=high", "not high", "called high")
	if names := x.Shown.Result.ClassLabel().ClassNames(); !slices.Equal(names, []string{"not high", "high"}) {
		t.Errorf("the classes are %q", names)
	}
	x.keys("l")
	x.pick("+ human")
	if got := x.Shown.Result.Predicted(); got != "grade=high and human" {
		t.Errorf("predicted is %s", got)
	}
	x.keys("u", "u")
	if got := x.Shown.Result.ClassLabel(); got == nil || !got.Ordered {
		t.Errorf("after undo the label is %+v", got)
	}
	if a := x.State.Scale; a != screen.ScaleUsual {
		t.Errorf("the scale is %q", a)
	}
}

// TestExportForms: a suffix that names no form is refused with those that do.
func TestExportForms(t *testing.T) {
	x := start(t, openSample("beans"), 80, 24)
	x.keys("e", "left", "right", "backspace", "enter")
	x.want("the name must end in .json")
	x.keys("esc")
	if x.over != nil {
		t.Error("esc leaves the field")
	}
}

// TestExportPage: where there is a page to hand on, it is offered after the predictor's
// forms, and written as it was when the name was given.
func TestExportPage(t *testing.T) {
	x := start(t, openSample("beans"), 80, 24)
	var asked string
	x.Opt.Page = func(s *core.Study, q model.Settings, a selection.Algorithm, b model.Amount, path string) func(io.Writer) error {
		return func(w io.Writer) error {
			asked = fmt.Sprintf("%s of %s at %s", a, q.Label, b)
			_, err := io.WriteString(w, "<!DOCTYPE html>")
			return err
		}
	}
	x.keys("e")
	path := filepath.Join(t.TempDir(), "beans.html")
	x.keys("ctrl+u")
	x.typed(path)
	x.keys("enter")
	if got, err := os.ReadFile(path); err != nil || string(got) != "<!DOCTYPE html>" {
		t.Errorf("%q, %v", got, err)
	}
	if want := fmt.Sprintf("%s of %s at %s", x.Active().Algorithm, x.Shown.Result.Settings.Label, x.Active().Budget); asked != want {
		t.Errorf("the page is of %q, shown is %q", asked, want)
	}
	x.want("exported")
}
