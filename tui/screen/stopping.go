package screen

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	tables "fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// decision is what is to be decided about each object; the zero value is nothing.
type decision struct {
	text       string // as core.ParseDecision reads it
	confidence float64
}

// usualConfidence is the confidence where none is named.
const usualConfidence = .95

// String is what the user types for it.
func (d decision) String() string {
	if d.text == "" || d.confidence == usualConfidence {
		return d.text
	}
	return d.text + " " + strconv.FormatFloat(d.confidence, 'g', -1, 64)
}

// Kept are the decision and its confidence as they are kept.
func (d decision) Kept() (text string, confidence float64) { return d.text, d.confidence }

// isConfidence tells whether a number can be a confidence.
func isConfidence(c float64) bool { return c > .5 && c < 1 }

// DecisionHelp says what can be typed for a decision about the label shown.
func (a *Predicting) DecisionHelp() string {
	r := a.Shown.Result
	what := "y>6.5, or y>p90 for the largest tenth"
	switch names := cleaned(classNames(r)); classesOfLabel(r) {
	case twoClasses:
		what = names[1] + ", or p>.3 for a probability"
	case orderedClasses:
		what = figure.List(names[1:], "or") + " for this class or above"
	}
	return what + "; then the confidence, such as .9; empty for no decision"
}

// DecideOff says why nothing can be decided early about the label shown.
func (a *Predicting) DecideOff() string {
	r := a.Shown.Result
	switch {
	case len(r.Labels()) > 1:
		return "stopping early is for one label: l chooses it"
	case classesOfLabel(r) == manyClasses:
		return "stopping early is for two classes or classes in order: l chooses one class against the rest, or sets the order"
	}
	return ""
}

// ParseDecision reads what the user typed: a decision, or a class of the label, and the
// confidence behind it.
func (a *Predicting) ParseDecision(text string) (d decision, err error) {
	d = decision{strings.TrimSpace(text), usualConfidence}
	if d.text == "" {
		return decision{}, nil
	}
	if i := strings.LastIndexByte(d.text, ' '); i > 0 {
		if c, err := strconv.ParseFloat(d.text[i+1:], 64); err == nil && !strings.HasSuffix(strings.TrimSpace(d.text[:i]), ">") {
			if d.text, d.confidence = strings.TrimSpace(d.text[:i]), c; !isConfidence(c) {
				return d, fmt.Errorf("a confidence of %g: accepted are numbers between .5 and 1, such as .95", c)
			}
		}
	}
	r := a.Shown.Result
	switch class := slices.Index(classNames(r), d.text); {
	case class < 0:
	case classesOfLabel(r) == twoClasses:
		d.text = "p>.5"
	case class == 0:
		return d, fmt.Errorf("every object is %s or above: name a higher class", d.text)
	default: // between the class and the one below
		d.text = fmt.Sprintf("y>%g", float64(class)-.5)
	}
	_, err = core.ParseDecision(d.text)
	return d, err
}

// Decide makes a decision the one that is shown.
func (a *Predicting) Decide(d decision) tea.Cmd {
	return a.Alter(func(s *State) { s.Decision = d })
}

// stopAt is a decision about a choice.
type stopAt struct {
	chosenAt
	decision
	refit *core.RidgeRefit
}

// stopping is the rule for a decision, or why there is none.
type stopping struct {
	*core.Stopping
	why string
}

// stopBy makes the rule for a decision about a choice.
func stopBy(at stopAt, seed uint64) *stopping {
	read, err := core.ParseDecision(at.text)
	if err != nil {
		return &stopping{nil, err.Error()}
	}
	p := at.pick()
	p.RidgeRefit = at.refit
	s, err := p.Stop(read, at.confidence, seed)
	if err != nil {
		return &stopping{nil, err.Error()}
	}
	return &stopping{s, ""}
}

// stopKey is what the rule for the decision depends on; false where there is none.
func (a *Predicting) stopKey(p *core.Pick) (at stopAt, wanted bool) {
	d := a.Shown.State.Decision
	return stopAt{a.Shown.held(), d, p.RidgeRefit}, d.text != "" && a.DecideOff() == ""
}

