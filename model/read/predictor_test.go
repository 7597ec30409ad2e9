package read

import (
	"bytes"
	"encoding/json"
	"errors"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"fms-tui/model"
	"fms-tui/model/export"
)

// samplePredictor is a predictor with two attributes and a fixed panel.
func samplePredictor() model.Predictor {
	file, sum, honest, se := "bodies.csv", "...", 7.9, .4
	shrunk := []float64{.4, -.5}
	p := model.Predictor{
		Version: 1, Kind: "fms-predictor", Label: "height", Algorithm: "full", Budget: model.Units(20), Intercept: 56.8,
		Attributes: []model.PredictorAttribute{
			{Name: "male", Repeats: 5, Weight: 4.8, Cost: model.Unit, Mean: .61, InternalVariance: .07, LabelCovariance: .9, LabelCovariancePosterior: &shrunk[0], Scale: .46},
			{Name: `a "b", <c>`, Repeats: 15, Weight: 1.0 / 3, Cost: model.Unit / 10, Mean: 1e-9, InternalVariance: 0, LabelCovariance: -2, LabelCovariancePosterior: &shrunk[1], Scale: .4},
		},
		External: [][]float64{{.18, .02}, {.02, .07}}, LabelVariance: 15.2, Ridge: .1, Shrink: model.ShrinkAuto, Weights: new(model.WeightsPosterior),
		ProjectedLoss: 7.1, HonestLoss: &honest, HonestLossSE: &se,
		Warnings: []model.Finding{{Code: "few-objects", Message: "few", Row: 3}},
		Created:  "2026-11-20T12:00:00Z", Tool: "fms-tui 0.1.0",
	}
	p.Raters.Mode, p.Raters.Offsets = model.RatersFixed, map[string]map[string]float64{"male": {"w1": -.1, "w.2": .1}}
	p.Data.File, p.Data.SHA256, p.Data.Objects = &file, &sum, 880
	return p
}

