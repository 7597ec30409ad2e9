//go:build !nodata

package read

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"fms-tui/model"
)

// packedObject is a packed row as engines write it.
type packedObject struct {
	Item      string     `parquet:"item"`
	Attribute []*string  `parquet:"attribute,list"`
	Judgment  []*float64 `parquet:"judgment,list"`
	Rater     []*string  `parquet:"rater,list"`
	Quality   float64    `parquet:"quality"`
}

// TestPackedParquet: a row an object with lists is read as a row a judgment, in parts too;
// null in a list keeps its place.
func TestPackedParquet(t *testing.T) {
	word := func(s string) *string { return &s }
	rows := []packedObject{
		{"a", []*string{word("tall"), word("tall"), word("kind")}, []*float64{number64(1.25), nil, number64(3)}, []*string{word("u"), word("v"), nil}, 7},
		{"b", []*string{word("kind"), word("tall")}, []*float64{number64(4), number64(2)}, []*string{word("007"), word("u")}, 8},
		{"c", nil, nil, nil, 9},
	}
	var b bytes.Buffer
	w := parquet.NewGenericWriter[packedObject](&b)
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	long := "item,attribute,judgment,rater,quality\na,tall,1.25,u,7\na,tall,,v,7\na,kind,3,,7\nb,kind,4,007,8\nb,tall,2,u,8\n"
	lines := `{"item":"a","attribute":["tall","tall","kind"],"judgment":[1.25,null,3],"rater":["u","v",null],"quality":7}` + "\n" +
		`{"item":"b","attribute":["kind","tall"],"judgment":[4,2],"rater":["007","u"],"quality":8}` + "\n"
	show := func(d *model.Dataset) string {
		return fmt.Sprint(d.Objects, d.Attributes, d.Raters, d.Start, d.Attr, d.Value, d.Rater, d.Labels[0].Values)
	}
	want, err := fromSources(context.Background(), []Source{Bytes("d.csv", []byte(long))}, nil, Options{Label: "quality"})
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"d.parquet": b.Bytes(), "d.jsonl": []byte(lines)} {
		got, err := fromSources(context.Background(), []Source{Bytes(name, data)}, nil, Options{Label: "quality"})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if show(got) != show(want) {
			t.Errorf("%s: %s\nwant %s", name, show(got), show(want))
		}
		parts := 0
		_, err = Open(t.Context(), Query{
			Data: []Source{Bytes(name, data)}, Options: Options{Label: "quality"},
			Part: func(*model.Dataset) error { parts++; return nil }, PartSize: func(int) int { return 1 },
		})
		if err != nil || parts == 0 {
			t.Errorf("%s: %d parts, %v", name, parts, err)
		}
	}
	for wrong, say := range map[string]string{
		strings.Repeat(lines, 12) + `{"item":"z","attribute":["kind"],"judgment":[4,2],"rater":["u"],"quality":8}` + "\n": "lists 2 values, and attribute lists 1",
		strings.Repeat(lines, 12) + `{"item":"z","attribute":["kind"],"judgment":4,"rater":["u"],"quality":8}` + "\n":     "is no list such as",
	} {
		if _, err := fromSources(context.Background(), []Source{Bytes("d.jsonl", []byte(wrong))}, nil, Options{Label: "quality"}); err == nil || !strings.Contains(err.Error(), say) {
			t.Errorf("%v, want %s", err, say)
		}
	}
}
