//go:build unix

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fms-tui/core/selection"
	"fms-tui/model/read"
)

// open maps hold the user's own names as keys.
var openMaps = []string{"costs", "min", "max", "repeats", "weights", "selection_frequency", "median_repeats"}

// keys lists the keys of a JSON value in their order, with the path to each;
// of an array it looks at the first element.
func keys(t *testing.T, text []byte) []string {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(string(text)))
	var list []string
	var value func(path string)
	next := func() json.Token {
		tok, err := dec.Token()
		if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		return tok
	}
	skip := func() {
		var v any
		if err := dec.Decode(&v); err != nil {
			t.Fatal(err)
		}
	}
	value = func(path string) {
		switch next() {
		case json.Delim('{'):
			for dec.More() {
				key := next().(string)
				list = append(list, path+"."+key)
				if slices.Contains(openMaps, key) {
					skip()
				} else {
					value(path + "." + key)
				}
			}
			next()
		case json.Delim('['):
			if dec.More() {
				value(path + "[]")
			}
			for dec.More() {
				skip()
			}
			next()
		}
	}
	value("")
	return list
}

// later are the keys that came after the example of the contract.
var later = []string{
	".settings.reliability", ".settings.shrink", ".settings.label_by", ".settings.design", ".settings.design.kind", ".settings.design.forms", ".settings.design.panel",
	".attributes[].label_covariance_posterior", ".attributes[].tau", ".attributes[].noise", ".selections[].cost_by_form",
	".selections[].seen_loss", ".selections[].seen_loss_se", ".selections[].seen_objects", ".selections[].weights_from",
	".selections[].refit_loss", ".selections[].refit_loss_se", ".selections[].refit_less", ".selections[].refit_less_se",
	".selections[].refit_reason", ".selections[].warnings",
	".selections[].warnings[].code", ".selections[].warnings[].message", ".selections[].warnings[].object",
	".selections[].warnings[].attribute", ".selections[].warnings[].row", ".selections[].warnings[].column",
}

// TestJSONKeys holds the keys and their order to the example of the contract, and
// what came after it.
func TestJSONKeys(t *testing.T) {
	example := []byte(content(t, filepath.Join("testdata", "select.json")))
	want := keys(t, example)
	if len(want) < 60 {
		t.Fatalf("the example has only %d keys", len(want))
	}
	for _, algorithm := range []string{"full", "scoring"} {
		r := fms(t, "select", beansFile(t), "--label", "beans", "--json", "--algorithm", algorithm)
		r.want(t, statusDone)
		var got, new []string
		for _, key := range keys(t, []byte(r.stdout)) {
			if slices.Contains(later, key) {
				new = append(new, key)
			} else {
				got = append(got, key)
			}
		}
		if !reflect.DeepEqual(new, later) {
			t.Errorf("%s has the later keys %v, want %v", algorithm, new, later)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s has the keys\n%v\nwant\n%v", algorithm, got, want)
		}
	}
}

func selectJSONOf(t *testing.T, args ...string) any {
	t.Helper()
	return parseJSON(t, fms(t, append([]string{"select", "--json"}, args...)...))
}

