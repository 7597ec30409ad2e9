package read

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"fms-tui/model"
)

// TestErrors holds every message to the letter: users read them, and scripts
// may.
func TestErrors(t *testing.T) {
	const head = "object,attribute,judgment\n"
	gz := string(compress(t, head+strings.Repeat("o,a,1\n", 1000)))
	tests := []struct {
		name, csv string
		opt       Options
		want      string
	}{
		// The file.
		{"empty", "", Options{}, `d.csv: is empty: a header and at least one row are needed`},
		{"blank", "\n\r\n\n", Options{}, `d.csv: is empty: a header and at least one row are needed`},
		{"header alone", head, Options{}, `d.csv: holds a header and no rows: at least one row is needed`},
		{"no header", "1,2,3\n4,5,6\n", Options{}, `d.csv:1: holds numbers where the names of the columns are expected: add a header line; [columns=] names the columns of a file without one`},
		{"no header, but words", "1,2,g\n4,5,b\n", Options{}, `d.csv:1: has no column for the object: call it doc, document, essay, example, image, item, object, sample, stimulus, story, task or unit; the columns are 1, 2 and g; [object-col=] names it; [columns=] names the columns of a file without one`},
		{"more names than cells", "1,2\n", Options{Columns: []string{"object", "x", "y"}}, `d.csv:1: has 2 cells, fewer than the 3 names of columns [columns]`},
		{"other cells than the first row", "o,1\no,2\no,1,2\n", Options{Columns: []string{"object"}}, `d.csv:3: has 3 cells, and the header has 2: write equally many in every row, an empty cell for a missing value`},
		{"a first row of 64 KB", strings.Repeat("1,", 40000) + "1\n", Options{Columns: []string{"object"}}, `d.csv:1: has a first row that is too long to count its cells: add a header line [columns]`},
		{"names of columns for JSON", `[{"object": 1}]`, Options{Columns: []string{"x"}}, `d.csv: is JSON, whose columns have names: names of columns are accepted for CSV, TSV alone [columns]`},
		{"semicolons", "object;attribute;judgment\no;a;1,5\no;a;1.5\n", Options{}, `d.csv:3: column judgment: "1.5" stands in a column that has numbers with a comma (line 2) and with a point (line 3): write all of them alike`},
		{"commas between thousands", "object;attribute;judgment\no;a;1,234,567\n", Options{}, `d.csv:2: column judgment: "1,234,567" is not written with one comma before the decimals: write it without a point, or a separator between thousands`},
		{"points between thousands", head + "o,a,1\no,a,\"1.234,5\"\n", Options{Decimal: ","}, `d.csv:3: column judgment: "1.234,5" is not written with one comma before the decimals: write it without a point, or a separator between thousands`},
		{"point under --decimal", head + "o,a,\"1,5\"\no,a,2.5\n", Options{Decimal: ","}, `d.csv:3: column judgment: "2.5" is not written with one comma before the decimals: write it without a point, or a separator between thousands`},
		{"JSON cut off", "\n{\"object\": 1,\n", Options{}, `d.csv:2: ends in the middle of an object or a list: was it copied in part?`},
		{"JSON of no objects", "[1, 2]", Options{}, `d.csv:1: "1" is no object: accepted are objects, one a line (JSON Lines) or in one list`},
		{"JSON after the list", "[{\"a\": 1}]\n{}", Options{}, `d.csv:2: "{" follows the end of the list: accepted are objects, one a line (JSON Lines) or in one list`},
		{"empty JSON list", "[]", Options{}, `d.csv:1: holds no object with a key: accepted are objects, one a line (JSON Lines) or in one list`},
		{"JSON with a comma too many", "{\"object\": 1}\n{\"object\": 2,}\n", Options{}, `d.csv:2: is not JSON as expected (invalid character '}' looking for beginning of object key string): accepted are objects, one a line (JSON Lines) or in one list`},
		{"ZIP", "PK\x03\x04....", Options{}, `d.csv: is no Excel file (.xlsx) that can be read, or another ZIP file (zip: not a valid zip file): ` + acceptedFormats()},
		{"UTF-16", "\xff\xfeo\x00", Options{}, `d.csv: is UTF-16 text: ` + acceptedFormats()},
		{"binary", head + "o,a,1\no,\x00,1\n", Options{}, `d.csv:3: holds a NUL byte, so this is no text: ` + acceptedFormats()},
		{"Latin 1", head + "o,a,1\n\no,\xe9t\xe9,1\n", Options{}, `d.csv:4: "\xe9" is not UTF-8: save the file as UTF-8, or name its encoding, latin1 or windows-1252; [encoding=latin1] is likely: it reads "été"`},
		{"Windows", head + "o,a,1\n\"o \x93tr\xe9s\x94\",a,1\n", Options{}, `d.csv:3: "\x93" is not UTF-8: save the file as UTF-8, or name its encoding, latin1 or windows-1252; [encoding=windows-1252] is likely: it reads "“trés”"`},
		{"half a rune", head + "o,a,1\nü\xc3", Options{}, `d.csv:3: "\xc3" is not UTF-8: save the file as UTF-8, or name its encoding, latin1 or windows-1252; [encoding=latin1] is likely: it reads "Ã"`},
		{"CR", "object,attribute,judgment\ro,a,1\r", Options{}, `d.csv:1: ends its lines with CR alone: accepted are LF and CRLF`},
		{"truncated gzip", gz[:len(gz)-10], Options{}, `d.csv:1002: the compressed file is damaged or was copied in part (unexpected EOF): compress it anew`},
		{"gzip of 5 bytes", gz[:5], Options{}, `d.csv: the compressed file is damaged or was copied in part (unexpected EOF): compress it anew`},
		{"gzip, wrong sum", gz[:len(gz)-8] + "12345678", Options{}, `d.csv:1002: the compressed file is damaged or was copied in part (gzip: invalid checksum): compress it anew`},
		{"gzip, garbage", gz[:20] + "\x00\xff\x00\xff" + gz[24:], Options{}, ``},
		{"short row", head + "o,a,1\no,a\n", Options{}, `d.csv:3: has 2 cells, and the header has 3: write equally many in every row, an empty cell for a missing value`},
		{"long row", head + "o,a,\"1\",2\n", Options{}, `d.csv:2: has 4 cells, and the header has 3: write equally many in every row, an empty cell for a missing value`},
		{"open quote", head + "o,a,1\no,\"a,1\no,a,1\no,a,1\n", Options{}, `d.csv:3: opens a quote that is not closed properly up to line 5: close it, or write "" for a quote inside a quoted cell`},
		{"quote closed too late", head + "o,\"a,1\no,b\"c,1\n", Options{}, `d.csv:2: opens a quote that is not closed properly up to line 3: close it, or write "" for a quote inside a quoted cell`},
		{"text after a quote", head + "o,\"a\"b,1\n", Options{}, `d.csv:2: has a quote that is not closed, or text after a closed one: write "" for a quote inside a quoted cell`},
		{"quote inside", head + "o,a\"b,1\n", Options{}, `d.csv:2: has a quote inside a cell that does not begin with one: write "" for a quote, and put the cell in quotes`},

		// Cells.
		{"comma", head + "o,a,1\no,a,\"4,5\"\n", Options{}, `d.csv:3: column judgment: "4,5" is not a number: write 4.5; [decimal=,] reads decimal commas`},
		{"commas", head + "o,a,\"1,234,567\"\n", Options{}, `d.csv:2: column judgment: "1,234,567" is not a number: write it without commas; [decimal=,] reads decimal commas`},
		{"infinite", head + "o,a,-Inf\n", Options{}, `d.csv:2: column judgment: "-Inf" is not finite: ` + accepted},
		{"too large", head + "o,a,1e999\n", Options{}, `d.csv:2: column judgment: "1e999" is too large: accepted are numbers between -1.79e308 and 1.79e308`},
		{"hexadecimal", head + "o,a,0x1p3\n", Options{}, `d.csv:2: column judgment: "0x1p3" is not a number: ` + accepted},
		{"underscore", head + "o,a,1_000\n", Options{}, `d.csv:2: column judgment: "1_000" is not a number: ` + accepted},
		{"text", head + "o,a, good\x1b[31m \n", Options{}, `d.csv:2: column judgment: "good\x1b[31m" is not a number: ` + accepted},
		{"much text", head + "o,a," + strings.Repeat("ü", 100) + "\n", Options{}, `d.csv:2: column judgment: "` + strings.Repeat("ü", 60) + `…" is not a number: ` + accepted},
		{"text among numbers", "item,worker,plot\ni,w,3\ni,v,bad\n", Options{Attributes: []string{"plot"}}, `d.csv:3: column plot: "bad" is not a number: ` + accepted},
		{"numbers after text", "item,worker,plot\ni,w,bad\ni,v,3\n", Options{Attributes: []string{"plot"}}, `d.csv:2: column plot: "bad" is not a number: ` + accepted},
		{"comma by-rater", "item,worker,plot\ni,w,\"3,5\"\n", Options{}, `d.csv:2: column plot: "3,5" is not a number: write 3.5; [decimal=,] reads decimal commas`},
		{"no object", head + "o,a,1\n ,a,1\n", Options{}, `d.csv:3: column object: is empty: every row needs the id of its object`},
		{"no object by-object", "item,a.1,a.2\ni,1,2\n,1,2\n", Options{}, `d.csv:3: column item: is empty: every row needs the id of its object`},
		{"missing object", head + "NaN,a,1\n", Options{}, `d.csv:2: column object: "NaN" stands for a missing id: every row needs the id of its object`},
		{"no attribute", head + "o, ,1\n", Options{}, `d.csv:2: column attribute: is empty: every judgment needs the name of its attribute`},
		{"nothing judged", head + "o,a,NA\n", Options{}, `d.csv: column judgment: holds no judgment, every cell is missing: ` + accepted},
		{"nothing judged by-rater", "item,worker,plot\ni,w,good\n", Options{}, `d.csv: holds no judgment, no column of attributes has a number in it: read as by-rater, the columns are item, worker and plot; the long layout needs columns for attribute and judgment; [attribute-col=] and its like name them; [scale=LOW,MID,HIGH] makes judgments of answer words`},

		// Labels.
		{"two labels", "object,attribute,judgment,label\no,a,1,3\no,a,1,\no,b,1,4\n", Options{}, `d.csv:4: column label: "4" differs from "3" in a row before for the same object "o": an object has one value of a label`},
		{"two labels below 0", "item,worker,plot,y\ni,w,1,-2\ni,v,1,-1e300\n", Options{}, `d.csv:3: column y: "-1e+300" differs from "-2" in a row before for the same object "i": an object has one value of a label`},
		{"an attribute for a label", "item,worker,plot,y\ni,w,1,3\ni,v,2,3\n", Options{Label: "plot"}, `d.csv:3: column plot: "2" differs from "1" in a row before for the same object "i": an object has one value of a label; [label-from=plot] predicts the mean of its judgments`},
		{"two labels by-rater", "item,worker,plot,y\ni,w,1,3\ni,v,1,4\n", Options{}, `d.csv:3: column y: "4" differs from "3" in a row before for the same object "i": an object has one value of a label`},
		{"text label", "object,attribute,judgment,label\no,a,1,tall\n", Options{}, `d.csv:2: column label: "tall" is the only word of the label, in all objects: accepted are numbers, or words for at least two classes`},
		{"yes, no and maybe", "object,attribute,judgment,label\no,a,1,yes\np,a,1,maybe\n", Options{Label: "label"}, `d.csv:3: column label: "maybe" is a third word, after words that count as 0 and 1, such as yes and no; [ordered=LOW,MID,HIGH] names the classes of a scale from low to high`},
		{"unknown label", "item,worker,plot,height,y\no,w,1,3,4\n", Options{Label: "hight"}, `d.csv: has no label hight: the data have the label y; columns that could be the label: height and plot [label]`},
		{"unknown label, long", head + "o,a,1\n", Options{Label: "y"}, `d.csv: has no label y: the data have no label [label]`},

		// Columns.
		{"no column", head + "o,a,1\n", Options{RaterCol: "atribute"}, `d.csv:1: has no column atribute: the columns are attribute, object and judgment [rater-col]`},
		{"nothing to ignore", head + "o,a,1\n", Options{Ignore: []string{"objects"}}, `d.csv:1: has no column objects: the columns are object, judgment and attribute [ignore-col]`},
		{"one column, two roles", head + "o,a,1\n", Options{ObjectCol: "object", RaterCol: "object"}, `d.csv:1: column object cannot be both, the object and the rater: each role needs a column of its own`},
		{"no object column", "a,b\n1,2\n", Options{}, `d.csv:1: has no column for the object: call it doc, document, essay, example, image, item, object, sample, stimulus, story, task or unit; the columns are a and b; [object-col=] names it`},
		{"no attribute column", "item,x,y\n1,2,3\n", Options{JudgmentCol: "x"}, `d.csv:1: has no column for the attribute in the long layout: call it aspect, attribute, criterion, dimension, feature, property or trait; the columns are item, x and y; [attribute-col=] names it`},
		{"flag of another layout", "item,x,y\n1,2,3\n", Options{Layout: ByRater, JudgmentCol: "x"}, `d.csv:1: column x: belongs to the long layout, not to by-rater [judgment-col]`},
		{"rater by-object", "item,worker,x\n1,2,3\n", Options{Layout: ByObject, RaterCol: "worker"}, `d.csv:1: a column of raters belongs to the layouts long and by-rater, not to by-object [rater-col]`},
		{"unknown layout", head + "o,a,1\n", Options{Layout: "wide"}, `d.csv: layout "wide" is not known: accepted are auto, long, by-rater, by-object`},
		{"duplicates in long", "object,attribute,judgment,x,x\no,a,1,2,3\n", Options{}, `d.csv:1: columns 4 and 5 are both called x: rename one (only in the by-object layout do they hold judgments of one attribute)`},
		{"duplicates by-rater", "item,plot,plot\no,1,2\no,1,2\n", Options{}, `d.csv:1: columns 2 and 3 are both called plot: rename one (only in the by-object layout do they hold judgments of one attribute)`},
		{"flag names duplicates", "item,plot,plot\no,1,2\no,1,2\n", Options{RaterCol: "plot"}, `d.csv:1: columns 2 and 3 are both called plot: rename one (only in the by-object layout do they hold judgments of one attribute)`},

		// Two readings.
		{"two objects and raters", "item,story id,worker,coder,plot\n1,2,3,4,5\n", Options{}, `d.csv: the cells speak for two readings nearly alike (1.5 and 1.5)
  layout=by-rater object-col=item rater-col=worker attributes=plot (item: 1 object, 1.0 rows each; worker is the rater, 1 of them; judged are plot)
  layout=by-rater object-col=item rater-col=coder attributes=plot (item: 1 object, 1.0 rows each; coder is the rater, 1 of them; judged are plot)
  layout=by-rater object-col=story id rater-col=worker attributes=plot ("story id": 1 object, 1.0 rows each; worker is the rater, 1 of them; judged are plot)
  layout=by-rater object-col=story id rater-col=coder attributes=plot ("story id": 1 object, 1.0 rows each; coder is the rater, 1 of them; judged are plot)`},
		{"uneven stems", "item,male.1,male.2,tall\n1,2,3,4\n", Options{}, `d.csv: some attributes have several columns and others fewer
  label=tall (the one column without a number is the label)
  layout=by-object (numbered columns are judgments of one attribute)
  layout=by-rater (every column is an attribute of its own)`},
		{"numbered label", "item,a_1,a_2,b_1,b_2\n1,2,3,4,5\n", Options{Label: "a_1"}, `d.csv: some attributes have several columns and others fewer
  layout=by-object (numbered columns are judgments of one attribute)
  layout=by-rater (every column is an attribute of its own)`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := fromSources(t.Context(), []Source{Bytes("d.csv", []byte(test.csv))}, nil, test.opt)
			if err == nil {
				t.Fatal("no error")
			}
			if got := told(err); got != test.want && test.want != "" {
				t.Errorf("\n got %s\nwant %s", got, test.want)
			}
			var ambiguous *AmbiguousError
			if !errors.As(err, &ambiguous) {
				return
			}
			for _, a := range ambiguous.Readings { // every way out leads out
				if _, err := fromSources(t.Context(), []Source{Bytes("d.csv", []byte(test.csv))}, nil, Options{}.With(a.Choices...)); err != nil {
					t.Errorf("%s: %v", chosen(a.Choices), err)
				}
			}
		})
	}
}

