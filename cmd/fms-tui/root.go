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

// commandTree builds the tree of commands.
func commandTree(p *program) *cobra.Command { return treeWith(p, p.flags()) }

// treeWith is commandTree with the flags of the program without a command.
func treeWith(p *program, f *flags) *cobra.Command {
	root := rootCommand(p, f)
	f.take(root, slices.Concat(asking, []string{"quiet", "width", "screen"}))
	root.AddCommand(initCommand(p), checkCommand(p), selectCommand(p), planCommand(p), collectCommand(p), exportCommand(p), predictCommand(p), reportCommand(p),
		labCommand(p), completionCommand(p), versionCommand(p))
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
	"plot":      {"report", "--figure"},
	"next":      {"plan"},
	"subset":    {"lab", "subset"},
	"moments":   {"lab", "moments"},
	"experts":   {"lab", "experts"},
	"partial":   {"lab", "partial"},
}

// presentNames returns arguments with a command's former name replaced.
func presentNames(args []string) []string {
	if len(args) == 0 || formerNames[args[0]] == nil {
		return args
	}
	if _, err := os.Stat(args[0]); err == nil {
		return args // data of this name
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
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetHelpFunc(func(c *cobra.Command, args []string) { printHelp(p, c, args) })
	root.SetHelpCommand(helpCommand(p))
	addLimits(p, root)
	p.asked = cmp.Or(p.asked, "auto")
	color := oneOf(&p.asked, []string{"auto", "always", "never"})
	root.PersistentFlags().Var(color, "color", "colours: "+strings.Join(color.words, ", "))
	root.PersistentFlags().Lookup("color").Annotations = map[string][]string{completions: color.words}
	return root
}

// labCommand holds the commands of research.
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
	switch {
	case f.choose:
		return chooseOnScreen(p, c, paths, f)
	case p.getenv("ACCESSIBLE") != "":
		return describeScreen(c.Context(), p, paths, f)
	case !p.onScreen():
		return reportSelections(c.Context(), p, paths, f)
	}
	_, err := runScreen(p, c, paths, f, p.stdout.(*os.File))
	if errors.Is(err, tui.ErrLeft) {
		return nil
	}
	return err
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

// runScreen runs the UI on a terminal. The predictor is the predictor of --choose.
func runScreen(p *program, c *cobra.Command, paths []string, f *flags, out *os.File) (*model.Predictor, error) {
	in, closeInput, err := keyboard(p)
	if err != nil {
		return nil, err
	}
	defer closeInput()
	o := tui.Options{
		Theme: f.theme, Color: p.color(), NoMouse: f.noMouse, Glyphs: glyphsAsked(p, f), Title: titleOf(paths),
		NoHonest: f.noHonest, Folds: f.folds, Seed: f.seed, Replicates: core.DefaultReplicates,
		Input: in, Output: out, Env: p.env, Now: p.now, Choose: f.choose, Crashed: crashedOnScreen,
	}
	if f.set.Changed("bootstrap") {
		o.Replicates = f.bootstrap
	}
	ctx := c.Context()
	st := openState(p, paths, f)
	defer func() { p.opening.Close() }()            // not forgotten: what was left may still look at it
	study, g, err := st.openKept(p, c, paths, f, o) // g with what was kept
	if err != nil {
		return nil, err
	}
	if len(study.Data().Labels) == 0 && study.Data().MomentsOf == nil {
		if study, g, err = labelAsked(ctx, p, study, paths, g, &o); study == nil || err != nil {
			return nil, err
		}
		if o.Experts {
			st = &state{} // a label that no flag makes again does not come back
		}
	}
	ds := study.Data()
	if err := hasLabel(ds); err != nil {
		return nil, err
	}
	if o.Settings, err = st.settings(ctx, ds, g, f); err != nil {
		return nil, err
	}
	o.Study, o.Finish, o.Page = study, stampPredictor(p, ds), pageWriter(ctx, p, paths, g)
	if f.watch {
		o.Watch = watchData(p, paths, g)
	}
	f.begin(&o, ds)
	forRoles := false
	if len(paths) > 0 && len(ds.Reading.Columns) > 0 {
		o.Roles = func() { forRoles = true }
	}
	predictor, err := showScreen(ctx, p, st, ds, paths, g, o)
	if err != nil || !forRoles {
		return predictor, err
	}
	question := fmt.Sprintf("What each column of %s is taken for.", clean(ds.Name))
	if _, _, _, err := askRoles(ctx, p, question, []tui.Reading{{}}, paths, g, o); err != nil {
		return nil, err
	}
	return runScreen(p, c, paths, taking(f, p.chosen), out)
}

// describeScreen prints the contents of the screen, line by line, for users of screen readers
// (ACCESSIBLE).
func describeScreen(ctx context.Context, p *program, paths []string, f *flags) error {
	study, err := p.openStudy(ctx, paths, f)
	if err != nil {
		return err
	}
	ds := study.Data()
	if err := hasLabel(ds); err != nil {
		return err
	}
	o := tui.Options{Study: study, NoHonest: f.noHonest, Folds: f.folds, Seed: f.seed, Now: p.now}
	if o.Settings, err = f.settings(ctx, ds); err != nil {
		return err
	}
	f.begin(&o, ds)
	return p.write(ctx, "", func(w io.Writer) error { return tui.Describe(ctx, w, o) })
}

// begin is the budget and the algorithm that the UI begins with. Votes that the
// label is made of are not bought to predict it.
func (f *flags) begin(o *tui.Options, ds *model.Dataset) {
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

// openAsking opens the data, and asks on the screen which reading is meant
// where there are several. The answer acts as if its flags had been given.
func openAsking(p *program, c *cobra.Command, paths []string, f *flags, o tui.Options) (*core.Study, *flags, error) {
	for {
		p.beginOpening(c.Context(), paths, o)
		study, err := p.openShowing(c.Context(), paths, f)
		var ambiguous *read.AmbiguousError
		if !errors.As(err, &ambiguous) {
			return study, f, err
		}
		var readings []tui.Reading
		for _, r := range ambiguous.Readings {
			readings = append(readings, tui.Reading{Meaning: r.Meaning, Choices: r.Choices})
		}
		question := fmt.Sprintf("%s can be read in several ways: %s.", ambiguous.File, ambiguous.Problem)
		_, g, answered, asked := askRoles(c.Context(), p, question, readings, paths, f, o)
		switch {
		case asked != nil:
			return nil, f, asked
		case !answered:
			return nil, f, err
		}
		f = g
	}
}

// askRoles asks how data are read. It returns which reading is meant, and the flags with the answer
// in their place; answered is false if the user left without one.
func askRoles(ctx context.Context, p *program, question string, readings []tui.Reading, paths []string, f *flags, o tui.Options) (i int, g *flags, answered bool, err error) {
	i, choices, answered, err := rolesOf(p, question, readings, paths, f).Choose(ctx, o)
	if err != nil || !answered {
		return i, f, false, err
	}
	p.chosen = append(p.chosen, choices...) // the roles, asked again, begin with them
	return i, taking(f, choices), true, nil
}

// rolesOf is the question how data are read.
func rolesOf(p *program, question string, readings []tui.Reading, paths []string, f *flags) tui.Roles {
	p.opening.Close() // gives the terminal back
	p.opening = nil
	var editor *read.Editor // made by the first look
	var one sync.Mutex      // look at a time
	return tui.Roles{
		Question: question, Readings: readings, Give: read.GiveRoles,
		Read: func(ctx context.Context, choices []model.Choice) (found tui.RolesFound, err error) {
			one.Lock()
			defer one.Unlock()
			if editor == nil {
				q, err := queryOf(ctx, p, paths, f)
				if err != nil {
					return found, err
				}
				if editor, err = read.Edit(ctx, q); err != nil {
					return found, err
				}
			}
			g := taking(f, choices)
			v, err := editor.View(ctx, g.reading())
			return tui.RolesFound{
				Columns: v.Columns, Examples: v.Examples, Choices: v.Choices, LabelFrom: g.labelFrom, Objects: v.Objects, Attributes: v.Attributes, PerCell: v.PerCell,
				Rows: v.Rows, Lost: v.Lost, Behind: v.Behind,
			}, err
		},
		Words: func(choices []model.Choice) string { return read.ShellWords(argumentsOf(choices)) },
	}
}

// taking are the flags with choices of the reading in their place.
func taking(f *flags, choices []model.Choice) *flags {
	return f.with(func(g *flags) {
		g.read = g.read.With(choices...)
		for _, c := range choices {
			if c.Option == model.OptionLabelFrom {
				g.labelFrom = c.Value
			}
		}
	})
}

// labelAsked asks which label is meant where there is none, and reads the data with it; nil if the
// user left without an answer. Where an attribute is voted on, the first offer is to leave its label
// to the models of experts.
func labelAsked(ctx context.Context, p *program, study *core.Study, paths []string, f *flags, o *tui.Options) (*core.Study, *flags, error) {
	ds, voted := study.Data(), study.VotedOn()
	var readings []tui.Reading
	for _, name := range voted {
		readings = append(readings, tui.Reading{Meaning: name + ": its votes, by experts who may be wrong"})
	}
	for _, name := range ds.Attributes {
		readings = append(readings, tui.Reading{Meaning: fmt.Sprintf("%s: the %s of its judgments", name, f.labelAgg), Choices: []model.Choice{{Option: model.OptionLabelFrom, Value: name}}})
	}
	for _, name := range labelColumns(ds) {
		readings = append(readings, tui.Reading{Meaning: name + ": a column", Choices: []model.Choice{{Option: model.OptionLabel, Value: name}}})
	}
	question := clean(screen.DisplayName(ds)) + " has no label to predict. Which of these is it? (--labels FILE brings labels from another file.)"
	i, f, answered, err := askRoles(ctx, p, question, readings, paths, f, *o)
	switch {
	case err != nil || !answered:
		return nil, f, err
	case i < len(voted):
		o.Experts = true
		return core.NewStudy(ds.VotedLabel(slices.Index(ds.Attributes, voted[i]))), f, nil
	}
	p.beginOpening(ctx, paths, *o)
	asked, err := p.openShowing(ctx, paths, f)
	return asked, f, err
}

// keyboard is stdin, or the terminal itself where stdin is something else.
func keyboard(p *program) (in *os.File, done func(), err error) {
	if isTerminal(p.stdin) {
		return p.stdin.(*os.File), func() {}, nil
	}
	in, out, err := tea.OpenTTY()
	if err != nil {
		return nil, nil, fmt.Errorf("there is no terminal to read keys from: fms-tui select prints the choices without one (%w)", err)
	}
	return in, func() {
		in.Close()
		out.Close()
	}, nil
}

// chooseOnScreen runs the UI and prints the predictor that the user leaves with, as
// JSON. The UI is drawn on the terminal even where stdout goes elsewhere, so
// that it can stand in a pipe.
func chooseOnScreen(p *program, c *cobra.Command, paths []string, f *flags) error {
	out, ok := p.stdout.(*os.File)
	if !ok || !p.onScreen() {
		in, tty, err := tea.OpenTTY()
		if err != nil {
			return fmt.Errorf("there is no terminal to draw on: fms-tui export writes a predictor without one (%w)", err)
		}
		defer in.Close()
		defer tty.Close()
		out = tty
	}
	predictor, err := runScreen(p, c, paths, f, out)
	switch {
	case err != nil && !errors.Is(err, tui.ErrLeft):
		return err
	case predictor == nil:
		return errors.New("nothing was chosen: there is no predictor to print")
	}
	return p.write(c.Context(), "", func(w io.Writer) error { return export.JSON(w, *predictor) })
}
