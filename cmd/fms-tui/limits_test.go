package main

import (
	"bytes"
	"compress/gzip"
	"context"
	bits "encoding/binary"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
		{"object,attribute,judgment\n", "o,a,1\n", []string{"--limit", "judgments=10K"}, "fms-tui: stdin:10242: holds more than 10240 judgments: sort its rows by object, put it into a database, or read parts of the objects (--shard I/N); the limit is judgments=10K, and --limit judgments=SIZE allows more\n"},
		{"object,attribute,judgment\n", "o,a,1\n", []string{"--limit", "stdin=3M"}, "all of which are kept to be read again: write it to a file, and name the file; the limit is stdin=3M, and --limit stdin=SIZE allows more\n"},
		{`{"object":"o","a":`, "[", nil, "--limit depth=SIZE allows more\n"},
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
	if n := attributesThatFit(8 << 30); n < 1500 || n > 2500 {
		t.Errorf("%d attributes fit into 8 GB", n)
	}
	if n := attributesThatFit(1 << 50); n != mostAttributes {
		t.Errorf("%d attributes fit into a petabyte", n)
	}
	if memory() < 1<<20 {
		t.Errorf("this machine has %d bytes", memory())
	}
}

// TestTrust: a file that is packed over and over is unpacked where the user says so.
func TestTrust(t *testing.T) {
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
	fms(t, "check", path, "--limit", "unpacked=1M").want(t, statusFailed, path+": unpacks to more than 1M bytes", "--trust unpacks it all the same")
	fms(t, "check", path, "--limit", "unpacked=1M", "--trust").want(t, statusDone)
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
		{[]string{"select", data, "--label", "beans", "--costs", costs, "--limit", "line=100K"}, costs + ":2: "},
		{[]string{"select", data, "--label", "beans", "--sheets", sheets, "--limit", "line=100K"}, sheets + ":2: "},
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
	data, err := os.ReadFile(kept)
	if err != nil {
		t.Fatal(err)
	}
	line := bytes.IndexByte(data, '\n') + 1
	bits.LittleEndian.PutUint64(data[line:], 1<<40)
	if err := os.WriteFile(kept, data, 0o600); err != nil {
		t.Fatal(err)
	}
	fms(t, "check", kept).want(t, statusFailed, kept+": unpacks to more than 1G bytes", "--trust unpacks it all the same")
	fms(t, "check", kept, "--trust").want(t, statusFailed, kept+": it is damaged")
}
