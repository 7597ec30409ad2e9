package read

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestChangedWhileRead: a file that another program writes to, or cuts off, while it is
// read is refused, also where every line is whole.
func TestChangedWhileRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "d.csv")
	text := "object,attribute,judgment\n" + strings.Repeat("o,a,1\np,a,2\n", 100_000)
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
		"cut off":   func() error { return os.Truncate(path, int64(len(text)-600_000)) },
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
			}{io.MultiReader(io.LimitReader(f, 1000), late{change}, f), f}, nil
		}
		_, err := Open(context.Background(), Query{Data: []Source{s}})
		if changed := err != nil && strings.Contains(err.Error(), path) && strings.Contains(err.Error(), "it changed while it was read"); changed != (name != "as it was") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// late does something when it is read, and holds nothing.
type late struct{ do func() error }

func (l late) Read([]byte) (int, error) {
	if err := l.do(); err != nil {
		return 0, err
	}
	return 0, io.EOF
}
