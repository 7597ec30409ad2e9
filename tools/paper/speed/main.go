// Package speed measures what it takes to read large files: it builds fms-tui, makes the
// files, and measures in turn fms-tui, a loop over the rows with Go's standard library,
// and pandas and DuckDB where they are installed. All of them run as processes of their own:
// processor time is user and system time, memory the largest that was resident. Then it
// interrupts commands, and measures how long they take to end, and runs the packages' benchmarks.
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

	"fms-tui/internal/session"
	"fms-tui/tools/paper/page"
)

// lab is what the tables are made with.
type lab struct {
	runs, divisor, million int
	fms, dir               string // the program, and where the files are
	rivals                 []program
	without                []string // programs that are not installed
	log                    io.Writer
}

// Run measures as the arguments say, writes the tables to out, and into the page of -o.
func Run(ctx context.Context, args []string, out, log io.Writer) (err error) {
	fs, l := flag.NewFlagSet("speed", flag.ContinueOnError), &lab{log: log}
	fs.SetOutput(log)
	fs.IntVar(&l.runs, "runs", 3, "measure `N` times, and show the least")
	fs.IntVar(&l.divisor, "divisor", 1, "divide the objects of all files by `N`")
	fs.StringVar(&l.fms, "program", "", "measure this `file` instead of building ./cmd/fms-tui")
	fs.IntVar(&l.million, "million", 0, "one more file of `N` million rows, read once, by fms-tui only")
	make := fs.String("make", "", "only make the `file` that is described so: this program calls itself with it")
	order := fs.String("measure", "", "only run the command line that is described so, and write what it used: this program calls itself with it")
	to := fs.String("o", "", "fill the tables of this `page`, docs/dev/performance.md")
	only := fs.String("only", "speed,interrupts,inside", "make these `tables` only")
	if err := page.Parse(fs, args); err != nil {
		return err
	}
	switch {
	case *make != "":
		return made(*make)
	case *order != "":
		return measure(ctx, *order, out)
	}
	if l.runs < 1 || l.divisor < 1 || l.divisor > 100 || l.million < 0 {
		return errors.New("-runs and -divisor must be at least 1, -divisor at most 100, and -million not below 0")
	}
	if l.dir, err = os.MkdirTemp("", "speed"); err != nil {
		return err
	}
	defer os.RemoveAll(l.dir)
	if err := l.findPrograms(ctx); err != nil {
		return err
	}
	tables, err := l.tables(strings.Split(*only, ","), out)
	if err != nil {
		return err
	}
	if *to != "" {
		return page.Fill(ctx, &page.Page{Path: *to, Progress: log}, tables, l)
	}
	for _, t := range tables {
		if _, err := t.Make(ctx, l); err != nil {
			return err
		}
	}
	return nil
}

// tables are the tables of these names, which are also printed.
func (l *lab) tables(names []string, out io.Writer) (all []page.Table[*lab], err error) {
	makes := map[string]func(*lab, context.Context) (string, error){"speed": (*lab).table, "interrupts": (*lab).interrupts, "inside": (*lab).inside}
	for _, name := range names {
		measure, found := makes[name]
		if !found {
			return nil, fmt.Errorf("there is no table %q: the tables are speed, interrupts and inside", name)
		}
		all = append(all, page.Table[*lab]{Name: name, Make: func(ctx context.Context, l *lab) (string, error) {
			text, err := measure(l, ctx)
			if err == nil {
				fmt.Fprintln(out, text)
			}
			return text, err
		}})
	}
	return all, nil
}

// table measures all rows, file by file: the rows of a file are measured in turn.
func (l *lab) table(ctx context.Context) (string, error) {
	all := rows(l.divisor, l.million, l.rivals)
	used := make([]use, len(all))
	for i := range all {
		if used[i].Seconds > 0 {
			continue
		}
		if err := l.ofFile(ctx, all, i, used); err != nil {
			return "", err
		}
	}
	var table page.Markdown
	table.Head("what", "processor time", "memory", "ratio", "goal")
	byName := make(map[string]float64)
	for i, r := range all {
		if r.name != "" {
			byName[r.name] = used[i].Seconds
		}
		memory, ratio := "?", ""
		if used[i].Bytes > 0 {
			memory = fmt.Sprintf("%.0f MB", float64(used[i].Bytes)/1e6)
		}
		if r.against != "" {
			ratio = fmt.Sprintf("%.2f of %s", used[i].Seconds/max(byName[r.against], 1e-9), r.against)
		} else if r.name != "" {
			ratio = "*" + r.name + "*"
		}
		table.Row(r.label(), fmt.Sprintf("%.2f s", used[i].Seconds), memory, ratio, r.goal)
	}
	return l.about() + "\n\n" + table.String(), nil
}

// about says how the figures were measured.
func (l *lab) about() string {
	text := fmt.Sprintf("Least of %d runs in turn, on %d processors (%s/%s, %s)%s.", l.runs, runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version(), load())
	if len(l.without) > 0 {
		text += fmt.Sprintf("\nNot installed, and left out: %s.", strings.Join(l.without, ", "))
	}
	return text
}

// ofFile makes the file of a row, measures every row of the file, and removes it.
func (l *lab) ofFile(ctx context.Context, all []row, first int, used []use) error {
	f := all[first].file
	fmt.Fprintf(l.log, "%s: %s\n", f.name, f.title())
	path := filepath.Join(l.dir, f.name)
	if err := f.make(ctx, path); err != nil {
		return err
	}
	for run := range l.runs {
		for i, r := range all {
			if r.file != f || r.runs > 0 && run >= r.runs {
				continue
			}
			u, err := r.program.run(ctx, l.fms, path, f.layout)
			if err != nil {
				return err
			}
			if run == 0 || u.Seconds < used[i].Seconds {
				used[i] = u
			}
		}
	}
	return os.Remove(path)
}

// findPrograms builds fms-tui, where it was not given, and finds the programs that it is
// compared with.
func (l *lab) findPrograms(ctx context.Context) (err error) {
	if l.fms == "" {
		if l.fms, err = session.Build(ctx, l.dir); err != nil {
			return err
		}
	}
	loop, err := buildLoop(ctx, l.dir)
	if err != nil {
		return err
	}
	l.rivals = []program{{name: loopName, args: []string{loop}}}
	for _, s := range scripts {
		python := s.python(ctx)
		if python == "" {
			l.without = append(l.without, s.name)
			continue
		}
		path := filepath.Join(l.dir, s.file)
		if err := os.WriteFile(path, []byte(s.text), 0o600); err != nil {
			return err
		}
		l.rivals = append(l.rivals, program{name: s.name, args: []string{python, path}, layout: true})
	}
	return nil
}
