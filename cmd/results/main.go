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
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fms-tui/core"
	"fms-tui/model/export"
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
	if err := fill(ctx, l, *out, *only); err != nil {
		fmt.Fprintln(os.Stderr, "results:", err)
		os.Exit(1)
	}
}

// table is a part of the page.
type table struct {
	name string
	make func(context.Context, *lab) (string, error) // "" where its data are missing
}

func tables() []table {
	return []table{
		{"attributes", attributes},
		{"slices", slicesFigure},
		{"height-many", bodiesFigure("height", manyObjects)},
		{"weight-many", bodiesFigure("weight", manyObjects)},
		{"height-few", bodiesFigure("height", fewObjects)},
		{"weight-few", bodiesFigure("weight", fewObjects)},
		{"tradeoff", tradeoff},
		{"predictors", predictors},
		{"real", realFigures},
		{"added", added},
	}
}

// fill makes the tables and writes the page.
func fill(ctx context.Context, l *lab, path, only string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	page := string(text)
	for _, t := range tables() {
		if only != "" && !slices.Contains(strings.Split(only, ","), t.name) {
			continue
		}
		start := time.Now()
		content, err := t.make(ctx, l)
		if err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
		fmt.Fprintf(os.Stderr, "%s: %.1f s\n", t.name, time.Since(start).Seconds())
		if content == "" {
			fmt.Fprintf(os.Stderr, "%s stays as it was: its data are not in %s\n", t.name, l.data)
			continue
		}
		if page, err = replaced(page, t.name, content); err != nil {
			return err
		}
	}
	return export.WriteFile(path, func(w io.Writer) error {
		_, err := io.WriteString(w, page)
		return err
	})
}

// replaced is the page with the table of that name.
func replaced(page, name, content string) (string, error) {
	begin, end := "<!-- begin "+name+" -->\n", "<!-- end "+name+" -->"
	before, rest, found := strings.Cut(page, begin)
	_, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		return "", fmt.Errorf("the page has no place for the table %s: it lacks %q", name, strings.TrimSpace(begin))
	}
	return before + begin + "\n" + strings.TrimSpace(content) + "\n\n" + end + after, nil
}
