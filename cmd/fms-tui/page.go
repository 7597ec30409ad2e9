package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/core/report/handout"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/model/read"
	"fms-tui/tui"
)

func reportCommand(p *program) *cobra.Command {
	f, figure := p.flags(), ""
	c := &cobra.Command{
		Use:   "report DATA... -o report.html",
		Short: "Write one HTML page to hand on, or a figure",
		Long: "Write the result of one algorithm as one HTML file below 400 kB that loads nothing from the network: the choice in a\n" +
			"sentence, a slider for the budget with curve, repeats, equation and price, findings, reliability and agreement, a\n" +
			"glossary, and the command that made it. Without scripts it shows one budget. It prints on two pages.\n\n" +
			"With --private the file names no object and no rater.\n\n" +
			"With -o FILE.svg or FILE.png it draws one figure instead, which --figure names:\n" +
			"  curve        R² by budget, projected and honest with its standard error\n" +
			"  map          attributes by noise and correlation with the label, discs as large as what is bought\n" +
			"  predictor    what each attribute of the predictor adds\n" +
			"  calibration  for two classes: probabilities beside the shares that hold",
		Example: "  fms-tui report judgments.csv --labels labels.csv -o report.html\n  fms-tui report judgments.csv --budget 20 --private -o report.html\n" +
			"  fms-tui report judgments.csv --figure map -o map.svg",
		Args: arguments(1, -1, "DATA, the files of the judgments (fms-tui init writes a sample)"),
		RunE: func(c *cobra.Command, args []string) error {
			if _, drawn := pictureForms[strings.ToLower(filepath.Ext(f.out))]; drawn || figure != "" {
				figure = cmp.Or(figure, plotted[0])
				if err := f.checkPlot(figure); err != nil {
					return err
				}
			}
			switch {
			case f.out == "":
				return misused("report needs -o FILE.html, FILE.svg or FILE.png; -o - is stdout")
			case len(f.budgets) > 1:
				return misused("report begins with one budget, not with %d", len(f.budgets))
			case len(f.algorithms) > 1:
				return misused("report is for one algorithm, not for %d", len(f.algorithms))
			}
			if err := f.checkBudgets(); err != nil {
				return err
			}
			if figure != "" {
				return drawFigure(c.Context(), p, figure, args, f)
			}
			return writePage(c.Context(), p, args, f)
		},
	}
	f.addReading(c)
	f.addSettings(c)
	f.addHonest(c)
	f.addSelection(c, "budget to begin with (default the recommended one)", "the algorithm, see select (default full)")
	f.addGoal(c)
	c.Flags().StringVar(&figure, "figure", "", "`NAME` of the figure for -o FILE.svg or FILE.png (default curve): "+strings.Join(plotted, ", "))
	complete(c, "figure", plotted)
	c.Flags().BoolVar(&f.private, "private", false, "leave out the names of objects and raters")
	f.addOut(c, "write to `FILE`; - is stdout")
	f.addQuiet(c)
	f.addNoState(c)
	return c
}

func writePage(ctx context.Context, p *program, paths []string, f *flags) error {
	study, err := p.openStudy(ctx, paths, f)
	if err != nil {
		return err
	}
	s, err := stepsAsked(ctx, p, study, f)
	if err != nil {
		return err
	}
	if s.pick().Selection.Spent == 0 {
		return fmt.Errorf("nothing is chosen at a budget of %s: there is nothing to report", s.pick().Selection.Budget)
	}
	content, err := pageOf(ctx, p, study, s, paths, f)
	if err != nil {
		return err
	}
	if err := p.write(ctx, f.out, func(w io.Writer) error { return handout.Write(w, content) }); err != nil {
		return err
	}
	if !f.quiet && !toStdout(f.out) {
		p.tell(fmt.Sprintf("wrote the report of %s at a budget of %s to %s", s.pick().Label, s.pick().Selection.Budget, f.out))
	}
	return nil
}

// pageWriter writes the page of what the screen shows. A file is written whole or not
// at all, so that an error leaves nothing.
func pageWriter(ctx context.Context, p *program, paths []string, f *flags) func(*core.Study, model.Settings, selection.Algorithm, model.Amount, string) func(io.Writer) error {
	return func(study *core.Study, q model.Settings, a selection.Algorithm, b model.Amount, path string) func(io.Writer) error {
		return func(w io.Writer) error {
			t, err := study.Tune(ctx, core.Request{Settings: q, Reach: b, Algorithms: []selection.Algorithm{a}}, f.foldsAsked())
			if err != nil {
				return err
			}
			answer := t.At(a, b)
			s, err := stepsFrom(ctx, t, &core.Pick{Answer: answer, Selection: answer.At(a, b)})
			if err != nil {
				return err
			}
			content, err := pageOf(ctx, p, study, s, paths, f.with(func(g *flags) { g.out = path }))
			if err != nil {
				return err
			}
			return handout.Write(w, content)
		}
	}
}

