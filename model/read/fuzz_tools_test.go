package read

import (
	"strings"
	"testing"
)

// FuzzLogs: nested JSON, zips and tables of tools, under the flags that lead into them,
// end with a sound data set or with an error of this package; what is sound is read again alike
// by the reading's flags.
func FuzzLogs(f *testing.F) {
	for _, text := range toolLogs {
		f.Add([]byte(text), "", "", "")
		f.Add([]byte(text[:len(text)*2/3]), "", "", "1,2")
	}
	for _, c := range crowdFiles {
		f.Add([]byte(c.text), "", "", "")
	}
	f.Add(zipped(f, map[string]string{"samples/a.json": inspectSample(0, 0), "samples/b.json": inspectSample(1, 0)}), "", "", "")
	f.Add(zipped(f, map[string]string{"a.csv": keepFile}), "", "item=i", "")
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
