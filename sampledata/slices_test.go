package sampledata

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"fms-tui/model"
)

// TestSlices: more judgments leave the first ones as they were; each is one of 8
// neighbouring bins, which differ; and the data are known again.
func TestSlices(t *testing.T) {
	two, three := Slices(2, 1), Slices(3, 1)
	if len(two.Objects) != sliceCount || len(two.Attributes) != sliceAttributes || len(three.Value) != 3*sliceCount*sliceAttributes || !two.Simulated {
		t.Fatalf("%d objects, %d attributes, %d judgments", len(two.Objects), len(two.Attributes), len(three.Value))
	}
	differ, apart := 0, 0
	for cell := range sliceCount * sliceAttributes {
		if !slices.Equal(two.Value[2*cell:2*cell+2], three.Value[3*cell:3*cell+2]) {
			t.Fatalf("cell %d: %v, of three %v", cell, two.Value[2*cell:2*cell+2], three.Value[3*cell:3*cell+3])
		}
		if two.Value[2*cell] != two.Value[2*cell+1] {
			differ++
		}
		if x := two.Value[2*cell] - two.Value[2*cell+1]; x < -.5 || x > .5 {
			apart++
		}
	}
	if cells := sliceCount * sliceAttributes; differ < cells*7/10 || apart > cells/10 {
		t.Errorf("of %d cells judgments differ in %d, and by much in %d", cells, differ, apart)
	}
	if Made(two) || Made(Bodies(2, BodiesSeed)) {
		t.Error("a part of a sample is taken for the sample")
	}
	all := *two
	all.Value = make([]float64, SlicesRepeats*sliceCount*sliceAttributes)
	if !Made(&all) {
		t.Error("slices are not known again")
	}
}

// TestOnDemand: a sample that is not bundled has its files made, which say that
// they are simulated.
func TestOnDemand(t *testing.T) {
	for _, s := range OnDemand() {
		if !strings.Contains(s.Title, "simulated") || !strings.Contains(s.Description, "Simulated") {
			t.Errorf("%s, %q, does not say that it is simulated: %q", s.Name, s.Title, s.Description)
		}
		s.made = func() *model.Dataset { return jars(t) }
		made, err := s.make()
		if err != nil || len(made.Files) < 2 {
			t.Fatal(err)
		}
		for _, f := range made.Files {
			if len(f.Data) == 0 || f.Role == Judgments && !bytes.HasPrefix(f.Data, []byte("\x1f\x8b")) {
				t.Errorf("%s is %d bytes", f.Name, len(f.Data))
			}
		}
	}
}
