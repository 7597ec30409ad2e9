package read

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/text/encoding/unicode"

	"fms-tui/model"
)

// values writes the judgments of a data set, in its order.
func values(ds *model.Dataset) string {
	var b strings.Builder
	for i, o := range ds.Objects {
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			fmt.Fprintf(&b, "%s %s %g; ", o, ds.Attributes[ds.Attr[j]], ds.Value[j])
		}
	}
	return b.String()
}

func codes(ds *model.Dataset) []string {
	var all []string
	for _, w := range ds.Warnings {
		all = append(all, string(w.Code))
	}
	return all
}

// TestForms: the same judgments in every way of writing them.
func TestForms(t *testing.T) {
	const want = "ann tall 1.5; ann tall 2; bob tall -0.25; bob tall 30; "
	var packed bytes.Buffer
	z, _ := zstd.NewWriter(&packed)
	fmt.Fprint(z, "object,attribute,judgment\nann,tall,1.5\nann,tall,2\nbob,tall,-.25\nbob,tall,3e1\n")
	z.Close()
	for _, c := range []struct {
		name, text string
		opt        Options
		warned     bool
	}{
		{"zstd", packed.String(), Options{}, false},
		{"semicolons", "object;attribute;judgment\nann;tall;1,5\nann;tall;2\nbob;tall;-,25\nbob;tall;3e1\n", Options{}, true},
		{"semicolons and points", "object;attribute;judgment\nann;tall;1.5\nann;tall;2\nbob;tall;-.25\nbob;tall;30\n", Options{}, false},
		{"semicolons and the flag", "object;attribute;judgment\nann;tall;1,5\nann;tall;2\nbob;tall;-0,25\nbob;tall;30\n", Options{Decimal: ","}, false},
		{"quoted commas", "object,attribute,judgment\nann,tall,\"1,5\"\nann,tall,2\nbob,tall,\"-0,25\"\nbob,tall,30\n", Options{Decimal: ","}, false},
		{"dates with points", "object;attribute;judgment;day\nann;tall;1,5;05.03.2024\nann;tall;2;06.03.2024\nbob;tall;-0,25;05.03.2024\nbob;tall;30;05.03.2024\n", Options{Decimal: ","}, false},
		{"tabs and commas", "object\tattribute\tjudgment\nann\ttall\t1,5\nann\ttall\t2\nbob\ttall\t-0,25\nbob\ttall\t30\n", Options{Decimal: ","}, false},
		{"missing words", "object,attribute,judgment\nann,tall,1.5\nann,tall,?\nann,tall,2\nbob,tall,-1\nbob,tall,-0.25\nbob,tall,30\n", Options{Missing: []string{"-1", "?"}}, false},
		{"JSON Lines", "\n{\"object\": \"ann\", \"attribute\": \"tall\", \"judgment\": 1.5}\n{\"judgment\": 2, \"attribute\": \"tall\", \"object\": \"ann\"}\n" +
			"{\"object\":\"bob\",\"attribute\":\"tall\",\"judgment\":-0.25}{\"object\":\"bob\",\"attribute\":\"tall\",\"judgment\":3e1}", Options{}, false},
		{"JSON list", "\xef\xbb\xbf [{\"object\": \"ann\", \"attribute\": \"tall\", \"judgment\": 1.5, \"note\": null}, {\"object\": \"ann\", \"attribute\": \"tall\", \"judgment\": \"2\"},\n" +
			"{\"object\":\"bob\",\"attribute\":\"tall\",\"judgment\":-25e-2},{\"object\":\"bob\",\"attribute\":\"tall\",\"judgment\":30}]\n", Options{}, false},
		{"JSON within JSON", "{\"object\": \"ann\", \"tall\": {\"1\": 1.5, \"2\": 2}, \"label\": 1}\n{\"object\": \"bob\", \"tall\": {\"1\": -0.25, \"2\": 30}, \"label\": 2}\n", Options{}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			ds, err := fromSources(context.Background(), []Source{Bytes("d", []byte(c.text))}, nil, c.opt)
			if err != nil {
				t.Fatal(err)
			}
			if got := values(ds); got != want {
				t.Errorf("judgments are %s, want %s", got, want)
			}
			if got := slices.Contains(codes(ds), "decimal-comma"); got != c.warned {
				t.Errorf("warnings %v", ds.Warnings)
			}
		})
	}
}

