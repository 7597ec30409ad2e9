//go:build unix

package export_test

import (
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"fms-tui/model/export"
)

func put(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

// only fails unless the folder holds these files with these contents.
func only(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	got := make(map[string]string)
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		text, _ := os.ReadFile(filepath.Join(dir, e.Name()))
		got[e.Name()] = string(text)
	}
	if !maps.Equal(got, want) {
		t.Errorf("the folder holds %.80v, want %v", got, want)
	}
}

// TestWriteFile: a file is new or replaced, with its permissions, through links too; nothing is left
// beside it.
func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "p.json"), filepath.Join(t.TempDir(), "absolute")
	for name, to := range map[string]string{link: path, filepath.Join(filepath.Dir(link), "relative"): "absolute"} {
		if err := os.Symlink(to, name); err != nil {
			t.Fatal(err)
		}
	}
	for i, at := range []string{filepath.Join(filepath.Dir(link), "relative"), path, link} {
		text := strings.Repeat("x", 3-i)
		if err := export.WriteFile(at, put(text)); err != nil {
			t.Fatal(err)
		}
		only(t, dir, map[string]string{"p.json": text})
		if info, err := os.Lstat(at); err != nil || (info.Mode()&os.ModeSymlink == 0) != (at == path) || i > 0 && info.Mode().Perm()&0o640 != 0o640 {
			t.Errorf("%s is %v, %v", at, info.Mode(), err)
		}
		if err := os.Chmod(path, 0o640); err != nil {
			t.Fatal(err)
		}
	}
	if err := export.WritePrivate(path, put("")); err != nil {
		t.Fatal(err)
	}
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o600 {
		t.Errorf("a private file is %v", info.Mode())
	}
}

// TestWriteFileFails: an error, a panic or the end of the program half-way leaves the old file whole
// and nothing beside it.
func TestWriteFileFails(t *testing.T) {
	broken := errors.New("broken off")
	for _, old := range []map[string]string{{}, {"p.json": "old"}} {
		dir := t.TempDir()
		path := filepath.Join(dir, "p.json")
		for name, text := range old {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for _, end := range []func() error{
			func() error { return broken }, func() error { panic("half-way") },
			func() error { export.Abandon(); only(t, dir, old); return nil },
		} {
			func() {
				defer func() { _ = recover() }()
				err := export.WriteFile(path, func(w io.Writer) error {
					if err := put(strings.Repeat("x", 1<<20))(w); err != nil { // more than any buffer
						return err
					}
					return end()
				})
				if err == nil || errors.Is(err, broken) != (err.Error() == broken.Error()) {
					t.Errorf("error %v", err)
				}
			}()
			only(t, dir, old)
		}
	}
}

func TestWriteFileErrors(t *testing.T) {
	dir := t.TempDir()
	file, loop := filepath.Join(dir, "file"), filepath.Join(dir, "loop")
	if err := errors.Join(os.WriteFile(file, []byte("old"), 0o400), os.Symlink("loop", loop)); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		filepath.Join(dir, "none", "p.json"): "there is no folder",
		filepath.Join(file, "p.json"):        "not a directory",
		dir:                                  "it is a directory",
		dir + "/":                            "it is a directory",
		loop:                                 "too many",
		file:                                 "permission denied",
	} {
		if path == file && os.Geteuid() == 0 {
			continue // root may write everything
		}
		err := export.WriteFile(path, put("x"))
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: error %v, want %q", path, err, want)
		}
	}
	only(t, dir, map[string]string{"file": "old", "loop": ""})
}

// TestWriteFileToAPipe stands for all that is no regular file. It keeps away
// from /dev: run by root, a defect would replace the machine's own devices.
func TestWriteFileToAPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	// Open for both, so that neither end waits for the other.
	pipe, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer pipe.Close()
	got := make([]byte, 1)
	if err := export.WriteFile(path, put("x")); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(pipe, got); err != nil || string(got) != "x" {
		t.Errorf("the pipe holds %q, %v", got, err)
	}
}

// TestWriteFolder: a folder is written whole, as a new folder or over an empty folder.
// A failed write leaves nothing.
func TestWriteFolder(t *testing.T) {
	files := []export.File{{Path: "a.txt", Write: put("1")}, {Path: "b/.c/d.txt", Write: put("2")}}
	broken := []export.File{files[0], {Path: "b", Write: func(io.Writer) error { return errors.New("broken") }}}
	for _, c := range []struct {
		path  string
		files []export.File
		says  string
	}{
		{"new", files, ""},
		{"slash/", files, ""},
		{"empty", files, ""},
		{"full", files, "it holds files already; name a new folder"},
		{"file", files, "it is a file"},
		{"no/such", files, "there is no folder"},
		{"failing", broken, "broken"},
		{"empty", broken, "broken"},
	} {
		dir := t.TempDir()
		if err := errors.Join(os.Mkdir(filepath.Join(dir, "empty"), 0o700), os.Mkdir(filepath.Join(dir, "full"), 0o700),
			os.WriteFile(filepath.Join(dir, "file"), nil, 0o600), os.WriteFile(filepath.Join(dir, "full/x"), nil, 0o600)); err != nil {
			t.Fatal(err)
		}
		err := export.WriteFolder(filepath.Join(dir, c.path), c.files)
		got, _ := os.ReadFile(filepath.Join(dir, c.path, "b", ".c", "d.txt"))
		entries, _ := os.ReadDir(dir)
		switch {
		case c.says == "" && (err != nil || string(got) != "2"):
			t.Errorf("%s: %v, %q", c.path, err, got)
		case c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says) || len(entries) != 3):
			t.Errorf("%s: %v; %v", c.path, err, entries)
		}
		only(t, filepath.Join(dir, "full"), map[string]string{"x": ""})
	}
}
