package model

import "testing"

func TestHarmless(t *testing.T) {
	for cell, want := range map[string]string{
		"": "", "tall": "tall", "a=b": "a=b", "-0.5": "-0.5", "+1e9": "+1e9", "-Inf": "-Inf", "漢": "漢",
		"=1+1": "'=1+1", "+tall": "'+tall", "-1-1": "'-1-1", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1", "\r=1": "'\r=1", "-": "'-", "=": "'=",
	} {
		if got := Harmless(cell); got != want {
			t.Errorf("%q becomes %q, want %q", cell, got, want)
		}
	}
}
