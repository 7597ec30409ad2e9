//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// predictorFile writes a predictor of height from tall and male.
func predictorFile(t *testing.T) string {
	t.Helper()
	return file(t, "p.json", `{"version": 1, "kind": "fms-predictor", "label": "height", "algorithm": "full", "budget": 3, "intercept": 10,
		"attributes": [
			{"name": "tall", "repeats": 2, "weight": 4, "cost": 1, "mean": 0.5, "internal_variance": 1, "label_covariance": 2, "scale": 0.5},
			{"name": "male", "repeats": 1, "weight": -1, "cost": 1, "mean": 0.5, "internal_variance": 2, "label_covariance": -3, "scale": 0.5}],
		"external": [[0.25, 0], [0, 0.25]], "label_variance": 16, "ridge": 0, "raters": {"mode": "aware", "offsets": {}},
		"projected_loss": 7, "honest_loss": 8, "honest_loss_se": 0.5, "data": {"file": null, "sha256": null, "objects": 880}, "warnings": [],
		"created": "2026-11-20T12:00:00Z", "tool": "fms-tui 0.1.0"}`)
}

const newPeople = "object,attribute,judgment,height\n" +
	"ann,tall,1,14\nann,tall,0,14\nann,male,1,14\n\"bob, jr\",tall,1,\n\"bob, jr\",male,0,\ncid,tall,1,9\ndot,tall,0,8\ndot,tall,1,8\ndot,male,0,8\n"

func TestPredict(t *testing.T) {
	p, data := predictorFile(t), file(t, "new.csv", newPeople)
	r := fms(t, "predict", p, data)
	r.want(t, statusDone,
		"1 of 4 objects without a prediction", "1 of 4 objects predicted from fewer judgments than the predictor asks for",
		"height of 2 objects: mean squared error 12.5, typical error 3.54, R² -.39; the honest loss was 8.00 ± 0.50")
	loss := func(tall, male float64) float64 { // by the counts
		return 16 - 2*(4*2+1*3) + 16*(.25+1/tall) + (.25 + 2/male)
	}
	want := "object,prediction,label,residual,prediction_se\n" +
		"ann,11,14,3," + cell(loss(2, 1)) + "\n\"bob, jr\",14,,," + cell(loss(1, 1)) + "\ncid,,9,,\ndot,12,8,-4," + cell(loss(2, 1)) + "\n"
	if r.stdout != want {
		t.Errorf("got\n%s\nwant\n%s", r.stdout, want)
	}
	out := filepath.Join(t.TempDir(), "out.csv")
	quiet := fms(t, "predict", p, data, "--quiet", "-o", out)
	quiet.want(t, statusDone)
	if text, err := os.ReadFile(out); err != nil || string(text) != want || quiet.stderr+quiet.stdout != "" {
		t.Errorf("-o writes %s, %v; %s", text, err, quiet.stderr)
	}
	if got := fmsPiped(t, newPeople, "predict", p, "-"); got != want {
		t.Errorf("from stdin\n%s", got)
	}
	text := []byte(content(t, p))
	if got := fmsPiped(t, string(text), "predict", "-", data); got != want {
		t.Errorf("by a predictor from stdin\n%s", got)
	}
	far := file(t, "far.json", strings.Replace(string(text), `"projected_loss": 7`, `"projected_loss": 20`, 1))
	fms(t, "predict", far, data).want(t, statusDone, "projected loss of 20.0, but objects held out had 8.00")
}

func cell(loss float64) string { return strconv.FormatFloat(math.Sqrt(loss), 'g', -1, 64) }

// fmsPiped is what a run prints that reads text from stdin.
func fmsPiped(t *testing.T, text string, args ...string) string {
	t.Helper()
	var out, err bytes.Buffer
	if status := run(context.Background(), args, strings.NewReader(text), &out, &err, nil); status != statusDone {
		t.Errorf("%v: status %d, %s", args, status, err.String())
	}
	return out.String()
}

