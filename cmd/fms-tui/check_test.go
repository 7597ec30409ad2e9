//go:build unix

package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"fms-tui/core"
	"fms-tui/internal/fresh"
	"fms-tui/model"
	"fms-tui/model/read"
	"fms-tui/sampledata"
)

const twoLabels = `object,attribute,judgment,y,label
a,tall,1,3,1
a,tall,1,3,1
b,tall,0,1,2
b,tall,1,1,2
c,tall,0,0,4
c,tall,0,0,4
d,tall,1,2,9
d,tall,0,2,9
`

// long makes data of a few objects in the long layout; attribute and label
// tell the name and the label, judgment the judgment of object i.
func long(attribute string, label func(i int) string, judgment func(i, repeat int) string) string {
	var b strings.Builder
	b.WriteString("object,attribute,judgment,label\n")
	for i := range 6 {
		for repeat := range 2 {
			fmt.Fprintf(&b, "o%d,%s,%s,%s\n", i, attribute, judgment(i, repeat), label(i))
		}
	}
	return b.String()
}

func plainLabel(i int) string          { return fmt.Sprint(i * i) }
func plainJudgment(i, r int) string    { return fmt.Sprint(i + r) }
func always(s string) func(int) string { return func(int) string { return s } }

func gz(s string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(s))
	_ = z.Close()
	return b.String()
}

// TestOddData gives every command data that are broken or strange. Every problem is
// reported on stderr, and nothing panics.
func TestOddData(t *testing.T) {
	plain := long("tall", plainLabel, plainJudgment)
	whole := gz(plain)
	one := func(i, _ int) string { return "1" }
	for _, c := range []struct {
		name, content string
		status        int    // of select
		says          string // on stderr, by select
	}{
		{"plain", plain, 0, "only 6 objects"},
		{"gzip", whole, 0, "only 6 objects"},
		{"empty file", "", 1, "is empty"},
		{"header alone", "object,attribute,judgment,label\n", 1, "no rows"},
		{"one object", "object,attribute,judgment,label\na,tall,1,2\na,tall,0,2\n", 1, "a single object"},
		{"one judgment per cell", "object,attribute,judgment,label\na,tall,1,2\nb,tall,0,3\n", 0, "asked at most once"},
		{"constant attribute", long("tall", plainLabel, one), 1, "same mean judgment"},
		{"a constant attribute among others", plain + strings.ReplaceAll(long("dull", plainLabel, one), "object,attribute,judgment,label\n", ""), 0, "dull has the same mean"},
		{"constant label", long("tall", always("7"), plainJudgment), 1, "nothing to predict"},
		{"nan is missing", long("tall", plainLabel, func(i, r int) string { return []string{"NaN", "1"}[r] }), 1, "same mean judgment"},
		{"infinity", long("tall", plainLabel, func(i, r int) string { return []string{"inf", "1"}[r] }), 1, "inf"},
		{"an infinite label", long("tall", always("Infinity"), plainJudgment), 1, "Infinity"},
		{"text for a number", long("tall", plainLabel, func(i, r int) string { return []string{"rather", "1"}[r] }), 1, "rather"},
		{"decimal comma", strings.ReplaceAll(long("tall", plainLabel, func(i, r int) string { return `"1,5"` }), "\r", ""), 1, "1,5"},
		{"unclosed quote", plain + "\"o9,tall,1,2\n", 1, "quote"},
		{"truncated gzip", whole[:len(whole)-12], 1, "damaged"},
		{"binary", "\x7fELF\x02\x01\x01\x00\x00\x00", 1, ""},
		{"conflicting label", plain + "o1,tall,1,99\n", 1, "differs from"},
		{"label missing for some", plain + "o9,tall,1,\no9,tall,0,\n", 0, "without the label"},
		{"label around 1e9", long("tall", func(i int) string { return fmt.Sprint(1_000_000_000 + i*i) }, plainJudgment), 0, "only 6 objects"},
		{"huge values", long("tall", plainLabel, func(i, r int) string { return fmt.Sprintf("%de300", i+r+1) }), 1, "too large"},
		{"no label", "object,attribute,judgment,age\na,tall,1,3\na,tall,0,3\nb,tall,1,4\n", 1, "--labels FILE, a column with --label NAME, or an attribute with --label-from NAME; columns that could be one are age; the attributes are tall"},
		{"a label among the attributes", "object,attribute,judgment\na,tall,1\na,tall,2\na,gold,.5\nb,tall,2\nb,tall,2\nb,gold,.25\n", 1, "attributes that could be one are gold"},
		{"escape sequences", long("\x1b[31mred\x1b[0m\x1b]0;title\a\u009b2J", plainLabel, one) + "o1,ok,1,1\n", 1, "red"},
		{"wide runes", long("身長の高さ👩‍👩‍👧", plainLabel, plainJudgment), 0, "only 6 objects"},
		{"a long name", long(strings.Repeat("long-", 60), plainLabel, plainJudgment), 0, "only 6 objects"},
		{"escape sequences that work", long("\x1b[31mred\x1b[2J", plainLabel, plainJudgment), 0, "only 6 objects"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := file(t, "data.csv", c.content)
			r := fms(t, "select", path, "--width", "80")
			r.want(t, c.status, c.says)
			fms(t, "select", path, "--json").want(t, c.status, c.says)
			fms(t, "export", path, "--budget", "3").want(t, c.status, c.says)
			fms(t, path).want(t, c.status, c.says)
			check := fms(t, "check", path, "--width", "60", "--all")
			for _, text := range []string{r.stdout, r.stderr, check.stdout, check.stderr} {
				if strings.ContainsAny(text, "\x1b\a\u009b") {
					t.Errorf("an escape sequence gets through: %q", text)
				}
			}
			for l := range strings.Lines(check.stdout) {
				copied := strings.HasPrefix(l, "Next: fms-tui select") || strings.HasPrefix(strings.TrimSpace(l), path) // never cut
				if ansi.StringWidth(l) > 60 && !copied {
					t.Errorf("check prints %d columns: %q", ansi.StringWidth(l), l)
				}
			}
		})
	}
	fms(t, "select", t.TempDir()).want(t, statusFailed, "it is a directory")
}