func TestSelectJSON(t *testing.T) {
	a := selectJSONOf(t, beansFile(t), "--label", "beans", "--budget", "5,0", "--budget", "2.5", "--cost", "*=0.1", "--cost", "beautiful=0.25", "--exclude", "mono*")
	wantIn(t, a, map[string]any{
		"data.objects": 10., "data.attributes": 4., "data.judgments": 80., "data.raters": "paper", "settings.raters": "auto", "settings.psd": "scaled", "settings.exclude.0": "monochromatic",
		"settings.exclude.1": nil, "settings.costs.beautiful": .25, "settings.costs.round-jar": .1, "attributes.3.cost": .25, "attributes.2.selectable": false, "attributes.3.selectable": true,
	})
	var order []string
	for _, s := range in(a, "selections").([]any) {
		algorithm, repeats := in(s, "algorithm"), in(s, "repeats").(map[string]any)
		order = append(order, fmt.Sprint(algorithm, " ", in(s, "budget")))
		if len(repeats) != len(in(s, "weights").(map[string]any)) || repeats["monochromatic"] != nil {
			t.Errorf("%s: repeats %v, weights %v", algorithm, repeats, in(s, "weights"))
		}
		if (in(s, "scoring_objective") != nil) != (algorithm == "scoring") || in(s, "honest_loss") != nil || in(s, "optimal") == nil || in(s, "selection_frequency") != nil {
			t.Errorf("%v: what was not computed is not null, or what was is", s)
		}
		judgments := 0.
		for _, n := range repeats {
			judgments += n.(float64)
		}
		path := in(s, "path").([]any)
		if float64(len(path)) != judgments {
			t.Errorf("%v judgments, and a path of %d", judgments, len(path))
		}
		if n := len(path); n > 0 && (in(path[n-1], "spent") != in(s, "spent") || equalJSON(in(path[n-1], "projected_loss"), in(s, "projected_loss"), 0) != nil) {
			t.Errorf("the path ends in %v, the selection is %v", path[n-1], s)
		}
	}
	if got, want := strings.Join(order, ", "), "full 5, scoring 5, full 0, scoring 0, full 2.5, scoring 2.5"; got != want {
		t.Errorf("selections are %s, want %s", got, want)
	}
}

// TestCostsInOrder: of two prices, from a file or not, the later wins.
func TestCostsInOrder(t *testing.T) {
	beans := beansFile(t)
	costs := file(t, "costs.csv", "attribute,cost\n*,2\nround-jar,3\n")
	a := selectJSONOf(t, "--cost", "round-jar=5", "--cost", costs, "--cost", "beautiful=5", "--cost", "b*=7", beans, "--label", "beans", "--budget", "20")
	wantIn(t, a, map[string]any{"settings.costs.estimated-beans": 2., "settings.costs.round-jar": 3., "settings.costs.monochromatic": 2., "settings.costs.beautiful": 7.})
}

// TestCostsOfOthers: files of prices and forms may name attributes that --attributes leaves out, and
// no others that are not there.
func TestCostsOfOthers(t *testing.T) {
	beans := beansFile(t)
	costs := file(t, "costs.csv", "attribute,cost\nbeautiful,2\nround-jar,3\nmonochromatic,4\n")
	sheets := file(t, "sheets.csv", "sheet,attribute,price\na,beautiful,2\nb,monochromatic,2\n")
	flags := []string{"--attributes", "beautiful,round-jar", "--budget", "20", "--no-honest"}
	a := selectJSONOf(t, append(flags, beans, "--label", "beans", "--cost", costs)...)
	wantIn(t, a, map[string]any{"settings.costs.beautiful": 2., "settings.costs.round-jar": 3., "settings.costs.monochromatic": nil})
	a = selectJSONOf(t, append(flags, beans, "--label", "beans", "--sheet", sheets)...)
	wantIn(t, a, map[string]any{"settings.design.forms.0.name": "a", "settings.design.forms.1": nil})
	fms(t, "select", beans, "--label-from", "beautiful", "--cost", costs, "--budget", "20", "--no-honest").want(t, statusDone)
	costs = file(t, "costs.csv", "attribute,cost\nbeautifull,2\n")
	fms(t, "select", beans, "--label", "beans", "--attributes", "beautif*", "--cost", costs).want(t, statusFailed, "beautifull")
}

