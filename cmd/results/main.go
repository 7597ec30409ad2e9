// Command results reproduces what the experiments of Sabato & Kalai 2013 show, as
// far as there are data for it, and measures what fms-tui adds. It fills the
// tables of docs/results.md, between <!-- begin NAME --> and <!-- end NAME -->; the
// text around them is written by hand.
//
//	go run ./cmd/results -o docs/results.md
//
// Simulated data are made, real ones are read from --data; a table for which they
// are missing stays as it was. Figures depend on the seed alone.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"

	"fms-tui/cmd/internal/page"
	"fms-tui/core"
)

func main() {
	out := flag.String("o", filepath.Join("docs", "results.md"), "the page whose tables are filled")
	data := flag.String("data", filepath.Join("..", "shared", "data"), "folder of the real data sets")
	splits := flag.Int("splits", core.DefaultSplits, "random splits of each experiment")
	seed := flag.Uint64("seed", 1, "what is drawn depends on it alone")
	only := flag.String("only", "", "tables to fill, comma-separated (default all)")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	l := &lab{splits: *splits, seed: *seed, data: *data}
	p := page.Page{Path: *out, Only: *only, Data: *data, Progress: os.Stderr}
	if err := page.Fill(ctx, p, tables(), l); err != nil {
		fmt.Fprintln(os.Stderr, "results:", err)
		os.Exit(1)
	}
}

func tables() []page.Table[*lab] {
	return []page.Table[*lab]{
		{Name: "attributes", Make: attributes},
		{Name: "slices", Make: slicesFigure},
		{Name: "height-many", Make: bodiesFigure("height", manyObjects)},
		{Name: "weight-many", Make: bodiesFigure("weight", manyObjects)},
		{Name: "height-few", Make: bodiesFigure("height", fewObjects)},
		{Name: "weight-few", Make: bodiesFigure("weight", fewObjects)},
		{Name: "tradeoff", Make: tradeoff},
		{Name: "predictors", Make: predictors},
		{Name: "real", Make: realFigures},
		{Name: "added", Make: added},
	}
}
