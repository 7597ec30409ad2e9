//go:build unix

package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// planned runs plan on the sample bodies.
func planned(t *testing.T, args ...string) result {
	t.Helper()
	r := fms(t, append(append([]string{"plan"}, bodiesFiles(t)...), args...)...)
	r.want(t, statusDone)
	return r
}

// planDocument is what these tests read of plan --json.
type planDocument struct {
	Version   int
	Algorithm string
	Budget    float64
	Plan      *struct {
		Objects    int
		Attributes []struct {
			Name           string
			Judgments      int
			CostPerObject  float64 `json:"cost_per_object"`
			JudgmentsTotal int     `json:"judgments_total"`
			Cost           float64
		}
		CostPerObject float64 `json:"cost_per_object"`
		Cost          float64
		Training      struct {
			Objects, Complete, Judgments int
			Cost                         float64
			Tasks                        []struct {
				Object, Attribute string
				Judgments         int
				Cost              float64
			}
		}
	}
	Refit *struct {
		Objects      int
		Reason       *string
		Coefficients []struct {
			Attribute *string
			Judgments *int
			Estimate  *float64
			SE        *float64
		}
		R2         *float64
		HonestLoss *float64 `json:"honest_loss"`
		Projected  *float64 `json:"projected_honest_loss"`
	}
	Pilot *struct {
		Cost       float64
		Subsamples int
		Done       int `json:"subsamples_done"`
		Designs    []struct {
			Objects, Judgments int
			Cost               float64
			HonestLoss         *float64 `json:"honest_loss"`
			HonestLossSE       *float64 `json:"honest_loss_se"`
			Difference         *float64
			Spread             *float64
			DrawnAgain         *float64 `json:"drawn_again"`
			Extrapolated       bool
		}
	}
}

func planDocumentOf(t *testing.T, text string) planDocument {
	t.Helper()
	var d planDocument
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatalf("%v in %.300s", err, text)
	}
	return d
}

// TestPlanJSON: totals are the sums of their parts, and the task list agrees with the
// document.
func TestPlanJSON(t *testing.T) {
	tasks := filepath.Join(t.TempDir(), "tasks.csv")
	d := planDocumentOf(t, planned(t, "--budget", "12", "--objects", "30", "--json", "--tasks", tasks).stdout)
	if d.Version != 1 || d.Algorithm != "full" || d.Budget != 12 || d.Plan == nil || d.Pilot != nil {
		t.Fatalf("%+v", d)
	}
	perObject, cost := 0.0, 0.0
	for _, a := range d.Plan.Attributes {
		perObject += a.CostPerObject
		cost += a.Cost
		if a.JudgmentsTotal != 30*a.Judgments || a.Cost != 30*a.CostPerObject {
			t.Errorf("%+v", a)
		}
	}
	if perObject != d.Plan.CostPerObject || cost != d.Plan.Cost || perObject > 12 || perObject == 0 {
		t.Errorf("%g for an object and %g for all, said %g and %g", perObject, cost, d.Plan.CostPerObject, d.Plan.Cost)
	}
	f, err := os.Open(tasks)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{{"object", "attribute", "judgments", "cost"}}
	judgments := 0
	objects := make(map[string]bool)
	for _, k := range d.Plan.Training.Tasks {
		judgments += k.Judgments
		objects[k.Object] = true
		want = append(want, []string{k.Object, k.Attribute, strconv.Itoa(k.Judgments), fmt.Sprint(k.Cost)})
	}
	if !reflect.DeepEqual(rows, want) || len(want) < 2 {
		t.Errorf("the task list has %d rows, --json %d", len(rows), len(want))
	}
	tr := &d.Plan.Training
	if tr.Judgments != judgments || tr.Objects != 880 || tr.Complete != 880-len(objects) {
		t.Errorf("%d judgments, %d objects, %d complete", tr.Judgments, tr.Objects, tr.Complete)
	}
	if d.Refit == nil || d.Refit.Reason == nil || d.Refit.HonestLoss != nil || len(d.Refit.Coefficients) != 0 {
		t.Errorf("a refit of too few: %+v", d.Refit)
	}
}

func TestPlanTable(t *testing.T) {
	dir := t.TempDir()
	table := filepath.Join(dir, "plan.txt")
	alone := planned(t, "--budget", "12", "--tasks", "-")
	if !strings.HasPrefix(alone.stdout, "object,attribute,judgments,cost\n") || strings.Contains(alone.stdout, "new objects") {
		t.Errorf("--tasks - prints %.200s", alone.stdout)
	}
	both := planned(t, "--budget", "12", "--tasks", "-", "-o", table)
	text, err := os.ReadFile(table)
	if err != nil || both.stdout != alone.stdout {
		t.Errorf("%v, --tasks - -o prints %.200s", err, both.stdout)
	}
	for _, s := range []string{"For 100 new objects", "per 1,000", "0 of 880 objects", "listed in -", "Next: fms-tui plan"} {
		if !strings.Contains(string(text), s) {
			t.Errorf("the table lacks %q: %s", s, text)
		}
	}
}