// TestEncoding: names in Latin 1, and the quotes of Windows.
func TestEncoding(t *testing.T) {
	text := []byte("object,attribute,judgment\n\xe9t\xe9,gr\xfc\xdfe,1\n\xe9t\xe9,gr\xfc\xdfe,2\n")
	for _, encoding := range []string{"latin1", "windows-1252"} {
		ds, err := fromSources(context.Background(), []Source{Bytes("d", text)}, nil, Options{Encoding: encoding})
		if err != nil {
			t.Fatal(err)
		}
		if ds.Objects[0] != "été" || ds.Attributes[0] != "grüße" {
			t.Errorf("%s: %q, %q", encoding, ds.Objects, ds.Attributes)
		}
		if !slices.Contains(ds.Reading.Choices, model.Choice{Option: model.OptionEncoding, Value: encoding}) {
			t.Errorf("the choices that repeat the reading are %q", ds.Reading.Choices)
		}
	}
	ds, err := fromSources(context.Background(), []Source{Bytes("d", []byte("object,attribute,judgment\n\x93a\x94,x,1\n\x93a\x94,x,2\n"))}, nil, Options{Encoding: "windows-1252"})
	if err != nil || ds.Objects[0] != "“a”" {
		t.Errorf("%v, %v", ds, err)
	}
	ds, err = fromSources(context.Background(), []Source{Bytes("d", []byte("object,attribute,judgment\n\x93\x8c,x,1\n\x93\x8c,x,2\n"))}, nil, Options{Encoding: "shift_jis"})
	if err != nil || ds.Objects[0] != "東" {
		t.Errorf("%v, %v", ds, err)
	}
	for _, order := range []unicode.Endianness{unicode.LittleEndian, unicode.BigEndian} {
		wide, _ := unicode.UTF16(order, unicode.UseBOM).NewEncoder().String("object\tattribute\tjudgment\r\nété\tgrüße\t1\r\nété\tgrüße\t2\r\n")
		if ds, err := fromSources(t.Context(), []Source{Bytes("d.txt", []byte(wide))}, nil, Options{}); err != nil || ds.Objects[0] != "été" || ds.Attributes[0] != "grüße" {
			t.Errorf("UTF-16 is read as %v: %v", ds, err)
		}
	}
}

// TestManyRecords: columns come from the first thousand objects. A key that comes later
// is an error with its line.
func TestManyRecords(t *testing.T) {
	var b strings.Builder
	for i := range headRecords + 50 {
		fmt.Fprintf(&b, "{\"object\": %d, \"attribute\": \"a\", \"judgment\": %d}\n", i/2, i%7)
	}
	ds, err := fromSources(context.Background(), []Source{Bytes("d", []byte(b.String()))}, nil, Options{})
	if err != nil || len(ds.Value) != headRecords+50 {
		t.Fatalf("%v", err)
	}
	b.WriteString("{\"object\": 1, \"attribute\": \"a\", \"judgment\": 1, \"rater\": \"w\"}\n")
	_, err = fromSources(context.Background(), []Source{Bytes("d", []byte(b.String()))}, nil, Options{})
	if want := "d:1051: column rater: is a key that none of the first 1000 objects has: write it in one of them, with null"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// FuzzJSON: whatever is in a file, it is read or refused with an *Error.
func FuzzJSON(f *testing.F) {
	for _, s := range []string{
		`{"object": 1, "attribute": "a", "judgment": 2}`, `[{"object": 1, "a": [1, 2]}]`, `{"a": {"b": {"c": null}}}`, `[{}]`, `{"": 1}`, `[[1]]`, "{\"a\": \"\\ud800\"}\n{\"a\":1}", `{`, `[`, `[{"a":1},`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		table, err := openTable("d.jsonl", bufferOf(data), form{})
		if err != nil {
			if _, ok := err.(*Error); !ok {
				t.Fatalf("%T %v", err, err)
			}
			return
		}
		names, _ := table.header()
		line := 0
		for {
			cells, at, err := table.next()
			if err != nil {
				return
			}
			if len(cells) != len(names) || at < line {
				t.Fatalf("%d cells for %d names, line %d after %d", len(cells), len(names), at, line)
			}
			line = at
		}
	})
}

func bufferOf(data []byte) *bufio.Reader {
	return bufio.NewReaderSize(bytes.NewReader(data), bufferSize)
}

// TestNameIs: the names of the files are attributes, or raters.
func TestNameIs(t *testing.T) {
	data := []Source{
		Bytes("x/tall.csv", []byte("object,rater,judgment\nann,u,1\nann,v,2\n")),
		Bytes("x/male.csv.gz", []byte("object,rater,judgment\nann,u,3\nann,v,4\n")),
	}
	ds, err := fromSources(context.Background(), data, nil, Options{NameIs: "attribute"})
	if err != nil {
		t.Fatal(err)
	}
	if got := values(ds); got != "ann tall 1; ann tall 2; ann male 3; ann male 4; " || len(ds.Raters) != 2 {
		t.Errorf("judgments %s, raters %q", got, ds.Raters)
	}
	data = []Source{
		Bytes("u.csv", []byte("object,tall,male\nann,1,3\nbob,0,1\n")),
		Bytes("v.csv", []byte("object,tall,male\nann,2,4\nbob,1,1\n")),
	}
	ds, err = fromSources(context.Background(), data, nil, Options{NameIs: "rater"})
	if err != nil {
		t.Fatal(err)
	}
	if got := values(ds); !slices.Equal(ds.Raters, []string{"u", "v"}) || got != "ann tall 1; ann tall 2; ann male 3; ann male 4; bob tall 0; bob tall 1; bob male 1; bob male 1; " {
		t.Errorf("judgments %s, raters %q", got, ds.Raters)
	}
}