// TestExport: the file's weights equal the weights of `select --json`.
func TestExport(t *testing.T) {
	beans := beansFile(t)
	for _, algorithm := range []string{"full", "scoring"} {
		path := filepath.Join(t.TempDir(), "predictor.json")
		flags := []string{beans, "--label", "beans", "--budget", "11", "--algorithm", algorithm}
		fms(t, append([]string{"export", "-o", path}, flags...)...).want(t, statusDone, "wrote the predictor of "+algorithm+" for beans to "+path)
		p, _, err := read.Predictor(read.File(path))
		if err != nil {
			t.Fatal(err)
		}
		s := in(selectJSONOf(t, flags...), "selections.0")
		if p.Intercept != in(s, "intercept") || len(p.Attributes) != len(in(s, "weights").(map[string]any)) || len(p.Attributes) == 0 || string(p.Algorithm) != algorithm {
			t.Errorf("exported %+v, selected %v", p, s)
		}
		for _, at := range p.Attributes {
			wantIn(t, s, map[string]any{"weights." + at.Name: at.Weight, "repeats." + at.Name: float64(at.Repeats)})
		}
		if p.Tool != "fms-tui 0.1.0" || *p.Data.File != "beans.csv" || len(*p.Data.SHA256) != 64 || p.Data.Objects != 10 {
			t.Errorf("made by %q from %+v", p.Tool, p.Data)
		}
		if made, err := time.Parse(time.RFC3339, p.Created); err != nil || !strings.HasSuffix(p.Created, "Z") || time.Since(made) > time.Hour {
			t.Errorf("created %q", p.Created)
		}
	}
	r := fms(t, append([]string{"export", "--budget", "40", "-o", filepath.Join(t.TempDir(), "p.json")}, bodiesFiles(t)[:5]...)...)
	r.want(t, statusDone, "R²")
	if strings.Contains(r.stderr, "Too early") { // no other budget is asked for
		t.Errorf("it says %q", r.stderr)
	}
}

func TestExportForms(t *testing.T) {
	beans := beansFile(t)
	dir := t.TempDir()
	flags := []string{"export", beans, "--label", "beans", "--budget", "3"}
	const header = "attribute,repeats,weight,cost,mean\n(intercept),,"
	for _, c := range []struct {
		args []string
		file string // "" for stdout
		csv  bool
	}{
		{nil, "", false},
		{[]string{"--form", "csv", "-o", "-"}, "", true},
		{[]string{"-o", filepath.Join(dir, "a.JSON")}, "a.JSON", false},
		{[]string{"--form", "json", "-o", filepath.Join(dir, "b.csv")}, "b.csv", false},
	} {
		r := fms(t, append(flags, c.args...)...)
		r.want(t, statusDone, "wrote the predictor")
		got := r.stdout
		if c.file != "" {
			b, err := os.ReadFile(filepath.Join(dir, c.file))
			if err != nil || r.stdout != "" {
				t.Errorf("%v: %v, stdout %q", c.args, err, r.stdout)
			}
			got = string(b)
		}
		if strings.HasPrefix(got, header) != c.csv || json.Valid([]byte(got)) == c.csv {
			t.Errorf("%v writes %s", c.args, got)
		}
	}
	if r := fms(t, append(flags, "--quiet")...); r.stderr != "" {
		t.Errorf("--quiet says %s", r.stderr)
	}
}

