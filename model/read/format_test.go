package read

import (
	"archive/zip"
	"bytes"
	"context"
	"maps"
	"slices"
	"strings"
	"testing"
)

// inFormats are fourJudgments, by the names of files in each format.
func inFormats(t *testing.T) map[string][]byte {
	header := []any{"object", "attribute", "judgment"}
	rows := [][]any{{"ann", "tall", 1.5}, {"ann", "tall", 2}, {"bob", "tall", -.25}, {"bob", "tall", 30}}
	const text = "object,attribute,judgment\nann,tall,1.5\nann,tall,2\nbob,tall,-0.25\nbob,tall,30\n"
	const lines = `{"object":"ann","attribute":"tall","judgment":1.5}
{"object":"ann","attribute":"tall","judgment":2}
{"object":"bob","attribute":"tall","judgment":-0.25}
{"object":"bob","attribute":"tall","judgment":30}
`
	var stored []parquetRow
	for _, r := range rows {
		x, ok := r[2].(float64)
		if !ok {
			x = float64(r[2].(int))
		}
		stored = append(stored, parquetRow{Object: r[0].(string), Attribute: r[1].(string), Judgment: &x})
	}
	return map[string][]byte{
		"data.csv":     []byte(text),
		"data.tsv":     []byte(strings.ReplaceAll(text, ",", "\t")),
		"data.jsonl":   []byte(lines),
		"data.ndjson":  []byte(lines),
		"data.json":    []byte("[" + strings.ReplaceAll(strings.TrimSpace(lines), "\n", ",\n") + "]"),
		"data.xlsx":    workbook(t, append([][]any{header}, rows...)...),
		"data.parquet": parquetFile(t, stored),
		"data.zip":     zipped(t, map[string]string{"folder/all.csv": text, "__MACOSX/all.csv": "x"}),
		"data.eval":    zipped(t, map[string]string{"all.jsonl": lines}),
	}
}

// zipped is a zip of files.
func zipped(t testing.TB, files map[string]string) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(files[name]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestEveryFormat reads the same data from every format in the list, plain and
// compressed; they are called alike, and Formats names each.
func TestEveryFormat(t *testing.T) {
	files := inFormats(t)
	for _, f := range formats() {
		if !strings.Contains(Formats(), f.name) {
			t.Errorf("%q does not name %s", Formats(), f.name)
		}
		for _, suffix := range f.suffixes {
			data := files["data"+suffix]
			if data == nil {
				t.Errorf("no file ends in %s: add fourJudgments as %s", suffix, f.name)
				continue
			}
			for name, data := range map[string][]byte{"data" + suffix: data, "DATA" + strings.ToUpper(suffix) + ".gz": compress(t, string(data))} {
				ds, err := fromSources(context.Background(), []Source{Bytes(name, data)}, nil, Options{})
				if err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				if got := values(ds); got != fourJudgments || !strings.EqualFold(ds.Name, "data") {
					t.Errorf("%s: %q holds %s", name, ds.Name, got)
				}
			}
		}
	}
}
