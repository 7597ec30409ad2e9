package read

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkLong reads as many judgments as the paper's body data hold: 880
// objects, 39 attributes, 2 judgments a cell.
func BenchmarkLong(b *testing.B) {
	var csv bytes.Buffer
	csv.WriteString("object,attribute,judgment,rater\n")
	random := rand.New(rand.NewPCG(1, 2))
	for o := range 880 {
		for a := range 39 {
			for range 2 {
				fmt.Fprintf(&csv, "person%03d,attribute%02d,%d,w%d\n", o, a, random.IntN(7), random.IntN(200))
			}
		}
	}
	benchmark(b, []Source{Bytes("bodies.csv", csv.Bytes())}, nil)
}

// BenchmarkQuoted is the same file with one quoted cell at the start, which
// leaves all of it to encoding/csv.
func BenchmarkQuoted(b *testing.B) {
	csv := bytes.NewBufferString("\"object\",attribute,judgment,rater\n")
	for o := range 880 {
		for a := range 78 {
			fmt.Fprintf(csv, "person%03d,attribute%02d,%d,w%d\n", o, a/2, a%7, o%200)
		}
	}
	benchmark(b, []Source{Bytes("bodies.csv", csv.Bytes())}, nil)
}

// BenchmarkByRater reads 10,000 rows of 40 columns.
func BenchmarkByRater(b *testing.B) {
	var csv bytes.Buffer
	csv.WriteString("object,rater")
	for a := range 40 {
		fmt.Fprintf(&csv, ",attribute%d", a)
	}
	for o := range 10000 {
		fmt.Fprintf(&csv, "\no%d,w%d", o/3, o%3)
		for a := range 40 {
			fmt.Fprintf(&csv, ",%d.%d", (o+a)%5, a%10)
		}
	}
	benchmark(b, []Source{Bytes("wide.csv", csv.Bytes())}, nil)
}

// BenchmarkColumns reads 40 rows of 1,000, 2,000 and 5,000 columns, with raters, with two numbered
// columns an attribute, and without raters beside columns of words. The time per column must
// not grow: roles are found in a pass over the cells.
func BenchmarkColumns(b *testing.B) {
	for _, layout := range []string{ByRater, ByObject, "words"} {
		for _, columns := range []int{1000, 2000, 5000} {
			b.Run(fmt.Sprintf("%s/columns=%d", layout, columns), func(b *testing.B) {
				wide := Bytes("columns.csv", manyColumns(layout, columns))
				wide.Limits = Limits{"attributes": 5000}
				benchmark(b, []Source{wide}, nil)
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*columns), "ns/column")
			})
		}
	}
}

// manyColumns is a file of 40 rows.
func manyColumns(layout string, columns int) []byte {
	var csv bytes.Buffer
	csv.WriteString("object")
	if layout == ByRater {
		csv.WriteString(",rater")
	}
	for a := range columns {
		switch {
		case layout == ByObject:
			fmt.Fprintf(&csv, ",attribute%d.%d", a/2, a%2+1)
		case layout == "words" && a%2 == 1:
			fmt.Fprintf(&csv, ",note%d", a)
		default:
			fmt.Fprintf(&csv, ",attribute%d", a)
		}
	}
	for row := range 40 {
		switch layout {
		case ByObject:
			fmt.Fprintf(&csv, "\no%d", row)
		case ByRater:
			fmt.Fprintf(&csv, "\no%d,w%d", row/2, row%2)
		default:
			fmt.Fprintf(&csv, "\no%d", row/2)
		}
		for a := range columns {
			if layout == "words" && a%2 == 1 {
				fmt.Fprintf(&csv, ",word%d", (a+row)%30)
			} else {
				fmt.Fprintf(&csv, ",%d.%03d", (row*7+a*row)%5, (a*row*31+row)%1000)
			}
		}
	}
	return csv.Bytes()
}

// BenchmarkHannaLLM reads 126,546 judgments from gzip and four labels.
func BenchmarkHannaLLM(b *testing.B) {
	dir := filepath.Join(shared, "hanna_llm")
	judgments, err := os.ReadFile(filepath.Join(dir, "judgments.csv.gz"))
	if err != nil {
		b.Skip(err)
	}
	labels, err := os.ReadFile(filepath.Join(dir, "labels.csv"))
	if err != nil {
		b.Skip(err)
	}
	benchmark(b, []Source{Bytes("judgments.csv.gz", judgments)}, []Source{Bytes("labels.csv", labels)})
}

// shared is where the project's real data lie, seen from this folder.
var shared = filepath.Join("..", "..", "..", "shared", "data")

func benchmark(b *testing.B, data, labels []Source) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := fromSources(b.Context(), data, labels, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
