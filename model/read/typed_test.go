//go:build !nodata

package read

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"fms-tui/internal/fresh"
)

// The same kinds of rows in columns of several kinds, stored plainly and by a dictionary.
type (
	longRow struct {
		Object    int32    `parquet:"object"`
		Attribute string   `parquet:"attribute,dict"`
		Judgment  *float64 `parquet:"judgment,dict"`
		Rater     *string  `parquet:"rater,dict"`
		Label     *int64   `parquet:"label,dict"`
	}
	byRaterRow struct {
		Object string   `parquet:"object"`
		Rater  string   `parquet:"rater"`
		Label  bool     `parquet:"label"`
		P      *float64 `parquet:"p"`
		Q      *int32   `parquet:"q"`
		R      float32  `parquet:"r"`
		S      *string  `parquet:"s,dict"`
		T      *bool    `parquet:"t"`
	}
)

// parquetOf writes rows in small pages and groups, and the same rows as CSV.
func parquetOf[T any](t *testing.T, rng *rand.Rand, n int, header string, row func(i int) T) (columns []byte, lines string) {
	t.Helper()
	var b bytes.Buffer
	var csv strings.Builder
	csv.WriteString(header)
	codec := []parquet.WriterOption{parquet.Compression(&parquet.Snappy), parquet.Compression(&parquet.Zstd), parquet.Compression(&parquet.Uncompressed)}[rng.IntN(3)]
	w := parquet.NewGenericWriter[T](&b, codec, parquet.PageBufferSize(500+rng.IntN(5000)), parquet.MaxRowsPerRowGroup(int64(300+rng.IntN(2000))), parquet.DataPageVersion(1+rng.IntN(2)))
	for i := range n {
		r := row(i)
		if _, err := w.Write([]T{r}); err != nil {
			t.Fatal(err)
		}
		v := reflect.ValueOf(r)
		for j := range v.NumField() {
			sep := ","
			if j == 0 {
				sep = "\n"
			}
			csv.WriteString(sep)
			if field := v.Field(j); field.Kind() != reflect.Pointer {
				fmt.Fprint(&csv, field)
			} else if !field.IsNil() {
				fmt.Fprint(&csv, field.Elem())
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), csv.String()
}

// TestColumnsTwin reads random Parquet files, with nulls, words and numbers of all sizes, and the
// same rows as CSV, as a whole and a shard: the data sets are the same.
func TestColumnsTwin(t *testing.T) {
	good := 0
	for seed := range fresh.Seeds(t, 720, 24) {
		rng := rand.New(rand.NewPCG(seed, 72))
		odd := []float64{0, .001, .02}[rng.IntN(3)]
		is := func() bool { return rng.Float64() < odd }
		n := 1100 + rng.IntN(3000) // more than are looked at ahead
		var columns []byte
		var lines string
		if rng.IntN(2) == 0 {
			columns, lines = parquetOf(t, rng, n, "object,attribute,judgment,rater,label", func(i int) longRow {
				x, y, rater := float64(rng.IntN(20))/4, int64(i/4%7), fmt.Sprint("w", rng.IntN(5))
				r := longRow{int32(i / 4), fmt.Sprint("a", i%3), &x, &rater, &y}
				if is() {
					x = []float64{math.NaN(), 1e300, math.Copysign(0, -1), rng.NormFloat64()}[rng.IntN(4)]
				}
				if is() {
					r.Judgment, r.Rater = nil, nil
				}
				if is() {
					r.Label = nil
				}
				return r
			})
		} else {
			columns, lines = parquetOf(t, rng, n, "object,rater,label,p,q,r,s,t", func(i int) byRaterRow {
				x, q, s, yes := rng.NormFloat64(), int32(rng.IntN(7)-3), fmt.Sprint(rng.IntN(5)), rng.IntN(2) == 0
				r := byRaterRow{fmt.Sprint("o", i/3), fmt.Sprint("w", i%3), i/3%2 == 0, &x, &q, float32(rng.NormFloat64()), &s, &yes}
				if is() {
					r.P, r.T, s = nil, nil, []string{"NA", "yes", "word", "1e3", " 4 "}[rng.IntN(5)]
				}
				if is() {
					r.Q, r.S = nil, nil
				}
				return r
			})
		}
		for _, shard := range []Shard{{}, {I: 1 + rng.IntN(2), N: 2}} {
			var said [2]string
			for i, s := range []Source{Bytes("d", columns), Bytes("d", []byte(lines))} {
				d, err := fromSources(t.Context(), []Source{s}, nil, Options{Shard: shard})
				if err != nil { // a question
					said[i] = err.Error()
					continue
				}
				good++
				said[i] = strings.Join(dump(d), "\n")
			}
			if said[0] != said[1] {
				t.Fatalf("seed %d, shard %s: columns\n%s\nlines\n%s", seed, shard, cut(said[0]), cut(said[1]))
			}
		}
	}
	if fresh.Fixed() && good < 40 {
		t.Errorf("only %d readings without a question", good)
	}
}

// TestParquetDecimals: whole numbers and bytes that stand for multiples of a power of ten, of either sign.
func TestParquetDecimals(t *testing.T) {
	type decimal struct {
		Object    string `parquet:"object"`
		Attribute string `parquet:"attribute"`
		Judgment  int32  `parquet:"judgment,decimal(2:6)"`
	}
	var b bytes.Buffer
	if err := parquet.Write(&b, []decimal{{"ann", "tall", 150}, {"ann", "tall", 200}, {"bob", "tall", -25}, {"bob", "tall", 3000}}); err != nil {
		t.Fatal(err)
	}
	ds, err := fromSources(t.Context(), []Source{Bytes("d.parquet", b.Bytes())}, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := values(ds); got != fourJudgments {
		t.Errorf("judgments %s", got)
	}
	c := parquetColumn{decimal: true, scale: 2}
	for want, v := range map[string]parquet.Value{
		"-0.25": parquet.FixedLenByteArrayValue([]byte{0xff, 0xff, 0xe7}), "30.00": parquet.ByteArrayValue([]byte{0x0b, 0xb8}),
		"12345678901234567.89": parquet.Int64Value(1234567890123456789), "": parquet.NullValue(),
	} {
		if got := c.text(v); got != want {
			t.Errorf("%v is %s, want %s", v, got, want)
		}
	}
}
