package read

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fms-tui/model"
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

func TestFeatureFiles(t *testing.T) {
	a := Bytes("a.csv", []byte("id,length,colour,ripe\nann,3,red,yes\nbob,,green,no\nann,3,red,yes\n"))
	b := Bytes("b.csv", []byte("object;weight\ncid;1,5\nann;2\n"))
	got, err := FeatureFiles(context.Background(), []Source{a, b}, Options{Decimal: ","})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got.Objects, []string{"ann", "bob", "cid"}) || !reflect.DeepEqual(got.Names, []string{"length", "ripe", "weight"}) ||
		!reflect.DeepEqual(got.Unused, []string{"colour"}) {
		t.Errorf("%+v", got)
	}
	nan := math.NaN()
	want := [][]float64{{3, nan, nan}, {1, 0, nan}, {2, nan, 1.5}}
	for j := range want {
		for i, w := range want[j] {
			if v := got.Values[j][i]; v != w && !(math.IsNaN(v) && math.IsNaN(w)) {
				t.Errorf("%s of %s is %g, want %g", got.Names[j], got.Objects[i], v, w)
			}
		}
	}
}

func TestFeatureFilesErrors(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"object,x\nann,1\nann,2\n", "object,y\nann,1\n", `a.csv:3: column x: "2" differs from "1"`},
		{"object,x\nann,1\n", "object,x\nann,1\n", "b.csv:1: column x: is in a file before"},
		{"object,x\nann,red\nbob,blue\ncid,green\n", "object,y\nann,1\n", "a.csv"},
		{"object,x\nann,red\nbob,blue\n", "object,y\nann,1\n", "a.csv: holds no column of numbers"},
		{"object,x\nann,1\n", "object,y\n", "b.csv: holds a header and no rows"},
	} {
		_, err := FeatureFiles(context.Background(), []Source{Bytes("a.csv", []byte(c.a)), Bytes("b.csv", []byte(c.b))}, Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q, %q: %v, want %q", c.a, c.b, err, c.want)
		}
	}
}

// FuzzFeatureFiles: no file makes it panic, and every feature has a value for
// each object.
func FuzzFeatureFiles(f *testing.F) {
	f.Add("object,x\nann,1\n", "id,y,z\nbob,2,\nann,,red\n")
	f.Add("a\n1\n", "object,x\nann,yes\nann,no\n")
	f.Fuzz(func(t *testing.T, a, b string) {
		x, err := FeatureFiles(context.Background(), []Source{Bytes("a.csv", []byte(a)), Bytes("b.csv", []byte(b))}, Options{})
		if err != nil {
			return
		}
		if len(x.Names) != len(x.Values) || len(x.Names) < 2 {
			t.Fatalf("%d names, %d columns", len(x.Names), len(x.Values))
		}
		for _, v := range x.Values {
			if len(v) != len(x.Objects) {
				t.Fatalf("%d values of %d objects", len(v), len(x.Objects))
			}
		}
	})
}

// TestLabelClasses: a label of three words has three classes, in the order of the alphabet
// or of --ordered; numbers can be classes in order too.
func TestLabelClasses(t *testing.T) {
	const head = "object,attribute,judgment,label\n"
	const grades = head + "a,x,1,mid\na,x,2,\nb,x,1,low\nc,x,1,high\nd,x,2,\n"
	for _, c := range []struct {
		data, labels string
		opt          Options
		want         []float64
		classes      string
		ordered      bool
	}{
		{grades, "", Options{}, []float64{2, 1, 0, math.NaN()}, "high low mid", false},
		{grades, "", Options{Ordered: []string{"low", "mid", "high"}}, []float64{1, 0, 2, math.NaN()}, "low mid high", true},
		{grades, "", Options{Ordered: []string{"none", "low", "mid", "high"}}, []float64{2, 1, 3, math.NaN()}, "none low mid high", true},
		{head + "a,x,1,3\nb,x,1,1.0\nc,x,1,2\n", "", Options{Ordered: []string{"1", "2", "3"}}, []float64{2, 0, 1}, "1 2 3", true},
		{"object,attribute,judgment\na,x,1\nb,x,1\nc,x,1\n", "object,grade\na,mid\nb,low\nc,high\n", Options{Ordered: []string{"low", "mid", "high"}}, []float64{1, 0, 2}, "low mid high", true},
		{"object,attribute,judgment\na,x,1\nb,x,1\nc,x,1\n", "object,grade\na,2\nb,1\nc,3\n", Options{Ordered: []string{"1", "2", "3"}}, []float64{1, 0, 2}, "1 2 3", true},
		{"object,attribute,judgment\na,x,1\nb,x,1\nc,x,1\n", "object,grade\na,mid\nb,low\nc,high\n", Options{}, []float64{2, 1, 0}, "high low mid", false},
	} {
		var files []Source
		if c.labels != "" {
			files = append(files, Bytes("l", []byte(c.labels)))
		}
		ds, err := fromSources(context.Background(), []Source{Bytes("d", []byte(c.data))}, files, c.opt)
		if err != nil {
			t.Errorf("%q: %v", c.data, err)
			continue
		}
		l := &ds.Labels[0]
		if !slices.EqualFunc(l.Values, c.want, func(a, b float64) bool { return a == b || a != a && b != b }) {
			t.Errorf("%q %q: labels %v, want %v", c.data, c.opt.Ordered, l.Values, c.want)
		}
		if strings.Join(l.Classes, " ") != c.classes || l.Ordered != c.ordered || l.Unordered() == c.ordered {
			t.Errorf("%q: classes %q, ordered %v", c.data, l.Classes, l.Ordered)
		}
		if told := slices.Contains(codes(ds), string(model.CodeLabelWords)); told == c.ordered {
			t.Errorf("%q: warnings %v", c.data, ds.Warnings)
		}
	}
}

// TestLabelClassErrors: words that are no classes.
func TestLabelClassErrors(t *testing.T) {
	var many strings.Builder
	for i := range mostClasses + 1 {
		fmt.Fprintf(&many, "o%d,x,1,word%02d\n", i, i)
	}
	for _, c := range []struct {
		rows string
		opt  Options
		want string
	}{
		{many.String(), Options{}, `d:22: column label: "word20" is the word number 21 of the label: accepted are numbers, or at most 20 classes`},
		{"a,x,1,low\nb,x,1,top\n", Options{Ordered: []string{"low", "high"}}, `d:3: column label: "top" is none of the classes that were named: accepted are low, high`},
		{"a,x,1,low\nb,x,1,mid\na,x,2,mid\n", Options{}, `d:4: column label: "mid" differs from "low" in a row before`},
	} {
		_, err := fromSources(context.Background(), []Source{Bytes("d", []byte("object,attribute,judgment,label\n"+c.rows))}, nil, c.opt)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}
