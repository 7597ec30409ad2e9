package read

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestEditor: without roles the editor reads as Open does and counts as the data set does, and other roles cost nats.
func TestEditor(t *testing.T) {
	for name, make := range strangers {
		rng := rand.New(rand.NewPCG(1, 2))
		header, rows := make(rng)
		header = strings.NewReplacer("o", "item", "p", "part", "r", "who", "a", "facet", "x", "warmth", "y", "depth", "h", "result").Replace(header)
		q := Query{Data: []Source{Bytes("a.csv", []byte(header+"\n"+strings.Join(rows, "\n")))}, Options: Options{Yes: true}}
		found, err := Open(t.Context(), q)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		d := found.Dataset
		e, err := Edit(t.Context(), q)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		e.source.Open = nil // it reads no file again
		v, err := e.View(t.Context(), Options{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if v.Objects != len(d.Objects) || v.Attributes != len(d.Attributes) || v.Rows != d.Reading.Rows || v.Behind != 0 {
			t.Errorf("%s: view %+v of %d objects, %d attributes", name, v, len(d.Objects), len(d.Attributes))
		}
		if again, err := e.View(t.Context(), Options{}.With(v.Choices...)); err != nil || len(v.Choices) == 0 || fmt.Sprint(again.Choices) != fmt.Sprint(v.Choices) || again.Attributes != v.Attributes {
			t.Errorf("%s: %v reads %+v, %v", name, v.Choices, again, err)
		}
		for _, said := range v.Judged {
			held := false
			for k, a := range d.Attr {
				i, _ := slices.BinarySearch(d.Start, k+1)
				text := fmt.Sprintf("%s on %s: %v", d.Objects[i-1], d.Attributes[a], d.Value[k])
				if r := d.Rater[k]; r >= 0 && !d.IsNameless(int(r)) {
					text = d.Raters[r] + " judged " + text
				}
				held = held || said == text
			}
			if !held {
				t.Errorf("%s: no judgment is %q", name, said)
			}
		}
		taken := []string{fmt.Sprint(v.Choices)}
		for _, o := range v.Others { // each has objects of its own
			b, err := e.View(t.Context(), Options{}.With(o.Choices...))
			if read := fmt.Sprint(b.Choices); slices.Contains(taken, read) || err == nil && b.Behind == 0 {
				t.Errorf("%s: %+v reads %s, %v", name, o, read, err)
			} else {
				taken = append(taken, read)
			}
		}
		for i, c := range v.Columns {
			if len(v.Examples[i]) == 0 {
				t.Errorf("%s: column %+v", name, c)
			}
		}
		if !strings.Contains(name, ",r,") {
			continue
		}
		other, err := e.View(t.Context(), Options{ObjectCol: "who", RaterCol: "-", Ignore: []string{"result"}})
		if err != nil || !(other.Behind > unsure) || other.Objects != len(d.Raters) {
			t.Errorf("%s: raters as objects: %+v, %v", name, other, err)
		}
	}
}

// TestEditorWithoutReading: where nothing fits, the columns are told all the same.
func TestEditorWithoutReading(t *testing.T) {
	text := "a,b\n"
	for i := range 30 {
		text += fmt.Sprintf("%d.5,%d.25\n", i*i, i)
	}
	e, err := Edit(t.Context(), Query{Data: []Source{Bytes("a.csv", []byte(text))}})
	if err != nil {
		t.Fatal(err)
	}
	v, err := e.View(t.Context(), Options{})
	if err == nil || len(v.Columns) != 2 || len(v.Examples[0]) != 3 {
		t.Errorf("%+v, %v", v, err)
	}
}

// TestEditorOwnReading: the reading of a table of named scores is not behind itself.
func TestEditorOwnReading(t *testing.T) {
	rng, text := rand.New(rand.NewPCG(1, 2)), "item_id,judge_model,run,scores.depth,scores.tone,human\n"
	for i := range 300 {
		text += fmt.Sprintf("q%d,%s,%d,%d,%d,%d\n", i/6, []string{"finch", "lark", "wren"}[i/2%3], 1+i%2, 1+rng.IntN(5), 1+rng.IntN(5), i/6*7%5)
	}
	e, err := Edit(t.Context(), Query{Data: []Source{Bytes("a.csv", []byte(text))}})
	if err != nil {
		t.Fatal(err)
	}
	if v, err := e.View(t.Context(), Options{}); err != nil || v.Attributes != 6 || v.Behind != 0 {
		t.Errorf("%d attributes, %g behind, %v", v.Attributes, v.Behind, err)
	}
}

// TestGivenRoles: the roles as they are found, given as choices, read the same, whatever columns are called.
func TestGivenRoles(t *testing.T) {
	for _, names := range []string{"item,who,clear,deep,gold", `"the ""one""","who, if any","clear, that is","d""eep","out,come"`} {
		rng, text := rand.New(rand.NewPCG(1, 2)), names+"\n"
		for i := range 300 {
			text += fmt.Sprintf("q%d,w%d,%d,%d,%d\n", i/6, i%6, rated(rng, 3), rated(rng, 3), i/6*7%50)
		}
		q := Query{Data: []Source{Bytes("a.csv", []byte(text))}}
		e, err := Edit(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		opt := Options{ObjectCol: splitNames(names)[0], RaterCol: splitNames(names)[1], Label: splitNames(names)[4]}
		v, err := e.View(t.Context(), opt)
		if err != nil || v.Objects != 50 || v.Attributes != 2 || v.Labelled != 50 {
			t.Fatalf("%s: %+v, %v", names, v, err)
		}
		given, err := e.View(t.Context(), Options{}.With(GiveRoles(v.Columns, nil)...))
		if err != nil || given.Objects != v.Objects || given.Attributes != v.Attributes || given.Labelled != v.Labelled || given.PerCell != v.PerCell {
			t.Errorf("%s: %+v, %v", names, given, err)
		}
	}
}
