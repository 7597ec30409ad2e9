package read

import (
	"math"
	"math/bits"
	"slices"
)

// Bounds of what is cut all at once.
const (
	eightCells = 8       // that are read at a time
	beyondEnds = 64      // places behind the last separator that may be written
	longestCut = 1 << 20 // bytes of a line
)

// cells is memory for the cells of one line.
type cells struct {
	ends []int32 // of the cells, from the end before the first on
	odd  []uint8 // by eight cells of a run, a bit: it is no short number
}

// runsOf returns the runs of columns that are parsed, nil where none is worth reading at a time.
func runsOf(parsed []bool) (runs [][2]int) {
	longest := 0
	for i := 0; i < len(parsed); i++ {
		if from := i; parsed[i] {
			for i < len(parsed) && parsed[i] {
				i++
			}
			runs = append(runs, [2]int{from, i})
			longest = max(longest, i-from)
		}
	}
	if !cutsCells || longest < eightCells {
		return nil
	}
	return runs
}

// cutWide is cutLine for the line at text[from:to], of a table with runs of numbers.
func (b *block) cutWide(p plan, from, to int) bool {
	c := &b.line
	c.ends = slices.Grow(c.ends[:0], to-from+beyondEnds+2)
	c.ends = append(c.ends, int32(from-1))
	n := 1 + cellEnds(b.text, from, to, p.separator, c.ends[1:cap(c.ends)])
	c.ends = append(c.ends[:n], int32(to))
	if n != len(p.number) {
		return false
	}
	first := len(b.cells)
	for _, i := range p.texts {
		b.cells = append(b.cells, b.text[c.ends[i]+1:c.ends[i+1]])
	}
	at := len(b.numbers)
	b.numbers = slices.Grow(b.numbers, p.numbers)[:at+p.numbers]
	for _, run := range p.runs {
		next := at + run[1] - run[0]
		if !c.read(b.text, c.ends[run[0]:run[1]+1], b.numbers[at:next]) {
			return false
		}
		at = next
	}
	return !isMissing(trim(b.cells[first+p.object]))
}

// read reads the cells between ends. It is false where one is neither a number nor missing.
func (c *cells) read(text string, ends []int32, value []float64) bool {
	n := len(value)
	if n < eightCells || ends[1] < 8 {
		return readCells(text, ends, value, 0, n)
	}
	groups := (n + eightCells - 1) / eightCells
	c.odd = slices.Grow(c.odd[:0], groups)[:groups]
	shortDecimals(text, ends, value, c.odd[:n/eightCells])
	last := n - eightCells // the last eight, some of them again
	shortDecimals(text, ends[last:], value[last:], c.odd[groups-1:])
	for g, odd := range c.odd {
		for from := min(eightCells*g, last); odd != 0; odd &= odd - 1 {
			if i := from + bits.TrailingZeros8(odd); !readCells(text, ends, value, i, i+1) {
				return false
			}
		}
	}
	return true
}

// readCells reads the cells i to j one by one.
func readCells(text string, ends []int32, value []float64, i, j int) bool {
	for ; i < j; i++ {
		x, k := parseValue(text[ends[i]+1 : ends[i+1]])
		switch value[i] = x; k {
		case missing:
			value[i] = math.NaN()
		case number:
		default:
			return false
		}
	}
	return true
}
