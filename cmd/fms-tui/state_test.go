//go:build unix

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/sampledata"
	"fms-tui/tui"
)

// beansData is the small bundled sample.
func beansData(t testing.TB) *model.Dataset {
	t.Helper()
	s, err := sampledata.Get("beans")
	if err != nil {
		t.Fatal(err)
	}
	f := new(flags)
	ds, err := s.Open(context.Background(), f.read)
	if err != nil {
		t.Fatal(err)
	}
	return ds
}

// everything is settings in which nothing is as usual.
func everything(ds *model.Dataset) tui.Saved {
	s := model.Settings{Label: ds.Labels[0].Name, Raters: model.RatersPaper, PSD: model.ProjectPaper, Shrink: model.ShrinkNone, MaxRepeats: 7}
	s = s.WithRidge(0.3, false).WithCost("beautiful", model.Unit/4).WithExcluded("round-jar", true)
	s = s.WithLimit("monochromatic", model.Limit{Min: 1, Max: 3}).WithLimit("beautiful", model.Limit{Max: 5})
	return tui.Saved{
		Settings: s, Budget: model.Units(9) / 2, Algorithm: "single=beautiful", Compared: "exchange", Range: model.Units(40),
		Sort: "cost", Reverse: true, Columns: []string{"gain", "reliability"}, Scale: "r2", Decide: "y>p90", Confidence: .8, Screen: "map",
	}
}

