package read

import (
	"math"

	"fms-tui/model"
)

// plainRows are rows by-rater or by-object of which nothing but the numbers of the judgments
// counts: they become judgments as wholes, without a look at each column.
type plainRows struct {
	attr    []int32   // by column of judgments: the attribute; nil where rows are read cell by cell
	place   []int32   // likewise: among the numbers of a row
	run     bool      // places follow one another
	rows    int       // that were added and not counted yet by column
	missing []int     // cells of them by column
	value   []float64 // by column, of the present row; NaN for missing
}

// findPlain finds out whether rows are plain: the numbers of all columns are parsed before,
// the columns name the attributes, and no other column says something of judgments.
func (w *wide) findPlain() {
	joined := w.roles.rater < 0 && w.roles.layout == ByRater // in calls
	if w.asked != nil || w.price != nil || joined || len(w.roles.pivot) > 0 {
		return
	}
	own, p := w.ids[""], plainRows{missing: make([]int, len(w.columns)), value: make([]float64, len(w.columns))}
	for i := range w.columns {
		if w.columns[i].place < 0 || own[i] < 0 {
			return
		}
		p.attr, p.place = append(p.attr, int32(own[i])), append(p.place, int32(w.columns[i].place))
	}
	p.run = len(p.place) > 0 && int(p.place[len(p.place)-1]-p.place[0]) == len(p.place)-1
	w.plain = p
}

// addWhole adds the judgments of a row, as [wide.addJudgments] does column by column.
func (w *wide) addWhole(object int, rater int32, row *parsedRow) error {
	if row.numbers == nil {
		return w.addCells(object, rater, row)
	}
	p := &w.plain
	p.rows++
	numbers := p.value
	if p.run {
		numbers = row.numbers[p.place[0]:][:len(p.place)]
	} else {
		for i, place := range p.place {
			numbers[i] = row.numbers[place]
		}
	}
	missing := 0
	if !areUsual(numbers) {
		missing = w.countOdd(object, numbers, row.line)
	}
	w.to.builder.AddRow(object, rater, p.attr, numbers, missing)
	return nil
}

// areUsual tells whether no judgment is missing or large. The bits of a larger magnitude are
// a larger number; the bits of NaN are larger still.
func areUsual(numbers []float64) bool {
	most := uint64(0)
	for _, x := range numbers {
		most = max(most, math.Float64bits(x)&magnitude)
	}
	return most <= largest
}

// Bits of numbers: their magnitude, the largest usual one, and infinity.
const (
	magnitude = 1<<63 - 1
	infinite  = 0x7ff << 52
)

var largest = math.Float64bits(model.LargeJudgment)

// countOdd returns how many judgments of a row are missing, and remembers where large ones are.
// It counts both without a branch, for what is missing is hard to predict.
func (w *wide) countOdd(object int, numbers []float64, line int) (missing int) {
	p, odd := &w.plain, 0
	for i, x := range numbers {
		size := math.Float64bits(x) & magnitude
		unusual, gone := 0, 0
		if size > largest {
			unusual = 1
		}
		if size > infinite {
			gone = 1
		}
		odd += unusual
		missing += gone
		p.missing[i] += gone
	}
	for i := 0; i < len(numbers) && odd > missing; i++ {
		if isLarge(numbers[i]) {
			w.to.addLarge(object, int(p.attr[i]), numbers[i], w.roles, line)
		}
	}
	return missing
}

// addCells is addWhole for a row whose cells are not parsed, or not all numbers.
func (w *wide) addCells(object int, rater int32, row *parsedRow) error {
	w.countPlain()
	p, missing := &w.plain, 0
	for i := range w.columns {
		value, k, err := w.columns[i].read(w.roles, row, w.columns[i].place)
		switch {
		case err != nil:
			return err
		case k != number:
			value = math.NaN()
			missing++
		case isLarge(value):
			w.to.addLarge(object, int(p.attr[i]), value, w.roles, row.line)
		}
		p.value[i] = value
	}
	w.to.builder.AddRow(object, rater, p.attr, p.value, missing)
	return nil
}

// countPlain enters the plain rows into the counts of the columns.
func (w *wide) countPlain() {
	p := &w.plain
	if p.rows == 0 {
		return
	}
	for i, missing := range p.missing {
		w.columns[i].missing += missing
		w.columns[i].numbers += p.rows - missing
	}
	p.rows = 0
	clear(p.missing)
}
