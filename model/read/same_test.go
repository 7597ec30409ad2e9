package read

import (
	"context"
	"testing"
)

// TestSameFile: a file named twice counts twice, and says so.
func TestSameFile(t *testing.T) {
	data := []byte("object,attribute,judgment,label\na,x,1,1\na,x,2,1\nb,x,2,2\nb,x,1,2\n")
	one, two := Bytes("one.csv", data), Bytes("two.csv", data)
	ds, err := fromSources(context.Background(), []Source{one, two}, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(ds.Warnings) != 1 || ds.Warnings[0].Code != "same-file" {
		t.Errorf("warnings %+v, want that of the same file", ds.Warnings)
	}
	if ds, _ = fromSources(context.Background(), []Source{one}, nil, Options{}); len(ds.Warnings) != 0 {
		t.Errorf("warnings %+v of one file", ds.Warnings)
	}
}

// TestDuplicateJudgmentColumns: no flag could choose between columns of one
// name, so none is offered.
func TestDuplicateJudgmentColumns(t *testing.T) {
	data := []byte("object,attribute,judgment,judgment,label\na,x,1,1,1\nb,x,1,2,2\n")
	_, err := fromSources(context.Background(), []Source{Bytes("d.csv", data)}, nil, Options{})
	const want = "d.csv:1: columns 3 and 4 are both called judgment"
	if err == nil || len(err.Error()) < len(want) || err.Error()[:len(want)] != want {
		t.Errorf("got %v, want %s…", err, want)
	}
}
