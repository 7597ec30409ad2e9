package screen

import (
	"testing"

	"fms-tui/model"
	"fms-tui/model/read"
	"fms-tui/sampledata"
)

// bodies is the bundled sample of that name.
func bodies(t testing.TB) *model.Dataset {
	t.Helper()
	s, err := sampledata.Get("bodies")
	if err != nil {
		t.Fatal(err)
	}
	ds, err := s.Open(t.Context(), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return ds
}
