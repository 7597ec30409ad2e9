package main

import (
	"context"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/model/export"
	"fms-tui/model/read"
)

// formStopping is the form of export that is a rule.
const formStopping = "stopping"

// addDecision adds the flags that name a decision.
func (f *questionFlags) addDecision(c *cobra.Command) {
	f.confidence = .95
	c.Flags().Var(&value{kind: "DECISION", read: func(s string) error {
		d, err := core.ParseDecision(s)
		f.decision = &d
		return err
	}}, "decide", "a decision on each object: y>6.5, y>p90 (the largest tenth), p>.5 (class 1); its judgments stop when they are clear")
	c.Flags().Var(decimal("P", &f.confidence, func(x float64) bool { return x > .5 && x < 1 }, "no confidence: accepted are numbers between .5 and 1, such as .95"), "confidence", "probability that all judgments of the plan would decide the same, for --decide (default .95)")
}

// stop is the rule for the decision of the flags.
func (f *questionFlags) stop(pick *core.Pick) (*core.Stopping, error) {
	return pick.Stop(*f.decision, f.confidence, f.seed)
}

// carryRule gives a predictor the rule for the decision of the flags, if there is one. The
// form of the rule is CSV by the suffix.
func (f *flags) carryRule(pick *core.Pick, p *model.Predictor, form *export.Form) error {
	if form.Name == formStopping && strings.EqualFold(filepath.Ext(f.out), ".csv") {
		form.Write = export.StoppingCSV
	}
	if f.decision == nil {
		return nil
	}
	s, err := f.stop(pick)
	if err == nil {
		p.Stopping = &s.Rule
	}
	return err
}

// readStopping reads a rule of export --form stopping.
func readStopping(ctx context.Context, p *program, path string, f *flags) (*model.Stopping, error) {
	sources, err := p.sources(ctx, []string{path}, "")
	if err != nil {
		return nil, err
	}
	sources[0].Unchecked = p.force
	rule, found, err := read.Stopping(sources[0])
	p.warn(found, f)
	return rule, err
}

// addStopping says what stopping early saves.
func addStopping(to *report.Report, p *core.Pick, s *core.Stopping) {
	r, rule := to.Begin("stopping"), &s.Rule
	r.Field("decide", rule.Decide, "threshold", rule.Threshold, "confidence", rule.Confidence, "replay_judgments", s.Depth, "plan_judgments", s.Most, "reason", unlessEmpty(s.Why))
	r.Space()
	r.Head("stop early: %s, that is predictions above %s; ask on while all judgments could change the decision with more than %s",
		rule.Decide, shown(rule.Threshold), figure.Percent(1-rule.Confidence))
	r.Space()
	t := &report.Table{Name: "figures", Columns: []report.Column{
		{Name: "objects_are", Head: report.NoHead},
		{Name: "objects", Head: "objects", Format: asCount},
		{Name: "cost", Head: "cost of an object", Estimate: true},
		{Name: "whole_cost", Head: "whole plan", Format: report.Always(amountOf)},
		{Name: "saved", Head: "saved", Format: report.Always(figure.Percent)},
		{Name: "right", Head: "right", Format: asShare},
		{Name: "whole_right", Head: "whole plan", Format: asShare},
		{Name: "difference", Head: "difference", Estimate: true},
		{Name: "same", Head: "same decision", Format: asShare},
		{Name: "yes", Only: report.OnlyJSON},
		{Name: "found", Only: report.OnlyJSON},
		{Name: "correct", Only: report.OnlyJSON},
	}}
	row := func(what string, f *core.StoppingFigures, whole float64) {
		t.Row(what, f.Objects, report.Estimate{X: f.Cost, SE: f.CostSE}, whole, 1-f.Cost/whole, f.Right, f.Fixed, report.Estimate{X: -f.Less, SE: f.LessSE}, f.Same, f.Yes, f.Found, f.Correct)
	}
	spent := rule.Stages[len(rule.Stages)-1].Spent.Float()
	row("expected", &s.Expected, spent)
	if s.Why == "" {
		row("replayed", &s.Replay, s.ReplayCost.Float())
	}
	r.Add(t)
	sayStopping(r, s)
}

// sayStopping says what the table does not.
func sayStopping(r *report.Section, s *core.Stopping) {
	r.Space()
	spread := &report.Table{Name: "cost", Columns: []report.Column{
		{Name: "objects_are", Head: "cost of an object up to"},
	}}
	for _, q := range core.StoppingShares() {
		spread.Columns = append(spread.Columns, report.Column{Name: "at_" + strconv.Itoa(int(math.Round(100*q))), Head: figure.Percent(q), Format: report.Always(amountOf)})
	}
	row := func(what string, f *core.StoppingFigures) {
		row := []report.Value{what}
		for _, x := range f.Quantile {
			row = append(row, x)
		}
		spread.Row(row...)
	}
	row("expected", &s.Expected)
	if s.Why == "" {
		row("replayed", &s.Replay)
	}
	r.Add(spread)
	r.Space()
	r.Say("expected: Gaussian objects with the projected losses. replayed: the pilot's own judgments, in the order of reading; rule and plan learned from these objects, so compare the two.")
	switch {
	case s.Why != "":
		r.Say("Not replayed: %s.", s.Why)
	case s.Depth < s.Most:
		r.Say("The cells are too shallow for the plan: the replay is of the plan with at most %s of each attribute in place of %d.", figure.CountOf(s.Depth, "judgment"), s.Most)
	}
	r.Say("Stopping saves for decisions only: an object that stops early has a prediction with a larger squared error. export --form stopping writes the rule for collect.")
}

// amountOf is a cost, which may be a mean.
func amountOf(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }
