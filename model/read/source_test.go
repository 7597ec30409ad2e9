package read

import (
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

type panicking struct{}

func (panicking) Read([]byte) (int, error) { panic("window out of range") }

// TestUnpackingPanic: a decompressor that panics is an error of the file, behind the data before
// it, and not the end of the program.
func TestUnpackingPanic(t *testing.T) {
	u := &unpacking{r: io.MultiReader(strings.NewReader("first,line\n"), panicking{}), from: new(stored)}
	data, err := io.ReadAll(u)
	if string(data) != "first,line\n" || err == nil || !strings.Contains(err.Error(), "damaged: window out of range") {
		t.Errorf("read %q, %v", data, err)
	}
}

// TestChangedWhileRead: a file that another program writes to, or cuts off, while it is
// read is refused, also where every line is whole.
func TestChangedWhileRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "d.csv")
	text := "object,attribute,judgment\n" + strings.Repeat("o,a,1\np,a,2\n", 20_000)
	for name, change := range map[string]func() error{
		"grown": func() error {
			f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			defer f.Close()
			_, err = io.WriteString(f, "q,a,3\n")
			return err
		},
		"cut off":   func() error { return os.Truncate(path, int64(len(text)/2)) },
		"as it was": func() error { return nil },
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s := File(path)
		open := s.Open
		s.Open = func() (io.ReadCloser, error) {
			f, err := open()
			if err != nil {
				return nil, err
			}
			return &struct {
				io.Reader
				io.Closer
				stated
			}{io.MultiReader(io.LimitReader(f, 1000), late{change}, f), f, f.(stated)}, nil
		}
		_, err := Open(context.Background(), Query{Data: []Source{s}})
		if changed := err != nil && strings.Contains(err.Error(), path) && strings.Contains(err.Error(), "it changed while it was read"); changed != (name != "as it was") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// stated is a file that says how large it is.
type stated interface{ Stat() (fs.FileInfo, error) }

// late does something when it is read, and holds nothing.
type late struct{ do func() error }

func (l late) Read([]byte) (int, error) {
	if err := l.do(); err != nil {
		return 0, err
	}
	return 0, io.EOF
}

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
