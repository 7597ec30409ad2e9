package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"fms-tui/core/report"
	"fms-tui/model/read"
	"fms-tui/sampledata"
)

func (p *program) initCommand() *cobra.Command {
	f, list := &flags{limits: &p.limits}, false
	c := &cobra.Command{
		Use:   "init [SAMPLE]",
		Short: "Write a bundled data set to begin with",
		Long: "Write the files of a bundled data set, hanna unless SAMPLE names another, into the folder of -o.\n\n" +
			"--list says what each is about, and whether it is simulated or real. `-o -` prints the judgments.",
		Example: "  fms-tui init\n  fms-tui init --list\n  fms-tui init judges -o data",
		Args:    arguments(0, 1, ""),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, s := range sampledata.All() {
				names = append(names, s.Name)
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			if list {
				return p.printTo(c.Context(), f, "", samplesReport())
			}
			if c.Flags().Changed("form") || c.Flags().Changed("json") {
				return misused("--form is for --list: the files of a sample have forms of their own")
			}
			s, err := sampledata.Get(cmp.Or(strings.Join(args, ""), sampledata.Default))
			if err != nil {
				return usageError{err}
			}
			if f.out == "-" {
				return p.printJudgments(c.Context(), s)
			}
			return p.writeSample(c.Context(), s, f)
		},
	}
	c.Flags().BoolVar(&list, "list", false, "list the bundled data sets")
	f.addForm(c, "text")
	f.addOut(c, "write the files into the folder `DIR`, made if need be (default the current one)")
	f.addQuiet(c)
	f.addWidth(c)
	return c
}

// samplesReport lists the bundled data sets.
func samplesReport() *report.Report {
	r := &report.Report{Title: "bundled data sets"}
	t := &report.Table{Name: "samples", Drawn: true, Columns: []report.Column{
		{Name: "name", Head: "sample"}, {Name: "label", Head: "label"}, {Name: "description", Head: "description"},
	}}
	all := sampledata.All()
	for _, s := range all {
		t.Row(s.Name, s.Label, s.Description)
	}
	r.Field("version", 1)
	r.Add(report.Drawing(func(w io.Writer, width int) error {
		for i, s := range all {
			if i > 0 {
				fmt.Fprintln(w)
			}
			text := ansi.Wordwrap(s.Description, max(width-2, 1), "")
			if _, err := fmt.Fprintf(w, "%s\n  %s\n  fms-tui init %s\n", s.Title, strings.ReplaceAll(text, "\n", "\n  "), s.Name); err != nil {
				return err
			}
		}
		return nil
	}), t)
	return r
}

// writeSample writes a sample's files and says how to open them.
func (p *program) writeSample(ctx context.Context, s sampledata.Sample, f *flags) error {
	if f.out != "" {
		if err := os.MkdirAll(f.out, 0o777); err != nil {
			return fmt.Errorf("cannot make the folder %s: %w", f.out, err)
		}
	}
	open := []string{"fms-tui"}
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
		if !f.quiet {
			p.tell("wrote " + path)
		}
		switch file.Role {
		case sampledata.Judgments:
			open = append(open, path)
		case sampledata.Labels:
			open = append(open, "--labels", path)
		case sampledata.Costs:
			open = append(open, "--costs", path)
		}
	}
	if !slices.Contains(open, "--labels") {
		open = append(open, "--label", s.Label)
	}
	if !f.quiet {
		p.tell("open it with: " + read.ShellWords(open))
	}
	return nil
}

// printJudgments prints a sample's judgments as text.
func (p *program) printJudgments(ctx context.Context, s sampledata.Sample) error {
	for _, file := range s.Files {
		if file.Role != sampledata.Judgments {
			continue
		}
		err := p.write(ctx, "-", func(w io.Writer) error {
			r := io.Reader(bytes.NewReader(file.Data))
			if strings.HasSuffix(file.Name, ".gz") {
				z, err := gzip.NewReader(r)
				if err != nil {
					return err
				}
				r = z
			}
			_, err := io.Copy(w, r)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
