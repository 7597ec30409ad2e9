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
func (f *outputFlags) addForm(c *cobra.Command, usual string, further ...string) {
	f.form = usual
	names := slices.Concat(report.Names(), further)
	given := "" // by --form
	c.Flags().Var(&value{kind: "NAME", read: func(s string) error {
		if !slices.Contains(names, s) {
			return notAccepted(s, names)
		}
		given, f.form = s, s
		return nil
	}}, "form", "what is printed (default "+usual+"): "+strings.Join(names, ", "))
	complete(c, "form", names)
	c.Flags().VarPF(&value{kind: "bool", read: func(string) error {
		f.form = "json"
		return nil
	}}, "json", "", "print JSON: --form json").NoOptDefVal = "true"
	check := c.PreRunE
	c.PreRunE = func(c *cobra.Command, args []string) error {
		if c.Flags().Changed("json") && given != "" && given != "json" {
			return misused("--json and --form %s both say what is printed", given)
		}
		if check == nil {
			return nil
		}
		return check(c, args)
	}
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
