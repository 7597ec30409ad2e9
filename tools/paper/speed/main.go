// Package speed fills docs/dev/performance.md: what it takes to read large files, each by a
// process of its own and beside pandas, how long the screen lets its user wait, and the packages'
// benchmarks. Processor time is of the user and of the system, memory the largest that was resident.
package speed

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"fms-tui/tools/build"
	"fms-tui/tools/paper/latency"
	"fms-tui/tools/paper/page"
)

// lab is what the tables are made with.
type lab struct {
	runs, divisor int
	fms, dir      string // the program, and where the files are
	alone         bool   // there is no pandas
	log           io.Writer
}

// Run measures as the arguments say and fills the page.
func Run(ctx context.Context, args []string, _, log io.Writer) (err error) {
	fs, p := page.Flags("speed", filepath.Join("dev", "performance.md"), log)
	l := &lab{log: log}
	fs.IntVar(&l.runs, "runs", 3, "measure `N` times, and show the least")
	fs.IntVar(&l.divisor, "divisor", 1, "divide the objects of all files by `N`")
	fs.StringVar(&l.fms, "program", "", "measure this `file` instead of building ./cmd/fms-tui")
	if err := page.Parse(fs, args); err != nil {
		return err
	}
	if l.runs < 1 || l.divisor < 1 || l.divisor > 100 {
		return errors.New("-runs and -divisor must be at least 1, -divisor at most 100")
	}
	if l.dir, err = os.MkdirTemp("", "speed"); err != nil {
		return err
	}
	defer os.RemoveAll(l.dir)
	if l.fms == "" {
		if l.fms, err = build.Program(ctx, l.dir); err != nil {
			return err
		}
	}
	return page.Fill(ctx, p, []page.Table[*lab]{{Name: "files", Make: files}, {Name: "screen", Make: screen}, {Name: "inside", Make: inside}}, l)
}

// row is a command, the file that it reads, and the most that it may take.
type row struct {
	file    *file // nil where it reads none of these
	command string
	goal    string
}

// what the command reads, in the table.
func (r row) what() string {
	if r.file == nil {
		return "bundled"
	}
	return r.file.title()
}

// sums is the command that reads a file and examines it; pandas finds its means and covariances.
const sums = "check"

// The commands whose times are compared.
const (
	plain  = "select --budget 20 --no-honest"
	honest = "select --budget 20"
)

// rows are the rows of the table of files, those of a file together.
func rows(divisor int) []row {
	size := func(attributes, objects int, layout string) *file {
		return &file{objects / divisor, attributes, layout}
	}
	wide, few, many := size(500, 10_000, byRater), size(500, 1000, byRater), size(1000, 1500, byRater)
	const reading = "0.35 s, 100 MB, 4 times faster than pandas"
	return []row{
		{wide, sums, reading},
		{wide, plain, ""},
		{wide, honest, "2.5 times --no-honest"},
		{size(500, 10_000, byObject), sums, reading},
		{size(500, 10_000, long), sums, reading},
		{few, plain, ""},
		{few, honest, "2.5 times --no-honest"},
		{many, plain, ""},
		{many, honest, "1.6 s, 2.5 times --no-honest"},
		{nil, "--version", "6 ms"},
		{nil, "select BODIES --label height --no-honest --design call:1 --budget 8000 --json", "1 s"},
	}
}

