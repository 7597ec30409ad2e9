package read

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"fms-tui/model"
)

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
		{"a,x,1,low\nb,x,1,mid\na,x,2,mid\n", Options{}, `d:4: column label: "mid" differs from "low" on line 2`},
	} {
		_, err := fromSources(context.Background(), []Source{Bytes("d", []byte("object,attribute,judgment,label\n"+c.rows))}, nil, c.opt)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}
