package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"

	tea "charm.land/bubbletea/v2"
	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/model/export"
	"fms-tui/model/read"
	"fms-tui/tui"
	"fms-tui/tui/screen"
)

func init() { cobra.EnableCommandSorting = false }

func commandTree(p *program) *cobra.Command { return treeWith(p, p.flags()) }

// treeWith is commandTree with the flags of the program without a command.
func treeWith(p *program, f *flags) *cobra.Command {
	root := rootCommand(p, f)
	f.take(root, slices.Concat(asking, []string{"quiet", "width", "screen"}))
	root.AddCommand(initCommand(p), checkCommand(p), selectCommand(p), planCommand(p), collectCommand(p), exportCommand(p), predictCommand(p), reportCommand(p),
		labCommand(p), versionCommand(p))
	return unsorted(root)
}

// unsorted lists the flags of a command and of those below it in the order in which they were
// made.
func unsorted(c *cobra.Command) *cobra.Command {
	c.Flags().SortFlags = false
	for _, sub := range c.Commands() {
		unsorted(sub)
	}
	return c
}

// formerNames are the names that commands had, and what they are called now.
var formerNames = map[string][]string{
	"sample":    {"init"},
	"validate":  {"select", "--compare"},
	"agreement": {"check", "--agreement"},
	"plot":      {"report", "--figure"}, // FIGURE
	"next":      {"plan"},
	"subset":    {"lab", "subset"},
	"moments":   {"lab", "moments"},
	"experts":   {"lab", "experts"},
	"partial":   {"lab", "partial"},
}

func presentNames(args []string) []string {
	if len(args) == 0 || formerNames[args[0]] == nil {
		return args
	}
	if _, err := os.Stat(args[0]); err == nil {
		return args // data of this name
	}
	if args[0] == "plot" && len(args) > 1 && (args[1] == "-h" || args[1] == "--help") {
		return append([]string{"report"}, args[1:]...)
	}
	return slices.Concat(formerNames[args[0]], args[1:])
}

// rootCommand is the program without a command, and without flags of its own.
func rootCommand(p *program, f *flags) *cobra.Command {
	root := &cobra.Command{
		Use:   "fms-tui [DATA...]",
		Short: "Choose which attributes to judge, and how often, to predict a label within a budget",
		Long: "Which attributes should raters judge, and how many times each, to predict a label within a budget?\n\n" +
			"DATA are files of judgments, " + read.Formats() + ", " +
			"plain, gzip or zstd, or of moments (fms-tui lab moments); - is stdin. DATA may be a database too, " +
			"such as postgres://user@host/db?table=NAME (docs/formats.md). Without DATA the bundled sample " +
			"opens. " +
			"Where stdout is no terminal, the report of select is printed in place of the screen.",
		Example:                    "  fms-tui\n  fms-tui judgments.csv --labels labels.csv\n  fms-tui select judgments.csv --budget 10,20 --json",
		Args:                       cobra.ArbitraryArgs,
		SuggestionsMinimumDistance: 2,
		SilenceErrors:              true,
		SilenceUsage:               true,
		Version:                    version,
		PersistentPreRunE:          p.protect,
		RunE:                       func(c *cobra.Command, args []string) error { return beginWithoutCommand(p, c, args, f) },
	}
	root.SetIn(p.stdin)
	root.SetOut(p.stdout)
	root.SetErr(p.stderr)
	root.SetVersionTemplate(versionLine() + "\n")
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(func(c *cobra.Command, args []string) { printHelp(p, c, args) })
	root.SetHelpCommand(helpCommand(p))
	addLimits(p, root)
	p.asked = cmp.Or(p.asked, "auto")
	color := oneOf(&p.asked, []string{"auto", "always", "never"})
	root.PersistentFlags().Var(color, "color", "colours: "+strings.Join(color.words, ", "))
	root.PersistentFlags().Lookup("color").Annotations = map[string][]string{completions: color.words}
	return root
}

