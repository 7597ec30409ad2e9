package read

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"fms-tui/model"
)

var update = flag.Bool("update", false, "write how the files of testdata/readings.txt are read")

// readingOf tells how a file is read: what it was taken for, what each column is, what was left
// out, and every judgment; or the error, with what it says besides its message.
func readingOf(t *testing.T, text, labelled string, opt Options) (lines []string) {
	t.Helper()
	data, labels := []Source{Bytes("d.csv", []byte(text))}, []Source(nil)
	if labelled != "" {
		labels = []Source{Bytes("l.csv", []byte(labelled))}
	}
	d, err := fromSources(t.Context(), data, labels, opt)
	var ambiguous *AmbiguousError
	if errors.As(err, &ambiguous) && labels == nil {
		for _, a := range ambiguous.Readings { // every way out leads out
			if _, err := fromSources(t.Context(), data, labels, Options{}.With(a.Choices...)); err != nil {
				t.Errorf("%s: %v", chosen(a.Choices), err)
			}
		}
	}
	if err != nil {
		return strings.Split(told(err), "\n")
	}
	checkInvariants(t, d)
	for _, c := range []struct{ what, is string }{
		{"form ", d.Reading.Form},
		{"layout ", d.Reading.Layout},
		{"columns ", rolesOf(d)},
		{"labels ", labelsOf(d)},
		{"classes ", classesOf(d)},
		{"rows ", fmt.Sprint(d.Reading.Rows, ", kept ", d.Reading.Kept)},
		{"dropped ", strings.Trim(fmt.Sprint(d.Reading.Dropped), "[]")},
		{"dropped cells ", strings.Trim(fmt.Sprint(d.Reading.DroppedCells), "[]")},
		{"calls ", callsOf(d)},
		{"findings ", strings.Join(codes(d), " ")},
		{"again by ", chosen(d.Reading.Choices)},
	} {
		if c.is != "" {
			lines = append(lines, c.what+c.is)
		}
	}
	lines = append(lines, dump(d)...)
	again, err := fromSources(t.Context(), data, labels, Options{Ordered: opt.Ordered}.With(d.Reading.Choices...))
	if err != nil { // flags are strict where a guess is not
		return append(lines, "not again: "+told(err))
	}
	if d.Reading.Form != "" && again.Reading.Form != "" {
		for _, of := range []*model.Dataset{d, again} {
			of.Reading.Because, of.Warnings = nil, nil // of notes the flags spare some
			for i := range of.Reading.Columns {
				c := &of.Reading.Columns[i]
				c.Reason, c.Code, c.Remedy = "", "", model.Choice{} // a flag is one
			}
		}
		if !reflect.DeepEqual(again, d) {
			t.Errorf("%s reads\n%+v, not\n%+v", chosen(d.Reading.Choices), again, d)
		}
	}
	if !reflect.DeepEqual(dump(again), dump(d)) || labelsOf(again) != labelsOf(d) || again.Reading.Layout != d.Reading.Layout {
		t.Errorf("%s reads %q, not %q", chosen(d.Reading.Choices), dump(again), dump(d))
	}
	return lines
}

func classesOf(d *model.Dataset) string {
	var words []string
	for _, l := range d.Labels {
		if l.Ordered {
			words = append(words, strings.Join(l.Classes, " < "))
		} else if names := l.ClassNames(); len(names) > 0 {
			words = append(words, strings.Join(names, ", "))
		}
	}
	return strings.Join(words, "; ")
}

// callsOf lists what is judged together, and what it and single judgments cost.
func callsOf(d *model.Dataset) string {
	var words []string
	for _, c := range d.Calls {
		words = append(words, fmt.Sprint(c.Attributes, " at ", c.Price))
	}
	if len(d.Prices) > 0 {
		words = append(words, fmt.Sprint(d.Prices))
	}
	return strings.TrimSpace(strings.Join(words, ", ") + " " + d.PriceUnit)
}

// example is a file of testdata/readings.txt: its text, the options that it is read with, and
// what is read.
type example struct {
	name, text string
	labels     string // the text of a file of labels
	choices    []model.Choice
	want       []string
	head       []string // all lines but those of want
}

var readingsFile = filepath.Join("testdata", "readings.txt")

func examples(t testing.TB) (all []example) {
	t.Helper()
	file, err := os.ReadFile(readingsFile)
	if err != nil {
		t.Fatal(err)
	}
	for block := range strings.SplitSeq(strings.TrimSuffix(string(file), "\n"), "\n\n") {
		var r example
		for line := range strings.SplitSeq(block, "\n") {
			kind, rest, _ := strings.Cut(line, " ")
			if kind == ">" {
				r.want = append(r.want, rest)
				continue
			}
			r.head = append(r.head, line)
			switch {
			case kind == "##":
				r.name = rest
			case kind == "|":
				r.text += rest + "\n"
			case kind == "l|":
				r.labels += rest + "\n"
			case strings.HasPrefix(line, `"`):
				piece, err := strconv.Unquote(line)
				if err != nil {
					t.Fatalf("%s: %s", r.name, line)
				}
				r.text += piece
			case strings.HasPrefix(line, "--"):
				r.choices = append(r.choices, model.Choice{Option: model.Option(kind[2:]), Value: rest})
			}
		}
		all = append(all, r)
	}
	return all
}

// TestReadings reads the files of testdata/readings.txt, small ones of every layout and tool and
// with every mistake: users read the messages, and scripts may.
func TestReadings(t *testing.T) {
	var blocks []string
	for _, r := range examples(t) {
		if r.name == "" { // what the file is about
			blocks = append(blocks, strings.Join(r.head, "\n"))
			continue
		}
		t.Run(r.name, func(t *testing.T) {
			got := readingOf(t, r.text, r.labels, Options{}.With(r.choices...))
			if blocks = append(blocks, strings.Join(append(r.head, "> "+strings.Join(got, "\n> ")), "\n")); *update {
				return
			}
			if !reflect.DeepEqual(got, r.want) {
				t.Errorf("\n got %s\nwant %s", strings.Join(got, "\n     "), strings.Join(r.want, "\n     "))
			}
		})
	}
	if *update && !t.Failed() {
		if err := os.WriteFile(readingsFile, []byte(strings.Join(blocks, "\n\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
