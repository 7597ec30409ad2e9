//go:build !nodata

package read

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"fms-tui/internal/fresh"
)

// The same rows in columns of several kinds, stored plainly and by a dictionary.
type (
	longText struct {
		Object    *string `parquet:"object,dict"`
		Attribute string  `parquet:"attribute,dict"`
		Judgment  string  `parquet:"judgment"`
		Rater     *int64  `parquet:"rater"`
		Label     float32 `parquet:"label"`
	}
	longNumbers struct {
		Object    int32    `parquet:"object"`
		Attribute string   `parquet:"attribute"`
		Judgment  *float64 `parquet:"judgment,dict"`
		Rater     *string  `parquet:"rater,dict"`
		Label     *int64   `parquet:"label,dict"`
	}
	longPlain struct {
		Object    string   `parquet:"object,dict"`
		Attribute string   `parquet:"attribute,dict"`
		Rater     *string  `parquet:"rater,dict"`
		Judgment  *float64 `parquet:"judgment"`
		Label     float64  `parquet:"label"`
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

// parquetOf writes rows in small pages and groups.
func parquetOf[T any](t *testing.T, rng *rand.Rand, n int, row func(i int) T) []byte {
	t.Helper()
	var b bytes.Buffer
	codec := []parquet.WriterOption{parquet.Compression(&parquet.Snappy), parquet.Compression(&parquet.Zstd), parquet.Compression(&parquet.Uncompressed)}[rng.IntN(3)]
	w := parquet.NewGenericWriter[T](&b, codec, parquet.PageBufferSize(500+rng.IntN(5000)), parquet.MaxRowsPerRowGroup(int64(300+rng.IntN(2000))), parquet.DataPageVersion(1+rng.IntN(2)))
	for i := range n {
		if _, err := w.Write([]T{row(i)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// randomParquet draws a file larger than what is looked at ahead, with nulls, words and
// numbers that are none.
func randomParquet(t *testing.T, rng *rand.Rand) []byte {
	odd := []float64{0, .001, .02}[rng.IntN(3)]
	is := func() bool { return rng.Float64() < odd }
	word := func() string {
		if is() {
			return []string{"", "NA", "yes", "word", "1e3", "1,5", " 4 ", "inf", "1e999"}[rng.IntN(9)]
		}
		return fmt.Sprint(rng.IntN(5))
	}
	n := 1100 + rng.IntN(3000)
	switch rng.IntN(4) {
	case 3:
		shuffled, from := rng.IntN(2) == 0, 4+rng.IntN(9)
		return parquetOf(t, rng, n, func(i int) (r longPlain) {
			o := i / from
			if shuffled {
				o = rng.IntN(n / from)
			}
			x, rater := rng.NormFloat64(), fmt.Sprint("w", rng.IntN(5))
			r = longPlain{fmt.Sprint("o", o), fmt.Sprint("a", rng.IntN(5)), &rater, &x, float64(o % 7)}
			switch odd := is(); {
			case odd && rng.IntN(3) == 0:
				r.Rater = nil
			case odd && rng.IntN(2) == 0:
				r.Judgment = nil
			case odd && rng.IntN(4) == 0:
				r.Label, r.Object = math.NaN(), "NA"
			case odd && rng.IntN(4) == 0:
				x = math.Inf(1)
			case odd && rng.IntN(40) == 0:
				r.Label++
			}
			return r
		})
	case 0:
		return parquetOf(t, rng, n, func(i int) (r longText) {
			id, rater := fmt.Sprint("o", i/4), int64(rng.IntN(9))
			r = longText{&id, fmt.Sprint("a", i%3), word(), &rater, float32(i/4%7) / 10}
			if is() {
				r.Rater = nil
			}
			if odd > .01 && rng.IntN(2000) == 0 {
				r.Object = nil
			}
			return r
		})
	case 1:
		return parquetOf(t, rng, n, func(i int) (r longNumbers) {
			x, y, rater := rng.NormFloat64(), int64(i/4%7), fmt.Sprint("w", rng.IntN(5))
			r = longNumbers{int32(i / 4), fmt.Sprint("a", i%3), &x, &rater, &y}
			if is() {
				x = []float64{math.NaN(), math.Inf(1), 1e300, math.Copysign(0, -1)}[rng.IntN(4)]
			}
			if is() {
				r.Judgment = nil
			}
			if is() {
				r.Label = nil
			}
			return r
		})
	}
	return parquetOf(t, rng, n, func(i int) (r byRaterRow) {
		x, q, s, yes := rng.NormFloat64(), int32(rng.IntN(7)-3), word(), rng.IntN(2) == 0
		r = byRaterRow{fmt.Sprint("o", i/3), fmt.Sprint("w", i%3), i/3%2 == 0, &x, &q, float32(rng.NormFloat64()), &s, &yes}
		if is() {
			r.P, r.T = nil, nil
		}
		if is() {
			r.Q, r.S = nil, nil
		}
		return r
	})
}

// TestColumnsTwin reads random Parquet files column by column, as a whole and in parts, and
// row by row as text: the data sets, or the errors, are the same.
func TestColumnsTwin(t *testing.T) {
	good := 0
	for seed := range fresh.Seeds(t, 720, 24) {
		rng := rand.New(rand.NewPCG(seed, 72))
		data := randomParquet(t, rng)
		read := func(plainly bool) string {
			d, err := fromSources(t.Context(), []Source{Bytes("d.parquet", data)}, nil, Options{plainly: plainly})
			if err != nil {
				return err.Error()
			}
			good++
			return strings.Join(dump(d), "\n")
		}
		slow, fast := read(true), read(false)
		if slow != fast {
			t.Fatalf("seed %d: row by row\n%s\nby column\n%s", seed, cut(slow), cut(fast))
		}
		shard := Shard{I: 1 + rng.IntN(2), N: 2}
		var said []string
		for _, plainly := range []bool{true, false} {
			d, err := fromSources(t.Context(), []Source{Bytes("d.parquet", data)}, nil, Options{Shard: shard, plainly: plainly})
			if err != nil {
				said = append(said, err.Error())
			} else {
				said = append(said, strings.Join(dump(d), "\n"))
			}
		}
		if said[0] != said[1] {
			t.Fatalf("seed %d, shard %s: row by row\n%s\nby column\n%s", seed, shard, cut(said[0]), cut(said[1]))
		}
	}
	if fresh.Fixed() && good < 20 {
		t.Errorf("only %d files are read without an error", good)
	}
}