// pageOf is what the page shows.
func pageOf(ctx context.Context, p *program, study *core.Study, s *steps, paths []string, f *flags) (*handout.Page, error) {
	q := s.pick()
	ds := study.Data()
	out := &handout.Page{
		Title: fmt.Sprintf("What to ask to predict %s", clean(q.Label)),
		Lead: fmt.Sprintf("%s: %s of %s on %s", clean(q.Data().Name), figure.CountOf(q.Judgments, "judgment"),
			figure.CountOf(len(q.Attributes), "attribute"), figure.CountOf(q.Objects, "object")),
		At: s.at, Unit: clean(ds.PriceUnit), Label: clean(q.Label), Curve: s.curve(), Terms: glossary,
		Made: "made by " + tool() + " on " + p.now().UTC().Format(time.DateOnly),
	}
	if ds.Simulated {
		out.Lead += "; simulated data"
	}
	for i := range q.Attributes {
		out.Names = append(out.Names, clean(q.Attributes[i].Name))
	}
	for i := range s.picks {
		one := pageStep(&s.picks[i])
		calls, err := classSentence(ctx, &s.picks[i])
		if err != nil {
			return nil, err
		}
		one.Sentence += calls
		out.Steps = append(out.Steps, one)
	}
	secret := namesIn(ds, f.private)
	for _, w := range grouped(worded(slices.Concat(ds.Warnings, q.Result.Warnings, q.Warnings()))) {
		if f.private && (w.Object != "" || secret.in(w.Message)) {
			continue
		}
		out.Finding = append(out.Finding, clean(w.Message))
	}
	if more := len(out.Finding) - mostPageFindings; more > 1 {
		out.Finding = append(out.Finding[:mostPageFindings], fmt.Sprintf("%d more: fms-tui check lists all", more))
	}
	var err error
	if out.Tables, err = pageTables(ctx, study, q, f); err != nil {
		return nil, err
	}
	out.Command, err = f.pageCommandLine(ctx, ds, q, paths)
	return out, err
}

// pageStep is the choice at one budget.
func pageStep(p *core.Pick) handout.Step {
	s, unit := &p.Selection, ""
	if u := clean(p.Data().PriceUnit); u != "" {
		unit = " " + u
	}
	e := p.Estimate()
	w, intercept := p.Weights()
	base, shift := intercept, ""
	if base < 0 {
		base, shift = -base, "−"
	}
	one := handout.Step{
		Budget: s.Budget.String() + unit, Intercept: shift + figure.Significant(base, 4),
		Price: fmt.Sprintf("%s%s for each object, %s%s for 1,000", s.Spent, unit, grouping(1000*s.Spent), unit),
		Kind:  "projected", R2: figure.Share(s.R2At(p.Projected())), Error: figure.Significant(math.Sqrt(max(0, p.Projected())), 3),
	}
	if !math.IsNaN(e.Loss) {
		one.Kind, one.R2, one.Error = "honest", figure.Share(s.R2At(e.Loss)), figure.Significant(math.Sqrt(max(0, e.Loss)), 3)
		if !math.IsNaN(e.SE) {
			one.R2 += " ± " + figure.Share(e.R2SE)
		}
	}
	for a, n := range s.Repeats {
		if n > 0 {
			sign, x := "+ ", w[a]
			if x < 0 {
				sign, x = "− ", -x
			}
			one.Bought = append(one.Bought, handout.Bought{Attribute: a, Repeats: n, Weight: sign + figure.Significant(x, 3)})
		}
	}
	sort.SliceStable(one.Bought, func(i, j int) bool { return one.Bought[i].Repeats > one.Bought[j].Repeats })
	one.Sentence = tui.Sentence(p)
	return one
}

// grouping writes a whole amount with separators between thousands.
func grouping(a model.Amount) string {
	if a%model.Unit == 0 && a/model.Unit < math.MaxInt32 {
		return figure.Count(int(a / model.Unit))
	}
	return a.String()
}

// classSentence says how often the calls of a label with classes are right, and how often calling
// each object the commonest class is right, which needs no judgment. It is "" of other labels, and
// where nothing was measured. The only error is the context's.
func classSentence(ctx context.Context, p *core.Pick) (string, error) {
	c, err := p.Classes(ctx, calling{}.at())
	if err != nil || c == nil || c.Why != "" || p.Selection.Spent == 0 {
		return "", err
	}
	call := "by the most probable class"
	if len(c.Names) == 2 {
		call = clean(c.Names[1]) + " from a probability of one half on"
	}
	common := slices.Index(c.Shares, slices.Max(c.Shares))
	rival := fmt.Sprintf(" Calling each object %s is right for %s.", clean(c.Names[common]), figure.Share(c.Shares[common]))
	if c.Accuracy <= c.Shares[common] {
		rival += " For calls alone, buy nothing."
	}
	return fmt.Sprintf(" Called %s, %s ± %s of the objects are called right (κ %s ± %s).", call,
		figure.Share(c.Accuracy), figure.Share(c.SE.Accuracy), figure.Share(c.Kappa), figure.Share(c.SE.Kappa)) + rival, nil
}

// pageCommandLine makes the page again. Folders of files are left out of what is
// private.
func (f *flags) pageCommandLine(ctx context.Context, ds *model.Dataset, p *core.Pick, paths []string) (string, error) {
	brought, err := f.pricesFromFiles(ctx, ds, model.Settings{})
	if err != nil {
		return "", err
	}
	if len(paths) == 0 { // the bundled sample, which the screen has only
		words := slices.Concat([]string{"fms-tui"}, f.labelWords(ds, p.Settings.Label), settingWords(ds, p.Settings, brought))
		return read.ShellWords(append(words, "--budget", p.Selection.Budget.String(), "--algorithm", string(p.Selection.Algorithm))), nil
	}
	g := f
	if f.private {
		based := func(paths []string) []string {
			var all []string
			for _, path := range paths {
				all = append(all, filepath.Base(path))
			}
			return all
		}
		paths = based(paths)
		g = f.with(func(g *flags) { g.labels, g.costs = based(f.labels), based(f.costs) })
	}
	words := slices.Concat([]string{"fms-tui", "report"}, g.dataWords(ds, paths), g.labelWords(ds, p.Settings.Label), settingWords(ds, p.Settings, brought),
		[]string{"--budget", p.Selection.Budget.String(), "--algorithm", string(p.Selection.Algorithm)}, g.computingWords(core.DefaultReplicates))
	if f.private {
		words = append(words, "--private")
	}
	return read.ShellWords(append(words, "-o", filepath.Base(f.out))), nil
}
