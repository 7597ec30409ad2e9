package main

import (
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// withManPages gives the help command --man.
func withManPages(p *program, help *cobra.Command) *cobra.Command {
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
		c.Root().DisableAutoGenTag = true
		day, err := time.Parse(time.DateOnly, thisBuild().Date)
		if err != nil {
			day = time.Unix(0, 0).UTC() // unknown, and never the day on which the page is printed
		}
		header := &doc.GenManHeader{Section: "1", Source: tool(), Manual: "User Commands", Date: &day}
		return p.write(c.Context(), "", func(w io.Writer) error { return doc.GenMan(about, header, w) })
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
