//go:build unix

package main

import (
	"bytes"
	"compress/gzip"
	"context"
	bits "encoding/binary"
	"errors"
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
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// yes repeats a line for ever.
type yes struct {
	line string
	at   int
	read int64
}

func (y *yes) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = y.line[y.at%len(y.line)]
		y.at++
	}
	y.read += int64(len(p))
	return len(p), nil
}

// TestEndlessStdin: what never ends on stdin is refused, by its beginning or by a
// limit, with one error that names the flag.
func TestEndlessStdin(t *testing.T) {
	for _, c := range []struct {
		head, line string
		args       []string
		want       string
	}{
		{"", "y\n", nil, "stdin:1: "},
		{"", "\x00", nil, "stdin:1: holds a NUL byte"},
		{"object,attribute,judgment\n", "o,a,1\n", []string{"--limit", "judgments=10K"}, "fms-tui: stdin:10242: holds more than 10K judgments: sort its rows by object, put it into a database, or read parts of the objects (--shard I/N); the limit is judgments=10K, and --limit judgments=SIZE allows more\n"},
		{"object,attribute,judgment\n", "o,a,1\n", []string{"--limit", "stdin=3M"}, "all of which are kept to be read again: write it to a file, and name the file; the limit is stdin=3M, and --limit stdin=SIZE allows more\n"},
		{`{"object":"o","a":`, "[", nil, "exceeded max depth"},
		{`{"object":"o","a":[`, "1,\n", []string{"--limit", "record=1M"}, "--limit record=SIZE allows more\n"},
	} {
		endless := &yes{line: c.line}
		var out, stderr bytes.Buffer
		args := append([]string{"check", "-", "--quiet"}, c.args...)
		status := run(context.Background(), args, io.MultiReader(strings.NewReader(c.head), endless), &out, &stderr, nil)
		if status != statusFailed || !strings.Contains(stderr.String(), c.want) || strings.Count(stderr.String(), "fms-tui: ") != 1 {
			t.Errorf("%q: status %d, %s", c.line, status, stderr.String())
		}
		if endless.read > 16<<20 {
			t.Errorf("%q: %d bytes were read", c.line, endless.read)
		}
	}
}

// TestManyAttributes are refused before matrices of them take memory, with the
// number that fits.
func TestManyAttributes(t *testing.T) {
	var b strings.Builder
	b.WriteString("object,attribute,judgment\n")
	for i := range 6000 {
		b.WriteString("o,a" + strings.Repeat("x", i%7) + string(rune('a'+i%26)) + strings.Repeat("y", i/26) + ",1\n")
	}
	path := file(t, "many.csv", b.String())
	r := fms(t, "check", path)
	r.want(t, statusFailed, path+":", "holds more than ", " attributes", "--limit attributes=SIZE allows more")
	fms(t, "check", path, "--limit", "attributes=10").want(t, statusFailed, "more than 10 attributes")
}

// TestUnpacked: a file that is packed over and over is unpacked where the user says so.
func TestUnpacked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "d.csv.gz")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	z := gzip.NewWriter(f)
	_, _ = io.WriteString(z, "object,attribute,judgment,y\n"+strings.Repeat("o,a,1,1\n", 1<<18)+"p,a,2,2\np,a,1,2\n")
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	f.Close()
	fms(t, "check", path, "--limit", "unpacked=1M").want(t, statusFailed, path+": unpacks to more than 1M bytes", "--limit unpacked=SIZE allows more")
	fms(t, "check", path, "--limit", "unpacked=100M").want(t, statusDone)
	fms(t, "check", path, "--limit", "size=1M").want(t, statusMisused, `--limit: there is no limit "size": the names are line=64M, cells=100000,`)
}

