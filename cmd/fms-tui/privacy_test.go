//go:build unix

package main

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// TestNoSocket: no command opens a socket, whatever it does with files. strace sees
// every call of the program, its threads and its children.
func TestNoSocket(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("SKIPPED: strace is not installed, so nobody looks whether the program opens a socket")
	}
	folder := t.TempDir()
	data := beansFile(t)
	trace := filepath.Join(folder, "trace")
	for _, args := range [][]string{
		{"version"},
		{"check", data},
		{"select", data, "--label", "beans", "--budget", "5"},
		{"moments", data, "--label", "beans", "-o", "beans.moments"},
		{"export", data, "--label", "beans", "--budget", "5", "-o", "beans.json"},
		{"predict", "beans.json", data},
		{"plan", data, "--label", "beans", "--budget", "5"},
		{data, "--label", "beans"}, // the screen, which a dumb terminal prints
	} {
		c := real(t, folder, args...)
		c.Args = append([]string{strace, "-f", "-qq", "-e", "trace=%network,process", "-o", trace, c.Path}, args...)
		c.Path = strace
		if said, err := c.CombinedOutput(); err != nil {
			if strings.Contains(string(said), "ptrace") {
				t.Skipf("SKIPPED: programs may not be traced here: %s", said)
			}
			t.Fatalf("%v: %v: %s", args, err, said)
		}
		calls := []byte(content(t, trace))
		if !bytes.Contains(calls, []byte("execve(")) {
			t.Errorf("%v: nothing was traced: %q", args, calls)
		}
		if call := regexp.MustCompile(`(?m)^.*\b(socket|socketpair|connect|bind|sendto|recvfrom)\(.*$`).Find(calls); call != nil {
			t.Errorf("%v: %s", args, call)
		}
	}
}

// TestModes: what is kept of a session is for the user only; what is exported has the
// permissions that the user's umask gives to new files, and a file that was there keeps
// its own.
func TestModes(t *testing.T) {
	u := openUI(t, 120, 40, small(t)...)
	u.send("b7\r")
	u.await(func(screen string) bool { return budget(screen) == "7" })
	u.send("q")
	u.ends(statusDone)
	kept := 0
	err := filepath.WalkDir(u.dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !strings.Contains(path, "fms-tui") {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		if want := map[bool]fs.FileMode{true: 0o700, false: 0o600}[e.IsDir()]; info.Mode().Perm() != want {
			t.Errorf("%s has the permissions %o, want %o", path, info.Mode().Perm(), want)
		}
		kept++
		return nil
	})
	if err != nil || kept < 2 {
		t.Errorf("%d files and folders are kept (%v)", kept, err)
	}

	folder := t.TempDir()
	for _, mask := range []int{0o022, 0o077, 0o027} {
		out := filepath.Join(folder, "out.json")
		_ = os.Remove(out)
		before := syscall.Umask(mask)
		err := real(t, folder, "export", beansFile(t), "--label", "beans", "--budget", "5", "-o", out).Run()
		syscall.Umask(before)
		if info, failed := os.Stat(out); err != nil || failed != nil || info.Mode().Perm() != 0o666&^fs.FileMode(mask) {
			t.Errorf("umask %o: %v, %v, %v", mask, info, err, failed)
		}
	}
	out := filepath.Join(folder, "out.json")
	if err := os.Chmod(out, 0o604); err != nil {
		t.Fatal(err)
	}
	fms(t, "export", beansFile(t), "--label", "beans", "--budget", "6", "-o", out).want(t, statusDone)
	if info, err := os.Stat(out); err != nil || info.Mode().Perm() != 0o604 {
		t.Errorf("a file that was there: %v, %v", info, err)
	}
}
