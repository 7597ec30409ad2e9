package export_test

import (
	"bytes"
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

func write(t *testing.T, f func(*bytes.Buffer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := f(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestCSV(t *testing.T) {
	got := write(t, func(b *bytes.Buffer) error { return export.CSV(b, sample()) })
	want := "attribute,repeats,weight,cost,mean\n(intercept),,56.8,,\nmale,5,4.8,1,0.61\n" +
		"\"a \"\"b\"\", <c>\",15,0.3333333333333333,0.1,1e-09\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestJSONRoundTrip(t *testing.T) {
	p := sample()
	got, _, err := read.Predictor(read.Bytes("p.json", []byte(write(t, func(b *bytes.Buffer) error { return export.JSON(b, p) }))))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, p) {
		t.Errorf("got %+v\nwant %+v", got, p)
	}
}

// TestJSONKeys holds the order of keys to the contract's example.
func TestJSONKeys(t *testing.T) {
	want := []string{
		"version", "kind", "label", "algorithm", "budget", "intercept", "attributes", "name", "repeats", "weight", "cost", "mean",
		"internal_variance", "label_covariance", "label_covariance_posterior", "scale", "external", "label_variance", "ridge", "shrink", "weights", "raters", "mode", "offsets", "design",
		"projected_loss", "honest_loss", "honest_loss_se", "data", "file", "sha256", "objects", "warnings", "created", "tool", "checksum",
	}
	p := sample()
	p.Attributes, p.External, p.Warnings = p.Attributes[:1], p.External[:1], nil
	text := write(t, func(b *bytes.Buffer) error { return export.JSON(b, p) })
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
	text := write(t, func(b *bytes.Buffer) error { return export.JSON(b, model.Predictor{Version: 1, Kind: "fms-predictor"}) })
	for _, want := range []string{`"attributes": []`, `"external": []`, `"warnings": []`, `"offsets": {}`, `"honest_loss": null`, `"file": null`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
}

func TestNotFinite(t *testing.T) {
	inf := math.Inf(-1)
	for name, spoil := range map[string]func(*model.Predictor){
		"the intercept is NaN":                             func(p *model.Predictor) { p.Intercept = math.NaN() },
		"projected_loss is +Inf":                           func(p *model.Predictor) { p.ProjectedLoss = math.Inf(1) },
		"honest_loss is -Inf":                              func(p *model.Predictor) { p.HonestLoss = &inf },
		`the weight of attribute "male" is NaN`:            func(p *model.Predictor) { p.Attributes[0].Weight = math.NaN() },
		`scale of attribute "male" is NaN`:                 func(p *model.Predictor) { p.Attributes[0].Scale = math.NaN() },
		`an external covariance of attribute "male" is Na`: func(p *model.Predictor) { p.External[0][1] = math.NaN() },
	} {
		for _, form := range export.Forms() {
			p := sample()
			spoil(&p)
			var b bytes.Buffer
			err := form.Write(&b, p)
			if err == nil || !strings.Contains(err.Error(), name) || b.Len() > 0 {
				t.Errorf("%s: %s: error %v after %d bytes", form.Name, name, err, b.Len())
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
