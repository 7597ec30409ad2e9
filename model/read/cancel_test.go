//go:build !nodata

package read

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"fms-tui/model"
)

// TestCancelled cancels the reading of files of all layouts after its first part: every loop
// over rows looks at its context, and ends long before the file does.
func TestCancelled(t *testing.T) {
	const rows, size = 30_000, 500
	pad := strings.Repeat("x", 60) // so that there are many blocks of lines
	text := func(head, row string, cells func(o, r int) []any) []byte {
		var b bytes.Buffer
		b.WriteString(head)
		for i := range rows {
			fmt.Fprintf(&b, row, cells(i/2, i%2)...)
		}
		return b.Bytes()
	}
	long := func(o, r int) []any { return []any{o, r, r, o % 7} }
	columns, _ := parquetOf(t, rand.New(rand.NewPCG(1, 1)), rows, "", func(i int) longRow {
		x, w, y := float64(i%7), fmt.Sprint("w", i%2), int64(1)
		return longRow{int32(i / 2), fmt.Sprint("a", i%2), &x, &w, &y}
	})
	files := map[string][]byte{
		"long":    text("object,attribute,rater,judgment\n", pad+"o%d,a%d,w%d,%d\n", long),
		"quoted":  text("object,attribute,rater,judgment\n", "\""+pad+"o%d\",a%d,w%d,%d\n", long),
		"records": text("", `{"object": "o%d", "attribute": "a%d", "rater": "w%d", "judgment": %d}`+"\n", long),
		"wide":    text("object,rater,p,q\n", pad+"o%d,w%d,%d,%d\n", long),
		"one row": text("object,p.1,p.2\n", pad+"o%d-%d,%d,%d\n", long),
		"columns": columns,
	}
	for name, data := range files {
		ctx, cancel := context.WithCancel(t.Context())
		parts := 0
		_, err := Open(ctx, Query{
			Data: []Source{Bytes("d.txt", data)}, PartSize: func(int) int { return size },
			Part: func(*model.Dataset) error {
				parts++
				cancel()
				return nil
			},
		})
		cancel()
		if most := (rows/size + 1) / 2; !errors.Is(err, context.Canceled) || parts == 0 || parts > most {
			t.Errorf("%s: %d parts of %d after the first, error %v", name, parts-1, rows/size, err)
		}
	}
}

// onRead is an empty reader that tells when it is read.
type onRead func()

func (f onRead) Read([]byte) (int, error) { f(); return 0, io.EOF }

// TestCancelledShuffled cancels the reading of rows that are sorted, which hands on no part.
func TestCancelledShuffled(t *testing.T) {
	const rows = 200_000
	var b strings.Builder
	b.WriteString("object,attribute,judgment\n")
	for i := range rows {
		fmt.Fprintf(&b, "o%d,a%d,1\n", i*7919%1000, i%3)
	}
	ctx, cancel := context.WithCancel(t.Context())
	meter := new(Meter)
	_, err := Open(ctx, Query{
		Data: []Source{{Name: "d.csv", Open: func() (io.ReadCloser, error) {
			half := b.Len() / 2
			return io.NopCloser(io.MultiReader(strings.NewReader(b.String()[:half]), onRead(cancel), strings.NewReader(b.String()[half:]))), nil
		}}},
		Meter: meter, Scattered: true, Part: func(*model.Dataset) error { return nil }, PartSize: func(int) int { return 5000 },
	})
	if n := meter.Progress().Rows; !errors.Is(err, context.Canceled) || n > rows*3/4 {
		t.Errorf("%d rows were read, error %v", n, err)
	}
}