func TestLabelFileErrors(t *testing.T) {
	const data = "item,criterion,score\ni1,a,1\ni2,a,2\n"
	tests := []struct {
		name, labels string
		opt          Options
		want         string
	}{
		{"one column", "item\ni1\n", Options{}, `l.csv:1: needs a column for the object and one for each label`},
		{"no rows", "item,size\n", Options{}, `l.csv: holds a header and no rows: at least one row is needed`},
		{"text", "item,size,kind\ni1,big,\ni2,small,\ni2,tiny,\n", Options{}, `l.csv:4: column size: "tiny" differs from "small" in a row before for the same object "i2": an object has one value of a label`},
		{"text asked for", "item,size,kind\ni1,1,cat\ni2,2,dog\ni2,2,cow\n", Options{Label: "kind"}, `l.csv:4: column kind: "cow" differs from "dog" in a row before for the same object "i2": an object has one value of a label`},
		{"text among numbers", "item,size\ni1,1\ni2,big\n", Options{Label: "size"}, `l.csv:3: column size: "big" is not a number: ` + accepted},
		{"no value", "item,size\ni1,\ni2,NA\n", Options{}, `l.csv: column size: holds no value: a label needs numbers`},
		{"no object", "item,size\n,2\n", Options{}, `l.csv:2: column item: is empty: every row needs the id of its object`},
		{"two values", "item,size\ni1,2\ni2,3\ni1,2\ni1,5\n", Options{}, `l.csv:5: column size: "5" differs from "2" in a row before for the same object "i1": an object has one value of a label`},
		{"other case", "item,size\nI1,2\nI2,3\n", Options{}, `l.csv:2: column item: "I1" is not an object of the data, and neither is any other here: the ids must be ids of the data, which have "i1": write capital letters alike`},
		{"other ids", "item,size\n1,2\n2,3\n", Options{}, `l.csv:2: column item: "1" is not an object of the data, and neither is any other here: the ids must be ids of the data, such as "i1"`},
		{"two objects", "item,story,size\ni1,i1,3\n", Options{}, "l.csv: item and story could each be the object\n  object-col=item (the object is item)\n  object-col=story (the object is story)"},
		{"duplicates", "item,size,size\ni1,1,3\n", Options{}, `l.csv:1: columns 2 and 3 are both called size: rename one (only in the by-object layout do they hold judgments of one attribute)`},
		{"unknown label", "item,size,id\ni1,1,3\n", Options{Label: "sizes"}, `d.csv: has no label sizes: the data have the label size [label]`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := fromSources(t.Context(), []Source{Bytes("d.csv", []byte(data))}, []Source{Bytes("l.csv", []byte(test.labels))}, test.opt)
			if told(err) != test.want {
				t.Errorf("\n got %s\nwant %s", told(err), test.want)
			}
		})
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
			text += "; [" + chosen([]model.Choice{r.Choice}) + "] " + r.Does
		}
	}
	return text
}

