package tui

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	tables "fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/job"
	"fms-tui/tui/panel"
	"fms-tui/tui/screen"
	"fms-tui/tui/theme"
)

// way is a way to buy judgments, or to read the pilot's rater ids: what is set
// when it is taken.
type way struct {
	id       string // tells ways apart
	name     string
	what     string // in a sentence
	settings model.Settings
	present  bool
	priced   bool // its price is asked for
}

// ways lists the designs that can be taken, then how the pilot's rater ids can
// be read.
func ways(s model.Settings, r *core.Result, offer []model.Sheet) []way {
	asked := s.Design
	taken := func(d model.Design) bool { return d.Equal(asked) && s.Raters != model.RatersFixed }
	add := func(all []way, id, name, what string, d model.Design) []way {
		return append(all, way{id: id, name: name, what: what, settings: buyingBy(s, d), present: taken(d)})
	}
	all := add(nil, "auto", "auto: as the pilot was", "Buy judgments of new objects like the judgments of the pilot.", model.Design{})
	all = add(all, "single", "single: each by another rater", "Every judgment of an object is by another rater.", model.Design{Kind: model.DesignSingle})
	all = add(all, "form", "form: a rater answers everything asked", "Every rater answers all attributes that are still wanted; each answer is paid.", model.Design{Kind: model.DesignForm})
	price := callPrice(s, r)
	name := "call: one price, " + price.String() + " a call"
	if s.Design.Kind != model.DesignCall {
		name = "call: one price, example " + price.String()
	}
	all = add(all, "call", name, "One price for the whole form, for any number of attributes; enter asks for your price.",
		model.Design{Kind: model.DesignCall, Price: price})
	all[len(all)-1].priced = true
	if offer != nil {
		all = add(all, "judges", "sheets: a form a judge, "+figure.CountOf(len(offer), "judge"),
			"Each judge has a form of its own with the judge's criteria: "+offerNames(offer)+".", model.Design{Kind: model.DesignSheets, Sheets: offer})
	}
	all = append(all, way{
		id: "panel", name: "panel: the same raters judge again", what: "The raters of the pilot judge every new object too. An attribute has at most one judgment per rater.",
		settings: buyingBy(s, model.Design{Panel: true}), present: asked.Equal(model.Design{Panel: true}) || s.Raters == model.RatersFixed && asked.Equal(model.Design{}),
	})
	if !slices.ContainsFunc(all, func(w way) bool { return w.present }) {
		all = append(all, way{
			id: "asked", name: "as asked: " + chart.Clean(r.Design.Words()), what: "The design that was asked for when the program was started.",
			settings: s, present: true,
		})
	}
	return append(all, readings(s)...)
}

// readings are the ways to read the pilot's rater ids.
func readings(s model.Settings) (all []way) {
	now := cmp.Or(s.Raters, model.RatersAuto)
	for _, m := range ratersModes {
		all = append(all, way{id: "raters " + string(m.mode), name: "pilot's raters " + m.what, what: m.why, settings: ratersRead(s, m.mode), present: now == m.mode})
	}
	return all
}

// buyingBy are settings with another design, and raters that do not contradict it.
func buyingBy(s model.Settings, d model.Design) model.Settings {
	s.Design = d
	if d.CheckRaters(s.Raters) != nil || s.Raters == model.RatersFixed {
		s.Raters = model.RatersAuto
	}
	return s
}

// ratersRead are settings with another raters mode, and a design that does not
// contradict it.
func ratersRead(s model.Settings, m model.Raters) model.Settings {
	s.Raters = m
	if s.Design.CheckRaters(m) != nil {
		s.Design = model.Design{}
	}
	return s
}

// callPrice is the price of the call that is shown: the price that is set, or as an
// example the price of two of the cheapest judgments.
func callPrice(s model.Settings, r *core.Result) model.Amount {
	if d := s.Design; d.Kind == model.DesignCall {
		return d.Price
	}
	var least model.Amount
	for i := range r.Attributes {
		if at := &r.Attributes[i]; at.Selectable() && (least == 0 || at.Price < least) {
			least = at.Price
		}
	}
	return min(2*cmp.Or(least, model.Unit), model.MaxAmount)
}

// offerNames lists the first sheets.
func offerNames(sheets []model.Sheet) string {
	const most = 5
	var names []string
	for i, s := range sheets {
		if i == most {
			names = append(names, fmt.Sprintf("%d more", len(sheets)-most))
			break
		}
		names = append(names, chart.Clean(s.Name))
	}
	return strings.Join(names, ", ")
}

// ratersModes are the modes of --raters with what they assume.
var ratersModes = []struct {
	mode      model.Raters
	what, why string
}{
	{model.RatersAuto, "auto: by what the data show", "The data decide how rater ids are read."},
	{model.RatersAware, "aware: a sample of others", "The raters of the pilot are a sample of future raters; their same-rater errors are measured."},
	{model.RatersPaper, "paper: ids are not used", "Every judgment is by another rater, as the paper assumes; single judgments only."},
	{model.RatersFixed, "fixed: this panel will judge again", "The raters of the pilot judge every new object too: the design panel."},
}

