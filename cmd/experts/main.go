// Command experts runs the experiments of Izbicki & Stern 2013, "Learning with
// many experts: Model selection and sparsity", sections 4.1 to 4.3: does the
// surrogate risk choose what the true risk would, and what is sparsity worth?
// docs/experts.md holds what it printed.
//
//	go run ./cmd/experts --ionosphere ionosphere.csv --wine winequality-red.csv > table.md
//
// The two files are those of the UCI repository, without headers. Without them
// the simulated experiments alone are run.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"

	"github.com/charmbracelet/x/term"
)

func main() {
	q := question{fresh: 20000}
	flag.IntVar(&q.repetitions, "repetitions", 5, "draws of votes, and of what is held out, in each setting")
	flag.IntVar(&q.restarts, "restarts", 30, "starts of EM at each λ")
	flag.IntVar(&q.lambdas, "lambdas", 20, "λ tried")
	flag.Uint64Var(&q.seed, "seed", 1, "what is drawn depends on it alone")
	ionosphere := flag.String("ionosphere", "", "the Ionosphere data, a `FILE` without header")
	wine := flag.String("wine", "", "the red wines of Wine Quality, a `FILE` without header")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, q, *ionosphere, *wine); err != nil {
		fmt.Fprintln(os.Stderr, "experts:", err)
		os.Exit(1)
	}
}

// run measures every setting and prints the tables.
func run(ctx context.Context, q question, ionosphere, wine string) error {
	settings, err := allSettings(ionosphere, wine)
	if err != nil {
		return err
	}
	var all [][]trial
	tell := progress(len(settings) * q.repetitions)
	for k, s := range settings {
		var trials []trial
		for r := range q.repetitions {
			t, err := q.measure(ctx, s, uint64(k)<<32|uint64(r))
			if err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
			trials = append(trials, t)
			tell()
		}
		all = append(all, trials)
	}
	fmt.Print(table(settings, all))
	return nil
}

// allSettings are the simulated settings, and those of the files that are named.
func allSettings(ionosphere, wine string) ([]setting, error) {
	settings, err := simulated()
	if err != nil {
		return nil, err
	}
	for _, f := range []struct {
		path string
		of   func(rows [][]string) ([]setting, error)
	}{{ionosphere, ionosphereSettings}, {wine, wineSettings}} {
		if f.path == "" {
			continue
		}
		rows, err := readRows(f.path)
		if err != nil {
			return nil, err
		}
		more, err := f.of(rows)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.path, err)
		}
		settings = append(settings, more...)
	}
	return settings, nil
}

// progress returns what is called after each of so many: a line on a terminal.
func progress(of int) func() {
	if !term.IsTerminal(os.Stderr.Fd()) {
		return func() {}
	}
	done := 0
	return func() {
		done++
		end := ""
		if done == of {
			end = "\n"
		}
		fmt.Fprintf(os.Stderr, "\r%d of %d repetitions%s", done, of, end)
	}
}
