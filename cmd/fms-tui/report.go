package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/agreement"
	"fms-tui/core/classes"
	"fms-tui/core/parallel"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/core/report/handout"
	"fms-tui/core/report/plot"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/model/read"
	"fms-tui/tui/screen"
)

func reportCommand(p *program) *cobra.Command {
	f, figure := p.flags(), ""
	c := &cobra.Command{
		Use:   "report DATA... -o report.html",
		Short: "Write one HTML page to hand on, or a figure",
		Long: "Write the result of one algorithm as one HTML file below 400 kB that loads nothing from the network: the choice in a " +
			"sentence; a slider for the budget with curve, repeats, equation and price; findings, reliability and agreement, a " +
			"glossary, and the command that made it. Without scripts it shows one budget. It prints on two pages.\n\n" +
			"With --private the file names no object and no rater.\n\n" +
			"With -o FILE.svg or FILE.png it draws one figure instead, which --figure names:\n" +
			"  curve        R² by budget, projected and honest with its standard error\n" +
			"  calibration  for two classes: probabilities beside the shares that hold",
		Example: "  fms-tui report judgments.csv --labels labels.csv -o report.html\n  fms-tui report judgments.csv --budget 20 --private -o report.html\n" +
			"  fms-tui report judgments.csv --figure curve -o curve.svg",
		RunE: func(c *cobra.Command, args []string) error {
			_, drawn := pictureForms[strings.ToLower(filepath.Ext(f.out))]
			switch {
			case drawn:
				figure = cmp.Or(figure, plotted[0])
			case !slices.Contains([]string{"", ".html", ".htm"}, strings.ToLower(filepath.Ext(f.out))):
				return misused("-o %s: a page is .html, and a figure .svg or .png", f.out)
			case figure != "":
				return misused("--figure needs -o FILE.svg or -o FILE.png")
			case f.out == "":
				return misused("report needs -o FILE.html, FILE.svg or FILE.png; -o - is stdout")
			}
			if err := f.checkSingle("report"); err != nil {
				return err
			}
			return writeReport(c.Context(), p, figure, args, f)
		},
	}
	return f.take(c, slices.Concat(asking, []string{"output", "quiet", "as on screen"}),
		row{"", "figure", "figure for -o FILE.svg or FILE.png (default curve)", oneOf(&figure, plotted), "Output: curve or calibration", nil},
		row{"", "private", "leave out findings, and the names of objects and raters", &f.private, "", nil})
}

func writeReport(ctx context.Context, p *program, figure string, paths []string, f *flags) error {
	f = f.or(selection.Full)
	a, err := tune(ctx, p, paths, f, wholeRange)
	if err != nil {
		return err
	}
	asked, err := picks(ctx, a.Tuning, f)
	if err != nil {
		return err
	}
	s, err := stepsFrom(ctx, a.Tuning, &asked[0])
	if err != nil {
		return err
	}
	var write func(io.Writer) error
	switch {
	case figure != "":
		picture, err := s.picture(ctx, figure)
		if err != nil {
			return err
		}
		write = func(w io.Writer) error { return pictureForms[strings.ToLower(filepath.Ext(f.out))](w, picture) }
	case s.pick().Selection.Spent == 0:
		return fmt.Errorf("nothing is chosen at a budget of %s: there is nothing to report", s.pick().Selection.Budget)
	default:
		write = func(w io.Writer) error { return writePage(ctx, p, w, a.study, s, paths, f) }
	}
	if err := p.write(ctx, f.out, write); err != nil || toStdout(f.out) {
		return err
	}
	p.note("wrote the %s of %s at a budget of %s to %s", cmp.Or(figure, "report"), s.pick().Label, s.pick().Selection.Budget, f.out)
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
			asked := t.At(a, b)
			s, err := stepsFrom(ctx, t, &asked)
			if err != nil {
				return err
			}
			return writePage(ctx, p, w, study, s, paths, f.with(func(g *flags) { g.out = path }))
		}
	}
}

