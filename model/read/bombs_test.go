//go:build !nodata

package read

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	little "encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	pq "github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"

	"fms-tui/internal/fresh"
)

// forever is text that never ends.
type forever struct {
	text string
	at   int
}

func (f *forever) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = f.text[f.at%len(f.text)]
		f.at++
	}
	return len(p), nil
}

func endlessly(head, text string) Source {
	return Source{Name: "d", Open: func() (io.ReadCloser, error) {
		return io.NopCloser(io.MultiReader(strings.NewReader(head), &forever{text: text})), nil
	}}
}

func packedWith(t *testing.T, text []byte, w func(io.Writer) io.WriteCloser) []byte {
	t.Helper()
	var b bytes.Buffer
	z := w(&b)
	if _, err := z.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// constantRows are a Parquet file of many equal values.
func constantRows(t *testing.T, n int, codec parquet.WriterOption) []byte {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewGenericWriter[parquetRow](&b, codec)
	rows := make([]parquetRow, n)
	for i := range rows {
		rows[i] = parquetRow{Object: "o", Attribute: "a", Judgment: number64(1)}
	}
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestBombs: what asks for more than a limit ends with an error that names the file
// and the limit, before the memory is taken.
func TestBombs(t *testing.T) {
	small := Limits{
		"line": 1 << 20, "cells": 1000, "attributes": 50, "judgments": 2000,
		"record": 1 << 20, "packed": 1 << 20, "unpacked": 1 << 20, "sheet": 1 << 20,
	}
	header := "object,attribute,judgment\n"
	long := []byte(header + strings.Repeat("o,a,1\n", 1<<18))
	gz := packedWith(t, long, func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) })
	zst := packedWith(t, long, func(w io.Writer) io.WriteCloser { z, _ := zstd.NewWriter(w); return z })
	var rows [][]any
	for range 15_000 {
		rows = append(rows, []any{"o", "a", 1})
	}
	many := maps.Clone(small)
	many["judgments"] = 1 << 40
	wide := "object," + strings.TrimSuffix(strings.Repeat("x,", 2000), ",") + "\n"
	for _, c := range []struct {
		name   string
		source Source
		limits Limits
		limit  string
	}{
		{"gzip", Bytes("d", gz), many, "unpacked"},
		{"zstd", Bytes("d", zst), many, "unpacked"},
		{"xlsx", Bytes("d", workbook(t, rows...)), many, "sheet"},
		{"parquet", Bytes("d", constantRows(t, 140_000, parquet.Compression(&parquet.Zstd))), many, "unpacked"},
		{"parquet too large", Bytes("d", append([]byte("PAR1"), make([]byte, 2<<20)...)), many, "packed"},
		{"line", endlessly("a,b", "c"), small, "line"},
		{"framed line", endlessly("|object|a|\n|", "c"), small, "line"},
		{"quote", endlessly(header+`o,a,"1`, "1\n"), small, "record"},
		{"cells", Bytes("d", []byte(wide)), small, "cells"},
		{"quoted cells", Bytes("d", []byte(`"o",`+wide)), small, "cells"},
		{"attributes", rising(header, "o,a%d,1\n"), small, "attributes"},
		{"wide attributes", Bytes("d", []byte("object"+columns(60)+"\no"+strings.Repeat(",1", 60)+"\n")), small, "attributes"},
		{"judgments", rising(header, "o%d,a,1\n"), small, "judgments"},
		{"json record", endlessly(`{"object":"o","a":[`, "1,\n"), small, "record"},
		{"json text", endlessly(`{"object":"o","a":"`, "x"), small, "record"},
		{"json keys", Bytes("d", []byte("{"+jsonKeys(1100)+"}")), small, "cells"},
		{"moments", endlessly("fms-tui moments 1\n", "x"), small, "packed"},
		{"zip", endlessly("PK\x03\x04", "x"), small, "packed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := c.source
			s.Limits = c.limits
			_, err := fromSources(context.Background(), []Source{s}, nil, Options{})
			var wrong *Error
			if !errors.As(err, &wrong) || wrong.Limit != c.limit+"="+SizeText(c.limits.Most(c.limit)) || wrong.File != "d" {
				t.Fatalf("%v, want the limit %s", err, c.limit)
			}
		})
	}
	// A pipe may bring a line at a time: rows that are kept hold what was read, no buffer.
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	s := rising(header, "o,a%d,1\n")
	s.Limits = small
	_, _ = fromSources(context.Background(), []Source{s}, nil, Options{})         // the limit attributes, as above
	if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 6<<30 { // 13 GB with a buffer each; the race detector's own are 3 GB
		t.Errorf("lines that come one by one take %d MB", (after.TotalAlloc-before.TotalAlloc)>>20)
	}
	trusted := Bytes("d", gz)
	trusted.Limits = many
	_ = trusted.Limits.Set("unpacked=1000T")
	if ds, err := fromSources(context.Background(), []Source{trusted}, nil, Options{}); err != nil || ds.Summary().Judgments != 1<<18 {
		t.Errorf("trusted: %v", err)
	}
	if _, err := fromSources(context.Background(), []Source{endlessly(`{"object":"o","a":`, "[")}, nil, Options{}); err == nil || !strings.Contains(err.Error(), "exceeded max depth") {
		t.Errorf("lists within lists without end: %v", err)
	}
}