// ruleOf is the rule that goes with a pick, nil where no decision is named or none can be
// made.
func (a *Predicting) ruleOf(p *core.Pick) *model.Stopping {
	at, wanted := a.stopKey(p)
	if !wanted {
		return nil
	}
	s, known := a.Stopping.Answer(at)
	if !known { // asked for before all was still
		s = stopBy(at, a.Opt.Seed)
	}
	if s.why != "" {
		return nil
	}
	return &s.Rule
}

// stopped writes what is known of stopping early.
func (v *PredictorView) stopped(o *Page) {
	d, s := v.Shown.State.Decision, v.Stopping.now()
	switch why := v.DecideOff(); {
	case why != "":
		o.say(theme.Muted, "%s", why)
	case d.text == "":
		example := "y>p90"
		if names := cleaned(classNames(v.Shown.Result)); len(names) > 0 {
			example = names[len(names)-1]
		}
		o.say(theme.Muted, "d names a decision on each object, such as %s: judgments of an object then stop as soon as the decision is clear. A split at the median saves up to half of the judgments, the largest tenth saves more.", example)
		o.say(theme.Muted, "For the prediction itself, stopping early saves nothing: an object that stops has a larger squared error.")
	case v.Active().Spent == 0:
		o.say(theme.Muted, "nothing is chosen at this budget: no judgment can be left out")
	case s == nil:
		o.say(theme.Muted, "%s: being computed…", d.text)
	case s.why != "":
		o.say(theme.Warning, "no rule: %s", s.why)
	default:
		o.say(theme.Text, "%s An object stops when the whole plan would decide the same with %s.", v.asksWhether(d), figure.Percent(d.confidence))
		r := &tables.Section{}
		s.Report(r)
		o.report(r)
		o.stoppingStages(s.Stopping)
		o.say(theme.Muted, "e writes the rule, d changes it.")
	}
}

// asksWhether is a decision as a question about an object.
func (v *PredictorView) asksWhether(d decision) string {
	label, names, what := chart.Clean(v.Shown.Result.Label), cleaned(classNames(v.Shown.Result)), ""
	switch read, _ := core.ParseDecision(d.text); {
	case len(names) == 2 && read.Probability > 0:
		what = "it " + names[1]
	case len(names) > 2 && read.Above > 0 && read.Above < float64(len(names)-1):
		k := int(math.Ceil(read.Above))
		if what = "it " + names[k]; k < len(names)-1 {
			what += " or above"
		}
	case read.Percentile > 0:
		what = label + " among the largest " + figure.Percent(1-read.Percentile)
	default:
		what = label + " above this value"
	}
	return fmt.Sprintf("Is %s (%s)?", what, d.text)
}

// stoppedBar is the width of the bars of the objects that a stage decides.
const stoppedBar = 10

// stoppingStages are the calls in order, with the bounds behind each.
func (o *Page) stoppingStages(s *core.Stopping) {
	o.heading(fmt.Sprintf("Call after call, at the threshold %s: below no, above yes, else ask on", figure.Significant(s.Rule.Threshold, 4)))
	var rows [][]tables.Value
	for k := range s.Rule.Stages {
		g := &s.Rule.Stages[k]
		share := float64(s.Expected.Stopped[k]) / math.Max(float64(s.Expected.Objects), 1)
		what := g.Attribute
		if g.Form != "" {
			what = g.Form + " (form)"
		}
		rows = append(rows, []tables.Value{
			g.K, chart.Clean(what), g.Repeat, g.Spent, figure.Significant(g.Below, 4), figure.Significant(g.Above, 4),
			figure.Percent(share),
			panel.Cell{Text: chart.BarText(share, stoppedBar), Pen: theme.Accent},
		})
	}
	right := tables.Right
	o.table([]tables.Column{
		{Head: "k", Align: right},
		{Head: "ask"},
		{Head: "time", Align: right, Priority: 2},
		{Head: "spent", Align: right, Priority: 1},
		{Head: "below", Align: right},
		{Head: "above", Align: right},
		{Head: "stop", Align: right},
		{Head: tables.NoHead, Priority: 3},
	}, rows)
}
