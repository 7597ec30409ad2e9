package read

import (
	"slices"
	"strings"
	"testing"
)

// TestLabelFileWords: labels of two words in a file of labels. Beside a column
// of numbers they are labels only if they are asked for.
func TestLabelFileWords(t *testing.T) {
	const data = "item,criterion,score\ni1,a,1\ni2,a,2\ni3,a,2\n"
	for _, test := range []struct {
		name, labels, want string
		opt                Options
		told               bool
	}{
		{"alone", "item,passed\ni1,pass\ni2,fail\ni3,\n", "passed[1 0 NaN]", Options{}, true},
		{"one of them about strangers", "item,passed\ni1,pass\ni2,pass\ni9,fail\n", "passed[1 1 NaN]", Options{}, true},
		{"beside numbers", "item,split,size\ni1,train,3\ni2,test,4\ni3,test,5\n", "size[3 4 5]", Options{}, false},
		{"beside numbers, asked for", "item,split,size\ni1,train,3\ni2,test,4\ni3,test,5\n", "split[1 0 0] size[3 4 5]", Options{Label: "split"}, true},
		{"beside three words", "item,passed,kind\ni1,pass,cat\ni2,fail,dog\ni3,fail,cow\n", "passed[1 0 0] kind[0 2 1]", Options{}, true},
	} {
		sources := []Source{Bytes("l.csv", []byte(test.labels))}
		d, err := fromSources(t.Context(), []Source{Bytes("d.csv", []byte(data))}, sources, test.opt)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if got := labelsOf(d); got != test.want || slices.Contains(codes(d), "label-words") != test.told {
			t.Errorf("%s: labels %s, want %s; warnings %v", test.name, got, test.want, d.Warnings)
		}
	}
	for labels, want := range map[string]string{
		"i1,3.5\ni2,4\n": "l.csv:1: has no names of columns, but i1 and 3.5: add a header line",
		"1,3.5\n2,4\n":   "l.csv:1: holds numbers where the names of the columns are expected: add a header line",
	} {
		_, err := fromSources(t.Context(), []Source{Bytes("d.csv", []byte(data))}, []Source{Bytes("l.csv", []byte(labels))}, Options{})
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "columns=") {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if d, err := fromSources(t.Context(), []Source{Bytes("d.csv", []byte(data))}, []Source{Bytes("l.csv", []byte("which,y\ni1,3\ni2,4\n"))}, Options{}); err != nil || labelsOf(d) != "y[3 4 NaN]" {
		t.Errorf("%v, %v", labelsOf(d), err)
	}
	years := Bytes("l.csv", []byte("i,2019\ni1,3\ni2,4\n"))
	if d, err := fromSources(t.Context(), []Source{Bytes("d.csv", []byte(data))}, []Source{years}, Options{Label: "2019"}); err != nil || labelsOf(d) != "2019[3 4 NaN]" {
		t.Errorf("%v, %v", labelsOf(d), err)
	}
	for csv, want := range map[string]string{
		"item,criterion,score,y\ni1,a,1,3\ni2,a,2,4\n":       `l.csv:2: column y: "pass" is not a number`,
		"item,criterion,score,y\ni1,a,1,big\ni2,a,2,small\n": `l.csv:2: column y: "5" is a number among words such as "big"`,
	} {
		labels := "item,y\ni1,pass\ni2,fail\n"
		if strings.Contains(csv, "big") {
			labels = "item,y\ni1,5\ni2,6\n"
		}
		_, err := fromSources(t.Context(), []Source{Bytes("d.csv", []byte(csv))}, []Source{Bytes("l.csv", []byte(labels))}, Options{})
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