// TestInterruptedWriting: an end half-way leaves the old file whole.
func TestInterruptedWriting(t *testing.T) {
	path := file(t, "predictor.json", "old")
	ctx, cancel := context.WithCancel(context.Background())
	p := &program{}
	err := p.write(ctx, path, func(w io.Writer) error {
		_, err := io.WriteString(w, strings.Repeat("new", 1<<16))
		cancel()
		return err
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	entries, _ := os.ReadDir(filepath.Dir(path))
	if got, _ := os.ReadFile(path); string(got) != "old" || len(entries) != 1 {
		t.Errorf("the file holds %.20q beside %v", got, entries)
	}
}

// refutedFile writes forms without rater ids, in which the four attributes of a
// form have the same large error: six of each, of which one is bought.
func refutedFile(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("object,attribute,judgment,label\n")
	state := uint64(7)
	draw := func() float64 { // uniform on ±1
		state = state*6364136223846793005 + 1442695040888963407
		return float64(state>>40)/(1<<23) - 1
	}
	text := func(x float64) string { return strconv.FormatFloat(x, 'f', 4, 64) }
	for i := range 800 {
		z := draw()
		for range 6 {
			halo := draw()
			for _, a := range []string{"a", "b", "c", "d"} {
				b.WriteString(strings.Join([]string{"o" + strconv.Itoa(i), a, text(z + halo + draw()/4), text(z)}, ",") + "\n")
			}
		}
	}
	return file(t, "crowd.csv", b.String())
}

// once are flags that buy one judgment of each attribute, singly.
var once = []string{"--design", "single", "--budget", "4", "--min", "*=1", "--max", "*=1", "--algorithm", "full"}

// TestRefutedSaid: what the pilot's own judgments refute is said in the first words
// of the line, in JSON, and in the predictor.
func TestRefutedSaid(t *testing.T) {
	const first = "refuted by your own data: honest R² ."
	path := refutedFile(t)
	r := fms(t, append([]string{"select", path, "--all"}, once...)...)
	r.want(t, statusDone)
	if !strings.Contains(r.stdout, "full at B = 4\n- "+first) || !strings.Contains(r.stdout, "on 800 objects") {
		t.Errorf("select says\n%s", r.stdout)
	}
	out := filepath.Join(t.TempDir(), "p.json")
	r = fms(t, append([]string{"export", path, "-o", out}, once...)...)
	r.want(t, statusDone)
	if !strings.Contains(r.stderr, "fms-tui: Refuted by your own data") || strings.Contains(r.stderr, "warning: refuted") {
		t.Errorf("export says\n%s", r.stderr)
	}
	wantIn(t, parseJSON(t, result{stdout: content(t, out)}), map[string]any{"warnings.0.code": "refuted"})
	for _, command := range []string{"validate", "plan"} {
		r = fms(t, append([]string{command, path, "--all"}, once...)...)
		if !strings.Contains(strings.ToLower(r.stdout), "refuted by your own data: ") {
			t.Errorf("%s says\n%s", command, r.stdout)
		}
	}
	s := in(selectJSONOf(t, append([]string{path}, once...)...), "selections.0")
	wantIn(t, s, map[string]any{"warnings.0.code": "refuted", "seen_objects": 800.})
	if in(s, "seen_loss").(float64) < in(s, "honest_loss").(float64)+3*in(s, "seen_loss_se").(float64) {
		t.Errorf("%v", s)
	}
	r = fms(t, "select", path, "--all", "--design", "form", "--budget", "4", "--min", "*=1", "--max", "*=1")
	if strings.Contains(r.stdout, "refuted") || !strings.Contains(r.stdout, "seen ± se") {
		t.Errorf("the form is refuted:\n%s", r.stdout)
	}
}

// TestNotSeen: what is not seen is null, and says why in validate alone.
func TestNotSeen(t *testing.T) {
	path := formsFile(t)
	args := []string{path, "--budget", "20", "--algorithm", "full"}
	s := in(selectJSONOf(t, args...), "selections.0")
	wantIn(t, s, map[string]any{"seen_loss": nil, "seen_loss_se": nil, "seen_objects": 0.})
	if warnings := fmt.Sprint(in(s, "warnings")); !strings.Contains(warnings, "beyond-cells") {
		t.Errorf("warnings%s", warnings)
	}
	r := fms(t, append([]string{"select", "--all"}, args...)...)
	if strings.Contains(r.stdout, ", seen ") || !strings.Contains(strings.Join(strings.Fields(r.stdout), " "), ", the pilot's cells hold at most 2") || strings.Contains(r.stderr, "no cell of the pilot") {
		t.Errorf("%s\n%s", r.stdout, r.stderr)
	}
	if v, there := in(selectJSONOf(t, append(args, "--no-honest")...), "selections.0").(map[string]any)["seen_objects"]; v != nil || !there {
		t.Errorf("nobody looked: %v", v)
	}
	r = fms(t, "validate", path, "--all", "--budget", "20", "--algorithm", "full")
	for _, says := range []string{" extrapolated", " 0 objects"} {
		if !strings.Contains(strings.Join(strings.Fields(r.stdout), " "), says) {
			t.Errorf("validate lacks %q:\n%s", says, r.stdout)
		}
	}
}

// TestDesigns compares ways to buy in text and in JSON.
func TestDesigns(t *testing.T) {
	path := formsFile(t)
	args := []string{"validate", path, "--budget", "4,8", "--algorithm", "full", "--design", "call:3", "--designs"}
	d := in(parseJSON(t, fms(t, append(args, "--json")...)), "designs")
	wantIn(t, d, map[string]any{"ways.0.name": "single", "ways.1.name": "form", "ways.2.name": "call:3", "ways.3": nil, "estimates.6": nil, "break_even.0.budget": 4., "break_even.1.budget": 8.})
	for _, e := range in(d, "break_even").([]any) {
		price, priced := in(e, "price").(float64)
		if (in(e, "reason") == nil) != priced || priced && price*in(e, "calls").(float64) > in(e, "budget").(float64) {
			t.Errorf("%v", e)
		}
	}
	r := fms(t, args...)
	for _, says := range []string{"form as the pilot one form, each answer paid", "call:3 taken one call for everything, at 3 a call", "8 form 2.00 4 1.88"} {
		if !strings.Contains(strings.Join(strings.Fields(r.stdout), " "), says) {
			t.Errorf("the text lacks %q:\n%s", says, r.stdout)
		}
	}
	r = fms(t, "validate", path, "--budget", "4", "--algorithm", "full", "--json")
	if v, there := parseJSON(t, r).(map[string]any)["designs"]; v != nil || !there {
		t.Errorf("designs that nobody asked for: %v", v)
	}
}

// TestPaperFigures: --shrink none, --design single and --max-repeats none give to nine digits what
// the program gave before it knew of either (commit 7c641b0); warnings apart, which
// were few then.
func TestPaperFigures(t *testing.T) {
	for sample, args := range map[string][]string{
		"beans":  {beansFile(t), "--label", "beans", "--budget", "2,5,10"},
		"bodies": append(bodiesFiles(t)[:5:5], "--budget", "10,20,50"),
	} {
		text := []byte(content(t, filepath.Join("testdata", "paper_"+sample+".json")))
		want := parseJSON(t, result{stdout: string(text)})
		delete(want.(map[string]any), "warnings")
		args = append(append([]string{"select"}, args...), "--algorithm", "full,scoring", "--design", "single", "--max-repeats", "none", "--no-honest", "--json")
		if err := equalJSON(parseJSON(t, fms(t, append(args, "--shrink", "none")...)), want, .1); err != nil {
			t.Errorf("%s%v", sample, err)
		}
		if equalJSON(parseJSON(t, fms(t, args...)), want, .1) == nil {
			t.Errorf("%s: without --shrink none the figures are the same", sample)
		}
	}
}

// TestShrinkJSON: b stays as measured, and b̃ is beside it; the predictor carries it.
func TestShrinkJSON(t *testing.T) {
	beans := beansFile(t)
	attributes := func(args ...string) []any {
		return in(selectJSONOf(t, append([]string{beans, "--label", "beans", "--no-honest"}, args...)...), "attributes").([]any)
	}
	auto, none := attributes(), attributes("--shrink", "none")
	for i := range auto {
		a, n := auto[i].(map[string]any), none[i].(map[string]any)
		if a["label_covariance"] != n["label_covariance"] || n["label_covariance_posterior"] != nil || n["tau"] != nil {
			t.Errorf("under auto %v, under none %v", a, n)
		}
		if a["selectable"] == true && (a["label_covariance_posterior"] == nil || a["tau"] == nil) {
			t.Errorf("under auto %v", a)
		}
	}
	for shrink, has := range map[string]bool{"auto": true, "none": false} {
		r := fms(t, "export", beans, "--label", "beans", "--budget", "5", "--shrink", shrink)
		r.want(t, statusDone)
		p, _, err := read.Predictor(read.Bytes("p.json", []byte(r.stdout)))
		if err != nil || p.Shrink != shrink || len(p.Attributes) == 0 || (p.Attributes[0].LabelCovariancePosterior != nil) != has {
			t.Errorf("--shrink %s exports %+v, %v", shrink, p, err)
		}
	}
	fms(t, "select", beans, "--label", "beans", "--shrink", "some").want(t, statusMisused, "--shrink", "auto, none")
}

// scored is a file of 60 rows with one score a criterion, the last of which is noise.
func scored(t *testing.T) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(4, 1))
	var b strings.Builder
	b.WriteString("id,clarity,accuracy,tone,human\n")
	for i := range 60 {
		quality := rng.NormFloat64()
		score := func(share, noise float64) float64 {
			return min(5, max(1, math.Round(3+share*quality+noise*rng.NormFloat64())))
		}
		fmt.Fprintf(&b, "%d,%g,%g,%g,%.1f\n", i, score(.9, .7), score(.8, .9), score(0, 1.2), 3+quality+.4*rng.NormFloat64())
	}
	return file(t, "scores.csv", b.String())
}

