// Command paper runs the programs that make what the documents show: it repeats
// the papers' experiments, measures what fms-tui adds to them, and draws the
// pictures.
//
//	go -C tools run ./paper results        tables of docs/research/results.md
//	go -C tools run ./paper coverage [FOLDER...]  tables of docs/research/coverage.md, on stdout: worlds, or real sets
//	go -C tools run ./paper evidence       tables and figure of docs/evidence.md
//	go -C tools run ./paper pilots FOLDER...  tables of docs/research/small_pilots.md, on stdout
//	go -C tools run ./paper buying         tables of docs/research/buying_results.md
//	go -C tools run ./paper experts        tables of docs/research/experts_results.md
//	go -C tools run ./paper partial        tables of docs/research/partial_results.md
//	go -C tools run ./paper latency        the table of docs/dev/performance.md, on stdout
//	go -C tools run ./paper speed          tables of docs/dev/performance.md
//	go -C tools run ./paper stopping       tables of docs/research/stopping_results.md
//	go -C tools run ./paper monkey         types at the program at random (docs/dev/hardening.md)
//	go -C tools run ./paper pictures       the pictures of the README and the docs
//
// A table stands between <!-- begin NAME --> and <!-- end NAME --> of its page; the
// text around the tables is written by hand. Simulated data are made; real data are
// read from -data, and a table whose data are missing stays as it was. Figures
// depend on the seed only. -h after a name lists its flags.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"fms-tui/tools/paper/buying"
	"fms-tui/tools/paper/coverage"
	"fms-tui/tools/paper/experts"
	"fms-tui/tools/paper/latency"
	"fms-tui/tools/paper/monkey"
	"fms-tui/tools/paper/partial"
	"fms-tui/tools/paper/pictures"
	"fms-tui/tools/paper/pilots"
	"fms-tui/tools/paper/results"
	"fms-tui/tools/paper/speed"
	"fms-tui/tools/paper/stopping"
)

// programs are all of them: each reads its arguments, writes what it found to out
// or into its page, and tells of its progress.
var programs = []struct {
	name string
	run  func(ctx context.Context, args []string, out, progress io.Writer) error
}{
	{"results", results.Run},
	{"coverage", coverage.Run},
	{"evidence", pilots.Evidence},
	{"pilots", pilots.Run},
	{"buying", buying.Run},
	{"experts", experts.Run},
	{"partial", partial.Run},
	{"latency", latency.Run},
	{"monkey", monkey.Run},
	{"speed", speed.Run},
	{"stopping", stopping.Run},
	{"pictures", pictures.Run},
}

func main() {
	// go -C tools runs it there; its flags name files from the repository on.
	if err := os.Chdir(".."); err != nil {
		fmt.Fprintln(os.Stderr, "paper:", err)
		os.Exit(1)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "paper:", err)
		os.Exit(1)
	}
}

// run runs the program that the first argument names.
func run(ctx context.Context, args []string, out, progress io.Writer) error {
	var names []string
	for _, p := range programs {
		if len(args) > 0 && args[0] == p.name {
			if err := p.run(ctx, args[1:], out, progress); err != nil {
				return fmt.Errorf("%s: %w", p.name, err)
			}
			return nil
		}
		names = append(names, p.name)
	}
	return fmt.Errorf("the first argument names a program: %s", strings.Join(names, ", "))
}