func TestPlanRefit(t *testing.T) {
	args := []string{"--budget", "10", "--max-repeats", "2"}
	d := planDocumentOf(t, planned(t, append(args, "--json")...).stdout)
	r := d.Refit
	if r == nil || r.Reason != nil || r.Objects != 880 || len(r.Coefficients) != len(d.Plan.Attributes)+1 ||
		r.Coefficients[0].Attribute != nil || r.HonestLoss == nil || r.Projected == nil || r.R2 == nil {
		t.Fatalf("%+v", r)
	}
	for i, a := range d.Plan.Attributes {
		if c := r.Coefficients[i+1]; *c.Attribute != a.Name || *c.Judgments != a.Judgments || !(*c.SE > 0) {
			t.Errorf("%+v for %+v", c, a)
		}
	}
	args = append(args, "--all")
	table := planned(t, args...).stdout
	for _, s := range []string{"refit: height", "(intercept)", "residual standard error", "honest loss on these objects"} {
		if !strings.Contains(table, s) {
			t.Errorf("the table lacks %q: %s", s, table)
		}
	}
	if without := planned(t, append(args, "--no-honest")...).stdout; strings.Contains(without, "honest loss") || !strings.Contains(without, "(intercept)") {
		t.Errorf("--no-honest prints %s", without)
	}
}

func TestPlanPilot(t *testing.T) {
	if testing.Short() {
		t.Skip("long: TestPlanInterrupted runs the same")
	}
	args := []string{"--budget", "12", "--pilot", "80000", "--subsamples", "20", "--folds", "3"}
	first := planned(t, append(args, "--json")...)
	if other := planned(t, append(args, "--json", "--seed", "2")...); other.stdout == first.stdout {
		t.Error("the seed changes nothing")
	}
	d := planDocumentOf(t, first.stdout)
	if d.Plan != nil || d.Refit != nil || d.Pilot.Done != 20 || len(d.Pilot.Designs) != 3 {
		t.Fatalf("%+v", d)
	}
	for i, o := range d.Pilot.Designs {
		k := i + 2
		objects := 80000 / 45 / k
		if o.Judgments != k || o.Objects != objects || o.Cost != float64(45*k*objects) || o.Extrapolated != (objects > 704) ||
			(o.Spread == nil) != o.Extrapolated || (*o.DrawnAgain > 0) != (k > 2) || !(*o.HonestLossSE > 0) {
			t.Errorf("%+v", o)
		}
	}
	table := planned(t, args...).stdout
	for _, s := range []string{"pilots for 80000", "888 ", "more than best", "extrapolated", "drawn again"} {
		if !strings.Contains(table, s) {
			t.Errorf("the table lacks %q: %s", s, table)
		}
	}
}

// TestPlanInterrupted: the subsamples done are printed.
func TestPlanInterrupted(t *testing.T) {
	out := filepath.Join(t.TempDir(), "pilot.json")
	args := slices.Concat([]string{"plan"}, bodiesFiles(t),
		[]string{"--budget", "12", "--pilot", "5000", "--subsamples", "100000", "--quiet", "--no-honest", "--json", "-o", out})
	if r := interruptedAt(t, args...); r.status != statusSignal+int(syscall.SIGINT) || r.stderr != "" {
		t.Errorf("status %d, stderr %s", r.status, r.stderr)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if d := planDocumentOf(t, string(text)); d.Pilot.Done < 2 || d.Pilot.Done >= d.Pilot.Subsamples || d.Pilot.Designs[0].HonestLoss == nil {
		t.Errorf("%+v", d.Pilot)
	}
}

// TestPlanSimulate: the answer and the seed in JSON.
func TestPlanSimulate(t *testing.T) {
	r := fms(t, "plan", "--simulate", "attributes=3,reliability=.6 r2=.7 within=.2 pilots=10", "--seed", "7", "--json", "--quiet")
	r.want(t, 0)
	var got struct {
		Seed       uint64
		Seconds    float64
		Budget     float64
		Population struct{ Attributes int }
		Designs    []struct{ Objects, Repeats, Judgments, Pilots int }
		Enough     []struct {
			Objects    int
			Difference float64
		}
	}
	if err := json.Unmarshal([]byte(r.stdout), &got); err != nil {
		t.Fatal(err)
	}
	if got.Seed != 7 || got.Budget != 3 || got.Population.Attributes != 3 || len(got.Enough) != 3 || got.Enough[0].Difference > .2 ||
		got.Designs[0].Objects != 50 || got.Designs[0].Judgments != 300 || got.Designs[0].Pilots != 10 {
		t.Errorf("%s", r.stdout)
	}
}
