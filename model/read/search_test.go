package read

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fms-tui/model"
)

// strangers are files of judgments as people have them, by the names of their columns. The first
// names are the roles that a reader must find: o and p make up the object, a names attributes, r
// rates, x, y and z are judged, h is the label.
var strangers = map[string]func(rng *rand.Rand) (header string, rows []string){
	"o,r,x,y,h": func(rng *rand.Rand) (string, []string) { return crossed(rng, 1, "", "ann", "bo", "cy") },
	"o,p,r,x,y,h": func(rng *rand.Rand) (string, []string) {
		return crossed(rng, 4, "", "ann", "bo")
	},
	"o,r,a,x,h": func(rng *rand.Rand) (string, []string) { return crossed(rng, 1, "clarity tone depth", "ann", "bo") },
	"o,a,x,h":   func(rng *rand.Rand) (string, []string) { return crossed(rng, 1, "clarity tone depth") },
}

// crossed makes a file of 60 objects, several of a document, that all raters judged.
func crossed(rng *rand.Rand, systems int, attributes string, raters ...string) (string, []string) {
	header := "o"
	if systems > 1 {
		header += ",p"
	}
	if len(raters) > 0 {
		header += ",r"
	} else {
		raters = []string{""}
	}
	names := strings.Fields(attributes)
	if len(names) > 0 {
		header += ",a,x,h"
	} else {
		header, names = header+",x,y,h", []string{""}
	}
	offset := map[string]float64{}
	for i, name := range append(slices.Clone(raters), names...) {
		offset[name] = .4 * float64(i%3)
	}
	var rows []string
	for i := range 60 {
		level, other := 3+rng.NormFloat64(), 3+rng.NormFloat64()
		rate := func(by ...string) string {
			v := level + .6*rng.NormFloat64()
			if by[len(by)-1] == "tone" { // it is another thing
				v = other + .6*rng.NormFloat64()
			}
			for _, name := range by {
				v += offset[name]
			}
			return fmt.Sprint(max(1, min(7, int(v+.5))))
		}
		for _, rater := range raters {
			for _, name := range names {
				cells := []string{fmt.Sprintf("d%d", i/systems)}
				if systems > 1 {
					cells = append(cells, fmt.Sprintf("s%d", i%systems))
				}
				if rater != "" {
					cells = append(cells, rater)
				}
				if name != "" {
					cells = append(cells, name, rate(rater, name))
				} else {
					cells = append(cells, rate(rater), rate(rater))
				}
				rows = append(rows, strings.Join(append(cells, fmt.Sprintf("%.3f", level)), ","))
			}
		}
	}
	return header, rows
}

// TestSearch: files whose headers say nothing, or say one thing in a language that no list of
// words has, are a question, and the first answer offered is the reading that is meant.
func TestSearch(t *testing.T) {
	for want, file := range strangers {
		header, rows := file(rand.New(rand.NewPCG(7, uint64(len(want)))))
		if header != want {
			t.Fatalf("%s is %s", want, header)
		}
		columns := strings.Split(header, ",")
		for _, renamed := range [][]string{{"c1", "c2", "c3", "c4", "c5", "c6"}, {"Stück", "zwei", "drei", "vier", "fünf", "sechs"}} {
			to := make(map[string]string)
			for i, c := range columns {
				to[c] = renamed[i]
			}
			text := strings.Join(renamed[:len(columns)], ",") + "\n" + strings.Join(rows, "\n") + "\n"
			_, err := Open(context.Background(), Query{Data: []Source{Bytes("d.csv", []byte(text))}})
			var question *AmbiguousError
			if !errors.As(err, &question) {
				t.Fatalf("%s: no question: %v", want, err)
			}
			got := make(map[model.Option]string)
			for _, c := range question.Readings[0].Choices {
				got[c.Option] = c.Value
			}
			object := to["o"]
			if to["p"] != "" {
				object += "," + to["p"]
			}
			if to["r"] == "" {
				to["r"] = noColumn
			}
			if got[model.OptionObject] != object || got[model.OptionAttribute] != to["a"] || got[model.OptionRater] != to["r"] || got[model.OptionLabel] != to["h"] {
				t.Errorf("%s is offered as %v first", text[:strings.Index(text, "\n")], question.Readings[0])
			}
			for _, a := range question.Readings {
				if _, err := Open(context.Background(), Query{Data: []Source{Bytes("d.csv", []byte(text))}, Options: Options{}.With(a.Choices...)}); err != nil {
					t.Errorf("%s: %s cannot be read: %v", want, a.Meaning, err)
				}
			}
		}
	}
}

// TestComposite: a label that differs within a document, and not within a document and its
// system, makes both the object.
func TestComposite(t *testing.T) {
	header, rows := strangers["o,p,r,x,y,h"](rand.New(rand.NewPCG(7, 1)))
	for _, label := range []string{"", "human"} {
		text := strings.NewReplacer("o", "document", "p", "system", "r", "rater", "x", "fluency", "y", "adequacy", "h", "human").Replace(header) + "\n" + strings.Join(rows, "\n") + "\n"
		d := readCSV(t, text, Options{Label: label})
		if len(d.Objects) != 60 || d.Objects[0] != "d0 / s0" || len(d.Labels) != 1 || d.NamedRaters() != 2 || len(d.Reading.Because) != 1 {
			t.Errorf("label %q: %d objects, labels %v, %+v", label, len(d.Objects), d.Labels, d.Reading.Because)
		}
	}
}

