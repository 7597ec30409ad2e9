package screen

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/experts"
	tables "fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model/export"
	"fms-tui/tui/chart"
	"fms-tui/tui/job"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// ballot is what the Votes screen is set to.
type ballot struct {
	Attribute string        // that is voted on; "" is the first that can be
	Model     experts.Model // "" is the model of the smallest surrogate risk
	Lambda    float64       // 0 is the λ of the smallest surrogate risk
}

// Voted is what the search depends on.
type Voted struct {
	attribute string
	excluded  string // names of features left out
}

// Found is what there is so far. It is not changed.
type Found struct {
	choices []string       // attributes that are voted on
	votes   *experts.Named // nil for none
	Study   *experts.Study // nil for nothing yet
	Why     error          // there is none
}

// fitOf is a fit that something follows from.
type fitOf struct{ fit *experts.Fit }

// told is what follows from a fit.
type told struct {
	Labels  []experts.Label
	Doubt   []int // objects, the most uncertain first
	Experts []experts.Expert
	Best    []int // experts, the most accurate first
}

// Voted is what the present state asks for.
func (v *VotesView) Voted() Voted { return Voted{v.Shown.State.Ballot.Attribute, v.excluded()} }

// excluded are the names of the attributes left out, in one text.
func (a *Evidence) excluded() string {
	var out []string
	for _, name := range a.Opt.Study.Data().Attributes {
		if a.Shown.State.Settings.Excluded(name) {
			out = append(out, name)
		}
	}
	return strings.Join(out, "\x00")
}

// work searches for the models of the votes that are shown, and asks what
// follows from the fit that is shown. A search that nobody asks for any more is
// given up.
func (v *VotesView) work() tea.Cmd {
	if v.votesOff() != "" {
		return nil
	}
	want := v.Voted()
	study, r := v.Opt.Study, v.Shown.Result
	opt := experts.Options{Restarts: expertRestarts, Seed: v.Opt.Seed, Lambdas: v.Opt.Lambdas}
	cmd := v.Search.Ask(v.Runner(), job.Question[Voted, Found]{
		Key: want, Delay: Stillness,
		Work: func(ctx context.Context, report func(Found)) (Found, error) {
			return search(ctx, study, r, want.attribute, opt, report), nil
		},
		Took: func() tea.Cmd {
			v.Choices = v.Search.Value.choices
			v.Search.Abandon(v.Voted())
			return nil
		},
	})
	p := v.Point()
	if p == nil {
		return cmd
	}
	data := &v.Search.Value.votes.Data
	return tea.Batch(cmd, need(v.Host, &v.telling, fitOf{p.Fit}, 0, func(context.Context) (told, error) { return tell(p.Fit, data), nil }))
}

// Told is what follows from the fit that is shown; nil while that is not known.
func (v *VotesView) Told() *told {
	p := v.Point()
	if p == nil || !v.telling.Known || !v.telling.For(fitOf{p.Fit}) {
		return nil
	}
	return &v.telling.Value
}

// tell works out what follows from a fit.
func tell(fit *experts.Fit, data *experts.Data) told {
	t := told{Labels: fit.Labels(data), Experts: fit.Experts(data)}
	t.Doubt = experts.ByDoubt(t.Labels)
	for k := range t.Experts {
		t.Best = append(t.Best, k)
	}
	rank := func(k int) float64 {
		if e := &t.Experts[k]; e.Accuracy == e.Accuracy { // not NaN
			return e.Accuracy
		}
		return t.Experts[k].Agreement
	}
	slices.SortStableFunc(t.Best, func(k, l int) int {
		switch {
		case rank(k) > rank(l):
			return -1
		case rank(k) < rank(l):
			return 1
		}
		return 0
	})
	return t
}

const (
	// expertRestarts are fewer than the command has: the screen is to be ready
	// while somebody looks.
	expertRestarts = 10
	// manyObjects is from how many objects with votes on half of them are held out
	// once; fewer are cross-validated, as the command does.
	manyObjects = 1000
	expertFolds = 5
)

// search counts the votes and fits the models.
func search(ctx context.Context, study *core.Study, r *core.Result, attribute string, opt experts.Options, report func(Found)) Found {
	f := Found{choices: study.VotedOn()}
	if attribute == "" && len(f.choices) > 0 {
		attribute = f.choices[0]
	}
	if attribute == "" {
		f.Why = inapplicable(noVotes)
		return f
	}
	if f.votes, f.Why = r.Ballots(attribute); f.Why != nil {
		return f
	}
	report(f)
	if len(f.votes.Voted()) < manyObjects {
		opt.Folds = expertFolds
	}
	fitted, why := experts.Stream(ctx, &f.votes.Data, opt, nil, func(s *experts.Study) {
		f.Study = s
		report(f)
	})
	if f.Why = why; why == nil {
		f.Study = fitted
	}
	return f
}

