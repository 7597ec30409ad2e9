package export

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// TestSweep: a write removes what killed runs left, and nothing else.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	ended := exec.Command(os.Args[0], "-test.run", "^$")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	gone, here := ended.ProcessState.Pid(), os.Getpid()
	old := time.Now().Add(-2 * stillness)
	for name, stays := range map[string]bool{
		fmt.Sprintf(".fms-tui-%d-A", gone): false, fmt.Sprintf(".fms-tui-%d-B", here): true,
		".fms-tui-words-C": true, ".fms-tui-": true, fmt.Sprintf("fms-tui-%d-D", gone): true,
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, old, old); err != nil {
			t.Fatal(err)
		}
		if err := WriteFile(filepath.Join(dir, "out"), func(w io.Writer) error { return nil }); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Lstat(path); (err == nil) != stays {
			t.Errorf("%s stays: %v, want %v", name, err == nil, stays)
		}
	}
	fresh := filepath.Join(dir, fmt.Sprintf(".fms-tui-%d-E", gone)) // perhaps another machine's
	if err := os.WriteFile(fresh, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if sweep(dir); !exists(fresh) {
		t.Error("a file that was just written is swept")
	}
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
