// Package partial repeats the experiments of Cesa-Bianchi, Shalev-Shwartz & Shamir 2010
// with fms-tui's own implementation: two digits of MNIST classified by predictors
// learned from four pixels of each image, with learning curves, and the medians over
// pairs of digits; the same on simulated images; and on judgments. It fills the tables
// of docs/research/partial_results.md. MNIST's IDX files are in the folder mnist of the data.
package partial

import (
	"context"
	"errors"
	"io"

	"fms-tui/core/partial"
	"fms-tui/tools/paper/page"
)

// lab has the data, and what all experiments share.
type lab struct {
	*page.Page
	splits, pairSplits int // random splits into training and test objects
	folds, pairFolds   int // of the cross-validation
	points             int // of a learning curve
	passes             []int
	images             int     // simulated
	all                *digits // nil until they are read
}

// Run fills the page.
func Run(ctx context.Context, args []string, _, progress io.Writer) error {
	fs, p := page.Flags("partial", "partial_results.md", progress)
	l := &lab{Page: p, points: 12, passes: []int{1, 4, 16, 64}, images: 4000}
	fs.IntVar(&l.splits, "splits", 10, "random splits of each experiment but that of pairs")
	fs.IntVar(&l.folds, "folds", 10, "folds of the cross-validation there")
	fs.IntVar(&l.pairSplits, "pair-splits", 1, "random splits of each pair of digits")
	fs.IntVar(&l.pairFolds, "pair-folds", 3, "folds of the cross-validation there")
	if err := page.Parse(fs, args); err != nil {
		return err
	}
	if min(l.splits, l.pairSplits) < 1 || min(l.folds, l.pairFolds) < 2 {
		return errors.New("at least 1 split and 2 folds are accepted")
	}
	return page.Fill(ctx, p, tables(), l)
}

// question is what is asked but for k: all algorithms, everything tuned.
func (l *lab) question(k int) partial.Question {
	return partial.Question{K: k, Algorithms: partial.Algorithms(), Folds: l.folds, Splits: l.splits, Points: l.points, Seed: l.Seed}
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
