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

func put(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

// only fails unless the folder holds these files with these contents.
func only(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != len(want) {
		t.Errorf("%d files, want %d: %v", len(entries), len(want), entries)
	}
	for name, text := range want {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != text {
			t.Errorf("%s holds %q (%v), want %q", name, got, err, text)
		}
	}
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "p.json")
	for _, text := range []string{"first", "second, longer", "3"} {
		if err := export.WriteFile(path, put(text)); err != nil {
			t.Fatal(err)
		}
		only(t, dir, map[string]string{"p.json": text})
	}
}

func TestWriteFileKeepsTheMode(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.json")
	if err := os.WriteFile(path, nil, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := export.WriteFile(path, put("x")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

// TestWriteFileFails: an error or a panic half-way leaves the old file whole
// and nothing beside it.
func TestWriteFileFails(t *testing.T) {
	broken := errors.New("broken off")
	large := strings.Repeat("x", 1<<20) // more than any buffer, so that it reaches the disk
	half := func(end func() error) func(io.Writer) error {
		return func(w io.Writer) error {
			if err := put(large)(w); err != nil {
				return err
			}
			return end()
		}
	}
	for _, old := range []map[string]string{{}, {"p.json": "old"}} {
		dir := t.TempDir()
		path := filepath.Join(dir, "p.json")
		for name, text := range old {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := export.WriteFile(path, half(func() error { return broken })); !errors.Is(err, broken) {
			t.Errorf("error %v, want %v", err, broken)
		}
		only(t, dir, old)
		func() {
			defer func() { _ = recover() }()
			_ = export.WriteFile(path, half(func() error { panic("half-way") }))
		}()
		only(t, dir, old)
	}
}

func TestWriteFileFollowsLinks(t *testing.T) {
	dir, real := t.TempDir(), t.TempDir()
	if err := os.Symlink(filepath.Join(real, "p.json"), filepath.Join(dir, "absolute")); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink("absolute", filepath.Join(dir, "relative")); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"the target is new", "the target is there"} {
		if err := export.WriteFile(filepath.Join(dir, "relative"), put(text)); err != nil {
			t.Fatal(err)
		}
		only(t, real, map[string]string{"p.json": text})
		for _, link := range []string{"absolute", "relative"} {
			if info, err := os.Lstat(filepath.Join(dir, link)); err != nil || info.Mode()&os.ModeSymlink == 0 {
				t.Errorf("%s is no link any more (%v)", link, err)
			}
		}
	}
	if err := os.Symlink("loop", filepath.Join(dir, "loop")); err != nil {
		t.Fatal(err)
	}
	if err := export.WriteFile(filepath.Join(dir, "loop"), put("")); err == nil {
		t.Error("a link to itself is no error")
	}
}

func TestWriteFileErrors(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		filepath.Join(dir, "none", "p.json"): "there is no folder",
		filepath.Join(file, "p.json"):        "not a directory",
		dir:                                  "it is a directory",
		dir + "/":                            "it is a directory",
	} {
		err := export.WriteFile(path, put("x"))
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: error %v, want %q", path, err, want)
		}
	}
	only(t, dir, map[string]string{"file": "old"})
}

func TestWriteFileReadOnly(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everything")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "p.json")
	if err := os.WriteFile(path, []byte("old"), 0o400); err != nil {
		t.Fatal(err)
	}
	if err := export.WriteFile(path, put("x")); !errors.Is(err, os.ErrPermission) {
		t.Errorf("a file that is read-only: %v", err)
	}
	only(t, dir, map[string]string{"p.json": "old"})
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	err := export.WriteFile(filepath.Join(dir, "q.json"), put("x"))
	if !errors.Is(err, os.ErrPermission) || !strings.Contains(err.Error(), "q.json") {
		t.Errorf("a folder that is read-only: %v", err)
	}
}

// TestAbandon: a program that ends in the middle of a write leaves the old file, and no
// other.
func TestAbandon(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	err := export.WriteFile(path, func(w io.Writer) error {
		if _, err := io.WriteString(w, "new"); err != nil {
			return err
		}
		export.Abandon()
		files, err := os.ReadDir(filepath.Dir(path))
		if err != nil || len(files) != 1 {
			t.Errorf("files %v, %v", files, err)
		}
		return nil
	})
	if got, _ := os.ReadFile(path); err == nil || string(got) != "old" {
		t.Errorf("the file has %q, and the error is %v", got, err)
	}
}
