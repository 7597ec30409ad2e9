package read

import (
	"os"
	"runtime"
	"testing"
)

// TestUnnamed: no name leads to the file, so that it ends with the process.
func TestUnnamed(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	f, err := Unnamed()
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteAt([]byte("judgments"), 0); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(dir); runtime.GOOS != "windows" && (err != nil || len(left) > 0) {
		t.Errorf("%v, %v", left, err)
	}
	t.Setenv("TMPDIR", "/no/such/folder")
	if _, err := Unnamed(); runtime.GOOS != "windows" && err == nil {
		t.Error("a folder that is not there is written to")
	}
}
