package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/core/subset"
	"fms-tui/model"
)

func subsetCommand(p *program) *cobra.Command {
	f := p.flags()
	c := &cobra.Command{
		Use:   "subset DATA...",
		Short: "Compare the greedy choices with the optimum, by exhaustive search",
		Long: "Compare the greedy algorithms with the optimum: search all repeat vectors within the budget, the " +
			"certified bound ruling most of them out; and all subsets of attributes, each with as many judgments as its cells hold, " +
			"beside forward selection, with the submodularity ratio and what it guarantees.\n\n" +
			"Losses are projected. The optimum, subsets and ratios are without a ridge, limits are for repeats alone, and label " +
			"covariances are the paper's unless --shrink auto.",
		Example: "  fms-tui lab subset judgments.csv --budget 20\n  fms-tui lab subset judgments.csv --budget 20 --algorithm full,uniform --json",
		RunE: func(c *cobra.Command, args []string) error {
			return compareOptimum(c.Context(), p, args, f)
		},
	}
	return f.take(c, slices.Concat(asking[:len(asking)-1], reporting))
}

// subsetAnswer is what subset prints.
type subsetAnswer struct {
	picks   []core.Pick
	optimum *subset.Optimum // nil where there was no search
	refused string          // why
	subsets *subset.Comparison
}

func compareOptimum(ctx context.Context, p *program, paths []string, f *flags) error {
	if len(f.budgets) > 1 {
		return misused("the optimum is for one budget, not for %d", len(f.budgets))
	}
	if !f.set.Changed("shrink") { // the paper's objective, of which the optimum is known
		f = f.with(func(g *flags) { g.asked.Shrink = model.ShrinkNone })
	}
	study, err := p.openStudy(ctx, paths, f)
	if err != nil {
		return err
	}
	f = f.or(selection.Full, selection.Scoring, selection.Exchange)
	t, err := tuneAsked(ctx, p, study, f, atBudgets)
	if err != nil {
		return err
	}
	all, err := picks(ctx, t, f)
	if err != nil {
		return err
	}
	p.warn(apartFromFigures(selectionWarnings(all))...)
	if f.goal.asked() { // each algorithm has a budget of its own
		all = all[:1]
	}
	answer := subsetAnswer{picks: all}
	first := &all[0]
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
	return p.print(ctx, f, answer.report(f, warningsOf(study.Data().Warnings, first.Result.Warnings, selectionWarnings(all))))
}

// names are the names of attributes by number.
func names(r *core.Result, attributes []int) []string {
	list := []string{}
	for _, a := range attributes {
		list = append(list, r.Attributes[a].Name)
	}
	return list
}

// report is the answer: selections beside the optimum, and subsets.
func (t *subsetAnswer) report(f *flags, warnings []model.Finding) *report.Report {
	p := &t.picks[0]
	budget := p.Selection.Budget
	r := &report.Report{Metric: report.SquaredLoss()}
	r.Head("repeats for %s within a budget of %s, projected losses; Var = %s", p.Label, budget, r.Metric.Text(p.LabelVar))
	r.Space()
	r.Field("version", 1, "label", p.Label, "label_variance", p.LabelVar, "budget", budget, "raters", p.Raters, "seed", f.seed)
	o := t.optimum
	if o == nil {
		r.Field("optimum", nil)
	} else {
		r.Begin("optimum").Field("spent", o.Spent, "repeats", supportOf(p.Result, o.Repeats), "projected_loss", o.Loss, "vectors", o.Vectors, "parts", o.Parts)
	}
	r.Field("reason", unlessEmpty(t.refused))
	r.Add(t.comparison())
	r.Space()
	if o != nil {
		r.Say("optimum: %s", written(p.Result, o.Repeats))
		r.Say("ratio: gain as a share of the optimum's; below: R² below the optimum")
		r.Say("about %s repeat vectors cost at most %s: the bound ruled out all but %s of the search",
			roughly(o.Vectors), o.Budget, figure.CountOf(o.Parts, "part"))
	} else {
		r.Say("no optimum: %s", t.refused)
	}
	addSubsets(r.Begin("subsets"), p.Result, t.subsets)
	r.Field("warnings", warnings)
	return r
}

// comparison has a row for the optimum, which JSON holds separately, and a row for each
// selection: its gain as a share of the optimum's, and the difference in R² points; NaN
// without an optimum.
func (t *subsetAnswer) comparison() *report.Table {
	table := &report.Table{Name: "selections", Columns: []report.Column{
		{Name: "algorithm", Head: report.NoHead},
		{Name: "spent", Head: "spent"},
		{Name: "repeats"},
		{Name: "projected_loss", Head: "projected", Format: report.Always(shown)},
		{Name: "gain_ratio", Head: "ratio", Format: known(4)},
		{Name: "behind_optimum", Head: "below", Format: known(2)}, // R² points
		{Name: "lower_bound"},
		{Name: "optimality_gap", Head: "gap R²", Format: known(2)},
		{Head: "repeats"},
	}}
	if o := t.optimum; o != nil {
		p := &t.picks[0]
		gap := max(0, (o.Loss-p.Bound(o.Budget))/p.LabelVar)
		table.Row(report.Sum("optimum"), o.Spent, nil, o.Loss, 1., 0., nil, gap, written(p.Result, o.Repeats))
	}
	for i := range t.picks {
		p, s := &t.picks[i], &t.picks[i].Selection
		c, ratio, behind := p.CertificateFrom(s, p.Bound(s.Budget)), math.NaN(), math.NaN()
		if o := t.optimum; o != nil {
			behind = p.Behind(s, o)
			if best := p.LabelVar - o.Loss; best > 0 {
				ratio = (p.LabelVar - s.Loss) / best
			}
		}
		table.Row(s.Algorithm, s.Spent, supportOf(p.Result, s.Repeats), s.Loss, ratio, behind, c.Bound, c.Gap, written(p.Result, s.Repeats))
	}
	return table
}

