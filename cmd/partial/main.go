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
	"slices"
	"strings"
	"time"

	"fms-tui/core/partial"
	"fms-tui/model/export"
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
	return fill(ctx, l, *out, *only, progress)
}

// question is what is asked but for k: all algorithms, everything tuned.
func (l *lab) question(k int) partial.Question {
	return partial.Question{K: k, Algorithms: partial.Algorithms(), Folds: l.folds, Splits: l.splits, Points: l.points, Seed: l.seed}
}

// table is a part of the page.
type table struct {
	name string
	make func(context.Context, *lab) (string, error) // "" where its data are missing
}

func tables() []table {
	return []table{
		{"digits", digitCurves},
		{"passes", moreLooks},
		{"pairs", everyPair},
		{"simulated", simulatedCurves},
		{"looks", simulatedLooks},
		{"judgments", judged},
	}
}

// fill makes the tables, and writes the page with each.
func fill(ctx context.Context, l *lab, path, only string, progress io.Writer) error {
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
		fmt.Fprintf(progress, "%s: %.1f s\n", t.name, time.Since(start).Seconds())
		if content == "" {
			fmt.Fprintf(progress, "%s stays as it was: its data are not in %s\n", t.name, l.data)
			continue
		}
		if page, err = replaced(page, t.name, content); err != nil {
			return err
		}
		if err := export.WriteFile(path, func(w io.Writer) error { // what is finished is kept
			_, err := io.WriteString(w, page)
			return err
		}); err != nil {
			return err
		}
	}
	return nil
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
