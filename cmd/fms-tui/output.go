package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/model/export"
	"fms-tui/tui/chart"
)

// addForm adds --form, and --json for one of its values. usual is the form of who
// gives neither; further are forms that are no report.
func (f *flags) addForm(c *cobra.Command, usual string, further ...string) {
	f.form = usual
	names := slices.Concat(report.Names(), further)
	c.Flags().Var(&formName{to: &f.form, names: names}, "form", "what is printed (default "+usual+"): "+strings.Join(names, ", "))
	_ = c.RegisterFlagCompletionFunc("form", cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp))
	c.Flags().VarPF(&formName{to: &f.form, names: names, only: "json"}, "json", "", "print JSON: --form json").NoOptDefVal = "true"
	check := c.PreRunE
	c.PreRunE = func(c *cobra.Command, args []string) error {
		if given := c.Flags().Changed; given("json") && given("form") && c.Flags().Lookup("form").Value.String() != "json" {
			return misused("--json and --form %s both say what is printed", c.Flags().Lookup("form").Value)
		}
		if check == nil {
			return nil
		}
		return check(c, args)
	}
}

// formName is the value of --form, or with only of a flag that stands for one form.
type formName struct {
	to          *string
	names       []string // accepted
	only, given string
}

func (n *formName) String() string { return n.given }

func (n *formName) Type() string {
	if n.only != "" {
		return "bool"
	}
	return "NAME"
}

func (n *formName) Set(s string) error {
	switch {
	case n.only != "":
		s = n.only
	case s == "table": // as validate called it first
		s = "text"
	case !slices.Contains(n.names, s):
		return notAccepted(s, n.names)
	}
	n.given, *n.to = s, s
	return nil
}

// print writes a report in the form that was asked for.
func (p *program) print(ctx context.Context, f *flags, r *report.Report) error {
	return p.printTo(ctx, f, f.out, r)
}

// printTo is print to a file, or to stdout.
func (p *program) printTo(ctx context.Context, f *flags, path string, r *report.Report) error {
	th := p.reportTheme(f)
	o := report.Options{
		Width: p.columns(f), Measure: chart.Width, Cut: chart.Truncate,
		Draw: func(c *report.Chart, width int) string { return drawnChart(c, width, th) },
	}
	return p.write(ctx, path, func(w io.Writer) error { return report.Write(w, f.form, r, o) })
}

// number is null in JSON where it is not finite.
type number = report.Number

// Formats of columns.
var (
	asLoss      = report.Always(figure.Loss)
	asLossKnown = report.Float(figure.Loss)
	asShare     = report.Always(figure.Share)
	asPercent   = report.Always(figure.Percent)
	asCount     = func(v report.Value) string { return figure.Count(v.(int)) }
)

// shown is a figure in four significant digits.
func shown(x float64) string { return figure.Significant(x, 4) }

// digits formats a known number with the given number of significant digits.
func digits(n int) func(report.Value) string {
	return report.Float(func(x float64) string { return figure.Significant(x, n) })
}

// warningsOf are findings for JSON, with remedies as flags; an empty list where there
// are none.
func warningsOf(lists ...[]model.Finding) []model.Finding {
	return worded(slices.Concat(lists...))
}

// toStdout tells whether the value of -o stands for stdout.
func toStdout(path string) bool { return path == "" || path == "-" }

// write sends results to the file of -o, whole or not at all, or to stdout. A
// context that ends while they are written leaves the file as it was, and so does a file
// that is not this program's to replace.
func (p *program) write(ctx context.Context, path string, results func(io.Writer) error) error {
	if !toStdout(path) {
		return export.WriteFile(path, func(w io.Writer) error {
			lead := &leadWriter{to: w}
			if err := results(lead); err != nil {
				return err
			}
			return errors.Join(p.mayReplace(path, lead.lead), ctx.Err())
		})
	}
	b := bufio.NewWriter(resultsOf{p})
	if err := results(b); err != nil {
		return err
	}
	return b.Flush()
}
