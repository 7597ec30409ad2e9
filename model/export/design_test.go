package export

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"

	"fms-tui/model"
)

// TestDesignLine: every form for people and programs states how judgments are bought,
// except for single judgments.
func TestDesignLine(t *testing.T) {
	panel := 3
	p := model.Predictor{
		Label: "y", LabelVariance: 1, Attributes: []model.PredictorAttribute{{Name: "a", Cost: 1}, {Name: "b_1", Cost: 1}, {Name: "c", Cost: 1}},
		External: [][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	}
	for _, c := range []struct {
		design *model.PredictorDesign
		want   string
	}{
		{nil, ""},
		{&model.PredictorDesign{Kind: model.DesignSingle}, ""},
		{&model.PredictorDesign{Kind: model.DesignForm, Forms: []model.Sheet{{Name: "form", Attributes: []string{"a"}}}}, ""},
		{
			&model.PredictorDesign{Kind: model.DesignSheets, Forms: []model.Sheet{{Name: "j", Price: model.Units(2), Attributes: []string{"a", "b_1"}}}},
			"how to buy: j: a rater answers a, b_1 together, at 2 a time; every other judgment is by another rater",
		},
		{
			&model.PredictorDesign{Kind: model.DesignForm, Panel: &panel, Forms: []model.Sheet{{Name: "form", Attributes: []string{"a", "b_1", "c"}}}},
			"how to buy: form: a rater of the panel of 3 answers a, b_1, c together",
		},
	} {
		p.Design = c.design
		if got := designLine(p, func(s string) string { return s }); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
		for _, form := range Forms() {
			text := written(t, form, p)
			says := strings.Contains(strings.ToLower(text), "how to buy")
			if people := form.Name != "json" && form.Name != "csv"; says != (people && c.want != "") {
				t.Errorf("%s: %s", form.Name, text)
			}
		}
	}
}

// written is what a form writes, of a workbook its unpacked parts.
func written(t *testing.T, form Form, p model.Predictor) string {
	t.Helper()
	var b bytes.Buffer
	if err := form.Write(&b, p); err != nil {
		t.Fatal(err)
	}
	if !form.Binary {
		return b.String()
	}
	z, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	var parts strings.Builder
	for _, f := range z.File {
		part, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(&parts, part); err != nil {
			t.Fatal(err)
		}
	}
	return parts.String()
}

// TestDoubts: every form for people and programs says that its losses are refuted,
// and nothing of findings that leave them as they are.
func TestDoubts(t *testing.T) {
	p := model.Predictor{
		Label: "y", LabelVariance: 1, Attributes: []model.PredictorAttribute{{Name: "a", Cost: 1}}, External: [][]float64{{1}},
		Warnings: []model.Finding{{Code: "refuted", Message: "refuted by your\nown data"}, {Code: "beyond-cells", Message: "extrapolated"}},
	}
	for _, form := range Forms() {
		if form.Name == "json" || form.Name == "csv" {
			continue
		}
		if text := written(t, form, p); !strings.Contains(text, "Warning: refuted by your own data") || strings.Contains(text, "extrapolated") {
			t.Errorf("%s: %s", form.Name, text)
		}
	}
}