func TestCheck(t *testing.T) {
	path := file(t, "a data.csv", twoLabels+"e,tall,NA,,\n,,,,\ne,short,1,,\n")
	r := fms(t, "check", path, "--width", "1000", "--all")
	r.shows(t, "column     role       why", "judgment   judgment   named like a judgment", "y          label",
		"(long, 11 rows, 9 kept): 5 objects, 2 attributes, 9 judgments (1 to 2 of each cell, 5 cells empty), no rater is named, label y of 4 objects, label label of 4 objects.",
		"- left out, 1 time: missing judgment", "- left out, 1 time: empty row",
		"short has no judgment", "--layout long --object-col object", "'"+path+"'")
}

// TestCheckFlags: the flags that check prints give the same reading.
func TestCheckFlags(t *testing.T) {
	path := file(t, "data.csv", twoLabels)
	first := fms(t, "check", path, "--all").stdout
	_, command, ok := strings.Cut(strings.TrimSpace(first), "Next: fms-tui select ")
	if !ok {
		t.Fatalf("no flags in %s", first)
	}
	again := fms(t, append([]string{"check", "--all"}, strings.Fields(command)...)...)
	again.want(t, statusDone)
	_, counts, _ := strings.Cut(first, "Reliability")
	if !strings.Contains(again.stdout, counts) {
		t.Errorf("with the flags it is\n%s\nwithout\n%s", again.stdout, first)
	}
}

