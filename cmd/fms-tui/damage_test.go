//go:build unix

package main

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fms-tui/internal/fresh"
)

// kills is how many programs TestKills ends while they write.
var kills = flag.Int("kills", 12, "programs that TestKills ends in the middle")

// real runs the program as a process of its own in a folder.
func real(t *testing.T, folder string, args ...string) *exec.Cmd {
	t.Helper()
	c := exec.Command(filepath.Join(binary(t), "fms-tui"), args...)
	c.Dir, c.Env = folder, []string{"HOME=" + filepath.Dir(folder), "PATH=" + os.Getenv("PATH"), "TMPDIR=" + folder, "TERM=dumb"}
	return c
}

// TestKills: a program that is killed at any moment while it writes leaves the old file
// or the new one, whole.
//
//	go test ./cmd/fms-tui -run '^TestKills$' -timeout 0 -kills 1000
func TestKills(t *testing.T) {
	folder := t.TempDir()
	data := beansFile(t)
	jobs := [][]string{
		{"moments", data, "--label", "beans", "-o", "out"},
		{"export", data, "--label", "beans", "--budget", "5", "--form", "json", "-o", "out"},
		{"select", data, "--label", "beans", "--json", "-o", "out"},
	}
	seed := fresh.Seed(t, 2600)
	half := 0
	begun := time.Now()
	if err := real(t, folder, jobs[0]...).Run(); err != nil {
		t.Fatal(err)
	}
	usual := time.Since(begun)
	for n := range *kills {
		job := jobs[n%len(jobs)]
		whole := func(text []byte) bool { // of a program that was not killed, but for the times in it
			return len(text) > 0 && (job[0] == "moments" && fms(t, "check", filepath.Join(folder, "out")).status == statusDone ||
				job[0] != "moments" && bytes.HasSuffix(bytes.TrimSpace(text), []byte("}")) && bytes.HasPrefix(text, []byte("{")))
		}
		out := filepath.Join(folder, "out")
		writeText(t, out, "old")
		c := real(t, folder, job...)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(seed, uint64(n)))
		// Half of them as soon as a temporary file exists, the others at any moment.
		if wait := time.Duration(rng.Float64() * 1.5 * float64(usual)); n%2 == 0 {
			time.Sleep(wait)
		} else {
			for end := time.Now().Add(2 * time.Second); time.Now().Before(end) && entries(t, folder) < 2 && c.Process.Signal(nil) == nil; {
				time.Sleep(50 * time.Microsecond)
			}
		}
		_ = c.Process.Kill()
		_ = c.Wait()
		text, err := os.ReadFile(out)
		if err != nil || string(text) != "old" && !whole(text) {
			t.Fatalf("kill %d of %v: %d bytes are left (%v)", n, job, len(text), err)
		}
		if string(text) == "old" {
			half++
		}
		for _, e := range filesIn(t, folder) {
			if e != "out" {
				_ = os.RemoveAll(filepath.Join(folder, e))
			}
		}
	}
	t.Logf("%d kills, %d before the new file was there", *kills, half)
	if half == 0 || *kills >= 100 && half == *kills {
		t.Errorf("of %d kills %d came before the new file was there: nothing was tried", *kills, half)
	}
}

func filesIn(t *testing.T, folder string) []string {
	t.Helper()
	list, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range list {
		out = append(out, e.Name())
	}
	return out
}

func entries(t *testing.T, folder string) int { return len(filesIn(t, folder)) }

// TestFullDisk: where a disk is full or a folder takes no file, the old file stays as it
// was, nothing half written is left, and one sentence says what happened.
func TestFullDisk(t *testing.T) {
	data := beansFile(t)
	for _, job := range [][]string{
		{"moments", data, "--label", "beans", "-o", "out"},
		{"export", data, "--label", "beans", "--budget", "5", "--form", "json", "-o", "out"},
		{"select", data, "--label", "beans", "--json", "-o", "out"},
	} {
		job = append(job[:1:1], append([]string{"--force"}, job[1:]...)...)
		direct := append(job[:len(job)-1:len(job)-1], "/dev/full")
		fms(t, direct...).want(t, statusFailed, "/dev/full", "no space left on device")
		fms(t, append(job[:len(job)-1:len(job)-1], "/proc/fms-tui")...).want(t, statusFailed, "/proc/fms-tui")

		folder := t.TempDir() // a disk of its own of 16 KB, of which 12 are taken
		script := `mount -t tmpfs -o size=16k none "$0" && printf old >"$0/out" && head -c 12000 /dev/zero >"$0/rest" && cd "$0" && "$@"; status=$?; cat out; echo; ls -A; exit $status`
		c := exec.Command("unshare", append([]string{"-rm", "sh", "-c", script, folder, filepath.Join(binary(t), "fms-tui")}, job...)...)
		c.Env = []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH")}
		var stdout, stderr bytes.Buffer
		c.Stdout, c.Stderr = &stdout, &stderr
		if err := c.Run(); err != nil && (strings.Contains(stderr.String(), "mount") || c.ProcessState == nil || strings.Contains(stderr.String(), "unshare")) {
			t.Logf("SKIPPED: no small disk can be mounted here: %v %s", err, &stderr)
			continue
		}
		small := c.ProcessState.ExitCode() == statusDone // it fits
		if !small && (stdout.String() != "old\nout\nrest\n" || strings.Count(stderr.String(), "fms-tui: cannot write") != 1 || !strings.Contains(stderr.String(), "no space left on device")) {
			t.Errorf("%v on a full disk leaves %q and says %s", job, &stdout, &stderr)
		}
		if small && job[0] != "export" {
			t.Errorf("%v fits on 4 KB: %s", job, &stdout)
		}
	}
}

// TestCutOffInputs: moments files and predictors that end too early, at any byte, are
// refused with one sentence that names the file.
func TestCutOffInputs(t *testing.T) {
	folder := t.TempDir()
	data := beansFile(t)
	kept, predictor := filepath.Join(folder, "beans.moments"), filepath.Join(folder, "beans.json")
	fms(t, "moments", data, "--label", "beans", "-o", kept).want(t, statusDone)
	fms(t, "export", data, "--label", "beans", "--budget", "5", "-o", predictor).want(t, statusDone)
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 2601), 1))
	for _, path := range []string{kept, predictor} {
		text := []byte(content(t, path))
		for range fresh.Share(20) {
			cut := filepath.Join(folder, "cut"+filepath.Ext(path))
			if err := os.WriteFile(cut, text[:rng.IntN(len(bytes.TrimSpace(text)))], 0o600); err != nil {
				t.Fatal(err)
			}
			args := []string{"select", cut}
			if path == predictor {
				args = []string{"predict", cut, data}
			}
			r := fms(t, args...)
			if r.status != statusFailed || !strings.HasPrefix(r.stderr, "fms-tui: "+cut) || strings.Count(r.stderr, "\n") != 1 {
				t.Errorf("%s: status %d, %s", filepath.Base(cut), r.status, r.stderr)
			}
		}
	}
}
