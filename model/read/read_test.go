package read

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fms-tui/model"
)

// read is fromSources on one file in memory.
func readCSV(t *testing.T, csv string, opt Options) *model.Dataset {
	t.Helper()
	d, err := fromSources(t.Context(), []Source{Bytes("d.csv", []byte(csv))}, nil, opt)
	if err != nil {
		t.Fatalf("reading %q: %v", csv, err)
	}
	checkInvariants(t, d)
	return d
}

// dump lists the judgments, one "object attribute rater value" each.
func dump(d *model.Dataset) []string {
	var lines []string
	for o := range d.Objects {
		for j := d.Start[o]; j < d.Start[o+1]; j++ {
			rater := "-"
			if d.Rater[j] != model.NoRater {
				rater = d.Raters[d.Rater[j]]
			}
			lines = append(lines, fmt.Sprintf("%s %s %s %v", d.Objects[o], d.Attributes[d.Attr[j]], rater, d.Value[j]))
		}
	}
	return lines
}

// rolesOf lists the roles by column.
func rolesOf(d *model.Dataset) string {
	var words []string
	for _, c := range d.Reading.Columns {
		words = append(words, c.Column+"="+string(c.Role))
	}
	return strings.Join(words, " ")
}

func labelsOf(d *model.Dataset) string {
	var words []string
	for _, l := range d.Labels {
		words = append(words, fmt.Sprint(l.Name, l.Values))
	}
	return strings.Join(words, " ")
}

// checkInvariants holds a data set to what package model promises.
func checkInvariants(t testing.TB, d *model.Dataset) {
	t.Helper()
	n := len(d.Value)
	if len(d.Start) != len(d.Objects)+1 || d.Start[0] != 0 || d.Start[len(d.Objects)] != n || len(d.Attr) != n || len(d.Rater) != n {
		t.Fatalf("lengths: %d objects, %d starts, %d values, %d attributes, %d raters", len(d.Objects), len(d.Start), n, len(d.Attr), len(d.Rater))
	}
	for o := range d.Objects {
		if d.Start[o] > d.Start[o+1] {
			t.Fatalf("Start falls at object %d", o)
		}
		if own := d.Attr[d.Start[o]:d.Start[o+1]]; !slices.IsSorted(own) {
			t.Fatalf("object %d: attributes %v are not sorted", o, own)
		}
	}
	for j := range n {
		if math.IsNaN(d.Value[j]) || math.IsInf(d.Value[j], 0) {
			t.Fatalf("judgment %d is %v", j, d.Value[j])
		}
		if a := int(d.Attr[j]); a < 0 || a >= len(d.Attributes) {
			t.Fatalf("judgment %d: attribute %d of %d", j, a, len(d.Attributes))
		}
		if r := d.Rater[j]; r != model.NoRater && (r < 0 || int(r) >= len(d.Raters)) {
			t.Fatalf("judgment %d: rater %d of %d", j, r, len(d.Raters))
		}
	}
	for _, l := range d.Labels {
		if len(l.Values) != len(d.Objects) {
			t.Fatalf("label %q has %d values for %d objects", l.Name, len(l.Values), len(d.Objects))
		}
		for _, v := range l.Values {
			if math.IsInf(v, 0) {
				t.Fatalf("label %q holds %v", l.Name, v)
			}
		}
	}
	for _, names := range [][]string{d.Objects, d.Attributes, d.Raters} {
		seen := make(map[string]bool)
		for _, n := range names {
			if n == "" || seen[n] || strings.TrimSpace(n) != n {
				t.Fatalf("name %q is empty, double or not trimmed in %q", n, names)
			}
			seen[n] = true
		}
	}
}