func labCommand(p *program) *cobra.Command {
	lab := &cobra.Command{
		Use:     "lab NAME",
		Short:   "Research: the papers' methods and experiments",
		Long:    "The methods and experiments of the papers, and sums in place of judgments.",
		Example: "  fms-tui lab subset judgments.csv --budget 20",
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return c.Help()
			}
			return misused("lab has no command %q: fms-tui help lab lists them", args[0])
		},
	}
	lab.AddCommand(expertsCommand(p), partialCommand(p), protocolCommand(p), tradeoffCommand(p), subsetCommand(p), momentsCommand(p))
	return lab
}

// beginWithoutCommand is the program without a command: the UI, or the report of select where
// nobody would see it.
func beginWithoutCommand(p *program, c *cobra.Command, paths []string, f *flags) error {
	if err := mistyped(c, paths); err != nil {
		return err
	}
	if len(paths) == 0 && isGiven(p) {
		paths = []string{"-"}
	}
	switch {
	case f.choose:
	case p.getenv("ACCESSIBLE") != "":
		return describeScreen(c.Context(), p, paths, f)
	case !p.onScreen():
		return reportSelections(c.Context(), p, paths, f)
	}
	in, out, done, err := p.screenFiles()
	if err != nil {
		return err
	}
	defer done()
	predictor, err := runScreen(c.Context(), p, paths, f, in, out)
	switch {
	case err != nil && !errors.Is(err, tui.ErrLeft):
		return err
	case !f.choose:
		return nil
	case predictor == nil:
		return errors.New("nothing was chosen: there is no predictor to print")
	}
	return p.write(c.Context(), "", func(w io.Writer) error { return export.JSON(w, *predictor) })
}

// isGiven tells whether stdin holds data: a file, or a pipe to the screen, which takes no keys from it.
func isGiven(p *program) bool {
	in, _ := p.stdin.(*os.File)
	info, err := in.Stat() // an error of what is no file
	return err == nil && (info.Mode().IsRegular() && info.Size() > 0 || p.onScreen() && info.Mode()&os.ModeNamedPipe != 0)
}

