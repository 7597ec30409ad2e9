package read

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fms-tui/model"
)

// ratingsOf reads a file of two judgments of each object in one column, and returns the values
// in the order of the file.
func ratingsOf(t *testing.T, cells ...string) ([]float64, *model.Dataset) {
	t.Helper()
	var b strings.Builder
	b.WriteString("item,rater,clear,tone,label\n")
	for i, c := range cells {
		fmt.Fprintf(&b, "o%d,r%d,%q,%d,%d\n", i/2, i%2, c, i%5, i/2)
	}
	found, err := Open(context.Background(), Query{Data: []Source{Bytes("d.csv", []byte(b.String()))}})
	if err != nil {
		t.Fatalf("%v: %v", cells, err)
	}
	d := found.Dataset
	if !slices.Contains(d.Attributes, "clear") {
		return nil, d
	}
	a := slices.Index(d.Attributes, "clear")
	var values []float64
	for i, v := range d.Value {
		if int(d.Attr[i]) == a {
			values = append(values, v)
		}
	}
	return values, d
}

// TestAnswerWords: words of a known scale, and numbers with something around them, are numbers,
// and a finding says which.
func TestAnswerWords(t *testing.T) {
	for _, c := range []struct {
		cells string
		want  []float64
	}{
		{"Strongly agree|Agree|Neutral|Disagree|Agree|Agree", []float64{5, 4, 3, 2, 4, 4}},
		{"pass|fail|PASS|pass|Fail|fail", []float64{1, 0, 1, 1, 0, 0}},
		{"poor|excellent|good|Very good|fair|good", []float64{1, 5, 3, 4, 2, 3}},
		{"very poor|excellent|good|poor|fair|good", []float64{1, 5, 4, 2, 3, 4}},
		{"A|F|B|D|C|A", []float64{4, 0, 3, 1, 2, 4}},
		{"A|B+|B-|C+||C|A-|D|C", []float64{4, 3.333333333333333, 8. / 3, 2.333333333333333, 2, 11. / 3, 1, 2}},
		{"A|tie|B|A|tie|A", []float64{1, 0, -1, 1, 0, 1}},
		{"60%|80 %|100%|60%|20%|0%", []float64{60, 80, 100, 60, 20, 0}},
		{"60%|0.8|100%|1|.2|5 %", []float64{.6, .8, 1, 1, .2, .05}},
		{"60%|80|100%|1|20|5 %", []float64{60, 80, 100, 1, 20, 5}},
		{"3/5|4/5|5/5|1/5|2/5|3/5", []float64{3, 4, 5, 1, 2, 3}},
		{"4 - good|1 - bad|4 - good|2 - poor|1 - bad|4 - good", []float64{4, 1, 4, 2, 1, 4}},
		{"3 good|1 poor|3 good|4 very good|1 poor|3 good", []float64{3, 1, 3, 4, 1, 3}},
		{"★★★☆☆|★|★★|★★★★★|★★|★★", []float64{3, 1, 2, 5, 2, 2}},
		{"⭐⭐|⭐|⭐⭐⭐|⭐⭐|⭐|⭐", []float64{2, 1, 3, 2, 1, 1}},
		{"👍|👎|👎|👍|👍|👍", []float64{1, 0, 0, 1, 1, 1}},
		{"4 points|1 point|2 points|5 points|2 points|2 points", []float64{4, 1, 2, 5, 2, 2}},
		{"1.200,50 €|950,00 €|12.000 €|1.200,50 €|7 €|8,5 €", []float64{1200.5, 950, 12000, 1200.5, 7, 8.5}},
		{"4.5 kg|3 kg|4.25kg|3 kg", []float64{4.5, 3, 4.25, 3}},
		{"'4|'3.5|'2|'3", []float64{4, 3.5, 2, 3}},
		{"62,5 %|70 %|8,25 %|62,5 %", []float64{62.5, 70, 8.25, 62.5}},
		{"3,5/5|4/5|2,5/5|3,5/5", []float64{3.5, 4, 2.5, 3.5}},
		{"1,234.5|2,000|900|1,000,000|800|1", []float64{1234.5, 2000, 900, 1e6, 800, 1}},
		{"✓|-|||✓|-", []float64{1, 0, 0, 0, 1, 0}},
		{"4|Don't know|3|5|-|2", []float64{4, 3, 5, 2}},
		{"good|poor|-99|good|.|fair", []float64{3, 1, 3, 2}},
		{"agree|Not applicable|neutral|agree|disagree|agree", []float64{4, 3, 4, 2, 4}},
	} {
		values, d := ratingsOf(t, strings.Split(c.cells, "|")...)
		if fmt.Sprint(values) != fmt.Sprint(c.want) {
			t.Errorf("%s: %v, want %v", c.cells, values, c.want)
		}
		if !slices.ContainsFunc(codes(d), func(code string) bool { return code == "answer-words" || code == "no-answers" }) {
			t.Errorf("%s: no finding says how it was read: %v", c.cells, codes(d))
		}
	}
}

