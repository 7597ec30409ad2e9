package speed

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fms-tui/model/read"
	"fms-tui/tools/paper/page"
)

// TestRun measures small files once with a program that does nothing, and looks at the table,
// not at the figures.
func TestRun(t *testing.T) {
	fms, err := exec.LookPath("true")
	if err != nil {
		t.Skip(err)
	}
	path := filepath.Join(t.TempDir(), "page.md")
	if err := os.WriteFile(path, []byte("<!-- begin files -->\n<!-- end files -->\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Run(t.Context(), []string{"-runs", "1", "-program", fms, "-divisor", "100", "-only", "files", "-o", path}, nil, io.Discard); err != nil {
		t.Fatal(err)
	}
	filled, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows(100) {
		if !strings.Contains(string(filled), "| "+r.what()+" | `"+r.command+"` | ") {
			t.Errorf("no row %s of %s in\n%s", r.command, r.what(), filled)
		}
	}
	for _, args := range [][]string{{"-runs", "0"}, {"-divisor", "0"}, {"-only", "speeds"}, {"-program", "/no/such/program", "-o", path}} {
		if err := Run(t.Context(), args, nil, io.Discard); err == nil {
			t.Errorf("%v is accepted", args)
		}
	}
}

// TestFile: the same judgments are in all layouts.
func TestFile(t *testing.T) {
	for _, f := range []file{{30, 4, byRater}, {30, 4, byObject}, {30, 4, long}} {
		path := filepath.Join(t.TempDir(), "a.csv")
		if err := f.write(path); err != nil {
			t.Fatal(err)
		}
		found, err := read.Open(t.Context(), read.Query{Data: []read.Source{read.File(path)}, Options: read.Options{Label: "label"}})
		if err != nil {
			t.Fatal(err)
		}
		if ds := found.Dataset; len(ds.Objects) != 30 || len(ds.Attributes) != 4 || len(ds.Value) != 240 || len(ds.Labels) != 1 {
			t.Errorf("%s: %d objects, %d attributes, %d judgments", f.title(), len(ds.Objects), len(ds.Attributes), len(ds.Value))
		}
	}
}

// TestPage: the tables of docs/dev/performance.md have the rows that the command makes.
func TestPage(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "dev", "performance.md"))
	if err != nil {
		t.Fatal(err)
	}
	content, _ := page.Content(string(text), "files")
	for _, r := range rows(1) {
		if !strings.Contains(content, "| "+r.what()+" | `"+r.command+"` | ") {
			t.Errorf("the page lacks %s of %s", r.command, r.what())
		}
	}
	content, _ = page.Content(string(text), "inside")
	for _, b := range benchmarks {
		if !strings.Contains(content, "| "+b.what+" | "+b.label()+" | ") {
			t.Errorf("the page lacks the benchmark %s, %s", b.name, b.what)
		}
	}
	if rows := strings.Count(content, "\n|") - 2; rows != len(benchmarks) {
		t.Errorf("the page has %d benchmarks, and the command makes %d", rows, len(benchmarks))
	}
}

// TestBenchmarks: every benchmark of the table is in the tests of its package.
func TestBenchmarks(t *testing.T) {
	for _, b := range benchmarks {
		first, _, _ := strings.Cut(b.name, "/")
		files, err := filepath.Glob(filepath.Join("..", "..", "..", filepath.FromSlash(b.folder), "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(files, func(file string) bool {
			text, err := os.ReadFile(file)
			return err == nil && strings.Contains(string(text), "func Benchmark"+first+"(b *testing.B)")
		}) {
			t.Errorf("%s has no benchmark %s", b.folder, first)
		}
	}
}

// TestLeastOf reads times from what go test prints.
func TestLeastOf(t *testing.T) {
	const text = "goos: linux\nBenchmarkPath/d=39/full-2   \t 100\t  270123 ns/op\t 5 B/op\nBenchmarkPath/d=39/full-2 \t 90\t 260456.5 ns/op\n" +
		"BenchmarkPath/d=39/fuller-2 \t 90\t 1.5 ns/op\nBenchmarkPaper \t 1\t 24412345678 ns/op\nok\n"
	for name, want := range map[string]string{"Path/d=39/full": "0.26 ms", "Path/d=39/fuller": "0.0015 µs", "Paper": "24 s", "Pat": "not run"} {
		if got := duration(leastOf(text, name)); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	for seconds, want := range map[float64]string{.13: "0.13 s", .099: "99 ms", 1: "1.0 s", 9.87e-3: "9.9 ms"} {
		if got := duration(seconds); got != want {
			t.Errorf("%g s: %s, want %s", seconds, got, want)
		}
	}
}
