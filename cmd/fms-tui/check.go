package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/model/read"
	"fms-tui/tui"
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
			s, err := f.settings(c.Context(), study.Data())
			if err != nil {
				return err
			}
			x, err := study.Examine(c.Context(), s)
			if err != nil {
				return err
			}
			width := p.columns(f)
			return p.write(c.Context(), f.out, func(w io.Writer) error {
				if f.json {
					return writeCheckJSON(w, study, x, args)
				}
				return writeCheck(w, study, x, args, width)
			})
		},
	}
	f.addReading(c)
	f.addSettings(c)
	f.addHonest(c)
	f.addSelection(c, "accepted as select takes it; check needs none", "accepted as select takes it; check needs none")
	f.addEnough(c)
	f.addQuiet(c)
	f.addNoState(c)
	c.Flags().BoolVar(&f.json, "json", false, "print JSON")
	f.addOut(c, "write to `FILE`; - is stdout")
	f.addWidth(c)
	return c
}

func writeCheck(w io.Writer, study *core.Study, x *core.Examination, paths []string, width int) error {
	var b strings.Builder
	ds := study.Data()
	if len(ds.Reading.Columns) > 0 {
		writeColumns(&b, ds, width)
		b.WriteString("\n")
	}
	writeTable(&b, counts(study), width)
	b.WriteString("\n" + strings.Join(chart.Wrap("bought as "+designSentence(&x.Design), width), "\n") + "\n\n")
	if err := tui.WriteWorth(&b, ds, x, width); err != nil {
		return err
	}
	because := reasonsOf(ds)
	if len(because) > 0 {
		b.WriteString("\nwhy it was read so\n")
	}
	for _, s := range because {
		b.WriteString("- " + strings.Join(chart.Wrap(s, max(width-2, 1)), "\n") + "\n")
	}
	odd := grouped(worded(slices.Concat(ds.Warnings, x.Warnings)))
	if len(odd) > 0 {
		b.WriteString("\nwarnings\n")
	}
	for _, o := range odd {
		b.WriteString("- " + strings.Join(chart.Wrap(o.Message, max(width-2, 1)), "\n") + "\n")
	}
	command := append(append([]string{"fms-tui", "select"}, paths...), argumentsOf(ds.Reading.Choices)...)
	b.WriteString("\nflags that say the same\n" + read.ShellWords(command) + "\n")
	if said := conclusion(ds); said != "" {
		b.WriteString("\n" + strings.Join(chart.Wrap(said, width), "\n") + "\n")
	}
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
		rows = append(rows, []string{c.Column, string(c.Role), reasonOf(&c)})
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
	if n := s.Raters - len(ds.Raters) + ds.NamedRaters(); n > 0 { // of moments the summary alone knows any
		raters = fmt.Sprint(n)
	}
	mode, why := study.Raters(model.RatersAuto)
	taken := fmt.Sprintf("%s: %s", mode, why)
	all := s.Objects * len(ds.Attributes)
	rows := append(readingRows(ds), [][]string{
		{"objects", fmt.Sprint(s.Objects)},
		{"attributes", fmt.Sprint(len(ds.Attributes))},
		{"raters", raters},
		{"taken as", taken},
		{"judgments", fmt.Sprintf("%d, %s", s.Judgments, perCell)},
		{"missing cells", fmt.Sprintf("%d of %d", all-s.Cells, all)},
	}...)
	rows = slices.Concat(rows, callRows(ds), priceRows(ds))
	if len(ds.Labels) == 0 {
		rows = append(rows, []string{"labels", noLabels(ds)})
	}
	for i, l := range ds.Labels {
		rows = append(rows, []string{"label", fmt.Sprintf("%s, of %d of %d objects", l.Name, s.Labelled[i], s.Objects)})
	}
	return rows
}

// readingRows say what became of the rows of the files.
func readingRows(ds *model.Dataset) [][]string {
	r := ds.Reading
	var rows [][]string
	if r.Form != "" {
		rows = append(rows, []string{"form", r.Form})
	}
	read := fmt.Sprint(r.Rows)
	if r.Kept != r.Rows {
		read = fmt.Sprintf("%d, %d kept", r.Rows, r.Kept)
	}
	rows = append(rows, []string{"layout", r.Layout})
	if ds.MomentsOf == nil {
		rows = append(rows, []string{"rows", read})
	}
	cells := make(map[string]int)
	for _, d := range r.DroppedCells {
		cells[d.Reason] = d.Count
	}
	for _, d := range r.Dropped {
		if n := d.Count - cells[d.Reason]; n > 0 {
			rows = append(rows, []string{"left out", fmt.Sprintf("%d: %s", n, d.Reason)})
		}
	}
	for _, d := range r.DroppedCells {
		rows = append(rows, []string{"left out", fmt.Sprintf("%d cells of rows kept: %s", d.Count, d.Reason)})
	}
	return rows
}

func noLabels(ds *model.Dataset) string {
	if ds.MomentsOf != nil {
		return "none: moments written with --labels FILE or --label NAME have one"
	}
	if could := labelColumns(ds); len(could) > 0 {
		return "none: --label NAME makes a label of " + some(could) + "; --labels FILE brings one"
	}
	return "none: --labels FILE or --label NAME brings one"
}
