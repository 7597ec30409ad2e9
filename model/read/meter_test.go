package read

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestMeter: at the end all bytes and nearly all rows are counted, of a file its size is
// known, and the time left follows from the share.
func TestMeter(t *testing.T) {
	text := "object,attribute,judgment\n" + strings.Repeat("o,a,1\np,a,2\n", 3000)
	path := filepath.Join(t.TempDir(), "rows.csv")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	m := new(Meter)
	if p := m.Progress(); p != (Progress{}) || p.Share() != 0 || p.Left(time.Second) != 0 {
		t.Errorf("before: %+v", p)
	}
	if _, err := Open(t.Context(), Query{Data: []Source{File(path)}, Meter: m}); err != nil {
		t.Fatal(err)
	}
	size := int64(len(text))
	if p := m.Progress(); p.File != path || p.Bytes != size || p.Size != size || p.Rows < 6000-rowsBetween || p.Rows > 6000 || p.Share() != 1 {
		t.Errorf("after: %+v", p)
	}
	if left := (Progress{Bytes: 1, Size: 4}).Left(time.Second); left != 3*time.Second {
		t.Errorf("%v left", left)
	}
}