// known is a format of figures, of which nothing is written where they are not
// known and no decimals where all are rounding.
func known(digits int) func(report.Value) string {
	return report.Float(func(x float64) string {
		if math.Abs(x) < 1e-9 || math.Abs(x-1) < 1e-9 {
			return figure.Fixed(x, 0)
		}
		return figure.Significant(x, digits)
	})
}

// addSubsets adds the sizes of subsets, and how submodular gains are.
func addSubsets(to *report.Section, r *core.Result, o *subset.Comparison) {
	to.Field("attributes", names(r, o.Attributes), "judgments", append([]int{}, o.Judgments...)) // of each, taken together
	var added any
	if o.Alpha.E >= 0 {
		added = r.Attributes[o.Alpha.E].Name
	}
	to.Begin("alpha").Field("value", o.Alpha.Value, "sampled", o.Alpha.Sampled, "s", names(r, o.Alpha.S), "t", names(r, o.Alpha.T), "e", added)
	why := o.Unsearched()
	to.Field("reason", unlessEmpty(why)) // why larger sizes have no best subset
	to.Space()
	to.Head("subsets of %s, each with the judgments of its cells (%s)", figure.CountOf(len(o.Attributes), "attribute"), between(o.Judgments))
	if len(o.Sizes) == 0 {
		to.Head("the budget does not pay for the judgments of any")
		to.Add(&report.Table{Name: "sizes"})
	} else {
		to.Space()
		to.Add(sizes(r, o))
		if why != "" {
			to.Space()
			to.Say("%s", why)
		}
	}
	to.Space()
	sayRatio(to, r, o)
}

// sizes has a row for each size of subsets.
func sizes(r *core.Result, o *subset.Comparison) *report.Table {
	t := &report.Table{Name: "sizes", Columns: []report.Column{
		{Name: "size", Head: "size"},
		{Head: "forward adds"},
		{Name: "forward"}, // in the order of joining
		{Name: "forward_cost", Head: "cost"},
		{Name: "forward_loss", Head: "forward", Format: report.Always(shown)},
		{Name: "best"},
		{Name: "best_loss", Head: "best", Format: known(4)},
		{Name: "gain_ratio", Head: "ratio", Format: known(4)},
		{Name: "gamma", Head: "γ", Format: known(3)},
		{Name: "alpha_greedy"},
		{Name: "guaranteed", Head: "guaranteed", Format: known(3)},
		{Name: "certified", Head: "certified", Format: known(3)},
		{Head: "best subset"},
	}}
	for _, s := range o.Sizes {
		var best any
		said := ""
		if s.Best.Attributes != nil {
			list := names(r, s.Best.Attributes)
			best, said = list, strings.Join(list, ", ")
			if slices.Equal(slices.Sorted(slices.Values(s.Forward.Attributes)), s.Best.Attributes) {
				said = "the same"
			}
		}
		forward := names(r, s.Forward.Attributes)
		t.Row(s.Size, forward[s.Size-1], forward, s.Forward.Cost, s.Forward.Loss, best, s.Best.Loss, s.Ratio, s.Gamma, s.AlphaGreedy,
			s.Guarantee, s.Certified, said)
	}
	return t
}

// between writes the range of numbers.
func between(n []int) string {
	if len(n) == 0 {
		return "none"
	}
	low, high := slices.Min(n), slices.Max(n)
	if low == high {
		return strconv.Itoa(low)
	}
	return fmt.Sprintf("%d to %d", low, high)
}

// few lists a few attributes, or counts them.
func few(r *core.Result, attributes []int) string {
	switch {
	case len(attributes) == 0:
		return "none"
	case len(attributes) > 3:
		return figure.CountOf(len(attributes), "attribute")
	}
	return strings.Join(names(r, attributes), ", ")
}

// sayRatio says the submodularity ratio, and what is guaranteed.
func sayRatio(to *report.Section, r *core.Result, o *subset.Comparison) {
	ratio := "= " + figure.Significant(o.Alpha.Value, 2)
	if o.Alpha.Sampled {
		ratio = "<= " + figure.Significant(o.Alpha.Value, 2) + " (sampled)"
	}
	if o.Alpha.E >= 0 {
		ratio += fmt.Sprintf(": of what %s gains beside %s it gains that share beside %s",
			r.Attributes[o.Alpha.E].Name, few(r, o.Alpha.T), few(r, o.Alpha.S))
	}
	to.Say("submodularity ratio α %s", ratio)
	if n := min(o.Guaranteed, len(o.Sizes)); n > 0 {
		s := o.Sizes[n-1]
		to.Say("guaranteed: with γ = %s forward selection of %d gains at least 1 - e^-γ = %s of what the best %d do",
			figure.Significant(s.Gamma, 3), n, figure.Significant(s.Guarantee, 3), n)
		to.Say("certified: at least that share, by the lower bound for all repeats that cost as much as the dearest such subset")
	}
}

// roughly is an estimated count, in two digits where it is large.
func roughly(n float64) string {
	if n < 1000 {
		return strconv.FormatFloat(math.Round(n), 'f', 0, 64)
	}
	return strconv.FormatFloat(n, 'g', 2, 64)
}
