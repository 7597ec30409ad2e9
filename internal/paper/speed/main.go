// Package speed measures what it takes to read large files: it builds fms-tui, makes the
// files, and measures in turn fms-tui, a loop over the rows with Go's standard library,
// and pandas and DuckDB where they are installed. All of them run as processes of their own:
// processor time is user and system time, memory the largest that was resident.
package speed

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"fms-tui/internal/paper/page"
	"fms-tui/internal/session"
)

// file is a file to be read.
type file struct {
	name                string
	objects, attributes int
	long                bool // else by-rater
}

// rows are the rows below the header: two raters judge every cell.
func (f file) rows() int {
	if f.long {
		return 2 * f.objects * f.attributes
	}
	return 2 * f.objects
}

func (f file) title() string {
	if f.long {
		return fmt.Sprintf("long, %d rows", f.rows())
	}
	return fmt.Sprintf("by rater, %d attributes × %d objects × 2", f.attributes, f.objects)
}

// files are the files of docs/performance.md, smaller by a divisor; a file of the given
// million rows comes last, 0 for none.
func files(divisor, million int) []file {
	all := []file{
		{"small.csv", 1000 / divisor, 40, false},
		{"wide.csv", 10_000 / divisor, 500, false},
		{"many.csv", 1500 / divisor, 1000, false},
		{"long.csv", 100_000 / divisor, 50, true},
	}
	if million > 0 {
		all = append(all, file{"large.csv", million * 10_000, 50, true})
	}
	return all
}

// Run measures as the arguments say and writes the table to out.
func Run(ctx context.Context, args []string, out, log io.Writer) error {
	fs := flag.NewFlagSet("speed", flag.ContinueOnError)
	fs.SetOutput(log)
	runs := fs.Int("runs", 3, "measure `N` times, and show the least")
	divisor := fs.Int("divisor", 1, "divide the objects of all files by `N`")
	fms := fs.String("program", "", "measure this `file` instead of building ./cmd/fms-tui")
	million := fs.Int("million", 0, "one more file of `N` million rows, read by fms-tui only")
	if err := page.Parse(fs, args); err != nil {
		return err
	}
	if *runs < 1 || *divisor < 1 || *divisor > 100 || *million < 0 {
		return errors.New("-runs and -divisor must be at least 1, -divisor at most 100, and -million not below 0")
	}
	dir, err := os.MkdirTemp("", "speed")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if *fms == "" {
		if *fms, err = session.Build(ctx, dir); err != nil {
			return err
		}
	}
	rivals, err := others(ctx, dir, out)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "Processor time and peak memory, least of %d runs, on %d processors (%s/%s, %s)\n\n", *runs, runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version())
	var table page.Markdown
	table.Head("file", "program", "processor time", "memory", "times fms-tui")
	for _, f := range files(*divisor, *million) {
		fmt.Fprintf(log, "%s: %s\n", f.name, f.title())
		path := filepath.Join(dir, f.name)
		if err := write(path, f); err != nil {
			return err
		}
		programs := append(ours(*fms, path), rivals...)
		if f.name == "large.csv" {
			programs = programs[:1]
		}
		if err := measureAll(ctx, &table, f, path, programs, *runs); err != nil {
			return err
		}
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	_, err = io.WriteString(out, table.String())
	return err
}

// measureAll adds a row of the table for every program; the ratios are to the first.
func measureAll(ctx context.Context, table *page.Markdown, f file, path string, programs []program, runs int) error {
	var first float64
	for _, p := range programs {
		u, err := p.least(ctx, path, f.long, runs)
		if err != nil {
			return err
		}
		if first == 0 {
			first = u.seconds
		}
		memory := "?"
		if u.bytes > 0 {
			memory = fmt.Sprintf("%.0f MB", float64(u.bytes)/1e6)
		}
		table.Row(f.title(), p.name, fmt.Sprintf("%.2f s", u.seconds), memory, fmt.Sprintf("%.1f", u.seconds/max(first, 1e-9)))
	}
	return nil
}

// others are the programs that fms-tui is compared with. Programs that are not installed
// are named.
func others(ctx context.Context, dir string, out io.Writer) ([]program, error) {
	loop, err := buildLoop(ctx, dir)
	if err != nil {
		return nil, err
	}
	list := []program{{name: "encoding/csv, strconv: a loop", args: []string{loop}}}
	var without []string
	for _, s := range scripts {
		if !s.installed(ctx) {
			without = append(without, s.name)
			continue
		}
		path := filepath.Join(dir, s.file)
		if err := os.WriteFile(path, []byte(s.text), 0o600); err != nil {
			return nil, err
		}
		list = append(list, program{name: s.name, args: []string{"python3", path}, layout: true})
	}
	if len(without) > 0 {
		fmt.Fprintf(out, "Not installed, and left out: %s.\n\n", strings.Join(without, ", "))
	}
	return list, nil
}
