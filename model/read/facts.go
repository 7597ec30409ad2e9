package read

import (
	"math"
	"slices"
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

// examiner examines columns of the same rows, one after another in the same memory.
type examiner struct {
	rows     []row
	objects  places
	complete bool       // the rows are all rows: if not, the last object may lack some of its own
	seen     nameTable  // values of the column at hand
	own      []sequence // by object
}

func newExaminer(rows []row, object int, complete bool) *examiner {
	e := &examiner{rows: rows, objects: placesOf(rows, object), complete: complete}
	e.own = make([]sequence, e.objects.n)
	return e
}

// column examines a column. What nothing depends on any more is not counted further: pairs
// beyond mostLevels levels, and low and high of numbers that are not whole.
func (e *examiner) column(column int) facts {
	f := facts{whole: true, unique: true, low: math.Inf(1), high: math.Inf(-1)}
	e.seen.reset()
	for i := range e.own {
		e.own[i].reset()
	}
	last := -1
	for i := range e.rows {
		cell := trim(e.rows[i].cells[column])
		if cell == "" {
			continue
		}
		f.filled++
		value := f.value(cell, &e.seen)
		last = e.objects.of[i]
		s := &e.own[last]
		if s.cells == 0 {
			s.ascending = true
			f.objects++
		}
		if s.add(cell, value, &f) {
			f.pairs++
		}
	}
	if f.objects == 0 {
		f.whole, f.unique = false, false
		return f
	}
	f.repeats = f.filled - f.objects
	for i := range e.own {
		f.varied = f.varied || len(e.own[i].values) > 1
	}
	if !e.complete {
		e.own[last].reset()
	}
	f.numbered = f.whole && oneSet(e.own)
	return f
}

// value enters a cell. It returns the number that the cell holds while all are whole.
func (f *facts) value(cell string, seen *nameTable) float64 {
	if f.unique || len(f.levels) <= mostLevels {
		if seen.find(hashName(cell), cell) > 0 {
			f.unique = false
		} else {
			seen.put(cell, 0)
			if len(f.levels) <= mostLevels {
				f.levels = append(f.levels, cell)
			}
		}
	}
	if !f.whole {
		return 0
	}
	v, k := parseValue(cell)
	if f.whole = k == number && isDecimal(cell) && v == math.Trunc(v); f.whole {
		f.low, f.high = min(f.low, v), max(f.high, v)
	}
	return v
}

// sequence are the values of one object, in order.
type sequence struct {
	values    []string // each once
	cells     int
	ascending bool
	before    float64
}

// reset forgets the values, and keeps their memory.
func (s *sequence) reset() { *s = sequence{values: s.values[:0]} }

// add tells whether the value is new. Once the values are neither few nor whole, two of them are
// enough to tell that the object's values differ.
func (s *sequence) add(cell string, value float64, f *facts) bool {
	s.cells++
	s.ascending = s.ascending && f.whole && (s.cells == 1 || value > s.before)
	s.before = value
	if len(s.values) > 1 && !f.whole && len(f.levels) > mostLevels {
		return false
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
