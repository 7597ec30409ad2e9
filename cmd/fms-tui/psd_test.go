package main

import (
	"math"
	"testing"

	"fms-tui/model/read"
)

// TestPSDLabel: the predictor of --psd label carries the label covariances of its
// weights, so that predict can recompute the weights: (Σ⁺ + Diag(v/r)) w = b⁺. With
// --psd scaled the label covariances are as measured.
func TestPSDLabel(t *testing.T) {
	files := append([]string{"export"}, bodiesFiles(t)[:5]...)
	files = append(files, "--budget", "400", "--shrink", "none", "--design", "single", "--no-honest", "--psd")
	covariance := make(map[string]map[string]float64)
	for _, psd := range []string{"label", "scaled"} {
		r := fms(t, append(files, psd)...)
		r.want(t, statusDone)
		p, _, err := read.Predictor(read.Bytes("p.json", []byte(r.stdout)))
		if err != nil {
			t.Fatal(err)
		}
		covariance[psd] = make(map[string]float64)
		for i, a := range p.Attributes {
			covariance[psd][a.Name] = a.LabelCovariance
			sum := a.InternalVariance / float64(a.Repeats) * a.Weight
			for j, c := range p.Attributes {
				sum += p.External[i][j] * c.Weight
			}
			if !(math.Abs(sum-a.LabelCovariance) <= 1e-6*a.Scale*math.Sqrt(p.LabelVariance)) {
				t.Errorf("--psd %s, %s: Mw is %g, b %g", psd, a.Name, sum, a.LabelCovariance)
			}
		}
	}
	for name, b := range covariance["label"] {
		if covariance["scaled"][name] == b {
			t.Errorf("%s: b is %g with both", name, b)
		}
	}
	fms(t, append(files, "other")...).want(t, statusMisused, "--psd", "scaled, paper, label")
}
