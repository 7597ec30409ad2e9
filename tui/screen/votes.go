package screen

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"fms-tui/core/experts"
	tables "fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model/export"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

type ballot struct {
	Attribute string        // that is voted on; "" is the first that can be
	Model     experts.Model // "" is the model of the smallest surrogate risk
	Lambda    float64       // 0 is the λ of the smallest surrogate risk
}

// found is what there is so far. It is not changed.
type found struct {
	votes *experts.Named // nil for none
	Study *experts.Study // nil for nothing yet
}

// pointOf is a model and λ that something follows from.
type pointOf struct {
	found
	point *experts.Point
	asked bool // the model was asked for
}

// VotesView is the Votes screen: labels from votes, as the command reports them, and behind v the
// surrogate risk against λ. Models are shown as they are found.
type VotesView struct {
	*Session
	kind, curve    Screen
	Search         asked[labelled, found]
	telling        asked[pointOf, *experts.Consensus] // of the fit that is shown
	RiskPane       *Pane
	risk           panel.Chart
	labels, doubts *Document
	deciding       *Document // between them, where there are columns
	models         *Document // and below all
}

func newVotesView(a *Session) *VotesView {
	v := &VotesView{Session: a, labels: newDocument(0), doubts: newDocument(0), deciding: newDocument(0), models: newDocument(0)}
	v.Search = follows(Stillness, func() (labelled, bool) { return v.voted(), len(v.VotedOn()) > 0 }, v.search)
	v.telling = asks(0, func() (pointOf, bool) {
		p := v.Point()
		return pointOf{v.Search.Value, p, v.Shown.State.Ballot.Model != ""}, p != nil
	}, func(_ context.Context, of pointOf) (*experts.Consensus, error) {
		return experts.NewConsensus(of.votes, of.Study, of.point, of.asked), nil
	})
	v.RiskPane = plotPane(&v.risk, func(log float64) {
		all, _ := v.Lambdas()
		v.kind.Dial.to(nearest(all, func(l float64) float64 { return math.Abs(math.Log10(l) - log) }))
	})
	v.RiskPane.Rows = v.labels.Rows
	v.kind = Screen{
		Answer: v.answer, Tab: "5 Votes", Help: "show Votes: labels from votes, none of which need be right", Saved: "votes", Turns: "risk against λ",
		Place: v.place, Refresh: v.refresh, Asks: []question{&v.telling, &v.Search}, Table: v.table, Command: v.command,
		Panes: []*Pane{&v.labels.Pane, &v.deciding.Pane, &v.doubts.Pane, &v.models.Pane}, Off: func() string { return v.applying.votes },
		Dial: &stops{Hint: "λ", name: "Penalty", symbol: "λ", longest: 9, now: v.stops, off: v.lambdaOff, set: func(i int) {
			all, _ := v.Lambdas()
			s := v.State
			s.Ballot.Lambda, s.Ballot.Model = all[i], v.Point().Model
			v.Set(s, changeDial)
		}},
		Keys: map[string]instead{
			"a": {"model", v.nextModel},
			"l": {"votes", v.chooseVotes},
			"e": {"export", v.promptLabels},
		},
	}
	v.curve = v.kind
	v.curve.Saved, v.curve.Turns, v.curve.Panes = "risk", "labels", []*Pane{v.RiskPane}
	v.curve.Place, v.curve.Refresh = func(b *Body) { b.put(v.RiskPane, b.Area) }, func(*Body) { v.lookRisk() }
	v.kind.turnedTo(&v.curve)
	return v
}

func (v *VotesView) voted() labelled {
	return labelled{label: v.Shown.State.Ballot.Attribute, excluded: v.excluded()}
}

// excluded are the names of the attributes left out, in one text.
func (a *Evidence) excluded() string {
	all := slices.Clone(a.Opt.Study.Data().Attributes)
	return strings.Join(slices.DeleteFunc(all, func(name string) bool { return !a.Shown.State.Settings.Excluded(name) }), "\x00")
}

const (
	// expertRestarts are fewer than the command has: the screen is to be ready while somebody looks.
	expertRestarts = 10
	// manyObjects is from how many objects with votes on half of them are held out
	// once; fewer are cross-validated, as the command does.
	manyObjects = 1000
	expertFolds = 5
)