// buyingView is the list of ways to buy judgments, with what each would give.
type buyingView struct {
	panel panel.Sheet
	ways  []way
}

// The widest list of ways, the lines about the selected one, and the least width of a way's name.
const designsMost, designLines, leastWay = 78, 6, 20

// chooseDesign shows the ways to buy judgments.
func chooseDesign(a *app) tea.Cmd {
	v := &buyingView{panel: panel.Sheet{Sorted: -1, Over: true}}
	v.panel.Table.Columns = []tables.Column{
		{Head: "design", Least: leastWay}, {Head: "projected", Align: tables.Right, Priority: 1}, {Head: "honest", Align: tables.Right},
	}
	v.fill(a)
	v.panel.Cursor = max(0, slices.IndexFunc(v.ways, func(w way) bool { return w.present }))
	v.explain(a)
	return a.openDialog(&dialog{
		view: v, list: &v.panel, wide: designsMost, top: 1, lines: func() int { return len(v.ways) + 1 + designLines },
		take: v.take, moved: v.explain, keys: map[string]func(*app) (bool, tea.Cmd){"R": closes},
	})
}

// fill brings the rows up to what is known; the selected way stays selected.
func (v *buyingView) fill(a *app) {
	id := ""
	if v.panel.Cursor < len(v.ways) {
		id = v.ways[v.panel.Cursor].id
	}
	v.ways, v.panel.Table.Rows, v.panel.Marked = ways(a.Shown.State.Settings, a.Shown.Result, a.Offer), nil, nil
	v.panel.Title = fmt.Sprintf("How judgments are bought · %s of full at B = %s", a.LossWords(), a.Shown.State.Budget)
	for i := range v.ways {
		w := &v.ways[i]
		if w.id == id {
			v.panel.Cursor = i
		}
		if w.present {
			v.panel.Marked = append(v.panel.Marked, i)
		}
		v.panel.Table.Row(weightOf(a.weighing.Value, w.settings).cells(w.name, a.LossText)...)
	}
	v.explain(a)
}

// cells are a way with its weight as the list shows it; "…" while there is none, and why where it
// is impossible.
func (w *weight) cells(name string, text func(loss float64) string) []tables.Value {
	not := ""
	switch {
	case w == nil:
		return []tables.Value{name, "…", panel.Cell{Text: "…", Pen: theme.Honest}}
	case w.why != "":
		not = "n/a: " + w.why
	case w.spent == 0:
		not = "buys nothing at this budget"
	}
	if not != "" {
		return []tables.Value{panel.Cell{Text: name, Pen: theme.Excluded}, tables.Spill(not), ""}
	}
	projected, honest := text(w.loss), "n/a"
	if w.loss < 0 {
		projected = "below 0!"
	}
	if w.unknown == "" {
		honest = text(w.honest)
	}
	return []tables.Value{name, projected, panel.Cell{Text: honest, Pen: theme.Honest}}
}

// explain writes what the selected way is.
func (v *buyingView) explain(a *app) {
	w := &v.ways[v.panel.Cursor]
	parts := []string{w.what}
	s := a.Shown.State.Settings
	if x := weightOf(a.weighing.Value, w.settings); x != nil {
		switch {
		case x.why != "":
			parts = append(parts, "Not possible: "+x.why+".")
		case w.id == "auto":
			parts = append(parts, fmt.Sprintf("Taken: %s. Why: %s.", x.design.Words(), x.design.Why))
		case strings.HasPrefix(w.id, "raters"):
			parts = append(parts, fmt.Sprintf("Taken: raters %s.", x.reading))
		}
		if x.unknown != "" {
			parts = append(parts, "Honest n/a: "+x.unknown+".")
		}
	} else if w.id == "auto" && w.present {
		d := &a.Shown.Result.Design
		parts = append(parts, fmt.Sprintf("Taken: %s. Why: %s.", d.Words(), d.Why))
	}
	switch was := s; {
	case !w.present && w.settings.Raters != was.Raters && !strings.HasPrefix(w.id, "raters") && was.Raters != "":
		parts = append(parts, fmt.Sprintf("Sets raters auto: raters %s contradict it.", was.Raters))
	case !w.present && strings.HasPrefix(w.id, "raters") && !w.settings.Design.Equal(was.Design):
		parts = append(parts, fmt.Sprintf("Sets design auto: the design %s contradicts it.", was.Design))
	}
	v.panel.List = append([]string{""}, chart.Wrap(chart.Clean(strings.Join(parts, " ")), max(min(a.w, designsMost)-6, 10))...)
}

// take sets the selected way. One that is known to be impossible says why, and
// the list stays.
func (v *buyingView) take(a *app) (bool, tea.Cmd) {
	w := v.ways[v.panel.Cursor]
	if w.priced {
		return true, promptCall(a)
	}
	if x := weightOf(a.weighing.Value, w.settings); x != nil && x.why != "" {
		return false, a.Say(x.why)
	}
	return true, a.Alter(func(s *screen.State) { s.Settings.Design, s.Settings.Raters = w.settings.Design, w.settings.Raters })
}

