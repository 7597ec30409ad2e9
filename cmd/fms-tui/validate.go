package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
)

func (p *program) validateCommand() *cobra.Command {
	f, x := &flags{}, &experimentFlags{}
	c := &cobra.Command{
		Use:   "validate DATA...",
		Short: "Honest (cross-validated) losses of every algorithm as tables, or --json",
		Long: "What the choices of every algorithm are really worth, by cross-validation, with standard errors;\n" +
			"which are better beyond two of them; and the budget that each would recommend.\n\n" +
			"With --bootstrap also how much the attributes' figures vary with the objects that were judged,\n" +
			"and how often the first algorithm would choose each.\n\n" +
			"With --designs also what the first algorithm would choose if judgments were bought otherwise:\n" +
			"singly, on one form, as the pilot was collected, and as --design or --sheet says.\n\n" +
			"With --protocol or --tradeoff instead an experiment of Sabato & Kalai (2013): what do algorithms that learn from some of\n" +
			"the objects come to on the others?",
		Example: "  fms-tui validate judgments.csv --labels labels.csv --budget 10,20,50\n" +
			"  fms-tui validate judgments.csv --algorithm full,uniform --bootstrap 200 --json\n" +
			"  fms-tui validate judgments.csv --budget 20 --designs --design call:2\n" +
			"  fms-tui validate judgments.csv --protocol --budget 5,10,20,40 --splits 50 --form csv -o errors.csv",
		Args: arguments(1, -1, "DATA, the files of the judgments (fms-tui sample writes some)"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := x.check(c, f); err != nil {
				return err
			}
			if x.asked() {
				return p.experiment(c.Context(), args, f, x)
			}
			return p.validate(c.Context(), args, f)
		},
	}
	f.addReading(c)
	f.addSettings(c)
	f.addHonest(c)
	f.addSelection(c, "budgets, comma-separated (default five over the range and the recommended one)",
		"algorithms, comma-separated (default all that the data allow); differences are to the first")
	x.add(c)
	f.addForm(c, "text")
	f.addOut(c, "write to `FILE`; - is stdout")
	f.addQuiet(c)
	f.addWidth(c)
	c.Flags().BoolVar(&f.designs, "designs", false, "compare ways to buy judgments (see --design), with the break-even price of a call")
	return c
}

func (p *program) validate(ctx context.Context, paths []string, f *flags) error {
	if f.noHonest {
		return misused("validate is about the honest loss, which --no-honest leaves out")
	}
	study, err := p.openStudy(ctx, paths, f)
	if err != nil {
		return err
	}
	every := len(f.algorithms) == 0
	t, err := p.tune(ctx, study, f, every)
	if err != nil {
		return err
	}
	r := t.Answers[0].Result
	if every {
		f.algorithms = r.Algorithms()
	}
	if len(f.budgets) == 0 {
		f.budgets = overRange(t)
	}
	picks, err := picks(ctx, t, f)
	if err != nil {
		return err
	}
	if err := see(ctx, picks); err != nil {
		return err
	}
	p.warn(apartFromFigures(selectionWarnings(picks)), f)
	v := newValidation(t, picks, f)
	if err := p.resampleFirst(ctx, v, firstPick(t, picks), f); err != nil {
		return err
	}
	if f.designs {
		if v.Designs, err = p.designs(ctx, study, f); err != nil {
			return err
		}
	}
	width := p.columns(f)
	return p.write(ctx, f.out, func(w io.Writer) error {
		if f.form == "json" {
			return printJSON(w, v)
		}
		_, err := io.WriteString(w, v.table(width))
		return err
	})
}

// firstPick is the first algorithm's pick at the budget that the UI begins
// with, or at the first one.
func firstPick(t *core.Tuning, picks [][]core.Pick) *core.Pick {
	for i := range picks {
		if picks[i][0].Selection.Budget == t.FirstBudget(selection.Full) {
			return &picks[i][0]
		}
	}
	return &picks[0][0]
}

// overRange is the recommended budget of Full and five over the range.
func overRange(t *core.Tuning) amounts {
	r := t.Answers[0].Result
	budgets := amounts{t.FirstBudget(selection.Full), r.Max}
	for _, part := range []model.Amount{16, 8, 4, 2} {
		budgets = append(budgets, max(r.Max/part/r.Step*r.Step, r.Required))
	}
	slices.Sort(budgets)
	return slices.Compact(budgets)
}

