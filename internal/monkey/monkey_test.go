//go:build unix

package monkey

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

var (
	events  = flag.Int("events", 400, "events that the monkey sends, all in all")
	visit   = flag.Int("visit", 5000, "events between a start of the program and its end")
	seed    = flag.Uint64("seed", 1, "what events are drawn by")
	race    = flag.Bool("race-program", false, "build the program with the race detector")
	patient = flag.Duration("patience", time.Minute, "within which the program takes input")
)

// TestMonkey: the program takes input after whatever was typed, ends by the key and by
// signals, and leaves the terminal as it was.
func TestMonkey(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the program")
	}
	folder := t.TempDir()
	program, err := Program(folder, *race)
	if err != nil {
		t.Fatal(err)
	}
	env := append([]string{"TERM=xterm-256color", "COLORTERM=truecolor", "HOME=" + folder, "GORACE=atexit_sleep_ms=0"}, "PATH="+os.Getenv("PATH"))
	sample := exec.Command(program, "sample", "beans", "--quiet")
	sample.Dir, sample.Env = folder, env
	if out, err := sample.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	ways := []os.Signal{nil, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP}
	for n, left := uint64(0), *events; left > 0; n++ {
		v := Visit{
			Seed: *seed + n, Events: min(left, *visit), Leave: ways[n%4], Patience: *patient,
			Dump: filepath.Join(os.TempDir(), "fms-tui-monkey.txt"),
			Command: func() *exec.Cmd {
				c := exec.Command(program, "beans.csv", "--label", "beans", "--bootstrap", "20")
				c.Dir, c.Env = folder, env
				return c
			},
		}
		if err := v.Run(); err != nil {
			t.Fatalf("visit %d: %v", n, err)
		}
		left -= v.Events
		t.Logf("%d of %d events", *events-left, *events)
	}
}
