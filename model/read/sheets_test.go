package read

import (
	"testing"

	"fms-tui/model"
)

func TestSheets(t *testing.T) {
	rows, err := Sheets(t.Context(), Bytes("s.csv", []byte("Sheet,why,attribute,price\n a ,x,\"p,q\",2\nb,,*.x,\n,,,\na,,r,2.0\na,,s,\n")))
	want := []Cost{{"a", "p,q", model.Units(2), 2}, {"b", "*.x", 0, 3}, {"a", "r", model.Units(2), 5}, {"a", "s", 0, 6}}
	if err != nil || len(rows) != len(want) {
		t.Fatalf("%v, %v", rows, err)
	}
	for i := range rows {
		if rows[i] != want[i] {
			t.Errorf("row %d is %+v, want %+v", i, rows[i], want[i])
		}
	}
	if rows, err := Sheets(t.Context(), Bytes("s.csv", []byte("sheet,attribute\na,b\n"))); err != nil || len(rows) != 1 || rows[0].Price != 0 {
		t.Errorf("without prices: %v, %v", rows, err)
	}
	for csv, want := range map[string]string{
		"form,attribute\na,b\n":          "s.csv:1: is not a file of sheets: its header needs sheet and attribute, found are form and attribute",
		"sheet,attribute\n":              "s.csv: holds a header and no rows: at least one row is needed",
		"sheet,attribute,price\na,b,0\n": `s.csv:2: column price: "0" is no price: write an amount above 0`,
		"sheet,attribute,price\na,b,x\n": `s.csv:2: column price: "x" is not a plain decimal number such as 4 or 0.25`,
		"sheet,attribute\n,b\n":          "s.csv:2: column sheet: is empty: every line needs the name of its sheet",
		"sheet,attribute\na,\n":          "s.csv:2: column attribute: is empty: every line needs an attribute that is asked on the sheet",
	} {
		if _, err := Sheets(t.Context(), Bytes("s.csv", []byte(csv))); err == nil || err.Error() != want {
			t.Errorf("%q\n got %v\nwant %s", csv, err, want)
		}
	}
}

// FuzzSheets: whatever the bytes, reading ends with rows that could be bought or
// with an error of this package.
func FuzzSheets(f *testing.F) {
	for _, s := range []string{"sheet,attribute,price\na,b,1\n", "sheet\tcriterion\na\t*\n", "sheet,attribute,price\na,\"b\n,0\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		rows, err := Sheets(t.Context(), Bytes("s.csv", data))
		if err != nil {
			checkError(t, err)
			return
		}
		for _, r := range rows {
			if r.Sheet == "" || r.Glob == "" || r.Price < 0 || r.Line < 2 {
				t.Errorf("%+v", r)
			}
		}
	})
}
