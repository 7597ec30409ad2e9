// Command partial repeats the experiments of Cesa-Bianchi, Shalev-Shwartz &
// Shamir 2010 with fms-tui's own implementation: two digits of MNIST told apart
// by predictors that were learned from four pixels of each image, with learning
// curves, and the medians over pairs of digits; the same on simulated images; and
// on judgments. It fills the tables of docs/partial_results.md, between
// <!-- begin NAME --> and <!-- end NAME -->; the text around them is written by
// hand.
//
//	go run ./cmd/partial -o docs/partial_results.md
//
// Simulated images are made, other data are read from --data; a table for which
// they are missing stays as it was. Figures depend on the seed alone.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"

	"fms-tui/cmd/internal/page"
	"fms-tui/core/partial"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Stderr)
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "partial:", err)
		os.Exit(1)
	}
}

// lab has the data, and what all experiments share.
type lab struct {
	splits, pairSplits int // random splits into training and test objects
	folds, pairFolds   int // of the cross-validation
	points             int // of a learning curve
	passes             []int
	images             int // simulated
	seed               uint64
	data               string
	all                *digits // nil until they are read
}

func run(ctx context.Context, args []string, progress io.Writer) error {
	l := &lab{points: 12, passes: []int{1, 4, 16, 64}, images: 4000}
	fs := flag.NewFlagSet("partial", flag.ContinueOnError)
	fs.SetOutput(progress)
	out := fs.String("o", filepath.Join("docs", "partial_results.md"), "the page whose tables are filled")
	fs.StringVar(&l.data, "data", filepath.Join("..", "shared", "data"), "folder of the data, with MNIST's IDX files in mnist")
	fs.IntVar(&l.splits, "splits", 10, "random splits of each experiment but that of pairs")
	fs.IntVar(&l.folds, "folds", 10, "folds of the cross-validation there")
	fs.IntVar(&l.pairSplits, "pair-splits", 1, "random splits of each pair of digits")
	fs.IntVar(&l.pairFolds, "pair-folds", 3, "folds of the cross-validation there")
	fs.Uint64Var(&l.seed, "seed", 1, "what is drawn depends on it alone")
	only := fs.String("only", "", "tables to fill, comma-separated (default all)")
	if err := fs.Parse(args); err != nil {
		return err
	}
	if fs.NArg() > 0 || min(l.splits, l.pairSplits) < 1 || min(l.folds, l.pairFolds) < 2 {
		return errors.New("no arguments, at least 1 split and 2 folds are accepted")
	}
	p := page.Page{Path: *out, Only: *only, Data: l.data, Progress: progress}
	return page.Fill(ctx, p, tables(), l)
}

// question is what is asked but for k: all algorithms, everything tuned.
func (l *lab) question(k int) partial.Question {
	return partial.Question{K: k, Algorithms: partial.Algorithms(), Folds: l.folds, Splits: l.splits, Points: l.points, Seed: l.seed}
}

func tables() []page.Table[*lab] {
	return []page.Table[*lab]{
		{Name: "digits", Make: digitCurves},
		{Name: "passes", Make: moreLooks},
		{Name: "pairs", Make: everyPair},
		{Name: "simulated", Make: simulatedCurves},
		{Name: "looks", Make: simulatedLooks},
		{Name: "judgments", Make: judged},
	}
}
