package speed

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os/exec"
	"regexp"
	"strconv"
	"strings"

	"fms-tui/tools/paper/page"
)

// benchmark is a row of the table of benchmarks: a benchmark of a package's tests, and the
// most that it may take.
type benchmark struct{ what, folder, name, target string }

var benchmarks = []benchmark{
	{"moments, d = 40, m = 1000, k = 2, raters as in the paper", "core/internal/moments", "Moments/d=40/m=1000/paper", "2 ms"},
	{"moments, d = 200, m = 10,000, k = 2, raters as in the paper", "core/internal/moments", "Moments/d=200/m=10000/paper", "50 ms"},
	{"the same, raters aware", "core/internal/moments", "Moments/d=200/m=10000/aware", "1.3 times paper"},
	{"moments, d = 500, m = 10,000, k = 2, raters as in the paper", "core/internal/moments", "Moments/d=500/m=10000/paper", "350 ms"},
	{"the same, raters aware", "core/internal/moments", "Moments/d=500/m=10000/aware", "700 ms"},
	{"path of full, d = 39, B = 200", "core/selection", "Path/d=39/B=200/full", "0.5 ms"},
	{"path of scoring, d = 39, B = 200", "core/selection", "Path/d=39/B=200/scoring", "0.5 ms"},
	{"path of full, d = 200, B = 500", "core/selection", "Path/d=200/B=500/full", "4 ms"},
	{"path of scoring, d = 200, B = 500", "core/selection", "Path/d=200/B=500/scoring", "4 ms"},
	{"path of full, d = 1000, B = 1000", "core/selection", "Path/d=1000/B=1000/full", "70 ms"},
	{"path of scoring, d = 1000, B = 1000", "core/selection", "Path/d=1000/B=1000/scoring", "70 ms"},
	{"exchange from Full's choice, d = 39, B = 50", "core/selection", "Exchange/d=39/B=50/dear=1", "2 ms"},
	{"lower bounds at 50 budgets, d = 39", "core/internal/bound", "Bounds/d=39/m=880/B=50", "5 ms"},
	{"lower bounds at 50 budgets, d = 200", "core/internal/bound", "Bounds/d=200/m=1000/B=50", "100 ms"},
	{"honest losses of full and scoring, all folds, d = 39, B = 200, `--design single --shrink none`", "core", "Honest/d=39/B=200/single/none/2/parts_and_paths", "15 ms"},
	{"honest losses of full and scoring, all folds, d = 200, B = 500, `--design single --shrink none`", "core", "Honest/d=200/B=500/single/none/2/parts_and_paths", "120 ms"},
	{"honest losses of full and scoring, all folds, d = 200, B = 500, `--design single --shrink auto`", "core", "Honest/d=200/B=500/single/auto/2/parts_and_paths", "250 ms"},
}

func (b benchmark) label() string { return fmt.Sprintf("`%s`", b.name) }

// inside runs the benchmarks of the packages, each as often as asked for, one package after
// another.
func inside(ctx context.Context, l *lab) (string, error) {
	least := make(map[benchmark]float64) // seconds
	for from := 0; from < len(benchmarks); {
		end := from + 1
		for end < len(benchmarks) && benchmarks[end].folder == benchmarks[from].folder {
			end++
		}
		fmt.Fprintf(l.log, "benchmarks of %s\n", benchmarks[from].folder)
		text, err := l.bench(ctx, benchmarks[from:end])
		if err != nil {
			return "", err
		}
		for _, b := range benchmarks[from:end] {
			least[b] = leastOf(text, b.name)
		}
		from = end
	}
	var table page.Markdown
	table.Head("what", "benchmark", "time", "target")
	for _, b := range benchmarks {
		table.Row(b.what, b.label(), duration(least[b]), b.target)
	}
	return fmt.Sprintf("Least of %d runs each, in wall time%s.\n\n%s", l.runs, load(), table.String()), nil
}

// bench runs benchmarks of one package and returns what go test prints.
func (l *lab) bench(ctx context.Context, all []benchmark) (string, error) {
	var patterns []string
	for _, b := range all {
		parts := strings.Split("Benchmark"+b.name, "/")
		for i, part := range parts {
			parts[i] = "^" + regexp.QuoteMeta(part) + "$"
		}
		patterns = append(patterns, strings.Join(parts, "/"))
	}
	c := exec.CommandContext(ctx, "go", "test", "-run", "^$", "-bench", strings.Join(patterns, "|"), "-count", strconv.Itoa(l.runs), "-timeout", "60m", "./"+all[0].folder)
	var failed bytes.Buffer
	c.Stderr = &failed
	out, err := c.Output()
	if err != nil {
		return "", errors.Join(fmt.Errorf("%s: %w", c, err), errors.New(failed.String()+string(out)))
	}
	if !strings.Contains(string(out), " ns/op") {
		return "", fmt.Errorf("%s runs nothing: %s", c, out)
	}
	return string(out), nil
}

// leastOf returns the least time of a benchmark in what go test prints, in seconds; NaN where it
// was not run, as where its data are missing.
func leastOf(text, name string) float64 {
	line := regexp.MustCompile(`(?m)^Benchmark` + regexp.QuoteMeta(name) + `(?:-\d+)?\s+\d+\s+([0-9.e+]+) ns/op`)
	least := math.NaN()
	for _, found := range line.FindAllStringSubmatch(text, -1) {
		if ns, err := strconv.ParseFloat(found[1], 64); err == nil && !(ns/1e9 >= least) {
			least = ns / 1e9
		}
	}
	return least
}

// duration writes seconds with two digits in a unit that fits; "not run" for NaN.
func duration(seconds float64) string {
	unit, scale := "s", 1.0
	switch {
	case math.IsNaN(seconds):
		return "not run"
	case seconds < 1e-4:
		unit, scale = "µs", 1e6
	case seconds < .1:
		unit, scale = "ms", 1e3
	}
	x := seconds * scale
	digits := max(0, 1-int(math.Floor(math.Log10(x))))
	return strconv.FormatFloat(x, 'f', digits, 64) + " " + unit
}
