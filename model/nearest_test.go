package model

import "testing"

func TestNearest(t *testing.T) {
	names := []string{"height", "weight", "width", "Tall"}
	for typed, want := range map[string]string{"hight": "height", "wieght": "weight", "tal": "Tall", "width": "width", "": "Tall"} {
		if got := Nearest(typed, names)[0]; got != want {
			t.Errorf("nearest to %q is %q, want %q", typed, got, want)
		}
	}
	for typed, want := range map[string]string{"hieght": "height", "zzz": "", "t": "", "TALL": "Tall", "": ""} {
		if got := Meant(typed, names); got != want {
			t.Errorf("%q probably means %q, want %q", typed, got, want)
		}
	}
}
