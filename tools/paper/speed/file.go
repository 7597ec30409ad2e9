package speed

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
)

// file is a CSV file to be read: a label, and two judgments of every attribute and object.
type file struct {
	objects, attributes int
	long                bool // a row for a judgment; else for an object and a rater
}

// title says what the file holds.
func (f file) title() string {
	if f.long {
		return fmt.Sprintf("long, %d rows", 2*f.objects*f.attributes)
	}
	return fmt.Sprintf("by rater, %d attributes × %d objects × 2", f.attributes, f.objects)
}

// raters share the work.
const raters = 60

// write makes the file: the judgments go with the label, and have noise. Equal files are
// the same.
func (f file) write(path string) error {
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	defer out.Close()
	w := bufio.NewWriterSize(out, 1<<20)
	if f.long {
		fmt.Fprint(w, "object,rater,attribute,judgment,label")
	} else {
		fmt.Fprint(w, "object,rater,label")
		for a := range f.attributes {
			fmt.Fprintf(w, ",q%d", a)
		}
	}
	fmt.Fprintln(w)
	random := rand.New(rand.NewPCG(1, 2))
	truth := make([]float64, f.attributes)
	for i := range f.objects {
		label := random.NormFloat64()
		for a := range truth {
			truth[a] = .3*label + random.NormFloat64()
		}
		for turn := range 2 {
			rater := (i + turn) % raters
			if !f.long {
				fmt.Fprintf(w, "o%07d,r%d,%.4f", i, rater, label)
			}
			for a, x := range truth {
				x += random.NormFloat64()
				if f.long {
					fmt.Fprintf(w, "o%07d,r%d,q%d,%.3f,%.4f\n", i, rater, a, x, label)
				} else {
					fmt.Fprintf(w, ",%.5f", x)
				}
			}
			if !f.long {
				fmt.Fprintln(w)
			}
		}
	}
	if err := w.Flush(); err != nil { // and what the writer was told before
		return err
	}
	return out.Close()
}
