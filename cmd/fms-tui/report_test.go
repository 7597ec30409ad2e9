//go:build unix

package main

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fms-tui/core/report"
	"fms-tui/model"
	"fms-tui/model/read"
)

// pilot is a small crowd whose objects and raters have names that are in no text of the
// program, with an object that lacks most attributes, which a finding names.
func pilot(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("object,rater,plot,style,length,quality\n")
	for i := range 60 {
		for r := range 3 {
			x, y := i%7, (i*i+r)%5
			object, rater := "story-zq"+string(rune('a'+i%26))+string(rune('a'+i/26)), "quux"+string(rune('a'+(i+r)%6))
			if i == 5 {
				b.WriteString(object + "," + rater + "," + num(x) + ",,," + num(i%7) + "\n")
				continue
			}
			b.WriteString(object + "," + rater + "," + num(x+r%2) + "," + num(y) + "," + num((i/3+r)%3) + "," + num(i%7) + "\n")
		}
	}
	return file(t, "pilot.csv", b.String())
}

func num(n int) string { return string(rune('0' + n)) }

// TestReportPage: the page says what select says, and a private one names nobody.
func TestReportPage(t *testing.T) {
	data := pilot(t)
	out := filepath.Join(t.TempDir(), "report.html")
	fms(t, "report", data, "--label", "quality", "--budget", "3", "-o", out).want(t, 0, "wrote the report of quality at a budget of 3 to "+out)
	text := content(t, out)
	for _, want := range []string{
		"<title>What to ask to predict quality</title>", "Ask ", "Reliability and agreement", "Glossary", "story-zqfa", "quuxa",
		"fms-tui report", "--label quality", "--budget 3",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	fms(t, "report", data, "--label", "quality", "--budget", "3", "--private", "--quiet", "-o", out).want(t, 0)
	text = content(t, out)
	for _, secret := range []string{"story-zq", "quux", filepath.Dir(data)} {
		if strings.Contains(text, secret) {
			t.Errorf("the private page names %q: %s", secret, around(text, secret))
		}
	}
	if len(text) > 400_000 || !strings.Contains(text, "rater 1") {
		t.Errorf("%d bytes", len(text))
	}
}

func around(text, at string) string {
	i := strings.Index(text, at)
	return text[max(0, i-80):min(len(text), i+80)]
}

func content(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestPlotFiles: the curve in both forms; the calibration is in classes_test.go.
func TestPlotFiles(t *testing.T) {
	data := pilot(t)
	for _, suffix := range []string{".svg", ".PNG"} {
		out := filepath.Join(t.TempDir(), "curve"+suffix)
		fms(t, "plot", "curve", data, "--label", "quality", "--quiet", "-o", out).want(t, 0)
		if got := content(t, out); !strings.HasPrefix(got, "<svg") && !strings.HasPrefix(got, "\x89PNG") {
			t.Errorf("%s: %.20q", out, got)
		}
	}
}

// TestForms: every command that prints a table prints it in every form, and the
// names of the data are in all of them.
func TestForms(t *testing.T) {
	beans := []string{beansFile(t), "--label", "beans"}
	predictor := filepath.Join(t.TempDir(), "p.json")
	fms(t, append([]string{"export", "--budget", "10", "-o", predictor, "--quiet"}, beans...)...).want(t, statusDone)
	var votes, some strings.Builder
	votes.WriteString("object,rater,good\n")
	some.WriteString("object,rater,clear,brief,label\n")
	for i := range 60 {
		label := strconv.Itoa(i%7 + i%3)
		if i%4 == 0 {
			label = ""
		}
		for k := range 3 {
			fmt.Fprintf(&votes, "o%d,w%d,%d\n", i, k, (i+i*k/3)%2)
			fmt.Fprintf(&some, "o%d,w%d,%d,%d,%s\n", i, k, i%7+(i+k)%2, i%3+(i*k)%3, label)
		}
	}
	rated := file(t, "some.csv", some.String())
	for _, c := range []struct {
		name string
		args []string
	}{
		{"select", append([]string{"--budget", "10"}, beans...)},
		{"validate", append([]string{"--budget", "10", "--algorithm", "full"}, beans...)},
		{"check", beans},
		{"plan", append([]string{"--budget", "10"}, beans...)},
		{"subset", append([]string{"--budget", "10", "--algorithm", "full"}, beans...)},
		{"predict", append([]string{predictor}, beans...)},
		{"partial", []string{rated, "--k", "2", "--splits", "2", "--folds", "2", "--algorithm", "ridge"}},
		{"plan", []string{rated, "--label-next", "3", "--budget", "4"}},
		{"agreement", append([]string{"--bootstrap", "0"}, beans...)},
		{"init", []string{"--list"}},
		{"experts", []string{file(t, "votes.csv", votes.String()), "--restarts", "2"}},
	} {
		name, args := c.name, c.args
		for _, form := range report.Names() {
			r := fms(t, slices.Concat([]string{name}, args, []string{"--form", form, "--quiet"})...)
			r.want(t, statusDone)
			checkForm(t, name, form, r.stdout)
		}
		if plain := fms(t, slices.Concat([]string{name}, args, []string{"--json", "--quiet"})...); !json.Valid([]byte(plain.stdout)) {
			t.Errorf("%s --json is %s", name, plain.stdout)
		}
		fms(t, slices.Concat([]string{name}, args, []string{"--json", "--form", "csv"})...).want(t, statusMisused, "--json has no part for --form")
	}
}

// checkForm looks for what only that form has; of a form that it does not know it wants any text.
func checkForm(t *testing.T, name, form, text string) {
	t.Helper()
	ok, known := map[string]func() bool{
		"text": func() bool { return strings.Contains(text, "\n") && !strings.Contains(text, "\t") },
		"csv": func() bool {
			rows := csv.NewReader(strings.NewReader(text))
			rows.FieldsPerRecord = -1
			all, err := rows.ReadAll()
			return err == nil && len(all) > 1 && len(all[0]) > 1
		},
		"tsv":  func() bool { return strings.Contains(text, "\t") },
		"json": func() bool { return json.Valid([]byte(text)) && strings.HasPrefix(text, "{\n  \"version\": 1,") },
		"md":   func() bool { return strings.Contains(text, "| ---") },
		"html": func() bool { return strings.HasPrefix(text, "<!DOCTYPE html>") && strings.Contains(text, "<td") },
	}[form]
	if known && !ok() || text == "" {
		t.Errorf("%s --form %s is\n%.600s", name, form, text)
	}
}

// TestOverwrite: -o replaces what the program wrote, under --force what others wrote, and
// under no name a file that the command reads.
func TestOverwrite(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	put := func(name, text string) string {
		t.Helper()
		if err := os.WriteFile(at(name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return at(name)
	}
	var rows strings.Builder
	rows.WriteString("id,clear,label\n")
	for i := range 40 {
		rows.WriteString("o" + string(rune('a'+i%26)) + string(rune('a'+i/26)) + "," + string(rune('1'+i%5)) + "," + string(rune('1'+(i+i/7)%5)) + "\n")
	}
	data := put("data.csv", rows.String())
	if err := os.Link(data, at("hard.csv")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(data, at("soft.csv")); err != nil {
		t.Fatal(err)
	}
	notes := put("notes.txt", "what I think\n")
	stories := put("stories.csv", "story\ns1\n")
	costs := put("costs.csv", "attribute,cost\nclear,2\n")
	calls := put("calls.jsonl", "{\"call\":1}\n")
	page := put("page.html", "<!DOCTYPE html>\n<html lang=\"en\">\n<p>mine\n")
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{"select", data, "-o", data}, statusMisused, "reads"},
		{[]string{"select", data, "--force", "-o", at("hard.csv")}, statusMisused, "reads"},
		{[]string{"report", data, "-o", at("soft.csv")}, statusMisused, "reads"},
		{[]string{"select", data, "--labels", notes, "-o", notes}, statusMisused, "reads"},
		{[]string{"select", data, "--cost", costs, "--force", "-o", costs}, statusMisused, "reads"},
		{[]string{"select", data, "--budget", "1", "-o", notes}, statusFailed, "--force"},
		{[]string{"report", data, "-o", page}, statusFailed, "--force"},
		{[]string{"report", data, "-o", at("own.html")}, statusDone, ""},
		{[]string{"report", data, "-o", at("own.html")}, statusDone, ""},
		{[]string{"export", data, "--budget", "1", "-o", at("p.json")}, statusDone, ""},
		{[]string{"export", data, "--budget", "1", "-o", at("p.json")}, statusDone, ""},
		{[]string{"plot", "curve", data, "-o", at("c.svg")}, statusDone, ""},
		{[]string{"plot", "curve", data, "-o", at("c.svg")}, statusDone, ""},
		{[]string{"predict", at("p.json"), data, "-o", at("new.csv")}, statusDone, ""},
		{[]string{"predict", at("p.json"), data, "-o", at("new.csv")}, statusDone, ""},
		{[]string{"predict", at("p.json"), data, "-o", at("p.json")}, statusMisused, "reads"},
		{[]string{"plan", data, "--budget", "1", "--new", stories, "--form", "calls", "-o", at("b.jsonl")}, statusDone, ""},
		{[]string{"plan", data, "--budget", "1", "--new", stories, "--form", "calls", "--cost", "clear=.5", "-o", at("b.jsonl")}, statusDone, ""},
		{[]string{"plan", data, "--budget", "1", "--new", stories, "--form", "calls", "-o", calls}, statusFailed, "--force"},
		{[]string{"sample", "beans", "-o", dir}, statusDone, ""},
		{[]string{"sample", "beans", "-o", dir}, statusDone, ""},
	} {
		got := fms(t, append(c.args, "--quiet")...)
		if got.status != c.status || !strings.Contains(got.stderr, c.says) {
			t.Errorf("%q ends with %d: %s", c.args, got.status, got.stderr)
		}
	}
	for name, want := range map[string]string{"data.csv": rows.String(), "notes.txt": "what I think\n"} {
		if got, _ := os.ReadFile(at(name)); string(got) != want {
			t.Errorf("%s is %.40q now", name, got)
		}
	}
	beans, _ := filepath.Glob(at("*beans*"))
	if len(beans) == 0 {
		t.Fatal("the sample wrote nothing")
	}
	put(filepath.Base(beans[0]), "mine")
	if got := fms(t, "sample", "beans", "-o", dir); got.status != statusFailed || !strings.Contains(got.stderr, "--force") {
		t.Errorf("sample over another file ends with %d: %s", got.status, got.stderr)
	}
	if got := fms(t, "sample", "beans", "-o", dir, "--force", "--quiet"); got.status != statusDone {
		t.Errorf("sample --force ends with %d", got.status)
	}
	if got := fms(t, "select", data, "--budget", "1", "--quiet", "--force", "-o", notes); got.status != statusDone {
		t.Errorf("--force ends with %d", got.status)
	}
}

// TestRemediesAsFlags: what core and model advise reads as a flag that can be
// typed, behind the message of a finding, an error and a reason.
func TestRemediesAsFlags(t *testing.T) {
	paper := model.Choose(model.OptionRaters, "paper", "counts them")
	located := &read.Error{File: "d.csv", Line: 3, Column: "score", Value: "4,5", Message: "is not a number: write 4.5", Remedies: []model.Choice{model.Choose(model.OptionDecimal, ",", "reads decimal commas")}}
	ambiguous := &read.AmbiguousError{File: "d.csv", Problem: "a and b could each be the rater", Readings: []model.Alternative{
		{Choices: []model.Choice{{Option: model.OptionRater, Value: "a"}}, Meaning: "the rater is a"},
		{Choices: []model.Choice{{Option: model.OptionRater, Value: "story id"}}, Meaning: "the rater is \"story id\""},
	}}
	for _, c := range []struct{ got, want string }{
		{adviseFlags("2 judgments were left out", paper), "2 judgments were left out; --raters paper counts them"},
		{adviseFlags("2 judgments were left out", paper, model.Choose(model.OptionMissing, "-9", "")), "2 judgments were left out; --raters paper counts them; --missing -9"},
		{adviseFlags("is it an id?", model.Choose(model.OptionExclude, "", "leaves it out")), "is it an id? --exclude leaves it out"},
		{adviseFlags("plain", model.Choice{}), "plain"},
		{reasonOf(&model.ColumnRole{Code: model.ReasonFlag, Remedy: model.Choose(model.OptionRater, "", "")}), "--rater-col"},
		{wordError(fmt.Errorf("part 2: %w", model.Advise(errors.New("too few"), paper))), "part 2: too few; --raters paper counts them"},
		{wordError(usageError{located}), `d.csv:3: column score: "4,5" is not a number: write 4.5; --decimal ',' reads decimal commas`},
		{wordError(&read.Error{File: "d.csv", Message: "has no column x", Option: model.OptionPivot}), "d.csv: has no column x (asked for by --pivot)"},
		{wordError(ambiguous), "d.csv: a and b could each be the rater; choose one:\n  --rater-col a   (the rater is a)\n  --rater-col 'story id'   (the rater is \"story id\")"},
	} {
		if c.got != c.want {
			t.Errorf("\n got %s\nwant %s", c.got, c.want)
		}
	}
	text, err := json.Marshal(worded([]model.Finding{{Code: model.CodeRepeatedRater, Message: "m", Remedies: []model.Choice{paper}}}))
	if want := `[{"code":"repeated-rater","message":"m; --raters paper counts them","object":null,"attribute":null,"row":null,"column":null}]`; err != nil || string(text) != want {
		t.Errorf("%s, %v", text, err)
	}
	if text, err := json.Marshal(worded(nil)); err != nil || string(text) != "[]" {
		t.Errorf("no findings are %s, %v", text, err)
	}
}