// TestShuffled: of rows in no order the first show few of the judgments of an object. What all headers say
// is no question then.
func TestShuffled(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 2))
	var rows []string
	for range 6000 {
		object, attribute := rng.IntN(480), rng.IntN(500)
		rows = append(rows, fmt.Sprintf("o%d,r%d,q%d,%.2f,%d", object, rng.IntN(97), attribute, rng.NormFloat64(), object))
	}
	text := strings.Join(rows, "\n")
	d := readCSV(t, "object,rater,attribute,value,label\n"+text, Options{})
	if len(d.Attributes) != 500 || d.NamedRaters() != 97 || len(d.Labels) != 1 {
		t.Errorf("%d attributes, %d raters, %d labels", len(d.Attributes), d.NamedRaters(), len(d.Labels))
	}
	var question *AmbiguousError
	if _, err := Open(t.Context(), Query{Data: []Source{Bytes("d.csv", []byte("id,worker,question,answer,y\n"+text))}}); !errors.As(err, &question) {
		t.Errorf("answers to 500 questions are judgments of one: %v", err)
	}
}

// TestTotals: the last row of a spreadsheet is no object, and is counted.
func TestTotals(t *testing.T) {
	d := mustRead(t, "item,tall,label\na,1,2\nb,2,3\nTOTAL,3,5\n")
	if len(d.Objects) != 2 || !slices.Contains(d.Reading.Dropped, model.Dropped{Reason: "row of totals or means", Count: 1}) || d.Reading.Kept != 2 {
		t.Errorf("objects %v, %+v", d.Objects, d.Reading)
	}
}

// TestPreamble: lines above the header are told and not used, and lines of errors are the file's.
func TestPreamble(t *testing.T) {
	const rows = "item;worker;a\ni1;w;1\ni1;v;2\ni2;w;3\n"
	for above, lines := range map[string]int{"": 0, "Study of items\n\n;;\n": 3, "# one\n# two\n": 2, "# one; two; three; four\n# five; six\n": 2, "\"a \"\"title\"\"\";;\n": 1} {
		d := readCSV(t, above+rows, Options{})
		if len(d.Value) != 3 || slices.Contains(codes(d), "preamble") != (lines > 0) {
			t.Errorf("%q: %d judgments, %v", above, len(d.Value), codes(d))
		}
		_, err := fromSources(t.Context(), []Source{Bytes("d.csv", []byte(above+rows+"i3;w;x;y\n"))}, nil, Options{})
		if want := fmt.Sprintf("d.csv:%d: has 4 cells", lines+5); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", above, err, want)
		}
	}
}

// TestFurtherHeader: questions and marks of surveys below the header are told and not used, and names below
// those of groups name columns. A first row that is like others is data.
func TestFurtherHeader(t *testing.T) {
	rows := func(header string, columns int) string {
		b := strings.Builder{}
		b.WriteString(header)
		for i := range 24 {
			fmt.Fprintf(&b, "i%d,w%d%s\n", i/3, i%3, strings.Repeat(fmt.Sprintf(",%d", 1+(i/3+i)%5), columns))
		}
		return b.String()
	}
	for header, attributes := range map[string]string{
		"item,worker,a,b\nWhat,Who,How clear was it?,How true was it?\n":                                                  "a b",
		"item,worker,a,b\n,,Response,Response\n":                                                                          "a b",
		"item,worker,a,b\nWhat,Who,Clear?,True?\n\"{\"\"ImportId\"\":\"\"Q1\"\"}\",\"{\"\"ImportId\"\":\"\"Q2\"\"}\",,\n": "a b",
		"item,worker,Please rate:,\n,,clear,honest\n":                                                                     "clear honest",
		"item,worker,r,r,s\nobject,who,clear,honest,clear\n":                                                              "r.clear r.honest s",
		",who,r,r\n,worker,clear,honest\nitem,,,\n":                                                                       "r.clear r.honest",
		",worker,r,r\n,,clear,honest\n":                                                                                   "r.clear r.honest",
		"item,worker,before,,after,\n,,clear,honest,clear,honest\n":                                                       "after.clear after.honest before.clear before.honest",
	} {
		d := mustRead(t, rows(header, strings.Count(header[:strings.Index(header, "\n")], ",")-1))
		got := strings.Join(slices.Sorted(slices.Values(d.Attributes)), " ")
		if got != attributes || len(d.Objects) != 8 || !slices.Contains(codes(d), "preamble") {
			t.Errorf("%q: attributes %q of %v, %v", header, got, d.Objects, codes(d))
		}
	}
	for _, header := range []string{"item,worker,a,b\ni0,w1,n.a.,n.a.\n", "item,worker,a,b\ni9,w9,,\n", "item,worker,a,b\ni9,w9,nothing,4\n"} {
		if d := mustRead(t, rows(header, 2)); slices.Contains(codes(d), "preamble") {
			t.Errorf("%q: the first row is a header: %v", header, d.Warnings)
		}
	}
}

func mustRead(t *testing.T, text string) *model.Dataset {
	t.Helper()
	found, err := Open(t.Context(), Query{Data: []Source{Bytes("d.csv", []byte(text))}})
	if err != nil {
		t.Fatal(err)
	}
	return found.Dataset
}
