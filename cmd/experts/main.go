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
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"

	"fms-tui/model/export"
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
	if err := fill(ctx, q, *out, *data, *only); err != nil {
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

// fill makes the tables and writes the page.
func fill(ctx context.Context, q question, path, data, only string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	page := string(text)
	for _, e := range experiments() {
		if only != "" && !slices.Contains(strings.Split(only, ","), e.name) {
			continue
		}
		start := time.Now()
		settings, err := e.settings(data)
		if os.IsNotExist(err) {
			fmt.Fprintf(os.Stderr, "%s stays as it was: its data are not in %s\n", e.name, data)
			continue
		}
		if err != nil {
			return fmt.Errorf("%s: %w", e.name, err)
		}
		all, err := q.measureAll(ctx, settings)
		if err != nil {
			return fmt.Errorf("%s: %w", e.name, err)
		}
		if page, err = replaced(page, e.name, tables(settings, all)); err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "%s: %.1f s\n", e.name, time.Since(start).Seconds())
	}
	return export.WriteFile(path, func(w io.Writer) error {
		_, err := io.WriteString(w, page)
		return err
	})
}

// measureAll repeats every setting.
func (q question) measureAll(ctx context.Context, settings []setting) (all [][]trial, err error) {
	tell := progress(len(settings) * q.repetitions)
	for k, s := range settings {
		var trials []trial
		for r := range q.repetitions {
			t, err := q.measure(ctx, s, uint64(k)<<32|uint64(r))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", s.name, err)
			}
			trials = append(trials, t)
			tell()
		}
		all = append(all, trials)
	}
	return all, nil
}

// replaced is the page with the tables of that name.
func replaced(page, name, content string) (string, error) {
	begin, end := "<!-- begin "+name+" -->\n", "<!-- end "+name+" -->"
	before, rest, found := strings.Cut(page, begin)
	_, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		return "", fmt.Errorf("the page has no place for the tables %s: it lacks %q", name, strings.TrimSpace(begin))
	}
	return before + begin + "\n" + strings.TrimSpace(content) + "\n\n" + end + after, nil
}

// progress returns what is called after each of so many: a line on a terminal.
func progress(of int) func() {
	if !term.IsTerminal(os.Stderr.Fd()) {
		return func() {}
	}
	done := 0
	return func() {
		done++
		end := ""
		if done == of {
			end = "\n"
		}
		fmt.Fprintf(os.Stderr, "\r%d of %d repetitions%s", done, of, end)
	}
}