// TestOwnScale: words that no scale has are judgments in the order that the user gives, wherever
// they stand.
func TestOwnScale(t *testing.T) {
	var wide, long strings.Builder
	wide.WriteString("dish,rater,taste,look\n")
	long.WriteString("dish,question,rater,answer\n")
	words := []string{"Meh", "solid", "WOW"}
	rng, want := rand.New(rand.NewPCG(1, 2)), make([]string, 0, 120)
	for d := range 30 {
		for k := range 2 {
			g, taste, look := (d+4*k)%9, rng.IntN(3), rng.IntN(3)
			fmt.Fprintf(&wide, "d%d,guest %d,%s,%s\n", d, g, words[taste], words[look])
			fmt.Fprintf(&long, "d%d,taste,guest %d,%s\nd%d,look,guest %d,%s\n", d, g, words[taste], d, g, words[look])
			want = append(want, fmt.Sprintf("d%d taste guest %d %d", d, g, taste+1), fmt.Sprintf("d%d look guest %d %d", d, g, look+1))
		}
	}
	slices.Sort(want)
	for _, text := range []string{wide.String(), long.String()} {
		q := Query{Data: []Source{Bytes("d.csv", []byte(text))}}
		if _, err := Open(t.Context(), q); err == nil {
			t.Error("read without an order")
		}
		q.Options.Scale = []string{"meh", " Solid", "wow"}
		found, err := Open(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.Sorted(slices.Values(dump(found.Dataset))); !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	}
}

// TestOwnScaleUnused: an order that no column has is told of.
func TestOwnScaleUnused(t *testing.T) {
	q := Query{Data: []Source{Bytes("d.csv", []byte("item,rater,clear\na,r,pass\na,s,fail\nb,r,pass\nb,s,pass\nc,r,fail\nc,s,fail\n"))}}
	q.Options = Options{Scale: []string{"low", "high"}, ObjectCol: "item", RaterCol: "rater", Layout: ByRater}
	found, err := Open(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(found.Dataset.Warnings, func(f model.Finding) bool { return strings.Contains(f.Message, "low, high is not used") }) {
		t.Errorf("told: %v", found.Dataset.Warnings)
	}
}

// TestNoAnswerWords: what only looks like a scale stays text, and is no judgment.
func TestNoAnswerWords(t *testing.T) {
	for _, cells := range []string{
		"A|B|A|B|A|A",                                      // two names
		"agree|fast|agree|neutral|x|y",                     // some other words
		"1/2/20|2/2/20|3/2/20|1/2/20|x",                    // dates
		"6/5|1/5|2/5|3/5|4/5|1/5",                          // more than all
		"3/5|3/10|3/5|2/5|3/10|1/5",                        // two scales
		"1 March|11 March|3 March|4 March|1 March|9 March", // days
		"1 may|11 may|3 may|4 may|1 may|9 may",             // days
		"4 kg|11 mm|3 kg|4 mm|1 kg|9 mm",                   // two units
		"1 - x|1 - y|2 - x|3 - z|1 - x",                    // one number, two words
		"good|good|good|good|good|good",                    // one word
		"x|x|x|x|x|x",                                      // no cell without a mark
		"x||o|x||o",                                        // two marks
	} {
		if values, d := ratingsOf(t, strings.Split(cells, "|")...); slices.Contains(codes(d), "answer-words") {
			t.Errorf("%s: read as %v, %v", cells, values, codes(d))
		}
	}
}

// TestCompositeObject: a document and a system make up the object together.
func TestCompositeObject(t *testing.T) {
	data := "document,system,rater,clear,label\nd1,a,x,1,5\nd1,a,y,2,5\nd1,b,x,3,6\nd2,a,x,4,7\nd2,,x,4,7\n"
	labels := "system,document,other\nb,d1,9\na,d1,8\n"
	_, err := Open(context.Background(), Query{
		Data: []Source{Bytes("d.csv", []byte(data))}, Labels: []Source{Bytes("l.csv", []byte(labels))},
		Options: Options{ObjectCol: "document,system"},
	})
	if err == nil || !strings.Contains(err.Error(), "document,system") {
		t.Fatalf("an object without a system: %v", err)
	}
	data = data[:strings.LastIndex(data, "d2,,")]
	found, err := Open(context.Background(), Query{
		Data: []Source{Bytes("d.csv", []byte(data))}, Labels: []Source{Bytes("l.csv", []byte(labels))},
		Options: Options{ObjectCol: "document,system"},
	})
	if err != nil {
		t.Fatal(err)
	}
	d := found.Dataset
	if got := strings.Join(d.Objects, ";"); got != "d1 / a;d1 / b;d2 / a" {
		t.Errorf("objects %s", got)
	}
	if got := strings.Join(d.Attributes, ";"); got != "clear" {
		t.Errorf("attributes %s", got)
	}
	if i := slices.IndexFunc(d.Reading.Choices, func(c model.Choice) bool {
		return c.Option == model.OptionObject && c.Value == "document,system"
	}); i < 0 {
		t.Errorf("the reading does not say the object: %v", d.Reading.Choices)
	}
}

// TestIsTime: dates in three ways of writing, with a time behind them or without; no version, and no
// address of a computer.
func TestIsTime(t *testing.T) {
	for cell, want := range map[string]bool{
		"2024-05-31": true, "2024-05-31T10:20:30.125Z": true, "31/5/2024": true, "05.03.2024": true, "5.3.2024 10:15": true, "2024.03.05": true,
		"192.168.0.1": false, "10.12.14.16": false, "1.20.300": false, "12345678": false, "1-2-3": false, "1234.5678": false,
	} {
		if isTime(cell) != want {
			t.Errorf("%s is a time: %v", cell, !want)
		}
	}
}

// TestLegend: words stand in the order of their values, also where these are less than a half apart.
func TestLegend(t *testing.T) {
	want := `"c" 2, "b-" 2.67, "a" 4`
	if got := legend([]string{"a", "b-", "c"}, map[string]float64{"a": 4, "b-": 8. / 3, "c": 2}); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	want = `"y" 1, "x" 1.33`
	if got := legend([]string{"x", "y"}, map[string]float64{"x": 4. / 3, "y": 1}); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
