package sampledata

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
)

//go:generate go run ./generate data

// generated lists the bundled files and what writes each.
func generated() []generatedFile {
	bodies, jars := Bodies(BodiesRepeats, BodiesSeed), beans(beansSeed)
	return []generatedFile{
		{"bodies.csv.gz", func(w io.Writer) error { return writeJudgments(w, bodies) }, gzip.BestCompression},
		{"bodies_labels.csv", func(w io.Writer) error { return writeLabels(w, bodies) }, gzip.BestCompression},
		{"bodies_costs.csv", func(w io.Writer) error { return writeCosts(w, bodies) }, gzip.BestCompression},
		{"beans.csv", func(w io.Writer) error { return writeJudgments(w, jars, "beans") }, gzip.BestCompression},
		{"judges.jsonl.gz", writeJudges, gzip.BestCompression},
		{"judges_grades.csv", writeGrades, gzip.BestCompression},
	}
}

type generatedFile struct {
	name  string
	write func(io.Writer) error
	level int // of compression
}

// Generate makes the bundled files anew and writes them to dir, compressed
// where their name ends in .gz and without a time stamp: the same seeds give
// the same files.
func Generate(dir string) error {
	for _, f := range generated() {
		var data bytes.Buffer
		if err := f.compressed(&data); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, f.name), data.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func (f generatedFile) compressed(w io.Writer) error {
	if filepath.Ext(f.name) != ".gz" {
		return f.write(w)
	}
	zip, err := gzip.NewWriterLevel(w, f.level)
	if err != nil {
		return err
	}
	if err := f.write(zip); err != nil {
		return err
	}
	return zip.Close()
}