// files measures all rows. A file is made before its first row and stays until the end.
func files(ctx context.Context, l *lab) (string, error) {
	bodies := filepath.Join(l.dir, "bodies")
	if said, err := exec.CommandContext(ctx, l.fms, "init", "bodies", "-o", bodies, "--quiet").CombinedOutput(); err != nil {
		return "", fmt.Errorf("init: %w: %s", err, said)
	}
	pandas := "pandas read the same files, and found means by object, their covariances, and those with the label."
	if err := exec.CommandContext(ctx, "python3", "-c", "import pandas").Run(); err != nil {
		pandas = "pandas was not there to compare with."
		l.alone = true
	}
	var table page.Markdown
	table.Head("file", "command", "processor time", "memory", "goal", "beside it")
	before := math.NaN() // seconds of the row before
	for _, r := range rows(l.divisor) {
		args := strings.Fields(strings.ReplaceAll(r.command, "BODIES", filepath.Join(bodies, "study.toml")))
		path := ""
		if r.file != nil {
			path = filepath.Join(l.dir, strings.ReplaceAll(r.file.title(), " ", "_")+".csv")
			if _, err := os.Stat(path); err != nil {
				if err := r.file.write(path); err != nil {
					return "", err
				}
			}
			args = append(args, path, "--label", "label", "--quiet", "-o", filepath.Join(l.dir, "out"))
		}
		fmt.Fprintf(l.log, "%s: %s\n", r.command, r.what())
		seconds, memory, err := l.least(ctx, l.fms, args...)
		if err != nil {
			return "", err
		}
		beside := ""
		switch {
		case r.command == honest:
			beside = fmt.Sprintf("%.1f times --no-honest", seconds/before)
		case r.command == sums && !l.alone:
			other, taken, err := l.least(ctx, "python3", "-c", script, path)
			if err != nil {
				return "", err
			}
			beside = fmt.Sprintf("pandas %s, %s: %.1f times", duration(other), megabytes(taken), other/seconds)
		}
		before = seconds
		table.Row(r.what(), "`"+r.command+"`", duration(seconds), megabytes(memory), r.goal, beside)
	}
	return fmt.Sprintf("Least of %d, on %s%s. %s\n\n%s", l.runs, machine(), load(), pandas, table.String()), nil
}

// script does with pandas what sums does.
const script = `import sys, pandas
d = pandas.read_csv(sys.argv[1])
y = d.groupby("object").label.first()
if "judgment" in d:
    x = d.groupby(["object", "attribute"]).judgment.mean().unstack()
else:
    x = d.drop(columns=[c for c in ("rater", "label") if c in d]).groupby("object").mean()
x.cov(), x.mul(y - y.mean(), axis=0).mean()
`

// least runs a program several times, and returns the least processor time and its memory.
func (l *lab) least(ctx context.Context, program string, args ...string) (seconds float64, memory int64, err error) {
	for range l.runs {
		c := exec.CommandContext(ctx, program, args...)
		if said, err := c.CombinedOutput(); err != nil {
			return 0, 0, fmt.Errorf("%s: %w: %.500s", c, err, said)
		}
		if s := (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds(); memory == 0 || s < seconds {
			seconds, memory = s, resident(c.ProcessState)
		}
	}
	return seconds, memory, nil
}

func megabytes(bytes int64) string { return fmt.Sprintf("%.0f MB", float64(bytes)/1e6) }

// screen measures what a user of the screen waits for.
func screen(ctx context.Context, l *lab) (string, error) {
	var said strings.Builder
	for _, size := range [][]string{{"120", "40"}, {"250", "70"}} {
		args := []string{"-program", l.fms, "-width", size[0], "-height", size[1], "-runs", strconv.Itoa(l.runs)}
		if err := latency.Run(ctx, args, &said, l.log); err != nil {
			return "", err
		}
		fmt.Fprintln(&said)
	}
	return "```\n" + strings.TrimSpace(said.String()) + "\n```", nil
}

// machine says what is measured on.
func machine() string {
	model := ""
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if name, value, _ := strings.Cut(line, ":"); strings.TrimSpace(name) == "model name" {
			model = strings.TrimSpace(value) + ", "
		}
	}
	return fmt.Sprintf("%d processors (%s%s/%s, %s)", runtime.NumCPU(), model, runtime.GOOS, runtime.GOARCH, runtime.Version())
}

// load is how busy the machine was, where the system says so.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	fields := strings.Fields(string(text))
	if err != nil || len(fields) == 0 {
		return ""
	}
	return ", at a load average of " + fields[0]
}
