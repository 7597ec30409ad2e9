package read

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/xuri/excelize/v2"
)

// workbook writes rows to the first of two sheets.
func workbook(t testing.TB, rows ...[]any) []byte {
	t.Helper()
	book := excelize.NewFile()
	for i, row := range rows {
		cell, err := excelize.CoordinatesToCellName(1, i+1)
		if err != nil {
			t.Fatal(err)
		}
		if err := book.SetSheetRow("Sheet1", cell, &row); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := book.NewSheet("notes"); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := book.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

type parquetRow struct {
	Object    string   `parquet:"object"`
	Attribute string   `parquet:"attribute,dict"`
	Judgment  *float64 `parquet:"judgment"`
	Year      int32    `parquet:"year"`
	Tags      []string `parquet:"tags,list"`
}

func parquetFile(t testing.TB, rows []parquetRow) []byte {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewGenericWriter[parquetRow](&b)
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func number64(x float64) *float64 { return &x }

const fourJudgments = "ann tall 1.5; ann tall 2; bob tall -0.25; bob tall 30; "

func TestXLSX(t *testing.T) {
	data := workbook(t, []any{}, []any{"object", " attribute", "judgment", "rater"}, []any{"ann", "tall", 1.5, "w"}, []any{"ann", "tall", 2}, []any{},
		[]any{"bob", "tall", "-.25", "w"}, []any{"bob", "tall", 30, "v"}, []any{"bob", "tall", nil, "u"})
	ds, err := fromSources(context.Background(), []Source{Bytes("d.xlsx", data)}, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := values(ds); got != fourJudgments || len(ds.Raters) != 2 || !slices.Contains(codes(ds), "first-sheet") {
		t.Errorf("judgments %s, raters %q, warnings %v", got, ds.Raters, ds.Warnings)
	}
	for _, c := range []struct {
		data []byte
		want string
	}{
		{data[:len(data)/2], "d.xlsx: is no Excel file"},
		{workbook(t), "empty first sheet"},
		{workbook(t, []any{"object", "attribute", "judgment"}, []any{"o", "a", 1, 2}), "d.xlsx:2: has 4 cells where the header has 3"},
		{workbook(t, []any{"A title"}, []any{"object", "attribute", "judgment"}, []any{"o", "a", "x"}), `d.xlsx:3: column judgment: "x" is not a number`},
		{workbook(t, []any{"object", "attribute", "judgment"}, []any{"o", "a", "x"}), `d.xlsx:2: column judgment: "x" is not a number`},
	} {
		if _, err := fromSources(context.Background(), []Source{Bytes("d.xlsx", c.data)}, nil, Options{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// TestFirstTable: sheets of text before the data are not what is read, and sheets of the same columns are
// one table, in which a column names them.
func TestFirstTable(t *testing.T) {
	book := excelize.NewFile()
	for cell, value := range map[string]any{"A1": "Read me first", "A3": "Contact: lab@x.org"} {
		_ = book.SetCellValue("Sheet1", cell, value)
	}
	_, _ = book.NewSheet("data")
	for i, row := range [][]any{{"A title"}, {"object", "attribute", "judgment"}, {"ann", "tall", 1.5}, {"ann", "tall", 2}, {"bob", "tall", -.25}, {"bob", "tall", 30}} {
		_ = book.SetSheetRow("data", fmt.Sprint("A", i+1), &row)
	}
	for n, want := range []string{fourJudgments, fourJudgments + "cy tall 7; "} {
		var b bytes.Buffer
		if err := book.Write(&b); err != nil {
			t.Fatal(err)
		}
		ds, err := fromSources(t.Context(), []Source{Bytes("d.xlsx", b.Bytes())}, nil, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := values(ds); got != want || !slices.Contains(codes(ds), "first-sheet") || (ds.Reading.Columns[len(ds.Reading.Columns)-1].Column == "sheet") != (n > 0) {
			t.Errorf("judgments %s, findings %v, %v", got, ds.Warnings, ds.Reading.Columns)
		}
		_, _ = book.NewSheet("more")
		for i, row := range [][]any{{"object", "attribute", "judgment"}, {"cy", "tall", 7}} {
			_ = book.SetSheetRow("more", fmt.Sprint("A", i+1), &row)
		}
	}
}

// TestInside: what stands behind # is a sheet or a file in a zip; without it a sheet of two columns is
// passed over for one of more.
func TestInside(t *testing.T) {
	book := excelize.NewFile()
	sheets := map[string][][]any{
		"Sheet1": {{"Version", "2"}, {"Author", "ann"}},
		"data":   {{"object", "attribute", "judgment"}, {"ann", "tall", 1.5}, {"ann", "tall", 2}, {"bob", "tall", -.25}, {"bob", "tall", 30}},
		"Labels": {{"object", "gold"}, {"ann", 1}, {"bob", 2}},
	}
	for _, name := range []string{"data", "Labels"} {
		_, _ = book.NewSheet(name)
	}
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	for name, rows := range sheets {
		entry, _ := z.Create("all/" + name + ".csv")
		for i, row := range rows {
			_ = book.SetSheetRow(name, fmt.Sprint("A", i+1), &row)
			fmt.Fprintln(entry, strings.ReplaceAll(strings.Trim(fmt.Sprint(row), "[]"), " ", ","))
		}
	}
	dir := t.TempDir()
	xlsx, zipped := filepath.Join(dir, "a#b.xlsx"), filepath.Join(dir, "d.zip")
	if err := errors.Join(book.SaveAs(xlsx), z.Close(), os.WriteFile(zipped, packed.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, names := range [][2]string{{xlsx, xlsx + "#labels"}, {xlsx + "#data", xlsx + "#Labels"}, {zipped + "#data.csv", zipped + "#all/Labels.csv"}} {
		ds, err := Judgments(t.Context(), names[0], names[1])
		if err != nil {
			t.Fatal(err)
		}
		if got := values(ds); got != fourJudgments || len(ds.Labels) != 1 || ds.Labels[0].Values[1] != 2 {
			t.Errorf("%s: %s, %v", names, got, ds.Labels)
		}
	}
	for _, c := range [][2]string{
		{xlsx + "#prices", `has no part "prices": there are Sheet1, data and Labels`},
		{zipped, "behind # the name of one says which"},
		{filepath.Join(dir, "none#data"), "cannot be opened"},
	} {
		if _, err := Judgments(t.Context(), c[0]); err == nil || !strings.Contains(err.Error(), c[1]) {
			t.Errorf("%v, want %s", err, c[1])
		}
	}
}

// TestParquetRecords: a list of records is read as its rows in a table are, the rater among them.
func TestParquetRecords(t *testing.T) {
	type record struct {
		Who  string  `parquet:"who"`
		Tone float64 `parquet:"tone"`
	}
	type object struct {
		Doc     string   `parquet:"doc"`
		Gold    float64  `parquet:"gold"`
		Ratings []record `parquet:"ratings,list"`
	}
	rng, lines := rand.New(rand.NewPCG(5, 9)), "doc,gold,ratings.who,ratings.tone\n"
	var objects []object
	for i := range 40 {
		o := object{Doc: fmt.Sprint("d", i), Gold: rng.NormFloat64()}
		for _, k := range rng.Perm(5)[:3] {
			r := record{fmt.Sprint("w", k), float64(rated(rng, 3+o.Gold))}
			o.Ratings = append(o.Ratings, r)
			lines += fmt.Sprintln(o.Doc + "," + formatNumber(o.Gold) + "," + r.Who + "," + formatNumber(r.Tone))
		}
		objects = append(objects, o)
	}
	var b bytes.Buffer
	if err := parquet.Write(&b, objects); err != nil {
		t.Fatal(err)
	}
	got, err := fromSources(t.Context(), []Source{Bytes("d.parquet", b.Bytes())}, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if want := readCSV(t, lines, Options{}); !slices.Equal(dump(got), dump(want)) || got.NamedRaters() != 5 || len(got.Labels) != 1 {
		t.Errorf("%d raters, labels %v, judgments %q", got.NamedRaters(), got.Labels, dump(got)[:3])
	}
}

func TestParquet(t *testing.T) {
	rows := []parquetRow{
		{"ann", "tall", number64(1.5), 1, nil},
		{"ann", "tall", nil, 2, []string{"x", "1"}},
		{"ann", "tall", number64(2), 3, nil},
		{"bob", "tall", number64(-.25), 4, nil},
		{"bob", "tall", number64(30), 5, []string{"y"}},
	}
	data := parquetFile(t, rows)
	ds, err := fromSources(context.Background(), []Source{Bytes("d.parquet", data)}, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := values(ds); got != fourJudgments {
		t.Errorf("judgments %s", got)
	}
	table, err := openTable("d", bufferOf(data), form{})
	if err != nil {
		t.Fatal(err)
	}
	names, _ := table.header()
	if want := "object attribute judgment year tags"; strings.Join(names, " ") != want {
		t.Errorf("columns %q", names)
	}
	_, _, _ = table.next()
	if cells, line, _ := table.next(); line != 2 || cells[2] != "" || cells[3] != "2" || cells[4] != `["x",1]` {
		t.Errorf("row %d is %q", line, cells)
	}
	for _, cut := range []int{5, len(data) / 2, len(data) - 3} {
		_, err := fromSources(context.Background(), []Source{Bytes("d.parquet", data[:cut])}, nil, Options{})
		if err == nil || !strings.Contains(err.Error(), "d.parquet: is a damaged Parquet file") {
			t.Errorf("%d bytes: %v", cut, err)
		}
	}
}

// TestDamaged: Excel and Parquet files of which bytes were changed or lost are
// read or refused, never a panic. It is no fuzz target: the libraries' own
// coverage makes the fuzzer do one input in seconds.
func TestDamaged(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	refused := 0
	for _, whole := range [][]byte{
		workbook(t, []any{"object", "attribute", "judgment"}, []any{"o", "a", 1}),
		parquetFile(t, []parquetRow{{"o", "a", number64(1), 1, []string{"x"}}}),
	} {
		for range 200 {
			data := slices.Clone(whole)
			for range 1 + random.IntN(3) {
				data[4+random.IntN(len(data)-4)] = byte(random.IntN(256))
			}
			if random.IntN(4) == 0 {
				data = data[:4+random.IntN(len(data)-4)]
			}
			table, err := openTable("d", bufferOf(data), form{})
			for n := 0; err == nil && n < 1000; n++ {
				_, _, err = table.next()
			}
			var located *Error
			if errors.As(err, &located) {
				refused++
			} else if !errors.Is(err, io.EOF) {
				t.Fatalf("%T %v", err, err)
			}
		}
	}
	if refused < 100 {
		t.Errorf("only %d files were refused", refused)
	}
}
