//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/screen"
)

// randomSettings are settings that a user could have made.
func randomSettings(rng *rand.Rand, ds *model.Dataset) model.Settings {
	s := model.Settings{Label: ds.Labels[0].Name}
	for _, f := range model.SettingsFields() {
		if words := f.Accepted; words != nil {
			s, _ = f.Set(s, "", words[rng.IntN(len(words))])
		}
	}
	if rng.IntN(2) == 0 {
		s.MaxRepeats = 1 + rng.IntN(9)
	}
	switch rng.IntN(3) {
	case 0:
		s.Ridge, s.AutoRidge = 0, true
	case 1:
		s.Ridge, s.AutoRidge = rng.ExpFloat64()*[]float64{1e-9, 1, 1e9}[rng.IntN(3)], false
	}
	designs := []string{"auto", "single", "form", "call:0.25", "panel", "panel,form", "sheets", "panel,sheets"}
	d, _ := model.ParseDesign(designs[rng.IntN(len(designs))])
	if d.Kind == model.DesignSheets {
		d, _ = d.WithSheets(model.Sheet{Name: "one", Attributes: []string{model.GlobOf(ds.Attributes[0])}, Price: model.Unit * model.Amount(rng.IntN(3))},
			model.Sheet{Name: "two", Attributes: []string{model.GlobOf(ds.Attributes[1])}})
	}
	if d.CheckRaters(s.Raters) == nil {
		s.Design = d
	}
	for _, name := range ds.Attributes {
		if rng.IntN(3) == 0 {
			s = s.WithCost(name, 1+model.Amount(rng.Int64N(int64(model.Units(20)))))
		}
		if rng.IntN(3) == 0 {
			s = s.WithExcluded(name, true)
		}
		if least := rng.IntN(4); rng.IntN(2) == 0 {
			s = s.WithLimit(name, model.Limit{Min: least, Max: least + rng.IntN(2)*(1+rng.IntN(5))})
		}
	}
	return s
}

// TestSettingsEverywhere: settings are the same after flags and after the command that the UI copies.
func TestSettingsEverywhere(t *testing.T) {
	ds := *beansData(t)
	ds.Prices = nil
	rng := rand.New(rand.NewPCG(7, 7))
	for range 200 {
		want := randomSettings(rng, &ds)
		if err := want.CheckLimits(ds.Attributes); err != nil {
			continue // such as at least 3 and at most 3, which WithLimit has without a bound
		}
		none := new(flags)
		flagged(none)
		words := none.wording(t.Context(), &ds, nil)
		f := new(flags)
		c := flagged(f)
		args := words.again(screen.Asked{Settings: want, Budget: model.Unit})
		args = slices.DeleteFunc(args[1:], func(w string) bool { return w == "--no-state" })
		if at := slices.Index(args, "--budget"); at >= 0 {
			args = slices.Delete(args, at, at+2)
		}
		if at := slices.Index(args, "--folds"); at >= 0 { // of flags that were not parsed
			args = slices.Delete(args, at, at+2)
		}
		if at := slices.Index(args, "--seed"); at >= 0 {
			args = slices.Delete(args, at, at+2)
		}
		if err := c.ParseFlags(args); err != nil {
			t.Fatalf("%q: %v", args, err)
		}
		got, err := f.settings(t.Context(), &ds)
		if err != nil {
			t.Fatalf("%q: %v", args, err)
		}
		for _, name := range ds.Attributes { // a price as usual needs no flag
			if c, set := want.Cost(name); set && c == ds.Price(slices.Index(ds.Attributes, name)) {
				got = got.WithCost(name, c)
			}
		}
		if !got.Equal(want) {
			t.Errorf("%q makes\n%+v of\n%+v", args, got, want)
		}
	}
}