func newValidation(t *core.Tuning, picks [][]core.Pick, f *flags) *validation {
	r := t.Answers[0].Result
	v := &validation{
		Version: 1, Objects: r.Objects, Label: r.Label, LabelVar: number(r.LabelVar), Folds: f.foldsTaken(),
		Settings:  designSettings{describedDesign(r), r.Settings.Shrunk()},
		Estimates: []estimateJSON{}, Recommended: []recommendedJSON{},
	}
	if why := t.Answers[0].Honest.Why; why != "" {
		v.Reason = &why
	}
	for _, row := range picks {
		for i := range row {
			v.Estimates = append(v.Estimates, estimateOf(&row[i], &row[0]))
		}
	}
	if v.Reason != nil {
		return v
	}
	for i := range picks[0] {
		p := &picks[0][i]
		a := p.Selection.Algorithm
		b, err := p.Honest.Budget(a, core.Rule{})
		if err != nil {
			continue // the rule always has an answer
		}
		e := p.Honest.At(a, b)
		lowest, least := p.Honest.Lowest(a)
		v.Recommended = append(v.Recommended, recommendedJSON{a, b, number(e.Loss), number(e.SE), lowest, number(least.Loss)})
	}
	return v
}

func estimateOf(p, first *core.Pick) estimateJSON {
	s := &p.Selection
	e := p.Estimate()
	out := estimateJSON{
		Algorithm: s.Algorithm, Budget: s.Budget, Spent: s.Spent, CostByForm: p.CostByForm(s), Ridge: number(p.Settings.Ridge),
		ProjectedLoss: number(s.Loss), HonestLoss: number(e.Loss), HonestLossSE: number(e.SE), seenJSON: seenOf(p), Warnings: p.Warnings(),
		HonestR2: number(s.R2At(e.Loss)), Difference: number(math.NaN()), DifferenceSE: number(math.NaN()),
		Gap: number(p.CertificateFrom(s, p.Bound(s.Budget)).Gap),
	}
	if p.Seen != nil && p.Seen.Why != "" {
		out.SeenReason = &p.Seen.Why
	}
	if text := p.Refutation(); text != "" {
		out.remarks = append(out.remarks, text)
	}
	out.remarks = append(out.remarks, p.Impossible()...)
	out.impossible = len(p.Impossible()) > 0
	out.beyond = p.BeyondCells(s) >= 0
	if p == first || len(p.Impossible()) > 0 || len(first.Impossible()) > 0 {
		return out // what is impossible compares with nothing
	}
	d := p.Less(first)
	out.Difference, out.DifferenceSE = number(d.Loss), number(d.SE)
	if verdict := d.Verdict(); verdict != "" {
		out.Verdict = &verdict
	}
	return out
}

// resampleFirst runs the bootstrap that --bootstrap asks for, of one pick.
func (p *program) resampleFirst(ctx context.Context, v *validation, pick *core.Pick, f *flags) error {
	if f.bootstrap == 0 {
		return nil
	}
	s := &pick.Selection
	wanted := []core.Wanted{{Algorithm: s.Algorithm, Budget: s.Budget}}
	boot, err := pick.Bootstrap(ctx, core.Draws{Replicates: f.bootstrap, Seed: f.seed}, wanted, func(b *core.Bootstrap) {
		p.progress(fmt.Sprintf("resampling: %d of %d", b.Replicates, b.Of), f)
	})
	p.progress("", f)
	if err != nil {
		return err
	}
	v.Bootstrap = &bootstrapJSON{
		Replicates: boot.Replicates, Algorithm: s.Algorithm, Budget: s.Budget, Attributes: []bandsJSON{},
	}
	if boot.Why != "" {
		v.Bootstrap.Reason = &boot.Why
		return nil
	}
	for a, b := range boot.Bands {
		row := bandsJSON{
			Name: pick.Attributes[a].Name, B: ends(b.B), V: ends(b.V), Sigma2: ends(b.Sigma2), Reliability: ends(b.Reliability),
			Frequency: number(math.NaN()), Median: number(math.NaN()),
		}
		if st := boot.Stability[0]; st.Frequency != nil {
			row.Frequency, row.Median = number(st.Frequency[a]), number(st.Median[a])
		}
		v.Bootstrap.Attributes = append(v.Bootstrap.Attributes, row)
	}
	return nil
}

func ends(b core.Band) [2]number { return [2]number{number(b.Low), number(b.High)} }
