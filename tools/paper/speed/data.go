package speed

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"strconv"

	"github.com/parquet-go/parquet-go"
)

// layout is how a file holds its judgments.
type layout int

const (
	byRater  layout = iota // a row for an object and a rater
	long                   // a row for a judgment, object by object
	shuffled               // the same rows in a random order
)

// file is a file to be read: a label, and two judgments of every attribute and object.
type file struct {
	name                string
	objects, attributes int
	layout              layout
	parquet             bool // else CSV
}

// rows are the rows below the header.
func (f file) rows() int {
	if f.layout == byRater {
		return 2 * f.objects
	}
	return 2 * f.objects * f.attributes
}

// title says what the file holds.
func (f file) title() string {
	text := fmt.Sprintf("by rater, %d attributes × %d objects × 2", f.attributes, f.objects)
	if f.layout != byRater {
		text = fmt.Sprintf("long, %d rows", f.rows())
	}
	if f.layout == shuffled {
		text += ", shuffled"
	}
	if f.parquet {
		text += ", Parquet"
	}
	return text
}

// judgment is a row in the long layout.
type judgment struct {
	object, rater, attribute int
	value, label             float64
}

// mostRaters share the work, more than a panel has.
const mostRaters = 60

// normal draws a standard normal number that depends on what it is for, and on nothing else:
// rows are drawn in any order, and none is kept.
func normal(what ...int) float64 {
	var low, high uint64 = 1, 2
	for _, w := range what {
		low, high = low*0x9E3779B97F4A7C15+uint64(w)+1, high+low
	}
	return rand.New(rand.NewPCG(low, high)).NormFloat64()
}

// judgment is the one of a rater, the first or the second of an object: a truth that goes with
// the label, and noise.
func (f file) judgment(object, attribute, turn int) judgment {
	y := normal(0, object)
	x := .3*y + normal(1, object, attribute) + normal(2, object, attribute, turn)
	return judgment{object, (object + turn) % mostRaters, attribute, math.Round(f.digits()*x) / f.digits(), math.Round(1e4*y) / 1e4}
}

// digits is the power of ten at which values are rounded.
func (f file) digits() float64 {
	if f.layout == byRater {
		return 1e5
	}
	return 1e3
}

// draw calls row for every object and rater with the values of all attributes.
func (f file) draw(row func(object, rater int, label float64, values []float64)) {
	values := make([]float64, f.attributes)
	for i := range f.objects {
		for turn := range 2 {
			var j judgment
			for a := range values {
				j = f.judgment(i, a, turn)
				values[a] = j.value
			}
			row(i, j.rater, j.label, values)
		}
	}
}

// judgments calls use for every row of the long layout.
func (f file) judgments(use func(judgment)) {
	n, order := f.rows(), upTo
	if f.layout == shuffled {
		order = permuted
	}
	for i := range order(n) {
		use(f.judgment(i/2/f.attributes, i/2%f.attributes, i%2))
	}
}

