// Package buying fills the tables of docs/research/buying_results.md: whether the honest loss of
// forms, calls and panels is what new objects show, and whether one call for all
// criteria is worth more than a call for each.
package buying

import (
	"context"
	"io"

	"fms-tui/tools/paper/page"
)

// lab is what the tables are made from.
type lab struct {
	*page.Page
	splits int
}

// Run fills the page.
func Run(ctx context.Context, args []string, _, progress io.Writer) error {
	fs, p := page.Flags("buying", "research/buying_results.md", progress)
	l := lab{Page: p}
	fs.IntVar(&l.splits, "splits", 10, "random splits of the objects")
	if err := page.Parse(fs, args); err != nil {
		return err
	}
	return page.Fill(ctx, p, tables(), l)
}

func tables() []page.Table[lab] {
	return []page.Table[lab]{
		{Name: "splits", Make: splitsTable},
		{Name: "calls", Make: callsTable},
	}
}
