package screen

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"fms-tui/core"
	"fms-tui/core/experiment"
	tables "fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// ExperimentsView is the second half of Trust: the test errors of the paper.
type ExperimentsView struct {
	*Session
	kind   Screen
	Trying asked[settingsAt, trials]

	ErrorsPane *Pane
	outcomes   *Document
	trust      *TrustView // the other half, where an algorithm is selected
	Errors     panel.Chart
}

func newExperimentsView(a *Session) *ExperimentsView {
	v := &ExperimentsView{Session: a, outcomes: newDocument(0)}
	v.Trying = follows(Stillness, func() (settingsAt, bool) { return v.tested(), !v.settling() || v.tries() }, v.try)
	v.ErrorsPane = plotPane(&v.Errors, func(b float64) { a.SetBudget(nearestStep(a.Shown.Result, b)) })
	v.ErrorsPane.Press = func(is any) {
		if name, ok := is.(chart.Named); ok { // that algorithm is lit
			v.trust.Selected = selection.Algorithm(name)
		}
	}
	v.kind = Screen{
		Saved: "tests", Turns: "algorithms", Panes: []*Pane{v.ErrorsPane, &v.outcomes.Pane}, Wide: true, Losses: true,
		Place:   func(b *Body) { b.put(&v.outcomes.Pane, b.share(v.ErrorsPane, b.Area, 50)) },
		Refresh: v.refresh, Asks: []question{&v.Trying}, Command: v.command,
		Table: func(to *tables.Report) string {
			if e := v.TestErrors(); e != nil {
				return counted(to, v.findings(e).Table(), "test error")
			}
			return ""
		},
	}
	return v
}

func (v *ExperimentsView) refresh(b *Body) {
	v.trust.refreshTable(b)
	v.Errors = panel.Chart{Title: fmt.Sprintf("Test error (refit) against budget, ± se of %s", v.lit()), Empty: v.Trying.coming("random splits of the objects: some to learn from, others to test on…")}
	if v.settling() && !v.tries() {
		v.Errors.Empty = "when the honest losses are done: random splits of the objects…"
	}
	if e := v.Trying.Value.errors; e != nil && e.Done < e.Splits {
		v.Errors.Title += fmt.Sprintf(" · %d of %d splits", e.Done, e.Splits)
	}
	title, at := "Test errors", 0
	e := v.TestErrors()
	if e != nil {
		v.Errors.Plot = chart.Plot{
			X:       chart.Range{Min: 0, Max: v.Shown.Result.Max.Float()},
			Cursors: []chart.Cursor{{X: v.Shown.State.Budget.Float(), Pen: theme.Cursor}}, Plain: v.Look.Flat,
		}
		v.Errors.Plot.Series, v.Errors.Plot.Bands = v.litCurves(e)
		at = nearest(e.Budgets, func(t model.Amount) float64 { return math.Abs((t - v.Shown.State.Budget).Float()) })
		title, v.Errors.Empty = fmt.Sprintf("Test errors of %s at B=%s", v.Shown.Result.Label, e.Budgets[at]), ""
	}
	v.outcomes.write(b, title, v.Errors.Empty, func(o *Page) { v.writeOutcomes(o, e, at) })
}

func (v *ExperimentsView) tries() bool { return v.Trying.For(v.tested()) }

// TestErrors is what can be shown so far; nil for nothing.
func (v *ExperimentsView) TestErrors() *experiment.TestErrors {
	if e := v.Trying.now().errors; e != nil && e.Done > 1 {
		return e
	}
	return nil
}

// nearest is the index of the first of the least distance; 0 where there are none.
func nearest[T any](all []T, distance func(T) float64) (best int) {
	for i := range all {
		if distance(all[i]) < distance(all[best]) {
			best = i
		}
	}
	return best
}

func (v *ExperimentsView) findings(e *experiment.TestErrors) *experiment.Findings {
	return &experiment.Findings{TestErrors: e, From: max(0, slices.Index(e.Algorithms, v.Shown.State.Algorithm))}
}

func (v *ExperimentsView) writeOutcomes(o *Page, e *experiment.TestErrors, b int) {
	f, r := v.findings(e), v.Shown.Result
	t := f.Table()
	t.Columns[1].Head = "" // the title has the budget
	t.Shown = nil
	for a := range e.Algorithms {
		t.Shown = append(t.Shown, a*len(e.Budgets)+b)
	}
	o.reported(t)
	o.Space()
	o.Say(theme.Muted, "%s; guessing the mean gives %s; raters %s", f.Head(chart.Clean(r.Label), r.Objects), figure.Loss(r.LabelVar), r.Raters)
	if most := v.Trying.Value.most; most > 0 {
		o.Say(theme.Muted, "no attribute is bought more than %d times: cells hold no more to test with", most)
	}
	for _, text := range f.Notes() {
		o.Say(theme.Warning, "%s", text)
	}
}

// trials are what the experiments have come to so far. They are not changed.
type trials struct {
	most   int                    // an attribute is bought no more often; 0 for any number
	errors *experiment.TestErrors // nil for nothing yet
}

// tested is what test errors depend on: they are of all budgets.
func (v *ExperimentsView) tested() settingsAt {
	return settingsAt{v.Shown.State.Settings, v.Shown.Result.Max}
}