// TestPredictPartial: every object with any judgment is predicted, attributes
// may be lacking altogether.
func TestPredictPartial(t *testing.T) {
	p := predictorFile(t)
	r := fms(t, "predict", p, file(t, "new.csv", newPeople), "--partial")
	r.want(t, statusDone, "1 of 4 objects predicted without all attributes")
	mean := 10 + 4*.5 - .5
	_, row, _ := strings.Cut(r.stdout, "\ncid,")
	row, _, _ = strings.Cut(row, ",")
	if got, err := strconv.ParseFloat(row, 64); err != nil || !near(got, mean+2/(.25+1)*.5) {
		t.Errorf("cid is %v, want %v", got, mean+2/(.25+1)*.5)
	}
	other := file(t, "other.csv", "object,attribute,judgment\nann,tall,1\nbob,small,1\n")
	r = fms(t, "predict", p, other, "--partial")
	r.want(t, statusDone, "warning: the data have no judgments of male", "1 of 2 objects predicted by the mean of the label: no judgment of any attribute of the predictor")
	if !strings.HasSuffix(r.stdout, "\nbob,11.5,4\n") {
		t.Errorf("prints\n%s", r.stdout)
	}
}

func TestPredictJSON(t *testing.T) {
	doc := parseJSON(t, fms(t, "predict", predictorFile(t), file(t, "new.csv", newPeople), "--json"))
	wantIn(t, doc, map[string]any{"version": 1., "predictor.label": "height", "predictions.2.object": "cid", "predictions.2.prediction": nil, "predictions.2.label": 9., "predictions.4": nil})
	if in(doc, "warnings") == nil || len(in(doc, "predictions.2").(map[string]any)) != 5 {
		t.Errorf("%v", doc)
	}
	for key, want := range map[string]any{
		"objects": 4.0, "without_prediction": 1.0, "with_fewer_judgments": 1.0, "without_all_attributes": 0.0, "judgments_by_unknown_raters": 0.0, "with_raters_of_several_attributes": 0.0,
		"label": "height", "labelled": 2.0, "mean_squared_error": (9 + 16) / 2.0, "r2": 1 - 25.0/18, "honest_loss": 8.0, "honest_loss_se": .5, "projected_loss": 7.0,
	} {
		if got, there := in(doc, "summary").(map[string]any)[key]; !there || got != want && !near(got, want) {
			t.Errorf("%s is %v, want %v", key, got, want)
		}
	}
}

func near(got, want any) bool {
	x, ok := got.(float64)
	y, wanted := want.(float64)
	return ok && wanted && math.Abs(x-y) < 1e-12
}

// TestPredictLabels: labels come from files, from the attribute that became
// one, and not from columns that only look like it.
func TestPredictLabels(t *testing.T) {
	p := predictorFile(t)
	bare := "object,rater,tall,male\nann,w,1,1\nann,v,0,1\nbob,w,1,0\n"
	labels := file(t, "l.csv", "object,weight,height\nann,1,14\nstranger,2,3\n")
	for _, c := range []struct{ name, data, flags, want string }{
		{"file", bare, "--labels " + labels, "ann,11,14,3,"},
		{"named", bare, "--labels " + labels + " --label weight", "ann,11,1,-10,"},
		{"column", "object,rater,height,tall,male\nann,w,14,1,1\nann,v,14,0,1\n", "", "ann,11,14,3,"},
		{"judged", "object,rater,height,tall,male\nann,w,13,1,1\nann,v,15,0,1\n", "--label-from height", "ann,11,14,3,"},
		{"clash", "object,rater,height,tall,male\nann,w,13,1,1\nann,v,15,0,1\n", "", "ann,11,"},
		{"none", bare, "", "ann,11,"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := fms(t, append([]string{"predict", p, file(t, "d.csv", c.data)}, strings.Fields(c.flags)...)...)
			r.want(t, statusDone)
			if c.name == "file" && !strings.Contains(r.stderr, "warning: in 2 of 2 objects a rater judged several attributes") {
				t.Errorf("says %s", r.stderr)
			}
			if !strings.Contains(r.stdout, "\n"+c.want) || strings.Contains(r.stdout, "residual") != (strings.Count(c.want, ",") > 2) {
				t.Errorf("prints\n%s%s", r.stdout, r.stderr)
			}
			if said := strings.Contains(r.stderr, "no labels are compared with"); said != (c.name == "clash") {
				t.Errorf("says %s", r.stderr)
			}
			if strings.Contains(r.stderr, "nothing is learned") || strings.Contains(r.stderr, "left out") {
				t.Errorf("warns of objects to predict: %s", r.stderr)
			}
		})
	}
}