// rising is a table of rows that never ends, each with another number.
func rising(head, row string) Source {
	return Source{Name: "d", Open: func() (io.ReadCloser, error) {
		r, w := io.Pipe()
		go func() {
			_, err := io.WriteString(w, head)
			for i := 0; err == nil; i++ {
				_, err = fmt.Fprintf(w, row, i)
			}
		}()
		return r, nil
	}}
}

func columns(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ",x%d", i)
	}
	return b.String()
}

func jsonKeys(n int) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf("\"k%d\":1", i))
	}
	return strings.Join(all, ",")
}

// TestParquetPages: pages and descriptions that claim other sizes than the file
// holds are refused before the library takes memory for them; whole files of every
// codec are read.
func TestParquetPages(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 1), 2))
	codecs := map[string]parquet.WriterOption{
		"none": parquet.Compression(&parquet.Uncompressed), "snappy": parquet.Compression(&parquet.Snappy), "gzip": parquet.Compression(&parquet.Gzip),
		"zstd": parquet.Compression(&parquet.Zstd), "lz4": parquet.Compression(&parquet.Lz4Raw), "brotli": parquet.Compression(&parquet.Brotli),
	}
	for _, name := range slices.Sorted(maps.Keys(codecs)) {
		whole := constantRows(t, 300, codecs[name])
		ds, err := fromSources(context.Background(), []Source{Bytes("d.parquet", whole)}, nil, Options{})
		if err != nil || ds.Summary().Judgments != 300 {
			t.Fatalf("%s: %v", name, err)
		}
		for range 300 {
			data := bytes.Clone(whole)
			for range 1 + rng.IntN(3) {
				data[rng.IntN(len(data))] = byte(rng.IntN(256))
			}
			_, _ = fromSources(context.Background(), []Source{Bytes("d.parquet", data)}, nil, Options{}) // it ends
		}
	}
	data := []byte("PAR1\x19\xfc\xff\xff\xff\xff\x07") // a list of two billion structures
	data = little.LittleEndian.AppendUint32(data, uint32(len(data)-4))
	if soundFooter(append(data, "PAR1"...)) {
		t.Error("a list longer than the file is believed")
	}
	for _, block := range [][]byte{{}, {0x40, 'a', 'b', 'c', 'd'}, {0x10, 'y', 1, 0}, {0x11, 'y'}, {0x01}, {0x26, 'y', 'z'}} {
		n, err := lz4.UncompressBlock(block, make([]byte, 1<<10))
		if got := unpacksTo(pq.Lz4Raw, block, int64(n)); got != (err == nil) {
			t.Errorf("an LZ4 block %x of %d bytes is sound: %t, and the decoder says %v", block, n, got, err)
		}
	}
}

// TestSheetsLeaveNothing: no file stays in the folder for temporary files, whether an
// Excel file is read to its end or not.
func TestSheetsLeaveNothing(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	var rows [][]any
	for i := range 3000 {
		rows = append(rows, []any{fmt.Sprint("o", i), "a", strings.Repeat("x", 6000)})
	}
	for range 2 {
		_, err := fromSources(context.Background(), []Source{Bytes("d.xlsx", workbook(t, rows...))}, nil, Options{})
		if left, _ := os.ReadDir(dir); err == nil || len(left) > 0 {
			t.Fatalf("%v; %d files are left", err, len(left))
		}
		rows[0] = []any{"object", "attribute", "judgment"}
	}
}

// TestLimitsSet: sizes as a user writes them.
func TestLimitsSet(t *testing.T) {
	var l Limits
	for text, want := range map[string]string{
		"line=200M": "", "cells=7": "", "record=1k": "", "line": "is no limit", "line=": "is no size", "line=0": "is no size", "line=-1": "is no size",
		"line=9999999999999999999": "is no size", "line=99999999999T": "is no size", "nonsense=1": "there is no limit", "line=1MB": "is no size",
	} {
		if err := l.Set(text); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	if l.Most("line") != 200<<20 || l.Most("cells") != 7 || l.Most("record") != 1024 || l.Most("packed") != 2<<30 {
		t.Errorf("%+v", l)
	}
}

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
		{`<row r="3"`, `<row r="9223372036854775807"`, "a row beyond the 1048576"},
		{`<row r="3"`, `<row r='1048577'`, "a row beyond the 1048576"},
		{`<c r="C3"`, `<c r="XFE3"`, "column number must be"},
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