// TestLateList: a list that holds a word is an error with its line, however late it comes.
func TestLateList(t *testing.T) {
	text := "object,tall\n" + strings.Repeat("o,\"[1, 2]\"\n", 30) + "last,\"[1, x]\"\n"
	_, err := fromSources(context.Background(), []Source{Bytes("d", []byte(text))}, nil, Options{})
	if want := `d:32: column tall: "[1, x]" is no list such as [4, 5]`; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestHeaderless: a file without a header and the names of its columns are the file with
// these names as its header, whatever separates the cells and ends the lines.
func TestHeaderless(t *testing.T) {
	rows := "ann,w1,1,2,70\nann,w2,2,2.5,70\nbob,w1,,1,66\n\nbob,w3,3,.5,66\n"
	for name, c := range map[string]struct {
		change  func(string) string
		columns []string
		header  string
	}{
		"all":        {nil, []string{"object", "rater", "tall", "wide", "label"}, "object,rater,tall,wide,label"},
		"by place":   {nil, []string{"object", "rater", "", " "}, "object,rater,c3,c4,c5"},
		"tabs":       {func(s string) string { return strings.ReplaceAll(s, ",", "\t") }, []string{"object", "rater"}, "object,rater,c3,c4,c5"},
		"CRLF":       {func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }, []string{"object", "rater"}, "object,rater,c3,c4,c5"},
		"blank":      {func(s string) string { return "\n\n" + s }, []string{"object", "rater"}, "object,rater,c3,c4,c5"},
		"quotes":     {func(s string) string { return strings.ReplaceAll(s, "ann", `"ann"`) }, []string{"object", "rater"}, "object,rater,c3,c4,c5"},
		"hard names": {nil, []string{"object", "rater", "a \"b\"", "x,y"}, `object,rater,"a ""b""","x,y",c5`},
		"a mark":     {func(s string) string { return byteOrderMark + s }, []string{"object", "rater"}, "object,rater,c3,c4,c5"},
	} {
		change := c.change
		if change == nil {
			change = func(s string) string { return s }
		}
		open := func(text string, columns []string) any {
			d := *readCSV(t, text, Options{Columns: columns})
			d.Sources, d.Reading = nil, model.Reading{}
			return d
		}
		got, want := open(change(rows), c.columns), open(change(c.header+"\n"+rows), nil)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: without a header\n%+v\nwith it\n%+v", name, got, want)
		}
	}
}

// TestMissingIsNoID: a word for a missing value that is an id, too, stays one: the data are those in which
// only judgments and labels are empty in its place, whether flags say the columns or the cells do.
func TestMissingIsNoID(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var with, without, labels strings.Builder
	for _, b := range []*strings.Builder{&with, &without} {
		b.WriteString("school,inspector,yard,food\n")
	}
	labels.WriteString("school,rate\n")
	for i := range 100 {
		fmt.Fprintf(&labels, "%d,%d\n", i+1, 20+i*7%30)
		for rater := range 3 {
			ids := fmt.Sprintf("%d,%d", i+1, 1+(i+rater*4)%12)
			yard, food := strconv.Itoa(1+rng.IntN(5)), strconv.Itoa(1+rng.IntN(5))
			fmt.Fprintf(&without, "%s,,%s\n%s,%s,%s\n", ids, food, ids, yard, food)
			fmt.Fprintf(&with, "%s,9,%s\n%s,%s,%s\n", ids, food, ids, yard, food)
		}
	}
	for _, opt := range []Options{{}, {ObjectCol: "school", RaterCol: "inspector"}} {
		opt.Yes = true
		read := func(text string) string {
			d, err := fromSources(t.Context(), []Source{Bytes("d", []byte(text))}, []Source{Bytes("l", []byte(labels.String()))}, opt)
			if err != nil {
				t.Fatal(err)
			}
			return fmt.Sprint(d.Objects, d.Attributes, d.Raters, d.Start, d.Attr, d.Value, d.Rater, d.Labels)
		}
		want := read(without.String())
		if opt.Missing = []string{"9"}; read(with.String()) != want {
			t.Errorf("%+v: another data set", opt)
		}
	}
}
