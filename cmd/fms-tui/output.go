package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model/export"
	"fms-tui/tui/chart"
)

// brief tells whether people see the first rows alone, and no table of many columns.
func (f *outputFlags) brief() bool { return f.form == "text" && !f.all }

// forPeople tells whether people read the form that was asked for.
func (f *outputFlags) forPeople() bool {
	return slices.Contains([]string{"text", "md", "html"}, f.form)
}

func (p *program) print(ctx context.Context, f *flags, r *report.Report) error {
	return p.printTo(ctx, f, f.out, r)
}

func (p *program) printTo(ctx context.Context, f *flags, path string, r *report.Report) error {
	o := report.Options{Width: p.columns(f, path), Measure: chart.Width, Cut: chart.Truncate}
	return p.write(ctx, path, func(w io.Writer) error { return report.Write(w, f.form, r, o) })
}

// number is null in JSON where it is not finite.
type number = report.Number

var (
	asCount = report.Counts
	digits  = report.Digits
)

func shown(x float64) string { return figure.Significant(x, 4) }

// toStdout tells whether the value of -o stands for stdout.
func toStdout(path string) bool { return path == "" || path == "-" }

func (f *outputFlags) to() string {
	if toStdout(f.out) {
		return "stdout"
	}
	return f.out
}

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

// writtenFlags are the flags that name files to write.
var writtenFlags = []string{"output", "predictor", "journal"}

// protect remembers which files a command reads, so that -o replaces none of them: every
// argument and every value of a flag that names a file. It refuses -o right away where it
// names one of them.
func (p *program) protect(c *cobra.Command, args []string) error {
	names := slices.Clone(args)
	if p.study != nil {
		names = append(names, p.study.path)
	}
	c.Flags().Visit(func(f *pflag.Flag) {
		switch v := f.Value.(type) {
		case pflag.SliceValue:
			names = append(names, v.GetSlice()...)
		case *value:
			names = append(names, v.given...)
		default:
			if !slices.Contains(writtenFlags, f.Name) {
				names = append(names, v.String())
			}
		}
	})
	p.inputs = nil
	for _, name := range names {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			p.inputs = append(p.inputs, info)
		}
	}
	out := c.Flags().Lookup("output")
	if out == nil {
		return nil
	}
	return p.checkInputs(out.Value.String())
}

// checkInputs refuses a file of -o that is one of the files read, under whatever name.
func (p *program) checkInputs(path string) error {
	info, err := os.Stat(path)
	if err == nil && slices.ContainsFunc(p.inputs, func(in os.FileInfo) bool { return os.SameFile(in, info) }) {
		return misused("-o %s would replace a file that this command reads: give another name", path)
	}
	return nil // nothing stands there, or writing will say what is wrong
}

// leadBytes is how much of a file says what it is, and leadKeys how many keys say what JSON is.
const (
	leadBytes = 4096
	leadKeys  = 3
)

// mayReplace returns an error unless nothing of value is lost when a file is replaced by
// what begins like this: nothing stands there, or what this program has written before.
func (p *program) mayReplace(path string, begins []byte) error {
	if err := p.checkInputs(path); err != nil {
		return err
	}
	info, err := os.Stat(path)
	if p.force || err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil // writing will say it
	}
	defer f.Close()
	old, err := io.ReadAll(io.LimitReader(f, leadBytes))
	if err != nil {
		return err
	}
	if len(old) > 0 && !bytes.Equal(old, begins) && !ownOutput(old, begins) {
		return fmt.Errorf("%s is there already, and fms-tui did not write it: give another name, or --force replaces it", path)
	}
	return nil
}

// ownOutput tells whether a file that begins like old was written by this program, as far as
// a beginning tells: it names the program, or it begins with the same words as what replaces it: keys
// of JSON, or a heading. Lines of markup and the frames of archives and pictures are anybody's.
func ownOutput(old, begins []byte) bool {
	lead := leadOf(old)
	return bytes.Contains(old, []byte("fms-tui")) || lead != "" && lead == leadOf(begins)
}

// jsonKeys are the keys of JSON, and wordyLine is a line with four letters.
var (
	jsonKeys  = regexp.MustCompile(`"[^"\\\n]+":`)
	wordyLine = regexp.MustCompile(`(?m)^(.*\pL){4}.*$`)
)

// leadOf is the first line of a file that has words, or the first keys of JSON; "" where it says nothing.
func leadOf(text []byte) string {
	text = bytes.TrimSpace(text)
	switch {
	case len(text) == 0 || text[0] == '<' || bytes.IndexByte(text, 0) >= 0:
		return ""
	case text[0] == '{' || text[0] == '[':
		return string(bytes.Join(jsonKeys.FindAll(text, leadKeys), nil))
	}
	return string(bytes.TrimSpace(wordyLine.Find(text)))
}

// leadWriter keeps the beginning of what is written through it.
type leadWriter struct {
	to   io.Writer
	lead []byte
}

func (w *leadWriter) Write(b []byte) (int, error) {
	w.lead = append(w.lead, b[:min(len(b), leadBytes-len(w.lead))]...)
	return w.to.Write(b)
}
