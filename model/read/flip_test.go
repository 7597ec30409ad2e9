//go:build !nodata

package read

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"

	"fms-tui/internal/fresh"
)

// thorough is how many cases of a kind a test tries: few, or many where FMS_THOROUGH is set.
func thorough(few, many int) int {
	if os.Getenv("FMS_THOROUGH") != "" {
		return many
	}
	return fresh.Share(few)
}

// TestFlips: where one byte of a file with checksums is another one, or one is missing,
// there is an error, or the judgments are the same. Parquet has checksums of pages alone
// (TestFlippedPages): its footer and the heads of its pages have none.
func TestFlips(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 4200), 1))
	header := []any{"object", "attribute", "judgment"}
	rows, text := [][]any{header}, "object,attribute,judgment\n"
	for n := range 60 {
		object, attribute, x := "object "+strconv.Itoa(n/3), "attribute "+strconv.Itoa(n%3), float64(rng.IntN(1000))/8
		rows = append(rows, []any{object, attribute, x})
		text += object + "," + attribute + "," + strconv.FormatFloat(x, 'g', -1, 64) + "\n"
	}
	files := map[string][]byte{
		"csv.gz":  packedWith(t, []byte(text), func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }),
		"csv.zst": packedWith(t, []byte(text), func(w io.Writer) io.WriteCloser { z, _ := zstd.NewWriter(w); return z }),
		"xlsx":    workbook(t, rows...),
		"zip":     zipped(t, map[string]string{"data.csv": text}),
	}
	for _, kind := range slices.Sorted(maps.Keys(files)) {
		whole := files[kind]
		figures := func(data []byte) (string, error) {
			ds, err := fromSources(context.Background(), []Source{Bytes("d."+kind, data)}, nil, Options{})
			if err != nil {
				return "", err
			}
			return values(ds), nil
		}
		want, err := figures(whole)
		if err != nil {
			t.Fatal(err)
		}
		refused := 0
		for range thorough(300, 10_000) {
			data, at := bytes.Clone(whole), rng.IntN(len(whole))
			if rng.IntN(5) == 0 {
				data = slices.Delete(data, at, at+1)
			} else {
				data[at] ^= byte(1 + rng.IntN(255))
			}
			got, err := figures(data)
			if err != nil {
				refused++
			} else if got != want {
				t.Errorf("%s, byte %d of %d (%#x, %d bytes now): other judgments, and no error", kind, at, len(whole), data[min(at, len(data)-1)], len(data))
			}
		}
		if refused == 0 {
			t.Errorf("%s: no damage was found", kind)
		}
	}
}

// TestFlippedPages: where one byte of a Parquet page is another one, of data or of a
// dictionary, there is an error: each page has a checksum.
func TestFlippedPages(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 4201), 1))
	var rows []parquetRow
	for n := range 60 {
		rows = append(rows, parquetRow{Object: "object " + strconv.Itoa(n/3), Attribute: "attribute " + strconv.Itoa(n%3), Judgment: number64(float64(n))})
	}
	whole := parquetFile(t, rows)
	file, err := parquet.OpenFile(bytes.NewReader(whole), int64(len(whole)))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range file.Metadata().RowGroups[0].Columns {
		m := c.MetaData
		at := m.DataPageOffset
		if m.DictionaryPageOffset > 0 {
			at = m.DictionaryPageOffset
		}
		for end := at + m.TotalCompressedSize; at < end; {
			p, head := pageHeader(whole[at:end])
			body, size := at+int64(head), int64(p.CompressedPageSize)
			for range thorough(30, 1000) {
				data, i := bytes.Clone(whole), body+rng.Int64N(size)
				data[i] ^= byte(1 + rng.IntN(255))
				if _, err := fromSources(context.Background(), []Source{Bytes("d.parquet", data)}, nil, Options{}); err == nil {
					t.Errorf("byte %d, of a page of %s from %d: no error", i, m.PathInSchema, body)
				}
			}
			at = body + size
		}
	}
}

// TestSheetEdges: rows and columns beyond those that Excel has are refused at once: the library
// would count up to them.
func TestSheetEdges(t *testing.T) {
	for _, c := range []struct{ from, to, says string }{
		{`<row r="3"`, `<row r="9223372036854775807"`, "row 9223372036854775807"},
		{`<row r="3"`, `<row r='1048577'`, "row 1048577"},
		{`<c r="C3"`, `<c r="XFE3"`, "column XFE"},
	} {
		data := replaceWithin(t, workbook(t, []any{"object", "attribute", "judgment"}, []any{"a", "x", 1.5}, []any{"b", "x", 2.5}), c.from, c.to)
		if _, err := fromSources(t.Context(), []Source{Bytes("d.xlsx", data)}, nil, Options{}); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.to, err)
		}
	}
}

// replaceWithin replaces a text in the files of a zip.
func replaceWithin(t *testing.T, data []byte, from, to string) []byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w, replaced := zip.NewWriter(&out), false
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		replaced = replaced || bytes.Contains(text, []byte(from))
		entry, err := w.Create(f.Name)
		if err == nil {
			_, err = entry.Write(bytes.Replace(text, []byte(from), []byte(to), 1))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil || !replaced {
		t.Fatalf("%s is not there: %v", from, err)
	}
	return out.Bytes()
}