// TestShapeErrors holds the messages about exports and other files to the letter,
// as TestErrors does.
func TestShapeErrors(t *testing.T) {
	const turkHead = "HITId,AssignmentId,WorkerId,AssignmentStatus,Input.text,Answer.taskAnswers\n"
	var manyOptions strings.Builder
	manyOptions.WriteString("item,worker,tags\n")
	for i := range 60 {
		fmt.Fprintf(&manyOptions, "i%d,w,a%d|b%d\n", i, i, i)
	}
	const ls = `{"id": 1, "data": {"text": "x"}, "annotations": %s}`
	const pr = `{"_input_hash": 1, "_task_hash": 2, "text": "x", %s}`
	const ar = `{"id": 1, "fields": {"text": "x"}, %s}`
	for _, c := range []struct {
		name, text string
		opt        Options
		want       string
	}{
		{"turk cut", turkHead + "h,a,w,Approved,i,\"[{\"\"q\"\":{\"\"1\"\":tr\"\n", Options{}, `d.csv:2: column Answer.taskAnswers: "[{\"q\":{\"1\":tr" is no JSON of answers as Mechanical Turk writes it (invalid character ' ' in literal true (expecting 'u')): accepted is a list such as [{"quality": {"1": false, "2": true}}]; was the cell cut off or changed by a spreadsheet?; [ignore-col=Answer.taskAnswers] leaves the column out`},
		{"turk object", turkHead + "h,a,w,Approved,i,\"{\"\"q\"\":1}\"\n", Options{}, `d.csv:2: column Answer.taskAnswers: "{\"q\":1}" is no JSON of answers as Mechanical Turk writes it (found is a JSON object where another value is expected): accepted is a list such as [{"quality": {"1": false, "2": true}}]; was the cell cut off or changed by a spreadsheet?; [ignore-col=Answer.taskAnswers] leaves the column out`},
		{"turk list", turkHead + "h,a,w,Approved,i,[1]\n", Options{}, `d.csv:2: column Answer.taskAnswers: "[1]" is no JSON of answers as Mechanical Turk writes it: accepted is a list such as [{"quality": {"1": false, "2": true}}]; was the cell cut off or changed by a spreadsheet?; [ignore-col=Answer.taskAnswers] leaves the column out`},
		{"turk spreadsheet", turkHead + "h,a,w,Approved,i,#NAME?\n", Options{}, `d.csv:2: column Answer.taskAnswers: "#NAME?" is no JSON of answers as Mechanical Turk writes it (invalid character '#' looking for beginning of value): accepted is a list such as [{"quality": {"1": false, "2": true}}]; was the cell cut off or changed by a spreadsheet?; [ignore-col=Answer.taskAnswers] leaves the column out`},
		{"turk all rejected", turkHead + "h,a,w,rejected,i,[]\n", Options{}, `d.csv: holds no judgment in 1 row, read as Mechanical Turk batch; left out: rejected assignment (1); needed are numbers, ratings or choices`},
		{"turk no object", turkHead + "h,a,w,Approved,,\"[{\"\"q\"\":1}]\"\n", Options{}, `d.csv:2: column Input.text: is empty: every row needs the id of its object`},
		{"turk only text", turkHead + "h,a,w,Approved,i,\"[{\"\"q\"\":\"\"fine\"\"}]\"\n", Options{}, `d.csv: holds no judgment: no answer is a number, true or false, or names options; q holds text; from Answer.taskAnswers, of Mechanical Turk`},
		{"turk number among text", "HITId,AssignmentId,WorkerId,Input.text,Answer.q\nh,a,w,i,3\nh,a,w,i,good\n", Options{Attributes: []string{"q"}}, `d.csv:3: column q: "good" is not a number: ` + accepted + `; the column is from Answer.q, of Mechanical Turk`},
		{"turk unknown label", "HITId,AssignmentId,WorkerId,Input.text,Input.gold,Answer.q\nh,a,w,i,2,3\n", Options{Label: "gold"}, `d.csv: has no label gold: the data have no label; columns that could be the label: q and Input.gold [label]`},
		{"turk label differs", "HITId,AssignmentId,WorkerId,Input.text,Input.gold,Answer.q\nh,a,w,i,2,3\nh,a,v,i,3,3\n", Options{Label: "Input.gold"}, `d.csv:3: column Input.gold: "3" differs from "2" in a row before for the same object "h": an object has one value of a label`},
		{"turk unknown rater", "HITId,AssignmentId,WorkerId,Input.text,Answer.q\nh,a,w,i,3\n", Options{RaterCol: "Worker"}, `d.csv:1: has no column Worker: the columns are WorkerId, HITId, q, Input.text and AssignmentId [rater-col]`},
		{"turk header alone", turkHead, Options{}, `d.csv: holds a header and no rows: at least one row is needed`},
		{"turk ignore nothing", "HITId,AssignmentId,WorkerId,Input.text,Answer.q\nh,a,w,i,3\n", Options{Ignore: []string{"Answer.r"}}, `d.csv:1: has no column Answer.r: the columns are Answer.q, WorkerId, HITId, q, AssignmentId and Input.text [ignore-col]`},
		{"options too many", manyOptions.String(), Options{}, `d.csv: holds no judgment: no answer is a number, true or false, or names options; tags holds text: more than 50 options if the answers are several`},
		{"options and numbers", "item,worker,tags\ni,w,3\nj,w,1|x\nk,w,x\n", Options{Attributes: []string{"tags"}}, `d.csv:3: column tags: "1|x" is not a number: ` + accepted},
		{"raters twice", "item,rater1_x,x rater 1,rater2_x\ni,1,2,3\n", Options{}, `d.csv:1: columns rater1_x and "x rater 1" both hold x by the rater rater1: rename one; [ignore-col=] leaves one out`},
		{"raters text among", "item,rater1,rater2\ni,1,2\nj,3,good\n", Options{Attributes: []string{"judgment"}}, `d.csv:3: column judgment: "good" is not a number: ` + accepted + `; the column is from rater1 and rater2`},
		{"raters no object", "rater1,rater2\n1,2\n3,4\n", Options{}, `d.csv:1: has no column for the object: call it doc, document, essay, example, image, item, object, sample, stimulus, story, task or unit; the columns are rater and judgment; [object-col=] names it`},
		{"raters empty", "item,rater1,rater2\ni,1,2\n,3,4\n", Options{}, `d.csv:3: column item: is empty: every row needs the id of its object`},
		{"ls not a list", fmt.Sprintf(ls, `"x"`), Options{}, `d.csv:1: column annotations: "x" is not a list of annotations as Label Studio exports tasks (invalid character 'x' looking for beginning of value): export the project as JSON anew`},
		{"ls wrong type", fmt.Sprintf(ls, `[{"result": [{"value": {"rating": "good"}}]}]`), Options{}, `d.csv:1: column annotations: "[{\"result\": [{\"value\": {\"rating\": \"good\"}}]}]" is not a list of annotations as Label Studio exports tasks (found is text where a number is expected): export the project as JSON anew`},
		{"ls nobody", fmt.Sprintf(ls, `[]`), Options{}, `d.csv: holds no judgment in 1 row, read as Label Studio tasks; left out: task without an answer (1); needed are numbers, ratings or choices`},
		{"ls only skipped", fmt.Sprintf(ls, `[{"was_cancelled": true, "result": []}]`), Options{}, `d.csv: holds no judgment in 1 row, read as Label Studio tasks; left out: skipped annotation (1), task without an answer (1); needed are numbers, ratings or choices`},
		{"ls only spans", fmt.Sprintf(ls, `[{"completed_by": 1, "result": [{"type": "labels", "from_name": "l", "value": {"labels": ["A"]}}]}]`), Options{}, `d.csv: holds no judgment in 1 row, read as Label Studio tasks; left out: answer of the type labels, no rating, number or choice (1), task without an answer (1); needed are numbers, ratings or choices`},
		{"ls no id", `{"id": null, "data": {"text": "x"}, "annotations": []}`, Options{}, `d.csv:1: column id: is empty in record 1: every record of Label Studio names its object`},
		{"ls label unknown", fmt.Sprintf(ls, `[{"result": [{"from_name": "q", "type": "rating", "value": {"rating": 3}}]}]`), Options{Label: "gold"}, `d.csv: has no label gold: the data have no label [label]`},
		{"ls infinite", fmt.Sprintf(ls, `[{"result": [{"from_name": "q", "type": "number", "value": {"number": 1e999}}]}]`), Options{}, `d.csv:1: column judgment: "1e999" is too large: accepted are numbers between -1.79e308 and 1.79e308; the column is the answer of Label Studio`},
		{"ls by-rater", fmt.Sprintf(ls, `[{"result": []}]`), Options{Layout: ByRater}, `d.csv: holds no judgment, no column of attributes has a number in it: read as by-rater, the columns are id, data.text and annotations; the long layout needs columns for attribute and judgment; [attribute-col=] and its like name them; [scale=LOW,MID,HIGH] makes judgments of answer words`},
		{"prodigy answer", fmt.Sprintf(pr, `"answer": "yes"`), Options{}, `d.csv:1: column answer: "yes" is no answer of Prodigy: accepted are accept, reject and ignore`},
		{"prodigy ignored", fmt.Sprintf(pr, `"answer": "ignore"`), Options{}, `d.csv: holds no judgment in 1 row, read as Prodigy tasks; left out: ignored task (1); needed are numbers, ratings or choices`},
		{"prodigy options", fmt.Sprintf(pr, `"answer": "accept", "options": "A", "accept": ["A"]`), Options{}, `d.csv:1: column options: "A" is no list as Prodigy writes it (invalid character 'A' looking for beginning of value): accepted are options such as [{"id": 1}] and ids chosen such as [1]`},
		{"prodigy accept", fmt.Sprintf(pr, `"answer": "accept", "options": [{"id": 1}], "accept": 1`), Options{}, `d.csv:1: column accept: "1" is no list as Prodigy writes it (found is a JSON number where another value is expected): accepted are options such as [{"id": 1}] and ids chosen such as [1]`},
		{"prodigy hash", `{"_input_hash": null, "_task_hash": 2, "answer": "accept"}`, Options{}, `d.csv:1: column _input_hash: is empty in record 1: every record of Prodigy names its object`},
		{"argilla responses", fmt.Sprintf(ar, `"responses": "x"`), Options{}, `d.csv:1: column responses: "x" is not a list of responses as Argilla exports records (invalid character 'x' looking for beginning of value): accepted is a list such as [{"user_id": "u", "value": 4}]`},
		{"argilla question", fmt.Sprintf(ar, `"responses": {"q": [1]}`), Options{}, `d.csv:1: column responses.q: "[1]" is not a list of responses as Argilla exports records (found is a JSON number where another value is expected): accepted is a list such as [{"user_id": "u", "value": 4}]`},
		{"argilla words", fmt.Sprintf(ar, `"responses": {"q": [{"value": "so it is"}]}`), Options{}, `d.csv: holds no judgment in 1 row, read as Argilla records; left out: answer in words (1); needed are numbers, ratings or choices`},
		{"argilla drafts", fmt.Sprintf(ar, `"responses": [{"status": "draft", "values": {"q": {"value": 1}}}]`), Options{}, `d.csv: holds no judgment in 1 row, read as Argilla records; left out: draft response (1), record without an answer (1); needed are numbers, ratings or choices`},
		{"argilla suggestions", fmt.Sprintf(ar, `"suggestions": {"q": {"value": 3}}, "responses": {"q": []}`), Options{}, `d.csv: holds no judgment in 1 row, read as Argilla records; left out: suggestion of a model (1), record without an answer (1); needed are numbers, ratings or choices`},
		{"studio table", "id,annotator,annotation_id,lead_time,q\n1,u,2,3,\"[{\"\"rating\"\": \"\"x\"\"}]\"\n", Options{}, `d.csv: holds no judgment: no answer is a number, true or false, or names options; q holds text`},
		{"studio table mixed", "id,annotator,annotation_id,lead_time,q\n1,u,2,3,\"[{\"\"rating\"\": 3}]\"\n1,v,2,3,good\n", Options{Attributes: []string{"q"}}, `d.csv:3: column q: "good" is not a number: ` + accepted},
		{"zstd cut", "\x28\xb5\x2f\xfd\x04", Options{}, `d.csv:1: the compressed file is damaged or was copied in part (unexpected EOF): compress it anew`},
		{"zstd garbage", "\x28\xb5\x2f\xfdhello world, no zstd", Options{}, `d.csv:1: the compressed file is damaged or was copied in part (reserved bit set on frame header): compress it anew`},
		{"xls", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", Options{}, `d.csv: is a file of an old Office program (.xls or .doc): ` + acceptedFormats()},
		{"pdf", "%PDF-1.4\n", Options{}, `d.csv: is a PDF file: ` + acceptedFormats()},
		{"html", "<!DOCTYPE html><html><body>Sign in</body></html>\n", Options{}, `d.csv: is a web page (HTML), perhaps of a login that stood in the way: ` + acceptedFormats()},
		{"rtf", "{\\rtf1\\ansi hello}", Options{}, `d.csv: is a text document (RTF): ` + acceptedFormats()},
	} {
		_, err := fromSources(t.Context(), []Source{Bytes("d.csv", []byte(c.text))}, nil, c.opt)
		if told(err) != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.name, told(err), c.want)
		}
	}
}
