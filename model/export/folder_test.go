package export_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fms-tui/model/export"
)

// TestWriteFolder: a folder is written whole, as a new folder or over an empty folder.
// A failed write leaves nothing.
func TestWriteFolder(t *testing.T) {
	text := func(s string) func(io.Writer) error {
		return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
	}
	files := []export.File{{Path: "a.txt", Write: text("1")}, {Path: "b/.c/d.txt", Write: text("2")}}
	broken := []export.File{files[0], {Path: "b", Write: func(io.Writer) error { return errors.New("broken") }}}
	for name, c := range map[string]struct {
		path  string
		files []export.File
		says  string
	}{
		"new":          {"new", files, ""},
		"with a slash": {"slash/", files, ""},
		"empty":        {"empty", files, ""},
		"full":         {"full", files, "it holds files already; name a new folder"},
		"a file":       {"file", files, "it is a file"},
		"no parent":    {"no/such", files, "there is no folder"},
		"failing":      {"failing", broken, "broken"},
		"over empty":   {"empty", broken, "broken"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for _, d := range []string{"empty", "full"} {
				if err := os.Mkdir(filepath.Join(dir, d), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			for _, f := range []string{"file", "full/x"} {
				if err := os.WriteFile(filepath.Join(dir, f), nil, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			err := export.WriteFolder(filepath.Join(dir, c.path), c.files)
			if c.says != "" {
				entries, _ := os.ReadDir(dir)
				inside, _ := os.ReadDir(filepath.Join(dir, "full"))
				if err == nil || !strings.Contains(err.Error(), c.says) || len(entries) != 3 || len(inside) != 1 {
					t.Errorf("%v; %v", err, entries)
				}
				return
			}
			got, readErr := os.ReadFile(filepath.Join(dir, c.path, "b", ".c", "d.txt"))
			if err != nil || readErr != nil || string(got) != "2" {
				t.Errorf("%v, %v, %q", err, readErr, got)
			}
		})
	}
}
