package read

import (
	"math"
	"slices"
	"strings"
)

// Bounds of what a batch holds of a table.
const (
	searchRows  = 4000
	searchCells = 200_000 // of wide tables, but for sampleMinRows rows
	searchBytes = 4 << 20
)

// batch holds the first rows of a table by column. All that is asked of it takes time linear in
// the rows, and is remembered.
type batch struct {
	rows    int
	columns []batchColumn
	groups  map[columnSet]grouping
	follows map[followKey]dependence
}

// batchColumn is a column of a batch.
type batchColumn struct {
	codes       []int32 // by row: 0 for an empty cell, else the number of the value from 1 on
	texts       []string
	levels      int       // distinct values
	filled      int       // cells with a value
	numbers     int       // cells that are numbers, or meant as such
	words       int       // cells of text
	value       []float64 // by row, NaN for none, where nine cells in ten are numbers; nil elsewhere
	whole       bool      // all numbers are whole
	worded      bool      // most numbers stand in texts
	low, high   float64   // of the numbers
	large       bool      // most numbers are beyond what people and meters say
	prose       bool      // most values are texts of several words
	wordy       bool      // the values are names of letters
	time        bool      // dates, or seconds since 1970
	unique      bool      // nearly every row has a value of its own, and it is no measured number
	counts      bool      // whole numbers that count rows or objects
	length      float64   // of the values, mean
	most, least int       // cells of the commonest and of the rarest value
}

// newBatch looks at the first rows of a table.
func newBatch(t *lookahead, most int) *batch {
	names, _ := t.header()
	most = max(sampleMinRows, min(most, searchCells/max(len(names), 1)*max(1, most/searchRows)))
	const firstDay, lastDay = 29221, 55153 // since 1900, as spreadsheets write dates: from 1980 to 2050
	bytes, next := 0, 0
	t.peek(func() bool {
		for ; next < len(t.rows); next++ {
			for _, cell := range t.rows[next].cells {
				bytes += len(cell)
			}
		}
		return len(t.rows) < most && bytes < searchBytes
	})
	b := &batch{rows: min(len(t.rows), most), columns: make([]batchColumn, len(names)), groups: make(map[columnSet]grouping), follows: make(map[followKey]dependence)}
	for i := range b.columns {
		c := &b.columns[i]
		c.fill(t.rows[:b.rows], i)
		day := slices.ContainsFunc(headerWords(names[i]), func(w string) bool { return slices.Contains(days, w) })
		c.time = c.time || day && c.value != nil && c.low >= firstDay && c.high <= lastDay
	}
	return b
}

// days are words for dates in headers.
var days = strings.Fields("date day datum submitted created updated collected recorded at on")

// fill reads the cells of a column, each distinct one once.
func (c *batchColumn) fill(rows []row, column int) {
	c.codes = make([]int32, len(rows))
	known := make(map[string]int32)
	var count []int
	for n := range rows {
		cell := trim(rows[n].cells[column])
		code, seen := known[cell]
		if !seen {
			if code = int32(len(c.texts) + 1); isMissing(cell) {
				code = 0
			} else {
				c.texts, count = append(c.texts, cell), append(count, 0)
			}
			known[cell] = code
		}
		if c.codes[n] = code; code > 0 {
			c.filled++
			count[code-1]++
		}
	}
	if c.levels = len(c.texts); c.levels > 0 {
		c.most, c.least = slices.Max(count), slices.Min(count)
	}
	c.fillNumbers(count)
	c.describe(len(rows), count)
}

// sample says what the columns of the first rows hold.
func (l *lookahead) sample() []batchColumn { return newBatch(l, sampleRows).columns }

// isText tells whether the column holds text and nothing else.
func (c *batchColumn) isText() bool { return c.words > 0 && c.numbers == 0 }

// fillNumbers finds out whether the cells are numbers, or texts that hold one.
func (c *batchColumn) fillNumbers(count []int) {
	value := make([]float64, c.levels)
	numbers, within, large := 0, 0, 0
	c.whole, c.low, c.high = true, math.Inf(1), math.Inf(-1)
	for i, cell := range c.texts {
		v, k := parseValue(cell)
		switch k {
		case malformed: // it is meant as one
			numbers += count[i]
			fallthrough
		case number:
			c.numbers += count[i]
		case text:
			c.words += count[i]
			if inner, ok := numberIn(cell); ok {
				v, k = parseValue(inner)
				within++
			}
		}
		if k != number {
			value[i] = math.NaN()
			continue
		}
		numbers += count[i]
		value[i] = v
		c.whole = c.whole && v == math.Trunc(v)
		c.low, c.high = min(c.low, v), max(c.high, v)
		if math.Abs(v) > 1e6 {
			large += count[i]
		}
	}
	c.large = 2*large > numbers
	const many = 8
	c.worded = 2*within > c.levels
	names := c.worded && (c.levels > ratingSpan || c.levels == c.filled && c.levels >= many) // such as Room 12: more than answers would be
	if c.filled == 0 || 10*numbers <= 9*c.filled || names {
		c.whole, c.low, c.high = false, 0, 0
		return
	}
	c.value = make([]float64, len(c.codes))
	for n, code := range c.codes {
		if c.value[n] = math.NaN(); code > 0 {
			c.value[n] = value[code-1]
		}
	}
}

