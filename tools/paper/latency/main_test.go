//go:build unix

package latency

import (
	"bytes"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"fms-tui/internal/session"
)

// TestRun measures a little and looks at the table, not at the times.
func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("runs a program that is built without the race detector")
	}
	var out bytes.Buffer
	err := Run(t.Context(), []string{"-starts", "2", "-drags", "3", "-runs", "1", "-bursts", "1", "-motions", "50", "-rest", "1", "-width", "101", "-height", "25"}, &out, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []string{`fms-tui on a terminal of 101×25, .*`, `start to the first frame\s+2 .*`, `start to the data\s+2 .*`, `a motion to its frame\s+3 .*`, `50 motions to the last frame\s+1 .*`} {
		found := regexp.MustCompile(row).FindString(out.String())
		if found == "" || strings.Contains(found, " -") {
			t.Errorf("no row %s in\n%s", row, out.String())
		}
	}
}

func TestErrors(t *testing.T) {
	fails, err := exec.LookPath("false")
	if err != nil {
		t.Skip(err)
	}
	for args, want := range map[string]string{
		"-program " + fails:          "the program ended",
		"-program ./nonsense":        "no such file",
		"-drags 0":                   "at least 1",
		"-width 99":                  "columns of the terminal from 100",
		"-program " + fails + " now": `does not take "now"`,
		"--nonsense":                 "not defined",
	} {
		var out bytes.Buffer
		if err := Run(t.Context(), strings.Fields(args), &out, io.Discard); err == nil || !strings.Contains(err.Error(), want) || out.Len() > 0 {
			t.Errorf("%s: %v, want %q; printed %q", args, err, want, &out)
		}
	}
}

func TestQuantile(t *testing.T) {
	times := []time.Duration{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	for share, want := range map[float64]time.Duration{0: 1, 0.05: 1, 0.5: 5, 0.9: 9, 0.91: 10, 1: 10} {
		if got := quantile(times, share); got != want {
			t.Errorf("the %v quantile is %d, want %d", share, got, want)
		}
	}
}

func TestSliderOn(t *testing.T) {
	for line, want := range map[string]slider{
		"                 ├──●──┤ judgments an object": {17, 23, 20, 1, "20"},
		" 80 judgments    ┝━━┷━━● judgments":           {17, 23, 23, 1, "20"},
		"                 ●─────┤ judgments":           {17, 23, 17, 1, "20"},
		"                 ┝━━●─┴▲─┤ judgments":         {17, 25, 20, 1, "20"},
	} {
		if got, ok := sliderOn("  WHAT YOU BUY at B = 20   ■ one judgment\n" + line + "\nfooter"); !ok || got != want {
			t.Errorf("%q has %v, want %v", line, got, want)
		}
	}
	if _, ok := sliderOn("WHAT YOU BUY at B = 9\n B = 9\n"); ok {
		t.Error("a slider where there is none")
	}
}

// TestAnother: motions go to all columns that are far enough, and no other.
func TestAnother(t *testing.T) {
	at := slider{first: 8, last: 48}
	random := rand.New(rand.NewPCG(1, 2))
	for x := at.first; x <= at.last; x++ {
		seen := make(map[int]bool)
		for range 2000 {
			next := another(random, at, x)
			if next > x-6 && next < x+6 || next < at.first || next > at.last {
				t.Fatalf("from %d to %d", x, next)
			}
			seen[next] = true
		}
		if len(seen) < 30 {
			t.Errorf("from %d to %d columns only", x, len(seen))
		}
	}
}

// TestProcessor: a program that counts takes processor time, where the system tells.
func TestProcessor(t *testing.T) {
	s, err := session.Start(exec.Command("sh", "-c", `i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; echo counted; read x`), 80, 24)
	if err != nil {
		t.Skip(err)
	}
	defer s.Close()
	if _, err := s.Until(time.Minute, session.Contains("counted")); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat("/proc/self/stat"); err == nil && processorOf(s) <= 0 {
		t.Errorf("counting took %v", processorOf(s))
	}
}