func TestLayouts(t *testing.T) {
	tests := []struct {
		name, csv  string
		opt        Options
		layout     string
		roles      string
		judgments  []string
		labels     string
		dropped    string
		candidates string
	}{
		{
			name:   "long",
			csv:    "object,attribute,judgment,rater,label,note\n o1 ,male,1,w1,170,hi\no1,male,,w2,170,x\no2,male,no,NA,165,\no1,tall,2.5,w1,170,\n",
			layout: Long, roles: "object=object attribute=attribute judgment=judgment rater=rater label=label note=not used",
			judgments: []string{"o1 male w1 1", "o1 tall w1 2.5", "o2 male - 0"},
			labels:    "label[170 165]", dropped: "[{missing judgment 1}]",
		},
		{
			name:   "MTurk",
			csv:    "WorkerId,image-url,Criterion Name,y,Answer\nA1,u1,sharp,3,TRUE\nA2,u1,sharp,3,False\n",
			layout: Long, roles: "WorkerId=rater image-url=object Criterion Name=attribute y=label Answer=judgment",
			judgments: []string{"u1 sharp A1 1", "u1 sharp A2 0"}, labels: "y[3]", dropped: "[]",
		},
		{
			name:   "judgments of language models",
			csv:    "response,judge,criterion,call,score\nr1,gpt,clear,1,4\nr1,gpt,clear,2,5\nr2,gpt,clear,1,3\n",
			layout: Long, roles: "response=object judge=rater criterion=attribute call=numbering score=judgment",
			judgments: []string{"r1 clear gpt 4", "r1 clear gpt 5", "r2 clear gpt 3"}, dropped: "[]",
		},
		{
			name:   "numeric response ids",
			csv:    "response_id,judge,criterion,seed,rating,latency\n7,gpt,clear,1,4,0.1\n8,gpt,clear,2,5,0.2\n",
			layout: Long, roles: "response_id=object judge=rater criterion=attribute seed=numbering rating=judgment latency=not used",
			judgments: []string{"7 clear gpt 4", "8 clear gpt 5"}, dropped: "[]",
		},
		{
			name:   "response holds the numbers",
			csv:    "participant,stimulus,question,response\np1,s1,q1,4\np2,s1,q1,5\n",
			layout: Long, roles: "participant=rater stimulus=object question=attribute response=judgment",
			judgments: []string{"s1 q1 p1 4", "s1 q1 p2 5"}, dropped: "[]",
		},
		{
			name:   "response is the object of a wide table",
			csv:    "response,judge,clarity,depth\nhello,gpt,1,2\nhello,claude,3,4\n",
			layout: ByRater, roles: "response=object judge=rater clarity=attribute depth=attribute",
			judgments: []string{"hello clarity gpt 1", "hello clarity claude 3", "hello depth gpt 2", "hello depth claude 4"}, dropped: "[]",
		},
		{
			name: "joined attributes, numbering as rater", csv: "item,judge,criterion,run,score\n1,gpt,clear,7,4\n1,gpt,deep,8,5\n",
			opt:    Options{AttributeCol: []string{"judge", "criterion"}, RaterCol: "run"},
			layout: Long, roles: "item=object judge=attribute criterion=attribute run=rater score=judgment",
			judgments: []string{"1 gpt.clear 7 4", "1 gpt.deep 8 5"}, dropped: "[]",
		},
		{
			name:   "by-rater",
			csv:    "story,rater,plot,style,comment,age,label\ns1,a,1,2,fine,NA,7\ns1,,3,,,NA,7\ns2,b,,5,bad,NA,\n,,,,,,\n",
			layout: ByRater, roles: "story=object rater=rater plot=attribute style=attribute comment=not used age=not used label=label",
			judgments: []string{"s1 plot a 1", "s1 plot row 3 3", "s1 style a 2", "s2 style b 5"},
			labels:    "label[7 NaN]", dropped: "[{missing judgment 2} {empty row 1}]",
		},
		{
			name:   "by-rater without raters",
			csv:    "id\tplot_1\tplot_2\ns1\t1\t2\ns1\t3\t4\n",
			layout: ByRater, roles: "id=object plot_1=attribute plot_2=attribute",
			judgments: []string{"s1 plot_1 row 2 1", "s1 plot_1 row 3 3", "s1 plot_2 row 2 2", "s1 plot_2 row 3 4"}, dropped: "[]",
		},
		{
			name:   "by-rater, a single attribute named like a judgment",
			csv:    "item,worker,rating,id\ni1,w1,1,9\ni1,w2,2,9\n",
			layout: ByRater, roles: "item=object worker=rater rating=attribute id=not used",
			judgments: []string{"i1 rating w1 1", "i1 rating w2 2"}, dropped: "[]",
		},
		{
			name:   "by-rater, label by flag",
			csv:    "item,worker,plot,height\ni1,w1,1,9\ni1,w2,2,9\n",
			opt:    Options{Label: "height"},
			layout: ByRater, roles: "item=object worker=rater plot=attribute height=label",
			judgments: []string{"i1 plot w1 1", "i1 plot w2 2"}, labels: "height[9]", dropped: "[]",
		},
		{
			name:   "by-object",
			csv:    ",item,y,male.1,male.2,tall (1),tall (2),why\n1,i1,5,1,0,2,3,tall\n2,i2,6,1,,4,5,\n",
			layout: ByObject, roles: "=not used item=object y=label male.1=attribute male.2=attribute tall (1)=attribute tall (2)=attribute why=not used",
			judgments: []string{"i1 male - 1", "i1 male - 0", "i1 tall - 2", "i1 tall - 3", "i2 male - 1", "i2 tall - 4", "i2 tall - 5"},
			labels:    "y[5 6]", dropped: "[{missing judgment 1}]",
		},
		{
			name:   "by-object by repeated names and pandas' numbers",
			csv:    "item,male,male,tall,tall.1\ni1,1,2,3,4\n",
			layout: ByObject, roles: "item=object male=attribute male=attribute tall=attribute tall.1=attribute",
			judgments: []string{"i1 male - 1", "i1 male - 2", "i1 tall - 3", "i1 tall - 4"}, dropped: "[]",
		},
		{
			name: "by-object with uneven stems by flag", csv: "item,male[1],male[2],tall_1\ni1,1,2,3\n", opt: Options{Layout: ByObject},
			layout: ByObject, roles: "item=object male[1]=attribute male[2]=attribute tall_1=attribute",
			judgments: []string{"i1 male - 1", "i1 male - 2", "i1 tall - 3"}, dropped: "[]",
		},
		{
			name: "the same by-rater", csv: "item,male[1],male[2],tall_1\ni1,1,2,3\n", opt: Options{Layout: ByRater},
			layout: ByRater, roles: "item=object male[1]=attribute male[2]=attribute tall_1=attribute",
			judgments: []string{"i1 male[1] row 2 1", "i1 male[2] row 2 2", "i1 tall_1 row 2 3"}, dropped: "[]",
		},
		{
			name: "duplicates ignored", csv: "item,worker,x,x,plot\ni1,w1,1,2,3\n", opt: Options{Ignore: []string{"x"}},
			layout: ByRater, roles: "item=object worker=rater x=not used x=not used plot=attribute",
			judgments: []string{"i1 plot w1 3"}, dropped: "[]",
		},
		{
			name:   "BOM, CRLF, blank lines and quotes",
			csv:    "\xef\xbb\xbfobject,attribute,judgment\r\n\r\no1,a,1\r\n\"o,2\",\"a \"\"b\"\"\", \"2\"\r\n\r\no3,a,3",
			layout: Long, roles: "object=object attribute=attribute judgment=judgment",
			judgments: []string{"o1 a - 1", `o,2 a "b" - 2`, "o3 a - 3"}, dropped: "[]",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d := readCSV(t, test.csv, test.opt)
			for _, c := range []struct{ what, got, want string }{
				{"layout", d.Reading.Layout, test.layout},
				{"roles", rolesOf(d), test.roles},
				{"labels", labelsOf(d), test.labels},
				{"dropped", fmt.Sprint(d.Reading.Dropped), test.dropped},
			} {
				if c.got != c.want {
					t.Errorf("%s\n got %s\nwant %s", c.what, c.got, c.want)
				}
			}
			if got := dump(d); !slices.Equal(got, test.judgments) {
				t.Errorf("judgments\n got %q\nwant %q", got, test.judgments)
			}
			again := readCSV(t, test.csv, Options{}.With(d.Reading.Choices...))
			if !reflect.DeepEqual(dump(again), dump(d)) || labelsOf(again) != labelsOf(d) || again.Reading.Layout != d.Reading.Layout {
				t.Errorf("%s reads %q, not %q", chosen(d.Reading.Choices), dump(again), dump(d))
			}
		})
	}
}

