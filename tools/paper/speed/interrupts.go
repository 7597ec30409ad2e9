package speed

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"fms-tui/tools/paper/page"
)

// interrupt is a command that is interrupted after a while, in which it does what is said.
type interrupt struct {
	file    file
	program program
	after   time.Duration
}

func (i interrupt) label() string {
	return fmt.Sprintf("`%s`: %s, after %d ms", i.program.name, i.file.title(), i.after.Milliseconds())
}

// interrupted are the rows of the table of interrupts.
func interrupted(divisor int) []interrupt {
	wide := file{"wide.csv", 10_000 / divisor, 500, byRater, false}
	many := file{"many.csv", 1500 / divisor, 1000, byRater, false}
	sorted := file{"sorted.csv", 100_000 / divisor, 50, long, false}
	mixed := file{"shuffled.csv", 100_000 / divisor, 50, shuffled, false}
	packed := file{"some.parquet", 20_000 / divisor, 50, long, true}
	all := []interrupt{
		{wide, honest, 300 * time.Millisecond},
		{wide, honest, 800 * time.Millisecond},
		{many, honest, 3 * time.Second},
		{sorted, moments, time.Second},
		{mixed, moments, time.Second},
		{packed, check, 100 * time.Millisecond},
	}
	for i := range all {
		all[i].after /= time.Duration(divisor)
	}
	return all
}

// interrupts measures how long commands take to end after an interrupt.
func (l *lab) interrupts(ctx context.Context) (string, error) {
	var table page.Markdown
	table.Head("interrupted", "median", "longest", "goal")
	for _, i := range interrupted(l.divisor) {
		fmt.Fprintf(l.log, "ctrl+c: %s\n", i.label())
		path := filepath.Join(l.dir, i.file.name)
		if _, err := os.Stat(path); err != nil {
			if err := i.file.make(ctx, path); err != nil {
				return "", err
			}
		}
		var took []time.Duration
		for range max(1, l.runs) {
			d, err := i.once(ctx, l.fms, path)
			if err != nil {
				return "", err
			}
			took = append(took, d)
		}
		slices.Sort(took)
		table.Row(i.label(), fmt.Sprintf("%d ms", took[len(took)/2].Milliseconds()), fmt.Sprintf("%d ms", took[len(took)-1].Milliseconds()), "100 ms")
	}
	return "Time from ctrl+c (SIGINT) to the end of the process, in wall time" + load() + ".\n\n" + table.String(), nil
}

// once starts the command, interrupts it, and waits for its end.
func (i interrupt) once(ctx context.Context, fms, path string) (time.Duration, error) {
	c := i.program.command(ctx, fms, path, i.file.layout)
	if err := c.Start(); err != nil {
		return 0, err
	}
	time.Sleep(i.after)
	start := time.Now()
	_ = c.Process.Signal(os.Interrupt) // it may have ended
	_ = c.Wait()                       // with the status of the signal
	return time.Since(start), nil
}
