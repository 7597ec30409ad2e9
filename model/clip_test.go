package model_test

import (
	"math"
	"strings"
	"testing"

	"fms-tui/model"
)

// TestClip: values beyond the bounds come to them and are counted; others, attributes of
// one value and the data given stay as they are.
func TestClip(t *testing.T) {
	b := new(model.Builder)
	wild, flat, calm := b.Attribute("wild"), b.Attribute("flat"), b.Attribute("calm")
	o := b.Object("o")
	values := []float64{1e6 + 1, 1e6 + 2, 1e6 + 3, 1e6 + 2, 1e6 + 2, 1e6 + 1, 1e6 + 3, 1e6 + 2, 1e6 + 60}
	for i, x := range values {
		b.Add(o, wild, model.NoRater, x)
		b.Add(o, flat, model.NoRater, 7)
		b.Add(o, calm, model.NoRater, float64(i%2))
	}
	b.Attribute("never judged")
	d := b.Build()
	before := append([]float64(nil), d.Value...)
	got := d.Clip(2.5)
	mean, ss := 0.0, 0.0
	for _, x := range values {
		mean += x / float64(len(values))
	}
	for _, x := range values {
		ss += (x - mean) * (x - mean) / float64(len(values))
	}
	bound := mean + 2.5*math.Sqrt(ss)
	moved := 0
	for j, x := range got.Value {
		if d.Value[j] != before[j] {
			t.Fatal("the data given have changed")
		}
		if x != before[j] {
			moved++
			if int(d.Attr[j]) != wild || before[j] != values[8] || math.Abs(x-bound) > 1e-6 {
				t.Errorf("%g became %g, want %g", before[j], x, bound)
			}
		}
	}
	last := got.Warnings[len(got.Warnings)-1]
	if moved != 1 || last.Code != model.CodeClipped || !strings.Contains(last.Message, "1 of 27 judgments lie beyond 2.5 standard deviations") || !strings.Contains(last.Message, "1 of wild") || len(d.Warnings) > 0 {
		t.Errorf("%d moved: %+v", moved, last)
	}
	if d.Clip(3) != d {
		t.Error("data without a judgment beyond 3 standard deviations are not the same")
	}
}
