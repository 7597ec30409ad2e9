package read

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// judgedLines are the judgments and labels of a data set, one a line, without numbers.
func judgedLines(ds *model.Dataset) []string {
	var lines []string
	for i, id := range ds.Objects {
		for _, l := range ds.Labels {
			lines = append(lines, fmt.Sprint(id, " ", l.Name, "=", l.Values[i]))
		}
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			rater := "nobody"
			if w := ds.Rater[j]; w != model.NoRater {
				rater = ds.Raters[w]
			}
			lines = append(lines, fmt.Sprint(id, " ", ds.Attributes[ds.Attr[j]], " ", rater, " ", ds.Value[j]))
		}
	}
	return lines
}

// TestParts: what is read in parts is what is read as a whole, in the same order, with
// the same reading and warnings; or the file is told to be no file for parts.
func TestParts(t *testing.T) {
	apart, labelled := 0, []Source{Bytes("l.csv", []byte("object,size\n"+sizes(1200)))}
	for seed := range fresh.Seeds(t, 900, 40) {
		rng := rand.New(rand.NewPCG(seed, 8))
		text, _ := randomLines(rng)
		q := Query{Data: []Source{Bytes("d.csv", []byte(text))}}
		if rng.IntN(2) == 0 {
			q.Labels = labelled
		}
		whole, wholeErr := Open(t.Context(), q)
		var got []string
		n := 0
		q.PartSize = func(int) int { return 500 + rng.IntN(500) }
		q.Part = func(part *model.Dataset) error {
			got, n = append(got, judgedLines(part)...), n+1
			return nil
		}
		parts, err := Open(t.Context(), q)
		var split *SplitError
		switch {
		case errors.As(err, &split):
			apart++
			continue
		case err != nil && wholeErr != nil && err.Error() == wholeErr.Error():
			continue
		case err != nil || wholeErr != nil:
			t.Fatalf("seed %d: in parts %v, as a whole %v", seed, err, wholeErr)
		}
		a, b := parts.Dataset, whole.Dataset
		if got = append(got, judgedLines(a)...); n == 0 || strings.Join(got, "\n") != strings.Join(judgedLines(b), "\n") {
			t.Fatalf("seed %d: %d parts hold\n%s\nthe whole\n%s", seed, n, cut(strings.Join(got, "\n")), cut(strings.Join(judgedLines(b), "\n")))
		}
		if fmt.Sprint(a.Attributes, a.Raters, a.Sources, a.Reading, a.Warnings) != fmt.Sprint(b.Attributes, b.Raters, b.Sources, b.Reading, b.Warnings) {
			t.Fatalf("seed %d: in parts\n%v\n%v\nas a whole\n%v\n%v", seed, a.Reading, a.Warnings, b.Reading, b.Warnings)
		}
	}
	if fresh.Fixed() && apart > 20 {
		t.Errorf("%d files are not for parts", apart)
	}
}

func sizes(n int) string {
	var b strings.Builder
	for o := range n {
		fmt.Fprintf(&b, "o%d,%d\n", o, o%9)
	}
	return b.String()
}

// TestScattered: what is sorted by object is what is read as a whole,
// with the same reading and warnings; the judgments of a cell come in the same order.
func TestScattered(t *testing.T) {
	apart, many, labelled := 0, 0, []Source{Bytes("l.csv", []byte("object,size\n"+sizes(1200)))}
	for seed := range fresh.Seeds(t, 930, 40) {
		rng := rand.New(rand.NewPCG(seed, 9))
		text, quoted := randomLines(rng)
		if rows := strings.SplitAfter(text+"\n", "\n"); !quoted && rng.IntN(4) > 0 {
			rng.Shuffle(len(rows)-2, func(i, j int) { rows[i+1], rows[j+1] = rows[j+1], rows[i+1] })
			text = strings.Join(rows, "")
		}
		q := Query{Data: []Source{Bytes("d.csv", []byte(text))}}
		if rng.IntN(2) == 0 {
			q.Labels = labelled
		}
		whole, wholeErr := Open(t.Context(), q)
		var got []string
		q.PartSize = func(int) int { return 500 + rng.IntN(500) }
		q.Scattered = rng.IntN(2) == 0
		q.Part = func(part *model.Dataset) error {
			got = append(got, judgedLines(part)...)
			many++
			return nil
		}
		parts, err := Open(t.Context(), q)
		var split *SplitError
		switch {
		case errors.As(err, &split):
			apart++
			continue
		case err != nil && wholeErr != nil && err.Error() == wholeErr.Error():
			continue
		case err != nil || wholeErr != nil:
			t.Fatalf("seed %d: scattered %v, as a whole %v", seed, err, wholeErr)
		}
		a, b := parts.Dataset, whole.Dataset
		byObject := func(p, q string) int { return strings.Compare(strings.Fields(p)[0], strings.Fields(q)[0]) }
		got = append(got, judgedLines(a)...)
		want := judgedLines(b)
		slices.SortStableFunc(got, byObject)
		slices.SortStableFunc(want, byObject)
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: the parts hold\n%s\nthe whole\n%s", seed, cut(strings.Join(got, "\n")), cut(strings.Join(want, "\n")))
		}
		if fmt.Sprint(a.Attributes, a.Raters, a.Sources, a.Reading, a.Warnings) != fmt.Sprint(b.Attributes, b.Raters, b.Sources, b.Reading, b.Warnings) {
			t.Fatalf("seed %d: scattered\n%v\n%v\nas a whole\n%v\n%v", seed, a.Reading, a.Warnings, b.Reading, b.Warnings)
		}
	}
	if fresh.Fixed() && (apart > 20 || many < 100) {
		t.Errorf("%d files are not for parts; %d parts", apart, many)
	}
}

// TestPartsApart: an object that comes again after its part is told, with its line.
func TestPartsApart(t *testing.T) {
	rows := "object,attribute,judgment\n" + strings.Repeat("o,a,1\n", 10) + strings.Repeat("p,a,1\n", 10) + "q,a,2\no,a,1\n"
	_, err := Open(t.Context(), Query{
		Data: []Source{Bytes("d.csv", []byte(rows))}, PartSize: func(int) int { return 5 },
		Part: func(*model.Dataset) error { return nil },
	})
	var split *SplitError
	if !errors.As(err, &split) || split.Object != "o" || split.Line != 23 || !strings.Contains(err.Error(), "d.csv:23") {
		t.Errorf("error %v", err)
	}
	failed := errors.New("failed")
	_, err = Open(t.Context(), Query{
		Data: []Source{Bytes("d.csv", []byte(rows))}, PartSize: func(int) int { return 5 },
		Part: func(*model.Dataset) error { return failed },
	})
	if !errors.Is(err, failed) {
		t.Errorf("error %v", err)
	}
}
