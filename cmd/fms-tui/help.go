package main

import (
	"strings"

	"charm.land/fang/v2"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func (p *program) helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Explain a command",
		ValidArgsFunction: func(c *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, sub := range c.Root().Commands() {
				names = append(names, sub.Name())
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			about, err := commandNamed(c.Root(), args)
			if err != nil {
				return err
			}
			return about.Help()
		},
	}
}

// help explains a command, with colours where they can be seen.
func (p *program) help(c *cobra.Command, plain func(*cobra.Command, []string)) {
	if !isTerminal(p.stdout) || p.color() == "never" {
		plain(c, nil)
		return
	}
	// fang takes a whole program over, errors and all, and asks the terminal for
	// its background first. It gets one of its own that can only help.
	styled := p.command()
	forScreen(styled)
	styled.SetArgs(append(strings.Fields(c.CommandPath())[1:], "--help"))
	_ = fang.Execute(c.Context(), styled, fang.WithoutVersion(), fang.WithoutManpage(), fang.WithoutCompletions())
}

// forScreen suits what fang shows to it: it breaks lines itself, and knows no
// quotes that mark the word for a flag's value.
func forScreen(root *cobra.Command) {
	for _, c := range append(root.Commands(), root) {
		c.Long = flowing(c.Long)
		unquote := func(f *pflag.Flag) { _, f.Usage = pflag.UnquoteUsage(f) }
		c.Flags().VisitAll(unquote)
		c.PersistentFlags().VisitAll(unquote)
	}
}

// flowing joins the lines of each paragraph. Empty and indented lines stay.
func flowing(text string) string {
	var b strings.Builder
	within := false
	for line := range strings.SplitSeq(text, "\n") {
		flows := line != "" && line[0] != ' '
		switch {
		case b.Len() == 0:
		case within && flows:
			b.WriteByte(' ')
		default:
			b.WriteByte('\n')
		}
		b.WriteString(line)
		within = flows
	}
	return b.String()
}