// panelFile writes judgments of 60 objects by three raters who differ.
func panelFile(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write([]string{"object", "attribute", "judgment", "rater", "label"})
	for i := range 60 {
		for rater := range 3 {
			for a, name := range []string{"tall", "male"} {
				x := float64(i*(3+4*a)%11+i*(rater+2+a)%5+rater) / 4
				_ = w.Write([]string{fmt.Sprint(i), name, fmt.Sprint(x), fmt.Sprint("w", rater), fmt.Sprint(i * 3 % 11)})
			}
		}
	}
	w.Flush()
	return file(t, "panel.csv", b.String())
}

// TestPredictPanel: the offsets of a panel's raters survive JSON; CSV has no
// room for them, which is said.
func TestPredictPanel(t *testing.T) {
	data, dir := panelFile(t), t.TempDir()
	asJSON, asCSV := filepath.Join(dir, "p.json"), filepath.Join(dir, "p.csv")
	r := fms(t, "export", data, "--raters", "fixed", "--min", "*=1", "--budget", "2", "-o", asJSON)
	r.want(t, statusDone)
	if strings.Contains(r.stderr, "no room") {
		t.Errorf("JSON: %s", r.stderr)
	}
	fms(t, "export", data, "--raters", "fixed", "--min", "*=1", "--budget", "2", "-o", asCSV).want(t, statusDone, "the form csv has no room for the offsets")
	fresh := file(t, "new.csv", "object,attribute,judgment,rater\na,tall,1,w0\na,male,1,w2\nb,tall,1,w2\nb,male,1,w0\nc,tall,1,x\nc,male,1,\n")
	r = fms(t, "predict", asJSON, fresh)
	r.want(t, statusDone, "2 judgments by raters who are not of the predictor's panel")
	if lines := strings.Split(r.stdout, "\n"); len(lines) != 5 || strings.TrimPrefix(lines[1], "a") == strings.TrimPrefix(lines[2], "b") {
		t.Errorf("prints\n%s", r.stdout)
	}
}

// TestNoProvenance: nothing in the file says which data it is from.
func TestNoProvenance(t *testing.T) {
	beans := beansFile(t)
	with := fms(t, "export", beans, "--label", "beans", "--budget", "11")
	without := fms(t, "export", beans, "--label", "beans", "--budget", "11", "--no-provenance")
	if !strings.Contains(with.stdout, `"file": "beans.csv"`) || !strings.Contains(without.stdout, "\"file\": null,\n    \"sha256\": null,\n    \"objects\": 10") {
		t.Errorf("with\n%s\nwithout\n%s", with.stdout, without.stdout)
	}
}

