package speed

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"fms-tui/model/read"
	"fms-tui/tools/paper/page"
)

// TestRun measures small files once with a program that does nothing, and looks at the tables
// and the page, not at the figures.
func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	fms, err := exec.LookPath("true")
	if err != nil {
		t.Skip(err)
	}
	path := filepath.Join(t.TempDir(), "page.md")
	const empty = "<!-- begin speed -->\n<!-- end speed -->\n<!-- begin interrupts -->\n<!-- end interrupts -->\n"
	if err := os.WriteFile(path, []byte(empty), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := Run(t.Context(), []string{"-runs", "1", "-program", fms, "-divisor", "100", "-only", "speed,interrupts", "-o", path}, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	filled, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, r := range rows(100, 0, nil) {
		want = append(want, r.label())
	}
	got := labels(string(filled), "speed")
	for _, label := range append(want, "`"+loopName+"`: by rater, 500 attributes × 100 objects × 2") {
		if !slices.Contains(got, label) || !strings.Contains(out.String(), "| "+label+" |") {
			t.Errorf("no row %s in\n%s", label, out.String())
		}
	}
	if got := labels(string(filled), "interrupts"); len(got) != len(interrupted(1)) {
		t.Errorf("interrupts %q", got)
	}
}

// labels are the first cells of a page's table, without its head.
func labels(text, table string) (all []string) {
	content, _ := page.Content(text, table)
	for line := range strings.Lines(content) {
		if cells := strings.Split(line, " | "); len(cells) > 1 && strings.HasPrefix(line, "| `") {
			all = append(all, strings.TrimPrefix(cells[0], "| "))
		}
	}
	return all
}

// TestPage: the tables of docs/dev/performance.md have the rows that the command makes. Other
// programs may not have been installed.
func TestPage(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "dev", "performance.md"))
	if err != nil {
		t.Fatal(err)
	}
	got := labels(string(text), "speed")
	var rivals []program
	for _, name := range []string{loopName, pandas, "DuckDB"} {
		if slices.ContainsFunc(got, func(label string) bool { return strings.HasPrefix(label, "`"+name+"`") }) {
			rivals = append(rivals, program{name: name})
		}
	}
	var want []string
	for _, r := range rows(1, 100, rivals) {
		want = append(want, r.label())
	}
	if !slices.Equal(got, want) {
		t.Errorf("the page has the rows\n%s\nand the command makes\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	want = nil
	for _, i := range interrupted(1) {
		want = append(want, i.label())
	}
	if got := labels(string(text), "interrupts"); !slices.Equal(got, want) {
		t.Errorf("the page interrupts\n%s\nand the command\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	content, _ := page.Content(string(text), "inside")
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

// TestFiles: the same judgments are in CSV and Parquet, sorted and shuffled.
func TestFiles(t *testing.T) {
	for _, l := range []layout{byRater, long} {
		var sums []float64
		for _, f := range []file{{"a.csv", 30, 4, l, false}, {"a.parquet", 30, 4, l, true}, {"b.csv", 30, 4, max(l, 2*l), false}} {
			path := filepath.Join(t.TempDir(), f.name)
			if err := f.write(path); err != nil {
				t.Fatal(err)
			}
			found, err := read.Open(t.Context(), read.Query{Data: []read.Source{read.File(path)}, Options: read.Options{Label: "label"}})
			if err != nil {
				t.Fatal(err)
			}
			ds := found.Dataset
			if len(ds.Objects) != 30 || len(ds.Attributes) != 4 || len(ds.Value) != 240 || len(ds.Labels) != 1 {
				t.Fatalf("%s: %d objects, %d attributes, %d judgments", f.title(), len(ds.Objects), len(ds.Attributes), len(ds.Value))
			}
			var squares float64
			for _, x := range ds.Value {
				squares += x * x
			}
			sums = append(sums, squares)
		}
		if d := sums[0] - sums[1]; d > 1e-9 || d < -1e-9 || sums[2]-sums[1] > 1e-9 || sums[1]-sums[2] > 1e-9 {
			t.Errorf("sums of squares %v", sums)
		}
	}
}

// TestPermuted: every number comes once, and few after the number before.
func TestPermuted(t *testing.T) {
	for _, n := range []int{1, 2, 7, 1000, 4096} {
		seen, next, last := make([]bool, n), 0, -1
		for i := range permuted(n) {
			if seen[i] {
				t.Fatalf("%d of %d comes twice", i, n)
			}
			if seen[i] = true; i == last+1 {
				next++
			}
			last = i
		}
		if slices.Contains(seen, false) || n > 100 && next > n/50 {
			t.Errorf("%d: %d follow the number before", n, next)
		}
	}
}

// TestMeasure: the process between measures the program that it starts, and says so.
func TestMeasure(t *testing.T) {
	path, err := exec.LookPath("true")
	if err != nil {
		t.Skip(err)
	}
	var out bytes.Buffer
	if err := Run(t.Context(), []string{"-measure", `["` + path + `"]`}, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	var u use
	if err := json.Unmarshal(out.Bytes(), &u); err != nil || u.Seconds < 0 || runtime.GOOS == "linux" && u.Bytes == 0 {
		t.Errorf("%s %v", out.String(), err)
	}
	for _, text := range []string{"true", "[]", `["/no/such/program"]`} {
		if err := Run(t.Context(), []string{"-measure", text}, io.Discard, io.Discard); err == nil {
			t.Errorf("%s is measured", text)
		}
	}
}

// TestErrors: counts that make no sense, and programs that fail, are errors.
func TestErrors(t *testing.T) {
	for _, args := range [][]string{{"-runs", "0"}, {"-divisor", "0"}, {"-million", "-1"}, {"-only", "speeds"}} {
		if err := Run(t.Context(), args, io.Discard, io.Discard); err == nil {
			t.Errorf("%v is accepted", args)
		}
	}
	if _, err := (program{name: "none", args: []string{"/no/such/program"}}).run(t.Context(), "", "x", long); err == nil {
		t.Error("a program that is not there is measured")
	}
}