// TestLimitsOfEveryFile: files of prices and forms, and moments files, have the limits
// that the user set.
func TestLimitsOfEveryFile(t *testing.T) {
	data := beansFile(t)
	costs := file(t, "costs.csv", "attribute,cost\n"+strings.Repeat(" ", 300_000)+"*,2\n")
	sheets := file(t, "sheets.csv", "sheet,attribute,price\n"+strings.Repeat(" ", 300_000)+"form,*,2\n")
	kept := filepath.Join(t.TempDir(), "beans.moments")
	fms(t, "moments", data, "--label", "beans", "-o", kept).want(t, statusDone)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"select", data, "--label", "beans", "--cost", costs, "--limit", "line=100K"}, costs + ":2: "},
		{[]string{"select", data, "--label", "beans", "--sheet", sheets, "--limit", "line=100K"}, sheets + ":2: "},
		{[]string{"select", kept, "--limit", "attributes=2"}, kept + ": holds more than 2 attributes"},
	} {
		fms(t, c.args...).want(t, statusFailed, c.want, "--limit "+map[bool]string{true: "attributes", false: "line"}[c.args[1] == kept]+"=SIZE allows more")
	}
}

// TestMomentsBomb: a moments file of much more than its bytes is refused before it is
// unpacked.
func TestMomentsBomb(t *testing.T) {
	kept := filepath.Join(t.TempDir(), "beans.moments")
	fms(t, "moments", beansFile(t), "--label", "beans", "-o", kept).want(t, statusDone)
	data := []byte(content(t, kept))
	line := bytes.IndexByte(data, '\n') + 1
	bits.LittleEndian.PutUint64(data[line:], 1<<40)
	if err := os.WriteFile(kept, data, 0o600); err != nil {
		t.Fatal(err)
	}
	fms(t, "check", kept).want(t, statusFailed, kept+": unpacks to more than 1G bytes", "--limit unpacked=SIZE allows more")
	fms(t, "check", kept, "--limit", "unpacked=4T").want(t, statusFailed, kept+": it is damaged")
}

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
		writeText(t, path, header+"\n"+strings.Join(rows, "\n")+"\n")
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
	content := []byte(content(t, shuffled))
	var pieces []io.Reader
	for piece := range slices.Chunk(content, 1000) {
		pieces = append(pieces, bytes.NewReader(piece))
	}
	var stdout, stderr bytes.Buffer
	p := &program{stdin: io.MultiReader(pieces...), stdout: &stdout, stderr: &stderr, now: time.Now, partSize: func(int) int { return 100 }}
	file := filepath.Join(dir, "piped.moments")
	if status := p.execute(t.Context(), []string{"moments", "-", "-o", file, "--quiet"}); status != statusDone || p.piped["stdin"].size != int64(len(content)) {
		t.Errorf("stdin read twice, from a file: status %d, %s", status, stderr.String())
	}
}

// TestStreamed: select sums a large file while it reads, without being told to, and gives the
// figures of the judgments; what needs the judgments reads the file again, and says so.
func TestStreamed(t *testing.T) {
	header, rows := partRows()
	path := filepath.Join(t.TempDir(), "large.csv")
	writeText(t, path, header+"\n"+strings.Join(rows, "\n")+"\n")
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

// TestCrashReport: a panic ends in one sentence and a file that says where in the
// program it was, without anything of the data.
func TestCrashReport(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var stderr bytes.Buffer
	p := &program{stderr: &stderr}
	func() {
		defer func() { p.tell(reportCrash(caught(recover()))) }()
		crashOn(3.25, "Mrs Jones")
	}()
	m := regexp.MustCompile(`please send (\S+\.txt), which holds no data`).FindStringSubmatch(stderr.String())
	if m == nil || strings.Count(stderr.String(), "\n") != 1 || strings.Contains(stderr.String(), "Jones") {
		t.Fatalf("stderr: %s", &stderr)
	}
	info, err := os.Stat(m[1])
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("%v, %v", info, err)
	}
	text := []byte(content(t, m[1]))
	for _, want := range []string{tool(), "no attribute \"…\"", "limits_test.go:", "crashOn(…)"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the report lacks %q:\n%s", want, text)
		}
	}
	for _, secret := range []string{"Jones", "0x400a", "3.25"} {
		if strings.Contains(string(text), secret) {
			t.Errorf("the report holds %q:\n%s", secret, text)
		}
	}
}

