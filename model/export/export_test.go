package export_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"fms-tui/model"
	"fms-tui/model/export"
	"fms-tui/model/read"
)

// sample is the predictor of the contract's example.
func sample() model.Predictor {
	file, sum := "bodies.csv", "..."
	shrunk := []float64{.4, -.5}
	p := model.Predictor{
		Version: 1, Kind: "fms-predictor", Label: "height", Algorithm: "full", Budget: model.Units(20), Intercept: 56.8,
		Attributes: []model.PredictorAttribute{
			{Name: "male", Repeats: 5, Weight: 4.8, Cost: model.Unit, Mean: .61, InternalVariance: .07, LabelCovariance: .9, LabelCovariancePosterior: &shrunk[0], Scale: .46},
			{Name: `a "b", <c>`, Repeats: 15, Weight: 1.0 / 3, Cost: model.Unit / 10, Mean: 1e-9, InternalVariance: 0, LabelCovariance: -2, LabelCovariancePosterior: &shrunk[1], Scale: .4},
		},
		External: [][]float64{{.18, .02}, {.02, .07}}, LabelVariance: 15.2, Shrink: model.ShrinkAuto,
		ProjectedLoss: 7.1,
		Warnings:      []model.Finding{{Code: "few-objects", Message: "few", Row: 3}},
		Created:       "2026-11-20T12:00:00Z", Tool: "fms-tui 0.1.0",
	}
	p.Raters.Mode, p.Raters.Offsets = model.RatersAware, map[string]map[string]float64{}
	p.Data.File, p.Data.SHA256, p.Data.Objects = &file, &sum, 880
	return p
}

// written is what a form writes.
func written(t *testing.T, form string, p model.Predictor) string {
	t.Helper()
	return text(t, of(form), p)
}

