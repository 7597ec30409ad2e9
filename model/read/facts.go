package read

import (
	"math"
	"slices"
	"strconv"
)

// Bounds of what cells are examined for.
const (
	mostLevels = 20     // values of a column that tells raters or conditions apart
	deepCells  = 50000  // cells that are looked ahead at where the headers do not settle the raters
	deepRows   = 300000 // rows likewise, for a column that names judges
)

// facts are what the rows looked at tell of a column, given the object's.
type facts struct {
	filled   int // cells that are not empty
	levels   []string
	pairs    int     // combinations of an object and a value
	objects  int     // objects with a value
	varied   bool    // an object has two values
	repeats  int     // filled cells beyond the first of their objects
	whole    bool    // every value is a whole number
	unique   bool    // no value comes twice
	low      float64 // of whole numbers
	high     float64
	numbered bool // whole numbers, one a row of an object, the same set for all
}

// span of the numbers of a rating: wider spans, and numbers that are not whole, are no
// scale.
const ratingSpan = 20

// isScale tells whether the values could be ratings.
func (f *facts) isScale() bool { return f.whole && f.high-f.low <= ratingSpan }

// crossed tells whether nearly every object has nearly every value.
func (f *facts) crossed() bool {
	n := len(f.levels)
	return n >= 2 && n <= mostLevels && f.objects >= 2 && float64(f.pairs) >= .7*float64(n*f.objects)
}

// places are the objects of rows, as numbers in order of first appearance.
type places struct {
	of []int // by row
	n  int
}

func placesOf(rows []row, object int) places {
	p := places{of: make([]int, len(rows))}
	index := make(map[string]int)
	for i, r := range rows {
		id := trim(r.cells[object])
		at, known := index[id]
		if !known {
			at = p.n
			index[id] = at
			p.n++
		}
		p.of[i] = at
	}
	return p
}

// factsOf examines a column. complete tells whether the rows are all rows: if
// not, the last object may lack some of its own.
func factsOf(rows []row, objects places, column int, complete bool) facts {
	f := facts{whole: true, unique: true, low: math.Inf(1), high: math.Inf(-1)}
	seen := make(map[string]bool)
	own := make([]sequence, objects.n)
	last := -1
	for i, r := range rows {
		cell := trim(r.cells[column])
		if cell == "" {
			continue
		}
		f.filled++
		f.value(cell, seen)
		s := &own[objects.of[i]]
		if s.cells == 0 {
			s.ascending = true
			f.objects++
		}
		if s.add(cell, f.whole) {
			f.pairs++
		}
		last = objects.of[i]
	}
	if f.objects == 0 {
		f.whole, f.unique = false, false
		return f
	}
	f.repeats = f.filled - f.objects
	for i := range own {
		f.varied = f.varied || len(own[i].values) > 1
	}
	if !complete {
		own[last] = sequence{}
	}
	f.numbered = f.whole && oneSet(own)
	return f
}

// value enters a cell.
func (f *facts) value(cell string, seen map[string]bool) {
	if seen[cell] {
		f.unique = false
	} else {
		seen[cell] = true
		if len(f.levels) <= mostLevels {
			f.levels = append(f.levels, cell)
		}
	}
	if v, k := parseValue(cell); k == number && isDecimal(cell) && v == math.Trunc(v) {
		f.low, f.high = min(f.low, v), max(f.high, v)
	} else {
		f.whole = false
	}
}

// sequence are the values of one object, in order.
type sequence struct {
	values    []string // each once
	cells     int
	ascending bool
	before    float64
}

// add tells whether the value is new.
func (s *sequence) add(cell string, whole bool) bool {
	s.cells++
	if s.ascending = s.ascending && whole; s.ascending {
		v, err := strconv.ParseFloat(cell, 64)
		s.ascending = err == nil && (s.cells == 1 || v > s.before)
		s.before = v
	}
	for _, known := range s.values {
		if known == cell {
			return false
		}
	}
	if len(s.values) <= mostLevels {
		s.values = append(s.values, cell)
	}
	return true
}

// oneSet reports whether every object has the same values, each once, by more than
// chance. k judgments on a scale of k values are all different for each of n objects
// with the probability (k!/k^k)^n, and rise with the probability k^-kn. The probability
// must be below a thousandth.
func oneSet(own []sequence) bool {
	var first *sequence
	ascending := true
	objects := 0.
	for i := range own {
		s := &own[i]
		if s.cells == 0 {
			continue
		}
		if first == nil {
			first = s
		}
		objects++
		if s.cells != len(s.values) || len(s.values) != len(first.values) || len(s.values) > mostLevels {
			return false
		}
		ascending = ascending && s.ascending
		for _, v := range s.values {
			if !slices.Contains(first.values, v) {
				return false
			}
		}
	}
	if first == nil || len(first.values) < 2 {
		return false
	}
	k := float64(len(first.values))
	surprise := k * math.Log(k)
	if !ascending {
		orders, _ := math.Lgamma(k + 1)
		surprise -= orders
	}
	return objects*surprise > math.Log(1000)
}

// joined returns the cells of columns joined by dots: the name of an attribute.
func (r *roles) joined(columns []int, cells []string, line int) (string, error) {
	name := ""
	for n, i := range columns {
		part := trim(cells[i])
		if part == "" {
			return "", &Error{File: r.file, Line: line, Column: r.header[i], Message: "is empty: every judgment needs the name of its attribute"}
		}
		if n == 0 {
			name = part
		} else {
			name += "." + part
		}
	}
	return name, nil
}