// chosen writes choices in a line.
func chosen(choices []model.Choice) string {
	var words []string
	for _, c := range choices {
		words = append(words, string(c.Option)+"="+c.Value)
	}
	return strings.Join(words, " ")
}

func TestChoices(t *testing.T) {
	d := readCSV(t, "the item,item,criterion,score,x,y\n1,2,a,3,4,5\n", Options{ObjectCol: "the item", Ignore: []string{"x"}, Label: "y"})
	want := `layout=long object-col=the item attribute-col=criterion judgment-col=score ignore-col=x label=y`
	if got := chosen(d.Reading.Choices); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Attributes keep the order of the columns though the first row lacks one.
func TestWideAttributeOrder(t *testing.T) {
	d := readCSV(t, "item,worker,a,b,c\ni,w,,1,\ni,v,1,1,1\n", Options{})
	if got := strings.Join(d.Attributes, " "); got != "a b c" {
		t.Errorf("attributes %s", got)
	}
}

// An object may repeat only far behind the rows that roles are found by.
func TestRepeatBehindTheSample(t *testing.T) {
	var csv strings.Builder
	csv.WriteString("item,male.1,male.2\n")
	for i := range 2 * sampleRows {
		fmt.Fprintf(&csv, "i%d,1,2\n", i)
	}
	if d := readCSV(t, csv.String(), Options{}); d.Reading.Layout != ByObject {
		t.Errorf("without a repeat the layout is %s", d.Reading.Layout)
	}
	csv.WriteString("i5,3,4\n")
	d := readCSV(t, csv.String(), Options{})
	if d.Reading.Layout != ByRater || d.Reading.Rows != 2*sampleRows+1 || len(d.Value) != 4*sampleRows+2 {
		t.Errorf("with a repeat: layout %s, %d rows, %d judgments", d.Reading.Layout, d.Reading.Rows, len(d.Value))
	}
}

func TestSeveralFiles(t *testing.T) {
	data := []Source{
		Bytes("dir/one.csv.gz", compress(t, "item,criterion,score\ni1,a,1\ni2,b,2\n")),
		Bytes("two.tsv", []byte("score\ttask\tfeature\n3\ti2\ta\n4\ti3\tb\n")),
	}
	labels := []Source{Bytes("labels.csv", []byte("what,size,title\ni1,5,Moon\ni3,6,Sun\ni9,7,Star\ni8,7,Sea\n"))}
	d, err := fromSources(t.Context(), data, labels, Options{})
	if err != nil {
		t.Fatal(err)
	}
	checkInvariants(t, d)
	if got, want := dump(d), []string{"i1 a - 1", "i2 a - 3", "i2 b - 2", "i3 b - 4"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if d.Name != "one and 1 more" || labelsOf(d) != "size[5 NaN 6]" || d.Reading.Rows != 4 {
		t.Errorf("name %q, labels %s, rows %d", d.Name, labelsOf(d), d.Reading.Rows)
	}
	for i, s := range []Source{data[0], data[1], labels[0]} {
		f, _ := s.Open()
		var stored bytes.Buffer
		_, _ = stored.ReadFrom(f)
		sum := sha256.Sum256(stored.Bytes())
		if got := d.Sources[i]; got.File != s.Name || got.SHA256 != hex.EncodeToString(sum[:]) {
			t.Errorf("source %d is %v, want %s with %x", i, got, s.Name, sum)
		}
	}
	var messages []string
	for _, w := range d.Warnings {
		messages = append(messages, string(w.Code)+": "+w.Message)
	}
	want := []string{
		"labels-without-object: 2 rows of labels.csv are about objects without judgments: left out",
		"objects-without-label: 1 of 3 objects without the label size: kept, but nothing is learned from them",
	}
	if !slices.Equal(messages, want) {
		t.Errorf("warnings\n got %q\nwant %q", messages, want)
	}
}

// A column may hold nothing for longer than the sample lasts.
func TestLateNumbers(t *testing.T) {
	csv := "item,worker,late,plot\n" + strings.Repeat("i,w,,1\n", 2*sampleRows) + "i,w,5,\ni,v,6,\n"
	d := readCSV(t, csv, Options{})
	if got := dump(d)[2*sampleRows:]; !slices.Equal(got, []string{"i late w 5", "i late v 6"}) {
		t.Errorf("got %q", got)
	}
}

func TestMissingRaters(t *testing.T) {
	tests := []struct{ name, csv, warning, judgments string }{
		{
			"long", "item,rater,criterion,score\ni,,a,1\ni,none,a,2\ni,w,a,3\n",
			"judgments-without-rater: 2 judgments of d.csv carry no rater: each counts as one by a rater unknown", "i a - 1; i a - 2; i a w 3",
		},
		{"long without any", "item,rater,criterion,score\ni,,a,1\ni,none,a,2\n", "", "i a - 1; i a - 2"},
		{
			"by-rater", "item,rater,a,b\ni,row 4,1,2\ni,v,3,4\ni,,5,6\ni,NA,7,8\n",
			"rows-without-rater: 2 rows of d.csv without a rater: each counts as one by a rater of its own",
			"i a row 4 1; i a v 3; i a row 4′ 5; i a row 5 7; i b row 4 2; i b v 4; i b row 4′ 6; i b row 5 8",
		},
	}
	for _, test := range tests {
		d := readCSV(t, test.csv, Options{})
		warning := ""
		for _, w := range d.Warnings {
			warning += string(w.Code) + ": " + w.Message
		}
		if got := strings.Join(dump(d), "; "); got != test.judgments || warning != test.warning {
			t.Errorf("%s: %s\nwarning %q", test.name, got, warning)
		}
	}
}

func TestNames(t *testing.T) {
	for header, want := range map[string]claim{
		"Image-URL":    {objectRole, strong},
		"worker_id":    {raterRole, strong},
		"ID":           {objectRole, weak},
		"task.no":      {objectRole, strong},
		"model name":   {judgeRole, strong},
		"judgment":     {judgmentRole, strong},
		"judgment_id":  {judgmentRole, numbered},
		"answer key":   {judgmentRole, numbered},
		"Call #":       {numberingRole, strong},
		"y":            {labelRole, strong},
		"label_id":     {},
		"keynote":      {},
		"":             {},
		"item id name": {},
	} {
		if got := claimOf(header); got != want {
			t.Errorf("%q claims %v, want %v", header, got, want)
		}
	}
	d := readCSV(t, "item,criterion,judgment_id,score\ni,a,77,1\n", Options{})
	if got := dump(d); !slices.Equal(got, []string{"i a - 1"}) {
		t.Errorf("an id of judgments was taken for the judgment: %q", got)
	}
}

// Messages are one safe line for any names.
func TestMessagesAreSafe(t *testing.T) {
	source := Bytes("\x1b[2Jd.csv", []byte("object,attribute,\"judg\x1b[1m\nment\"\no,a,x\n"))
	_, err := fromSources(t.Context(), []Source{source}, nil, Options{JudgmentCol: "judg\x1b[1m\nment"})
	if want := `[2Jd.csv:3: column "judg\x1b[1m\nment": "x" is not a number: ` + accepted; err == nil || err.Error() != want {
		t.Errorf("\n got %v\nwant %s", err, want)
	}
	many := "c" + strings.Repeat(",c", 30) + "\n" + strings.Repeat(",", 30) + "\n"
	_, err = fromSources(t.Context(), []Source{Bytes("d.csv", []byte(many))}, nil, Options{})
	if err == nil || !strings.HasSuffix(err.Error(), "and 19 more") {
		t.Errorf("many columns: %v", err)
	}
}

func TestObjectColumnOfLabels(t *testing.T) {
	data := []Source{Bytes("d.csv", []byte("thing,criterion,score\nt1,a,1\n"))}
	labels := []Source{Bytes("l.csv", []byte("size,thing,,id\n4,t1,,8\n,,,\n"))}
	d, err := fromSources(t.Context(), data, labels, Options{ObjectCol: "thing"})
	if err != nil || labelsOf(d) != "size[4]" {
		t.Fatalf("got %+v, %v", d, err)
	}
	if got := chosen(d.Reading.Choices); got != "layout=long object-col=thing attribute-col=criterion judgment-col=score labels=l.csv" {
		t.Errorf("choices %s", got)
	}
}

// Labels of a label file come before labels of the data. A column of the data is no
// label if a column of the label file has its name.
func TestLabelOrder(t *testing.T) {
	data := []Source{Bytes("d.csv", []byte("item,worker,plot,y\ni1,w1,1,2\n"))}
	labels := []Source{Bytes("l.csv", []byte("plot,item\n9,i1\n"))}
	d, err := fromSources(t.Context(), data, labels, Options{Label: "plot"})
	if err != nil {
		t.Fatal(err)
	}
	if labelsOf(d) != "plot[9] y[2]" || strings.Join(d.Attributes, " ") != "plot" {
		t.Errorf("labels %s, attributes %q", labelsOf(d), d.Attributes)
	}
}

func compress(t testing.TB, s string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(s)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "Bodies.TSV")
	if err := os.WriteFile(path, []byte("item\tcriterion\tscore\ni1\ta\t1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	d, err := fromSources(t.Context(), []Source{File(path)}, nil, Options{})
	if err != nil || d.Name != "Bodies" || d.Sources[0].File != path {
		t.Errorf("got %+v, %v", d, err)
	}
	if _, err := fromSources(t.Context(), []Source{File(filepath.Join(dir, "none.csv"))}, nil, Options{}); !errors.Is(err, fs.ErrNotExist) || !strings.HasSuffix(err.Error(), "none.csv: cannot be opened: no such file or directory") {
		t.Errorf("missing file: %v", err)
	}
	if _, err := fromSources(t.Context(), []Source{File(dir)}, nil, Options{}); err == nil || !strings.HasSuffix(err.Error(), ": it is a directory: name the files in it") {
		t.Errorf("directory: %v", err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := fromSources(cancelled, []Source{File(path)}, nil, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestRealData(t *testing.T) {
	tests := []struct {
		name                                            string
		objects, attributes, judgments, raters, nLabels int
	}{
		{"hanna_llm", 1056, 30, 126546, 4, 4},
		{"hanna_human", 1056, 6, 19008, 3, 2},
		{"newsroom", 420, 3, 3780, 0, 2},
		{"argq_novice", 261, 11, 8080, 100, 1},
	}
	if _, err := os.Stat(shared); err != nil {
		t.Skip(err)
	}
	for _, test := range tests {
		dir := filepath.Join(shared, test.name)
		d, err := fromSources(t.Context(), []Source{File(filepath.Join(dir, "judgments.csv.gz"))}, []Source{File(filepath.Join(dir, "labels.csv"))}, Options{})
		if err != nil {
			t.Error(err)
			continue
		}
		checkInvariants(t, d)
		got := [...]int{len(d.Objects), len(d.Attributes), len(d.Value), len(d.Raters), len(d.Labels)}
		want := [...]int{test.objects, test.attributes, test.judgments, test.raters, test.nLabels}
		if got != want || len(d.Warnings) > 0 {
			t.Errorf("%s: objects, attributes, judgments, raters, labels are %v, want %v; warnings %v", test.name, got, want, d.Warnings)
		}
	}
}

// TestShellWords: a shell gives back the words, and a terminal obeys none of them.
func TestShellWords(t *testing.T) {
	words := []string{"plain", "", "two words", "it's", `back\slash`, "tab\tand\x1b[31m", "line\nbreak", "null\xffbyte", "bidi\u202e'x\\", "é日", "$HOME `x`"}
	line := ShellWords(words)
	if printable(line) != line {
		t.Errorf("%q can be obeyed", line)
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	out, err := exec.Command(bash, "-c", `printf '%s\0' `+line).Output()
	if got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"); err != nil || !slices.Equal(got, words) {
		t.Errorf("%s says %q (%v)", line, got, err)
	}
}