func text[T any](t *testing.T, write func(io.Writer, T) error, of T) string {
	t.Helper()
	var b strings.Builder
	if err := write(&b, of); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestRoundTrip: JSON and a rule are read back as they were.
func TestRoundTrip(t *testing.T) {
	p := sample()
	got, _, err := read.Predictor(read.Bytes("p.json", []byte(written(t, "json", p))))
	if err != nil || !reflect.DeepEqual(got, p) {
		t.Errorf("got %+v, %v\nwant %+v", got, err, p)
	}
	p.Stopping = rule()
	back, _, err := read.Stopping(read.Bytes("rule", []byte(text(t, export.StoppingJSON, p))))
	if err != nil || !reflect.DeepEqual(back, p.Stopping) {
		t.Errorf("%+v, %v", back, err)
	}
	if _, _, err := read.Stopping(read.Bytes("rule", []byte("k,form\n"))); err == nil || !strings.Contains(err.Error(), "no stopping rule") {
		t.Errorf("%v", err)
	}
	if p.Stopping = nil; export.StoppingJSON(io.Discard, p) == nil {
		t.Error("a rule without a decision is written")
	}
}

func rule() *model.Stopping {
	weight := func(n int) []model.StoppingWeight {
		return []model.StoppingWeight{{Attribute: nasty[2], Judgments: n, Weight: 1.0 / 3}}
	}
	return &model.Stopping{Version: 1, Kind: model.StoppingKind, Label: nasty[1], Decide: "y>1", Threshold: 1, Confidence: .95, Stages: []model.StoppingStage{
		{K: 1, Attribute: nasty[2], Attributes: nasty[2:3], Repeat: 1, Spent: model.Unit, Loss: 2, Intercept: .5, Below: .5, Above: 1.5, Weights: weight(1)},
		{K: 2, Attribute: nasty[2], Attributes: nasty[2:3], Repeat: 2, Spent: 2 * model.Unit, Loss: 1, Intercept: .5, Below: 1, Above: 1, Weights: weight(2)},
	}}
}

// TestTables: what is written as CSV, and a disk that is full.
func TestTables(t *testing.T) {
	want := "attribute,repeats,weight,cost,mean\n(intercept),,56.8,,\nmale,5,4.8,1,0.61\n\"a \"\"b\"\", <c>\",15,0.3333333333333333,0.1,1e-09\n"
	if got := written(t, "csv", sample()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if err := export.CSV(full{}, sample()); !errors.Is(err, errFull) {
		t.Errorf("a full disk: %v", err)
	}
}

var errFull = errors.New("full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

// TestJSONKeys holds the order of keys to the contract's example.
func TestJSONKeys(t *testing.T) {
	want := []string{
		"version", "kind", "label", "algorithm", "budget", "intercept", "attributes", "name", "repeats", "weight", "cost", "mean",
		"internal_variance", "label_covariance", "label_covariance_posterior", "scale", "external", "label_variance", "ridge", "shrink", "weights", "raters", "mode", "offsets", "design",
		"projected_loss", "honest_loss", "honest_loss_se", "data", "file", "sha256", "objects", "warnings", "created", "tool", "checksum",
	}
	p := sample()
	p.Attributes, p.External, p.Warnings = p.Attributes[:1], p.External[:1], nil
	text := written(t, "json", p)
	var got []string
	for _, m := range regexp.MustCompile(`"(\w+)":`).FindAllStringSubmatch(text, -1) {
		got = append(got, m[1])
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("keys\n%v\nwant\n%v", got, want)
	}
}

// TestEmptyIsNotNull: a budget of 0 buys nothing, and lists stay lists.
func TestEmptyIsNotNull(t *testing.T) {
	text := written(t, "json", model.Predictor{Version: 1, Kind: "fms-predictor"})
	for _, want := range []string{`"attributes": []`, `"external": []`, `"warnings": []`, `"offsets": {}`, `"honest_loss": null`, `"file": null`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
}

// TestRefused: what cannot be written is an error that says so, and nothing is written.
func TestRefused(t *testing.T) {
	inf := math.Inf(-1)
	every := []string{"json", "csv", "markdown", "latex", "python", "sql", "js", "r"}
	for says, c := range map[string]struct {
		forms []string
		spoil func(*model.Predictor)
	}{
		"a number of the predictor is NaN": {every, func(p *model.Predictor) { p.Intercept = math.NaN() }},
		"predictor is +Inf":                {every, func(p *model.Predictor) { p.ProjectedLoss = math.Inf(1) }},
		"predictor is -Inf":                {every, func(p *model.Predictor) { p.HonestLoss = &inf }},
		"is NaN: it cannot be written":     {every, func(p *model.Predictor) { p.Attributes[0].Weight = math.NaN() }},
		"predictor is NaN: it":             {every, func(p *model.Predictor) { p.External[0][1] = math.NaN() }},
		"NaN: it cannot be written":        {every, func(p *model.Predictor) { p.Raters.Offsets["a"] = map[string]float64{"b": math.NaN()} }},
		`"a\x00b" holds the character NUL`: {[]string{"sql", "r"}, func(p *model.Predictor) { p.Attributes[0].Name = "a\x00b" }},
		"two scores are called": {every[1:], func(p *model.Predictor) {
			*p = predictors()["labels"]
			p.Scores[1].Name, p.Scores[1].Label = p.Scores[0].Name, p.Scores[0].Label
		}},
		"the predictor has 1 attributes and 2 rows of ": {every, func(p *model.Predictor) { p.Attributes = p.Attributes[:1] }},
	} {
		for _, form := range c.forms {
			p := sample()
			c.spoil(&p)
			var b bytes.Buffer
			if err := of(form)(&b, p); err == nil || !strings.Contains(err.Error(), says) || b.Len() > 0 {
				t.Errorf("%s: %s: error %v after %d bytes", form, says, err, b.Len())
			}
		}
	}
}

// TestSaid: every form for people and programs states how judgments are bought, except for single
// judgments, and that its losses are refuted; and nothing of findings that leave them as they are.
func TestSaid(t *testing.T) {
	panel := 3
	p := model.Predictor{
		Label: "y", LabelVariance: 1, Attributes: []model.PredictorAttribute{{Name: "a", Cost: 1}, {Name: "b", Cost: 1}, {Name: "c", Cost: 1}},
		External: [][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		Warnings: []model.Finding{{Code: "refuted", Message: "refuted by your\nown data"}, {Code: "beyond-cells", Message: "extrapolated"}},
	}
	for _, c := range []struct {
		design *model.PredictorDesign
		want   string
	}{
		{nil, ""},
		{&model.PredictorDesign{Kind: model.DesignSingle}, ""},
		{&model.PredictorDesign{Kind: model.DesignForm, Forms: []model.Sheet{{Name: "form", Attributes: []string{"a"}}}}, ""},
		{
			&model.PredictorDesign{Kind: model.DesignSheets, Forms: []model.Sheet{{Name: "j", Price: model.Units(2), Attributes: []string{"a", "b"}}}},
			"how to buy: j: a rater answers a, b together, at 2 a time; every other judgment is by another rater",
		},
		{
			&model.PredictorDesign{Kind: model.DesignForm, Panel: &panel, Forms: []model.Sheet{{Name: "form", Attributes: []string{"a", "b", "c"}}}},
			"how to buy: form: a rater of the panel of 3 answers a, b, c together",
		},
		{
			&model.PredictorDesign{Kind: model.DesignSingle, Panel: &panel},
			"how to buy: other judgments are by raters of the panel of 3, drawn for each attribute",
		},
	} {
		p.Design = c.design
		for _, form := range export.Forms()[2:] {
			said := written(t, form.Name, p)
			said = strings.ReplaceAll(strings.ReplaceAll(said, "How", "how"), `"`, "")
			if c.want == "" && strings.Contains(said, "how to buy") || !strings.Contains(said, c.want) {
				t.Errorf("%s does not say %q: %s", form.Name, c.want, said)
			}
			if !strings.Contains(said, "Warning: refuted by your own data") || strings.Contains(said, "extrapolated") {
				t.Errorf("%s: %s", form.Name, said)
			}
		}
	}
}

func TestForms(t *testing.T) {
	for _, f := range export.Forms() {
		for _, path := range []string{"x" + f.Suffix, "a.b/x" + strings.ToUpper(f.Suffix)} {
			if got, err := export.BySuffix(path); err != nil || got.Name != f.Name {
				t.Errorf("BySuffix(%q) = %q, %v", path, got.Name, err)
			}
		}
		if got, err := export.ByName(f.Name); err != nil || got.Suffix != f.Suffix {
			t.Errorf("ByName(%q) = %q, %v", f.Name, got.Suffix, err)
		}
	}
	if _, err := export.ByName("docx"); err == nil || !strings.Contains(err.Error(), "json, csv") {
		t.Errorf("ByName: error %v lists no forms", err)
	}
	if _, err := export.BySuffix("predictor"); err == nil || !strings.Contains(err.Error(), ".json, .csv") {
		t.Errorf("BySuffix: error %v lists no suffixes", err)
	}
}