// describe finds out what kind of column it is.
func (c *batchColumn) describe(rows int, count []int) {
	const looked = 200 // values
	texts := c.texts[:min(looked, c.levels)]
	prose, wordy, times := 0, 0, 0
	for _, cell := range texts {
		c.length += float64(len(cell)) / float64(len(texts))
		if words := strings.Count(cell, " "); words >= 3 && len(cell) > 25 || words >= 2 && strings.ContainsAny(cell[len(cell)-1:], ".!?") {
			prose++
		}
		if isWord(cell) {
			wordy++
		}
		if isTime(cell) {
			times++
		}
	}
	n := len(texts)
	c.prose, c.wordy = n > 0 && 2*prose > n, n > 0 && wordy == n
	const first, last = 9e8, 4e9 // seconds since 1970, or thousandths, millionths or billionths: from 1998 to 2096
	seconds := slices.ContainsFunc([]float64{1, 1e3, 1e6, 1e9}, func(of float64) bool { return c.low > first*of && c.high < last*of })
	c.time = c.value == nil && 5*times > 4*n || c.whole && seconds
	c.unique = rows >= 12 && 100*c.levels >= 97*rows && (c.value == nil || c.whole && c.levels == c.filled && c.high-c.low >= .9*float64(rows))
	if !c.whole || c.levels <= ratingSpan {
		return
	}
	mean, square := float64(c.filled)/float64(c.levels), 0.
	for _, k := range count {
		square += (float64(k) - mean) * (float64(k) - mean)
	}
	even := math.Sqrt(square/float64(c.levels)) < .25*mean
	c.counts = c.unique || (c.low == 0 || c.low == 1) && c.high-c.low < 2*float64(c.levels) && even || c.levels == c.filled && c.low > 1e5
}

// counted tells whether whole numbers, another in every row, have few gaps or rise.
func (c *batchColumn) counted() bool {
	dense := c.high-c.low < 2*float64(c.filled)
	return c.whole && c.levels == c.filled && c.filled >= ratingSpan && (dense || slices.IsSorted(c.value))
}

// isScale tells whether the values could be ratings: wider spans, and numbers that are not whole, are no scale.
func (c *batchColumn) isScale() bool { return c.whole && c.high-c.low <= ratingSpan }