// upTo are the numbers below n in order.
func upTo(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

// permuted are the numbers below n in an order that looks random: a Feistel network permutes
// the numbers of an even number of bits, of which those below n are kept.
func permuted(n int) iter.Seq[int] {
	half := (bits.Len(uint(n)) + 1) / 2
	mask := uint64(1)<<half - 1
	return func(yield func(int) bool) {
		for i := range uint64(1) << (2 * half) {
			left, right := i>>half, i&mask
			for round := range uint64(4) {
				mixed := (right + round + 1) * 0x9E3779B97F4A7C15
				left, right = right, left^(mixed^mixed>>29)*0xBF58476D1CE4E5B9>>40&mask
			}
			if k := int(left<<half | right); k < n && !yield(k) {
				return
			}
		}
	}
}

// write makes the file.
func (f file) write(path string) error {
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	defer out.Close()
	w := bufio.NewWriterSize(out, 1<<20)
	switch {
	case f.parquet && f.layout == byRater:
		err = f.wideParquet(w)
	case f.parquet:
		err = f.longParquet(w)
	case f.layout == byRater:
		f.wideCSV(w)
	default:
		f.longCSV(w)
	}
	if err != nil {
		return err
	}
	if err := w.Flush(); err != nil { // and what the writer was told before
		return err
	}
	return out.Close()
}

func (f file) longCSV(w *bufio.Writer) {
	fmt.Fprintln(w, "object,rater,attribute,judgment,label")
	var line []byte
	f.judgments(func(j judgment) {
		line = fmt.Appendf(line[:0], "o%07d,r%d,q%d,", j.object, j.rater, j.attribute)
		line = strconv.AppendFloat(line, j.value, 'f', 3, 64)
		line = strconv.AppendFloat(append(line, ','), j.label, 'f', 4, 64)
		w.Write(append(line, '\n'))
	})
}

func (f file) wideCSV(w *bufio.Writer) {
	fmt.Fprint(w, "object,rater,label")
	for a := range f.attributes {
		fmt.Fprintf(w, ",q%d", a)
	}
	fmt.Fprintln(w)
	var line []byte
	f.draw(func(object, rater int, label float64, values []float64) {
		line = fmt.Appendf(line[:0], "o%07d,r%d,", object, rater)
		line = strconv.AppendFloat(line, label, 'f', 4, 64)
		for _, x := range values {
			line = strconv.AppendFloat(append(line, ','), x, 'f', 5, 64)
		}
		w.Write(append(line, '\n'))
	})
}

// longRow is a row of a Parquet file; names are stored by a dictionary, as pandas does.
type longRow struct {
	Object    string  `parquet:"object,dict"`
	Rater     string  `parquet:"rater,dict"`
	Attribute string  `parquet:"attribute,dict"`
	Judgment  float64 `parquet:"judgment"`
	Label     float64 `parquet:"label"`
}

func (f file) longParquet(w io.Writer) error {
	p := parquet.NewGenericWriter[longRow](w, parquet.Compression(&parquet.Snappy), parquet.MaxRowsPerRowGroup(1<<17))
	var err error
	batch := make([]longRow, 0, 1000)
	flush := func() {
		if _, e := p.Write(batch); e != nil {
			err = e
		}
		batch = batch[:0]
	}
	f.judgments(func(j judgment) {
		batch = append(batch, longRow{
			fmt.Sprintf("o%07d", j.object), "r" + strconv.Itoa(j.rater), "q" + strconv.Itoa(j.attribute), j.value, j.label,
		})
		if len(batch) == cap(batch) {
			flush()
		}
	})
	if flush(); err != nil {
		return err
	}
	return p.Close()
}

func (f file) wideParquet(w io.Writer) error {
	columns := parquet.Group{
		"object": parquet.Encoded(parquet.String(), &parquet.RLEDictionary), "rater": parquet.Encoded(parquet.String(), &parquet.RLEDictionary),
		"label": parquet.Leaf(parquet.DoubleType),
	}
	for a := range f.attributes {
		columns[fmt.Sprint("q", a)] = parquet.Leaf(parquet.DoubleType)
	}
	schema := parquet.NewSchema("judgments", columns)
	place := make(map[string]int)
	for i, path := range schema.Columns() {
		place[path[0]] = i
	}
	p := parquet.NewWriter(w, schema, parquet.Compression(&parquet.Snappy), parquet.MaxRowsPerRowGroup(1<<12))
	row := make(parquet.Row, len(place))
	set := func(name string, v parquet.Value) { row[place[name]] = v.Level(0, 0, place[name]) }
	var err error
	f.draw(func(object, rater int, label float64, values []float64) {
		set("object", parquet.ValueOf(fmt.Sprintf("o%07d", object)))
		set("rater", parquet.ValueOf(fmt.Sprint("r", rater)))
		set("label", parquet.ValueOf(label))
		for a, x := range values {
			set("q"+strconv.Itoa(a), parquet.ValueOf(x))
		}
		if _, e := p.WriteRows([]parquet.Row{row}); e != nil {
			err = e
		}
	})
	if err != nil {
		return err
	}
	return p.Close()
}
