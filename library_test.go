package architecture_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fms-tui/sampledata"
)

// page is docs/dev/library.md, whose first block of Go is a whole program.
func page(t *testing.T) (program string) {
	t.Helper()
	text, err := os.ReadFile("docs/dev/library.md")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile("(?s)```go\n(package main\n.*?)```").FindSubmatch(text)
	if m == nil {
		t.Fatal("docs/dev/library.md has no program")
	}
	return strings.ReplaceAll(string(m[1]), `"fms-tui/`, `"`+module+"/")
}

// TestLibraryOutside: a module of its own imports the public packages, without the
// network, reads the sample bodies, and prints what docs/dev/library.md shows.
func TestLibraryOutside(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile("go.sum")
	if err != nil {
		t.Fatal(err)
	}
	// The requirements are the module's own, so that nothing has to be looked up.
	_, rest, _ := strings.Cut(string(mod), "\n")
	rest = regexp.MustCompile(`(?ms)^tool \(.*?^\)\n|^tool .*?\n`).ReplaceAllString(rest, "")
	outside := "module example.org/outside\n" + rest +
		"\nrequire " + module + " v0.0.0\n\nreplace " + module + " => " + here + "\n"
	sample, err := sampledata.Get("bodies")
	if err != nil {
		t.Fatal(err)
	}
	packed, err := gzip.NewReader(bytes.NewReader(sample.Files[0].Data))
	if err != nil {
		t.Fatal(err)
	}
	judgments, err := io.ReadAll(packed)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, content := range map[string]string{
		"go.mod": outside, "go.sum": string(sums), "main.go": page(t),
		"judgments.csv": string(judgments), "labels.csv": string(sample.Files[1].Data),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.Command("go", "run", ".")
	run.Dir = dir
	run.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod", "GOPROXY=off", "GOWORK=off")
	got, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, got)
	}
	text, err := os.ReadFile("docs/dev/library.md")
	if err != nil {
		t.Fatal(err)
	}
	if len(got) == 0 || !strings.Contains(string(text), "```text\n"+string(got)+"```") {
		t.Errorf("docs/dev/library.md does not show what its program prints:\n%s", got)
	}
}
