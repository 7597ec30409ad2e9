//go:build unix

package export_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"fms-tui/model/export"
)

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
	if err := export.WriteFile(path, put("x")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(path); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Fatalf("the pipe was replaced: %v, %v", info, err)
	}
	got := make([]byte, 1)
	if _, err := io.ReadFull(pipe, got); err != nil || string(got) != "x" {
		t.Errorf("the pipe holds %q, %v", got, err)
	}
}

// TestWriteFileFull: run it only as a user who cannot replace the device.
func TestWriteFileFull(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil || os.Geteuid() == 0 {
		t.Skip("no full device that is safe to write to")
	}
	if err := export.WriteFile("/dev/full", put("x")); err == nil || !strings.Contains(err.Error(), "cannot write /dev/full") {
		t.Errorf("a full disk: %v", err)
	}
}
