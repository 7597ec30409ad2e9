package momentsfile_test

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fms-tui/core/internal/momentsfile"
	"fms-tui/internal/fresh"
)

// TestPack: any DEFLATE reader gives back parts of random and of other bytes, and random ones
// are hardly longer packed.
func TestPack(t *testing.T) {
	seed := fresh.Seed(t, 31)
	for s := range uint64(40) {
		r := rand.New(rand.NewPCG(s, seed))
		var parts [][]byte
		randoms, mixed := 0, 0 // mixed pieces, where random bytes meet others, may pack to nothing less
		last := 0
		for range 1 + r.IntN(6) {
			part := make([]byte, r.IntN(1<<r.IntN(18)+1))
			letters := []int{1, 2, 20, 256}[r.IntN(4)]
			for i := range part {
				part[i] = byte(r.IntN(letters))
			}
			if letters == 256 {
				randoms += len(part)
			}
			if last > 0 && (last == 256) != (letters == 256) {
				mixed++
			}
			last = letters
			parts = append(parts, part)
		}
		want := bytes.Join(parts, nil)
		packed := momentsfile.Pack(parts...)
		got, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
		if err != nil || !bytes.Equal(got, want) {
			t.Fatalf("seed %d of %d: %d bytes became %d: %v", s, seed, len(want), len(got), err)
		}
		if rest := len(want) - randoms; len(packed) > randoms+randoms/500+rest*5/8+300+mixed*momentsfile.PieceSize*3/8 {
			t.Errorf("seed %d of %d: %d random bytes and %d others take %d", s, seed, randoms, rest, len(packed))
		}
	}
}

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