// TestPredictAlike: new files are read like the pilot's, of which they show less, and
// judgments on another scale are told of, or refused.
func TestPredictAlike(t *testing.T) {
	rows := func(n, scale int, label bool, judges ...string) string {
		var b strings.Builder
		b.WriteString("id,judge,clarity,tone")
		if label {
			b.WriteString(",label")
		}
		for i := range n {
			for k, judge := range judges {
				fmt.Fprintf(&b, "\nd%d,%s,%d,%d", i, judge, scale*(1+(i+i*k%3)%5), scale*(1+(i*i+k)%5))
				if label {
					fmt.Fprintf(&b, ",%d", i%5*i%7)
				}
			}
		}
		return b.String() + "\n"
	}
	p := filepath.Join(t.TempDir(), "p.json")
	fms(t, "export", file(t, "pilot.csv", rows(60, 1, true, "gpt", "claude", "llama")), "--budget", "6", "-o", p).want(t, statusDone)
	one := file(t, "one.csv", rows(8, 1, false, "claude"))
	if got := strings.Count(fms(t, "predict", p, one, "--partial", "--quiet").stdout, "\n"); got != 9 {
		t.Errorf("a file of one judge gets %d lines", got)
	}
	fms(t, "predict", p, one, "--partial", "--object-col", "id", "--layout", "by-rater").want(t, statusFailed, "claude.clarity")
	other := file(t, "other.csv", rows(8, 20, false, "gpt", "claude", "llama"))
	fms(t, "predict", p, other, "--partial").want(t, statusDone, "in the pilot 1 to 5, here 20 to 100: other units?")
	fms(t, "predict", p, other, "--partial", "--strict").want(t, statusFailed, "--strict", "far outside the pilot's")
}

// TestPredictCodings: a predictor carries how answers are written, and one new row of them is read like the
// numbers that they stand for.
func TestPredictCodings(t *testing.T) {
	const objects, raters = 40, 3
	rows := func(n int, words []string, label bool) string {
		var b strings.Builder
		b.WriteString("item,rater,taste,look,price\n")
		for i := range n * raters {
			o, r := i/raters, i%raters
			price := ""
			if label {
				price = fmt.Sprint(10*(o%len(words)) + o/7%3)
			}
			fmt.Fprintf(&b, "i%d,r%d,%q,%q,%s\n", o, r, words[(o+(o*r+1)/3%2)%len(words)], words[(o/2+r*o%3)%len(words)], price)
		}
		return b.String()
	}
	predictor := func(words []string, flags ...string) string {
		p := filepath.Join(t.TempDir(), "p.json")
		fms(t, append([]string{"export", file(t, "pilot.csv", rows(objects, words, true)), "--label", "price", "--budget", "4", "-o", p}, flags...)...).want(t, statusDone)
		return p
	}
	for _, c := range []struct{ words, numbers string }{
		{"meh|solid|wow", "1|2|3"}, // which no scale has
		{"F|D|C|B|A", "0|1|2|3|4"},
		{"👎|👍", "0|1"},
		{"-|x", "0|1"},
		{"no|maybe|yes", "0|.5|1"},
		{"fail|pass", "0|1"},
		{"good|very good|excellent", "3|4|5"},
		{"1 - bad|2 - OK|3 - good", "1|2|3"},
		{"1/5|3/5|5/5", "1|3|5"},
		{"★☆☆|★★☆|★★★", "1|2|3"},
		{"20 mm|25 mm|40 mm", "20|25|40"},
		{"20 %|50%|80%", "20|50|80"},
		{"1,200,000|2,500,000|900,000", "1200000|2500000|900000"},
	} {
		words, numbers := strings.Split(c.words, "|"), strings.Split(c.numbers, "|")
		var flags []string
		if words[0] == "meh" {
			flags = []string{"--scale", strings.Join(words, ",")}
		}
		ours, theirs := predictor(words, flags...), predictor(numbers)
		for k := range words {
			got := fms(t, "predict", ours, file(t, "new.csv", rows(1, words[k:k+1], false)), "--partial")
			want := fms(t, "predict", theirs, file(t, "new.csv", rows(1, numbers[k:k+1], false)), "--partial")
			if want.want(t, statusDone); got.stdout != want.stdout {
				t.Errorf("%q: %s%s, want %s", words[k], got.stdout, got.stderr, want.stdout)
			}
		}
		if c.words == "F|D|C|B|A" {
			fms(t, "predict", ours, file(t, "new.csv", rows(9, words, false)), "--scale", "F,D").want(t, statusMisused, `gives "d" another number`)
		}
	}
}