// TestAskedOnceEverywhere: every command has an answer to one score a criterion, which says what
// is not known and what is assumed.
func TestAskedOnceEverywhere(t *testing.T) {
	path, dir := scored(t), t.TempDir()
	fms(t, "check", path).want(t, statusDone)
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"check", path}, "noise unknown, asked at most once"},
		{[]string{"check", path, "--reliability", "tone=.4"}, "assumed"},
		{[]string{"select", path, "--all"}, "? asked once: noise and signal cannot be separated"},
		{[]string{"select", path, "--reliability", "*=.5", "--budget", "6", "--all"}, "assumed: reliability .50 of"},
		{[]string{"validate", path}, "Full is best or too close to call at every budget"},
		{[]string{"plan", path, "--objects", "100"}, "clarity"},
		{[]string{"plan", path, "--pilot", "90"}, "30       1"},
		{[]string{"plan", path, "--decide", "y>3.5", "--budget", "2"}, "± 0"},
		{[]string{"plan", path, "--second-round", "30"}, "90 judgments of 30 objects, which cost 90"},
		{[]string{"plan", path, "--second-round", "30", "--json"}, `"reliability": 0.3`},
		{[]string{"plan", path, "--second-round", "30", "--form", "calls"}, `"attributes":["clarity","accuracy","tone"]`},
		{[]string{"agreement", path}, "clarity"},
		{[]string{"subset", path, "--budget", "2"}, "clarity"},
	} {
		r := fms(t, c.args...)
		if !strings.Contains(r.stdout, c.says) || strings.Contains(r.stdout, "n/a") || strings.Contains(r.stdout, "NaN") || strings.Contains(r.stdout, "Inf") {
			t.Errorf("%s: status %d, stdout\n%s\nstderr\n%s", c.args, r.status, r.stdout, r.stderr)
		}
	}
	fms(t, "plan", path, "--second-round", "30", "--pilot", "90").want(t, statusMisused, "--second-round has no part for --pilot")
	fms(t, "plan", beansFile(t), "--label", "beans", "--second-round", "30").want(t, statusFailed, "no object has twice")
	fms(t, "select", path, "--min", "tone=2").want(t, statusFailed, "tone is asked at most once")
	for _, form := range []string{"predictor.json", "w.csv", "w.md", "w.tex", "w.py", "w.sql", "w.js", "w.r"} {
		out := filepath.Join(dir, form)
		fms(t, "export", path, "--budget", "2", "-o", out).want(t, statusDone, "asked at most once")
		if form == "predictor.json" {
			fms(t, "predict", out, path).want(t, statusDone)
		}
	}
	assumed := filepath.Join(dir, "assumed.json")
	fms(t, "export", path, "--budget", "4", "--reliability", "*=.5", "-o", assumed).want(t, statusDone, "assumed")
	if b, err := os.ReadFile(assumed); err != nil || !strings.Contains(string(b), `"assumed_reliability": 0.5`) || !strings.Contains(string(b), "rest on assumed reliability") {
		t.Errorf("%s, %v", b, err)
	}
	page := filepath.Join(dir, "page.html")
	fms(t, "report", path, "-o", page).want(t, statusDone)
	if b, _ := os.ReadFile(page); !strings.Contains(string(b), "? asked once") || strings.Contains(string(b), "n/a") {
		t.Errorf("the page does not say what is unknown")
	}
	kept := filepath.Join(dir, "kept.moments")
	fms(t, "moments", path, "-o", kept).want(t, statusDone)
	direct, stored := fms(t, "select", path, "--budget", "2", "--json"), fms(t, "select", kept, "--budget", "2", "--json")
	for _, r := range []result{direct, stored} {
		if !strings.Contains(r.stdout, `"internal_variance": null`) || !strings.Contains(r.stdout, `"noise": "unknown"`) {
			t.Errorf("%s\n%s", r.stdout, r.stderr)
		}
	}
}

