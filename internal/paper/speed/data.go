package speed

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
)

// write makes a file: a truth of each attribute that goes with the label, and two judgments
// of it with noise. Objects come one after another.
func write(path string, f file) error {
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(out, 1<<20)
	rng := rand.New(rand.NewPCG(1, 2))
	if f.long {
		fmt.Fprintln(w, "object,rater,attribute,judgment,label")
	} else {
		fmt.Fprint(w, "object,rater,label")
		for a := range f.attributes {
			fmt.Fprintf(w, ",q%d", a)
		}
		fmt.Fprintln(w)
	}
	truth := make([]float64, f.attributes)
	for i := range f.objects {
		y := rng.NormFloat64()
		for a := range truth {
			truth[a] = .3*y + rng.NormFloat64()
		}
		if f.long {
			writeLong(w, rng, i, y, truth)
		} else {
			writeWide(w, rng, i, y, truth)
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return out.Close()
}

// mostRaters share the work, more than a panel has.
const mostRaters = 60

func writeLong(w *bufio.Writer, rng *rand.Rand, object int, y float64, truth []float64) {
	var line []byte
	for a, x := range truth {
		for r := range 2 {
			line = fmt.Appendf(line[:0], "o%07d,r%d,q%d,", object, (object+r)%mostRaters, a)
			line = strconv.AppendFloat(line, x+rng.NormFloat64(), 'f', 3, 64)
			line = strconv.AppendFloat(append(line, ','), y, 'f', 4, 64)
			w.Write(append(line, '\n')) // an error comes again with Flush
		}
	}
}

func writeWide(w *bufio.Writer, rng *rand.Rand, object int, y float64, truth []float64) {
	var line []byte
	for r := range 2 {
		line = fmt.Appendf(line[:0], "o%07d,r%d,", object, (object+r)%mostRaters)
		line = strconv.AppendFloat(line, y, 'f', 4, 64)
		for _, x := range truth {
			line = strconv.AppendFloat(append(line, ','), x+rng.NormFloat64(), 'f', 5, 64)
		}
		w.Write(append(line, '\n'))
	}
}
