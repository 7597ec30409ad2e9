//go:build unix

package main

import (
	"math"
	"path/filepath"
	"testing"
)

// TestAgreement: the command prints what the package measures, in every form, and says
// what it cannot tell.
func TestAgreement(t *testing.T) {
	data := file(t, "grades.csv", "object,rater,grade\n"+
		"a,1,9\na,2,2\na,3,5\na,4,8\nb,1,6\nb,2,1\nb,3,3\nb,4,2\nc,1,8\nc,2,4\nc,3,6\nc,4,8\n"+
		"d,1,7\nd,2,1\nd,3,2\nd,4,6\ne,1,10\ne,2,5\ne,3,6\ne,4,9\nf,1,6\nf,2,2\nf,3,4\nf,4,7\n")
	r := fms(t, "agreement", data, "--json", "--bootstrap", "20")
	got := parseJSON(t, r)
	for key, want := range map[string]float64{"icc1": .17, "icc_a1": .29, "icc_c1": .71, "icc_ak": .62} {
		if x := in(got, "attributes.0."+key).(float64); math.Abs(x-want) > .005 {
			t.Errorf("%s is %g, want %g", key, x, want)
		}
	}
	// Ten values of 24 are no categories.
	wantIn(t, got, map[string]any{"attributes.0.kappa": nil, "label": nil, "dstudy.20": nil})
	if in(got, "dstudy.19") == nil || in(got, "judges") == nil {
		t.Errorf("%s", r.stdout)
	}
	moments := filepath.Join(t.TempDir(), "grades.moments")
	fms(t, "moments", data, "-o", moments).want(t, 0)
	fms(t, "agreement", moments, "--bootstrap", "0").shows(t, "open the judgments")
	fms(t, "agreement", moments, "--part", "sources").want(t, 1, "--part sources needs the judgments", "--part coefficients,repeats does without")
	fms(t, "agreement", data, "--part", "judges").want(t, 1, "--part judges: there is no label to predict", "--labels FILE")
	fms(t, "agreement", data, "--part", "halo").want(t, statusMisused, `"halo" is not known: accepted are coefficients, repeats, label, judges, sources`)
	fms(t, "agreement", data, "-o", filepath.Join(t.TempDir(), "no", "where.csv"), "--form", "csv").want(t, 1, "where.csv")
	anonymous := file(t, "anonymous.csv", "object,x\na,1\na,2\nb,3\nb,3\nc,1\nc,1\n")
	fms(t, "agreement", anonymous, "--part", "sources").want(t, 1, "needs two raters or more with ids", "--rater-col")
}
