package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// withManPages gives the help command --man.
func (p *program) withManPages(help *cobra.Command) *cobra.Command {
	asked := false
	help.Flags().BoolVar(&asked, "man", false, "print the manual page in roff, to read with: fms-tui help --man | man -l -")
	explain := help.RunE
	help.RunE = func(c *cobra.Command, args []string) error {
		if !asked {
			return explain(c, args)
		}
		about, err := commandNamed(c.Root(), args)
		if err != nil {
			return err
		}
		return p.write(c.Context(), "", func(w io.Writer) error { return writeManPage(w, about) })
	}
	return help
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

// writeManPage writes the manual page of a command, as man(7) describes pages. The
// page of the program also lists its commands, files and exit statuses.
func writeManPage(w io.Writer, c *cobra.Command) error {
	page := &manPage{}
	name := manName(c)
	page.line(`.TH "%s" 1 "%s" "%s" "User Commands"`, strings.ToUpper(roff(name)), roff(released), roff(tool()))
	page.line(".nh\n.ad l") // no word is broken or stretched: names of commands and flags are copied
	page.section("NAME")
	page.line(`%s \- %s`, roff(name), roff(c.Short))
	page.section("SYNOPSIS")
	page.line(`.B %s`, roff(c.CommandPath()))
	page.text(strings.TrimPrefix(c.UseLine(), c.CommandPath()+" "))
	page.section("DESCRIPTION")
	if c.Long == "" {
		page.text(c.Short + ".")
	} else {
		page.text(c.Long)
	}
	page.options("OPTIONS", c.NonInheritedFlags())
	if c.HasParent() {
		page.options("GLOBAL OPTIONS", c.InheritedFlags())
	} else {
		page.ofProgram(c)
	}
	if c.Example != "" {
		page.section("EXAMPLES")
		page.text(c.Example)
	}
	page.section("SEE ALSO")
	page.line("%s", strings.Join(related(c), ",\n"))
	_, err := io.WriteString(w, page.String())
	return err
}

// manName is the name of a command's page: fms-tui-select for `fms-tui select`.
func manName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// related are the pages to read beside a command's page, in roff.
func related(c *cobra.Command) []string {
	others := c.Commands()
	if c.HasParent() {
		others = []*cobra.Command{c.Parent()}
	}
	var pages []string
	for _, o := range others {
		if o.IsAvailableCommand() {
			pages = append(pages, `.BR `+roff(manName(o))+` (1)`)
		}
	}
	return pages
}

// manPage is a page being written.
type manPage struct{ strings.Builder }

func (m *manPage) line(format string, args ...any) { fmt.Fprintf(m, format+"\n", args...) }

func (m *manPage) section(title string) { m.line(".SH %s", title) }

// term writes an entry of a list: its term, which is roff, and its text.
func (m *manPage) term(term, text string) {
	m.line(".TP\n%s", term)
	m.text(text)
}

// text writes paragraphs, which are filled, and indented lines, which stay as they are.
func (m *manPage) text(text string) {
	within, gap := "", false // the kind of the lines before: "", fill or keep
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		if line == "" {
			gap = true
			continue
		}
		kind := "fill"
		if line[0] == ' ' {
			kind = "keep"
		}
		switch {
		case within == "keep" && kind == "fill":
			m.line(".fi\n.RE")
			fallthrough
		case within == "fill" && kind == "fill" && gap:
			m.line(".PP")
		case within != "keep" && kind == "keep":
			if within == "fill" {
				m.line(".PP")
			}
			m.line(".RS 4\n.nf")
		case within == "keep" && gap:
			m.line(".sp")
		}
		m.line("%s", roff(strings.TrimPrefix(line, "  ")))
		within, gap = kind, false
	}
	if within == "keep" {
		m.line(".fi\n.RE")
	}
}

// options writes a section of flags, in the order of help.
func (m *manPage) options(title string, flags *pflag.FlagSet) {
	flags.SortFlags = false
	if !flags.HasAvailableFlags() {
		return
	}
	m.section(title)
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		term := `\fB` + roff("--"+f.Name) + `\fR`
		if f.Shorthand != "" {
			term = `\fB` + roff("-"+f.Shorthand) + `\fR, ` + term
		}
		if value != "" {
			term += ` \fI` + roff(value) + `\fR`
		}
		switch f.DefValue {
		case "", "0", "false", "[]":
		default:
			usage += " (default " + f.DefValue + ")"
		}
		m.term(term, usage)
	})
}

// ofProgram writes what only the page of the program has.
func (m *manPage) ofProgram(root *cobra.Command) {
	m.section("COMMANDS")
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			m.term(`\fB`+roff(c.Use)+`\fR`, c.Short+".")
		}
	}
	m.section("EXIT STATUS")
	m.term("0", "The command did what it was asked for.")
	m.term("1", "The data or the computation failed; the message names the file, the row and the column.")
	m.term("2", "The command was used wrongly: a flag or an argument does not exist or is out of range.")
	m.term("128+N", "Signal N ended the program.")
	m.section("ENVIRONMENT")
	m.term("NO_COLOR", "Without colours, if set. --color always overrides it.")
	m.term("XDG_STATE_HOME", "The program keeps its settings for each data set in the folder fms-tui of this folder.")
	m.section("FILES")
	m.term(`\fI`+roff("~/.local/state/fms-tui")+`\fR`,
		"Settings of each data set, without judgments, objects or raters. On macOS in ~/Library/Application Support/fms-tui, on Windows in %LOCALAPPDATA%\\fms-tui.")
	m.section("PRIVACY")
	m.text("The program opens no network connection, but to a database that you name, does not update itself and sends no usage data.")
}

// roff escapes plain text: what roff would obey, hyphens, which are to be copied
// as they are, and characters beyond ASCII, which do not depend on a locale then.
func roff(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\\':
			b.WriteString(`\e`)
		case r == '-':
			b.WriteString(`\-`)
		case r == '^' || r == '~':
			b.WriteString(map[rune]string{'^': `\(ha`, '~': `\(ti`}[r])
		case (r == '.' || r == '\'') && b.Len() == 0:
			b.WriteString(`\&` + string(r))
		case r == '\'':
			b.WriteString(`\(aq`)
		case r == '`':
			b.WriteString(`\(ga`)
		case r > '~':
			fmt.Fprintf(&b, `\[u%04X]`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