// TestOtherBudgets: of the budgets that were cross-validated, the other ones named are the
// nearest to half and to twice the money.
func TestOtherBudgets(t *testing.T) {
	r := fms(t, append([]string{"select", "--goal", "within 5%", "--quiet"}, bodiesFiles(t)...)...)
	said := regexp.MustCompile(`Or: a budget of ([\d.]+) for`).FindAllStringSubmatch(r.stdout, -1)
	asked := regexp.MustCompile(`Ask ([\d.]+) judgments`).FindStringSubmatch(r.stdout)
	if len(said) == 0 || asked == nil {
		t.Fatalf("no other budget: %s%s", r.stdout, r.stderr)
	}
	half, err := strconv.ParseFloat(said[0][1], 64)
	whole, err2 := strconv.ParseFloat(asked[1], 64)
	if err != nil || err2 != nil || half < whole/4 || half > whole*3/4 {
		t.Errorf("half of %s is %s", asked[1], said[0][1])
	}
}

// honestOf is select --json of the sample bodies.
func honestOf(t *testing.T, args ...string) any {
	t.Helper()
	return selectJSONOf(t, append(bodiesFiles(t), args...)...)
}

// loss is the honest loss of a selection, NaN without one.
func loss(selection any) float64 {
	if x, is := in(selection, "honest_loss").(float64); is {
		return x
	}
	return math.NaN()
}

