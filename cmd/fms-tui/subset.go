package main

import (
	"context"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
)

func (p *program) subsetCommand() *cobra.Command {
	f := &flags{}
	c := &cobra.Command{
		Use:   "subset DATA...",
		Short: "Exhaustive and forward selection, and the submodularity ratio",
		Long: "How far from the best possible are the greedy algorithms? All repeat vectors within the budget are searched, the\n" +
			"certified bound ruling most of them out; and all subsets of attributes, each with as many judgments as its cells hold,\n" +
			"beside forward selection, with the submodularity ratio and what it guarantees.\n\n" +
			"Losses are projected. The optimum, subsets and ratios are without a ridge, limits are for repeats alone, and label\n" +
			"covariances are the paper's unless --shrink auto.",
		Example: "  fms-tui subset judgments.csv --budget 20\n  fms-tui subset judgments.csv --budget 20 --algorithm full,uniform --json",
		Args:    arguments(1, -1, "DATA, the files of the judgments (fms-tui sample writes some)"),
		RunE: func(c *cobra.Command, args []string) error {
			if len(f.budgets) > 1 {
				return misused("subset is for one budget, not for %d", len(f.budgets))
			}
			if err := f.checkBudgets(); err != nil {
				return err
			}
			if !c.Flags().Changed("shrink") {
				f.shrink = model.ShrinkNone // the paper's objective, of which the optimum is known
			}
			return p.subset(c.Context(), args, f)
		},
	}
	f.addReading(c)
	f.addSettings(c)
	f.addHonest(c)
	f.addSelection(c, "the budget for each new object (default that at which the UI begins)",
		"algorithms to hold against the optimum, comma-separated, see select (default full,scoring,exchange)")
	c.Flags().BoolVar(&f.json, "json", false, "print JSON")
	f.addOut(c, "write to `FILE`; - is stdout")
	f.addQuiet(c)
	f.addWidth(c)
	return c
}

// subsetAnswer is what subset prints.
type subsetAnswer struct {
	picks   []core.Pick
	optimum *core.Optimum // nil where there was no search
	refused string        // why
	subsets *core.Subsets
}

func (p *program) subset(ctx context.Context, paths []string, f *flags) error {
	study, err := p.openStudy(ctx, paths, f)
	if err != nil {
		return err
	}
	if len(f.algorithms) == 0 {
		f.algorithms = algorithms{selection.Full, selection.Scoring, selection.Exchange}
	}
	t, err := p.tune(ctx, study, f, atBudgets)
	if err != nil {
		return err
	}
	all, err := picks(ctx, t, f)
	if err != nil {
		return err
	}
	p.warn(apartFromFigures(selectionWarnings(all)), f)
	answer := subsetAnswer{picks: all[0]}
	first := &all[0][0]
	budget := first.Selection.Budget
	answer.optimum, err = first.Optimum(ctx, budget)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil { // the subsets may be few enough all the same
		answer.refused = err.Error()
	}
	if answer.subsets, err = first.Subsets(ctx, budget, f.seed); err != nil {
		return err
	}
	width := p.columns(f)
	return p.write(ctx, f.out, func(w io.Writer) error {
		if f.json {
			return printJSON(w, answer.document(f, slices.Concat(study.Data().Warnings, first.Result.Warnings, selectionWarnings(all))))
		}
		_, err := io.WriteString(w, answer.table(width))
		return err
	})
}

// names are those of attributes by number.
func names(r *core.Result, attributes []int) []string {
	list := []string{}
	for _, a := range attributes {
		list = append(list, r.Attributes[a].Name)
	}
	return list
}