func exported(t testing.TB, form string, p model.Predictor) string {
	t.Helper()
	f, err := export.ByName(form)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := f.Write(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// unsealed is exported without its checksum, for tests that change it.
func unsealed(t testing.TB, p model.Predictor) string {
	t.Helper()
	text, _, right := model.Unseal([]byte(exported(t, "json", p)))
	if !right {
		t.Fatal("the checksum is wrong")
	}
	return strings.TrimSuffix(string(text), "}") + "\n}\n"
}

// TestPredictorSeal: one byte of a predictor or a rule changed is an error, unless it is read
// unchecked or says the same; layout may change. One without a checksum is told.
func TestPredictorSeal(t *testing.T) {
	good := exported(t, "json", samplePredictor())
	want, _, err := Predictor(Bytes("p.json", []byte(good)))
	if err != nil {
		t.Fatal(err)
	}
	for i := range good {
		text := []byte(good)
		text[i] = "5} \""[i%4]
		p, found, err := Predictor(Bytes("p.json", text))
		if err == nil && (len(found) == 0 && !reflect.DeepEqual(p, want) || len(found) > 0 && strings.Contains(string(text), "checksum")) {
			t.Fatalf("byte %d as %q is read as another predictor", i, text[i])
		}
	}
	changed := Bytes("p.json", []byte(strings.Replace(good, "0.18", "0.19", 1)))
	if _, _, err := Predictor(changed); err == nil || model.Remedies(err)[0].Option != model.OptionForce {
		t.Errorf("a changed number: %v", err)
	}
	changed.Unchecked = true
	if p, _, err := Predictor(changed); err != nil || p.External[0][0] != .19 {
		t.Errorf("unchecked: %v, %v", p.External, err)
	}
	var laid bytes.Buffer
	if err := json.Indent(&laid, []byte(good), " ", "\t"); err != nil {
		t.Fatal(err)
	}
	if _, found, err := Predictor(Bytes("p.json", laid.Bytes())); err != nil || len(found) > 0 {
		t.Errorf("laid out anew: %v, %v", found, err)
	}
	if _, found, err := Predictor(Bytes("p.json", []byte(unsealed(t, samplePredictor())))); err != nil || len(found) != 1 || found[0].Code != model.CodeNoChecksum {
		t.Errorf("without a checksum: %v, %v", found, err)
	}
}

// TestPredictorRoundTrip: what is read writes the same bytes again, compressed
// or not, with a byte-order mark or not.
func TestPredictorRoundTrip(t *testing.T) {
	text := exported(t, "json", samplePredictor())
	for _, content := range []string{text, "\xef\xbb\xbf" + text, string(compress(t, text))} {
		p, _, err := Predictor(Bytes("p", []byte(content)))
		if err != nil {
			t.Fatal(err)
		}
		if again := exported(t, "json", p); again != text {
			t.Errorf("read and written again\n%s\nwas\n%s", again, text)
		}
		if want := samplePredictor(); !p.HasMoments() || !reflect.DeepEqual(p, want) {
			t.Errorf("got %+v\nwant %+v", p, want)
		}
	}
}

func TestPredictorJSONErrors(t *testing.T) {
	good := unsealed(t, samplePredictor())
	for _, c := range []struct{ old, new, want string }{
		{`"version": 1`, `"version": 3`, "p.json:1: its version is 3, and this program reads version 2: a newer fms-tui is needed"},
		{`"version": 1`, `"version": 0`, "p.json: version is 0: 1 or 2 is needed"},
		{`"version": 1`, `"version": 1.5`, "p.json:2: version: found is a JSON number 1.5"},
		{`fms-predictor`, `plan`, `p.json:1: its kind is "plan", not "fms-predictor": accepted is the JSON form that fms-tui export writes`},
		{`"kind"`, `"sort"`, `p.json:1: is no predictor: accepted is the JSON form that fms-tui export writes, whose kind is "fms-predictor"`},
		{`"label":`, `"Label":`, `p.json: the document lacks the key "label"`},
		{`"label":`, `"lable":`, `unknown field "lable"`},
		{"  \"label\": \"height\",\n", "", `p.json: the document lacks the key "label"`},
		{"      \"mean\": 0.61,\n", "", `p.json: attributes[0] lacks the key "mean"`},
		{`"label": "height"`, `"label": null`, "p.json: label is null: a value is needed"},
		{`"weight": 4.8`, `"weight": 1e999`, "p.json:12: attributes.weight: found is a JSON number 1e999"},
		{`"weight": 4.8`, `"weight": NaN`, "p.json:12: is no JSON: invalid character 'N' looking for beginning of value"},
		{`"weight": 4.8`, `"weight": "4.8"`, `p.json:12: attributes.weight: found is a JSON string`},
		{`"repeats": 5`, `"repeats": 0`, "p.json: attributes[0].repeats is 0: at least 1 is needed"},
		{`"cost": 1,`, `"cost": 0,`, "p.json: attributes[0].cost is 0: write an amount above 0"},
		{`"cost": 1,`, `"cost": -1,`, `"-1" is not a plain decimal number such as 4 or 0.25: it is below 0`},
		{`"internal_variance": 0.07`, `"internal_variance": -0.07`, "p.json: attributes[0].internal_variance is -0.07: 0 or more is needed"},
		{`"scale": 0.46`, `"scale": -1`, "p.json: attributes[0].scale is -1: 0 or more is needed"},
		{`"label_variance": 15.2`, `"label_variance": 0`, "p.json: label_variance is 0: a label that can be predicted varies"},
		{`"shrink": "auto"`, `"shrink": "some"`, `p.json: shrink is "some": accepted are auto, none`},
		{`"weights": "posterior"`, `"weights": "some"`, `p.json: weights is "some": accepted are posterior, paper, refit`},
		{`"shrink": "auto"`, `"shrink": "none"`, `attributes[0].label_covariance_posterior does not go with shrink: auto needs a number, none has null`},
		{`"label_covariance_posterior": 0.4,`, ``, `attributes[0].label_covariance_posterior does not go with shrink`},
		{`"mode": "fixed"`, `"mode": "auto"`, `p.json: raters.mode is "auto": accepted are aware, paper, fixed`},
		{`a \"b\", <c>`, `male`, `p.json: attributes[1].name is "male" as before: each attribute is there once`},
		{`"offsets": {`, `"offsets": {"tall": {},`, `p.json: raters.offsets names "tall", which is not an attribute of the predictor`},
		{"    [\n      0.18,\n      0.02\n    ],\n", "", "p.json: external has 1 row for 2 attributes: one for each is needed"},
		{"      0.18,\n", "", "p.json: external[0] has 1 number for 2 attributes: one for each is needed"},
		{"0.18,\n", "-0.18,\n", "p.json: external[0][0] is -0.18: 0 or more is needed"},
		{"0.18,\n", "null,\n", "p.json: external[0][0] is null: a value is needed"},
		{`"objects": 880`, `"objects": -1`, "p.json: data.objects is -1: 0 or more is needed"},
		{`"raters": {`, `"raters": 3, "x": {`, "p.json:46: raters: found is a JSON number"},
		{"\n}\n", "\n}{}", "p.json:76: there is more after the end of the document"},
		{"\n}\n", "", "p.json:75: ends in the middle: was the file copied in part?"},
	} {
		text := strings.Replace(good, c.old, c.new, 1)
		if text == good {
			t.Fatalf("%q not found in\n%s", c.old, good)
		}
		_, _, err := Predictor(Bytes("p.json", []byte(text)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q:\n got %v\nwant %s", c.new, c.old, err, c.want)
		}
	}
}

func TestNoPredictor(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "p:1: is no predictor: accepted is the JSON form that fms-tui export writes",
		"attribute,weight\ntall,2\n": "p:1: is no predictor",
		"[1]":                        "p:1: the document: found is a JSON array where another value is expected",
	} {
		if _, _, err := Predictor(Bytes("p", []byte(text))); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, _, err := Predictor(File(filepath.Join(t.TempDir(), "none.json"))); err == nil || !strings.Contains(err.Error(), "cannot be opened") {
		t.Errorf("no file: %v", err)
	}
}

// TestPredictorOfVersion1 reads the predictor that version 1 was agreed by.
func TestPredictorOfVersion1(t *testing.T) {
	if _, _, err := Predictor(File(filepath.Join("testdata", "predictor_version1.json"))); err != nil {
		t.Error(err)
	}
}

// FuzzPredictor: whatever the bytes, reading ends with an error that says where
// and what, or with a predictor that is written, read and written the same.
func FuzzPredictor(f *testing.F) {
	f.Add([]byte(exported(f, "json", samplePredictor())))
	for _, text := range []string{
		`{"version":1,"kind":"fms-predictor","attributes":null}`, `{"external":[[`, "[]", "{}", "", "\xef\xbb\xbf{",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		p, _, err := Predictor(Bytes("p", text))
		if err != nil {
			var plain *Error
			if !errors.As(err, &plain) || plain.File != "p" || plain.Message == "" {
				t.Fatalf("error %#v does not say where or what", err)
			}
			if strings.ContainsAny(err.Error(), "\x1b\x00\r\n") {
				t.Fatalf("message %q would reach a terminal", err.Error())
			}
			return
		}
		first := exported(t, "json", p)
		again, _, err := Predictor(Bytes("p", []byte(first)))
		if err != nil {
			t.Fatalf("what was written cannot be read: %v in\n%s", err, first)
		}
		if second := exported(t, "json", again); second != first {
			t.Fatalf("written\n%s\nthen\n%s", first, second)
		}
	})
}

// designedPredictor is samplePredictor with a design.
func designedPredictor() model.Predictor {
	p, panel := samplePredictor(), 3
	p.Design = &model.PredictorDesign{
		Kind: model.DesignSheets, Forms: []model.Sheet{{Name: "one", Price: model.Units(2), Attributes: []string{"male", `a "b", <c>`}}},
		Panel: &panel, Halo: [][]float64{{.07, .01}, {.01, .3}},
	}
	return p
}

func TestPredictorDesign(t *testing.T) {
	for _, p := range []model.Predictor{samplePredictor(), designedPredictor(), {}} {
		if p.Kind == "" {
			p = samplePredictor()
			p.Design = &model.PredictorDesign{Kind: model.DesignSingle, Forms: []model.Sheet{}}
		}
		got, _, err := Predictor(Bytes("p.json", []byte(exported(t, "json", p))))
		if err != nil || !reflect.DeepEqual(got, p) {
			t.Errorf("got %+v, %v\nwant %+v", got, err, p)
		}
	}
	p := designedPredictor()
	if got := p.FormOf(); !reflect.DeepEqual(got, []int{0, 0}) {
		t.Errorf("forms %v", got)
	}
}

// TestPredictorOfOld: predictors from before there were designs are singles.
func TestPredictorOfOld(t *testing.T) {
	text := strings.Replace(unsealed(t, samplePredictor()), "  \"design\": null,\n", "", 1)
	if strings.Contains(text, "design") {
		t.Fatal("there is a design yet")
	}
	got, _, err := Predictor(Bytes("p.json", []byte(text)))
	if err != nil || got.Design != nil {
		t.Errorf("%+v, %v", got.Design, err)
	}
	if of := got.FormOf(); !reflect.DeepEqual(of, []int{-1, -1}) {
		t.Errorf("forms %v", of)
	}
}

func TestPredictorDesignErrors(t *testing.T) {
	good := unsealed(t, designedPredictor())
	for _, c := range []struct{ old, new, want string }{
		{`"kind": "sheets"`, `"kind": "auto"`, `design.kind is "auto": accepted are single, form, call, sheets`},
		{`"panel": 3`, `"panel": 0`, "design.panel is below 1: at least 1 is needed, or null without a panel"},
		{`"panel": 3`, `"pane": 3`, `unknown field "pane"`},
		{`"name": "one"`, `"name": 1`, "design.forms.name: found is a JSON number"},
		{`          "male"`, `          "tall"`, `design.forms names "tall", which is not an attribute of the predictor`},
		{`          "male"`, `          "a \"b\", <c>"`, "an attribute is asked on one form"},
		{"        0.3\n", "        -1\n", "design.halo[1][1] is -1: 0 or more is needed"},
		{"        0.07,\n", "", "design.halo[0] has 1 number for 2 attributes"},
	} {
		text := strings.Replace(good, c.old, c.new, 1)
		if text == good {
			t.Fatalf("%q is not in\n%s", c.old, good)
		}
		if _, _, err := Predictor(Bytes("p.json", []byte(text))); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: %v lacks %q", c.new, c.old, err, c.want)
		}
	}
}
