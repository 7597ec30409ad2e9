package screen

import (
	"cmp"
	"context"
	"math"
	"slices"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/chart"
)

// Way is a way to buy judgments, or to read the pilot's rater ids: what is set when it is taken.
type Way struct {
	ID       string // tells ways apart
	Name     string
	What     string // in a sentence
	Settings model.Settings
	Present  bool
	Priced   bool // its price is asked for
}

// ways lists the designs that can be taken, then how the pilot's rater ids can be read.
func ways(s model.Settings, r *core.Result, offer []model.Sheet) (all []Way) {
	var judges []string
	for _, sheet := range offer {
		judges = append(judges, sheet.Name)
	}
	price, example := CallPrice(s, r)
	call := "call: one price, " + price.String() + " a call"
	if example {
		call = "call: one price, example " + price.String()
	}
	for _, w := range []struct {
		id, name, what string
		d              model.Design
	}{
		{"auto", "auto: as the pilot was", "Buy judgments of new objects like the judgments of the pilot.", model.Design{}},
		{"single", "single: each by another rater", "Every judgment of an object is by another rater.", model.Design{Kind: model.DesignSingle}},
		{"form", "form: a rater answers everything asked", "Every rater answers all attributes that are still wanted; each answer is paid.", model.Design{Kind: model.DesignForm}},
		{"call", call, "One price for the whole form, for any number of attributes; enter asks for your price.", model.Design{Kind: model.DesignCall, Price: price}},
		{
			"judges", "sheets: a form a judge, " + figure.CountOf(len(offer), "judge"),
			"Each judge has a form of its own with the judge's criteria: " + figure.First(cleaned(judges), mostSheets) + ".",
			model.Design{Kind: model.DesignSheets, Sheets: offer},
		},
		{"panel", "panel: the same raters judge again", "The raters of the pilot judge every new object too. An attribute has at most one judgment per rater.", model.Design{Panel: true}},
	} {
		present := w.d.Equal(s.Design) && s.Raters != model.RatersFixed || w.id == "panel" && s.Raters == model.RatersFixed && s.Design.Equal(model.Design{})
		if w.id != "judges" || offer != nil {
			all = append(all, Way{ID: w.id, Name: w.name, What: w.what, Settings: BuyingBy(s, w.d), Present: present, Priced: w.id == "call"})
		}
	}
	if !slices.ContainsFunc(all, func(w Way) bool { return w.Present }) {
		all = append(all, Way{ID: "asked", Name: "as asked: " + chart.Clean(r.Design.Words()), What: "The design that was asked for when the program was started.", Settings: s, Present: true})
	}
	now := cmp.Or(s.Raters, model.RatersAuto)
	for _, m := range ratersModes {
		if s.Raters = m.mode; s.Design.CheckRaters(m.mode) != nil { // a design that contradicts them goes
			s.Design = model.Design{}
		}
		all = append(all, Way{ID: "raters " + m.mode, Name: "pilot's raters " + m.what, What: m.why, Settings: s, Present: now == m.mode})
	}
	return all
}

const mostSheets = 5

// BuyingBy are settings with another design, and raters that do not contradict it.
func BuyingBy(s model.Settings, d model.Design) model.Settings {
	s.Design = d
	if d.CheckRaters(s.Raters) != nil || s.Raters == model.RatersFixed {
		s.Raters = model.RatersAuto
	}
	return s
}

// CallPrice is the price of a call that is set, or as an example the price of two of the cheapest judgments.
func CallPrice(s model.Settings, r *core.Result) (price model.Amount, example bool) {
	if s.Design.Kind == model.DesignCall {
		return s.Design.Price, false
	}
	return min(2*cmp.Or(r.Step, model.Unit), model.MaxAmount), true
}

// ratersModes are the modes of --raters with what they assume.
var ratersModes = []struct {
	mode      string
	what, why string
}{
	{model.RatersAuto, "auto: by what the data show", "The data decide how rater ids are read."},
	{model.RatersAware, "aware: a sample of others", "The raters of the pilot are a sample of future raters; their same-rater errors are measured."},
	{model.RatersPaper, "paper: ids are not used", "Every judgment is by another rater, as the paper assumes; single judgments only."},
	{model.RatersFixed, "fixed: this panel will judge again", "The raters of the pilot judge every new object too: the design panel."},
}

// settingsAt are settings at a budget: what each way to buy judgments would give depends on them, and
// replaces their design or raters.
type settingsAt struct {
	settings model.Settings
	budget   model.Amount
}

func (s settingsAt) Equal(o settingsAt) bool {
	return s.budget == o.budget && s.settings.Equal(o.settings)
}

// Weight is what Full would give under settings.
type Weight struct {
	settings model.Settings
	Why      string // it is impossible; the rest is then empty
	Design   core.Design
	Reading  string // how rater ids are read, and why
	Spent    model.Amount
	Loss     float64 // projected
	Honest   float64 // loss, NaN where that is not known
	Unknown  string  // why it is not
}

// Ways are the ways to buy judgments, with the sheets that a design offers.
func (a *Evidence) Ways() []Way {
	for _, w := range a.Weighing.now() {
		if w.Design.Offer != nil {
			a.Offer = w.Design.Offer
		}
	}
	return ways(a.Shown.State.Settings, a.Shown.Result, a.Offer)
}

func (a *Evidence) WeightOf(w *Way) *Weight { return weightOf(a.Weighing.now(), w.Settings) }

func weightOf(done []Weight, s model.Settings) *Weight {
	for i := range done {
		if done[i].settings.Equal(s) {
			return &done[i]
		}
	}
	return nil
}

// weigh finds out what each way to buy judgments would give: one after another, shown as they
// come. Sheets that a design offers on the way are a way, too.
func (a *Evidence) weigh(want settingsAt) work[[]Weight] {
	o, r, offer := a.Opt, a.Shown.Result, a.Offer
	return func(ctx context.Context, report func([]Weight)) (done []Weight, err error) {
		for ctx.Err() == nil {
			all := ways(want.settings, r, offer)
			i := slices.IndexFunc(all, func(w Way) bool { return weightOf(done, w.Settings) == nil })
			if i < 0 {
				break
			}
			w := weightUnder(ctx, o, all[i].Settings, want.budget)
			if w.Design.Offer != nil {
				offer = w.Design.Offer
			}
			done = append(slices.Clip(done), w) // what was reported stays as it was
			report(done)
		}
		return done, nil
	}
}

// weightUnder computes what Full gives at a budget under settings.
func weightUnder(ctx context.Context, o Options, settings model.Settings, budget model.Amount) Weight {
	w := Weight{settings: settings, Loss: math.NaN(), Honest: math.NaN()}
	alg := selection.Full
	s, err := choose(ctx, o, State{Settings: settings, View: View{Budget: budget, Algorithm: alg}})
	if err == nil {
		err = s.Result.CheckBudget(budget)
	}
	if err == nil && s.Honest == nil && !o.NoHonest {
		s.Honest, err = s.Result.Honest(ctx, o.Folds, alg)
	}
	if err != nil {
		w.Why = err.Error()
		return w
	}
	sel := s.Result.At(alg, budget)
	w.Design, w.Reading = s.Result.Design, string(s.Result.Raters)+": "+s.Result.RatersReason
	w.Spent, w.Loss = sel.Spent, sel.Loss
	switch {
	case o.NoHonest:
		w.Unknown = "the honest loss is left out (--no-honest)"
	case s.Honest.Why != "":
		w.Unknown = s.Honest.Why
	default:
		w.Honest = s.Honest.Taken(alg, budget).Loss
	}
	return w
}
