package read

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fms-tui/model"
)

// TestLargest: the place of the largest judgment of an attribute is known in every layout and
// however the file is read, where judgments are too large to be squared.
func TestLargest(t *testing.T) {
	rows := map[string]func(object, a, c string) string{
		Long:     func(object, a, c string) string { return fmt.Sprintf("%s,a,%s\n%s,c,%s\n", object, a, object, c) },
		ByRater:  func(object, a, c string) string { return fmt.Sprintf("%s,r,%s,%s\n", object, a, c) },
		"quoted": func(object, a, c string) string { return fmt.Sprintf("\"%s\",r,%s,%s\n", object, a, c) },
		ByObject: func(object, a, c string) string { return fmt.Sprintf("%s,%s,1,%s,2\n", object, a, c) },
	}
	heads := map[string]string{Long: "object,attribute,judgment\n", ByRater: "object,rater,a,c\n", "quoted": "object,rater,a,c\n", ByObject: "object,a.1,a.2,c.1,c.2\n"}
	for name, row := range rows {
		text, lines := heads[name], 1
		for i := range 4000 {
			a, c := "1", fmt.Sprint(i%7)
			switch i {
			case 20:
				c = "-1e200"
			case 2000:
				c = "-1e201"
			case 3000:
				c = "1e201" // not larger
			case 3001:
				a = "1e50" // is no large judgment
			}
			text += row(fmt.Sprint("o", i), a, c)
		}
		lines += 2001
		if name == Long {
			lines += 2001
		}
		want := []model.Largest{{Attribute: "c", Object: "o2000", Value: -1e201, File: "d.csv", Row: lines}}
		for _, parts := range []bool{false, true} {
			q := Query{Data: []Source{Bytes("d.csv", []byte(text))}}
			if parts {
				q.Part, q.PartSize = func(*model.Dataset) error { return nil }, func(int) int { return 1000 }
			}
			found, err := Open(t.Context(), q)
			if err != nil {
				t.Fatal(name, err)
			}
			if got := found.Dataset.Reading.Largest; !slices.Equal(got, want) {
				t.Errorf("%s, in parts %v: %v, not %v", name, parts, got, want)
			}
		}
		if text = strings.ReplaceAll(text, "e20", "e2"); len(mustRead(t, text).Reading.Largest) > 0 {
			t.Errorf("%s: 1e20 is large", name)
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
