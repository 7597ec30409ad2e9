package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode"

	"fms-tui/model"
)

var update = flag.Bool("update", false, "write the goldens anew")

// hostile is a name that every form must not obey.
const hostile = "a|b <script>alert('x')</script> \x1b[31m*red*\u202e & \"q\", `c`\ttab\nline"

// sampled is a report with everything in it.
func sampled(name string) *Report {
	nan := math.NaN()
	r := &Report{}
	r.Head("loss of %s", name)
	r.Space()
	r.Field("version", 1, "label", name, "variance", nan, "mean", 1e-7, "honest", Estimate{2, nan}, "none", nil)
	t := &Table{Name: "rows", Columns: []Column{
		{Head: "budget", Merge: true},
		{Name: "name", Head: "name"},
		{Name: "budget"},
		{Name: "loss", Head: "loss ± se", Estimate: true},
		{Name: "share", Head: "share (%)", Align: Right, Format: Float(func(x float64) string { return strings.Repeat("9", int(x)) })},
		{Name: "map", Only: OnlyJSON},
		{Name: "order", Only: OnlyCells},
		{Name: "note", Head: NoHead, Priority: 1},
	}}
	t.Row(5, name, 5, Estimate{7.934, .412}, 3., map[string]Number{"x<y": Number(nan)}, 1, "better")
	t.Aside(1, "! remark on "+name)
	t.Row(5, "plain", 5, Estimate{nan, nan}, nan, nil, 2, nil)
	t.Row(10, "refused", 10, Spill("none: too few"), nil, nil, 3, nil)
	t.Row(Sum("all"), "", nil, nil, 1., nil, nil, nil)
	r.Add(t)
	in := r.Begin("inner")
	in.Field("list", []string{}, "later", func() any { return 3 })
	in.Add(&Table{Name: "empty"}, &Table{Name: "machine", Columns: []Column{{Name: "x"}}, Rows: [][]any{{1.5}, {nan}}})
	r.Add(Findings{"found " + name, "a second finding that is long enough to be wrapped where a page is as narrow as this one is"})
	return r
}

func written(t testing.TB, form string, r *Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, form, r, Options{Width: 60}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestForms(t *testing.T) {
	for _, form := range Names() {
		got := written(t, form, sampled(hostile))
		path := filepath.Join("testdata", form+".golden")
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s is\n%s\nwant\n%s", form, got, want)
		}
	}
	if err := Write(&bytes.Buffer{}, "yaml", sampled(""), Options{}); err == nil || !strings.Contains(err.Error(), "accepted are text, csv") {
		t.Errorf("an unknown form: %v", err)
	}
}

// FuzzForms: no form obeys a name, and programs read back what went in.
func FuzzForms(f *testing.F) {
	for _, s := range []string{"", "plain", hostile, "- list", "1. list", "---", "\xff\xfe", "=1+1", "](x)", "\u2028", strings.Repeat("long ", 60)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		r := sampled(name)
		for _, form := range []string{"text", "tsv", "md", "html"} {
			text := written(t, form, r)
			if i := strings.IndexFunc(text, func(r rune) bool { return r != '\n' && r != '\t' && unicode.In(r, unicode.Cc, unicode.Cf) }); i >= 0 {
				t.Errorf("%s holds %q", form, text[i:min(i+8, len(text))])
			}
			if form == "html" && strings.Count(text, "<") != strings.Count(written(t, "html", sampled("x")), "<") {
				t.Errorf("%q is markup in %s", name, text)
			}
			if form == "tsv" {
				for l := range strings.Lines(text) {
					if n := strings.Count(l, "\t"); n != 0 && n != 6 {
						t.Errorf("%d tabs in %q", n, l)
					}
				}
			}
		}
		for l := range strings.Lines(written(t, "md", r)) {
			if n := strings.Count(l, "|") - strings.Count(l, `\|`); strings.HasPrefix(l, "|") && n != 6 {
				t.Errorf("%d cells in %q", n-1, l)
			}
		}
		records := csv.NewReader(strings.NewReader(written(t, "csv", r)))
		records.FieldsPerRecord = -1
		rows, err := records.ReadAll()
		if err != nil || len(rows) < 4 || rows[1][0] != strings.ReplaceAll(model.Harmless(name), "\r\n", "\n") {
			t.Errorf("%d rows, %v, of %q: %q", len(rows), err, name, rows)
		}
		var back struct {
			Label string
			Rows  []struct{ Name string }
		}
		if err := json.Unmarshal([]byte(written(t, "json", r)), &back); err != nil || back.Label != string([]rune(name)) || len(back.Rows) != 3 {
			t.Errorf("%q comes back as %+v, %v", name, back, err)
		}
	})
}

