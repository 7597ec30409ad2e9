package read

import (
	"fmt"
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
