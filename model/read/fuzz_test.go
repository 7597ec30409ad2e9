package read

import (
	"encoding/csv"
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"fms-tui/model"
)

// FuzzRead: whatever the bytes, reading ends with a sound data set or with an
// error of this package, and the reading's own flags read the same again.
func FuzzRead(f *testing.F) {
	for _, data := range []string{
		"object,attribute,judgment,rater,label\no,a,1,w,3\no,a,,v,3\n",
		"item,rater,plot,style\ni,a,1,2\ni,,yes,\n",
		"item,y,male.1,male.2\ni,3,1,2\nj,,3,4\n",
		"item,male,male\ni,1,2\n",
		"response\tjudge\tcriterion\tcall\tscore\nr\tg\tc\t1\t4\n",
		"\xef\xbb\xbfitem,criterion,\"score\"\r\n\"a\nb\",c,1e3\r\n",
		"item,criterion,score\ni,c,\"4,5\"\n",
		"item,criterion,score\n\"i,c,4\n",
		"id,q1,q_2,q_3\n\xff\n",
		string(compress(f, "item,criterion,score\ni,c,4\n")),
	} {
		f.Add([]byte(data), []byte("item,size\ni,1\nk,2\n"), "", "")
		f.Add([]byte(data), []byte(nil), "y", "by-object")
	}
	for _, r := range examples(f) {
		f.Add([]byte(r.text), []byte("item,kind\ni1,good\ni2,bad\n"), "", "")
		f.Add([]byte(r.text), []byte(nil), "Input.gold", "")
	}
	f.Fuzz(func(t *testing.T, data, labels []byte, label, layout string) {
		var labelFiles []Source
		if len(labels) > 0 {
			labelFiles = []Source{Bytes("l.csv", labels)}
		}
		d, err := fromSources(t.Context(), []Source{Bytes("d.csv", data)}, labelFiles, Options{Label: label, Layout: layout})
		if err != nil {
			checkError(t, err)
			return
		}
		checkInvariants(t, d)
		if len(d.Value) == 0 {
			t.Error("no judgment and no error")
		}
		again, err := fromSources(t.Context(), []Source{Bytes("d.csv", data)}, labelFiles, fromReading(label, d.Reading.Choices))
		if err != nil || strings.Join(dump(again), "\n") != strings.Join(dump(d), "\n") {
			t.Errorf("--layout %s reads %v, %v", d.Reading.Layout, again, err)
		}
	})
}

// fromReading are the options of a reading's choices, as far as a fuzzed file can
// have them.
func fromReading(label string, choices []model.Choice) Options {
	all := Options{}.With(choices...)
	return Options{Label: label, Layout: all.Layout, RaterCol: all.RaterCol}
}

func checkError(t *testing.T, err error) {
	t.Helper()
	var plain *Error
	var ambiguous *AmbiguousError
	switch {
	case errors.As(err, &ambiguous):
		if len(ambiguous.Readings) < 2 {
			t.Errorf("%v has %d readings", err, len(ambiguous.Readings))
		}
	case !errors.As(err, &plain) || plain.File == "" || plain.Message == "":
		t.Errorf("error %#v does not say where or what", err)
	}
	if message := err.Error(); strings.ContainsAny(message, "\x1b\x00\r") || !utf8.ValidString(message) {
		t.Errorf("message %q would reach a terminal", message)
	}
}

// FuzzDelimited: rows are those of encoding/csv, however the bytes arrive.
func FuzzDelimited(f *testing.F) {
	for _, s := range []string{"a,b\n1,2\n", "a,b\r\n\r\n1,\"2\n3\"\r\n4,5", "a,b\n\n,\n", "ä,b\nü,\"\"\n", "a,b\n1,2\r\r\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) || strings.Contains(s, "\x00") {
			t.Skip("the text reader refuses this")
		}
		want, wantErr := csv.NewReader(strings.NewReader(s)).ReadAll()
		d := newDelimited(&lineText{file: "f", r: iotest.OneByteReader(strings.NewReader(s))}, ',', 0)
		if wantErr != nil {
			for err := error(nil); err == nil; _, _, err = d.record() { // it must end
			}
			return
		}
		for _, w := range append(want, nil) {
			got, _, err := d.record()
			if strings.Join(trimAll(got), "|") != strings.Join(trimAll(w), "|") || (err != nil) != (w == nil) {
				t.Fatalf("got %q, %v; want %q", got, err, w)
			}
		}
	})
}

