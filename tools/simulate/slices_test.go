package simulate

import (
	"slices"
	"testing"
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
}
