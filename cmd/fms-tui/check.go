package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/model/read"
	"fms-tui/tui/chart"
)

func (p *program) checkCommand() *cobra.Command {
	f := &flags{}
	c := &cobra.Command{
		Use:     "check DATA...",
		Short:   "Show how data are read and what is odd about them",
		Long:    "Show how data are read and what is odd about them. It needs no label.",
		Example: "  fms-tui check judgments.csv --labels labels.csv",
		Args:    arguments(1, -1, "DATA, the files of the judgments (fms-tui sample writes some)"),
		RunE: func(c *cobra.Command, args []string) error {
			study, err := p.openStudy(c.Context(), args, f)
			if err != nil {
				return err
			}
			odd, err := oddities(c.Context(), study, f)
			if err != nil {
				return err
			}
			width := p.columns(f)
			return p.write(c.Context(), f.out, func(w io.Writer) error {
				return writeCheck(w, study, odd, args, width)
			})
		},
	}
	f.addReading(c)
	f.addOut(c, "write to `FILE`; - is stdout")
	f.addWidth(c)
	return c
}

// oddities collects what is odd about data: found while they were read and,
// where there is a label, while learning from them. The error is that of the
// context alone: data from which nothing can be learned are odd.
func oddities(ctx context.Context, study *core.Study, f *flags) ([]string, error) {
	ds := study.Data()
	var odd []string
	for _, w := range ds.Warnings {
		odd = append(odd, w.Message)
	}
	if len(ds.Labels) == 0 {
		return odd, nil
	}
	r, err := study.Solve(ctx, core.Request{Settings: model.Settings{Label: f.read.Label}})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return append(odd, err.Error()), nil
	}
	for _, w := range r.Warnings {
		odd = append(odd, w.Message)
	}
	return odd, nil
}

func writeCheck(w io.Writer, study *core.Study, odd, paths []string, width int) error {
	var b strings.Builder
	ds := study.Data()
	if len(ds.Reading.Columns) > 0 {
		writeColumns(&b, ds, width)
		b.WriteString("\n")
	}
	writeTable(&b, counts(study), width)
	if len(odd) > 0 {
		b.WriteString("\nwarnings\n")
	}
	for _, o := range odd {
		text := ansi.Wrap(chart.Clean(o), max(width-2, 1), "")
		b.WriteString("- " + strings.ReplaceAll(text, "\n", "\n  ") + "\n")
	}
	command := append(append([]string{"fms-tui", "select"}, paths...), ds.Reading.Flags...)
	b.WriteString("\nflags that say the same\n" + read.ShellWords(command) + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// writeColumns lists the columns of every file.
func writeColumns(b *strings.Builder, ds *model.Dataset, width int) {
	var rows [][]string
	for i, c := range ds.Reading.Columns {
		if i == 0 || c.File != ds.Reading.Columns[i-1].File {
			writeTable(b, rows, width)
			if i > 0 {
				b.WriteString("\n")
			}
			b.WriteString(chart.Truncate(c.File, width) + "\n")
			rows = [][]string{{"column", "role", "why"}}
		}
		rows = append(rows, []string{c.Column, c.Role, c.Reason})
	}
	writeTable(b, rows, width)
}

// counts are the figures of a data set.
func counts(study *core.Study) [][]string {
	ds := study.Data()
	s := ds.Summary()
	perCell := fmt.Sprintf("%d to %d a cell", s.Fewest, s.Most)
	if s.Fewest == s.Most {
		perCell = fmt.Sprintf("%d a cell", s.Most)
	}
	raters := "none known"
	if s.Raters > 0 {
		raters = fmt.Sprint(s.Raters)
	}
	mode, why := study.Raters(model.RatersAuto)
	taken := fmt.Sprintf("%s: %s", mode, why)
	all := s.Objects * len(ds.Attributes)
	rows := [][]string{{"layout", ds.Reading.Layout}}
	if ds.MomentsOf == nil {
		rows = append(rows, []string{"rows", fmt.Sprint(ds.Reading.Rows)})
	}
	for _, d := range ds.Reading.Dropped {
		rows = append(rows, []string{"left out", fmt.Sprintf("%d: %s", d.Count, d.Reason)})
	}
	rows = append(rows, [][]string{
		{"objects", fmt.Sprint(s.Objects)},
		{"attributes", fmt.Sprint(len(ds.Attributes))},
		{"raters", raters},
		{"taken as", taken},
		{"judgments", fmt.Sprintf("%d, %s", s.Judgments, perCell)},
		{"missing cells", fmt.Sprintf("%d of %d", all-s.Cells, all)},
	}...)
	if len(ds.Labels) == 0 {
		rows = append(rows, []string{"labels", noLabels(ds)})
	}
	for i, l := range ds.Labels {
		rows = append(rows, []string{"label", fmt.Sprintf("%s, of %d of %d objects", l.Name, s.Labelled[i], s.Objects)})
	}
	return rows
}

func noLabels(ds *model.Dataset) string {
	if ds.MomentsOf != nil {
		return "none: moments written with --labels FILE or --label NAME have one"
	}
	return "none: --labels FILE or --label NAME brings one"
}
