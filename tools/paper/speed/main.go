// Package speed measures what it takes to read large files, each by a process of its own,
// and runs the packages' benchmarks. Processor time is of the user and of the system,
// memory the largest that was resident.
package speed

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"fms-tui/internal/session"
	"fms-tui/tools/paper/page"
)

// lab is what the tables are made with.
type lab struct {
	runs, divisor int
	fms, dir      string // the program, and where the files are
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
		if l.fms, err = session.Build(ctx, l.dir); err != nil {
			return err
		}
	}
	return page.Fill(ctx, p, []page.Table[*lab]{{Name: "files", Make: files}, {Name: "inside", Make: inside}}, l)
}

// row is a command that reads a file, and the most that it may take.
type row struct {
	file    file
	command string
	goal    string
}

// rows are the rows of the table of files, those of a file together.
func rows(divisor int) []row {
	wide := file{10_000 / divisor, 500, false}
	many := file{1500 / divisor, 1000, false}
	sorted := file{100_000 / divisor, 50, true}
	return []row{
		{wide, "select --budget 20 --no-honest", ""},
		{wide, "select --budget 20", "twice --no-honest"},
		{many, "select --budget 20 --no-honest", ""},
		{many, "select --budget 20", "twice --no-honest, 1 GB"},
		{sorted, "lab moments", "3 s, 200 MB"},
	}
}

// files measures all rows. A file is made before its first row and stays until the end.
func files(ctx context.Context, l *lab) (string, error) {
	var table page.Markdown
	table.Head("file", "command", "processor time", "memory", "goal")
	for _, r := range rows(l.divisor) {
		path := filepath.Join(l.dir, fmt.Sprintf("%d_%d.csv", r.file.objects, r.file.attributes))
		if _, err := os.Stat(path); err != nil {
			if err := r.file.write(path); err != nil {
				return "", err
			}
		}
		least, memory := 0.0, int64(0)
		for range l.runs {
			fmt.Fprintf(l.log, "%s: %s\n", r.command, r.file.title())
			c := exec.CommandContext(ctx, l.fms, append(strings.Fields(r.command), path, "--label", "label", "--quiet", "-o", filepath.Join(l.dir, "out"))...)
			if said, err := c.CombinedOutput(); err != nil {
				return "", fmt.Errorf("%s: %w: %s", r.command, err, said)
			}
			if s := (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds(); memory == 0 || s < least {
				least, memory = s, resident(c.ProcessState)
			}
		}
		table.Row(r.file.title(), "`"+r.command+"`", fmt.Sprintf("%.2f s", least), fmt.Sprintf("%.0f MB", float64(memory)/1e6), r.goal)
	}
	return fmt.Sprintf("Least of %d, on %d processors (%s/%s, %s)%s.\n\n%s",
		l.runs, runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version(), load(), table.String()), nil
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