func (v *ExperimentsView) try(settingsAt) work[trials] {
	q, r, folds := v.Shown.State.Request(), v.Shown.Result, v.Opt.Folds
	if v.Opt.NoHonest {
		folds = core.NoFolds
	}
	study := v.Opt.Study
	x := experiment.Question{
		Algorithms: selection.AllAlgorithms(), Budgets: r.TestBudgets(), K: experiment.DefaultPilot,
		Splits: cmp.Or(v.Opt.Splits, experiment.DefaultSplits), Seed: v.Opt.Seed, Folds: folds,
	}
	return func(ctx context.Context, report func(trials)) (trials, error) {
		on := testable(ctx, study, q, r)
		t := trials{most: on.Settings.MaxRepeats}
		if len(x.Budgets) == 0 {
			return t, errors.New(NothingToBuy)
		}
		p, err := on.Protocol(x)
		if err != nil {
			return t, err
		}
		t.errors, err = p.Run(ctx, func(e *experiment.TestErrors) { report(trials{t.most, e}) })
		return t, err
	}
}

// settling tells whether experiments wait for all that is shown besides: of many attributes
// each split takes as much memory as the data, and as long as the honest loss.
func (v *ExperimentsView) settling() bool {
	return len(v.Shown.Result.Attributes) > core.PromptAttributes && (v.Solving.Pending() || v.finishing.Pending())
}

// testable is a Result that buys no attribute more often than cells hold judgments: there are no others to test with,
// and repeated draws would add no information. If this contradicts the user's limits, testable is r itself.
func testable(ctx context.Context, study *core.Study, q core.Request, r *core.Result) *core.Result {
	held := r.Attributes.Held()
	if held == 0 || q.Settings.MaxRepeats > 0 && q.Settings.MaxRepeats <= held {
		return r
	}
	q.Settings.MaxRepeats = held
	// Experiments take its limits alone: no algorithm and no bound of it is shown.
	q.Algorithms, q.Optional = nil, nil
	if bounded, err := study.Solve(ctx, q); err == nil {
		return bounded
	}
	return r
}

func (v *ExperimentsView) command(q *Asked) bool {
	q.Command = "lab protocol"
	e := v.TestErrors()
	if e == nil {
		return true
	}
	q.Settings.MaxRepeats, q.Settings.Raters = v.Trying.Value.most, v.Shown.Result.Raters
	var budgets, names []string
	for _, b := range e.Budgets {
		budgets = append(budgets, b.String())
	}
	for _, alg := range e.Algorithms {
		names = append(names, string(alg))
	}
	if i := slices.Index(e.Algorithms, v.Shown.State.Algorithm); i > 0 { // differences are to the first
		active := names[i]
		names = append([]string{active}, slices.Delete(names, i, i+1)...)
	}
	q.Flags = append(q.Flags, "--budget", strings.Join(budgets, ","), "--algorithm", strings.Join(names, ","))
	return true
}

// lit is the algorithm whose test errors have its colour and the band: the one selected
// among the algorithms, or the active one.
func (v *ExperimentsView) lit() selection.Algorithm {
	if e := v.TestErrors(); e != nil && slices.Contains(e.Algorithms, v.trust.Selected) {
		return v.trust.Selected
	}
	return v.Shown.State.Algorithm
}

// mostLines is how many lines a chart of algorithms has: the lit one, and in grey those that it is measured by.
const mostLines = 3

// measuredBy are the algorithms that others are measured by, the first one first: the
// paper's two, and what asks every attribute alike.
var measuredBy = []selection.Algorithm{selection.Full, selection.Scoring, selection.Uniform, selection.Averages, selection.Copies, selection.Single, selection.Exchange}

// litCurves are the test errors that the chart shows: the lit algorithm's first, the active one's, and
// those of algorithms to measure by. The lit one's alone has its hue and a band of a standard error: bands of all would hide the
// lines.
func (v *ExperimentsView) litCurves(e *experiment.TestErrors) (lines []chart.Series, bands []chart.Band) {
	var done []selection.Algorithm
	for _, alg := range append([]selection.Algorithm{v.lit(), v.Shown.State.Algorithm}, measuredBy...) {
		i := slices.Index(e.Algorithms, alg)
		if len(done) == mostLines || slices.Contains(done, alg) || i < 0 {
			continue
		}
		c, band := panel.AlgorithmSeries(string(alg)), chart.Band{}
		c.Name = string(alg)
		for b, budget := range e.Budgets {
			t := e.At(experiment.Arm{Algorithm: i, Budget: b})
			if t.Refused == nil {
				c.X, c.Y = append(c.X, budget.Float()), append(c.Y, t.Refit.Loss)
				band.Lo, band.Hi = append(band.Lo, t.Refit.Loss-t.Refit.SE), append(band.Hi, t.Refit.Loss+t.Refit.SE)
			}
		}
		band.X = c.X
		if done = append(done, alg); alg == v.lit() {
			bands = []chart.Band{band}
		} else {
			c.Pen = theme.Faint
		}
		if len(c.X) > 0 {
			lines = append(lines, c)
		}
	}
	return lines, bands
}
