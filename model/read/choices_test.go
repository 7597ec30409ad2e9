package read

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestOptions: the ways to write several options in a cell.
func TestOptions(t *testing.T) {
	for cell, want := range map[string]string{
		"a|b|c":                    "a,b,c",
		" a | b |":                 "a,b",
		`["a", "b"]`:               "a,b",
		"['a', 'b c']":             "a,b c",
		`{"choices": ["a", "b"]}`:  "a,b",
		`{"choices":["a"]}`:        "a",
		"[]":                       "",
		"":                         "",
		"a":                        "a",
		"a|a":                      "a",
		`{"other": ["a"]}`:         `{"other": ["a"]}`,
		"[not closed":              "[not closed",
		"so, it [really] is so":    "so, it [really] is so",
		`["a", 1]`:                 "a,1",
		"words with spaces, plain": "words with spaces, plain",
	} {
		if got := strings.Join(options(cell), ","); got != want {
			t.Errorf("%q names %s, want %s", cell, got, want)
		}
	}
}

// TestLateQuestions: a question of an export may be answered late.
func TestLateQuestions(t *testing.T) {
	var b strings.Builder
	for i := range headRecords + 10 {
		fmt.Fprintf(&b, `{"id": "r%d", "fields": {"text": "x"}, "responses": {"q": [{"value": 1, "user_id": "u"}]}}`+"\n", i)
	}
	b.WriteString(`{"id": "last", "fields": {"text": "x"}, "responses": {"late": [{"value": 2, "user_id": "u"}]}}` + "\n")
	if d := readCSV(t, b.String(), Options{}); !slices.Equal(d.Attributes, []string{"q", "late"}) || len(d.Value) != headRecords+11 {
		t.Errorf("attributes %q, %d judgments", d.Attributes, len(d.Value))
	}
}

// TestOptionsOfAnyObject: columns keep what the cells made of them when options take a column's place.
func TestOptionsOfAnyObject(t *testing.T) {
	rng, b := rand.New(rand.NewPCG(5, 9)), strings.Builder{}
	b.WriteString("Hund,Wer,Farben,Laune\n")
	for i := range 120 {
		fmt.Fprintf(&b, "H%d,p%d,%s,%d\n", i/3, (i/3*3+i%3*5)%17, []string{"rot|blau", "rot", "grau"}[rng.IntN(3)], rated(rng, float64(2+i/3%3)))
	}
	if d := readCSV(t, b.String(), Options{}); len(d.Objects) != 40 || len(d.Attributes) != 4 || d.NamedRaters() != 17 {
		t.Errorf("%d objects, attributes %q, %d raters", len(d.Objects), d.Attributes, d.NamedRaters())
	}
}
