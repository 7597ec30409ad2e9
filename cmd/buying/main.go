// Command buying fills the tables of docs/buying.md: whether the honest loss of
// forms, calls and panels is what new objects show, and whether one call for all
// criteria is worth more than a call for each.
//
//	go run ./cmd/buying -data DIR
//
// DIR holds a folder for each data set, with judgments.csv.gz and labels.csv; a
// table without its data stays as it was.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"

	"fms-tui/cmd/internal/page"
	"fms-tui/model"
	"fms-tui/model/read"
)

func main() {
	path := flag.String("page", filepath.Join("docs", "buying.md"), "the page to fill")
	only := flag.String("only", "", "names of tables, comma-separated; all by default")
	data := flag.String("data", filepath.Join("..", "shared", "data"), "folder of the data sets")
	splits := flag.Int("splits", 10, "random splits of the objects")
	seed := flag.Uint64("seed", 1, "random seed")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := page.Fill(ctx, page.Page{Path: *path, Only: *only, Data: *data, Progress: os.Stderr}, tables(), lab{*data, *splits, *seed})
	if err != nil {
		fmt.Fprintln(os.Stderr, "buying:", err)
		os.Exit(1)
	}
}

// lab is what the tables are made from.
type lab struct {
	data   string
	splits int
	seed   uint64
}

func tables() []page.Table[lab] {
	return []page.Table[lab]{
		{Name: "splits", Make: splitsTable},
		{Name: "calls", Make: callsTable},
	}
}

// open returns a data set, nil where it is missing.
func (l lab) open(ctx context.Context, name string) (*model.Dataset, error) {
	folder := filepath.Join(l.data, name)
	if _, err := os.Stat(folder); err != nil {
		return nil, nil
	}
	return read.FromSources(ctx, []read.Source{read.File(filepath.Join(folder, "judgments.csv.gz"))},
		[]read.Source{read.File(filepath.Join(folder, "labels.csv"))}, read.Options{})
}
