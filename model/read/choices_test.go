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

// TestStandAsTheyAre: what looks like raters or options and is none, or is
// claimed by a flag, is read as it always was.
func TestStandAsTheyAre(t *testing.T) {
	columns := "item,rater1,rater2\ni1,3,4\ni1,5,6\n"
	for _, test := range []struct {
		name, text string
		opt        Options
		roles      string
	}{
		{"a layout by flag", columns, Options{Layout: ByRater}, "item=object rater1=attribute rater2=attribute"},
		{"a rater by flag", columns, Options{RaterCol: "rater1"}, "item=object rater1=rater rater2=attribute"},
		{"a column of raters", "item,worker,human1,human2\ni,w,3,4\n", Options{}, "item=object worker=rater human1=attribute human2=attribute"},
		{"one rater", "item,rater1,plot\ni,3,4\n", Options{}, "item=object rater1=attribute plot=attribute"},
		{"names of raters", "item,annotator_1,annotator_2,plot\ni,ann,bob,4\n", Options{}, "item=object annotator_1=not used annotator_2=not used plot=attribute"},
		{"options of a label", "item,worker,kind,plot\ni,w,a|b,4\nj,w,c,4\n", Options{Label: "kind"}, ""},
		{"options of an object", "item,worker,plot\na|b,w,4\n", Options{}, "item=object worker=rater plot=attribute"},
		{"options that are ignored", "item,worker,tags,plot\ni,w,a|b,4\n", Options{Ignore: []string{"tags"}}, "item=object worker=rater tags=not used plot=attribute"},
		{"options in long", "item,criterion,score,note\ni,x,3,a|b\n", Options{}, "item=object criterion=attribute score=judgment note=not used"},
		{"long by flags", turkBatch, Options{ObjectCol: "Input.image_url", RaterCol: "WorkerId", AttributeCol: []string{"Title"}, JudgmentCol: "Answer.tall"}, ""},
		{"numbered options by object", "item,tags\ni,1|2\nj,2\n", Options{Layout: ByObject}, "item=object tags.1=attribute tags.2=attribute"},
	} {
		d, err := fromSources(t.Context(), []Source{Bytes("d.csv", []byte(test.text))}, nil, test.opt)
		if err != nil {
			if test.roles != "" {
				t.Errorf("%s: %v", test.name, err)
			}
			continue
		}
		if d.Reading.Form != "" || test.roles != "" && rolesOf(d) != test.roles {
			t.Errorf("%s: form %q, roles %s", test.name, d.Reading.Form, rolesOf(d))
		}
		if test.name == "numbered options by object" && !slices.Equal(d.Attributes, []string{"tags.1", "tags.2"}) {
			t.Errorf("%s: attributes %q", test.name, d.Attributes)
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