// Point is the model and λ that are shown; nil while there is none.
func (v *VotesView) Point() *experts.Point {
	s, b := v.Search.Value.Study, v.Shown.State.Ballot
	if s == nil || !v.Search.For(v.Voted()) {
		return nil
	}
	chosen := s.Chosen()
	m := b.Model
	if m == "" && chosen != nil {
		m = chosen.Model
	}
	p := s.Best(m)
	if b.Lambda > 0 && m != experts.EM {
		p = s.Nearest(m, experts.Penalty{Beta: b.Lambda, Gamma: b.Lambda})
	}
	if p == nil {
		return chosen // the model is not found yet
	}
	return p
}

// certain is the probability of either class from which on a label is no longer uncertain.
const certain = .95

// tally counts the objects labelled 1, those labelled, and those of uncertain labels.
func (v *VotesView) tally(t *told) (yes, of, unsure int) {
	for i, l := range t.Labels {
		if v.Search.Value.votes.Blank[i] {
			continue
		}
		of++
		if l.Class {
			yes++
		}
		if max(l.Probability, 1-l.Probability) < certain {
			unsure++
		}
	}
	return yes, of, unsure
}

// table lists objects with their labels, as the command writes them.
func (v *VotesView) table(t *Tsv) string {
	told, votes := v.Told(), v.Search.Value.votes
	if told == nil {
		return ""
	}
	t.head("object", "label", "probability")
	for i, l := range told.Labels {
		if votes.Blank[i] {
			continue
		}
		class := 0
		if l.Class {
			class = 1
		}
		t.Row(votes.Objects[i], class, l.Probability)
	}
	return t.counted("label")
}

// command asks for the command of the labels. λ is the λ of the smallest surrogate
// risk.
func (v *VotesView) command(q *Asked) bool {
	q.Command = "lab experts"
	if votes := v.Search.Value.votes; votes != nil {
		q.Flags = append(q.Flags, "--label-from", votes.Label)
	}
	if m := v.Shown.State.Ballot.Model; m != "" {
		q.Flags = append(q.Flags, "--model", string(m))
	}
	q.Flags = append(q.Flags, "--restarts", strconv.Itoa(expertRestarts))
	return true
}

// promptLabels asks where to write the labels that are shown.
func (v *VotesView) promptLabels() tea.Cmd {
	p, votes := v.Point(), v.Search.Value.votes
	if p == nil {
		return v.Say(v.unfitted())
	}
	if !v.Search.Done {
		return v.Say("the models are still being fitted: labels come from all votes when that is done")
	}
	v.desk.Export(&Product{
		Name: fmt.Sprintf("the labels of %s by %s%s", votes.Label, p.Model, atLambda(p)),
		File: FileName(fmt.Sprintf("%s-%s-%s-labels.csv", v.Opt.Stem(), votes.Label, p.Model)),
		Writer: func(path string) (func(io.Writer) error, error) {
			if !strings.EqualFold(filepath.Ext(path), ".csv") {
				return nil, errors.New("the name must end in .csv")
			}
			return func(w io.Writer) error { return export.Labels(w, votes.Labels(p.Fit)) }, nil
		},
	})
	return nil
}

// VotesView is the Votes screen: labels from votes. Models are shown as they are
// found.
type VotesView struct {
	*Session
	kind    Screen
	Search  job.Latest[Voted, Found]
	telling job.Latest[fitOf, told] // of the fit that is shown
	Choices []string                // attributes that are voted on

	RiskPane                      *Pane
	risk                          panel.Chart
	coefficients, experts, doubts *Document
}

