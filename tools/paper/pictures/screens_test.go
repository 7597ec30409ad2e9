//go:build unix

package pictures

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"fms-tui/tui/picture"
)

// TestRun makes one picture of the program as it is.
func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("runs a program that is built without the race detector")
	}
	t.Parallel()
	dir := t.TempDir()
	var log bytes.Buffer
	if err := Run(t.Context(), []string{"-only", "data", "-theme", "light", "-o", dir}, nil, &log); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "data-light.png")
	if log.String() != path+"\n" {
		t.Errorf("it says %q", &log)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	if got := img.At(0, 0); got != picture.Grounds["light"].Back {
		t.Errorf("the background is %v", got)
	}
}