// TestNextKeepsFlags: the command that select advises has the answer of select.
func TestNextKeepsFlags(t *testing.T) {
	var b strings.Builder
	b.WriteString("item,rater,clear,deep,verdict\n")
	for i := range 60 {
		for k := range 2 {
			fmt.Fprintf(&b, "i%d,r%d,%d,%d,%s\n", i, k, 1+(i*7+k)%5, 1+(i*i+k*3)%5, []string{"meh", "fine", "wow"}[(i*7)%5/2])
		}
	}
	path := file(t, "data.csv", b.String())
	for _, flags := range []string{"--label verdict", "--label verdict --ordered meh,fine,wow", "--label verdict --algorithm scoring --seed 3 --folds 5"} {
		given := append([]string{"select", path, "--budget", "3"}, strings.Fields(flags)...)
		_, next, _ := strings.Cut(fms(t, given...).stdout, "Next: fms-tui plan ")
		next, _, _ = strings.Cut(next, "\n")
		want := fms(t, append(given, "--json")...).stdout
		if got := fms(t, append([]string{"select", "--json"}, strings.Fields(next)...)...).stdout; got != want || want == "" {
			t.Errorf("%s: %q answers\n%s\nwant\n%s", flags, next, got, want)
		}
	}
}

// TestCheckWithoutLabel: check needs no label, and data from which nothing can
// be learned are odd but readable.
func TestCheckWithoutLabel(t *testing.T) {
	fms(t, "check", file(t, "data.csv", "object,attribute,judgment\na,tall,1\na,tall,0\n")).shows(t, "- No label to predict: name a file of labels with --labels FILE", "--labels FILE\n--all")
	fms(t, "check", file(t, "data.csv", "object,rater,tall,wide,mark\na,p,1,2,x1\na,q,0,2,x1\nb,p,1,1,x2\nb,q,1,1,x2\n")).shows(t, "--label mark\n--all")
	single := "horse,piaffe,halt,final\n"
	for i := range 40 {
		single += fmt.Sprintf("h%d,%d,%d,%d.5\n", i, i%5, i*i%5, i*7%60)
	}
	fms(t, "check", file(t, "data.csv", single)).shows(t, "--label final\n--all")
	fms(t, "check", file(t, "data.csv", long("tall", always("7"), plainJudgment))).shows(t, "nothing to predict")
}

