package main

import (
	"encoding/json"
	"strings"
	"testing"

	"fms-tui/model"
)

// TestJudgesSample: the third sample comes in as it was made: five judges, six
// criteria, four calls, each call a form at its price, and a label.
func TestJudgesSample(t *testing.T) {
	if testing.Short() {
		t.Skip("long: other samples run the same")
	}
	dir := t.TempDir()
	fms(t, "sample", "judges", "-o", dir).want(t, statusDone)
	r := fms(t, "check", dir+"/judges.jsonl.gz", "--json")
	r.want(t, statusDone)
	var got checkJSON
	if err := json.Unmarshal([]byte(r.stdout), &got); err != nil {
		t.Fatal(err)
	}
	if got.Reading.Objects != 240 || got.Reading.Judgments != 28800 || got.Reading.Empty != 0 || len(got.Attributes) != 30 || len(got.Raters) != 0 {
		t.Errorf("%+v, %d attributes, %d raters", got.Reading, len(got.Attributes), len(got.Raters))
	}
	if len(got.Labels) != 1 || got.Labels[0] != (labelJSON{"human", 240}) || got.PriceUnit == nil || *got.PriceUnit != "USD" || len(got.Prices) != 30 {
		t.Errorf("labels %v, %d prices", got.Labels, len(got.Prices))
	}
	if len(got.Calls) != 5 {
		t.Fatalf("%d forms", len(got.Calls))
	}
	for _, c := range got.Calls {
		if len(c.Attributes) != 6 || c.Price == nil || *c.Price == 0 || c.Why == "" {
			t.Errorf("form %+v", c)
		}
	}
	text := fms(t, "check", dir+"/judges.jsonl.gz", "--all").stdout
	for _, s := range []string{
		"one call       6 attributes, wren.accuracy to wren.brevity, 0.000391 USD a call: ", "USD a judgment, from the data",
		"raters         none known", "- judge_model names 5 judges of nearly every object",
		"read item_id as the object, judge_model as the first part of the attributes' names",
	} {
		if !strings.Contains(text, s) {
			t.Errorf("no %q in\n%s", s, text)
		}
	}
	fms(t, "select", dir+"/judges.jsonl.gz", "--budget", "0.02", "--no-honest", "--quiet").want(t, statusDone)
}

// TestCheckTakesEveryFlag: check accepts what select accepts, and refuses what is
// wrong in it.
func TestCheckTakesEveryFlag(t *testing.T) {
	path := file(t, "data.csv", twoLabels)
	fms(t, "check", path, "--label", "label", "--cost", "tall=2", "--budget", "3", "--algorithm", "full", "--max-repeats", "4", "--folds", "5", "--goal", "recommended", "--quiet", "--no-state").want(t, statusDone)
	fms(t, "check", path, "--cost", "nobody=2").want(t, statusFailed)
	fms(t, "check", path, "--token-price", "1").want(t, statusMisused)
	fms(t, "check", path, "--attributes", "tall", "--where", "object=a", "--ignore-col", "y*").want(t, statusDone)
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
