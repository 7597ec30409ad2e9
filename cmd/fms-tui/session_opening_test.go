//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// slowFile is a pipe that the program opens as a file, and its other end.
func slowFile(t *testing.T) (string, *os.File) {
	path := filepath.Join(t.TempDir(), "slow.csv")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	w, err := os.OpenFile(path, os.O_RDWR, 0) // of both ends, so that it does not wait
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return path, w
}

const slowRows = "object,rater,p,q,label\na,u,1,2,1\na,v,2,2,1\nb,u,3,1,2\nb,v,4,3,2\nc,u,5,2,4\nc,v,4,1,4\nd,u,2,5,3\nd,v,2,4,3\n"

// TestOpening: what takes long to read shows itself, and the program when all is read.
func TestOpening(t *testing.T) {
	path, w := slowFile(t)
	u := on(t, 100, 30, command(t, nil, path, "--bootstrap", "0"))
	if _, err := w.WriteString(slowRows); err != nil {
		t.Fatal(err)
	}
	u.awaitText("Reading slow.csv …", "0.0 MB", "esc cancel")
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	u.await(func(screen string) bool { return footer(screen) && !strings.Contains(screen, "Reading") })
	u.send("q")
	u.ends(statusDone)
}

// TestOpeningLeft: esc, q and ctrl+c leave while a file is read.
func TestOpeningLeft(t *testing.T) {
	for _, key := range []string{"\x1b", "q", "\x03"} {
		path, w := slowFile(t)
		u := on(t, 100, 30, command(t, nil, path))
		if _, err := w.WriteString(slowRows); err != nil {
			t.Fatal(err)
		}
		u.awaitText("Reading slow.csv …")
		u.send(key)
		u.ends(statusDone)
	}
}
