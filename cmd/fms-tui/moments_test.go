//go:build unix

package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// equalJSON says where a document is not as wanted: numbers to 1e-9 of their size, or of scale. Keys
// that nobody wants may be there.
func equalJSON(got, want any, scale float64) error {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return fmt.Errorf("%v, want %v", got, want)
		}
		for k, v := range w {
			if err := equalJSON(g[k], v, scale); err != nil {
				return fmt.Errorf(".%s%w", k, err)
			}
		}
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			return fmt.Errorf("%v, want %v", got, want)
		}
		for i, v := range w {
			if err := equalJSON(g[i], v, scale); err != nil {
				return fmt.Errorf("[%d]%w", i, err)
			}
		}
	case float64:
		g, ok := got.(float64)
		if !ok || math.Abs(g-w) > 1e-9*max(math.Abs(w), scale) {
			return fmt.Errorf(": %v, want %v", got, want)
		}
	default:
		if got != want {
			return fmt.Errorf(": %v, want %v", got, want)
		}
	}
	return nil
}

func parseJSON(t *testing.T, r result) (v any) {
	t.Helper()
	r.want(t, statusDone)
	if err := json.Unmarshal([]byte(r.stdout), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// sampleArgs writes a sample and returns the arguments that open it.
func sampleArgs(t *testing.T, name string) []string {
	t.Helper()
	dir := sample(t, name)
	if name == "beans" {
		return []string{filepath.Join(dir, "beans.csv"), "--label", "beans"}
	}
	return []string{
		filepath.Join(dir, name+".csv.gz"), "--labels", filepath.Join(dir, name+"_labels.csv"), "--cost", filepath.Join(dir, name+"_costs.csv"),
	}
}

// realFiles are the arguments that open a real data set; nil where it is not
// here.
func realFiles(name string) []string {
	dir := filepath.Join("..", "..", "..", "shared", "data", name)
	if _, err := os.Stat(dir); err != nil {
		return nil
	}
	return []string{filepath.Join(dir, "judgments.csv.gz"), "--labels", filepath.Join(dir, "labels.csv")}
}

// dropSeen takes out of a document what only judgments can say: the seen loss,
// and weights refitted on means.
func dropSeen(v any) {
	switch v := v.(type) {
	case map[string]any:
		for _, key := range []string{"seen_loss", "seen_loss_se", "seen_objects", "seen_reason", "refit_loss", "refit_loss_se", "refit_less", "refit_less_se", "refit_reason"} {
			delete(v, key)
		}
		for _, x := range v {
			dropSeen(x)
		}
	case []any:
		for _, x := range v {
			dropSeen(x)
		}
	}
}

// TestMomentsGiveTheSame: commands print from a file of moments what they print
// from the judgments, but for what needs these.
func TestMomentsGiveTheSame(t *testing.T) {
	for _, c := range []struct {
		name  string
		data  []string
		label []string
		extra []string // settings
	}{
		{"bodies", sampleArgs(t, "bodies"), []string{"--label", "height"}, []string{"--ridge", "auto", "--budget", "20"}},
		{"bodies, the other label", sampleArgs(t, "bodies"), []string{"--label", "weight"}, []string{"--raters", "paper", "--exclude", "heavy"}},
		{"beans", sampleArgs(t, "beans"), nil, []string{"--bootstrap", "40", "--seed", "7", "--raters", "paper"}},
		{"hanna_human", realFiles("hanna_human"), nil, []string{"--raters", "aware", "--bootstrap", "40", "--ridge", "auto", "--shrink", "none"}},
		{"argq_novice", realFiles("argq_novice"), nil, []string{"--bootstrap", "40", "--algorithm", "full,scoring,exchange,averages,uniform", "--shrink", "none"}}, // else the refit takes over, which needs judgments
		{"newsroom", realFiles("newsroom"), []string{"--label", "summary_words"}, []string{"--bootstrap", "40", "--psd", "paper"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.data == nil {
				t.Skip("the data are not here")
			}
			t.Parallel()
			path := filepath.Join(t.TempDir(), "kept") // whatever it is called
			fms(t, append([]string{"moments", "-o", path}, c.data...)...).want(t, statusDone, "wrote moments of", path)
			extra := append(append([]string{}, c.label...), c.extra...)
			from := append(append([]string{}, c.data...), extra...)
			kept := append([]string{path}, extra...)
			want := parseJSON(t, fms(t, append([]string{"select", "--json"}, from...)...)).(map[string]any)
			got := parseJSON(t, fms(t, append([]string{"select", "--json"}, kept...)...)).(map[string]any)
			got["settings"].(map[string]any)["costs"] = want["settings"].(map[string]any)["costs"] // the file's own prices
			variance := want["data"].(map[string]any)["label_variance"].(float64)
			dropSeen(got)
			dropSeen(want)
			if err := cmp.Or(equalJSON(got, want, math.Sqrt(variance)), equalJSON(want, got, math.Sqrt(variance))); err != nil {
				t.Errorf("select %s: document%v", strings.Join(kept, " "), err)
			}
		})
	}
}

// TestMomentsExportAndValidate: moments are enough for export, validate and other
// commands.
func TestMomentsExportAndValidate(t *testing.T) {
	data := sampleArgs(t, "bodies")
	path := filepath.Join(t.TempDir(), "m")
	fms(t, append([]string{"moments", "-o", path}, data...)...).want(t, statusDone)
	for _, command := range [][]string{
		{"export", "--budget", "20", "--algorithm", "exchange", "--folds", "3"},
		{"validate", "--json", "--budget", "10,20", "--algorithm", "full,averages"},
	} {
		got := parseJSON(t, fms(t, append(command[:len(command):len(command)], path)...)).(map[string]any)
		want := parseJSON(t, fms(t, append(command[:len(command):len(command)], data...)...)).(map[string]any)
		for _, key := range []string{"created", "data", "reading", "checksum"} { // when, from which file, how read, and the sum of all
			delete(got, key)
			delete(want, key)
		}
		if command[0] == "export" {
			for _, a := range want["attributes"].([]any) { // moments hold no judgments
				delete(a.(map[string]any), "least")
				delete(a.(map[string]any), "greatest")
			}
		}
		dropSeen(got)
		dropSeen(want)
		if err := equalJSON(got, want, 1); err != nil {
			t.Errorf("%s: document%v", command[0], err)
		}
	}
}

// TestMomentsOfParts: files of parts give what the whole gives.
func TestMomentsOfParts(t *testing.T) {
	data := sampleArgs(t, "beans")
	text := []byte(content(t, data[0]))
	header, rows, _ := strings.Cut(string(text), "\n")
	column := 0
	for i, name := range strings.Split(header, ",") {
		if name == "object" {
			column = i
		}
	}
	parts := [2]string{header + "\n", header + "\n"}
	half := make(map[string]int)
	for line := range strings.Lines(rows) {
		id := strings.Split(line, ",")[column]
		if _, ok := half[id]; !ok {
			half[id] = len(half) % 2
		}
		parts[half[id]] += line
	}
	dir := t.TempDir()
	var files []string
	for i, p := range parts {
		path := filepath.Join(dir, fmt.Sprintf("%d.moments", i))
		fms(t, "moments", file(t, "part.csv", p), "--label", "beans", "-o", path).want(t, statusDone)
		files = append(files, path)
	}
	want := parseJSON(t, fms(t, append([]string{"select", "--json", "--raters", "paper"}, data...)...)).(map[string]any)
	got := parseJSON(t, fms(t, append([]string{"select", "--json", "--raters", "paper"}, files...)...)).(map[string]any)
	delete(got, "warnings")
	delete(want, "warnings")
	if err := equalJSON(got, want, math.Sqrt(want["data"].(map[string]any)["label_variance"].(float64))); err != nil {
		t.Errorf("document%v", err)
	}
	all := filepath.Join(dir, "all.moments")
	fms(t, append([]string{"moments", "-o", all}, files...)...).want(t, statusDone, "wrote moments")
	again := parseJSON(t, fms(t, "select", "--json", "--raters", "paper", all)).(map[string]any)
	delete(again, "warnings")
	if err := equalJSON(again, got, 0); err != nil {
		t.Errorf("written together: document%v", err)
	}
	fms(t, "select", files[0], files[0]).want(t, statusFailed, "are the same moments")
}

// TestMomentsFromPipes: moments are told by their first bytes wherever they come
// from, and however they are packed.
func TestMomentsFromPipes(t *testing.T) {
	content := fms(t, append([]string{"moments", "-o", "-"}, sampleArgs(t, "beans")...)...)
	content.want(t, statusDone, "to stdout")
	for name, data := range map[string]string{"plain": content.stdout, "gzip": gz(content.stdout)} {
		var out, errs bytes.Buffer
		if status := run(context.Background(), []string{"select", "-", "--json"}, strings.NewReader(data), &out, &errs, nil); status != statusDone {
			t.Errorf("%s: status %d: %s", name, status, errs.String())
		}
	}
}

// TestMomentsPrivate: from the judgments and from plain moments alike.
func TestMomentsPrivate(t *testing.T) {
	data := sampleArgs(t, "bodies")
	dir := t.TempDir()
	plain, private, through := filepath.Join(dir, "plain"), filepath.Join(dir, "private"), filepath.Join(dir, "through")
	fms(t, append([]string{"moments", "-o", plain}, data...)...).want(t, statusDone)
	fms(t, append([]string{"moments", "--private", "-o", private}, data...)...).want(t, statusDone, "the file has no severity term, which is ")
	fms(t, "moments", "--private", "-o", through, plain).want(t, statusDone)
	a := []byte(content(t, private))
	b := []byte(content(t, through))
	if !bytes.Equal(a, b) {
		t.Error("by way of plain moments the private ones are others")
	}
	paper := []string{"select", "--json", "--no-honest", "--budget", "20", "--raters", "paper"} // no raters' sums are in the file
	want := parseJSON(t, fms(t, append(paper, data...)...)).(map[string]any)
	got := parseJSON(t, fms(t, append(paper, private)...)).(map[string]any)
	for _, key := range []string{"attributes", "selections"} {
		if err := equalJSON(got[key], want[key], math.Sqrt(want["data"].(map[string]any)["label_variance"].(float64))); err != nil {
			t.Errorf("%s%v", key, err)
		}
	}
}

// TestMomentsPrivateOfFew: small blocks are put together, which is said, and too
// few are an error.
func TestMomentsPrivateOfFew(t *testing.T) {
	objects := func(n int) string {
		var b strings.Builder
		b.WriteString("object,attribute,judgment,rater,label\n")
		for i := range n {
			for _, attribute := range []string{"tall", "male"} {
				for r := range 2 {
					fmt.Fprintf(&b, "person-%d,%s,%d,rater-%d,%d\n", i, attribute, (i*7+r*len(attribute)*i)%5, (i+r*3)%11, i%13)
				}
			}
		}
		return file(t, "few.csv", b.String())
	}
	out := filepath.Join(t.TempDir(), "private")
	fms(t, "moments", "--private", "-o", out, objects(60)).want(t, statusDone, "honest losses and resamples from the file differ")
	fms(t, "select", out, "--budget", "3").want(t, statusDone, "blocks of under 10 objects were put together in these private moments")
	few := []string{"moments", "--private", "-o", out, objects(25)}
	fms(t, few...).want(t, statusFailed, "make 2 blocks of at least 10", "--allow-small writes them all the same")
	fms(t, append(few, "--allow-small")...).want(t, statusDone)
}

// TestMomentsPrivateOfOne: what one object has is left out, or said to be seen.
func TestMomentsPrivateOfOne(t *testing.T) {
	var b strings.Builder
	b.WriteString("object,attribute,judgment,label\nperson-1,secret,4.25,1\n")
	for i := range 90 {
		fmt.Fprintf(&b, "person-%d,tall,%d,%d\nperson-%d,tall,%d,%d\n", i, i%5, i%13, i, i%3, i%13)
	}
	data, out := file(t, "one.csv", b.String()), filepath.Join(t.TempDir(), "private")
	shown := func() any {
		r := fms(t, "check", out, "--json")
		r.want(t, statusDone)
		return parseJSON(t, r).(map[string]any)["attributes"].([]any)[0].(map[string]any)["judgments"]
	}
	fms(t, "moments", "--private", "-o", out, data, "--label", "label").want(t, statusDone, "left out: fewer than 30 objects, or 30 of a class, have secret")
	if n := shown(); n != 0. {
		t.Errorf("%v judgments of secret are in the file", n)
	}
	fms(t, "moments", "--private", "--allow-small", "-o", out, data, "--label", "label").want(t, statusDone, "have secret: the file shows what was judged of them")
	if n := shown(); n != 1. {
		t.Errorf("%v judgments of secret are in the file", n)
	}
}

// TestMomentsWithoutLabel: they are written, and say what they are not good for.
func TestMomentsWithoutLabel(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m")
	data := file(t, "d.csv", "object,attribute,judgment\na,tall,1\na,tall,2\nb,tall,0\nb,tall,1\n")
	fms(t, "moments", data, "-o", path).want(t, statusDone, "for no label")
	if r := fms(t, "check", path, "--all", "--width", "1000"); r.status != statusDone || !strings.Contains(r.stdout, "No label to predict") || !strings.Contains(r.stdout, "4 judgments (2 of each cell)") {
		t.Errorf("check prints\n%s%s", r.stdout, r.stderr)
	}
	fms(t, "select", path).want(t, statusFailed, "holds moments for no label: write the moments from the judgments anew")
}

// TestMomentsOfCalls: calls at the data's own prices are bought from the moments as from the
// judgments, and nobody counts a row of a log as a rater with an id.
func TestMomentsOfCalls(t *testing.T) {
	data, kept := []string{filepath.Join(sample(t, "judges"), "judges.jsonl.gz")}, filepath.Join(t.TempDir(), "kept")
	fms(t, append([]string{"moments", "-o", kept}, data...)...).want(t, statusDone)
	selected := func(of ...string) map[string]any {
		r := fms(t, append([]string{"select", "--json", "--shrink", "none", "--budget", "0.01"}, of...)...)
		r.want(t, statusDone, "prices and budgets are in USD", "lark at 0.002052 a call")
		return parseJSON(t, r).(map[string]any)
	}
	want, got := selected(data...), selected(kept)
	if err := equalJSON(got["settings"], want["settings"], 1e-9); err != nil {
		t.Errorf("settings%v", err)
	}
	for i, s := range want["selections"].([]any) {
		for _, key := range []string{"spent", "repeats", "projected_loss", "honest_loss"} {
			if err := equalJSON(got["selections"].([]any)[i].(map[string]any)[key], s.(map[string]any)[key], 1e-9); err != nil {
				t.Errorf("selection %d: %s%v", i, key, err)
			}
		}
	}
}
