// Package results reproduces what the experiments of Sabato & Kalai 2013 show, as
// far as there are data for it, and measures what fms-tui adds. It fills the
// tables of docs/research/results.md.
package results

import (
	"context"
	"io"

	"fms-tui/core/experiment"
	"fms-tui/tools/paper/page"
)

// Run fills the page.
func Run(ctx context.Context, args []string, _, progress io.Writer) error {
	fs, p := page.Flags("results", "results.md", progress)
	l := &lab{Page: p}
	fs.IntVar(&l.splits, "splits", experiment.DefaultSplits, "random splits of each experiment")
	if err := page.Parse(fs, args); err != nil {
		return err
	}
	return page.Fill(ctx, p, tables(), l)
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
