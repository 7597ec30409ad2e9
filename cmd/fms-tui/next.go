package main

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// mostNext bounds --count.
const mostNext = 1_000_000

func (p *program) nextCommand() *cobra.Command {
	f, q := &flags{}, &core.NextQuery{Draws: core.DefaultDraws}
	c := &cobra.Command{
		Use:   "next DATA... --count N",
		Short: "Which unlabelled objects to label next",
		Long: "Among objects without a label, but with judgments of the chosen attributes, those whose labels would make the weights\n" +
			"surest: one after another the object that lowers Tr(V⁻¹) most, V = λI + Σ x xᵀ over what is labelled (A-optimal design).\n" +
			"x are mean judgments about their means, in units of their spreads; λ is --ridge. Beside it stands the mean of random choices.",
		Example: "  fms-tui next judgments.csv new.csv --budget 20 --count 50\n  fms-tui next judgments.csv new.csv --labels labels.csv --count 50 -o next.csv",
		Args:    arguments(1, -1, "DATA, the files of the judgments (fms-tui sample writes some)"),
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case q.Count == 0:
				return misused("next needs --count N, the number of objects to label")
			case len(f.budgets) > 1:
				return misused("next is for one budget, not for %d", len(f.budgets))
			case len(f.algorithms) > 1:
				return misused("next is for one algorithm, not for %d", len(f.algorithms))
			}
			if err := f.checkBudgets(); err != nil {
				return err
			}
			return p.next(c.Context(), args, f, q)
		},
	}
	f.addReading(c)
	f.addSettings(c)
	f.addHonest(c)
	f.addSelection(c, "the budget for each new object (default that at which the UI begins)", "the algorithm whose attributes count, see select (default full)")
	f.addEnough(c)
	c.Flags().Var(&count{&q.Count, 1, mostNext, "objects"}, "count", "how many objects to label")
	c.Flags().BoolVar(&f.json, "json", false, "print JSON")
	f.addOut(c, "write the objects to `FILE` as CSV, or with --json as JSON; - is stdout")
	f.addQuiet(c)
	f.addWidth(c)
	return c
}

func (p *program) next(ctx context.Context, paths []string, f *flags, q *core.NextQuery) error {
	pick, err := p.onePick(ctx, paths, f)
	if err != nil {
		return err
	}
	q.Seed = f.seed
	next, err := pick.Next(ctx, &pick.Selection, *q)
	if err != nil {
		return err
	}
	if len(next.Steps) < q.Count {
		p.warn([]model.Finding{{Code: model.CodeFewCandidates, Message: fmt.Sprintf("only %s can be chosen: the others without the label lack judgments of what is chosen",
			figure.CountOf(next.Candidates, "object"))}}, f)
	}
	width := p.columns(f)
	return p.write(ctx, f.out, func(w io.Writer) error {
		switch {
		case f.json:
			return printJSON(w, nextOf(pick, next, q))
		case f.out != "":
			return writeNextCSV(w, next)
		}
		var b strings.Builder
		writeNextTable(&b, pick, next, q, width)
		_, err := io.WriteString(w, b.String())
		return err
	})
}

func writeNextCSV(w io.Writer, next *core.Next) error {
	rows := csv.NewWriter(w)
	if err := rows.Write([]string{"order", "object", "trace", "random_trace"}); err != nil {
		return err
	}
	for i, s := range next.Steps {
		if err := rows.Write([]string{strconv.Itoa(i + 1), s.Object, number(s.Trace).cell(), number(s.Random).cell()}); err != nil {
			return err
		}
	}
	rows.Flush()
	return rows.Error()
}

func writeNextTable(b *strings.Builder, p *core.Pick, next *core.Next, q *core.NextQuery, width int) {
	fmt.Fprintf(b, "objects to label next for the weights of %s at a budget of %s: %s\n", p.Selection.Algorithm, p.Selection.Budget,
		some(names(p.Result, next.Attributes)))
	fmt.Fprintf(b, "%s of %s without %s hold judgments of all of them; V begins with %s, Tr V⁻¹ = %s\n\n",
		figure.Count(next.Candidates), figure.CountOf(next.Unlabelled, "object"), p.Label,
		figure.CountOf(next.Labelled, "labelled object"), figure.Significant(next.Start, 4))
	rows := [][]string{{"order", "object", "Tr V⁻¹ after", fmt.Sprintf("%d random choices", q.Draws)}}
	for i, s := range next.Steps {
		rows = append(rows, []string{strconv.Itoa(i + 1), s.Object, figure.Significant(s.Trace, 4), figure.Significant(s.Random, 4)})
	}
	writeTable(b, rows, width)
	last := next.Steps[len(next.Steps)-1]
	fmt.Fprintf(b, "\n%s lower it by %s, as many at random by %s\n", figure.CountOf(len(next.Steps), "object"),
		figure.Percent(1-last.Trace/next.Start), figure.Percent(1-last.Random/next.Start))
}

// What `next --json` prints, version 1.
type (
	nextJSON struct {
		Version    int                 `json:"version"`
		Label      string              `json:"label"`
		Algorithm  selection.Algorithm `json:"algorithm"`
		Budget     model.Amount        `json:"budget"`
		Ridge      number              `json:"ridge"`
		Seed       uint64              `json:"seed"`
		Draws      int                 `json:"draws"`
		Attributes []string            `json:"attributes"`
		Labelled   int                 `json:"labelled"`
		Unlabelled int                 `json:"unlabelled"`
		Candidates int                 `json:"candidates"`
		Start      number              `json:"trace_start"`
		Objects    []nextObjectJSON    `json:"objects"`
		Warnings   findings            `json:"warnings"`
	}

	nextObjectJSON struct {
		Object string `json:"object"`
		Trace  number `json:"trace"`
		Random number `json:"random_trace"`
	}
)

func nextOf(p *core.Pick, next *core.Next, q *core.NextQuery) nextJSON {
	out := nextJSON{
		Version: 1, Label: p.Label, Algorithm: p.Selection.Algorithm, Budget: p.Selection.Budget, Ridge: number(next.Ridge),
		Seed: q.Seed, Draws: q.Draws, Attributes: names(p.Result, next.Attributes), Labelled: next.Labelled,
		Unlabelled: next.Unlabelled, Candidates: next.Candidates, Start: number(next.Start), Objects: []nextObjectJSON{},
		Warnings: append(append([]model.Finding{}, p.Data().Warnings...), p.Result.Warnings...),
	}
	for _, s := range next.Steps {
		out.Objects = append(out.Objects, nextObjectJSON{s.Object, number(s.Trace), number(s.Random)})
	}
	return out
}