// isWord tells whether a value is a name made of letters.
func isWord(cell string) bool {
	return len(cell) > 2 && strings.Trim(cell, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ _-") == ""
}

// isTime tells whether a value begins like a date: 2024-05-31, 31/5/2024 or 31.5.2024.
func isTime(cell string) bool {
	day := cell[:min(len(cell), 10)]
	if end := strings.IndexAny(day, " T"); end >= 0 { // then comes the time of the day
		day = day[:end]
	}
	parts := strings.FieldsFunc(day, func(r rune) bool { return r == '-' || r == '/' || r == '.' })
	if len(parts) != 3 || len(cell) < 8 || strings.Contains(day, ".") && max(len(parts[0]), len(parts[2])) != 4 { // an address has points, too
		return false
	}
	for _, p := range parts {
		if p = strings.TrimRight(p, " T:"); len(p) == 0 || len(p) > 4 || strings.Trim(p, "0123456789") != "" {
			return false
		}
	}
	return true
}

// columnSet are up to four columns in order, from 1 on; 0 for none.
type columnSet [4]int32

func setOf(columns ...int) (set columnSet) {
	for i, c := range columns {
		set[i] = int32(c + 1)
	}
	slices.SortFunc(set[:], func(a, b int32) int { return int(b - a) })
	return set
}

// grouping numbers the combinations of values of some columns by row, and counts them.
type grouping struct {
	codes []int32
	n     int
}

// sizes are how many rows the groups have.
func (g grouping) sizes() []int {
	count := make([]int, g.n)
	for _, code := range g.codes {
		count[code]++
	}
	return count
}

// group are the combinations of the values of columns; a missing value is a value.
func (b *batch) group(columns ...int) grouping {
	key := setOf(columns...)
	if g, known := b.groups[key]; known {
		return g
	}
	g := grouping{make([]int32, b.rows), min(1, b.rows)}
	for _, place := range key {
		if place == 0 {
			break
		}
		c := &b.columns[place-1]
		g = pair(g, c.codes, c.levels+1)
	}
	b.groups[key] = g
	return g
}

// pair are the combinations of a grouping and further codes, of which there are n.
func pair(g grouping, codes []int32, n int) grouping {
	const mostCells = 1 << 20
	out := grouping{codes: make([]int32, len(codes))}
	if g.n*n <= mostCells {
		number := make([]int32, g.n*n)
		for row, code := range codes {
			at := &number[int(g.codes[row])*n+int(code)]
			if *at == 0 {
				out.n++
				*at = int32(out.n)
			}
			out.codes[row] = *at - 1
		}
		return out
	}
	number := make(map[[2]int32]int32)
	for row, code := range codes {
		key := [2]int32{g.codes[row], code}
		at, known := number[key]
		if !known {
			at = int32(out.n)
			number[key] = at
			out.n++
		}
		out.codes[row] = at
	}
	return out
}

// dependence says whether a column is the same wherever some columns are.
type dependence uint8

const (
	independent dependence = iota
	trivial                // the columns are nearly never the same twice
	function
)

type followKey struct {
	set    columnSet
	column int
}

// follow tells whether a column is a function of others, but for a hundredth of their values.
func (b *batch) follow(column int, of ...int) dependence {
	key := followKey{setOf(of...), column}
	d, known := b.follows[key]
	if !known {
		d = b.dependence(&b.columns[column], b.group(of...))
		b.follows[key] = d
	}
	return d
}

func (b *batch) dependence(c *batchColumn, g grouping) dependence {
	first := make([]int32, g.n)
	groups, other := 0, make(map[[2]int32]bool)
	for row, code := range c.codes {
		if code == 0 {
			continue
		}
		at := &first[g.codes[row]]
		switch {
		case *at == 0:
			groups++
			*at = code
		case *at != code:
			if other[[2]int32{g.codes[row], code}] = true; 100*len(other) > g.n {
				return independent
			}
		}
	}
	switch {
	case 100*len(other) > groups:
		return independent
	case float64(c.filled) < 1.15*float64(groups) || groups == 0:
		return trivial
	}
	return function
}

// differs is the share of groups with several values of which two differ.
func (b *batch) differs(c *batchColumn, g grouping) float64 {
	first, times, other := make([]int32, g.n), make([]int, g.n), make([]bool, g.n)
	for row, code := range c.codes {
		if at := g.codes[row]; code > 0 {
			times[at]++
			if first[at] == 0 {
				first[at] = code
			}
			other[at] = other[at] || first[at] != code
		}
	}
	several, some := 0, 0
	for i, n := range times {
		several += b2i(n > 1)
		some += b2i(other[i])
	}
	return float64(some) / float64(max(1, several))
}

// isFunction tells whether a column is a function of others, some of whose values come twice.
func (b *batch) isFunction(column int, of ...int) bool {
	return len(of) > 0 && b.follow(column, of...) == function
}

// between is the share of the variance of y between groups, beyond chance, and its F.
func between(y []float64, g grouping) (share, f float64) {
	sum, count := make([]float64, g.n), make([]float64, g.n)
	n, total, square := 0., 0., 0.
	for row, v := range y {
		if v == v {
			sum[g.codes[row]] += v
			count[g.codes[row]]++
			n, total, square = n+1, total+v, square+v*v
		}
	}
	used, among := 0., -total*total/n
	for i, c := range count {
		if c > 0 {
			used++
			among += sum[i] * sum[i] / c
		}
	}
	all := square - total*total/n
	if n < 8 || used < 2 || used >= n || !(all > 1e-12*square) {
		return 0, 0
	}
	f = among / (used - 1) / max((all-among)/(n-used), 1e-12*all)
	return max(0, 1-(n-1)/(n-used)*(all-among)/all), f
}

// centered is y less the means of its groups.
func centered(y []float64, g grouping) []float64 {
	sum, count := make([]float64, g.n), make([]float64, g.n)
	for row, v := range y {
		if v == v {
			sum[g.codes[row]] += v
			count[g.codes[row]]++
		}
	}
	out := make([]float64, len(y))
	for row, v := range y {
		out[row] = v - sum[g.codes[row]]/max(1, count[g.codes[row]])
	}
	return out
}
