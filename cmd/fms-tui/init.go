package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/model/read"
	"fms-tui/sampledata"
	"fms-tui/tui/screen"
)

func initCommand(p *program) *cobra.Command {
	f, list := p.flags(), false
	f.beside = true
	c := &cobra.Command{
		Use:   "init [DATA...]",
		Short: "Write study.toml: how DATA are read, label, prices, budget",
		Long: "Show how DATA are read, and write it down in the study file study.toml, with the flags that are given. Every command " +
			"takes the study file in the place of DATA: `fms-tui select study.toml`.\n\n" +
			"Without DATA it writes the files of the bundled data set hanna into the folder of -o, with a study file; NAME of " +
			"another bundled data set writes that one. --list lists them.",
		Example: "  fms-tui init judgments.csv --labels labels.csv --budget 20\n  fms-tui init --list\n  fms-tui init judges -o data",
		Args:    cobra.ArbitraryArgs,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, s := range sampledata.All() {
				names = append(names, s.Name)
			}
			return names, cobra.ShellCompDirectiveDefault
		},
		RunE: func(c *cobra.Command, args []string) error {
			if list {
				return p.printTo(c.Context(), f, "", samplesReport())
			}
			if f.set.Changed("form") || f.set.Changed("json") {
				return misused("--form is for --list: other files have forms of their own")
			}
			if len(args) > 1 || len(args) == 1 && isData(args[0]) {
				return initStudy(c.Context(), p, args, f)
			}
			s, err := sampledata.Get(cmp.Or(strings.Join(args, ""), sampledata.Default))
			if err != nil {
				return usageError{err}
			}
			if f.out == "-" {
				return misused("-o -: init writes files: -o names their folder")
			}
			return writeSample(c.Context(), p, s, f)
		},
	}
	return f.take(c, slices.Concat(asking, reporting), row{"", "list", "list the bundled data sets", &list, "", nil},
		row{name: "output", usage: "write the study to `FILE` (default study.toml); of a bundled data set its folder"})
}

// isData tells whether an argument of init is data, and not the name of a bundled data set.
func isData(arg string) bool {
	info, err := os.Stat(arg)
	return err == nil && !info.IsDir() || strings.ContainsAny(arg, "./\\:") || arg == "-"
}

func initStudy(ctx context.Context, p *program, paths []string, f *flags) error {
	path := cmp.Or(f.out, studyName)
	if !isStudy(path) {
		return misused("-o %s: a study file's name ends in .toml", path)
	}
	study, err := p.openStudy(ctx, paths, f)
	if err != nil {
		return err
	}
	if err := keepStudy(ctx, p, path, study.Data(), paths, f); err != nil {
		return err
	}
	out := &report.Report{}
	ds, s := study.Data(), study.Data().Summary()
	out.Say("%s: %s, %s, %s.", clean(screen.DisplayName(ds)), figure.CountOf(s.Objects, "object"),
		figure.CountOf(len(ds.Attributes), "attribute"), figure.CountOf(s.Judgments, "judgment"))
	if said := conclusion(ds); said != "" {
		out.Say("It %s.", said)
	}
	if len(ds.Labels) == 0 {
		out.Say("No label yet: %s. Run init again with --force and one of these.", noLabels(ds))
	}
	addNext(out, "Wrote "+path+".", path)
	return p.printTo(ctx, f, "", out)
}

func addNext(out *report.Report, wrote, path string) {
	word := read.ShellWords([]string{path})
	out.Say("%s", wrote)
	for _, next := range []string{"fms-tui " + word, "fms-tui select " + word, "fms-tui plan " + word} {
		out.Head("Next: %s", next)
	}
}

// keepStudy writes the study file of data as flags read them, over none that is there unless
// --force says so.
func keepStudy(ctx context.Context, p *program, path string, ds *model.Dataset, paths []string, f *flags) error {
	if _, err := os.Stat(path); err == nil && !p.force {
		return fmt.Errorf("%s is there already: -o names another file, --force replaces it", path)
	}
	s, err := f.settings(ctx, ds)
	if err != nil {
		return err
	}
	if s.Label == "" && len(ds.Labels) > 1 && f.labelFrom == "" {
		s.Label = ds.Labels[0].Name // for people to see, and to change
	}
	out := f.wording(ctx, ds, paths).of(s).with("budget", commas(f.budgets), "goal", f.goal.text, "algorithm", commas(f.algorithms))
	f.addComputing(out)
	return p.write(ctx, path, func(w io.Writer) error { return out.write(w, path) })
}

func samplesReport() *report.Report {
	r := &report.Report{Title: "bundled data sets"}
	t := &report.Table{Name: "samples", Unseen: true, Columns: []report.Column{
		{Name: "name", Head: "sample"}, {Name: "label", Head: "label"}, {Name: "description", Head: "description"},
	}}
	all := sampledata.All()
	for _, s := range all {
		t.Row(s.Name, s.Label, s.Description)
	}
	r.Field("version", 1)
	for _, s := range all {
		r.Head("%s", s.Title)
		for line := range strings.SplitSeq(s.Description, "\n") {
			r.Say("%s", line)
		}
		r.Say("  fms-tui init %s", s.Name)
	}
	r.Add(t)
	return r
}

func writeSample(ctx context.Context, p *program, s sampledata.Sample, f *flags) error {
	if f.out != "" {
		if err := os.MkdirAll(f.out, 0o777); err != nil {
			return fmt.Errorf("cannot make the folder %s: %w", f.out, err)
		}
	}
	var paths []string
	g := f.with(func(*flags) {})
	for _, file := range s.Files {
		path := filepath.Join(f.out, file.Name)
		if old, err := os.ReadFile(path); err == nil && !p.force && !bytes.Equal(old, file.Data) {
			return fmt.Errorf("%s is there already, and is not the sample's: -o names another folder, --force replaces it", path)
		}
		err := p.write(ctx, path, func(w io.Writer) error {
			_, err := w.Write(file.Data)
			return err
		})
		if err != nil {
			return err
		}
		p.note("wrote %s", path)
		switch file.Role {
		case sampledata.Judgments:
			paths = append(paths, path)
		case sampledata.Labels:
			g.labels = append(g.labels, path)
		case sampledata.Costs:
			g.given = append(g.given, givenSetting{option: model.OptionCost, file: path})
		}
	}
	if len(g.labels) == 0 {
		g.read.Label = s.Label
	}
	study := filepath.Join(f.out, studyName)
	if _, err := os.Stat(study); err == nil && !p.force {
		p.tell(study + " is there already, and stays: --force replaces it; or open the data with " + read.ShellWords(g.dataStudy(&model.Dataset{}, paths).command(nil, "fms-tui")))
		return nil
	}
	found, err := p.openStudy(ctx, paths, g)
	if err != nil {
		return err
	}
	if err := keepStudy(ctx, p, study, found.Data(), paths, g); err != nil || p.quiet {
		return err
	}
	out := &report.Report{}
	addNext(out, s.Title+". Wrote "+study+".", study)
	return p.printTo(ctx, f, "", out)
}
