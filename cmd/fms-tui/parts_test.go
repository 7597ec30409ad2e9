package main

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// partRows are judgments of 60 objects by raters who are no panel, one object after another.
func partRows() (header string, rows []string) {
	rng := rand.New(rand.NewPCG(1, 1))
	for o := range 60 {
		y := rng.NormFloat64()
		for a := range 4 {
			x := y*float64(a)/4 + rng.NormFloat64()
			for r := range 2 {
				rows = append(rows, fmt.Sprintf("o%d,q%d,w%d,%.3f,%.2f", o, a, (o+r)%55, x+rng.NormFloat64(), y))
			}
		}
	}
	return "object,attribute,rater,judgment,label", rows
}

// inParts runs a command with parts of 100 judgments.
func inParts(t *testing.T, stdin string, args ...string) (status int, out, said string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	p := &program{stdin: strings.NewReader(stdin), stdout: &stdout, stderr: &stderr, now: time.Now, partSize: func(int) int { return 100 }}
	status = p.execute(t.Context(), args)
	return status, stdout.String(), stderr.String()
}

// sameFigures compares tables as far as moments have them, numbers to nine digits.
func sameFigures(a, b string) bool {
	fields := func(text string) (all []string) {
		for _, line := range slices.Sorted(strings.Lines(text)) { // shards see attributes in an order of their own
			known, _, _ := strings.Cut(line, ",,,") // seen losses and refits need judgments
			all = append(all, strings.Split(strings.TrimSpace(known), ",")...)
		}
		return all
	}
	return slices.EqualFunc(fields(a), fields(b), func(x, y string) bool {
		v, err := strconv.ParseFloat(x, 64)
		w, not := strconv.ParseFloat(y, 64)
		if err != nil || not != nil {
			return x == y
		}
		return math.Abs(v-w) <= 1e-9*max(1, math.Abs(w))
	})
}

// TestParts: sums of parts give the answer of the judgments, whether rows of an object come
// together or not, in a file or on stdin.
func TestParts(t *testing.T) {
	header, rows := partRows()
	dir := t.TempDir()
	write := func(name string, rows []string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(header+"\n"+strings.Join(rows, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	sorted := write("sorted.csv", rows)
	rand.New(rand.NewPCG(2, 2)).Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	shuffled := write("shuffled.csv", rows)
	for _, path := range []string{sorted, shuffled} {
		ask := []string{"select", path, "--budget", "10", "--quiet", "--no-honest", "--form", "csv"}
		status, want, said := inParts(t, "", ask...)
		if status != statusDone {
			t.Fatal(said)
		}
		file := filepath.Join(dir, "x.moments")
		if status, _, said := inParts(t, "", "moments", path, "-o", file, "--quiet"); status != statusDone {
			t.Fatal(said)
		}
		if status, got, said := inParts(t, "", "select", file, "--budget", "10", "--quiet", "--no-honest", "--form", "csv"); status != statusDone || !sameFigures(got, want) {
			t.Errorf("moments of %s: %s%s\njudgments: %s", path, got, said, want)
		}
	}
	content, err := os.ReadFile(shuffled)
	if err != nil {
		t.Fatal(err)
	}
	var pieces []io.Reader
	for piece := range slices.Chunk(content, 1000) {
		pieces = append(pieces, bytes.NewReader(piece))
	}
	var stdout, stderr bytes.Buffer
	p := &program{stdin: io.MultiReader(pieces...), stdout: &stdout, stderr: &stderr, now: time.Now, partSize: func(int) int { return 100 }, pipedInRAM: 1500}
	file := filepath.Join(dir, "piped.moments")
	if status := p.execute(t.Context(), []string{"moments", "-", "-o", file, "--quiet"}); status != statusDone || len(p.piped["stdin"].stored) < 9 {
		t.Errorf("stdin read twice, from a file: status %d, %s", status, stderr.String())
	}
}

// TestStreamed: select sums a large file while it reads, without being told to, and gives the
// figures of the judgments; what needs the judgments reads the file again, and says so.
func TestStreamed(t *testing.T) {
	header, rows := partRows()
	path := filepath.Join(t.TempDir(), "large.csv")
	if err := os.WriteFile(path, []byte(header+"\n"+strings.Join(rows, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ask := func(from int64, more ...string) (status int, out, said string) {
		var stdout, stderr bytes.Buffer
		p := &program{stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr, now: time.Now, partSize: func(int) int { return 100 }, streamedFrom: from}
		status = p.execute(t.Context(), append([]string{"select", path, "--budget", "10", "--no-honest", "--form", "csv"}, more...))
		return status, stdout.String(), stderr.String()
	}
	_, want, said := ask(0)
	if strings.Contains(said, "is large") {
		t.Error(said)
	}
	if status, got, said := ask(1000); status != statusDone || !strings.Contains(said, "sums are kept instead of judgments") || got == want || !sameFigures(got, want) {
		t.Errorf("streamed: %s%s\nof judgments: %s", got, said, want)
	}
	whole, want, _ := ask(0, "--raters", "fixed")
	if status, got, said := ask(1000, "--raters", "fixed"); status != whole || !strings.Contains(said, "read again") || got != want {
		t.Errorf("a panel: %d %s%s\nof judgments: %d %s", status, got, said, whole, want)
	}
}

// TestTooLargeRow: the finding about values too large names the line of the file, whether the
// judgments are kept or summed while the file is read, in one part, sorted or not.
func TestTooLargeRow(t *testing.T) {
	header, rows := partRows()
	rows[411] = regexp.MustCompile(`^([^,]*,[^,]*,[^,]*,)[^,]*`).ReplaceAllString(rows[411], "${1}-1e200")
	object, _, _ := strings.Cut(rows[411], ",")
	shuffled := slices.Clone(rows)
	for i := range shuffled {
		j := i * 7919 % len(rows)
		shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
	}
	for name, order := range map[string][]string{"sorted.csv": rows, "shuffled.csv": shuffled} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(header+"\n"+strings.Join(order, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		line := 2 + slices.Index(order, rows[411])
		for _, from := range []int64{0, 1000} {
			var stdout, stderr bytes.Buffer
			p := &program{stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr, now: time.Now, partSize: func(int) int { return 100 }, streamedFrom: from}
			p.execute(t.Context(), []string{"select", path, "--budget", "10", "--no-honest", "--json"})
			for _, want := range []string{`"row": ` + strconv.Itoa(line), `"object": "` + object + `"`, fmt.Sprintf("up to 1e+200 (%s, line %d of %s)", object, line, path)} {
				if !strings.Contains(stdout.String(), want) {
					t.Errorf("%s, streamed from %d: no %s in %s%s", name, from, want, stdout.String(), stderr.String())
				}
			}
		}
	}
}