func (v *VotesView) search(of labelled) work[found] {
	r, attribute := v.Shown.Result, cmp.Or(of.label, v.VotedOn()[0])
	opt := experts.Options{Restarts: expertRestarts, Seed: v.Opt.Seed, Lambdas: v.Opt.Lambdas}
	return func(ctx context.Context, report func(found)) (f found, err error) {
		if f.votes, err = r.Ballots(attribute); err != nil {
			return f, err
		}
		report(f)
		if len(f.votes.Voted()) < manyObjects {
			opt.Folds = expertFolds
		}
		f.Study, err = experts.Select(ctx, &f.votes.Data, opt, func(s *experts.Study) { report(found{f.votes, s}) })
		return f, err
	}
}

// Point is the model and λ that are shown; nil while there is none.
func (v *VotesView) Point() *experts.Point {
	s, b := v.Search.Value.Study, v.Shown.State.Ballot
	if s == nil || !v.Search.For(v.voted()) {
		return nil
	}
	chosen := s.Chosen()
	m := b.Model
	if m == "" && chosen != nil {
		m = chosen.Model
	}
	p := s.Best(m)
	if b.Lambda > 0 && m != experts.EM {
		p = s.Nearest(m, b.Lambda)
	}
	return cmp.Or(p, chosen) // the model may not be found yet
}

// Told is what follows from the fit that is shown; nil while that is not known.
func (v *VotesView) Told() *experts.Consensus { return v.telling.now() }

func (v *VotesView) unfitted() string { return v.Search.coming("fitting…") }

// modelRows are the rows of the models in their box, and of a line below them.
const modelRows = 8

// place puts who votes well, what decides and who is uncertain beside each other, above the models;
// without columns one text has all of it.
func (v *VotesView) place(b *Body) {
	rest := b.Area
	if b.Mode != modeColumns || v.applying.votes != "" {
		b.put(&v.labels.Pane, rest)
		return
	}
	rest, below := cutBottom(rest, modelRows)
	for i, d := range []*Document{v.labels, v.deciding, v.doubts} {
		var own image.Rectangle
		own, rest = cutLeft(rest, rest.Dx()/(3-i))
		b.put(&d.Pane, own)
	}
	b.put(&v.models.Pane, below)
}

const mostListed = 500

func (v *VotesView) refresh(b *Body) {
	if why := v.applying.votes; why != "" {
		v.labels.write(b, "Votes", why, nil)
		return
	}
	p, t := v.Point(), v.Told()
	title, untold, whole := "Votes", "", b.At(&v.models.Pane).Empty()
	if p != nil {
		title = fmt.Sprintf("%s by %s%s", v.Search.Value.votes.Label, p.Model, atLambda(p))
		if !v.Search.Done {
			title += " · fitting"
		}
	}
	if t == nil {
		untold = v.unfitted()
	}
	said := func(o *Page) {
		all := t.Report()
		for _, item := range all.Items {
			if x, is := item.(*tables.Table); !whole && is && x.Name == "models" {
				all = &tables.Report{}
				all.Add(x)
			}
		}
		o.report(all)
		if len(t.Data.Features) == 0 {
			o.Say(theme.Muted, "No features: labels come from the votes alone.")
		}
		for _, w := range t.Data.Warnings {
			o.Say(theme.Warning, "%s", chart.Clean(AdviseKeys(w.Message, w.Remedies...)))
		}
	}
	if whole {
		v.labels.write(b, title, untold, said)
		return
	}
	v.labels.write(b, "Who votes well: share right", untold, func(o *Page) { o.voters(t) })
	v.deciding.write(b, "What decides: log odds per sd", untold, func(o *Page) { o.deciding(t) })
	v.doubts.write(b, "Objects by uncertainty", untold, func(o *Page) { o.reported(t.DoubtTable(mostListed)) })
	v.models.write(b, "Which model: "+title, untold, said)
}

// doubtful is the share of right votes below which a voter is marked.
const doubtful = .85