func writePage(ctx context.Context, p *program, w io.Writer, study *core.Study, s *steps, paths []string, f *flags) error {
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
			return err
		}
		one.Sentence += calls
		out.Steps = append(out.Steps, one)
	}
	if f.private {
		out.Finding = []string{"Findings are left out, since they may name objects and raters: fms-tui check lists them."}
	} else {
		for _, w := range grouped(worded(ds.Warnings, q.Result.Warnings, q.Warnings())) {
			out.Finding = append(out.Finding, clean(w.Message))
		}
	}
	if more := len(out.Finding) - mostPageFindings; more > 1 {
		out.Finding = append(out.Finding[:mostPageFindings], fmt.Sprintf("%d more: fms-tui check lists all", more))
	}
	var err error
	if out.Tables, err = pageTables(ctx, study, q, f); err != nil {
		return err
	}
	out.Command = f.pageCommand(ctx, ds, q, paths)
	return handout.Write(w, out)
}

func pageStep(p *core.Pick) handout.Step {
	s, unit := &p.Selection, clean(p.Data().PriceUnit)
	if unit != "" {
		unit = " " + unit
	}
	signed := func(x float64, digits int, plus, minus string) string {
		if x < 0 {
			return minus + figure.Significant(-x, digits)
		}
		return plus + figure.Significant(x, digits)
	}
	w, intercept := p.Weights()
	kind, loss, e := "projected", p.Projected(), p.Estimate()
	if !math.IsNaN(e.Loss) {
		kind, loss = "honest", e.Loss
	}
	one := handout.Step{
		Budget: s.Budget.String() + unit, Intercept: signed(intercept, 4, "", "−"), Sentence: screen.Sentence(p),
		Price: screen.Money(p.Result, s.Spent) + " for each object, " + screen.Money(p.Result, 1000*s.Spent) + " for 1,000",
		Kind:  kind, R2: figure.Share(s.R2At(loss)), Error: figure.Significant(math.Sqrt(max(0, loss)), 3),
	}
	if !math.IsNaN(e.SE) {
		one.R2 += " ± " + figure.Share(e.R2SE)
	}
	for _, a := range mostFirst(s.Repeats) {
		one.Bought = append(one.Bought, handout.Bought{Attribute: a, Repeats: s.Repeats[a], Weight: signed(w[a], 3, "+ ", "− ")})
	}
	return one
}

// classSentence says how often the calls of a label with classes are right, and how often calling
// each object the commonest class is right, which needs no judgment. It is "" of other labels, and
// where nothing was measured. The only error is the context's.
func classSentence(ctx context.Context, p *core.Pick) (string, error) {
	c, err := p.Classes(ctx, nil)
	if err != nil || c == nil || c.Why != "" || p.Selection.Spent == 0 {
		return "", err
	}
	call := "by the most probable class"
	if len(c.Names) == 2 {
		call = clean(c.Names[1]) + " from a probability of one half on"
	}
	common := slices.Index(c.Shares, slices.Max(c.Shares))
	rival := fmt.Sprintf(" Calling each object %s is right for %s.", clean(c.Names[common]), figure.Share(c.Shares[common]))
	right, agreement := c.Metric(classes.Accuracy), c.Metric(classes.Kappa)
	if right.X <= c.Shares[common] {
		rival += " For calls alone, buy nothing."
	}
	return fmt.Sprintf(" Called %s, %s ± %s of the objects are called right (κ %s ± %s).", call,
		figure.Share(right.X), figure.Share(right.SE), figure.Share(agreement.X), figure.Share(agreement.SE)) + rival, nil
}

// pageCommand is the command that makes the page again. Folders of files are left out of what is
// private.
func (f *flags) pageCommand(ctx context.Context, ds *model.Dataset, p *core.Pick, paths []string) string {
	said := f.wording(ctx, ds, paths)
	if f.private {
		based := func(paths []string) (all []string) {
			for _, path := range paths {
				all = append(all, filepath.Base(path))
			}
			return all
		}
		said.paths = based(paths)
		said.flags = f.with(func(g *flags) {
			g.labels, g.given = based(f.labels), f.files(model.OptionCost)
			for i := range g.given {
				g.given[i].file = filepath.Base(g.given[i].file)
			}
		})
	}
	out := said.of(p.Settings).with("budget", p.Selection.Budget.String(), "algorithm", string(p.Selection.Algorithm))
	if len(paths) == 0 { // the bundled sample has only the screen
		return read.ShellWords(out.command(nil, "fms-tui"))
	}
	f.addComputing(out)
	words := append(out.command(nil, "fms-tui", "report"), "-o", filepath.Base(f.out))
	if f.private {
		words = append(words, "--private")
	}
	return read.ShellWords(words)
}