// TestPredictLess: the first object of the pilot's own file alone, which shows less of how it is read, is read
// as the whole file was.
func TestPredictLess(t *testing.T) {
	each := func(n int, header, row string, raters int) string { // %d of a row: object, rater, judgments and label
		var b strings.Builder
		b.WriteString(header)
		for o := range n {
			for r := range raters {
				fmt.Fprintf(&b, row, o, r, 1+o%5+(o+r)%2, 1+o%5+o*r%2, 1+o%5+o/3*r%3, 3*(o%5)+o/5%2)
			}
		}
		return b.String()
	}
	for _, c := range []struct {
		name, header, row string
		raters            int
		flags             []string
	}{
		{"from.csv", "case,who,market,idea,team\n", "c%[1]d,w%[2]d,%[3]d,%[4]d,%[5]d\n", 3, []string{"--label-from", "market", "--layout", "by-rater", "--object-col", "case", "--rater-col", "who"}},
		{"price.csv", "lot no,cupper,flavour,body,auction\n", "l%[1]d,c%[2]d,%[3]d,%[4]d,$%[6]d.50\n", 3, []string{"--label", "auction", "--object-col", "lot no", "--rater-col", "cupper", "--layout", "by-rater"}},
		{"nested.jsonl", "", `{"sample": "s%[1]d", "response": "Bla", "judge": "j%[2]d", "scores": {"help": {"score": %[4]d, "why": "so"}, "tone": {"score": %[5]d, "why": "so"}}, "human": {"overall": %[6]d}}` + "\n", 2, []string{"--label", "human.overall"}},
		{"names.csv", "case,truth,R1_CT,R2_CT,R3_CT,R1_MR,R2_MR,R3_MR\n", "c%[1]d,%[6]d,%[3]d,%[4]d,%[4]d,%[3]d,%[5]d,%[4]d\n", 1, []string{"--label", "truth"}},
	} {
		p := filepath.Join(t.TempDir(), "p.json")
		whole := file(t, c.name, each(40, c.header, c.row, c.raters))
		fms(t, append([]string{"export", whole, "--budget", "6", "-o", p}, c.flags...)...).want(t, statusDone)
		want, got := fms(t, "predict", p, whole, "--partial"), fms(t, "predict", p, file(t, c.name, each(1, c.header, c.row, c.raters)), "--partial")
		want.want(t, statusDone)
		if lines := strings.Count(want.stdout, "\n"); lines != 41 || got.stdout == "" || !strings.HasPrefix(want.stdout, got.stdout) {
			t.Errorf("%s: the first object alone has %s%s, among all %d\n%.150s", c.name, got.stdout, got.stderr, lines-1, want.stdout)
		}
	}
}

// TestPredictWords: words of a label are the same classes in the pilot and in new data, however they are written
// and whoever finds the label, also where the new data have one of them.
func TestPredictWords(t *testing.T) {
	const header = "item,rater,taste,look,result\n"
	all, passed := header, header
	for i := range 120 {
		o := i / 3
		row := fmt.Sprintf("i%d,r%d,%d,%d,%s\n", o, i%3, 1+2*(o%2)+(o+o*i%3)%3, 1+(o+i)%5, []string{"fail", "pass", "FAIL", "Pass"}[o%4])
		if all += row; o%2 == 1 {
			passed += row
		}
	}
	right := regexp.MustCompile(`(?im)^i\d*([02468],[^,]*,0|[13579],[^,]*,1),.*,(fail|pass),`)
	for _, flags := range [][]string{nil, {"--label", "result"}} {
		p := filepath.Join(t.TempDir(), "p.json")
		fms(t, append([]string{"export", file(t, "d.csv", all), "--budget", "4", "-o", p}, flags...)...).want(t, statusDone)
		for data, objects := range map[string]int{all: 40, passed: 20} {
			if r := fms(t, "predict", p, file(t, "d.csv", data)); len(right.FindAllString(r.stdout, -1)) != objects {
				t.Errorf("%v: %s%s", flags, r.stdout, r.stderr)
			}
		}
	}
}