func encoded(t testing.TB, file *stateFile) []byte {
	t.Helper()
	text, err := json.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// bought is settings with a design.
func bought(t testing.TB, design string, sheets ...string) model.Settings {
	t.Helper()
	f := new(flags)
	c := flagged(f)
	args := []string{"--design", design}
	for _, s := range sheets {
		args = append(args, "--sheet", s)
	}
	if err := c.ParseFlags(args); err != nil {
		t.Fatal(err)
	}
	d := f.design
	var err error
	if len(sheets) > 0 {
		d, err = d.WithSheets(f.sheets...)
	}
	if err != nil {
		t.Fatal(err)
	}
	return model.Settings{Raters: model.RatersAuto, PSD: model.ProjectScaled}.WithDesign(d)
}

func TestStateFile(t *testing.T) {
	ds := beansData(t)
	for name, saved := range map[string]tui.Saved{
		"everything": everything(ds),
		"nothing":    {Settings: model.Settings{Raters: model.RatersAuto, PSD: model.ProjectScaled}, Algorithm: selection.Full},
		"form":       {Settings: bought(t, "form"), Algorithm: selection.Full},
		"call":       {Settings: bought(t, "panel,call:0.5"), Algorithm: selection.Full},
		"sheets":     {Settings: bought(t, "panel", "one=round-jar,beau*:2", "two=mono*"), Algorithm: selection.Full},
		"auto":       {Settings: model.Settings{Raters: model.RatersAuto, PSD: model.ProjectScaled, AutoRidge: true}, Algorithm: selection.Exchange},
	} {
		file, err := decodeState(encoded(t, stateOf(ds, new(flags), saved)))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := file.saved(ds)
		if !got.Settings.Equal(saved.Settings) {
			t.Errorf("%s: the settings come back as %+v, were %+v", name, got.Settings, saved.Settings)
		}
		got.Settings, saved.Settings = model.Settings{}, model.Settings{}
		if !reflect.DeepEqual(got, saved) {
			t.Errorf("%s: comes back as %+v, was %+v", name, got, saved)
		}
	}
}

// TestStateWithoutShrink: files of old have no shrink, and mean auto; a word that
// is none of its values is refused.
func TestStateWithoutShrink(t *testing.T) {
	ds := beansData(t)
	text := string(encoded(t, stateOf(ds, new(flags), everything(ds))))
	old := strings.Replace(text, `"shrink":"none",`, "", 1)
	if file, err := decodeState([]byte(old)); old == text || err != nil || file.saved(ds).Settings.Shrunk() != model.ShrinkAuto {
		t.Errorf("a file of old: %v", err)
	}
	if _, err := decodeState([]byte(strings.Replace(text, `"shrink":"none"`, `"shrink":"some"`, 1))); err == nil {
		t.Error("a file with another shrink is read")
	}
}

// TestStateOfOtherData: what names something that is not there is left out.
func TestStateOfOtherData(t *testing.T) {
	ds := beansData(t)
	file := stateOf(ds, new(flags), everything(ds))
	other := *ds
	other.Attributes = append([]string{}, ds.Attributes...)
	for i := range other.Attributes {
		other.Attributes[i] = "other " + other.Attributes[i]
	}
	other.Labels = []model.Label{{Name: "other", Values: ds.Labels[0].Values}}
	got := file.saved(&other)
	want := model.Settings{Raters: model.RatersPaper, PSD: model.ProjectPaper, Shrink: model.ShrinkNone, MaxRepeats: 7, Ridge: 0.3}
	if !got.Settings.Equal(want) || got.Algorithm != "" || got.Budget != model.Units(9)/2 {
		t.Errorf("%+v", got)
	}
}

// TestStateOfOld: files from before there were designs are read, and a design
// whose sheets these data do not have is left out.
func TestStateOfOld(t *testing.T) {
	ds := beansData(t)
	now := string(encoded(t, stateOf(ds, new(flags), everything(ds))))
	old, err := decodeState([]byte(change(now, `"design":"auto","sheets":[],`, "")))
	if err != nil || !old.saved(ds).Settings.Design.Equal(model.Design{}) {
		t.Errorf("%+v, %v", old, err)
	}
	sheets := tui.Saved{Settings: bought(t, "auto", "one=round-jar", "two=mono*"), Algorithm: selection.Full}
	file := stateOf(ds, new(flags), sheets)
	other := *ds
	other.Attributes = append([]string{"x"}, ds.Attributes[1:]...)
	if got := file.saved(&other); len(got.Settings.Design.Sheets) != 0 && got.Settings.Design.Sheets[0].Name == "one" && ds.Attributes[0] == "round-jar" {
		t.Errorf("%+v", got.Settings.Design)
	}
	other.Attributes = []string{"x", "y", "z"}
	if got := file.saved(&other); !got.Settings.Design.Equal(model.Design{}) {
		t.Errorf("%+v", got.Settings.Design)
	}
}

// TestStateAndFlags: of raters and design, what is given wins over what is kept.
func TestStateAndFlags(t *testing.T) {
	ds := beansData(t)
	for _, c := range []struct {
		kept    model.Settings
		args    []string
		design  string
		raters  model.Raters
		flagged string
	}{
		{bought(t, "form"), nil, "form", model.RatersAuto, ""},
		{bought(t, "form"), []string{"--raters", "paper"}, "auto", model.RatersPaper, "raters"},
		{model.Settings{Raters: model.RatersPaper}, []string{"--design", "form"}, "form", model.RatersAuto, "design"},
		{bought(t, "form"), []string{"--sheet", "s=round-jar"}, "sheets", model.RatersAuto, "sheet"},
		{bought(t, "auto", "s=round-jar"), []string{"--design", "single"}, "single", model.RatersAuto, "design"},
	} {
		f := new(flags)
		if err := flagged(f).ParseFlags(c.args); err != nil {
			t.Fatal(err)
		}
		got, err := f.over(context.Background(), ds, c.kept, func(flag string) bool { return flag == c.flagged })
		if err != nil || got.Design.String() != c.design || got.Raters != c.raters {
			t.Errorf("%q over %s: %s, raters %q, %v", c.args, c.kept.Design, got.Design, got.Raters, err)
		}
	}
}

// TestStateHoldsNoData: names of attributes and of the label are all that the
// file tells of the data.
func TestStateHoldsNoData(t *testing.T) {
	ds := *beansData(t)
	ds.Raters = []string{"a rater"}
	for i := range ds.Objects {
		ds.Objects = append(append([]string{}, ds.Objects[:i]...), append([]string{"an object"}, ds.Objects[i+1:]...)...)
	}
	text := string(encoded(t, stateOf(&ds, new(flags), everything(&ds))))
	for _, no := range []string{"a rater", "an object", ds.Sources[0].File, string(os.PathSeparator)} {
		if strings.Contains(text, no) {
			t.Errorf("the file holds %q: %s", no, text)
		}
	}
}

func TestBrokenState(t *testing.T) {
	ds := beansData(t)
	good := string(encoded(t, stateOf(ds, new(flags), everything(ds))))
	for text, want := range map[string]string{
		"":                                    "is broken: it holds no settings",
		"{":                                   "is broken",
		"[]":                                  "is broken",
		"null":                                "is broken",
		`{"version": "1"}`:                    "is broken",
		`{"version": 0}`:                      "is broken",
		`{"version": 2, "new": "x"}`:          "is of a newer fms-tui (version 2 of the file, this one reads 1)",
		good[:len(good)/2]:                    "is broken",
		good + "x":                            "is broken",
		strings.Repeat(" ", mostState) + good: "too large",
		change(good, `"budget":4.5`, `"budget":null`):          "it lacks the budget",
		change(good, `"budget":4.5`, `"budget":-1`):            `"-1"`,
		change(good, `"budget":4.5`, `"budget":1e300`):         `"1e300"`,
		change(good, `"design":"auto"`, `"design":"forms"`):    `"forms" is no design`,
		change(good, `"design":"auto"`, `"design":"form"`):     "contradict each other",
		change(good, `"design":"auto"`, `"design":"sheets"`):   "names no sheet",
		change(good, `"sheets":[]`, `"sheets":["a"]`):          "is not of the form NAME=GLOB",
		change(good, `"ridge":0.3`, `"ridge":"NaN"`):           "is no ridge",
		change(good, `"raters":"paper"`, `"raters":"x"`):       "accepted are auto",
		change(good, `"psd":"paper"`, `"psd":""`):              "accepted are scaled",
		change(good, `"single=beautiful"`, `"best"`):           "there is no algorithm",
		change(good, `"beautiful":0.25`, `"beautiful":0`):      "cannot cost 0",
		change(good, `"monochromatic":1`, `"monochromatic":0`): "not a number of judgments",
		change(good, `"monochromatic":1`, `"monochromatic":4`): "cannot both be",
		change(good, `"max_repeats":7`, `"max_repeats":-7`):    "not a number of judgments",
		change(good, `"label_from":""`, `"label_from":"x"`):    "no label is made by",
	} {
		if _, err := decodeState([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.200s: error %v, want %q", text, err, want)
		}
	}
	if _, err := decodeState([]byte(good)); err != nil {
		t.Error(err)
	}
}

// change replaces a part that must be there.
func change(s, old, with string) string {
	if !strings.Contains(s, old) {
		panic(old + " is not in " + s)
	}
	return strings.Replace(s, old, with, 1)
}

// FuzzState: whatever the file holds, it is refused or comes back, and what
// comes back is kept as it is.
func FuzzState(f *testing.F) {
	ds := beansData(f)
	f.Add(encoded(f, stateOf(ds, new(flags), everything(ds))))
	f.Add(encoded(f, stateOf(ds, &flags{dataFlags: dataFlags{labelFrom: "beautiful", labelAgg: model.AggregateMedian}}, tui.Saved{})))
	f.Add([]byte(`{"version":1,"ridge":"auto","raters":"auto","psd":"scaled","algorithm":"full","budget":0,"costs":{"beautiful":1e9},"min":null}`))
	f.Add([]byte(`{"version":2}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := decodeState(text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "is ") {
				t.Errorf("the error does not go on from a file's name: %v", err)
			}
			return
		}
		saved := file.saved(ds)
		if err := saved.Settings.CheckLimits(ds.Attributes); err != nil {
			t.Error(err)
		}
		if saved.Algorithm == "" {
			saved.Algorithm = selection.Full // what the UI makes of it
		}
		written := encoded(t, stateOf(ds, new(flags), saved))
		again, err := decodeState(written)
		if err != nil {
			t.Fatal(err)
		}
		// A setting that a file lacks is the default, which is written by its name.
		if got := encoded(t, stateOf(ds, new(flags), again.saved(ds))); string(got) != string(written) {
			t.Errorf("%s comes back as %s", written, got)
		}
	})
}

func TestStateFolder(t *testing.T) {
	for _, c := range []struct {
		system, env, want string
	}{
		{"linux", "HOME=/home/ann", "/home/ann/.local/state/fms-tui"},
		{"linux", "HOME=/home/ann XDG_STATE_HOME=/x", "/x/fms-tui"},
		{"linux", "HOME=/home/ann XDG_STATE_HOME=x", "/home/ann/.local/state/fms-tui"},
		{"linux", "", ""},
		{"linux", "HOME=ann", ""},
		{"darwin", "HOME=/Users/ann", "/Users/ann/Library/Application Support/fms-tui"},
		{"darwin", "HOME=/Users/ann XDG_STATE_HOME=/x", "/x/fms-tui"},
		{"windows", "HOME=/home/ann LOCALAPPDATA=/local", "/local/fms-tui"},
		{"windows", "HOME=/home/ann", ""},
	} {
		p := &program{env: strings.Fields(c.env)}
		if got := stateFolder(c.system, p.getenv); got != c.want {
			t.Errorf("on %s with %q: %q, want %q", c.system, c.env, got, c.want)
		}
	}
}

// TestStateName: a file for the same data, whichever way they are named, and
// another for others.
func TestStateName(t *testing.T) {
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	name := func(paths, labels []string) string {
		t.Helper()
		s, err := stateName(paths, labels)
		if err != nil || !strings.HasSuffix(s, ".json") || len(s) != 37 {
			t.Fatalf("%q, %v", s, err)
		}
		return s
	}
	all := map[string]string{}
	for _, c := range [][2][]string{
		{nil, nil},
		{{"a.csv"}, nil},
		{{"a.csv", "b.csv"}, nil},
		{{"a.csv"}, {"b.csv"}},
		{{"b.csv"}, {"a.csv"}},
		{{`a.csv" "b.csv`}, nil},
	} {
		s := name(c[0], c[1])
		if all[s] != "" {
			t.Errorf("%v is kept where %s is", c, all[s])
		}
		all[s] = strings.Join(append(append([]string{"data"}, c[0]...), c[1]...), " ")
	}
	if name([]string{"a.csv", "b.csv"}, nil) != name([]string{filepath.Join(here, "b.csv"), "./x/../a.csv"}, nil) {
		t.Error("the same data named otherwise are kept elsewhere")
	}
}

// TestStateIsRead: what cannot be used is told, and where nothing was kept there
// is nothing to tell.
func TestStateIsRead(t *testing.T) {
	dir := t.TempDir()
	p := &program{env: []string{"XDG_STATE_HOME=" + dir}}
	data := []string{"data.csv"}
	s := openState(p, data, new(flags), nil)
	if s.kept != nil || s.notice != "" || filepath.Dir(s.path) != filepath.Join(dir, "fms-tui") {
		t.Fatalf("%+v", s)
	}
	ds := beansData(t)
	if err := s.write(stateOf(ds, new(flags), everything(ds))); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(filepath.Dir(s.path)); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", info, err)
	}
	if s := openState(p, data, new(flags), nil); s.kept == nil || s.notice != "" {
		t.Errorf("%+v", s)
	}
	for f, path := range map[*flags]string{{screenFlags: screenFlags{fresh: true}}: s.path, {screenFlags: screenFlags{noState: true}}: ""} {
		if s := openState(p, data, f, nil); s.kept != nil || s.notice != "" || s.path != path {
			t.Errorf("%+v", s)
		}
	}
	if s := openState(p, []string{"-"}, new(flags), nil); s.path != "" {
		t.Errorf("data from stdin are kept in %s", s.path)
	}
	if err := os.WriteFile(s.path, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if s := openState(p, data, new(flags), nil); s.kept != nil || !strings.Contains(s.notice, s.path+" is broken") {
		t.Errorf("%+v", s)
	}
	if err := os.Remove(s.path); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(s.path, 0o700); err != nil {
		t.Fatal(err)
	}
	if s := openState(p, data, new(flags), nil); s.kept != nil || !strings.Contains(s.notice, "is no file") {
		t.Errorf("%+v", s)
	}
}

// TestFlagsOverState: a flag decides what it names, all else comes back.
func TestFlagsOverState(t *testing.T) {
	ds := beansData(t)
	for args, want := range map[string]func(s model.Settings) model.Settings{
		"":                    func(s model.Settings) model.Settings { return s },
		"--cost beautiful=2":  func(s model.Settings) model.Settings { return s.WithCost("beautiful", model.Units(2)) },
		"--cost round-jar=2":  func(s model.Settings) model.Settings { return s.WithCost("round-jar", model.Units(2)) },
		"--exclude beautiful": func(s model.Settings) model.Settings { return s.WithExcluded("beautiful", true) },
		"--ridge 0":           func(s model.Settings) model.Settings { return s.WithRidge(0, false) },
		"--raters auto --psd scaled": func(s model.Settings) model.Settings {
			s.Raters, s.PSD = model.RatersAuto, model.ProjectScaled
			return s
		},
		"--max-repeats 2 --label height": func(s model.Settings) model.Settings { s.MaxRepeats, s.Label = 2, "height"; return s },
		"--min monochromatic=2": func(s model.Settings) model.Settings {
			return s.WithLimit("monochromatic", model.Limit{Min: 2, Max: 3})
		},
	} {
		f := new(flags)
		c := flagged(f)
		if err := c.ParseFlags(strings.Fields(args)); err != nil {
			t.Fatal(err)
		}
		saved := everything(ds).Settings
		got, err := f.over(context.Background(), ds, saved, c.Flags().Changed)
		if err != nil || !got.Equal(want(saved)) {
			t.Errorf("%s: %+v, %v", args, got, err)
		}
	}
	f := new(flags)
	c := flagged(f)
	if err := c.ParseFlags([]string{"--min", "monochromatic=5"}); err != nil {
		t.Fatal(err)
	}
	file := stateOf(ds, f, everything(ds))
	s, o := &state{path: "x", kept: file, given: c.Flags().Changed}, tui.Options{}
	err := s.offer(context.Background(), ds, nil, f, &o)
	if err != nil || o.Saved != nil || !strings.Contains(o.Notice, "do not go with the flags: monochromatic: at least 5 and at most 3") {
		t.Errorf("%+v", o)
	}
}

// flagged is a command with the flags of settings.
func flagged(f *flags) *cobra.Command {
	return f.take(new(cobra.Command), slices.Concat(reading, []string{"prices", "settings"}))
}

// TestFirstStateFile: a file of settings as the first version that kept any wrote it comes
// back whole, with the scale, the columns and the comparison that are usual now.
func TestFirstStateFile(t *testing.T) {
	text, err := os.ReadFile("testdata/state_first.json")
	if err != nil {
		t.Fatal(err)
	}
	file, err := decodeState(text)
	if err != nil {
		t.Fatal(err)
	}
	ds := beansData(t)
	got, want := file.saved(ds), everything(ds)
	if !got.Settings.Equal(want.Settings.WithShrink(model.ShrinkAuto)) {
		t.Errorf("the settings come back as %+v", got.Settings)
	}
	if got.Budget != want.Budget || got.Algorithm != "scoring" || got.Range != want.Range || got.Sort != "cost" || !got.Reverse || got.Screen != "compare" {
		t.Errorf("comes back as %+v", got)
	}
	if got.Scale != "" || got.Columns != nil || got.Compared != "" {
		t.Errorf("scale %q, columns %v, compared %q", got.Scale, got.Columns, got.Compared)
	}
}

// TestRecent: the data opened last come first, each once, nine at most; a file that is
// broken is an empty list, and what is no file is not listed.
func TestRecent(t *testing.T) {
	dir := t.TempDir()
	data := func(i int) recentData {
		r, ok := recentOf([]string{fmt.Sprintf("d%d.csv", i)}, []string{"l.csv"})
		if !ok || !filepath.IsAbs(r.Paths[0]) || !filepath.IsAbs(r.Labels[0]) {
			t.Fatalf("%+v", r)
		}
		return r
	}
	for _, i := range []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 4, 4} {
		if err := writeRecent(dir, data(i)); err != nil {
			t.Fatal(err)
		}
	}
	got := readRecent(dir)
	for k, i := range []int{4, 10, 9, 8, 7, 6, 5, 3, 2} {
		if len(got) != mostRecent || !got[k].equal(data(i)) {
			t.Fatalf("%+v", got)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, recentFile), []byte(`[{"pa`), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := readRecent(dir); got != nil {
		t.Errorf("a broken file holds %+v", got)
	}
	for _, paths := range [][]string{nil, {"-"}, {"postgres://me:secret@host/db"}} {
		if r, ok := recentOf(paths, nil); ok {
			t.Errorf("%v is listed as %+v", paths, r)
		}
	}
}