func newVotesView(a *Session) *VotesView {
	v := &VotesView{
		Session: a, coefficients: newDocument(0, a.Change), experts: newDocument(0, a.Change), doubts: newDocument(0, a.Change),
	}
	v.RiskPane = &Pane{
		Panel: func(focus bool) panel.Panel { v.risk.Focus = focus; return &v.risk },
		Drag:  v.dragRisk, Wheel: v.wheelLambda,
		Grabs: func(q, size image.Point) bool { return v.risk.OnDial(q, size) },
	}
	v.kind = Screen{
		Tab: "5 Votes", Help: "show Votes: labels from votes, none of which need be right", Saved: "votes",
		Place: v.place, Refresh: v.refresh, Work: v.work, Table: v.table, Command: v.command,
		Panes: []*Pane{v.RiskPane, &v.coefficients.Pane, &v.experts.Pane, &v.doubts.Pane}, Noteless: true, Off: a.votesOff, // notes are about the choice at B
		Dial: &dial{Hint: "λ", Slider: v.lambdaSlider, Readout: v.riskReadout, Step: v.stepLambda, To: v.lambdaTo, Off: v.LambdaOff},
		Keys: map[string]instead{
			"a": {"model", nil, v.nextModel},
			"l": {"votes", nil, v.chooseVotes},
			"e": {"export", nil, v.promptLabels},
		},
	}
	return v
}

// featureless tells whether the votes shown come without features.
func (v *VotesView) featureless() bool {
	votes := v.Search.Value.votes
	return votes != nil && len(votes.Features) == 0
}

// place puts the risk above the coefficients, and experts and objects beside them
// where there is room. Without features experts take the place of coefficients.
func (v *VotesView) place(b *Body) {
	main := &v.coefficients.Pane
	if v.votesOff() != "" {
		b.put(main, b.Area)
		return
	}
	if v.featureless() {
		main = &v.experts.Pane
	}
	switch b.Mode {
	case modeColumns:
		left, right := cutLeft(b.Area, b.Area.Dx()/2)
		above, below := cutBottom(left, v.rowsOf(v.coefficients, b))
		b.put(v.RiskPane, above)
		b.put(&v.coefficients.Pane, below)
		above, below = cutTop(right, v.rowsOf(v.experts, b))
		b.put(&v.experts.Pane, above)
		b.put(&v.doubts.Pane, below)
	case modeStacked:
		above, below := cutTop(b.Area, b.Area.Dy()/2)
		b.put(v.RiskPane, above)
		b.put(main, below)
	default:
		b.put(main, b.Area)
	}
}

// rowsOf is the height of a list: of all its lines, from a quarter of the body to a half.
func (v *VotesView) rowsOf(d *Document, b *Body) int {
	h := b.Area.Dy()
	return min(max(len(d.Text.Lines)+2, h/4), h/2)
}

// refresh makes the screen of what there is so far.
func (v *VotesView) refresh(b *Body) {
	if why := v.votesOff(); why != "" {
		v.coefficients.write(b, "Votes", why, nil)
		return
	}
	found, p, t := &v.Search.Value, v.Point(), v.Told()
	v.risk = panel.Chart{Title: "Surrogate risk Ŝ ± se against log₁₀ λ", Empty: v.unfitted()}
	title, unfitted, untold := "Coefficients", v.unfitted(), v.unfitted()
	if t != nil {
		untold = ""
	}
	if p != nil {
		unfitted = ""
		v.lookRisk(p)
		title = fmt.Sprintf("%s by %s%s", found.votes.Label, p.Model, atLambda(p))
		if !v.Search.Done {
			title += " · fitting"
		}
	}
	v.coefficients.write(b, title, unfitted, func(o *Page) { v.writeCoefficients(o, p) })
	v.experts.write(b, "Experts", untold, func(o *Page) { o.experts(found.votes, t) })
	v.doubts.write(b, "Objects by uncertainty", untold, func(o *Page) { o.doubt(found.votes, t) })
}

// wheelLambda moves λ by a step a notch, with ctrl by ten.
func (v *VotesView) wheelLambda(n int, fast bool) tea.Cmd {
	if fast {
		n *= 10
	}
	v.Change()
	return v.stepLambda(n)
}

