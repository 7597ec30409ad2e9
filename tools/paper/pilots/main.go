// Package pilots asks what small pilots of real data lead to. Objects are split at
// random: some are the pilot, and what it chooses is tested on the others, on the
// judgments that these hold. docs/research/small_pilots.md holds what it printed.
package pilots

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"

	"fms-tui/model"
	"fms-tui/tools/paper/page"
)

// set is a data set.
type set struct {
	name string
	*model.Dataset
}

// Run reads the folders named in args, each with judgments.csv.gz and labels.csv,
// and writes the tables to out.
func Run(ctx context.Context, args []string, out, log io.Writer) error {
	fs := flag.NewFlagSet("pilots", flag.ContinueOnError)
	fs.SetOutput(log)
	splits := fs.Int("splits", 20, "random splits of the objects")
	seed := fs.Uint64("seed", 1, "random seed")
	if err := fs.Parse(args); err != nil {
		return err
	}
	if fs.NArg() == 0 {
		return errors.New("name the folders of data sets, each with judgments.csv.gz and labels.csv")
	}
	var sets []set
	for _, folder := range fs.Args() {
		ds, err := page.Judgments(ctx, folder)
		if err != nil {
			return err
		}
		sets = append(sets, set{filepath.Base(folder), ds})
	}
	tell := page.Line(log, "splits")
	var all []trial
	done, of := 0, len(sets)*len(sizes())*(*splits)
	for _, s := range sets {
		for _, m := range sizes() {
			for n := range *splits {
				trials, err := s.measure(ctx, m, *seed, uint64(n))
				if err != nil {
					return fmt.Errorf("%s: %w", s.name, err)
				}
				all = append(all, trials...)
				done++
				tell(done, of)
			}
		}
	}
	_, err := io.WriteString(out, tables(sets, all))
	return err
}

// sizes are the numbers of objects of the pilots.
func sizes() []int { return []int{40, 80, 150} }