// mistyped takes a first argument that is no file, but nearly a command, for one.
func mistyped(c *cobra.Command, paths []string) error {
	if len(paths) == 0 || strings.ContainsAny(paths[0], `./\`) {
		return nil
	}
	if _, err := os.Stat(paths[0]); err == nil {
		return nil
	}
	if near := c.SuggestionsFor(paths[0]); len(near) > 0 {
		return misused("no file and no command has the name %q: did you mean %s?", paths[0], strings.Join(near, " or "))
	}
	return nil
}

// screenFiles are what the UI takes keys from and what it draws on: stdin and stdout, and the
// terminal itself in the place of what is something else, so that it can stand in a pipe.
func (p *program) screenFiles() (in, out *os.File, done func(), err error) {
	in, _ = p.stdin.(*os.File)
	out, _ = p.stdout.(*os.File)
	if isTerminal(in) && p.onScreen() {
		return in, out, func() {}, nil
	}
	ttyIn, ttyOut, err := tea.OpenTTY()
	if err != nil {
		return nil, nil, nil, fmt.Errorf("there is no terminal for the screen: fms-tui select prints the choices without one (%w)", err)
	}
	if !isTerminal(in) {
		in = ttyIn
	}
	if !p.onScreen() {
		out = ttyOut
	}
	return in, out, func() { _, _ = ttyIn.Close(), ttyOut.Close() }, nil
}

// runScreen runs the UI on a terminal. The predictor is the predictor of --choose.
func runScreen(ctx context.Context, p *program, paths []string, f *flags, in, out *os.File) (*model.Predictor, error) {
	o := screen.Options{
		Theme: f.theme, Color: p.color(), NoMouse: f.noMouse, Glyphs: glyphsAsked(p, f),
		NoHonest: f.noHonest, Folds: f.folds, Seed: f.seed,
		Input: in, Output: out, Env: p.env, Now: p.now, Choose: f.choose,
	}
	if f.set.Changed("bootstrap") {
		p.note("the screen does not resample: select --bootstrap says how often each attribute is chosen")
	}
	st := openState(p, paths, f)
	defer func() { p.opening.Close() }() // not forgotten: what was left may still look at it
	x := &opener{ctx, p, paths, taking(st.under(p, f), p.chosen), &o}
	study, err := x.open()
	if err != nil && st.kept != nil && !errors.Is(err, tui.ErrLeft) && ctx.Err() == nil {
		st.drop(err)
		p.opening.Close() // another one shows the second attempt
		p.opening, x.flags = nil, f
		study, err = x.open()
	}
	if study == nil || err != nil {
		return nil, err
	}
	if o.Experts {
		st = &state{} // a label that no flag makes again does not come back
	}
	ds := study.Data()
	o.Study, o.Page = study, pageWriter(ctx, p, paths, x.flags)
	o.Finish = func(pr *model.Predictor) { stamp(p, ds, pr, x.flags) }
	if f.watch {
		o.Watch = watchData(p, paths, x.flags)
	}
	f.begin(&o, ds)
	forRoles := false
	if len(paths) > 0 && len(ds.Reading.Columns) > 0 {
		o.Roles = func() { forRoles = true }
	}
	predictor, err := showScreen(ctx, p, st, ds, paths, x.flags, o)
	if err != nil || !forRoles {
		return predictor, err
	}
	was := p.chosen
	p.chosen, x.flags = nil, st.under(p, f)
	readings := []model.Alternative{{Choices: was}}
	if len(was) > 0 {
		readings = append(readings, model.Alternative{Meaning: "as it was read at first"})
	}
	_, answered, err := x.ask(fmt.Sprintf("What each column of %s is taken for.", clean(ds.Name)), true, readings...)
	if err != nil {
		return nil, err
	}
	if !answered {
		p.chosen = was
	}
	return runScreen(ctx, p, paths, f, in, out)
}

// describeScreen prints the contents of the screen, line by line, for users of screen readers
// (ACCESSIBLE).
func describeScreen(ctx context.Context, p *program, paths []string, f *flags) error {
	study, settings, err := opened(ctx, p, paths, f)
	if err != nil {
		return err
	}
	o := screen.Options{Study: study, Settings: settings, NoHonest: f.noHonest, Folds: f.folds, Seed: f.seed, Now: p.now}
	f.begin(&o, study.Data())
	return p.write(ctx, "", func(w io.Writer) error { return tui.Describe(ctx, w, o) })
}

// begin is the budget and the algorithm that the UI begins with. Votes that the
// label is made of are not bought to predict it.
func (f *flags) begin(o *screen.Options, ds *model.Dataset) {
	if o.Experts {
		o.Settings = o.Settings.WithExcluded(ds.Labels[0].Name, true)
	}
	if len(f.budgets) > 0 {
		o.Budget, o.HasBudget = f.budgets[0], true
	}
	if f.goal.asked() {
		o.Rule = &f.goal.Rule
	}
	o.Metric = f.goal.metric
	if len(f.algorithms) > 0 {
		o.Algorithm = f.algorithms[0]
	}
}

// opener opens data on the screen, and asks there what it has to know of them.
type opener struct {
	ctx   context.Context
	p     *program
	paths []string
	flags *flags // with what was answered
	o     *screen.Options
}

// open reads the data, with a label, and makes their settings; nil if the user left without an answer.
func (x *opener) open() (*core.Study, error) {
	study, err := x.read()
	if err == nil && len(study.Data().Labels) == 0 && study.Data().MomentsOf == nil {
		study, err = x.labelled(study)
	}
	if study == nil || err != nil {
		return nil, err
	}
	if err := hasLabel(study.Data()); err != nil {
		return nil, err
	}
	x.o.Settings, err = x.flags.settings(x.ctx, study.Data())
	return study, err
}

// read reads the data, and asks which reading is meant where there are several. The answer acts as if
// its flags had been given.
func (x *opener) read() (*core.Study, error) {
	for {
		study, err := x.p.openShowing(x.ctx, x.paths, x.flags, *x.o)
		var ambiguous *read.AmbiguousError
		if !errors.As(err, &ambiguous) {
			return study, err
		}
		_, answered, failed := x.ask(fmt.Sprintf("%s can be read in several ways: %s.", ambiguous.File, ambiguous.Problem), false, ambiguous.Readings...)
		if failed != nil || !answered {
			return nil, cmp.Or(failed, err)
		}
	}
}

// labelled asks which label is meant where there is none, and reads the data with it; nil if the
// user left without an answer. Where an attribute is voted on, the first offer is to leave its label
// to the models of experts.
func (x *opener) labelled(study *core.Study) (*core.Study, error) {
	ds, voted := study.Data(), study.VotedOn()
	var readings []model.Alternative
	for _, name := range voted {
		readings = append(readings, model.Alternative{Meaning: name + ": its votes, by experts who may be wrong"})
	}
	for _, c := range labelCandidates(ds) {
		meaning := fmt.Sprintf("%s: the %s of its judgments", c.name, x.flags.labelAgg)
		if c.option == model.OptionLabel {
			meaning = c.name + ": a column"
		}
		readings = append(readings, model.Alternative{Meaning: meaning, Choices: []model.Choice{{Option: c.option, Value: c.name}}})
	}
	i, answered, err := x.ask(clean(screen.DisplayName(ds))+" has no label to predict. Which of these is it? (--labels FILE brings labels from another file.)", false, readings...)
	switch {
	case err != nil || !answered:
		return nil, err
	case i < len(voted):
		x.o.Experts = true
		return core.NewStudy(ds.VotedLabel(slices.Index(ds.Attributes, voted[i]))), nil
	}
	return x.p.openShowing(x.ctx, x.paths, x.flags, *x.o)
}

// ask asks how data are read, and which reading is meant, of more that the rows allow where it is open.
// It is false if the user left without an answer.
func (x *opener) ask(question string, open bool, readings ...model.Alternative) (i int, answered bool, err error) {
	x.p.opening.Close() // gives the terminal back
	x.p.opening = nil
	var editor *read.Editor // made by the first look
	var one sync.Mutex      // look at a time
	roles := tui.Roles{
		Question: question, Readings: readings, Open: open, Give: read.GiveRoles,
		Read: func(ctx context.Context, choices []model.Choice) (found model.FirstRows, err error) {
			one.Lock()
			defer one.Unlock()
			if editor == nil {
				q, err := queryOf(ctx, x.p, x.paths, x.flags)
				if err != nil {
					return found, err
				}
				if editor, err = read.Edit(ctx, q); err != nil {
					return found, err
				}
			}
			g := taking(x.flags, choices)
			found, err = editor.View(ctx, g.reading())
			if g.labelFrom != "" {
				found.Attributes--
			}
			found.LabelFrom = cmp.Or(g.labelFrom, strings.Join(g.labels, ", "))
			return found, err
		},
		Words: func(choices []model.Choice) string {
			g, out := taking(x.flags, choices), &study{data: x.paths}
			out.add("labels", g.labels...)
			for _, c := range g.read.Choices() {
				out.add(string(c.Option), c.Value)
			}
			return read.ShellWords(out.with("label-from", g.labelFrom).command(g.study, "fms-tui"))
		},
	}
	i, choices, answered, err := roles.Choose(x.ctx, *x.o)
	if err != nil || !answered {
		return i, false, err
	}
	x.p.chosen = append(x.p.chosen, choices...)
	x.flags = taking(x.flags, choices)
	return i, true, nil
}

func taking(f *flags, choices []model.Choice) *flags {
	return f.with(func(g *flags) {
		if g.read = g.read.With(choices...); slices.Contains(g.read.Ignore, g.read.Label) {
			g.read.Label = ""
		}
		for _, c := range choices {
			if c.Option == model.OptionLabelFrom {
				g.labelFrom = c.Value
			}
		}
	})
}
