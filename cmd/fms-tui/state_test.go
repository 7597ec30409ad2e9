//go:build unix

package main

import (
	"context"
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
	"fms-tui/tui/screen"
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
func everything(ds *model.Dataset) screen.Saved {
	s := model.Settings{Label: ds.Labels[0].Name, Raters: model.RatersPaper, PSD: model.ProjectPaper, Shrink: model.ShrinkNone, MaxRepeats: 7}
	s.Ridge = .3
	s = s.WithCost("beautiful", model.Unit/4).WithExcluded("round-jar", true)
	s = s.WithLimit("monochromatic", model.Limit{Min: 1, Max: 3}).WithLimit("beautiful", model.Limit{Max: 5})
	return screen.Saved{
		Settings: s, Budget: model.Units(9) / 2, Algorithm: "single=beautiful", Compared: "exchange", Range: model.Units(40),
		Sort: "cost", Reverse: true, Scale: "r2", Screen: "map",
	}
}

// home is the program of a user whose state is in a folder, with its flags.
func home(t testing.TB, folder string, args ...string) (*program, *flags) {
	t.Helper()
	p := &program{env: []string{"XDG_STATE_HOME=" + folder}, args: args}
	f := p.flags()
	if err := treeWith(p, f).ParseFlags(args); err != nil {
		t.Fatal(err)
	}
	return p, f
}

// leave keeps what is set, as a session does that ends, and returns the file.
func leave(t testing.TB, folder string, ds *model.Dataset, saved screen.Saved) string {
	t.Helper()
	p, f := home(t, folder)
	s := openState(p, nil, f)
	said := f.wording(context.Background(), ds, nil)
	if err := s.write(said.kept(&saved), saved); err != nil {
		t.Fatal(err)
	}
	return s.path
}

// comeBack opens data with flags as a session does that begins.
func comeBack(t testing.TB, folder string, ds *model.Dataset, args ...string) (*state, screen.Options) {
	t.Helper()
	p, f := home(t, folder, args...)
	s := openState(p, nil, f)
	g := s.under(p, f)
	set, err := g.settings(context.Background(), ds)
	if err != nil { // as runScreen does
		s.drop(err)
		set, err = f.settings(context.Background(), ds)
	}
	if err != nil {
		t.Fatal(err)
	}
	o := screen.Options{Settings: set}
	s.offer(context.Background(), ds, nil, g, &o)
	return s, o
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
	return model.Settings{Raters: model.RatersAuto, PSD: model.ProjectScaled, Design: f.asked.Design}
}

func TestStateFile(t *testing.T) {
	ds := beansData(t)
	ds.Prices = nil
	for name, saved := range map[string]screen.Saved{
		"everything": everything(ds),
		"nothing":    {Settings: model.Settings{Raters: model.RatersAuto, PSD: model.ProjectScaled}, Algorithm: selection.Full},
		"form":       {Settings: bought(t, "form"), Algorithm: selection.Full},
		"call":       {Settings: bought(t, "panel,call:0.5"), Algorithm: selection.Full},
		"sheets":     {Settings: bought(t, "panel", "one=round-jar,beau*:2", "two=mono*"), Algorithm: selection.Full},
		"auto":       {Settings: model.Settings{Raters: model.RatersAuto, PSD: model.ProjectScaled, AutoRidge: true}, Algorithm: selection.Exchange},
	} {
		folder := t.TempDir()
		leave(t, folder, ds, saved)
		s, o := comeBack(t, folder, ds)
		if o.Saved == nil {
			t.Errorf("%s: %s", name, s.notice)
			continue
		}
		got := *o.Saved
		if !got.Settings.Equal(saved.Settings) || !o.Settings.Equal(saved.Settings) {
			t.Errorf("%s: the settings come back as %+v, were %+v", name, got.Settings, saved.Settings)
		}
		got.Settings, saved.Settings = model.Settings{}, model.Settings{}
		if !reflect.DeepEqual(got, saved) || o.Notice != "" {
			t.Errorf("%s: comes back as %+v, was %+v; %s", name, got, saved, o.Notice)
		}
	}
}

// TestStateOfOtherData: settings that name what is not there any more are not used, and that is told.
func TestStateOfOtherData(t *testing.T) {
	folder, ds := t.TempDir(), beansData(t)
	saved := everything(ds)
	saved.Settings.Label = ""
	leave(t, folder, ds, saved)
	other := *ds
	other.Attributes = nil
	for _, name := range ds.Attributes {
		other.Attributes = append(other.Attributes, "other "+name)
	}
	if _, o := comeBack(t, folder, &other); o.Saved != nil || o.Settings.Ridge != 0 || !strings.Contains(o.Notice, "are not used") || !strings.Contains(o.Notice, "matches no attribute") {
		t.Errorf("%+v", o)
	}
}

// TestFlagsOverState: a flag decides what it names, all else comes back; flags that contradict what
// was kept are obeyed alone.
func TestFlagsOverState(t *testing.T) {
	folder, ds := t.TempDir(), beansData(t)
	saved := everything(ds)
	leave(t, folder, ds, saved)
	for args, want := range map[string]func(s model.Settings) model.Settings{
		"":                    func(s model.Settings) model.Settings { return s },
		"--cost beautiful=2":  func(s model.Settings) model.Settings { return s.WithCost("beautiful", model.Units(2)) },
		"--cost round-jar=2":  func(s model.Settings) model.Settings { return s.WithCost("round-jar", model.Units(2)) },
		"--exclude beautiful": func(s model.Settings) model.Settings { return s.WithExcluded("beautiful", true) },
		"--ridge 0":           func(s model.Settings) model.Settings { s.Ridge, s.AutoRidge = 0, false; return s },
		"--design call:3 --raters auto": func(s model.Settings) model.Settings {
			s.Raters, s.Design = model.RatersAuto, bought(t, "call:3").Design
			return s
		},
		"--max-repeats 2 --label height": func(s model.Settings) model.Settings { s.MaxRepeats, s.Label = 2, "height"; return s },
		"--min monochromatic=2": func(s model.Settings) model.Settings {
			return s.WithLimit("monochromatic", model.Limit{Min: 2, Max: 3})
		},
	} {
		if s, o := comeBack(t, folder, ds, strings.Fields(args)...); !o.Settings.Equal(want(saved.Settings)) {
			t.Errorf("%s: %+v, %s", args, o.Settings, s.notice)
		}
	}
	for args, why := range map[string]string{
		"--min monochromatic=5": "monochromatic: at least 5 and at most 3",
		"--design form":         "contradict each other",
	} {
		if _, o := comeBack(t, folder, ds, strings.Fields(args)...); o.Saved != nil || o.Settings.Ridge != 0 || !strings.Contains(o.Notice, "are not used") || !strings.Contains(o.Notice, why) {
			t.Errorf("%s: %+v", args, o)
		}
	}
}

// FuzzState: whatever the file holds, it comes back or is told, and stays.
func FuzzState(f *testing.F) {
	ds := beansData(f)
	good, err := os.ReadFile(leave(f, f.TempDir(), ds, everything(ds)))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(good))
	for _, text := range []string{
		"x", string(good[:len(good)-9]), string(good) + "x", `{"version": 1, "budget": 4.5}`, "newer = 1",
		"ridge = 'NaN'", "raters = 'x'", "algorithm = 'best'", "budget = -1", "cost = 'beautiful=0'", "design = 'forms'", "sheet = 'a'", "[screen]\nrange = -1", "[screen]\nsort = 1",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		folder := t.TempDir()
		path := leave(t, folder, ds, screen.Saved{})
		writeText(t, path, text)
		p, flags := home(t, folder)
		s := openState(p, nil, flags)
		if s.kept == nil == (s.notice == "") || s.notice != "" && !strings.Contains(s.notice, path) {
			t.Errorf("%q: %q", text, s.notice)
		}
		if text == string(good) && s.kept == nil {
			t.Errorf("what was kept is not read: %s", s.notice)
		}
		s.under(p, flags)
		if after, err := os.ReadFile(path); err != nil || string(after) != text {
			t.Errorf("replaced by %s", after)
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
		s := stateName(paths, labels)
		if !strings.HasSuffix(s, ".toml") || len(s) != 37 {
			t.Fatalf("%q", s)
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

// TestStateIsRead: the file is for the user alone and holds nothing of the data but names of
// attributes and of the label. Flags leave it alone, and so does what is no file.
func TestStateIsRead(t *testing.T) {
	folder, ds := t.TempDir(), *beansData(t)
	p, f := home(t, folder)
	if s := openState(p, nil, f); s.kept != nil || s.notice != "" || filepath.Dir(s.path) != filepath.Join(folder, "fms-tui") {
		t.Fatalf("%+v", s)
	}
	ds.Raters, ds.Objects = []string{"a rater"}, slices.Repeat([]string{"an object"}, len(ds.Objects))
	path := leave(t, folder, &ds, everything(&ds))
	for name, mode := range map[string]os.FileMode{filepath.Dir(path): 0o700, path: 0o600} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%v, %v", info, err)
		}
	}
	text, err := os.ReadFile(path)
	for _, no := range []string{"a rater", "an object", ds.Sources[0].File, string(os.PathSeparator)} {
		if err != nil || strings.Contains(string(text), no) {
			t.Errorf("the file holds %q: %s, %v", no, text, err)
		}
	}
	p, f = home(t, folder, "--no-state")
	if s := openState(p, nil, f); s.kept != nil || s.notice != "" || s.path != "" {
		t.Errorf("%+v", s)
	}
	p, f = home(t, folder)
	if s := openState(p, []string{"-"}, f); s.path != "" {
		t.Errorf("data from stdin are kept in %s", s.path)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	if s := openState(p, nil, f); s.kept != nil || !strings.Contains(s.notice, "is a directory") {
		t.Errorf("%+v", s)
	}
}

// flagged is a command with the flags of settings.
func flagged(f *flags) *cobra.Command {
	return f.take(new(cobra.Command), slices.Concat(reading, []string{"prices", "settings"}))
}