// lookRisk draws the surrogate risk of the models. EM has no λ, so its risk is a level
// line.
func (v *VotesView) lookRisk(p *experts.Point) {
	s, c := v.Search.Value.Study, &v.risk
	for _, m := range experts.Models() {
		curve := chart.Series{Name: string(m), Pen: modelPen(m), Style: modelStyle(m)}
		for _, q := range slices.Backward(s.Curve(m)) { // λ falls
			se := math.NaN()
			if m == p.Model {
				se = q.SE
			}
			if m != experts.EM && q.Penalty.Beta <= 0 {
				continue // there is nothing to penalise
			}
			curve.X, curve.Y, curve.SE = append(curve.X, math.Log10(q.Penalty.Beta)), append(curve.Y, q.S), append(curve.SE, se)
		}
		switch {
		case m == experts.EM && len(curve.Y) > 0:
			c.Plot.Guides = []chart.Guide{{Y: curve.Y[0], Name: "EM", Pen: theme.Muted}}
		case len(curve.Y) > 0:
			c.Plot.Series = append(c.Plot.Series, curve)
		}
	}
	if len(c.Plot.Series) == 0 {
		c.Empty = "without features there is nothing to penalise, and nothing for the surrogate risk to compare: labels come from the votes alone; fms-tui lab experts --features brings features from files"
	}
	if p.Penalty.Beta > 0 {
		c.Plot.Cursors = []chart.Cursor{{On: true, X: math.Log10(p.Penalty.Beta), Pen: theme.Cursor}}
	}
}

func modelStyle(m experts.Model) chart.Style {
	if m == experts.EMSparse {
		return chart.Solid
	}
	return chart.Dashed
}

// dragRisk sets λ to where the pointer is on the chart.
func (v *VotesView) dragRisk(q, size image.Point) tea.Cmd {
	x, ok := v.risk.XAt(q.X, size)
	all, _ := v.Lambdas()
	if !ok || len(all) == 0 {
		return nil
	}
	best := 0
	for i, l := range all {
		if math.Abs(math.Log10(l)-x) < math.Abs(math.Log10(all[best])-x) {
			best = i
		}
	}
	return v.setLambda(best)
}

// writeCoefficients lists the features that count, the most telling first: for the
// label, and for how easily experts tell it, each by its standard deviation.
func (v *VotesView) writeCoefficients(o *Page, p *experts.Point) {
	f, votes := p.Fit, v.Search.Value.votes
	var order []int
	widest := 0.
	for j := range votes.Features {
		if size := max(math.Abs(f.Beta[j]), math.Abs(f.Gamma[j])) * f.Spread[j]; size > 0 {
			order = append(order, j)
			widest = max(widest, size)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		if math.Abs(f.Beta[i]*f.Spread[i]) > math.Abs(f.Beta[j]*f.Spread[j]) {
			return -1
		}
		return 1
	})
	var rows [][]panel.Cell
	half := max(stripHalf, min((o.Width-featuresWidth)/4, 20))
	for _, j := range order {
		label, ease := f.Beta[j]*f.Spread[j], f.Gamma[j]*f.Spread[j]
		rows = append(rows, []panel.Cell{
			{Text: chart.Clean(votes.Features[j])},
			{Text: figure.Fixed(label, 2)},
			{Text: wideStrip(label, widest, half), Pen: modelPen(p.Model)},
			{Text: figure.Fixed(ease, 2)},
			{Text: wideStrip(ease, widest, half), Pen: theme.Accent},
		})
	}
	columns := []tables.Column{
		{Head: "feature, by its sd"}, {Head: "label", Align: tables.Right}, {Head: tables.NoHead, Priority: 1}, {Head: "ease", Align: tables.Right, Priority: 2}, {Head: tables.NoHead, Priority: 2},
	}
	if p.Model == experts.Majority { // it says nothing of how hard objects are
		columns = columns[:3]
		for i := range rows {
			rows[i] = rows[i][:3]
		}
	}
	if len(rows) > 0 {
		o.table(columns, rows)
	}
	if len(votes.Features) > 0 {
		o.say(theme.Muted, "%s with coefficients of 0; label: log odds of a label of 1, ease: of a right vote", figure.CountOf(len(votes.Features)-len(order), "feature"))
	}
	if len(votes.Features) == 0 {
		o.say(theme.Muted, "no features: labels come from the votes alone")
	}
	for _, w := range votes.Warnings {
		o.say(theme.Warning, "%s", chart.Clean(AdviseKeys(w.Message, w.Remedies...)))
	}
}

