package read

import (
	"reflect"
	"strings"
	"testing"

	"fms-tui/model"
)

// TestHeaderless: a file without a header and the names of its columns are the file with
// these names as its header, whatever separates the cells and ends the lines.
func TestHeaderless(t *testing.T) {
	rows := "ann,w1,1,2,70\nann,w2,2,2.5,70\nbob,w1,,1,66\n\nbob,w3,3,.5,66\n"
	for name, c := range map[string]struct {
		change  func(string) string
		columns []string
		header  string
	}{
		"all":        {nil, []string{"object", "rater", "tall", "wide", "label"}, "object,rater,tall,wide,label"},
		"by place":   {nil, []string{"object", "rater", "", " "}, "object,rater,c3,c4,c5"},
		"tabs":       {func(s string) string { return strings.ReplaceAll(s, ",", "\t") }, []string{"object", "rater"}, "object,rater,c3,c4,c5"},
		"CRLF":       {func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }, []string{"object", "rater"}, "object,rater,c3,c4,c5"},
		"blank":      {func(s string) string { return "\n\n" + s }, []string{"object", "rater"}, "object,rater,c3,c4,c5"},
		"quotes":     {func(s string) string { return strings.ReplaceAll(s, "ann", `"ann"`) }, []string{"object", "rater"}, "object,rater,c3,c4,c5"},
		"hard names": {nil, []string{"object", "rater", "a \"b\"", "x,y"}, `object,rater,"a ""b""","x,y",c5`},
		"a mark":     {func(s string) string { return byteOrderMark + s }, []string{"object", "rater"}, "object,rater,c3,c4,c5"},
	} {
		change := c.change
		if change == nil {
			change = func(s string) string { return s }
		}
		for _, size := range []int{0, 16, -1} { // in blocks as usual and small, and row by row
			open := func(text string, columns []string) any {
				found, err := Open(t.Context(), Query{Data: []Source{Bytes("d.csv", []byte(text))}, Options: Options{Columns: columns, blockSize: size}})
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				d := *found.Dataset
				d.Sources, d.Reading = nil, model.Reading{}
				return d
			}
			got, want := open(change(rows), c.columns), open(change(c.header+"\n"+rows), nil)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s, blocks of %d: without a header\n%+v\nwith it\n%+v", name, size, got, want)
			}
		}
	}
}
