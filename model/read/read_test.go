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

// chosen writes choices in a line.
func chosen(choices []model.Choice) string {
	var words []string
	for _, c := range choices {
		words = append(words, string(c.Option)+"="+c.Value)
	}
	return strings.Join(words, " ")
}

// An object may repeat only far behind the rows that roles are found by.
func TestRepeatBehindTheSample(t *testing.T) {
	var csv strings.Builder
	csv.WriteString("item,male.1,male.2\n")
	for i := range 2 * searchRows {
		fmt.Fprintf(&csv, "i%d,1,2\n", i)
	}
	if d := readCSV(t, csv.String(), Options{}); d.Reading.Layout != ByObject {
		t.Errorf("without a repeat the layout is %s", d.Reading.Layout)
	}
	csv.WriteString("i5,3,4\n")
	d := readCSV(t, csv.String(), Options{})
	if d.Reading.Layout != ByRater || d.Reading.Rows != 2*searchRows+1 || len(d.Value) != 4*searchRows+2 {
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
	csv := "item,worker,late,plot\n" + strings.Repeat("i,w,,1\n", 2*searchRows) + "i,w,5,\ni,v,6,\n"
	d := readCSV(t, csv, Options{})
	if got := dump(d)[2*searchRows:]; !slices.Equal(got, []string{"i late w 5", "i late v 6"}) {
		t.Errorf("got %q", got)
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
	shared := filepath.Join("..", "..", "..", "shared", "data")
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