// experts lists the experts, the most accurate first.
func (o *Page) experts(votes *experts.Named, t *told) {
	var rows [][]panel.Cell
	for _, k := range t.Best[:min(len(t.Best), mostListed)] {
		e := &t.Experts[k]
		within := ""
		switch {
		case e.Saturated:
			within = "no limit"
		case !math.IsNaN(e.Low):
			within = figure.Share(e.Low) + " to " + figure.Share(e.High)
		}
		shown := e.Accuracy
		if math.IsNaN(shown) {
			shown = e.Agreement
		}
		rows = append(rows, []panel.Cell{
			{Text: chart.Clean(votes.Experts[k])},
			{Text: figure.Count(e.Votes)},
			{Text: figure.Share(e.Accuracy)},
			{Text: within},
			{Text: chart.BarText(shown, barRoom(o.Width-expertsWidth)), Pen: theme.Accent},
			{Text: figure.Share(e.Agreement)},
		})
	}
	o.table([]tables.Column{
		{Head: "expert"},
		{Head: "votes", Align: tables.Right},
		{Head: "accuracy", Align: tables.Right},
		{Head: "95 %", Priority: 2},
		{Head: tables.NoHead, Priority: 3},
		{Head: "agreement", Align: tables.Right, Priority: 1},
	}, rows)
	if more := len(t.Best) - mostListed; more > 0 {
		o.say(theme.Muted, "and %s", figure.CountOf(more, "more expert"))
	}
	o.say(theme.Muted, "accuracy: estimated share of right votes, of majority n/a; agreement: with most of the other experts")
}

// Width of the lists' other columns beside their bars.
const featuresWidth, expertsWidth, objectsWidth = 48, 66, 50

// barRoom is the width of bars in a list that has so much room for them.
func barRoom(room int) int { return max(relBar, min(room, 40)) }

// mostListed is how many experts or objects a list on screen holds.
const mostListed = 500

// doubt lists the objects, the most uncertain first.
func (o *Page) doubt(votes *experts.Named, t *told) {
	var rows [][]panel.Cell
	for _, i := range t.Doubt {
		if votes.Blank[i] {
			continue
		}
		if len(rows) == mostListed {
			break
		}
		l, yes := t.Labels[i], 0
		for _, y := range votes.Yes[votes.Start[i]:votes.Start[i+1]] {
			if y {
				yes++
			}
		}
		class := "0"
		if l.Class {
			class = "1"
		}
		rows = append(rows, []panel.Cell{
			{Text: chart.Clean(votes.Objects[i])},
			{Text: class},
			{Text: figure.Share(l.Probability)},
			{Text: chart.BarText(l.Probability, barRoom(o.Width-objectsWidth)), Pen: theme.Accent},
			{Text: strings.TrimSpace(fmt.Sprintf("%d of %d", yes, votes.Of(i)))},
		})
	}
	o.table([]tables.Column{
		{Head: "object"}, {Head: "label", Align: tables.Right}, {Head: "P(1)", Align: tables.Right}, {Head: tables.NoHead, Priority: 2}, {Head: "votes for", Priority: 1},
	}, rows)
	if more := len(t.Doubt) - mostListed; more > 0 {
		o.say(theme.Muted, "and %s", figure.CountOf(more, "more object"))
	}
}

// Lambdas are the λ of the model that is shown, rising, and which of them is.
func (v *VotesView) Lambdas() (all []float64, at int) {
	p := v.Point()
	if p == nil || p.Model == experts.EM {
		return nil, 0
	}
	for _, q := range v.Search.Value.Study.Curve(p.Model) {
		if q.Penalty.Beta > 0 {
			all = append(all, q.Penalty.Beta)
		}
	}
	slices.Sort(all)
	return all, max(0, slices.Index(all, p.Penalty.Beta))
}

// LambdaOff says why there is no λ to choose.
func (v *VotesView) LambdaOff() string {
	switch all, _ := v.Lambdas(); {
	case v.Point() == nil:
		return "no model is fitted yet"
	case all == nil && v.Point().Model == experts.EM:
		return "EM has no λ: a goes on to another model"
	case all == nil:
		return "there are no features to penalise"
	}
	return ""
}

// setLambda goes to the i-th λ.
func (v *VotesView) setLambda(i int) tea.Cmd {
	all, _ := v.Lambdas()
	if len(all) == 0 {
		return nil
	}
	s := v.State
	s.Ballot.Lambda = all[max(0, min(i, len(all)-1))]
	s.Ballot.Model = v.Point().Model
	return v.Set(s, changeDial)
}

func (v *VotesView) stepLambda(n int) tea.Cmd {
	_, at := v.Lambdas()
	return v.setLambda(at + n)
}

// lambdaTo goes to the λ at a share of the range, even in log λ.
func (v *VotesView) lambdaTo(share float64) tea.Cmd {
	all, _ := v.Lambdas()
	return v.setLambda(int(math.Round(share * float64(len(all)-1))))
}

