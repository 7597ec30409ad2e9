package speed

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
)

// The layouts of files.
const (
	long     = "long"      // a row for a judgment
	byRater  = "by rater"  // a row for an object and a rater
	byObject = "by object" // a row for an object, which comes twice: raters are not said
)

// file is a CSV file to be read: a label, and two judgments of every attribute and object.
type file struct {
	objects, attributes int
	layout              string
}

// title says what the file holds.
func (f file) title() string {
	return fmt.Sprintf("%s, %d attributes × %d objects × 2", f.layout, f.attributes, f.objects)
}

// raters share the work.
const raters = 60

// write makes the file: the judgments go with the label, and have noise. Equal files are
// the same, and so are the judgments in all layouts.
func (f file) write(path string) error {
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	defer out.Close()
	w := bufio.NewWriterSize(out, 1<<20)
	fmt.Fprint(w, map[string]string{long: "object,rater,attribute,judgment,label", byRater: "object,rater,label", byObject: "object,label"}[f.layout])
	for a := 0; f.layout != long && a < f.attributes; a++ {
		fmt.Fprintf(w, ",q%d", a)
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
			switch f.layout {
			case byRater:
				fmt.Fprintf(w, "o%07d,r%d,%.4f", i, rater, label)
			case byObject:
				fmt.Fprintf(w, "o%07d,%.4f", i, label)
			}
			for a, x := range truth {
				x += random.NormFloat64()
				if f.layout == long {
					fmt.Fprintf(w, "o%07d,r%d,q%d,%.5f,%.4f\n", i, rater, a, x, label)
				} else {
					fmt.Fprintf(w, ",%.5f", x)
				}
			}
			if f.layout != long {
				fmt.Fprintln(w)
			}
		}
	}
	if err := w.Flush(); err != nil { // and what the writer was told before
		return err
	}
	return out.Close()
}
