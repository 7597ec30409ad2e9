// Command samples makes the simulated data sets: those that sampledata bundles, or a larger
// one by its name. bodies-full has the people of bodies with 30 judgments a cell, for
// experiments that reveal more of them; slices simulates the paper's experiment on images.
//
//	go -C tools run ./samples ../sampledata/data
//	go -C tools run ./samples /tmp bodies-full
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"fms-tui/model"
	"fms-tui/tools/simulate"
)

func main() {
	files := generated()
	if len(os.Args) == 3 {
		files = larger(os.Args[2])
	}
	if len(os.Args) < 2 || len(os.Args) > 3 || files == nil {
		fmt.Fprintln(os.Stderr, "usage: samples FOLDER [bodies-full | slices]")
		os.Exit(2)
	}
	for _, f := range files {
		data, err := f.compressed()
		if err == nil {
			err = os.WriteFile(filepath.Join(os.Args[1], f.name), data, 0o644)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "samples:", err)
			os.Exit(1)
		}
	}
}

type generatedFile struct {
	name  string
	write func(io.Writer) error
}

// generated lists the bundled files and what writes each.
func generated() []generatedFile {
	bodies, jars := simulate.Bodies(simulate.BodiesRepeats, simulate.BodiesSeed), beans(beansSeed)
	return append(filesOf("bodies", bodies), []generatedFile{
		{"beans.csv", func(w io.Writer) error { return simulate.WriteJudgments(w, jars, "beans") }},
		{"judges.jsonl.gz", writeJudges},
		{"judges_grades.csv", writeGrades},
	}...)
}

// larger lists the files of a data set that is not bundled; nil for other names.
func larger(name string) []generatedFile {
	switch name {
	case "bodies-full":
		return filesOf(name, simulate.Bodies(simulate.FullRepeats, simulate.BodiesSeed))
	case "slices":
		return filesOf(name, simulate.Slices(simulate.SlicesRepeats, simulate.SlicesSeed))
	}
	return nil
}

// filesOf are the judgments, labels and prices of ds.
func filesOf(name string, ds *model.Dataset) []generatedFile {
	return []generatedFile{
		{name + ".csv.gz", func(w io.Writer) error { return simulate.WriteJudgments(w, ds) }},
		{name + "_labels.csv", func(w io.Writer) error { return simulate.WriteLabels(w, ds) }},
		{name + "_costs.csv", func(w io.Writer) error { return simulate.WriteCosts(w, ds) }},
	}
}

func (f generatedFile) compressed() ([]byte, error) {
	var data bytes.Buffer
	err := simulate.Compress(&data, f.name, gzip.BestCompression, f.write)
	return data.Bytes(), err
}