// trimAll drops the spaces around cells, which read does later on.
func trimAll(cells []string) []string {
	var trimmed []string
	for _, c := range cells {
		trimmed = append(trimmed, strings.TrimSpace(c))
	}
	return trimmed
}

// FuzzValue: a number is what strconv reads too, finite and plain.
func FuzzValue(f *testing.F) {
	for _, s := range []string{"1", " 2.5 ", "-1e3", "1e999", "inf", "0x1p3", "1_0", "4,5", "TRUE", "n/a", "", "+.5", "--1", "1-2"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, k := parseValue(s)
		trimmed := strings.ToLower(strings.TrimSpace(s))
		want, err := strconv.ParseFloat(trimmed, 64)
		plain := err == nil && !math.IsInf(want, 0) && !math.IsNaN(want) && !strings.ContainsAny(trimmed, "xX_")
		w, isWord := words[trimmed]
		switch {
		case isWord:
			if k != w.kind || v != w.value {
				t.Errorf("%q is %v, kind %d", s, v, k)
			}
		case plain != (k == number):
			t.Errorf("%q is %v, kind %d; strconv says %v, %v", s, v, k, want, err)
		case plain && v != want:
			t.Errorf("%q is %v, not %v", s, v, want)
		}
		if message, _ := valueProblem(s); message == "" {
			t.Errorf("no word on %q", s)
		}
	})
}

// FuzzLogs: nested JSON, zips and tables of tools, under the flags that lead into them,
// end with a sound data set or with an error of this package; what is sound is read again alike
// by the reading's flags.
func FuzzLogs(f *testing.F) {
	for _, text := range toolLogs {
		f.Add([]byte(text), "", "", "")
		f.Add([]byte(text[:len(text)*2/3]), "", "", "1,2")
	}
	for _, c := range examples(f) {
		f.Add([]byte(c.text), "", "", "")
	}
	f.Add(zipped(f, map[string]string{"samples/a.json": inspectSample(0, 0), "samples/b.json": inspectSample(1, 0)}), "", "", "")
	f.Add(zipped(f, map[string]string{"a.csv": "item,worker,plot,lang\ni,u,1,en\ni,v,3,de\nj,u,5,en\n"}), "", "item=i", "")
	f.Add([]byte(`{"a": {"b": [{"item": "i", "s": [{"name": "n", "score": 1, "t": [{"name": "m", "value": 2}]}]}]}}`), "a.b", "", "")
	f.Add([]byte(`[{"item": "i", "scores": [{"name": "n", "score": 1}, {"name": "m", "score": "2"}], "cost": 0.1}]`), "scores", "name=n", "0.1,2")
	f.Add([]byte(`{"item": "i", "l": [1, {"x": 2}]}`), "l", "", "")
	f.Add([]byte("item,tags\ni,\"['a', 'a']\"\nj,\"['b']\"\n"), "", "", "")
	f.Fuzz(func(t *testing.T, data []byte, records, where, tokens string) {
		opt := Options{Records: records}
		if where != "" {
			opt.Where = []string{where}
		}
		if CheckTokenPrice(tokens) == nil {
			opt.TokenPrice = tokens
		}
		d, err := fromSources(t.Context(), []Source{Bytes("d", data)}, nil, opt)
		if err != nil {
			checkError(t, err)
			return
		}
		checkInvariants(t, d)
		if len(d.Value) == 0 {
			t.Error("no judgment and no error")
		}
		if len(d.Prices) != 0 && len(d.Prices) != len(d.Attributes) {
			t.Errorf("%d prices of %d attributes", len(d.Prices), len(d.Attributes))
		}
		for _, c := range d.Calls {
			if len(c.Attributes) < 2 || c.Why == "" {
				t.Errorf("call %+v", c)
			}
		}
		if len(d.Nameless) != 0 && len(d.Nameless) != len(d.Raters) {
			t.Errorf("%d of %d raters", len(d.Nameless), len(d.Raters))
		}
	})
}

// FuzzNumberIn: the number of a text is a number, and part of it.
func FuzzNumberIn(f *testing.F) {
	for _, s := range []string{"Score: 4", "4 - good", "3/5", "-1", "+.5", "(2)", "1e9 x", "4.", "٤"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n, ok := numberIn(s)
		if _, k := parseValue(n); ok && (k != number || !strings.Contains(s, n)) {
			t.Errorf("%q holds %q", s, n)
		}
	})
}
