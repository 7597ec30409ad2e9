package tui

import (
	"fmt"
	"slices"
	"strings"

	tables "fms-tui/core/report"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/screen"
	"fms-tui/tui/theme"
)

// buyingView is the list of ways to buy judgments, with what each would give.
type buyingView struct {
	panel panel.Table
	ways  []screen.Way
}

// The widest list of ways, the lines about the selected one, and the least width of a way's name.
const designsMost, designLines, leastWay = 78, 6, 20

func chooseDesign(a *app) {
	v := &buyingView{panel: panel.Table{Over: true}}
	v.panel.Columns = []tables.Column{
		{Head: "design", Least: leastWay}, {Head: "projected", Align: tables.Right, Priority: 1}, {Head: "honest", Align: tables.Right},
	}
	v.fill(a)
	v.panel.Cursor = max(0, slices.IndexFunc(v.ways, func(w screen.Way) bool { return w.Present }))
	v.explain(a)
	a.openDialog(&dialog{
		view: v, list: &v.panel, at: box(designsMost, 1, func() int { return len(v.ways) + 1 + designLines }),
		take: v.take, moved: v.explain, refresh: v.fill, weighs: true, keys: map[string]func(*app) bool{"R": closes},
	})
}

// fill brings the rows up to what is known; the selected way stays selected.
func (v *buyingView) fill(a *app) {
	id := ""
	if v.panel.Cursor < len(v.ways) {
		id = v.ways[v.panel.Cursor].ID
	}
	v.ways, v.panel.Rows, v.panel.Marked = a.Ways(), nil, nil
	v.panel.Title = fmt.Sprintf("How judgments are bought · %s of full at B = %s", a.Measure().Losses().Words(), a.Shown.State.Budget)
	for i := range v.ways {
		w := &v.ways[i]
		if w.ID == id {
			v.panel.Cursor = i
		}
		if w.Present {
			v.panel.Marked = append(v.panel.Marked, i)
		}
		v.panel.Row(weighted(w.Name, a.WeightOf(w), a.Measure().Losses().TextOf)...)
	}
	v.explain(a)
}

// weighted is a way with its weight as the list shows it; "…" while there is none, and why where it is impossible.
func weighted(name string, w *screen.Weight, text func(loss float64) string) []any {
	not := ""
	switch {
	case w == nil:
		return []any{name, "…", panel.Cell{Text: "…", Pen: theme.Honest}}
	case w.Why != "":
		not = "n/a: " + w.Why
	case w.Spent == 0:
		not = "buys nothing at this budget"
	}
	if not != "" {
		return []any{panel.Cell{Text: name, Pen: theme.Excluded}, tables.Spill(not), ""}
	}
	projected, honest := text(w.Loss), "n/a"
	if w.Loss < 0 {
		projected = "below 0!"
	}
	if w.Unknown == "" {
		honest = text(w.Honest)
	}
	return []any{name, projected, panel.Cell{Text: honest, Pen: theme.Honest}}
}

func (v *buyingView) explain(a *app) {
	w := &v.ways[v.panel.Cursor]
	parts := []string{w.What}
	s := a.Shown.State.Settings
	if x := a.WeightOf(w); x != nil {
		switch {
		case x.Why != "":
			parts = append(parts, "Not possible: "+x.Why+".")
		case w.ID == "auto":
			parts = append(parts, fmt.Sprintf("Taken: %s. Why: %s.", x.Design.Words(), x.Design.Why))
		case strings.HasPrefix(w.ID, "raters"):
			parts = append(parts, fmt.Sprintf("Taken: raters %s.", x.Reading))
		}
		if x.Unknown != "" {
			parts = append(parts, "Honest n/a: "+x.Unknown+".")
		}
	} else if w.ID == "auto" && w.Present {
		d := &a.Shown.Result.Design
		parts = append(parts, fmt.Sprintf("Taken: %s. Why: %s.", d.Words(), d.Why))
	}
	switch was := s; {
	case !w.Present && w.Settings.Raters != was.Raters && !strings.HasPrefix(w.ID, "raters") && was.Raters != "":
		parts = append(parts, fmt.Sprintf("Sets raters auto: raters %s contradict it.", was.Raters))
	case !w.Present && strings.HasPrefix(w.ID, "raters") && !w.Settings.Design.Equal(was.Design):
		parts = append(parts, fmt.Sprintf("Sets design auto: the design %s contradicts it.", was.Design))
	}
	v.panel.Below = append([]string{""}, chart.Wrap(chart.Clean(strings.Join(parts, " ")), max(min(a.w, designsMost)-6, 10))...)
}

// take sets the selected way. One that is known to be impossible says why, and the list stays.
func (v *buyingView) take(a *app) bool {
	w := &v.ways[v.panel.Cursor]
	if w.Priced {
		promptCall(a)
		return true
	}
	if x := a.WeightOf(w); x != nil && x.Why != "" {
		a.Say(x.Why)
		return false
	}
	a.Alter(func(s *screen.State) { s.Settings.Design, s.Settings.Raters = w.Settings.Design, w.Settings.Raters })
	return true
}

func promptCall(a *app) {
	hint := "for all that it asks; enter to set, esc to cancel"
	price, example := screen.CallPrice(a.Shown.State.Settings, a.Shown.Result)
	if example {
		hint = price.String() + " is an example: type yours; enter to set, esc to cancel"
	}
	a.Type("Price of one call:", hint, price.String(), func(text string) (func(), error) {
		price, err := model.ParseAmount(text)
		d := model.Design{Kind: model.DesignCall, Price: price}
		if err == nil {
			err = d.Check()
		}
		return func() { a.Alter(func(s *screen.State) { s.Settings = screen.BuyingBy(s.Settings, d) }) }, err
	})
}