//go:noinline
func crashOn(x float64, name string) {
	if x > 0 {
		panic(fmt.Sprintf("no attribute %q", name))
	}
}

// TestLargeAmounts: amounts that nobody can compute are refused before work begins, or
// go on with progress, and an end at once.
func TestLargeAmounts(t *testing.T) {
	data := beansFile(t)
	for _, c := range []struct{ args, want string }{
		{"--budget 2000000", "a budget of 2000000 buys up to 2000000 judgments of every object: at most 1000000 are computed"},
		{"--min beautiful=1000000 --min round-jar=2", "the least judgments asked for cost 1000002, as much as 1000002 of the cheapest: at most 1000000 are computed"},
	} {
		fms(t, append([]string{"select", data, "--label", "beans"}, strings.Fields(c.args)...)...).want(t, statusFailed, c.want)
	}

	ctx, cancel := context.WithCancelCause(context.Background())
	interrupted := errors.New("interrupted by the test")
	heard := 0
	p := &program{stdin: strings.NewReader(""), stdout: new(bytes.Buffer), stderr: new(bytes.Buffer), now: time.Now}
	p.reported = func(stage string, done, of int) {
		if strings.HasPrefix(stage, "resampling") && of == 100_000 {
			heard++
			cancel(interrupted)
		}
	}
	if status := p.execute(ctx, append([]string{"select", "--budget", "6", "--bootstrap", "100000", "--algorithm", "full", "--label", "height", "--no-honest"}, sampleArgs(t, "bodies")...)); status != statusFailed {
		t.Errorf("status %d", status)
	}
	if heard == 0 || heard > 3 {
		t.Errorf("%d reports", heard)
	}
}

// TestInterruptedFold: an interrupt while the third fold is learned from ends the command;
// at most the folds that are under way are finished.
func TestInterruptedFold(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	var after, folds atomic.Int64
	p := &program{stdin: strings.NewReader(""), stdout: new(bytes.Buffer), stderr: new(bytes.Buffer), now: time.Now}
	p.reported = func(stage string, done, of int) {
		if ctx.Err() != nil {
			after.Add(1)
		}
		if strings.HasPrefix(stage, "learning without") && done == 3 {
			folds.Store(int64(of))
			cancel(signalled{syscall.SIGINT})
		}
	}
	status := p.execute(ctx, append([]string{"select", "--label", "height"}, sampleArgs(t, "bodies")...))
	if status != statusSignal+int(syscall.SIGINT) || folds.Load() != 10 {
		t.Errorf("status %d, interrupted in one of %d folds", status, folds.Load())
	}
	if after.Load() > 10 { // two processors finish a fold each; no other stage begins
		t.Errorf("%d reports after the interrupt", after.Load())
	}
}

// TestStdinIsData: without a command a file on stdin is what is read, and an empty one is not.
func TestStdinIsData(t *testing.T) {
	for content, want := range map[string]string{"object,attribute,judgment,gold\no,a,1,1\no,a,2,1\np,a,2,2\np,a,3,2\nq,a,5,4\nq,a,4,4\n": "stdin: 3 objects", "": "hanna: 1,056"} {
		in, err := os.Open(file(t, "d.csv", content))
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		var stdout, stderr bytes.Buffer
		p := &program{stdin: in, stdout: &stdout, stderr: &stderr, now: time.Now}
		if status := p.execute(t.Context(), []string{"--no-honest", "--no-state"}); status != statusDone || !strings.Contains(stdout.String()+stderr.String(), want) {
			t.Errorf("%q: status %d, %s%s, want %s", content, status, stdout.String(), stderr.String(), want)
		}
	}
}