// What `subset --json` prints, version 1. What is not known is null.
type (
	subsetJSON struct {
		Version   int              `json:"version"`
		Label     string           `json:"label"`
		LabelVar  number           `json:"label_variance"`
		Budget    model.Amount     `json:"budget"`
		Raters    model.Raters     `json:"raters"`
		Seed      uint64           `json:"seed"`
		Optimum   *optimumJSON     `json:"optimum"`
		Reason    *string          `json:"reason"` // why there is no optimum
		Selection []comparisonJSON `json:"selections"`
		Subsets   subsetsJSON      `json:"subsets"`
		Warnings  findings         `json:"warnings"`
	}

	optimumJSON struct {
		Spent         model.Amount   `json:"spent"`
		Repeats       map[string]int `json:"repeats"`
		ProjectedLoss number         `json:"projected_loss"`
		Vectors       number         `json:"vectors"` // within the budget, estimated
		Parts         int            `json:"parts"`   // of the search that were looked at
	}

	comparisonJSON struct {
		Algorithm     selection.Algorithm `json:"algorithm"`
		Spent         model.Amount        `json:"spent"`
		Repeats       map[string]int      `json:"repeats"`
		ProjectedLoss number              `json:"projected_loss"`
		GainRatio     number              `json:"gain_ratio"`     // to the optimum's gain
		Behind        number              `json:"behind_optimum"` // R² points
		LowerBound    number              `json:"lower_bound"`
		Gap           number              `json:"optimality_gap"`
	}

	subsetsJSON struct {
		Attributes []string   `json:"attributes"`
		Judgments  []int      `json:"judgments"` // of each, taken together
		Alpha      alphaJSON  `json:"alpha"`
		Reason     *string    `json:"reason"` // why larger sizes have no best subset
		Sizes      []sizeJSON `json:"sizes"`
	}

	alphaJSON struct {
		Value   number   `json:"value"`
		Sampled bool     `json:"sampled"` // then the ratio is at most the value
		S       []string `json:"s"`
		T       []string `json:"t"`
		E       *string  `json:"e"`
	}

	sizeJSON struct {
		Size        int          `json:"size"`
		Forward     []string     `json:"forward"` // in the order of joining
		ForwardCost model.Amount `json:"forward_cost"`
		ForwardLoss number       `json:"forward_loss"`
		Best        []string     `json:"best"`
		BestLoss    number       `json:"best_loss"`
		GainRatio   number       `json:"gain_ratio"`
		Gamma       number       `json:"gamma"`
		AlphaGreedy number       `json:"alpha_greedy"`
		Guaranteed  number       `json:"guaranteed"`
		Certified   number       `json:"certified"`
	}
)

func (t *subsetAnswer) document(f *flags, warnings []model.Finding) subsetJSON {
	r := t.picks[0].Result
	out := subsetJSON{
		Version: 1, Label: r.Label, LabelVar: number(r.LabelVar), Budget: t.picks[0].Selection.Budget, Raters: r.Raters, Seed: f.seed,
		Selection: []comparisonJSON{}, Warnings: append([]model.Finding{}, warnings...),
	}
	if o := t.optimum; o != nil {
		out.Optimum = &optimumJSON{o.Spent, supportOf(r, o.Repeats), number(o.Loss), number(o.Vectors), o.Parts}
	} else {
		out.Reason = &t.refused
	}
	for i := range t.picks {
		c := t.compared(i)
		out.Selection = append(out.Selection, comparisonJSON{
			Algorithm: c.s.Algorithm, Spent: c.s.Spent, Repeats: supportOf(r, c.s.Repeats), ProjectedLoss: number(c.s.Loss),
			GainRatio: number(c.ratio), Behind: number(c.behind), LowerBound: number(c.certificate.Bound), Gap: number(c.certificate.Gap),
		})
	}
	out.Subsets = subsetsOf(r, t.subsets)
	return out
}

func subsetsOf(r *core.Result, o *core.Subsets) subsetsJSON {
	out := subsetsJSON{Attributes: names(r, o.Attributes), Judgments: append([]int{}, o.Judgments...), Sizes: []sizeJSON{}}
	out.Alpha = alphaJSON{Value: number(o.Alpha.Value), Sampled: o.Alpha.Sampled, S: names(r, o.Alpha.S), T: names(r, o.Alpha.T)}
	if o.Alpha.E >= 0 {
		out.Alpha.E = &r.Attributes[o.Alpha.E].Name
	}
	if why := o.Unsearched(); why != "" {
		out.Reason = &why
	}
	for _, s := range o.Sizes {
		row := sizeJSON{
			Size: s.Size, Forward: names(r, s.Forward.Attributes), ForwardCost: s.Forward.Cost, ForwardLoss: number(s.Forward.Loss),
			BestLoss: number(s.Best.Loss), GainRatio: number(s.Ratio),
			Gamma: number(s.Gamma), AlphaGreedy: number(s.AlphaGreedy), Guaranteed: number(s.Guarantee), Certified: number(s.Certified),
		}
		if s.Best.Attributes != nil {
			row.Best = names(r, s.Best.Attributes)
		}
		out.Sizes = append(out.Sizes, row)
	}
	return out
}