// voters are the raters, the best first: the share of their votes that is right, and its interval.
func (o *Page) voters(t *experts.Consensus) {
	var rows [][]any
	for _, k := range t.Best {
		e, pen, bar := t.Experts[k], theme.Text, ""
		right := e.Accuracy
		if math.IsNaN(right) {
			right = e.Agreement
		}
		if math.IsNaN(e.Low) {
			e.Low, e.High = right, right
		}
		if right < doubtful {
			pen = theme.Warning
		}
		if !math.IsNaN(right) {
			bar = panel.Interval([3]float64{right, e.Low, e.High}, .5, 1, votersWide)
		}
		rows = append(rows, []any{panel.Cell{Text: chart.Clean(t.Data.Experts[k]), Pen: pen}, panel.Cell{Text: bar, Pen: pen}, panel.Cell{Text: figure.Percent(right), Pen: pen}})
	}
	o.reported(&tables.Table{Columns: []tables.Column{{Head: "rater"}, {Head: "50%" + strings.Repeat(" ", votersWide-7) + "100%", Least: votersWide}, {Head: "right", Align: tables.Right}}, Rows: rows})
}

// Columns of the bars of voters and of what decides.
const votersWide, decidesWide = 16, 9

// deciding are the features, the weightiest first: what a standard deviation adds to the log odds.
func (o *Page) deciding(t *experts.Consensus) {
	f, weights, order := t.Point.Fit, make([]float64, len(t.Data.Features)), []int(nil)
	for j := range weights {
		weights[j], order = f.Beta[j]*f.Spread[j], append(order, j)
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(math.Abs(weights[j]), math.Abs(weights[i])) })
	var rows [][]any
	for _, j := range order {
		if weights[j] != 0 {
			bar := chart.SignedBar(weights[j]/math.Abs(weights[order[0]]), decidesWide)
			rows = append(rows, []any{chart.Clean(t.Data.Features[j]), bar, figure.Corr(weights[j])})
		}
	}
	o.reported(&tables.Table{Columns: []tables.Column{{Head: "feature", Least: 12}, {Head: tables.NoHead, Priority: 1}, {Head: "per sd", Align: tables.Right}}, Rows: rows})
}

// drawnModels are how the models are drawn.
var drawnModels = map[experts.Model]struct {
	pen   theme.Pen
	style chart.Style
}{experts.EMSparse: {theme.Full, chart.Solid}, experts.EM: {theme.Scoring, chart.Dashed}, experts.Majority: {theme.Baseline, chart.Dashed}}

// lookRisk draws the surrogate risk of the models. EM has no λ, so its risk is a level line.
func (v *VotesView) lookRisk() {
	v.risk = panel.Chart{Title: "Surrogate risk Ŝ ± se against log₁₀ λ", Empty: v.unfitted()}
	p, s, c, level, xs := v.Point(), v.Search.Value.Study, &v.risk, chart.Series{}, [][]float64(nil)
	if p == nil {
		return
	}
	c.Plot.Plain = v.Look.Flat
	for _, m := range experts.Models() {
		curve, band := chart.Series{Name: string(m), Pen: drawnModels[m].pen, Style: drawnModels[m].style}, chart.Band{}
		for _, q := range slices.Backward(s.Curve(m)) { // λ falls
			if m != experts.EM && q.Lambda <= 0 {
				continue // there is nothing to penalise
			}
			curve.X, curve.Y = append(curve.X, math.Log10(q.Lambda)), append(curve.Y, q.S)
			band.Lo, band.Hi = append(band.Lo, q.S-q.SE), append(band.Hi, q.S+q.SE)
		}
		if band.X = curve.X; m == p.Model {
			c.Plot.Bands = []chart.Band{band}
		}
		switch {
		case len(curve.Y) == 0:
		case m == experts.EM:
			level = chart.Series{Name: "EM", Y: []float64{curve.Y[0], curve.Y[0]}, Pen: theme.Muted, Style: chart.Short}
		default:
			c.Plot.Series, xs = append(c.Plot.Series, curve), append(xs, curve.X)
		}
	}
	if over := chart.RangeOf(xs...); len(xs) > 0 && level.Y != nil {
		level.X = []float64{over.Min, over.Max}
		c.Plot.Series = append(c.Plot.Series, level)
	}
	if len(c.Plot.Series) == 0 {
		c.Empty = "without features there is nothing to penalise, and nothing for the surrogate risk to compare: labels come from the votes alone; fms-tui lab experts --features brings features from files"
	}
	if p.Lambda > 0 {
		c.Plot.Cursors = []chart.Cursor{{X: math.Log10(p.Lambda), Pen: theme.Cursor}}
	}
}

