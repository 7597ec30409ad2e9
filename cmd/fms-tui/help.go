package main

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"

	"fms-tui/docs"
	"fms-tui/tui/chart"
)

func helpCommand(p *program) *cobra.Command {
	man := false
	help := &cobra.Command{
		Use:   "help [COMMAND | TOPIC]",
		Short: "Explain a command, or print a page",
		Long:  "Explain a command, or print a page of the documentation: " + strings.Join(docs.Topics(), ", ") + ". Where both have a name, NAME.md is the page.",
		ValidArgsFunction: func(c *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, sub := range c.Root().Commands() {
				names = append(names, sub.Name())
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			about, err := commandNamed(c.Root(), args)
			switch page, ok := docs.Page(strings.Join(args, " ")); {
			case man && err == nil:
				return manPage(p, c, about)
			case err == nil:
				return about.Help()
			case ok && !man:
				_, err = io.WriteString(p.stdout, page)
			}
			return err
		},
	}
	help.Flags().BoolVar(&man, "man", false, "print the manual page in roff, to read with: fms-tui help --man | man -l -")
	return help
}

const (
	helpWidth  = 80 // columns of help that goes to no terminal
	widestHelp = 100
)

func printHelp(p *program, c *cobra.Command, args []string) {
	w := &helpWriter{width: helpWidth}
	if at := slices.IndexFunc(args, func(arg string) bool { return arg == "--help" || arg == "-h" }); at >= 0 {
		w.all = at+1 < len(args) && args[at+1] == "all"
	}
	if !isTerminal(p.stdout) {
		_, _ = io.WriteString(p.stdout, w.page(c))
		return
	}
	w.width = min(p.columns(&flags{}, ""), widestHelp)
	text := w.page(c)
	if p.color() != "never" {
		text = helpTitle.ReplaceAllStringFunc(text, func(s string) string { return titleLook.Render(s) })
		text = helpTerm.ReplaceAllStringFunc(text, func(s string) string { return termLook.Render(s) })
	}
	_, _ = io.WriteString(colorprofile.NewWriter(p.stdout, p.env), text)
}

// The looks of titles, flags and commands in help: hues that can be read on light and on dark grounds.
var (
	helpTitle = regexp.MustCompile(`(?m)^[A-Z][\w ]*:$`)
	helpTerm  = regexp.MustCompile(`(?m)^ +(-\w, )?--\S+|^  [a-z]+  `)
	titleLook = lipgloss.NewStyle().Bold(true).Foreground(lipgloss.Color("#7D6BE0"))
	termLook  = lipgloss.NewStyle().Foreground(lipgloss.Color("#0C9F6E"))
)

// helpWriter lays help out in lines of at most width columns.
type helpWriter struct {
	strings.Builder
	width int
	all   bool // all flags and commands, and the whole text
}

// mainCommands are the commands that brief help lists.
var mainCommands = []string{"init", "check", "select", "plan", "collect", "export", "predict", "report"}

// topics are what the flags of brief help are about.
var topics = []string{"Data", "Question", "Money", "Output"}

// Bounds of the flags in brief help: of a command, and of the program, whose commands need room.
const (
	mostFlags     = 12
	mostRootFlags = 6
)

func (w *helpWriter) page(c *cobra.Command) string {
	text := strings.TrimSpace(cmp.Or(c.Long, c.Short+"."))
	if !w.all {
		text, _, _ = strings.Cut(text, "\n\n")
	}
	for line := range strings.SplitSeq(text, "\n") {
		w.lines(line[:len(line)-len(strings.TrimLeft(line, " "))], line, "")
	}
	w.title("Usage")
	w.lines("  ", c.UseLine(), "")
	if c.HasAvailableSubCommands() {
		w.lines("  ", c.CommandPath()+" [command]", "")
	}
	if c.Example != "" {
		w.title("Examples")
		for i, line := range strings.Split(c.Example, "\n") {
			if w.all || i < 3 {
				w.lines("  ", line, " \\") // so that it can be copied
			}
		}
	}
	w.commands(c)
	own := shownFlags(c.LocalFlags())
	switch {
	case w.all:
		w.flags("Flags", own)
		w.flags("Global flags", shownFlags(c.InheritedFlags()))
	case len(own) <= mostFlags:
		w.flags("Flags", own)
	default:
		w.mainFlags(c, own)
		fmt.Fprintf(w, "\n\"%s --help all\" explains all %d flags.\n", c.CommandPath(), len(own))
	}
	if w.all && c.HasAvailableSubCommands() {
		fmt.Fprintf(w, "\n\"%s [command] --help\" explains a command.\n", c.CommandPath())
	}
	return w.String()
}

func (w *helpWriter) title(name string) { fmt.Fprintf(w, "\n%s:\n", name) }

// lines writes text broken at its blanks, with an indent; lines that go on end in on.
func (w *helpWriter) lines(indent, text, on string) {
	broken := strings.Join(chart.Wrap(text, w.width-len(indent)-2), on+"\n"+indent)
	if indent == "" { // a paragraph
		broken = strings.ReplaceAll(broken, "\n  ", "\n")
	}
	w.WriteString(strings.TrimRight(indent+broken, " ") + "\n")
}

func (w *helpWriter) commands(c *cobra.Command) {
	if !c.HasAvailableSubCommands() {
		return
	}
	w.title("Commands")
	var others []string
	for _, sub := range c.Commands() {
		switch {
		case !sub.IsAvailableCommand() && sub.Name() != "help":
		case w.all || c.HasParent() || slices.Contains(mainCommands, sub.Name()):
			name := fmt.Sprintf("  %-*s", sub.NamePadding(), sub.Name())
			w.WriteString(name + "  " + strings.Join(chart.Wrap(sub.Short, w.width-len(name)-2), "\n"+strings.Repeat(" ", len(name)+2)) + "\n")
		default:
			others = append(others, sub.Name())
		}
	}
	if len(others) > 0 {
		w.lines("  ", "and "+strings.Join(others, ", "), "")
	}
}

func (w *helpWriter) mainFlags(c *cobra.Command, own []*pflag.Flag) {
	room := mostFlags
	if c.HasAvailableSubCommands() {
		room = mostRootFlags
	}
	for _, topic := range topics {
		var shown []*pflag.Flag
		for _, f := range own {
			if about, text, _ := strings.Cut(strings.Join(f.Annotations[briefly], ""), ": "); about == topic && room > 0 {
				value, _ := pflag.UnquoteUsage(f)
				brief := *f
				brief.Usage, brief.DefValue, brief.NoOptDefVal, brief.Value = text, "", "", briefValue{f.Value, value}
				shown = append(shown, &brief)
				room--
			}
		}
		w.flags(topic, shown)
	}
}

// briefValue is a value of a flag under the name that its whole help has.
type briefValue struct {
	pflag.Value
	name string
}

func (v briefValue) Type() string { return v.name }

func shownFlags(set *pflag.FlagSet) (all []*pflag.Flag) {
	set.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			all = append(all, f)
		}
	})
	return all
}

func (w *helpWriter) flags(title string, all []*pflag.Flag) {
	if len(all) == 0 {
		return
	}
	w.title(title)
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	set.SortFlags = false
	for _, f := range all {
		set.AddFlag(f)
	}
	w.WriteString(set.FlagUsagesWrapped(w.width))
}

func manPage(p *program, c, about *cobra.Command) error {
	c.Root().DisableAutoGenTag = true
	_, date := built()
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		day = time.Unix(0, 0).UTC() // unknown, and never the day on which the page is printed
	}
	header := &doc.GenManHeader{Section: "1", Source: tool(), Manual: "User Commands", Date: &day}
	return p.write(c.Context(), "", func(w io.Writer) error { return doc.GenMan(about, header, w) })
}

// commandNamed returns the command that the arguments of help name; without any
// the program itself.
func commandNamed(root *cobra.Command, args []string) (*cobra.Command, error) {
	args = presentNames(args)
	about, rest, err := root.Find(args)
	if err != nil || len(rest) > 0 && rest[0][0] != '-' {
		return nil, misused("there is no command %q: fms-tui help lists them", strings.Join(args, " "))
	}
	about.InitDefaultHelpFlag()
	about.InitDefaultVersionFlag()
	return about, nil
}
