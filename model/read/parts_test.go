package read

import (
	"errors"
	"fmt"
	"math/rand/v2"
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
// the same reading and warnings, whether objects come together or not; or the file is told to be no
// file for parts.
func TestParts(t *testing.T) {
	var sizes strings.Builder
	for o := range 1200 {
		fmt.Fprintf(&sizes, "o%d,%d\n", o, o%9)
	}
	apart, many, labelled := 0, 0, []Source{Bytes("l.csv", []byte("object,size\n"+sizes.String()))}
	for seed := range fresh.Seeds(t, 900, 84) {
		rng := rand.New(rand.NewPCG(seed, 8))
		text, quoted := randomLines(rng)
		if rows := strings.SplitAfter(text+"\n", "\n"); !quoted && rng.IntN(3) > 0 {
			rng.Shuffle(len(rows)-2, func(i, j int) { rows[i+1], rows[j+1] = rows[j+1], rows[i+1] })
			text = strings.Join(rows, "")
		}
		q := Query{Data: []Source{Bytes("d.csv", []byte(text))}}
		if rng.IntN(2) == 0 {
			q.Labels = labelled
		}
		whole, wholeErr := Open(t.Context(), q)
		var got []string
		q.PartSize, q.Scattered = func(int) int { return 500 + rng.IntN(500) }, rng.IntN(3) == 0
		q.Part = func(part *model.Dataset) error {
			got, many = append(got, judgedLines(part)...), many+1
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
		if got = append(got, judgedLines(a)...); strings.Join(got, "\n") != strings.Join(judgedLines(b), "\n") {
			t.Fatalf("seed %d: the parts hold\n%s\nthe whole\n%s", seed, cut(strings.Join(got, "\n")), cut(strings.Join(judgedLines(b), "\n")))
		}
		if fmt.Sprint(a.Attributes, a.Raters, a.Sources, a.Reading, a.Warnings) != fmt.Sprint(b.Attributes, b.Raters, b.Sources, b.Reading, b.Warnings) {
			t.Fatalf("seed %d: in parts\n%v\n%v\nas a whole\n%v\n%v", seed, a.Reading, a.Warnings, b.Reading, b.Warnings)
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