// TestSettingTexts: what a field has as text, it reads.
func TestSettingTexts(t *testing.T) {
	for _, f := range model.SettingsFields() {
		if f.Default == "" {
			continue
		}
		if s, err := f.Set(model.Settings{}, "", f.Default); err != nil || f.Text(s) != f.Default || f.Text(model.Settings{}) != f.Default {
			t.Errorf("%s %s: %+v, %v", f.Option, strconv.Quote(f.Default), s, err)
		}
	}
}

// formsFile writes forms: two raters judge x.a, x.b, y.a and y.b of each object.
func formsFile(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("object,rater,x.a,x.b,y.a,y.b,label\n")
	for i := range 80 {
		for j := range 2 {
			w := (7*i + 11*j) % 30
			halo := i * w % 5
			fmt.Fprintf(&b, "o%d,w%d,%d,%d,%d,%d,%d\n", i, w, i%4+halo, i%5+halo, i%3+halo+j, i*i%7+halo, i%4+2*(i%5)+i*i%7)
		}
	}
	return file(t, "forms.csv", b.String())
}

// designOfJSON is settings.design of a document.
func designOfJSON(t *testing.T, stdout string) string {
	t.Helper()
	doc := parseJSON(t, result{stdout: stdout}).(map[string]any)
	text, err := json.Marshal(doc["settings"].(map[string]any)["design"])
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestDesignFlags(t *testing.T) {
	path := formsFile(t)
	whole := `{"forms":[{"attributes":["x.a","x.b","y.a","y.b"],"name":"form","price":0}],"kind":"form","panel":null}`
	sheetsFile := file(t, "sheets.csv", "sheet,attribute,price\nX,x.*,2\nY,y.a,\nY,y.b,\n")
	two := `{"forms":[{"attributes":["x.a","x.b"],"name":"X","price":2},{"attributes":["y.a","y.b"],"name":"Y","price":0}],"kind":"sheets","panel":null}`
	for _, c := range []struct {
		args string
		want string
		says string // on stderr
	}{
		{"", whole, "judgments are bought as one form, each answer paid: the same raters judged all 4 attributes of an object; if each of x, y is a judge"},
		{"--design form", whole, ""},
		{"--design single", `{"forms":[],"kind":"single","panel":null}`, ""},
		{"--raters paper", `{"forms":[],"kind":"single","panel":null}`, ""},
		{"--design call:3", `{"forms":[{"attributes":["x.a","x.b","y.a","y.b"],"name":"call","price":3}],"kind":"call","panel":null}`, ""},
		{"--sheet X=x.*:2 --sheet Y=y.a --sheet Y=y.b", two, ""},
		{"--sheet " + sheetsFile, two, ""},
	} {
		for _, command := range []string{"select", "validate", "plan"} {
			r := fms(t, append([]string{command, path, "--json", "--budget", "6", "--folds", "3"}, strings.Fields(c.args)...)...)
			r.want(t, statusDone)
			if got := designOfJSON(t, r.stdout); got != c.want {
				t.Errorf("%s %s: %s, want %s", command, c.args, got, c.want)
			}
			if says := strings.Contains(r.stderr, "judgments are bought as"); says != (c.says != "") || !strings.Contains(r.stderr, c.says) {
				t.Errorf("%s %s says %q", command, c.args, r.stderr)
			}
		}
	}
	fms(t, "check", path).shows(t, "Bought as one form, each answer paid: the same raters judged all 4")
}

// TestPlanOfForms: plan lists forms and calls beside the judgments, in text, in
// JSON and as calls whose prices add up.
func TestPlanOfForms(t *testing.T) {
	path, list := formsFile(t), filepath.Join(t.TempDir(), "calls.csv")
	args := []string{"plan", path, "--budget", "10", "--folds", "3", "--sheet", "X=x.*:2", "--sheet", "Y=y.*", "--min", "x.a=4", "--max", "x.b=1", "--min", "x.b=1"}
	fms(t, append(args, "--form", "calls", "-o", list)...).want(t, statusDone)
	args = append(args, "--objects", "10")
	fms(t, append(args, "--all")...).shows(t, "asks (times)", "x.a(4), x.b(1)", "on 160 forms or calls")
	j := fms(t, append(args, "--json")...)
	j.want(t, statusDone)
	plan := parseJSON(t, j).(map[string]any)["plan"].(map[string]any)
	form := plan["forms"].([]any)[0].(map[string]any)
	if form["name"] != "X" || form["filled"] != 4.0 || form["price"] != 2.0 || form["cost_per_object"] != 8.0 || form["filled_total"] != 40.0 {
		t.Errorf("%v", form)
	}
	rows, err := csv.NewReader(strings.NewReader(content(t, list))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var cost float64
	for _, row := range rows[1:] {
		x, err := strconv.ParseFloat(row[5], 64)
		if err != nil {
			t.Fatal(err)
		}
		cost += x
	}
	if training := plan["training"].(map[string]any); cost != training["cost"] || rows[1][1] != "X" || rows[1][2] != "x.a" || rows[1][4] != "1" {
		t.Errorf("calls cost %v, the document says %v: %v", cost, training["cost"], rows[1])
	}
}

// TestCostByForm: what a selection costs on each form.
func TestCostByForm(t *testing.T) {
	path := formsFile(t)
	r := fms(t, "select", path, "--json", "--budget", "6", "--algorithm", "full", "--sheet", "X=x.*", "--folds", "3")
	r.want(t, statusDone)
	s := parseJSON(t, r).(map[string]any)["selections"].([]any)[0].(map[string]any)
	var want float64
	for name, n := range s["repeats"].(map[string]any) {
		if strings.HasPrefix(name, "x.") {
			want += n.(float64)
		}
	}
	got, _ := s["cost_by_form"].(map[string]any)["X"].(float64)
	if got != want || want == 0 {
		t.Errorf("X costs %v, want %v: %v", got, want, s)
	}
	r = fms(t, "select", path, "--json", "--budget", "6", "--algorithm", "full", "--design", "single", "--folds", "3")
	s = parseJSON(t, r).(map[string]any)["selections"].([]any)[0].(map[string]any)
	if v, there := s["cost_by_form"]; v != nil || !there {
		t.Errorf("singles have cost_by_form %v", v)
	}
}

// studyFolder is a folder with judgments, labels, prices and a study file.
func studyFolder(t *testing.T, text string) (path string) {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string]string{
		"judgments.csv": judged, "labels.csv": "object,height\na,1\nb,3\nc,2\n", "costs.csv": "attribute,cost\n*,0.5\n", "study.toml": text,
	} {
		writeText(t, filepath.Join(dir, name), content)
	}
	return filepath.Join(dir, "study.toml")
}

const heights = `# judgments of people
data = "judgments.csv"
labels = ["labels.csv"]
cost = ["costs.csv", "tall=2"]
budget = 1_0
exclude = "nothing*" # of no use
no-honest = true
`

// TestStudyFile: a command takes a study file in the place of data and flags, from any folder;
// flags win.
func TestStudyFile(t *testing.T) {
	path := studyFolder(t, strings.Replace(heights, "exclude", "#exclude", 1))
	dir := filepath.Dir(path)
	long := []string{filepath.Join(dir, "judgments.csv"), "--labels", filepath.Join(dir, "labels.csv"), "--cost", filepath.Join(dir, "costs.csv"), "--no-honest"}
	for _, c := range []struct{ given, same []string }{
		{nil, []string{"--cost", "tall=2", "--budget", "10"}},
		{[]string{"--budget", "4"}, []string{"--cost", "tall=2", "--budget", "4"}},
		{[]string{"--cost=t*=3"}, []string{"--cost", "tall=3", "--budget", "10"}},
		{[]string{"--no-honest=false", "--goal", "lowest"}, []string{"--cost", "tall=2", "--no-honest=false", "--goal", "lowest"}},
	} {
		got, want := fms(t, slices.Concat([]string{"select", path, "--json"}, c.given)...), fms(t, slices.Concat([]string{"select", "--json"}, long, c.same)...)
		if got.status != want.status || got.stdout != want.stdout || want.stdout == "" && want.stderr == "" {
			t.Errorf("%q prints\n%s%s\nand with flags\n%s%s", c.given, got.stdout, got.stderr, want.stdout, want.stderr)
		}
	}
	for budget, given := range map[string][]string{"": nil, " --budget 4": {"--budget", "4"}} { // what comes next names it
		r := fms(t, append([]string{"select", path}, given...)...)
		_, next, _ := strings.Cut(r.stdout, "Next: fms-tui plan "+path)
		next, _, ends := strings.Cut(next, "\n")
		if !ends || !strings.HasSuffix(next, budget) || strings.Contains(next, "--cost") || budget == "" && strings.Contains(next, "--budget") {
			t.Errorf("%q prints\n%s%s", given, r.stdout, r.stderr)
		}
	}
	fms(t, "check", path, "--json").want(t, statusDone)
	fms(t, "lab", "partial", path, "--k", "2", "--help").want(t, statusDone)
	fms(t, "select", path, path).want(t, statusMisused, "are two study files: name one")
	before := content(t, path)
	fms(t, "select", path, "-o", path, "--force").want(t, statusMisused, "would replace a file that this command reads")
	if content(t, path) != before {
		t.Error("the study file was replaced")
	}
}

// TestInit: init writes a study file that reads the same, says so, and replaces none.
func TestInit(t *testing.T) {
	dir := filepath.Dir(studyFolder(t, ""))
	out := filepath.Join(dir, "sub", "mine.toml")
	if err := os.Mkdir(filepath.Dir(out), 0o700); err != nil {
		t.Fatal(err)
	}
	flags := []string{filepath.Join(dir, "judgments.csv"), "--labels", filepath.Join(dir, "labels.csv"), "--cost", filepath.Join(dir, "costs.csv"), "--cost", "t*=2", "--budget", "4", "--no-honest"}
	fms(t, slices.Concat([]string{"init"}, flags, []string{"-o", out})...).want(t, statusDone)
	text := content(t, out)
	for _, line := range []string{"data = '../judgments.csv'\n", "labels = '../labels.csv'\n", "cost = ['../costs.csv', 'tall=2']\n", "budget = 4\n", "no-honest = true\n"} {
		if !strings.Contains(text, line) {
			t.Errorf("the study file lacks %q:\n%s", line, text)
		}
	}
	got, want := fms(t, "select", out, "--json"), fms(t, slices.Concat([]string{"select", "--json"}, flags)...)
	if got.stdout != want.stdout || want.status != statusDone {
		t.Errorf("the study file gives\n%s%s\nand the flags\n%s%s", got.stdout, got.stderr, want.stdout, want.stderr)
	}
	fms(t, slices.Concat([]string{"init"}, flags, []string{"-o", out})...).want(t, statusFailed, "is there already", "--force")
	other := filepath.Join(dir, "other.toml")
	fms(t, slices.Concat([]string{"check"}, flags, []string{"-o", other, "--quiet"})...).want(t, statusDone)
	if !strings.Contains(content(t, other), "data = 'judgments.csv'\n") {
		t.Errorf("check writes %s", content(t, other))
	}
	t.Chdir(dir)
	if err := os.Mkdir("beans", 0o700); err != nil { // a folder is no data
		t.Fatal(err)
	}
	fms(t, "init", "beans", "-o", "beans").want(t, statusDone, "wrote "+filepath.Join("beans", "beans.csv"))
	fms(t, "init", filepath.Join(dir, "judgments.csv"), "-o", filepath.Join(dir, "x.txt")).want(t, statusMisused, "ends in .toml")
}

// TestStudyWords: the copied command names the study file and what differs from it, or says all
// where that would not be the same.
func TestStudyWords(t *testing.T) {
	path := studyFolder(t, "")
	dir := filepath.Dir(path)
	args := []string{filepath.Join(dir, "judgments.csv"), "--labels", filepath.Join(dir, "labels.csv"), "--cost", "tall=2", "--no-honest"}
	ds, f, paths := parsed(t, args)
	s, err := f.settings(t.Context(), ds)
	if err != nil {
		t.Fatal(err)
	}
	q := screen.Asked{Settings: s, Budget: model.Units(4)}
	asked := f.wording(t.Context(), ds, paths)
	var b bytes.Buffer
	if err := asked.asked(q).write(&b, path); err != nil {
		t.Fatal(err)
	}
	if f.study, err = parseStudy(path, b.Bytes()); err != nil {
		t.Fatal(err)
	}
	words := f.wording(t.Context(), ds, paths)
	start := []string{"fms-tui", path}
	for _, c := range []struct {
		settings model.Settings
		budget   int
		want     []string // nil for all words
	}{
		{s, 4, []string{"--no-state"}},
		{s, 17, []string{"--budget", "17", "--no-state"}},
		{s.WithCost("tall", model.Units(5)), 4, []string{"--cost", "tall=5", "--no-state"}},
		{s.WithExcluded("quality", true), 4, []string{"--exclude", "quality", "--no-state"}},
		{s.WithCost("tall", model.Unit), 4, nil},
	} {
		got := words.again(screen.Asked{Settings: c.settings, Budget: model.Units(c.budget)})
		if c.want != nil && !slices.Equal(got, append(slices.Clone(start), c.want...)) || c.want == nil && slices.Contains(got, path) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// FuzzStudy: any text is a study file or an error, and what is read is read again as it was from
// what is written.
func FuzzStudy(f *testing.F) {
	f.Add(heights)
	f.Add("data = [1, 'a\\tb', \"é\"]\nlabel = \"x=y\"\nmissing = 'a,b'\n")
	f.Add("[a]\nb = 2")
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join("/study", "s.toml")
		s, err := parseStudy(path, []byte(text))
		if err != nil {
			return
		}
		if slices.ContainsFunc(s.data, func(d string) bool { return d == "-" || strings.Contains(d, "://") }) {
			return
		}
		var b bytes.Buffer
		if err := s.write(&b, path); err != nil {
			t.Fatal(err)
		}
		again, err := parseStudy(path, b.Bytes())
		if err != nil {
			t.Fatalf("%v in %s", err, b.String())
		}
		for _, flag := range s.flags {
			if !slices.Contains(again.flags, flag) {
				t.Errorf("%v is lost in\n%s", flag, b.String())
			}
		}
	})
}

// TestReproducer: the flags of a command ask for the settings that it was made
// of, with the same label, on data that are read alike.
func TestReproducer(t *testing.T) {
	costs := file(t, "costs.csv", "attribute,cost\n*,0.5\ntall,3\n")
	sheets := file(t, "sheets.csv", "sheet,attribute,price\na,tall,3\n")
	labels := file(t, "labels.csv", "object,height,weight\na,1,5\nb,3,3\nc,2,4\n")
	wide := file(t, "wide.csv", "object,rater,tall,short,height,label\na,u,1,2,7,1\na,v,2,2,7,1\nb,u,3,1,9,2\nb,v,4,3,9,2\nc,u,5,2,8,4\nc,v,4,1,8,4\n")
	long := file(t, "a long file's.csv", judged)
	for _, c := range []struct {
		args  []string
		label string // chosen on screen, "" is the first
		made  model.Settings
	}{
		{args: []string{long, "--labels", labels}},
		{args: []string{long, "--labels", labels}, label: "weight"},
		{args: []string{long, "--labels", labels, "--label", "weight"}, label: "height"},
		{args: []string{long, "--label-from", "quality"}},
		{args: []string{long, "--label-from", "quality", "--label-agg", "median"}, label: "quality"},
		{args: []string{long, "--label-from", "quality", "--labels", labels}, label: "weight"},
		{args: []string{wide, "--label", "height"}, label: "height"},
		{args: []string{wide, "--label", "height"}, label: "label"},
		{args: []string{wide, "--ignore-col", "height"}},
		{
			args: []string{long, "--labels", labels, "--cost", costs, "--cost", "quality=2"},
			made: model.Settings{MaxRepeats: 4, Raters: model.RatersPaper, PSD: model.ProjectPaper, AutoRidge: true}.
				WithCost("tall", model.Unit/8).WithExcluded("quality", true).WithLimit("tall", model.Limit{Min: 1, Max: 9}),
		},
		{args: []string{long, "--labels", labels, "--design", "form"}},
		{args: []string{long, "--labels", labels, "--design", "panel,call:0.25"}},
		{args: []string{long, "--labels", labels, "--design", "panel", "--sheet", "one=tall,q*:2"}},
		{args: []string{long, "--labels", labels, "--sheet", sheets, "--sheet", "b=quality"}},
		{
			args: []string{long, "--labels", labels, "--folds", "3", "--seed", "7", "--no-honest"},
			made: model.Settings{Ridge: 0.25}.WithLimit("tall", model.Limit{Max: 2}).WithLimit("quality", model.Limit{Min: 2}),
		},
	} {
		t.Run(strings.Join(c.args[1:], " ")+" "+c.label, func(t *testing.T) {
			ds, f, paths := parsed(t, c.args)
			s := c.made
			if s.Equal(model.Settings{}) {
				var err error
				if s, err = f.settings(context.Background(), ds); err != nil {
					t.Fatal(err)
				}
			}
			if s.Label = c.label; s.Label == "" {
				s.Label = f.read.Label
			}
			words := f.wording(context.Background(), ds, paths)
			q := screen.Asked{Settings: s, Budget: model.Units(3) / 2, Algorithms: []selection.Algorithm{"scoring", "full"}}
			args := words.again(q)
			again, g, _ := parsed(t, args[1:])
			got, err := g.settings(context.Background(), again)
			if err != nil {
				t.Fatal(err)
			}
			same(t, ds, again, s, got)
			if args[0] != "fms-tui" || !slices.Equal(g.budgets, []model.Amount{q.Budget}) || !slices.Equal(g.algorithms, q.Algorithms) ||
				g.folds != f.folds || g.seed != f.seed || g.noHonest != f.noHonest || !g.noState {
				t.Errorf("%q asks for %+v", args, g)
			}
		})
	}
}

// same fails unless two data sets with settings ask the same question.
func same(t *testing.T, ds, again *model.Dataset, s, got model.Settings) {
	t.Helper()
	if !slices.Equal(ds.Attributes, again.Attributes) || !slices.Equal(ds.Value, again.Value) {
		t.Errorf("read are %v, %v, were %v, %v", again.Attributes, again.Value, ds.Attributes, ds.Value)
	}
	values := func(ds *model.Dataset, s model.Settings) []float64 {
		if s.Label == "" {
			return ds.Labels[0].Values
		}
		return ds.Label(s.Label).Values
	}
	if !slices.Equal(values(ds, s), values(again, got)) {
		t.Errorf("the label is %v, was %v", values(again, got), values(ds, s))
	}
	for a, name := range ds.Attributes {
		if pricesUnder(ds, got)[a] != pricesUnder(ds, s)[a] && !s.Excluded(name) || got.Excluded(name) != s.Excluded(name) || got.OwnLimit(name) != s.OwnLimit(name) {
			t.Errorf("%s differs in %+v and %+v", name, got, s)
		}
	}
	usual := func(s model.Settings) model.Settings {
		if s.Raters == "" {
			s.Raters = model.RatersAuto
		}
		if s.PSD == "" {
			s.PSD = model.ProjectScaled
		}
		return model.Settings{Raters: s.Raters, Design: s.Design, PSD: s.PSD, MaxRepeats: s.MaxRepeats, Ridge: s.Ridge, AutoRidge: s.AutoRidge}
	}
	if !usual(got).Equal(usual(s)) {
		t.Errorf("settings %+v, were %+v", got, s)
	}
}

// parsed are the data that arguments of the root command open, and its flags.
func parsed(t *testing.T, args []string) (*model.Dataset, *flags, []string) {
	t.Helper()
	f := new(program).flags()
	c := f.take(flagged(f), []string{"honest", "selection", "screen"})
	if err := c.ParseFlags(args); err != nil {
		t.Fatalf("%q: %v", args, err)
	}
	ds, err := new(program).open(context.Background(), c.Flags().Args(), f)
	if err != nil {
		t.Fatalf("%q: %v", args, err)
	}
	return ds, f, c.Flags().Args()
}

// TestReproducerNames: a file whose name begins like a flag, and the bundled
// sample, which has no file.
func TestReproducerNames(t *testing.T) {
	ds := beansData(t)
	f := new(flags)
	if got := f.dataStudy(ds, []string{"-x.csv", "-"}).words(); !slices.Equal(got[:2], []string{"./-x.csv", "-"}) {
		t.Errorf("%q", got)
	}
	if got := f.dataStudy(ds, nil).words(); len(got) != 0 {
		t.Errorf("%q", got)
	}
}

// TestOtherCommands: what `C` copies on the screens of other commands is run by
// them.
func TestOtherCommands(t *testing.T) {
	var judgments, labels strings.Builder
	judgments.WriteString("object,attribute,rater,judgment\n")
	labels.WriteString("object,height\n")
	for i := range 60 {
		for _, r := range []string{"a", "b", "c"} {
			good := (i*i + len(r)) % 2
			if (i+int(r[0]))%5 == 0 {
				good = 1 - good
			}
			fmt.Fprintf(&judgments, "o%d,good,%s,%d\no%d,size,%s,%d\no%d,spare,%s,%d\n", i, r, good, i, r, i%7+good, i, r, i%3)
		}
		fmt.Fprintf(&labels, "o%d,%d\n", i, i%7)
	}
	data, label := file(t, "votes.csv", judgments.String()), file(t, "heights.csv", labels.String())
	settings := model.Settings{MaxRepeats: 3}.WithExcluded("spare", true).WithCost("size", model.Units(2))
	for _, q := range []screen.Asked{
		{Command: "lab protocol", Flags: []string{"--budget", "2,4", "--algorithm", "full"}},
		{Command: "lab experts", Flags: []string{"--label-from", "good", "--restarts", "2"}},
		{Command: "lab partial", Flags: []string{"--k", "2", "--norm", "0.5"}},
	} {
		t.Run(q.Command, func(t *testing.T) {
			ds, f, paths := parsed(t, []string{data, "--labels", label})
			q.Settings = settings
			words := f.wording(context.Background(), ds, paths)
			args := words.again(q)
			if !slices.Contains(args, "spare") || strings.Join(args[1:3], " ") != q.Command {
				t.Errorf("%q", args)
			}
			args = append(args[1:], "--json")
			if q.Command == "lab protocol" {
				args = append(args, "--splits", "2")
			}
			var doc map[string]any
			if r := fms(t, args...); json.Unmarshal([]byte(r.stdout), &doc) != nil || len(doc) == 0 {
				t.Errorf("%q: %s", args, r.stderr)
			}
			if of := f.wording(context.Background(), ds, nil).again(q); of != nil {
				t.Errorf("on the bundled sample %q", of)
			}
		})
	}
}