// Lambdas are the λ of the model that is shown, rising, and which of them is.
func (v *VotesView) Lambdas() (all []float64, at int) {
	p := v.Point()
	if p == nil || p.Model == experts.EM {
		return nil, 0
	}
	for _, q := range v.Search.Value.Study.Curve(p.Model) {
		if q.Lambda > 0 {
			all = append(all, q.Lambda)
		}
	}
	slices.Sort(all)
	return all, max(0, slices.Index(all, p.Lambda))
}

func (v *VotesView) stops() (n, at, best int, value string) {
	p := v.Point()
	if p == nil {
		return 0, 0, -1, "…"
	}
	all, at := v.Lambdas()
	return len(all), at, slices.Index(all, v.Search.Value.Study.Best(p.Model).Lambda), LambdaText(p)
}

func (v *VotesView) lambdaOff() string {
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

func LambdaText(p *experts.Point) string {
	if p.Lambda <= 0 {
		return "none"
	}
	return figure.Significant(p.Lambda, 3)
}

// atLambda says at which λ a model is, where it has one.
func atLambda(p *experts.Point) string {
	if p.Lambda <= 0 {
		return ""
	}
	return " at λ=" + LambdaText(p)
}

// certain is the probability of either class from which on a label is no longer uncertain.
const certain = .95

func (v *VotesView) answer() []said {
	p, t := v.Point(), v.Told()
	if p == nil || t == nil {
		return []said{{{in(theme.Muted, "%s", v.unfitted())}}}
	}
	var yes, of, unsure int
	for i, l := range t.Labels {
		if t.Data.Blank[i] {
			continue
		}
		of, yes = of+1, yes+l.Number()
		if max(l.Probability, 1-l.Probability) < certain {
			unsure++
		}
	}
	raters, ones := in(theme.Accent.Strong(), "%s", figure.CountOf(len(t.Data.Experts), "rater")), in(theme.Honest.Strong(), "%s of %s", figure.Count(yes), figure.CountOf(of, "object"))
	return []said{{say("%v voted on %v: %v are 1, %v uncertain by %v.", raters, chart.Clean(t.Data.Label), ones, in(theme.Warning, "%s", figure.Count(unsure)), in(drawnModels[p.Model].pen, "%s", p.Model))}}
}

func (v *VotesView) nextModel() {
	p := v.Point()
	if p == nil {
		v.Say(v.unfitted())
		return
	}
	study := v.Search.Value.Study
	all := slices.DeleteFunc(experts.Models(), func(m experts.Model) bool { return study.Best(m) == nil })
	v.Alter(func(s *State) { s.Ballot.Model, s.Ballot.Lambda = all[(slices.Index(all, p.Model)+1)%len(all)], 0 })
}

func (v *VotesView) chooseVotes() {
	choices, at := v.VotedOn(), 0
	if len(choices) == 0 {
		v.Say(v.unfitted())
		return
	}
	if votes := v.Search.Value.votes; votes != nil {
		at = max(0, slices.Index(choices, votes.Label))
	}
	v.desk.Choose("Votes", choices, at, "l", func(i int) {
		v.Alter(func(s *State) { s.Ballot = ballot{Attribute: choices[i]} })
	})
}

func (v *VotesView) table(to *tables.Report) string {
	c := v.Told()
	if c == nil {
		return ""
	}
	t := named("object", "label", "probability")
	for i, l := range c.Labels {
		if !c.Data.Blank[i] {
			t.Row(c.Data.Objects[i], l.Number(), l.Probability)
		}
	}
	return counted(to, t, "label")
}

// command asks for the command of the labels. λ is the λ of the smallest surrogate risk.
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

func (v *VotesView) promptLabels() {
	p, votes := v.Point(), v.Search.Value.votes
	if p == nil {
		v.Say(v.unfitted())
		return
	}
	if !v.Search.Done {
		v.Say("the models are still being fitted: labels come from all votes when that is done")
		return
	}
	v.desk.Export(&Product{
		Name:  fmt.Sprintf("the labels of %s by %s%s", votes.Label, p.Model, atLambda(p)),
		File:  FileName(fmt.Sprintf("%s-%s-%s-labels.csv", v.Opt.Stem(), votes.Label, p.Model)),
		Forms: []Form{{Suffix: ".csv", Write: func(w io.Writer, _ string) error { return export.Labels(w, votes.Labels(p.Fit)) }}},
	})
}
