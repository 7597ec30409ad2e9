package read

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"fms-tui/model"
)

// table of rows in memory, as a database.
type inMemory struct {
	names []string
	rows  [][]string
	next  int
}

func (m *inMemory) Title() string { return "memory" }

func (m *inMemory) First(n int) ([]string, [][]string, error) {
	return m.names, m.rows[:min(n, len(m.rows))], nil
}

func (m *inMemory) All(string, Shard) (Rows, error) { m.next = 0; return m, nil }

func (m *inMemory) Next() ([]string, error) {
	if m.next == len(m.rows) {
		return nil, io.EOF
	}
	m.next++
	return m.rows[m.next-1], nil
}

func (m *inMemory) Close() {}

func openRows(t *testing.T, names string, rows [][]string, opt Options) *model.Dataset {
	t.Helper()
	found, err := Open(t.Context(), Query{Data: []Source{{Name: "m", Database: &inMemory{names: strings.Fields(names), rows: rows}}}, Options: opt})
	if err != nil {
		t.Fatal(err)
	}
	return found.Dataset
}

// TestRowOrder: however the rows of an object lie, what is read is the same.
func TestRowOrder(t *testing.T) {
	rows := [][]string{
		{"a", "tall", "10", "v"},
		{"a", "tall", "9", "v"},
		{"a", "old", "3", "u"},
		{"a", "old", "2", ""},
		{"a", "old", "1", "NA"},
		{"a", "old", "3", "u"},
		{"b", "wise", "1", "w"},
		{"b", "calm", "1", "u"},
		{"b", "tall", "", "u"},
		{"b", "tall", "2.5", "u"},
	}
	rng := rand.New(rand.NewPCG(1, 2))
	want := ""
	for range 20 {
		rng.Shuffle(6, func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		rng.Shuffle(4, func(i, j int) { rows[6+i], rows[6+j] = rows[6+j], rows[6+i] })
		ds := openRows(t, "object attribute judgment rater", rows, Options{})
		got := fmt.Sprint(ds.Objects, ds.Attributes, ds.Raters, ds.Start, ds.Attr, ds.Value, ds.Rater, ds.Sources)
		if want == "" {
			want = got
			if a := fmt.Sprint(ds.Attributes); a != "[old tall calm wise]" {
				t.Errorf("attributes %s", a)
			}
		}
		if got != want {
			t.Fatalf("read\n%s, want\n%s", got, want)
		}
	}
	turns := [][]string{{"a", "tall", "9", "v", "2"}, {"a", "tall", "10", "v", "1"}, {"a", "tall", "3", "u", "11"}, {"a", "tall", "4", "u", "9"}}
	if v := fmt.Sprint(openRows(t, "object attribute judgment rater when", turns, Options{OrderCol: "when"}).Value); v != "[4 3 10 9]" {
		t.Errorf("judgments %s by --order-col, want [4 3 10 9]", v)
	}
}

// TestNamelessOrder: judgments without raters are not ordered by value, or places in the
// cells would seem to be raters.
func TestNamelessOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var rows [][]string
	for i := range 300 {
		for _, a := range []string{"x", "y"} {
			for range 3 {
				rows = append(rows, []string{fmt.Sprintf("o%03d", i), a, fmt.Sprint(rng.NormFloat64())})
			}
		}
	}
	ds := openRows(t, "object attribute judgment", rows, Options{})
	var sum, squares float64
	for i := range ds.Objects {
		v := ds.Value[ds.Start[i]:ds.Start[i+1]]
		for j := range 3 {
			x, y := v[j]-(v[0]+v[1]+v[2])/3, v[3+j]-(v[3]+v[4]+v[5])/3
			sum += x * y
			squares += x * x * y * y
		}
	}
	if math.Abs(sum) > 4*math.Sqrt(squares) {
		t.Errorf("errors at the same place have the sum of products %.1f ± %.1f", sum, math.Sqrt(squares))
	}
}