// TestJSONIsEncoded: pieces come to the bytes of an encoder at once.
func TestJSONIsEncoded(t *testing.T) {
	type row struct {
		A string   `json:"a"`
		X Number   `json:"x"`
		L []string `json:"l"`
	}
	want := struct {
		Version int    `json:"version"`
		Rows    []row  `json:"rows"`
		Empty   []row  `json:"empty"`
		Inner   any    `json:"inner"`
		Last    *int   `json:"last"`
		Text    string `json:"text"`
	}{1, []row{{"<&>", 1e21, []string{"é", "\x01"}}, {"", Number(math.Inf(1)), nil}}, []row{}, struct {
		Deep []row `json:"deep"`
	}{[]row{{"d", 0.1, []string{}}}}, nil, hostile}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(want); err != nil {
		t.Fatal(err)
	}
	columns := []Column{{Name: "a"}, {Name: "x"}, {Name: "l"}}
	r := &Report{}
	r.Field("version", 1)
	r.Add(&Table{Name: "rows", Columns: columns, Each: func(yield func(...any) error) error {
		if err := yield("<&>", 1e21, []string{"é", "\x01"}); err != nil {
			return err
		}
		return yield("", math.Inf(1), nil)
	}}, &Table{Name: "empty", Columns: columns})
	r.Begin("inner").Add(&Table{Name: "deep", Columns: columns, Rows: [][]any{{"d", .1, []string{}}}})
	r.Field("last", nil, "text", hostile)
	if got := written(t, "json", r); got != b.String() {
		t.Errorf("%s\nwant %s", got, b.String())
	}
}

// TestErrors: errors of a table's rows and of the writer are returned by every form.
func TestErrors(t *testing.T) {
	broken := errors.New("broken")
	r := &Report{}
	r.Begin("in").Add(&Table{Name: "rows", Columns: []Column{{Name: "x", Head: "x"}}, Each: func(yield func(...any) error) error {
		return errors.Join(yield(1), broken)
	}})
	for _, f := range forms {
		if err := f.write(&bytes.Buffer{}, r, Options{}); !errors.Is(err, broken) {
			t.Errorf("%s: %v", f.name, err)
		}
		if err := f.write(full{}, sampled("x"), Options{}); err == nil {
			t.Errorf("%s does not notice that nothing can be written", f.name)
		}
	}
}

// full is a writer that has no room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no room") }

// TestPriority: the highest number goes first, and nothing that all fit with goes.
func TestPriority(t *testing.T) {
	table := &Table{Columns: []Column{{Head: "aaaa"}, {Head: "bbbb", Priority: 2}, {Head: "cccc", Priority: 1}, {Head: "dddd"}}}
	table.Row("1", "2", "3", "4")
	r := &Report{}
	r.Add(table)
	for width, want := range map[int]string{
		22: "aaaa  bbbb  cccc  dddd\n1     2     3     4\n",
		21: "aaaa  cccc  dddd\n1     3     4\n",
		15: "aaaa  dddd\n1     4\n",
		9:  "aa…  dddd\n1    4\n",
	} {
		var b bytes.Buffer
		if err := Text(&b, r, Options{Width: width}); err != nil || b.String() != want {
			t.Errorf("at %d columns\n%swant\n%s%v", width, b.String(), want, err)
		}
	}
}

// TestSharedBeginnings: names that are too long are not cut to the same text; what fits is whole.
func TestSharedBeginnings(t *testing.T) {
	table := &Table{Columns: []Column{{Head: "name"}, {Head: "n"}}}
	for i, name := range []string{"Please rate the picture: [clarity]", "Please rate the picture: [colour]", "Please rate the picture: [contrast]", "mood"} {
		table.Row(name, i)
	}
	for width, want := range map[int]string{30: "…[clarity] …[colour] …[contrast] mood", 120: "Please rate the picture: [clarity] Please rate the picture: [colour] Please rate the picture: [contrast] mood"} {
		l, err := table.Lay(width, measure)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, row := range l.Rows {
			names = append(names, row[0])
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("at %d: %s, want %s", width, got, want)
		}
	}
}

func TestRowIsWhole(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a row of two values for one column is taken")
		}
	}()
	(&Table{Columns: []Column{{Name: "x"}}}).Row(1, 2)
}

func TestPlain(t *testing.T) {
	var missing *string
	text := "pointed"
	for _, c := range []struct {
		v    any
		want string
	}{{nil, ""}, {missing, ""}, {&text, "pointed"}, {1.23456, "1.23"}, {Number(2.5), "2.50"}, {Estimate{1, .1}, "1.00 ± 0.10"}, {7, "7"}, {true, "true"}} {
		if got := Plain(c.v); got != c.want {
			t.Errorf("%v is %q, want %q", reflect.ValueOf(c.v), got, c.want)
		}
	}
}