// paperOf is honestOf with the paper's b: its range of budgets is long, and its
// projected losses optimistic.
func paperOf(t *testing.T, args ...string) any {
	t.Helper()
	return honestOf(t, append([]string{"--shrink", "none"}, args...)...)
}

// TestHonestJSON: every selection carries an honest loss above what is
// projected, unless it is not wanted.
func TestHonestJSON(t *testing.T) {
	a := paperOf(t, "--budget", "10,50", "--algorithm", "full,exchange,uniform,single=tall")
	for _, s := range in(a, "selections").([]any) {
		se, _ := in(s, "honest_loss_se").(float64)
		if !(se > 0 && se < loss(s)) || in(s, "selection_frequency") != nil {
			t.Errorf("%v", s)
		}
		if in(s, "budget") == 50. && in(s, "algorithm") == "full" && !(loss(s) > in(s, "projected_loss").(float64)+se) {
			t.Errorf("the projected loss of 50 judgments is not optimistic: %v", s)
		}
	}
	wantIn(t, a, map[string]any{"settings.folds": 10., "settings.seed": 1., "settings.ridge": 0.})
	wantIn(t, paperOf(t, "--budget", "10", "--no-honest"), map[string]any{"selections.0.honest_loss": nil, "selections.1.honest_loss_se": nil})
	few := paperOf(t, "--budget", "50", "--folds", "3", "--algorithm", "full")
	if in(few, "settings.folds") != 3. || in(few, "selections.0.honest_loss") == in(a, "selections.4.honest_loss") {
		t.Errorf("3 folds give %v, 10 %v", in(few, "selections.0"), in(a, "selections.4"))
	}
}

// TestEnough: the rules that stand in place of a budget, against the curve.
func TestEnough(t *testing.T) {
	var budgets []string
	for b := range 81 {
		budgets = append(budgets, string(rune('0'+b/10))+string(rune('0'+b%10)))
	}
	curve := paperOf(t, "--budget", strings.Join(budgets, ","), "--algorithm", "full", "--folds", "3")
	best := math.Inf(1)
	for _, s := range in(curve, "selections").([]any) {
		best = min(best, loss(s))
	}
	first := func(limit float64) any {
		for _, s := range in(curve, "selections").([]any) {
			if loss(s) <= limit {
				return in(s, "budget")
			}
		}
		return nil
	}
	for _, test := range []struct {
		flags []string
		limit float64
	}{
		{[]string{"--goal", "within 5%"}, best * 1.05},
		{[]string{"--goal", "within 5"}, best * 1.05},
		{[]string{"--goal", "loss<=7"}, 7},
		{[]string{"--goal", "error<=2.5"}, 6.25},
		{[]string{"--goal", "lowest"}, best},
		{[]string{"--goal", "r2 >= .5"}, .5 * in(curve, "data.label_variance").(float64)},
	} {
		got := in(paperOf(t, append(test.flags, "--algorithm", "full", "--folds", "3")...), "selections.0")
		if want := first(test.limit); in(got, "budget") != want || loss(got) > test.limit {
			t.Errorf("%v chooses %v, want %v", test.flags, in(got, "budget"), want)
		}
	}
}