// TestBundledSamples: samples open with their prices and their label first. The simulated ones are
// bought singly, as ever; but of judges a record is a call of one of five judges at a price. What is
// learned from them says so.
func TestBundledSamples(t *testing.T) {
	p := &program{now: func() time.Time { return time.Date(2026, 11, 20, 13, 0, 0, 0, time.FixedZone("", 3600)) }}
	for _, s := range sampledata.All() {
		ds, err := s.Open(context.Background(), read.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if ds.Simulated == s.Real || ds.Name != s.Name || len(ds.Labels) == 0 || ds.Labels[0].Name != s.Label {
			t.Errorf("%s opens as %q (simulated: %v) with the labels %v", s.Name, ds.Name, ds.Simulated, len(ds.Labels))
		}
		dear := 0
		for a := range ds.Attributes {
			if ds.Price(a) != 1e9 {
				dear++
			}
		}
		if want := map[string]int{"bodies": 2, "judges": 30}[s.Name]; dear != want {
			t.Errorf("%s has %d attributes that do not cost 1, want %d", s.Name, dear, want)
		}
		if s.Real {
			continue
		}
		r, err := core.NewStudy(ds).Solve(context.Background(), core.Request{})
		if err != nil {
			t.Fatal(err)
		}
		d := r.Design
		singly := d.Singles() && d.Kind == model.DesignSingle && !d.Asked
		if byJudge := d.Kind == model.DesignSheets && len(d.Forms) == 5 && d.Forms[0].Price > 0; singly == (s.Name == "judges") || byJudge != (s.Name == "judges") {
			t.Errorf("%s: %+v", s.Name, d)
		}
		var pr model.Predictor
		stamp(p, ds, &pr, new(flags))
		if *pr.Data.File != s.Name+" (simulated)" || pr.Created != "2026-11-20T12:00:00Z" || len(*pr.Data.SHA256) != 64 {
			t.Errorf("file %q, created %q, sha256 %q", *pr.Data.File, pr.Created, *pr.Data.SHA256)
		}
	}
}

func TestMatching(t *testing.T) {
	names := []string{"a/b", "a*", "ab", "身長", "[x"}
	for glob, want := range map[string]string{
		"*": "[0 1 2 3 4]", "a*": "[1]", "a?b": "[0]", "?b": "[2]", "a*b": "[0 2]", "身?": "[3]", "[x": "[4]", "[": "[]", "A*": "[]", "[ab]b": "[2]",
	} {
		if got := fmt.Sprint(model.Matching(names, glob)); got != want {
			t.Errorf("%q matches %s, want %s", glob, got, want)
		}
	}
}

// TestCheckJSON: everything that check prints is in the JSON as figures.
func TestCheckJSON(t *testing.T) {
	var csv strings.Builder
	csv.WriteString("object,rater,clear,brief,label\n")
	for i := range 40 {
		for k := range 3 {
			fmt.Fprintf(&csv, "o%d,w%d,%d,%d,%d\n", i, k, i%5+i*k%2, i%3+k, i)
		}
	}
	r := fms(t, "check", file(t, "data.csv", csv.String()), "--json")
	r.want(t, statusDone)
	got := parseJSON(t, r)
	wantIn(t, got, map[string]any{
		"version": 1., "reading.objects": 40., "reading.judgments": 240., "columns.5": nil, "labels.0.name": "label", "labels.0.objects": 40., "raters.1.judgments": 80., "raters.3": nil,
		"attributes.2": nil, "halo.correlations.0.0": 1., "halo.correlations.0.1": in(got, "halo.correlations.1.0"),
	})
	r.shows(t, `"few-raters"`, `"command": "fms-tui select `)
	if in(got, "attributes.0.reliability") == 0. {
		t.Error("no reliability")
	}
}

// TestRealSamples: what people and models said in fact is answered: most of hanna's 120 scores
// buy nothing, and of argq_novice's none is worth its price.
func TestRealSamples(t *testing.T) {
	dir := sample(t, "hanna")
	data := []string{filepath.Join(dir, "hanna.csv.gz"), "--labels", filepath.Join(dir, "hanna_labels.csv.gz"), "--design", "single"}
	answer := selectJSONOf(t, append([]string{"--budget", "6,20"}, data...)...)
	wantIn(t, answer, map[string]any{"data.objects": 1056., "data.judgments": 126546., "data.label": "human_mean"})
	for i, want := range []float64{.48, .51} {
		s := in(answer, fmt.Sprint("selections.", 2*i))
		if r2 := 1 - in(s, "honest_loss").(float64)/in(answer, "data.label_variance").(float64); math.Abs(r2-want) > .01 {
			t.Errorf("hanna at %v has an R² of %.3f, want %.2f", in(s, "budget"), r2, want)
		}
	}
}

// TestJudgesSample: the third sample comes in as it was made: five judges, six
// criteria, four calls, each call a form at its price, and a label.
func TestJudgesSample(t *testing.T) {
	if testing.Short() {
		t.Skip("long: other samples run the same")
	}
	dir := sample(t, "judges")
	got := parseJSON(t, fms(t, "check", dir+"/judges.jsonl.gz", "--json"))
	wantIn(t, got, map[string]any{
		"reading.objects": 240., "reading.judgments": 28800., "reading.empty_cells": 0., "attributes.30": nil, "raters.0": nil, "labels.0.name": "human", "labels.0.objects": 240., "labels.1": nil,
		"price_unit": "USD", "prices.30": nil, "calls.5": nil,
	})
	for _, c := range in(got, "calls").([]any) {
		if price, _ := in(c, "price").(float64); price == 0 || in(c, "why") == "" || in(c, "attributes.5") == nil || in(c, "attributes.6") != nil {
			t.Errorf("form %v", c)
		}
	}
	fms(t, "check", dir+"/judges.jsonl.gz", "--all", "--width", "1000").shows(t, "USD a judgment, from the data", "no rater is named", "- judge_model is part of the attribute: 5 judges of nearly every object",
		"Read item_id as the object, judge_model as the first part of the attributes' names")
	fms(t, "select", dir+"/judges.jsonl.gz", "--budget", "0.02", "--no-honest", "--quiet").want(t, statusDone)
}

// TestGrouped: findings that say the same of several attributes are one.
func TestGrouped(t *testing.T) {
	got := grouped([]model.Finding{
		{Code: "few", Attribute: "a", Message: "a was judged 12 times, .5 of them by u"},
		{Code: "other", Message: "a file is empty"},
		{Code: "few", Attribute: "b", Message: "b was judged 3 times, .75 of them by u"},
		{Code: "few", Attribute: "c", Message: "c was never judged"},
		{Code: "other", Message: "a file is empty"},
		{Code: "few", Attribute: "d", Message: "d was judged 1 times, .25 of them by u"},
	})
	var said []string
	for _, w := range got {
		said = append(said, w.Message)
	}
	want := "a was judged 12 times, .5 of them by u; likewise b, d|a file is empty|c was never judged|a file is empty"
	if strings.Join(said, "|") != want {
		t.Errorf("%q", said)
	}
}

const judged = "object,attribute,judgment,rater\n" +
	"a,tall,1,u\na,tall,1,v\na,quality,5,x\na,quality,9,y\n" +
	"b,tall,0,u\nb,tall,1,v\nb,quality,3,x\nb,quality,3,y\n" +
	"c,tall,0,u\nc,tall,0,v\nc,quality,1,x\nc,quality,2,y\n"

// TestLabelFromFlag: a judged attribute becomes the label.
func TestLabelFromFlag(t *testing.T) {
	path := file(t, "d.csv", judged)
	a := selectJSONOf(t, path, "--label-from", "quality", "--budget", "2")
	wantIn(t, a, map[string]any{"attributes.0.name": "tall", "attributes.1": nil})
	if strings.Contains(fmt.Sprint(in(a, "warnings")), "circular-label") {
		t.Error("a label by other raters is called circular")
	}
	r := fms(t, "select", path, "--label-from", "qualty", "--budget", "2")
	if r.status != statusFailed || !strings.Contains(r.stderr, `the nearest is "quality"`) {
		t.Errorf("status %d, %s", r.status, r.stderr)
	}
	lone := file(t, "lone.csv", "object,rater,tall\no,u,0\no,v,1\np,u,1\np,v,2\n")
	if r := fms(t, "check", lone, "--label-from", "tall"); r.status != statusFailed || !strings.Contains(r.stderr, "it is the only one") {
		t.Errorf("the label is the only attribute: status %d, %s", r.status, r.stderr)
	}
	circular := fms(t, "select", file(t, "e.csv", strings.ReplaceAll(judged, ",x\n", ",u\n")), "--label-from", "quality", "--budget", "2")
	if !strings.Contains(circular.stderr, "1 of the raters judged both quality and other attributes") && !strings.Contains(circular.stderr, "noise is in the label") {
		t.Errorf("no warning of a circular label: %s", circular.stderr)
	}
	if r := fms(t, "select", path, "--label-from", "quality", "--label-agg", "mode"); r.status != statusMisused {
		t.Errorf("--label-agg mode: status %d, %s", r.status, r.stderr)
	}
}

// TestPSDLabel: the predictor of --psd label carries the label covariances of its
// weights, so that predict can recompute the weights: (Σ⁺ + Diag(v/r)) w = b⁺. With
// --psd scaled the label covariances are as measured.
func TestPSDLabel(t *testing.T) {
	files := append([]string{"export"}, bodiesFiles(t)[:5]...)
	files = append(files, "--budget", "400", "--shrink", "none", "--design", "single", "--no-honest", "--psd")
	covariance := make(map[string]map[string]float64)
	for _, psd := range []string{"label", "scaled"} {
		r := fms(t, append(files, psd)...)
		r.want(t, statusDone)
		p, _, err := read.Predictor(read.Bytes("p.json", []byte(r.stdout)))
		if err != nil {
			t.Fatal(err)
		}
		covariance[psd] = make(map[string]float64)
		for i, a := range p.Attributes {
			covariance[psd][a.Name] = a.LabelCovariance
			sum := a.InternalVariance / float64(a.Repeats) * a.Weight
			for j, c := range p.Attributes {
				sum += p.External[i][j] * c.Weight
			}
			if !(math.Abs(sum-a.LabelCovariance) <= 1e-6*a.Scale*math.Sqrt(p.LabelVariance)) {
				t.Errorf("--psd %s, %s: Mw is %g, b %g", psd, a.Name, sum, a.LabelCovariance)
			}
		}
	}
	for name, b := range covariance["label"] {
		if covariance["scaled"][name] == b {
			t.Errorf("%s: b is %g with both", name, b)
		}
	}
	fms(t, append(files, "other")...).want(t, statusMisused, "--psd", "scaled, paper, label")
}

// TestColumnTable: up to mostAsked columns have a row each, more of them a row a role.
func TestColumnTable(t *testing.T) {
	for attributes, want := range map[int]string{9: "[o a0 a1 a2 a3 a4 a5 a6 a7 a8]", 10: "[o a0, a1, a2 and 7 more]"} {
		ds := &model.Dataset{}
		ds.Reading.Columns = []model.ColumnRole{{Column: "o", Role: model.RoleObject}}
		for i := range attributes {
			ds.Reading.Columns = append(ds.Reading.Columns, model.ColumnRole{Column: fmt.Sprint("a", i), Role: model.RoleAttribute})
		}
		var got []any
		for _, row := range columnTable(ds, mostAsked).Rows {
			got = append(got, row[0])
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%v, want %s", got, want)
		}
	}
}

// TestAgreement: the command prints what the package measures, in every form, and says
// what it cannot tell.
func TestAgreement(t *testing.T) {
	data := file(t, "grades.csv", "object,rater,grade\n"+
		"a,1,9\na,2,2\na,3,5\na,4,8\nb,1,6\nb,2,1\nb,3,3\nb,4,2\nc,1,8\nc,2,4\nc,3,6\nc,4,8\n"+
		"d,1,7\nd,2,1\nd,3,2\nd,4,6\ne,1,10\ne,2,5\ne,3,6\ne,4,9\nf,1,6\nf,2,2\nf,3,4\nf,4,7\n")
	r := fms(t, "agreement", data, "--json", "--bootstrap", "20")
	got := parseJSON(t, r)
	for key, want := range map[string]float64{"icc1": .17, "icc_a1": .29, "icc_c1": .71, "icc_ak": .62} {
		if x := in(got, "attributes.0."+key).(float64); math.Abs(x-want) > .005 {
			t.Errorf("%s is %g, want %g", key, x, want)
		}
	}
	// Ten values of 24 are no categories.
	wantIn(t, got, map[string]any{"attributes.0.kappa": nil, "label": nil, "dstudy.20": nil})
	if in(got, "dstudy.19") == nil || in(got, "judges") == nil {
		t.Errorf("%s", r.stdout)
	}
	moments := filepath.Join(t.TempDir(), "grades.moments")
	fms(t, "moments", data, "-o", moments).want(t, 0)
	fms(t, "agreement", moments, "--bootstrap", "0").shows(t, "open the judgments")
	fms(t, "agreement", moments, "--part", "sources").want(t, 1, "--part sources needs the judgments", "--part coefficients,repeats does without")
	fms(t, "agreement", data, "--part", "judges").want(t, 1, "--part judges: there is no label to predict", "--labels FILE")
	fms(t, "agreement", data, "--part", "halo").want(t, statusMisused, `"halo" is not known: accepted are coefficients, repeats, label, judges, sources`)
	fms(t, "agreement", data, "-o", filepath.Join(t.TempDir(), "no", "where.csv"), "--form", "csv").want(t, 1, "where.csv")
	anonymous := file(t, "anonymous.csv", "object,x\na,1\na,2\nb,3\nb,3\nc,1\nc,1\n")
	fms(t, "agreement", anonymous, "--part", "sources").want(t, 1, "needs two raters or more with ids", "--rater-col")
}

// TestStrangers: on small files as strangers bring them, every command ends in an answer, or
// in a sentence: never in a panic, and never with nothing printed. Where a file holds an
// answer, select chooses.
func TestStrangers(t *testing.T) {
	t.Setenv("ACCESSIBLE", "1")
	answered, files := 0, uint64(300)
	if fresh.Fixed() {
		files = 30 // CI draws all from fresh seeds
	}
	for seed := range fresh.Seeds(t, 7690, files) {
		table := fresh.Draw(seed)
		data := file(t, "data.csv", table.Text)
		dir := filepath.Dir(data)
		commands := [][]string{
			{"check", data},
			{"select", data, "--json"},
			{"select", data, "--budget", "1,3"},
			{"validate", data, "--budget", "2"},
			{"export", data, "--budget", "2", "-o", filepath.Join(dir, "p.json")},
			{"predict", filepath.Join(dir, "p.json"), data, "-o", filepath.Join(dir, "new.csv")},
			{"report", data, "-o", filepath.Join(dir, "r.html")},
			{"plan", data, "--budget", "2"},
			{"plan", data, "--second-round", "3"},
			{"agreement", data},
			{"subset", data, "--budget", "2"},
			{"moments", data, "-o", filepath.Join(dir, "m.moments")},
			{"next", data, "--budget", "2"},
			{"plot", "curve", data, "-o", filepath.Join(dir, "c.svg")},
			{data},
		}
		for i, args := range commands {
			if i > 2 && (seed+uint64(i))%3 != 0 { // each command on a third of the files
				continue
			}
			r := fms(t, args...)
			switch {
			case r.status < 0 || r.status > 2:
				t.Errorf("seed %d, %v: status %d\n%s\n%s", seed, args, r.status, r.stderr, table.Text)
			case r.status != 0 && len(strings.Fields(r.stderr)) < 4:
				t.Errorf("seed %d, %v: status %d without a sentence: %q", seed, args, r.status, r.stderr)
			case r.status == 0 && !slices.Contains(args, "-o") && (len(strings.Fields(r.stdout)) < 4 || strings.Contains(r.stdout, "\n\n\n")):
				t.Errorf("seed %d, %v: nothing is printed but %q and %q\n%s", seed, args, r.stdout, r.stderr, table.Text)
			}
			if i == 1 && table.Answers {
				var answer struct {
					Selections []struct{ Repeats map[string]int }
				}
				if err := json.Unmarshal([]byte(r.stdout), &answer); r.status != 0 || err != nil || len(answer.Selections) == 0 || len(answer.Selections[0].Repeats) == 0 {
					t.Errorf("seed %d: no choice, status %d: %s %.300s\n%s", seed, r.status, r.stderr, r.stdout, table.Text)
				}
				answered++
			}
			if t.Failed() {
				return
			}
		}
	}
	if fresh.Fixed() && answered == 0 {
		t.Error("no file held an answer")
	}
}