func (v *VotesView) lambdaSlider() panel.Slider {
	s := panel.Slider{Name: "Penalty", Symbol: "λ", Value: "…", Longest: lambdaLongest, Fraction: math.NaN()}
	p := v.Point()
	if p == nil {
		return s
	}
	s.Value = LambdaText(p)
	if all, at := v.Lambdas(); len(all) > 1 {
		end := float64(len(all) - 1)
		s.Fraction = float64(at) / end
		best := v.Search.Value.Study.Best(p.Model)
		s.Marks = []chart.SliderMark{{Fraction: float64(slices.Index(all, best.Penalty.Beta)) / end, Rune: '┴', Pen: theme.Honest}}
	}
	return s
}

// lambdaLongest is the width kept for λ.
const lambdaLongest = 9

func LambdaText(p *experts.Point) string {
	if p.Penalty.Beta <= 0 {
		return "none"
	}
	return figure.Significant(p.Penalty.Beta, 3)
}

// atLambda says at which λ a model is, where it has one.
func atLambda(p *experts.Point) string {
	if p.Penalty.Beta <= 0 {
		return ""
	}
	return " at λ=" + LambdaText(p)
}

// riskReadout says what the model at λ comes to, as much as fits.
func (v *VotesView) riskReadout(w int) []panel.Span {
	p := v.Point()
	switch {
	case v.votesOff() != "": // the screen says it
		return nil
	case p == nil:
		return []panel.Span{{Text: v.unfitted(), Pen: theme.Muted}}
	}
	votes, t := v.Search.Value.votes, v.Told()
	spans := []panel.Span{{Text: figure.CountOf(len(votes.Experts), "rater"), Pen: theme.Accent.Strong()}, {Text: " voted on " + chart.Clean(votes.Label), Pen: theme.Text}}
	if t != nil {
		yes, of, unsure := v.tally(t)
		spans = append(spans, panel.Span{Text: ": "}, panel.Span{Text: figure.Count(yes) + " of " + figure.CountOf(of, "object"), Pen: theme.Honest.Strong()},
			panel.Span{Text: " are 1, "}, panel.Span{Text: figure.Count(unsure), Pen: theme.Warning}, panel.Span{Text: " uncertain"})
	}
	more := []panel.Span{{Text: " · " + string(p.Model) + ", Ŝ " + figure.WithError(p.S, p.SE), Pen: modelPen(p.Model)}, {Text: " · " + figure.CountOf(p.Fit.Support(), "feature"), Pen: theme.Muted}}
	if best := v.Search.Value.Study.Chosen(); best != p {
		d, se := p.Difference(best)
		more = append(more, panel.Span{Text: " · " + figure.WithError(d, se) + " more than " + string(best.Model) + atLambda(best), Pen: theme.Muted})
	} else {
		more = append(more, panel.Span{Text: " · the smallest", Pen: theme.Good})
	}
	for _, s := range more {
		if chart.Width(panel.Plain(append(slices.Clone(spans), s))) > w {
			break
		}
		spans = append(spans, s)
	}
	return spans
}

// nextModel goes on to the next model that was fitted.
func (v *VotesView) nextModel() tea.Cmd {
	p := v.Point()
	if p == nil {
		return v.Say(v.unfitted())
	}
	study := v.Search.Value.Study
	all := slices.DeleteFunc(experts.Models(), func(m experts.Model) bool { return study.Best(m) == nil })
	return v.Alter(func(s *State) { s.Ballot.Model, s.Ballot.Lambda = all[(slices.Index(all, p.Model)+1)%len(all)], 0 })
}

// chooseVotes lists the attributes that are voted on.
func (v *VotesView) chooseVotes() tea.Cmd {
	choices := v.Choices
	if len(choices) == 0 {
		return v.Say(v.unfitted())
	}
	at := 0
	if votes := v.Search.Value.votes; votes != nil {
		at = max(0, slices.Index(choices, votes.Label))
	}
	v.desk.Choose("Votes", choices, at, "l", func(i int) tea.Cmd {
		return v.Alter(func(s *State) { s.Ballot = ballot{Attribute: choices[i]} })
	})
	return nil
}

// unfitted says why no model is shown.
func (v *VotesView) unfitted() string {
	if why := v.Search.Value.Why; why != nil && v.Search.For(v.Voted()) {
		return adviseError(why)
	}
	return "fitting…"
}

func modelPen(m experts.Model) theme.Pen {
	switch m {
	case experts.EMSparse:
		return theme.Full
	case experts.EM:
		return theme.Scoring
	}
	return theme.Baseline
}
