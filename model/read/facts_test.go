package read

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"fms-tui/internal/fresh"
)

// TestExaminer compares the facts of columns, examined one after another, with facts that are
// counted one by one.
func TestExaminer(t *testing.T) {
	words := []string{"", " ", "1", "2", "03", "4.5", "1e2", "true", "x", "9007199254740993"}
	for seed := range fresh.Share(200) {
		random := rand.New(rand.NewPCG(uint64(seed), 1))
		rows := make([]row, 1+random.IntN(120))
		few, objects := 1+random.IntN(3), 1+random.IntN(20)
		for i := range rows {
			rows[i].cells = []string{
				fmt.Sprint("o", random.IntN(objects)), strconv.Itoa(random.IntN(few)), strconv.Itoa(i), strconv.Itoa(i % few),
				strconv.FormatFloat(random.Float64(), 'f', 2, 64), words[random.IntN(len(words))], words[2+random.IntN(3)], "",
			}
		}
		complete := random.IntN(2) == 0
		e := newExaminer(rows, 0, complete)
		for column := range rows[0].cells {
			got, want := e.column(column), literalFacts(rows, column, complete)
			if len(want.levels) > mostLevels {
				got.pairs, want.pairs = 0, 0
			}
			if !want.whole {
				got.low, got.high, want.low, want.high = 0, 0, 0, 0
			}
			if fmt.Sprint(got) != fmt.Sprint(want) || got.crossed() != want.crossed() || got.isIdentifier() != want.isIdentifier() {
				t.Fatalf("seed %d, column %d:\n%+v, and one by one\n%+v", seed, column, got, want)
			}
		}
	}
}

// literalFacts counts what [facts] says of column, by object of column 0.
func literalFacts(rows []row, column int, complete bool) facts {
	f := facts{low: math.Inf(1), high: math.Inf(-1)}
	var cells, objects []string // not empty
	for _, r := range rows {
		if cell := trim(r.cells[column]); cell != "" {
			cells, objects = append(cells, cell), append(objects, r.cells[0])
		}
	}
	if len(cells) == 0 {
		return f
	}
	f.filled, f.whole, f.unique = len(cells), true, true
	var present []string
	own := make(map[string][]string)
	for i, cell := range cells {
		if slices.Contains(cells[:i], cell) {
			f.unique = false
		} else if len(f.levels) <= mostLevels {
			f.levels = append(f.levels, cell)
		}
		v, err := strconv.ParseFloat(cell, 64)
		f.whole = f.whole && err == nil && v == math.Trunc(v)
		f.low, f.high = min(f.low, v), max(f.high, v)
		if !slices.Contains(present, objects[i]) {
			present = append(present, objects[i])
		}
		if !slices.Contains(own[objects[i]], cell) {
			f.pairs++
		}
		own[objects[i]] = append(own[objects[i]], cell)
	}
	f.objects, f.repeats = len(present), len(cells)-len(present)
	for _, values := range own {
		f.varied = f.varied || len(slices.Compact(slices.Sorted(slices.Values(values)))) > 1
	}
	if !complete {
		delete(own, objects[len(objects)-1])
	}
	f.numbered = f.whole && literallyOneSet(own)
	return f
}

// literallyOneSet tells whether every object has the same values, each once, by more than
// chance: see oneSet.
func literallyOneSet(own map[string][]string) bool {
	var first []string
	ascending := true
	for _, values := range own {
		sorted := slices.Sorted(slices.Values(values))
		if first == nil {
			first = sorted
		}
		if !slices.Equal(first, sorted) || len(slices.Compact(slices.Clone(sorted))) < len(sorted) || len(sorted) > mostLevels {
			return false
		}
		for i := 1; i < len(values); i++ {
			before, _ := strconv.ParseFloat(values[i-1], 64)
			after, _ := strconv.ParseFloat(values[i], 64)
			ascending = ascending && after > before
		}
	}
	if len(first) < 2 {
		return false
	}
	k := float64(len(first))
	surprise := k * math.Log(k)
	if !ascending {
		orders, _ := math.Lgamma(k + 1)
		surprise -= orders
	}
	return float64(len(own))*surprise > math.Log(1000)
}
