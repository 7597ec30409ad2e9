package architecture_test

import (
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// page is docs/library.md, whose first block of Go is a whole program.
func page(t *testing.T) (program string) {
	t.Helper()
	text, err := os.ReadFile("docs/library.md")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile("(?s)```go\n(package main\n.*?)```").FindSubmatch(text)
	if m == nil {
		t.Fatal("docs/library.md has no program")
	}
	return strings.ReplaceAll(string(m[1]), `"fms-tui/`, `"`+module+"/")
}

// TestLibraryPage: the program of docs/library.md is the executed example of package core.
func TestLibraryPage(t *testing.T) {
	text, err := os.ReadFile("core/library_example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	want := string(text)
	want = regexp.MustCompile(`(?m)^\t// Output:\n(\t//.*\n)+`).ReplaceAllString(want, "")
	want = regexp.MustCompile(`(?m)^(//.*\n)+func Example\(`).ReplaceAllString(want, "func main(")
	want = strings.Replace(want, "package core_test", "package main", 1)
	got, err := format.Source([]byte(page(t)))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("docs/library.md and core/library_example_test.go differ:\n%s\nwant\n%s", got, want)
	}
}

// TestLibraryOutside: a module of its own imports the public packages, without the
// network, and prints the choice that docs/library.md shows.
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
	dir := t.TempDir()
	for name, content := range map[string]string{"go.mod": outside, "go.sum": string(sums), "main.go": page(t)} {
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
	text, err := os.ReadFile("docs/library.md")
	if err != nil {
		t.Fatal(err)
	}
	if len(got) == 0 || !strings.Contains(string(text), "```text\n"+string(got)+"```") {
		t.Errorf("docs/library.md does not show what its program prints:\n%s", got)
	}
}
