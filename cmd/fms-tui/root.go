package main

import (
	"context"
	"fmt"
	"os"

	tea "charm.land/bubbletea/v2"
	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/tui"
)

func init() { cobra.EnableCommandSorting = false }

// command builds the tree of commands.
func (p *program) command() *cobra.Command {
	f := &flags{}
	var color string
	root := &cobra.Command{
		Use:   "fms-tui [DATA...]",
		Short: "Which attributes should be judged, and how often, to predict a label within a budget",
		Long: "Which attributes should raters judge, and how many times each, to predict a label within a budget?\n\n" +
			"DATA are files of judgments, CSV or TSV, plain or gzip. Without any the bundled sample opens.\n" +
			"Where stdout is no terminal, the report of select is printed in place of the screen.",
		Example:       "  fms-tui\n  fms-tui judgments.csv --labels labels.csv\n  fms-tui select judgments.csv --budget 10,20 --json",
		Args:          cobra.ArbitraryArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       version,
		RunE: func(c *cobra.Command, args []string) error {
			if !p.onScreen() {
				return p.report(c.Context(), args, f)
			}
			return p.screen(c.Context(), args, f, color)
		},
	}
	root.SetIn(p.stdin)
	root.SetOut(p.stdout)
	root.SetErr(p.stderr)
	root.SetVersionTemplate(versionLine() + "\n")
	root.SetFlagErrorFunc(flagError)
	root.CompletionOptions.DisableDefaultCmd = true
	plain := root.HelpFunc()
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { p.help(c, plain, color) })
	root.SetHelpCommand(p.helpCommand())

	f.addReading(root)
	f.addSettings(root)
	f.addSelection(root, "budget to begin with (default a quarter of the range)", "algorithm to begin with: full, scoring")
	f.addQuiet(root)
	f.addWidth(root)
	f.addScreen(root)
	addChoice(root, root.PersistentFlags(), &color, "color", "colours", "auto", "always", "never")
	root.AddCommand(p.selectCommand(), p.exportCommand(), p.sampleCommand(), p.checkCommand(),
		p.completionCommand(), p.versionCommand())
	for _, c := range append(root.Commands(), root) {
		c.Flags().SortFlags = false
	}
	return root
}

// screen runs the UI.
func (p *program) screen(ctx context.Context, paths []string, f *flags, color string) error {
	ds, err := p.open(ctx, paths, f)
	if err != nil {
		return err
	}
	if err := hasLabel(ds); err != nil {
		return err
	}
	settings, err := f.settings(ctx, ds)
	if err != nil {
		return err
	}
	in, closeInput, err := p.keyboard()
	if err != nil {
		return err
	}
	defer closeInput()
	o := tui.Options{
		Study: core.NewStudy(ds), Settings: settings,
		Theme: f.theme, Color: p.color(color), NoMouse: f.noMouse,
		Input: in, Output: p.stdout.(*os.File), Env: p.env,
		Finish: p.finish(ds), Now: p.now,
	}
	if len(f.budgets) > 0 {
		o.Budget, o.HasBudget = f.budgets[0], true
	}
	if len(f.algorithms) > 0 {
		o.Algorithm = f.algorithms[0]
	}
	return tui.Run(ctx, o)
}

// keyboard is stdin, or the terminal itself where stdin is something else.
func (p *program) keyboard() (in *os.File, done func(), err error) {
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
