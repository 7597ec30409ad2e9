package read

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fms-tui/internal/fresh"
)

// TestCellsTwin cuts lines with many numbers all at once and cell by cell: rows, cells and
// numbers are the same, to the bit.
func TestCellsTwin(t *testing.T) {
	if !cutsCells {
		t.Skip("this processor cuts cell by cell")
	}
	texts, numbers, torn := 0, 0, 0
	for seed := range fresh.Seeds(t, 1500, 300) {
		rng := rand.New(rand.NewPCG(seed, 11))
		p := plan{separator: ",;\t"[rng.IntN(3)]}
		for i, all := range [][]bool{{false}, make([]bool, rng.IntN(3)), slices.Repeat([]bool{true}, eightCells+rng.IntN(40)), make([]bool, rng.IntN(2)), slices.Repeat([]bool{true}, rng.IntN(20))} {
			if p.number = append(p.number, all...); i == 1 && rng.IntN(2) == 0 {
				p.number[0], p.number[len(p.number)-1] = p.number[len(p.number)-1], false // numbers first
			}
		}
		for i, parsed := range p.number {
			if parsed {
				p.numbers++
			} else {
				p.texts = append(p.texts, i)
			}
		}
		p.object = rng.IntN(len(p.texts))
		text := randomCells(rng, p)
		one, all := block{text: text}, block{text: text}
		one.cutLines(p)
		p.runs = runsOf(p.number)
		all.cutLines(p)
		if !slices.Equal(one.rows, all.rows) || !slices.Equal(one.cells, all.cells) || !slices.Equal(one.objects, all.objects) {
			t.Fatalf("seed %d: one by one\n%v\nall at once\n%v", seed, one.rows, all.rows)
		}
		same := func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) }
		if !slices.EqualFunc(one.numbers, all.numbers, same) {
			t.Fatalf("seed %d: one by one\n%v\nall at once\n%v", seed, one.numbers, all.numbers)
		}
		texts++
		numbers += len(all.numbers)
		for _, row := range all.rows {
			if !row.whole {
				torn++
			}
		}
	}
	if numbers < 50*texts || torn < texts/20 {
		t.Errorf("%d texts: %d numbers, %d rows that are not whole", texts, numbers, torn)
	}
}

// randomCells writes lines of a table.
func randomCells(rng *rand.Rand, p plan) string {
	var b strings.Builder
	odd := []float64{0, .001, .05}[rng.IntN(3)]
	digits, scale := rng.IntN(9), math.Pow10(rng.IntN(5)-1)
	end := []string{"\n", "\r\n"}[rng.IntN(2)]
	for range 1 + rng.IntN(40) {
		for i, parsed := range p.number {
			if i > 0 {
				b.WriteByte(p.separator)
			}
			switch {
			case !parsed:
				fmt.Fprint(&b, []string{"", "o", "object "}[min(2, rng.IntN(30))], rng.IntN(9))
			case rng.Float64() >= odd:
				b.WriteString(strconv.FormatFloat(rng.NormFloat64()*scale, 'f', digits, 64))
			case rng.IntN(4) == 0:
				for range rng.IntN(10) {
					b.WriteByte("0123456789012345678901234567890123456789.-.+e\xff\x8a "[rng.IntN(48)])
				}
			default:
				b.WriteString([]string{"", "", "", "NA", "-0", "-", ".", "+.5", "5.", "-.5", "12345678", "1e3", " 4", "123456789", "-1234567", "-12345678", "0.1234567890123456789", "word", string(p.separator)}[rng.IntN(19)])
			}
		}
		b.WriteString(end)
	}
	return strings.TrimSuffix(b.String(), end)
}
