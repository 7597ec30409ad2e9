package main

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/model/read"
	"fms-tui/sampledata"
)

// TestSamplesSingle holds that the simulated samples are bought singly, as ever; but
// of judges, where a record is a call of one of five judges at a price.
func TestSamplesSingle(t *testing.T) {
	for _, s := range sampledata.All() {
		if s.Real {
			continue
		}
		ds, err := s.Open(context.Background(), read.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := core.NewStudy(ds).Solve(context.Background(), core.Request{})
		if err != nil {
			t.Fatal(err)
		}
		if s.Name == "judges" {
			if r.Design.Kind != model.DesignSheets || len(r.Design.Forms) != 5 || r.Design.Forms[0].Price == 0 {
				t.Errorf("%s: %+v", s.Name, r.Design)
			}
			continue
		}
		if !r.Design.Singles() || r.Design.Kind != model.DesignSingle || r.Design.Asked {
			t.Errorf("%s: %+v", s.Name, r.Design)
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
		{"--sheets " + sheetsFile, two, ""},
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
	r := fms(t, "check", path)
	r.want(t, statusDone)
	if !strings.Contains(r.stdout, "Bought as one form, each answer paid: the same raters judged all 4") {
		t.Errorf("check says %s", r.stdout)
	}
}

func TestDesignFlagErrors(t *testing.T) {
	path := formsFile(t)
	zero := file(t, "zero.csv", "sheet,attribute,price\na,x.a,0\n")
	none := file(t, "none.csv", "sheet,attribute\na,x.a\na,z.a\n")
	for _, c := range []struct {
		args   string
		status int
		says   string
	}{
		{"--design forms", statusMisused, `--design: "forms" is no design: accepted are auto`},
		{"--design call:0", statusMisused, "a call cannot cost 0"},
		{"--design sheets", statusMisused, "sheets are named by --sheet"},
		{"--sheet a=", statusMisused, `--sheet: sheet "a" has no attribute`},
		{"--sheet a=x.a:0", statusMisused, "a call cannot cost 0"},
		{"--design form --sheet a=x.a", statusMisused, "use one of them"},
		{"--design form --sheets " + none, statusMisused, "use one of them"},
		{"--raters paper --design form", statusMisused, "raters paper and design form contradict each other"},
		{"--raters paper --sheet a=x.a", statusMisused, "raters paper and design sheets contradict each other"},
		{"--raters aware --design panel", statusMisused, "raters aware and design panel contradict each other"},
		{"--sheet a=x.a --sheet b=x.*", statusFailed, `"x.a" is on two sheets, "a" and "b"`},
		{"--sheet a=z.a", statusFailed, `"z.a" matches no attribute: the nearest is "x.a"`},
		{"--sheets " + none, statusFailed, `none.csv:3: column attribute: "z.a" matches no attribute: the nearest is "x.a"`},
		{"--sheets " + zero, statusFailed, `zero.csv:2: column price: "0" is no price of a form`},
		{"--design panel", statusFailed, "a fixed panel needs at least 50"},
		{"--design call:x", statusMisused, `--design: call: "x" is not a plain decimal number such as 4 or 0.25: write an amount above 0, such as call:2`},
		{"--raters paper --design call:2", statusMisused, "raters paper and design call:2 contradict each other"},
		{"--design form --cost x.a=0", statusMisused, "--cost: a judgment cannot cost 0: write an amount above 0"},
	} {
		r := fms(t, append([]string{"select", path, "--budget", "3"}, strings.Fields(c.args)...)...)
		r.want(t, c.status, c.says)
	}
	nameless := file(t, "nameless.csv", "object,attribute,judgment,y\n"+strings.Repeat("o,a,1,2\no,b,2,2\n", 3))
	for _, args := range []string{"--design panel", "--design panel,form", "--raters fixed"} {
		r := fms(t, append([]string{"select", nameless}, strings.Fields(args)...)...)
		r.want(t, statusFailed, "6 judgments carry no rater: a fixed panel needs to know who judged; the designs single, form and call:PRICE need no panel")
	}
}

// TestCollected: how the judgments at hand were collected decides their standard
// errors.
func TestCollected(t *testing.T) {
	data := file(t, "new.csv", "object,a,a,b,b\no,1,2,1,0\n")
	predictor := func(design string) string {
		return file(t, "p.json", `{"version": 1, "kind": "fms-predictor", "label": "y", "algorithm": "full", "budget": 4, "intercept": 0,
"attributes": [{"name": "a", "repeats": 2, "weight": 1, "cost": 1, "mean": 0, "internal_variance": 1, "label_covariance": 2, "scale": 1},
 {"name": "b", "repeats": 2, "weight": 1, "cost": 1, "mean": 0, "internal_variance": 1, "label_covariance": 2, "scale": 1}],
"external": [[1, 0.5], [0.5, 1]], "label_variance": 9, "ridge": 0, "raters": {"mode": "aware", "offsets": {}}, `+design+`
"projected_loss": 1, "honest_loss": null, "honest_loss_se": null, "data": {"file": null, "sha256": null, "objects": 9}, "warnings": [], "created": "", "tool": ""}`)
	}
	form := `"design": {"kind": "form", "forms": [{"name": "form", "price": 0, "attributes": ["a", "b"]}], "panel": null, "halo": [[1, 0.75], [0.75, 1]]},`
	single := 9 - 2*4 + 2 + 1 + 2*.5 // Var - 2wb + wᵀΣw + v/n
	for _, c := range []struct {
		design, args string
		want         float64
	}{
		{form, "", single + 2*.75/2},
		{form, "--design single", single},
		{form, "--design form", single + 2*.75/2},
		{form, "--design call:2", single + 2*.75/2},
		{form, "--sheet s=a", single},
		{form, "--sheet s=a,b:3", single + 2*.75/2},
		{"", "", single},
		{"", "--design single", single},
	} {
		r := fms(t, append([]string{"predict", predictor(c.design), data, "--layout", "by-object", "--json"}, strings.Fields(c.args)...)...)
		one := parseJSON(t, r).(map[string]any)["predictions"].([]any)[0].(map[string]any)
		if se := one["prediction_se"].(float64); se*se < c.want-1e-12 || se*se > c.want+1e-12 {
			t.Errorf("%s %s: SE² %v, want %v", c.design, c.args, se*se, c.want)
		}
	}
	for args, says := range map[string]string{
		"--design form":  "does not hold what the errors of one rater share",
		"--sheet s=z":    `of the predictor's attributes: the sheet "s": "z" matches no attribute`,
		"--design panel": "the predictor says who the raters",
	} {
		r := fms(t, append([]string{"predict", predictor(""), data, "--layout", "by-object"}, strings.Fields(args)...)...)
		status := statusFailed
		if args == "--design panel" {
			status = statusMisused
		}
		r.want(t, status, says)
	}
}

// TestPlanOfForms: plan lists forms and calls beside the judgments, in text, in
// JSON and as tasks that add up.
func TestPlanOfForms(t *testing.T) {
	path, tasks := formsFile(t), filepath.Join(t.TempDir(), "tasks.csv")
	args := []string{"plan", path, "--budget", "10", "--folds", "3", "--objects", "10", "--sheet", "X=x.*:2", "--sheet", "Y=y.*", "--min", "x.a=4", "--max", "x.b=1", "--min", "x.b=1"}
	r := fms(t, append(args, "--all", "--tasks", tasks)...)
	r.want(t, statusDone)
	for _, says := range []string{"bought as forms X at 2 a call, Y: rater or call j", "asks (times)", "x.a(4), x.b(1)", "on 160 forms or calls"} {
		if !strings.Contains(r.stdout, says) {
			t.Errorf("the table lacks %q: %s", says, r.stdout)
		}
	}
	j := fms(t, append(args, "--json")...)
	j.want(t, statusDone)
	plan := parseJSON(t, j).(map[string]any)["plan"].(map[string]any)
	form := plan["forms"].([]any)[0].(map[string]any)
	if form["name"] != "X" || form["filled"] != 4.0 || form["price"] != 2.0 || form["cost_per_object"] != 8.0 || form["filled_total"] != 40.0 {
		t.Errorf("%v", form)
	}
	text, err := os.ReadFile(tasks)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var cost float64
	for _, row := range rows[1:] {
		x, err := strconv.ParseFloat(row[4], 64)
		if err != nil {
			t.Fatal(err)
		}
		cost += x
	}
	if training := plan["training"].(map[string]any); cost != training["cost"] || rows[1][1] != "X" || rows[1][2] != "" || rows[1][3] != "2" {
		t.Errorf("tasks cost %v, the document says %v: %v", cost, training["cost"], rows[1])
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
