package main

import (
	"os"
	"testing"

	"fms-tui/model"
)

// TestFirstStateFile: a file of settings as the first version that kept any wrote it comes
// back whole, with the scale, the columns and the comparison that are usual now.
func TestFirstStateFile(t *testing.T) {
	text, err := os.ReadFile("testdata/state_first.json")
	if err != nil {
		t.Fatal(err)
	}
	file, err := decodeState(text)
	if err != nil {
		t.Fatal(err)
	}
	ds := beansData(t)
	got, want := file.saved(ds), everything(ds)
	if !got.Settings.Equal(want.Settings.WithShrink(model.ShrinkAuto)) {
		t.Errorf("the settings come back as %+v", got.Settings)
	}
	if got.Budget != want.Budget || got.Algorithm != "scoring" || got.Range != want.Range || got.Reference != model.Units(8) || got.Sort != "cost" || !got.Reverse || got.Screen != "compare" {
		t.Errorf("comes back as %+v", got)
	}
	if got.Scale != "" || got.Columns != nil || got.Compared != "" {
		t.Errorf("scale %q, columns %v, compared %q", got.Scale, got.Columns, got.Compared)
	}
}