var glossary = []handout.Term{
	{Word: "judgment", Meaning: "one rater's value for one attribute of one object"},
	{Word: "label", Meaning: "the trusted value that is predicted"},
	{Word: "budget", Meaning: "what the judgments of one new object may cost"},
	{Word: "weight", Meaning: "change of the prediction for one unit of the attribute"},
	{Word: "projected", Meaning: "by the model of the noise, from the objects that were learned from"},
	{Word: "honest", Meaning: "cross-validated: estimated on objects left out; the figure to decide by"},
	{Word: "typical error", Meaning: "root mean squared error of the prediction, in the label's units"},
	{Word: "R²", Meaning: "share of the label's variance that the prediction explains; ± is a standard error"},
	{Word: "recommended", Meaning: "the smallest budget whose honest loss exceeds the lowest by no more than chance, or by at most 1 % of the label's variance"},
	{Word: "reliability", Meaning: "share of a judgment's variance that is about the object, ICC(1); [ ] is a 95 % interval"},
	{Word: "α", Meaning: "Krippendorff's agreement of raters beyond chance, interval scale"},
	{Word: "AUC", Meaning: "of a label of two classes: the share of pairs of an object of each in which the right one has the larger prediction"},
	{Word: "r", Meaning: "correlation of the mean judgments with the label"},
}

// Rows of the page's tables: it prints on two sheets.
const (
	mostPageAttributes = 40
	mostPageJudges     = 6
	mostPageFindings   = 12
)

// pageReplicates is how often blocks are drawn for the page's intervals.
const pageReplicates = 300

// pageTables are what calls of classes are worth, reliability and agreement by attribute, and how many
// judges the judges are worth.
func pageTables(ctx context.Context, study *core.Study, p *core.Pick, f *flags) ([]handout.Table, error) {
	a, err := study.Agreement(ctx, p.Settings.Label, agreement.Question{Replicates: pageReplicates, Seed: f.seed})
	if err != nil {
		return nil, err
	}
	var tables []handout.Table
	if c, err := p.Classes(ctx, nil); err != nil {
		return nil, err
	} else if c != nil && c.Why == "" {
		tables = classTables([]core.Pick{*p}, []*core.Classes{c}, 0)
	}
	tables = append(tables, attributesOfPage(p, a))
	raters := slices.Clone(study.Data().Raters)
	for i := range raters {
		if f.private {
			raters[i] = fmt.Sprintf("rater %d", i+1)
		}
	}
	judges := handout.Table{
		Title: "Independent judges",
		Note:  "How many independent judges a group is worth, from the correlation ρ̄ of their errors about the label; without each of them in turn.",
		Table: *a.JudgesTable(study.Data().Attributes, raters),
	}
	if n := len(judges.Rows); n > 0 {
		for i := range min(n, mostPageJudges) { // the attributes first
			judges.Shown = append(judges.Shown, (i+n-1)%n)
		}
		if n > mostPageJudges {
			judges.More = fmt.Sprintf("%d more: fms-tui check --agreement lists all.", n-mostPageJudges)
		}
		tables = append(tables, judges)
	}
	return tables, nil
}

// attributesOfPage lists what is bought first, and then what goes with the label.
func attributesOfPage(p *core.Pick, a *agreement.Agreement) handout.Table {
	right := report.Right
	t := handout.Table{Title: "Reliability and agreement", Note: "for .80: judgments for a reliability of .80"}
	t.Columns = []report.Column{
		{Head: "attribute"},
		{Head: "bought", Align: right},
		{Head: "judgments", Format: asCount, Align: right},
		{Head: "r", Format: report.Always(figure.Corr), Align: right},
		{Head: "reliability", Align: right},
		{Head: "α", Align: right},
		{Head: "for .80", Align: right},
	}
	order, repeats := make([]int, len(p.Attributes)), p.Selection.Repeats
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, k int) int {
		return cmp.Or(repeats[k]-repeats[i], cmp.Compare(math.Abs(p.Attributes[k].Corr), math.Abs(p.Attributes[i].Corr)))
	})
	for _, i := range order[:min(mostPageAttributes, len(order))] {
		at, m := &p.Attributes[i], &a.Attributes[i]
		reliability, bought := m.ICC1.Text(), any(nil)
		if at.Noise() != "measured" {
			reliability = at.Mark(figure.Share(at.Assumed))
		}
		if repeats[i] > 0 {
			bought = repeats[i]
		}
		n, _, _ := m.Repeats(.8)
		t.Row(clean(at.Name), bought, m.Judgments, at.Corr, reliability, m.AlphaInterval.Text(), agreement.Needed(n, math.NaN(), math.NaN()))
	}
	if legend := core.Legend(p.Attributes); legend != "" {
		t.Note += "; " + legend
	}
	if more := len(order) - len(t.Rows); more > 0 {
		t.More = fmt.Sprintf("%s more: fms-tui check --agreement lists all.", figure.CountOf(more, "attribute"))
	}
	return t
}

