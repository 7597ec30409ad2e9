package read

import (
	"io"
	"strings"
	"testing"
)

type panicking struct{}

func (panicking) Read([]byte) (int, error) { panic("window out of range") }

// TestAheadPanic: a decompressor that panics in the goroutine that reads ahead is an
// error of the file, and not the end of the program.
func TestAheadPanic(t *testing.T) {
	a := newAhead(io.MultiReader(strings.NewReader("first,line\n"), panicking{}))
	data, err := io.ReadAll(a)
	if err == nil || !strings.Contains(err.Error(), "damaged: window out of range") {
		t.Errorf("read %d bytes, %v", len(data), err)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
}
