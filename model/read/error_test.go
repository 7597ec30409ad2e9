package read

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"fms-tui/model"
)

// TestLongErrors: what is told of files that are too long or too packed for readings.txt.
func TestLongErrors(t *testing.T) {
	gz := string(compress(t, "object,attribute,judgment\n"+strings.Repeat("o,a,1\n", 1000)))
	options := "item,worker,tags\n"
	for i := range 60 {
		options += fmt.Sprintf("i%d,w,a%d|b%d\n", i, i, i)
	}
	for _, c := range []struct {
		name, csv string
		opt       Options
		want      string
	}{
		{"truncated gzip", gz[:len(gz)-10], Options{}, `d.csv:1002: the compressed file is damaged or was copied in part (unexpected EOF): compress it anew`},
		{"gzip of 5 bytes", gz[:5], Options{}, `d.csv: the compressed file is damaged or was copied in part (unexpected EOF): compress it anew`},
		{"gzip, wrong sum", gz[:len(gz)-8] + "12345678", Options{}, `d.csv:1002: the compressed file is damaged or was copied in part (gzip: invalid checksum): compress it anew`},
		{"gzip, garbage", gz[:20] + "\x00\xff\x00\xff" + gz[24:], Options{}, ``},
		{"words in no known order", "item,clear\na,eher ja\nb,nein\nc,ja\nd,ja\ne,ja\nf,nein\ng,ja\n", Options{ObjectCol: "item"}, `d.csv: holds no judgment, no column of attributes has a number in it: read as by-rater, the columns are item and clear; the long layout needs columns for attribute and judgment; [attribute-col=] and its like name them; [scale=eher ja,nein,ja] makes judgments of these words: put the lowest first`},
		{"options too many", options, Options{}, `d.csv: holds no judgment: no answer is a number, true or false, or names options; tags holds text: more than 50 options if the answers are several`},
	} {
		_, err := fromSources(t.Context(), []Source{Bytes("d.csv", []byte(c.csv))}, nil, c.opt)
		if got := told(err); err == nil || got != c.want && c.want != "" {
			t.Errorf("%s\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestLabelDiffersBetweenFiles(t *testing.T) {
	data := []Source{Bytes("a.csv", []byte("item,criterion,score,y\ni,a,1,2\n")), Bytes("b.csv", []byte("item,criterion,score,y\ni,a,1,3\n"))}
	_, err := fromSources(t.Context(), data, nil, Options{})
	if want := `b.csv:2: column y: "3" differs from "2" in a row before for the same object "i": an object has one value of a label`; err == nil || err.Error() != want {
		t.Errorf("\n got %v\nwant %s", err, want)
	}
}

func TestCosts(t *testing.T) {
	costs, err := Costs(t.Context(), Bytes("c.csv", []byte("Attribute,why,cost\n male ,x,0.1\n\"*,a\",,4\n,,\n")))
	if err != nil || len(costs) != 2 || costs[0] != (Cost{"", "male", 1e8, 2}) || costs[1] != (Cost{"", "*,a", 4e9, 3}) {
		t.Errorf("got %v, %v", costs, err)
	}
	for csv, want := range map[string]string{
		"attribute,price\na,1\n":  `c.csv:1: is not a file of costs: its header needs attribute and cost, found are attribute and price`,
		"attribute,cost\n":        `c.csv: holds a header and no rows: at least one row is needed`,
		"attribute,cost\na,0\n":   `c.csv:2: column cost: "0" is no price: write an amount above 0`,
		"attribute,cost\na,-1\n":  `c.csv:2: column cost: "-1" is not a plain decimal number such as 4 or 0.25: it is below 0`,
		"attribute,cost\na,\n":    `c.csv:2: column cost: is empty: a price is a plain decimal number above 0, such as 4 or 0.25`,
		"attribute,cost\n ,1\n":   `c.csv:2: column attribute: is empty: every price needs the attribute it is for`,
		"attribute,cost\na,1e3\n": `c.csv:2: column cost: "1e3" is not a plain decimal number such as 4 or 0.25: write 1000`,
	} {
		if _, err := Costs(t.Context(), Bytes("c.csv", []byte(csv))); err == nil || err.Error() != want {
			t.Errorf("%q\n got %v\nwant %s", csv, err, want)
		}
	}
}

func TestObjects(t *testing.T) {
	columns, ids, cells, err := Objects(t.Context(), Bytes("o.csv", []byte("text,Item ID,id\nx, a ,1\n,,\n\"y\nz\",=b,\n")))
	if want := [][]string{{"x", "1"}, {"y\nz", ""}}; err != nil || !reflect.DeepEqual(cells, want) || !reflect.DeepEqual(ids, []string{"a", "=b"}) || !reflect.DeepEqual(columns, []string{"text", "id"}) {
		t.Errorf("got %q %q %q, %v", columns, ids, cells, err)
	}
	if _, ids, _, err := Objects(t.Context(), Bytes("o.csv", []byte("story,jar\nx,a\nx,b\n")), "jar"); err != nil || strings.Join(ids, " ") != "a b" {
		t.Errorf("the column named is not taken: %q, %v", ids, err)
	}
	if _, rows, _, err := Objects(t.Context(), Bytes("o.csv", []byte("jar\na\n"))); err != nil || len(rows) != 1 {
		t.Errorf("one column of any name: %v, %v", rows, err)
	}
	for text, want := range map[string]string{
		"jar,photo\na,b\n":  `o.csv:1: is not a list of objects: its header needs object, found are jar and photo`,
		"object\n":          `o.csv: holds a header and no rows: at least one row is needed`,
		"object,x\na,1\n,2": `o.csv:3: column object: is empty: every object needs an id`,
		"object\na\nb\na\n": `o.csv:4: column object: "a" is on line 2 too: each object is listed once`,
	} {
		if _, _, _, err := Objects(t.Context(), Bytes("o.csv", []byte(text))); err == nil || err.Error() != want {
			t.Errorf("%q\n got %v\nwant %s", text, err, want)
		}
	}
}

// told is an error with what it says besides its message: readings, the option
// asked for, and remedies.
func told(err error) string {
	if err == nil {
		return ""
	}
	text := err.Error()
	var ambiguous *AmbiguousError
	if errors.As(err, &ambiguous) {
		text = ambiguous.File + ": " + ambiguous.Problem
		for _, r := range ambiguous.Readings {
			text += "\n  " + chosen(r.Choices) + " (" + r.Meaning + ")"
		}
	}
	var e *Error
	if errors.As(err, &e) {
		if e.Option != "" {
			text += " [" + string(e.Option) + "]"
		}
		for _, r := range e.Remedies {
			text += "; [" + chosen([]model.Choice{r}) + "] " + r.Does
		}
	}
	return text
}
