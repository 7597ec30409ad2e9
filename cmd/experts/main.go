// Command experts runs the experiments of Izbicki & Stern 2013, "Learning with
// many experts: Model selection and sparsity", sections 4.1 to 4.3: does the
// surrogate risk choose what the true risk would, and what is sparsity worth? It
// fills the tables of docs/experts_results.md, between <!-- begin NAME --> and
// <!-- end NAME -->; the text around them is written by hand.
//
//	go run ./cmd/experts -o docs/experts_results.md
//
// Features and labels of real data are read from --data; a table for which they
// are missing stays as it was. Votes are simulated. Figures depend on the seed
// alone.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"

	"fms-tui/cmd/internal/page"
	"fms-tui/cmd/internal/progress"
)

func main() {
	q := question{fresh: 20000}
	out := flag.String("o", filepath.Join("docs", "experts_results.md"), "the page whose tables are filled")
	data := flag.String("data", filepath.Join("..", "shared", "data"), "folder of the real data sets")
	only := flag.String("only", "", "tables to fill, comma-separated (default all)")
	flag.IntVar(&q.repetitions, "repetitions", 5, "draws of votes, and of what is held out, in each setting")
	flag.IntVar(&q.restarts, "restarts", 10, "starts of EM at each λ; 30 in the paper")
	flag.IntVar(&q.lambdas, "lambdas", 20, "λ tried")
	flag.Uint64Var(&q.seed, "seed", 1, "what is drawn depends on it alone")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	p := page.Page{Path: *out, Only: *only, Data: *data, Progress: os.Stderr}
	if err := page.Fill(ctx, p, parts(*data), q); err != nil {
		fmt.Fprintln(os.Stderr, "experts:", err)
		os.Exit(1)
	}
}

// experiment is a section of the paper, and a part of the page.
type experiment struct {
	name     string
	settings func(data string) ([]setting, error) // its error is a fs.ErrNotExist where data are missing
}

func experiments() []experiment {
	return []experiment{{"simulated", simulated}, {"ionosphere", ionosphere}, {"wine", wine}}
}

// parts are the tables of every experiment, as parts of the page.
func parts(data string) []page.Table[question] {
	var all []page.Table[question]
	for _, e := range experiments() {
		all = append(all, page.Table[question]{Name: e.name, Make: func(ctx context.Context, q question) (string, error) {
			settings, err := e.settings(data)
			if os.IsNotExist(err) {
				return "", nil
			}
			if err != nil {
				return "", err
			}
			trials, err := q.measureAll(ctx, settings)
			if err != nil {
				return "", err
			}
			return tables(settings, trials), nil
		}})
	}
	return all
}

// measureAll repeats every setting.
func (q question) measureAll(ctx context.Context, settings []setting) (all [][]trial, err error) {
	tell, done, of := progress.Line("repetitions"), 0, len(settings)*q.repetitions
	for k, s := range settings {
		var trials []trial
		for r := range q.repetitions {
			t, err := q.measure(ctx, s, uint64(k)<<32|uint64(r))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", s.name, err)
			}
			trials = append(trials, t)
			done++
			tell(done, of)
		}
		all = append(all, trials)
	}
	return all, nil
}
