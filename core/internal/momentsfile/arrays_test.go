package momentsfile_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fms-tui/core/internal/momentsfile"
	"fms-tui/internal/fresh"
)

// TestPlanes: arrays hold byte b of every number in plane b, and are read as they were written.
func TestPlanes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, fresh.Seed(t, 32)))
	for n := range 40 {
		x := make([]float64, n)
		for i := range x {
			for x[i] = math.NaN(); x[i]-x[i] != 0; {
				x[i] = math.Float64frombits(r.Uint64())
			}
		}
		want := binary.AppendUvarint([]byte{1}, uint64(n))
		for b := range 8 {
			for _, v := range x {
				want = append(want, byte(math.Float64bits(v)>>(8*b)))
			}
		}
		got := momentsfile.Floats(x)
		if !bytes.Equal(got, want) {
			t.Fatalf("%d numbers are stored as\n%x, want\n%x", n, got, want)
		}
		if back := momentsfile.Planes(got[len(got)-8*n:], n); !slices.Equal(back, x) {
			t.Fatalf("%d numbers %v are read as %v", n, x, back)
		}
	}
}

// full has room for some bytes.
type full struct{ room int }

func (f *full) Write(p []byte) (int, error) {
	if f.room -= len(p); f.room < 0 {
		return len(p) + f.room, io.ErrShortBuffer
	}
	return len(p), nil
}

// TestWriteTo: a writer without room is an error, wherever it ends.
func TestWriteTo(t *testing.T) {
	f := fileOf(t, twoLabels(1))
	want := f.Encode()
	for room := 0; room <= len(want); room += 1 + len(want)/50 {
		if _, err := f.WriteTo(&full{room}); (err == nil) != (room >= len(want)) {
			t.Errorf("%d bytes with room for %d: %v", len(want), room, err)
		}
	}
	if n, err := f.WriteTo(&full{len(want)}); err != nil || n != int64(len(want)) {
		t.Errorf("%d of %d bytes: %v", n, len(want), err)
	}
}
