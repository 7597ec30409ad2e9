package main

import (
	"context"
	"testing"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/model/read"
	"fms-tui/sampledata"
)

// TestSamplesSingle holds that the bundled samples are bought singly, as ever.
func TestSamplesSingle(t *testing.T) {
	for _, s := range sampledata.All() {
		ds, err := openSample(context.Background(), s, read.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := core.NewStudy(ds).Solve(context.Background(), core.Request{})
		if err != nil {
			t.Fatal(err)
		}
		t.Log(s.Name, r.Design)
		if !r.Design.Singles() || r.Design.Kind != model.DesignSingle || r.Design.Asked {
			t.Errorf("%s: %+v", s.Name, r.Design)
		}
	}
}