// promptCall asks for the price of a call and buys by it.
func promptCall(a *app) tea.Cmd {
	s, hint := a.Shown.State.Settings, "for all that it asks; enter to set, esc to cancel"
	price := callPrice(s, a.Shown.Result).String()
	if s.Design.Kind != model.DesignCall {
		hint = price + " is an example: type yours; enter to set, esc to cancel"
	}
	a.Type("Price of one call:", hint, price, func(text string) (func() tea.Cmd, error) {
		price, err := model.ParseAmount(text)
		d := model.Design{Kind: model.DesignCall, Price: price}
		if err == nil {
			err = d.Check()
		}
		return func() tea.Cmd { return a.Alter(func(s *screen.State) { s.Settings = buyingBy(s.Settings, d) }) }, err
	})
	return nil
}

// weighed is what it depends on what each way to buy judgments would give: the
// settings, of which each way replaces the design or the raters, and the budget.
type weighed struct {
	settings model.Settings
	budget   model.Amount
}

// Equal compares what weights depend on.
func (w weighed) Equal(o weighed) bool { return w.budget == o.budget && w.settings.Equal(o.settings) }

// weight is what Full would give under settings.
type weight struct {
	settings model.Settings
	why      string // it is impossible; the rest is then empty
	design   core.Design
	reading  string // how rater ids are read, and why
	spent    model.Amount
	loss     float64 // projected
	honest   float64 // loss, NaN where that is not known
	unknown  string  // why it is not
}

// weigh finds out what each way to buy judgments would give at B, while the list of
// them is open: one after another, shown as they come.
func weigh(a *app) tea.Cmd {
	v := buying(a)
	if v == nil {
		if a.weighing.Pending() {
			a.weighing.Forget()
		}
		return nil
	}
	want := weighed{a.Shown.State.Settings, a.Shown.State.Budget}
	if a.weighing.For(want) {
		return nil
	}
	opt, result, offer := a.Opt, a.Shown.Result, a.Offer
	cmd := a.weighing.Ask(a.Runner(), job.Question[weighed, []weight]{
		Key: want, Delay: screen.Stillness,
		Work: func(ctx context.Context, report func([]weight)) ([]weight, error) {
			return weighAll(ctx, opt, want, result, offer, report), nil
		},
		Took: func() tea.Cmd { return weighedSome(a) },
	})
	v.fill(a)
	a.Change()
	return cmd
}

// buying is the list of ways to buy judgments where it is open, else nil.
func buying(a *app) *buyingView {
	if a.overlay == nil {
		return nil
	}
	v, _ := a.overlay.view.(*buyingView)
	return v
}

// weighedSome shows the weights that there are.
func weighedSome(a *app) tea.Cmd {
	for i := range a.weighing.Value {
		a.NoteOffer(&a.weighing.Value[i].design)
	}
	if v := buying(a); v != nil {
		v.fill(a)
	}
	return nil
}

// weighAll weighs one way after another. Sheets that a design offers on the way are
// a way, too.
func weighAll(ctx context.Context, o screen.Options, want weighed, r *core.Result, offer []model.Sheet, report func([]weight)) []weight {
	var done []weight
	for ctx.Err() == nil {
		all := ways(want.settings, r, offer)
		i := slices.IndexFunc(all, func(w way) bool { return weightOf(done, w.settings) == nil })
		if i < 0 {
			break
		}
		w := weightUnder(ctx, o, all[i].settings, want.budget)
		if w.design.Offer != nil {
			offer = w.design.Offer
		}
		done = append(slices.Clip(done), w) // what was reported stays as it was
		report(done)
	}
	return done
}

// weightOf is what is known of settings, nil while nothing is.
func weightOf(done []weight, s model.Settings) *weight {
	for i := range done {
		if done[i].settings.Equal(s) {
			return &done[i]
		}
	}
	return nil
}

// weightUnder computes what Full gives at a budget under settings.
func weightUnder(ctx context.Context, o screen.Options, settings model.Settings, budget model.Amount) weight {
	w := weight{settings: settings, loss: math.NaN(), honest: math.NaN()}
	alg := selection.Full
	s, err := screen.Ask(ctx, o, screen.State{Settings: settings, View: screen.View{Budget: budget, Algorithm: alg}})
	if err == nil {
		err = s.Result.CheckBudget(budget)
	}
	if err == nil && s.Honest == nil && !o.NoHonest {
		s.Honest, err = s.Result.Honest(ctx, o.Folds, alg)
	}
	if err != nil {
		w.why = err.Error()
		return w
	}
	sel := s.Result.At(alg, budget)
	w.design, w.reading = s.Result.Design, string(s.Result.Raters)+": "+s.Result.RatersReason
	w.spent, w.loss = sel.Spent, sel.Loss
	switch {
	case o.NoHonest:
		w.unknown = "the honest loss is left out (--no-honest)"
	case s.Honest.Why != "":
		w.unknown = s.Honest.Why
	default:
		w.honest = s.Honest.At(alg, budget).Loss
	}
	return w
}
