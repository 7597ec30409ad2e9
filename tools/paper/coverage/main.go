// Package coverage asks how often the honest (cross-validated) loss tells the
// truth: in simulated worlds whose truth is known it counts how often the true
// loss of the predictor that fms-tui would export lies within two standard
// errors of the honest loss, and of the projected one. docs/research/coverage.md holds
// what it printed.
package coverage

import (
	"context"
	"flag"
	"io"
	"runtime"
	"sync"
	"sync/atomic"

	"fms-tui/tools/paper/page"
)

// Run measures and writes the tables to out: of simulated worlds, or of the folders named in
// args, each with judgments.csv.gz and labels.csv.
func Run(ctx context.Context, args []string, out, log io.Writer) error {
	fs := flag.NewFlagSet("coverage", flag.ContinueOnError)
	fs.SetOutput(log)
	worlds := fs.Int("worlds", 50, "simulated worlds of each kind")
	seed := fs.Uint64("seed", 1, "random seed")
	jobs := fs.Bool("jobs", false, "worlds of nameless raters who judge some attributes together")
	splits := fs.Int("splits", 60, "random splits of each real set")
	if err := fs.Parse(args); err != nil {
		return err
	}
	if fs.NArg() > 0 {
		text, err := sets(ctx, fs.Args(), *splits, *seed, page.Line(log, "splits"))
		if err != nil {
			return err
		}
		_, err = io.WriteString(out, text)
		return err
	}
	if *jobs {
		text, err := jobsTable(ctx, *worlds, *seed, page.Line(log, "worlds"))
		if err != nil {
			return err
		}
		_, err = io.WriteString(out, text)
		return err
	}
	all, err := measureAll(ctx, kinds(), measure, *worlds, *seed, page.Line(log, "worlds"))
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, table(all))
	return err
}

// kinds are the worlds that the table is about.
func kinds() []kind {
	var all []kind
	for _, m := range []int{80, 150, 500} {
		for _, d := range []int{12, 39} {
			for _, halo := range []float64{0, .8} {
				all = append(all, kind{objects: m, attributes: d, halo: halo})
			}
		}
	}
	return all
}

// measureAll measures n worlds of each kind by a function of a kind, the seed and the number of the
// world, on all processors. The results depend on
// the seed only.
func measureAll(ctx context.Context, kinds []kind, measure func(context.Context, kind, uint64, uint64) ([]trial, error), worlds int, seed uint64, tell func(done, of int)) (map[kind][]trial, error) {
	type job struct {
		kind   kind
		number int
	}
	jobs := make(chan job)
	results := make(map[kind][][]trial)
	for _, k := range kinds {
		results[k] = make([][]trial, worlds)
	}
	var done atomic.Int64
	var mu sync.Mutex
	var first error
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for j := range jobs {
				trials, err := measure(ctx, j.kind, seed, uint64(j.number))
				mu.Lock()
				results[j.kind][j.number] = trials
				if first == nil {
					first = err
				}
				tell(int(done.Add(1)), worlds*len(kinds))
				mu.Unlock()
			}
		})
	}
	for n := range worlds {
		for _, k := range kinds {
			if ctx.Err() == nil {
				jobs <- job{k, n}
			}
		}
	}
	close(jobs)
	wg.Wait()
	all := make(map[kind][]trial)
	for k, of := range results {
		for _, trials := range of {
			all[k] = append(all[k], trials...)
		}
	}
	if first == nil {
		first = ctx.Err()
	}
	return all, first
}
