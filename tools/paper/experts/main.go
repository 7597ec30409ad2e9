// Package experts runs the experiments of Izbicki & Stern 2013, "Learning with
// many experts: Model selection and sparsity", sections 4.1 to 4.3: does the
// surrogate risk choose what the true risk would, and what is sparsity worth? It
// fills the tables of docs/research/experts_results.md. Votes are simulated.
package experts

import (
	"context"
	"fmt"
	"io"
	"os"

	"fms-tui/tools/paper/page"
)

// Run fills the page.
func Run(ctx context.Context, args []string, _, progress io.Writer) error {
	fs, p := page.Flags("experts", "experts_results.md", progress)
	q := question{Page: p, fresh: 20000}
	fs.IntVar(&q.repetitions, "repetitions", 5, "draws of votes, and of what is held out, in each setting")
	fs.IntVar(&q.restarts, "restarts", 10, "starts of EM at each λ; 30 in the paper")
	fs.IntVar(&q.lambdas, "lambdas", 20, "λ tried")
	if err := page.Parse(fs, args); err != nil {
		return err
	}
	return page.Fill(ctx, p, parts(), q)
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
func parts() []page.Table[question] {
	var all []page.Table[question]
	for _, e := range experiments() {
		all = append(all, page.Table[question]{Name: e.name, Make: func(ctx context.Context, q question) (string, error) {
			settings, err := e.settings(q.Data)
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
	tell, done, of := page.Line(q.Progress, "repetitions"), 0, len(settings)*q.repetitions
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
