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

// DecisionHelp says what can be typed for a decision about the label shown.
func (a *Predicting) DecisionHelp() string {
	r := a.Shown.Result
	switch names := cleaned(classNames(r)); classesOfLabel(r) {
	case twoClasses:
		return fmt.Sprintf("%s, or p>.3 for a probability; then the confidence, such as .9; empty for no decision", names[1])
	case orderedClasses:
		return fmt.Sprintf("%s for this class or above; then the confidence, such as .9; empty for no decision", figure.List(names[1:], "or"))
	}
	return "y>6.5, or y>p90 for the largest tenth; then the confidence, such as .9; empty for no decision"
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
			if d.text, d.confidence = strings.TrimSpace(d.text[:i]), c; !(c > .5 && c < 1) {
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

func (a *Predicting) stopKey(p *core.Pick) stopAt {
	return stopAt{a.Shown.held(), a.Shown.State.Decision, p.RidgeRefit}
}

// ruleOf is the rule that goes with a pick, nil where no decision is named or none can be
// made.
func (a *Predicting) ruleOf(p *core.Pick) *model.Stopping {
	d := a.Shown.State.Decision
	if d.text == "" || a.DecideOff() != "" {
		return nil
	}
	s, known := a.Stopping.Answer(a.stopKey(p))
	if !known { // asked for before all was still
		s = stopBy(a.stopKey(p), a.Opt.Seed)
	}
	if s.why != "" {
		return nil
	}
	return &s.Rule
}

// stopped writes what is known of stopping early.
func (v *PredictorView) stopped(o *Page) {
	d := v.Shown.State.Decision
	switch why := v.DecideOff(); {
	case why != "":
		o.say(theme.Muted, "%s", why)
		return
	case d.text == "":
		o.say(theme.Muted, "d names a decision on each object, such as %s: judgments of an object then stop as soon as the decision is clear. A split at the median saves up to half of the judgments, the largest tenth saves more.", v.exampleDecision())
		o.say(theme.Muted, "%s", savesNothing)
		return
	}
	s := v.Stopping.now()
	switch {
	case v.Active().Spent == 0:
		o.say(theme.Muted, "nothing is chosen at this budget: no judgment can be left out")
		return
	case s == nil:
		o.say(theme.Muted, "%s: being computed…", d.text)
		return
	case s.why != "":
		o.say(theme.Warning, "no rule: %s", s.why)
		return
	}
	o.say(theme.Text, "%s An object stops when the whole plan would decide the same with %s.", v.asksWhether(d), figure.Percent(d.confidence))
	r := &tables.Section{}
	s.Report(r)
	o.report(r)
	o.stoppingStages(s.Stopping)
	o.say(theme.Muted, "e writes the rule, d changes it.")
}

// savesNothing is what stopping early is not for.
const savesNothing = "For the prediction itself, stopping early saves nothing: an object that stops has a larger squared error."

// exampleDecision is one that goes with the label.
func (v *PredictorView) exampleDecision() string {
	names := cleaned(classNames(v.Shown.Result))
	if len(names) > 0 {
		return names[len(names)-1]
	}
	return "y>p90"
}

// asksWhether is a decision as a question about an object.
func (v *PredictorView) asksWhether(d decision) string {
	r, names := v.Shown.Result, cleaned(classNames(v.Shown.Result))
	switch read, _ := core.ParseDecision(d.text); {
	case len(names) == 2 && read.Probability > 0:
		return fmt.Sprintf("Is it %s (%s)?", names[1], d.text)
	case len(names) > 2 && read.Above > 0 && read.Above < float64(len(names)-1):
		above := names[int(math.Ceil(read.Above)):]
		if len(above) > 1 {
			return fmt.Sprintf("Is it %s or above (%s)?", above[0], d.text)
		}
		return fmt.Sprintf("Is it %s (%s)?", above[0], d.text)
	case read.Percentile > 0:
		return fmt.Sprintf("Is %s among the largest %s (%s)?", chart.Clean(r.Label), figure.Percent(1-read.Percentile), d.text)
	}
	return fmt.Sprintf("Is %s above this value (%s)?", chart.Clean(r.Label), d.text)
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
			strconv.Itoa(g.K),
			chart.Clean(what),
			strconv.Itoa(g.Repeat),
			g.Spent.String(),
			figure.Significant(g.Below, 4),
			figure.Significant(g.Above, 4),
			figure.Percent(share),
			panel.Cell{Text: chart.BarText(share, stoppedBar), Pen: theme.Accent},
		})
	}
	o.table([]tables.Column{
		{Head: "k", Align: tables.Right},
		{Head: "ask"},
		{Head: "time", Align: tables.Right, Priority: 2},
		{Head: "spent", Align: tables.Right, Priority: 1},
		{Head: "below", Align: tables.Right},
		{Head: "above", Align: tables.Right},
		{Head: "stop", Align: tables.Right},
		{Head: tables.NoHead, Priority: 3},
	}, rows)
}
