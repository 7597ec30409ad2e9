// Command samples makes the simulated data sets that sampledata bundles.
//
//	go -C tools run ./samples ../sampledata/data
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"fms-tui/sampledata"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: samples FOLDER")
		os.Exit(2)
	}
	for _, f := range generated() {
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
	bodies, jars := sampledata.Bodies(sampledata.BodiesRepeats, sampledata.BodiesSeed), beans(beansSeed)
	return []generatedFile{
		{"bodies.csv.gz", func(w io.Writer) error { return sampledata.WriteJudgments(w, bodies) }},
		{"bodies_labels.csv", func(w io.Writer) error { return sampledata.WriteLabels(w, bodies) }},
		{"bodies_costs.csv", func(w io.Writer) error { return sampledata.WriteCosts(w, bodies) }},
		{"beans.csv", func(w io.Writer) error { return sampledata.WriteJudgments(w, jars, "beans") }},
		{"judges.jsonl.gz", writeJudges},
		{"judges_grades.csv", writeGrades},
	}
}

func (f generatedFile) compressed() ([]byte, error) {
	var data bytes.Buffer
	err := sampledata.Compress(&data, f.name, gzip.BestCompression, f.write)
	return data.Bytes(), err
}
