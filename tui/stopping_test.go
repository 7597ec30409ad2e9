package tui

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/model/export"
)

// decide types a decision and runs what it asks for.
func (x *harness) decide(text string) {
	x.t.Helper()
	x.keys("d")
	x.typed(text)
	x.keys("enter")
	if x.Stopping.Pending() {
		x.send(x.Stopping.Due())
	}
}

// TestStopEarly: what the panel shows of a decision is what core finds, and e writes that rule.
func TestStopEarly(t *testing.T) {
	x := start(t, openLabelled("judges", "verdict"), 200, 60)
	x.keys("b")
	x.typed("0.01")
	x.keys("enter")
	x.decide("pass .9")
	p := core.Pick{Answer: core.Answer{Result: x.Shown.Result, Honest: x.Shown.Honest}, Selection: *x.Active()}
	d, err := core.ParseDecision("p>.5")
	if err != nil {
		t.Fatal(err)
	}
	want, err := p.Stop(d, .9, 1)
	if err != nil {
		t.Fatal(err)
	}
	x.want("Is it pass (p>.5)?", "with 90%",
		report.Estimate{X: want.Expected.Cost, SE: want.Expected.CostSE}.String(), report.Estimate{X: want.Replay.Cost, SE: want.Replay.CostSE}.String(),
		figure.Percent(1-want.Expected.Cost/want.Rule.Stages[len(want.Rule.Stages)-1].Spent.Float()))
	x.keys("z")
	x.want("Stopping saves for decisions only")
	for k := range want.Rule.Stages {
		x.want(want.Rule.Stages[k].Form + " (form)")
	}
	x.keys("z")
	for _, c := range []struct {
		suffix string
		write  func(*bytes.Buffer, model.Predictor) error
	}{
		{".stopping.json", func(b *bytes.Buffer, p model.Predictor) error { return export.StoppingJSON(b, p) }},
		{".stopping.csv", func(b *bytes.Buffer, p model.Predictor) error { return export.StoppingCSV(b, p) }},
	} {
		path := filepath.Join(t.TempDir(), "rule"+c.suffix)
		x.keys("e")
		if got := x.prompt.input.Value(); !strings.HasSuffix(got, "-verdict-full-0.01.stopping.json") {
			t.Errorf("e proposes %q", got)
		}
		x.prompt.input.SetValue("")
		x.typed(path)
		x.want("What will be written")
		x.keys("enter")
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := c.write(&text, *x.Predictor()); err != nil {
			t.Fatal(err)
		}
		var rule model.Stopping
		if json.Unmarshal(got, &rule) == nil && (rule.Decide != "p>.5" || len(rule.Stages) != len(want.Rule.Stages)) {
			t.Errorf("the rule written is %v", rule)
		}
		if !bytes.Equal(got, text.Bytes()) {
			t.Errorf("%s has %s", path, got)
		}
	}
	x.keys("u")
	if s := x.State.Decision.String(); s != "" {
		t.Errorf("after undo the decision is %q", s)
	}
	x.want("d names a decision")
}

// TestDecisionsTyped: a class or a text of a decision is read, with its confidence; what is
// none says so while it is typed.
func TestDecisionsTyped(t *testing.T) {
	grades, height := start(t, graded(true), 120, 40), start(t, bodies(), 120, 40)
	for _, c := range []struct {
		x          *harness
		text, kept string
		conf       float64
	}{
		{grades, "high", "y>1.5", .95},
		{grades, "mid .8", "y>0.5", .8},
		{height, "y > p90", "y > p90", .95},
		{height, "y>66.5 .99", "y>66.5", .99},
		{height, "y>-2", "y>-2", .95},
	} {
		c.x.decide(c.text)
		if text, conf := c.x.State.Decision.Kept(); text != c.kept || conf != c.conf {
			t.Errorf("%q is read as %q with %g", c.text, text, conf)
		}
	}
	for _, text := range []string{"low", "tall", "y>1 2", "y<3", "pass"} {
		if _, err := grades.ParseDecision(text); err == nil {
			t.Errorf("%q is a decision about grades", text)
		}
	}
	grades.decide("high")
	grades.want("Is it high (y>1.5)?")
	q := grades.asked()
	if got := strings.Join(q.Flags, " "); q.Command != "plan" || !strings.Contains(got, "--decide y>1.5") {
		t.Errorf("the command is %s %s", q.Command, got)
	}
	many := start(t, graded(false), 120, 40)
	many.keys("d")
	if many.prompt != nil || !strings.Contains(many.Toast.Text, "one class against the rest") {
		t.Errorf("d says %q", many.Toast.Text)
	}
}

// TestStopScreen: on a small terminal the panel is a part of the predictor.
func TestStopScreen(t *testing.T) {
	x := start(t, bodies(), 120, 40)
	x.decide("y>p90")
	golden.RequireEqual(t, []byte(x.screen()))
	y := start(t, bodies(), 80, 24)
	y.decide("y>p90")
	y.want("Stop early", "Is height among the largest 10% (y>p90)?", "predictions above")
}
