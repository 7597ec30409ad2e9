package read

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"testing"
	"testing/iotest"
)

func TestAhead(t *testing.T) {
	for _, size := range []int{0, 1, bufferSize - 1, bufferSize, bufferSize + 1, 10*bufferSize + 7} {
		data := make([]byte, size)
		rng := rand.NewChaCha8([32]byte{1})
		rng.Read(data)
		for name, r := range map[string]io.Reader{
			"whole":     bytes.NewReader(data),
			"halves":    iotest.HalfReader(bytes.NewReader(data)),
			"with data": iotest.DataErrReader(bytes.NewReader(data)),
		} {
			a := newAhead(r)
			got, err := io.ReadAll(a)
			if err != nil || !bytes.Equal(got, data) {
				t.Errorf("%d bytes, %s: got %d, %v", size, name, len(got), err)
			}
			a.Close()
		}
	}
}

// TestAheadError: an error comes after all data before it, and stays.
func TestAheadError(t *testing.T) {
	broken := errors.New("broken")
	for _, size := range []int{0, 5, 3 * bufferSize} {
		for _, fault := range []error{broken, io.ErrUnexpectedEOF} {
			a := newAhead(io.MultiReader(bytes.NewReader(make([]byte, size)), iotest.ErrReader(fault)))
			got, err := io.ReadAll(a)
			if len(got) != size || !errors.Is(err, fault) {
				t.Errorf("got %d of %d bytes and %v, want %v", len(got), size, err, fault)
			}
			if _, again := a.Read(make([]byte, 1)); !errors.Is(again, fault) {
				t.Errorf("then %v, want %v again", again, fault)
			}
			a.Close()
		}
	}
}

// TestAheadClose: closing early ends the goroutine.
func TestAheadClose(t *testing.T) {
	a := newAhead(bytes.NewReader(make([]byte, 100*bufferSize)))
	io.ReadFull(a, make([]byte, 10))
	a.Close()
	a.Close()
}