// TestBootstrapFlag: what is chosen is mostly chosen from resampled objects
// too, and the draw depends on the seed alone.
func TestBootstrapFlag(t *testing.T) {
	args := []string{"--budget", "20", "--algorithm", "full", "--bootstrap", "60", "--no-honest"}
	a := in(honestOf(t, args...), "selections.0")
	frequency := in(a, "selection_frequency").(map[string]any)
	if len(frequency) != 39 || frequency["tall"].(float64) < .9 || in(a, "median_repeats.tall").(float64) < 1 || frequency["outdoors"].(float64) > .3 {
		t.Errorf("frequencies %v, medians %v", frequency, in(a, "median_repeats"))
	}
	for _, seed := range []string{"1", "2"} {
		again := in(honestOf(t, append(args, "--seed", seed)...), "selections.0.selection_frequency")
		if same := reflect.DeepEqual(again, any(frequency)); same != (seed == "1") {
			t.Errorf("seed %s gives the same frequencies: %v", seed, same)
		}
	}
}

// TestValidate: its table and its JSON say the same as select.
func TestValidate(t *testing.T) {
	files := bodiesFiles(t)
	r := fms(t, append(append([]string{"validate", "--json"}, files...), "--budget", "20", "--folds", "3")...)
	v := parseJSON(t, r)
	all := len(selection.AllAlgorithms())
	wantIn(t, v, map[string]any{fmt.Sprint("estimates.", all): nil, fmt.Sprint("recommended.", all): nil, "estimates.0.difference": nil})
	full := loss(in(honestOf(t, "--budget", "20", "--algorithm", "full", "--folds", "3"), "selections.0"))
	// select follows paths to 20 alone: its sums run over fewer attributes.
	if err := equalJSON(in(v, "estimates.0.honest_loss"), full, 0); err != nil {
		t.Errorf("full%v", err)
	}
	for _, e := range in(v, "estimates").([]any)[1:] {
		if math.Abs(in(e, "honest_loss").(float64)-full-in(e, "difference").(float64)) > 1e-9 {
			t.Errorf("%v differs from full by something else", e)
		}
		if in(e, "algorithm") == "uniform" && in(e, "verdict") != "worse" {
			t.Errorf("uniform is not worse than full: %v", e)
		}
	}
	fms(t, append(append([]string{"validate"}, files...), "--budget", "20", "--algorithm", "full,uniform", "--folds", "3")...).
		shows(t, "typical error", "enough at", "uniform", "worse")
	fms(t, "validate", beansFile(t), "--label", "beans").shows(t, "Nothing can be compared: only 10 objects")
}

// TestHonestBudgets: the output says at which budgets the honest loss was computed.
func TestHonestBudgets(t *testing.T) {
	for _, c := range []struct {
		args    []string
		count   int
		to      float64
		spacing string
	}{
		{[]string{"--budget", "10,20"}, 3, 20, "asked"},
		{[]string{"--goal", "within 5%"}, 41, 40, "every step"},
		{[]string{"--budget", "20000"}, 2, 20000, "asked"},
	} {
		wantIn(t, selectJSONOf(t, slices.Concat(bodiesFiles(t), c.args, []string{"--folds", "3"})...), map[string]any{
			"honest_budgets.count": float64(c.count), "honest_budgets.from": 0., "honest_budgets.to": c.to, "honest_budgets.spacing": c.spacing,
		})
	}
}