var plotted = []string{"curve", "calibration"}

// pictureForms write a picture, by the suffix of -o.
var pictureForms = map[string]func(io.Writer, *plot.Picture) error{".svg": plot.SVG, ".png": plot.PNG}

func (s *steps) picture(ctx context.Context, figure string) (*plot.Picture, error) {
	if figure == "curve" {
		c := s.curve()
		return c.Picture(), nil
	}
	q, err := calibrationFigure(ctx, s.pick())
	if err != nil {
		return nil, err
	}
	return q.Picture(), nil
}

// mostSteps is how many budgets a figure shows: each is chosen and weighed by itself.
const mostSteps = 60

// steps are picks of one algorithm at rising budgets, and the one to look at.
type steps struct {
	picks       []core.Pick
	at          int
	recommended model.Amount // 0 for none
}

func (s *steps) pick() *core.Pick { return &s.picks[s.at] }

// stepsFrom chooses as a pick does, which is one of them, at budgets spread over the range and at the
// recommended one.
func stepsFrom(ctx context.Context, t *core.Tuning, asked *core.Pick) (*steps, error) {
	chosen := asked.Selection
	s := &steps{}
	if h := asked.Honest; h != nil {
		if b, ok := h.Recommended(chosen.Algorithm); ok {
			s.recommended = b
		}
	}
	budgets := budgetsOf(t, chosen.Budget, s.recommended)
	for i, b := range budgets {
		parallel.Report(ctx, "trying budgets on the pilot", i, len(budgets))
		one := t.At(chosen.Algorithm, b)
		if err := one.See(ctx); err != nil {
			return nil, err
		}
		if b == chosen.Budget {
			s.at = len(s.picks)
		}
		s.picks = append(s.picks, one)
	}
	return s, nil
}

// budgetsOf are at most mostSteps budgets of the range, in steps of the cheapest price
// where there are few, and some that must be there.
func budgetsOf(t *core.Tuning, needed ...model.Amount) []model.Amount {
	r := t.Answers[0].Result
	step := max(r.Step, r.Max/mostSteps/r.Step*r.Step)
	if r.Max/step > mostSteps {
		step += r.Step
	}
	var all []model.Amount
	for b := step; b <= r.Max; b += step {
		all = append(all, b)
	}
	for _, b := range needed {
		if b > 0 {
			all = append(all, b)
		}
	}
	all = slices.DeleteFunc(all, func(b model.Amount) bool { return b < r.Required || r.CheckBudget(b) != nil })
	slices.Sort(all)
	return slices.Compact(all)
}

func (s *steps) curve() plot.Curve {
	p := s.pick()
	c := plot.Curve{Title: "R² of " + clean(p.Label) + " by budget", Unit: clean(p.Data().PriceUnit), Recommended: math.NaN(), At: p.Selection.Budget.Float()}
	if s.recommended > 0 {
		c.Recommended = s.recommended.Float()
	}
	for i := range s.picks {
		q := &s.picks[i]
		e := q.Estimate()
		c.Budget = append(c.Budget, q.Selection.Budget.Float())
		c.Projected = append(c.Projected, q.Selection.R2At(q.Projected()))
		c.Honest = append(c.Honest, q.Selection.R2At(e.Loss))
		c.SE = append(c.SE, e.R2SE)
	}
	return c
}

func clean(name string) string { return report.Clean(name) }
