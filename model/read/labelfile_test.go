package read

import (
	"context"
	"math"
	"reflect"
	"strings"
	"testing"
)

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
