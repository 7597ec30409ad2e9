package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fms-tui/core/report"
)

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
		fms(t, slices.Concat([]string{name}, args, []string{"--json", "--form", "csv"})...).want(t, statusMisused, "--json and --form csv both say what is printed")
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
