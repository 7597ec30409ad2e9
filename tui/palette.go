package tui

import (
	"slices"
	"sort"
	"strings"

	"github.com/sahilm/fuzzy"

	tables "fms-tui/core/report"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/screen"
	"fms-tui/tui/theme"
)

// paletteView searches the table of actions, and the names of attributes, labels and
// algorithms, and does what is found.
type paletteView struct {
	typed   *field
	entries []entry // all that can be chosen from here
	actions int     // the first of them are actions
	found   []int   // their indices, best first
	panel   panel.Table
}

type entry struct {
	id        string   // a key, or a kind and a name
	keys      []string // of an action
	do        func(a *app)
	text, key string // how it shows
	also      string // other words that find it
	off       string // why it cannot be done now; "" where it can
}

// leastCommand is the least width of a command and of why it cannot be run.
const leastCommand = 40

// synonyms are other words for actions, by their first keys.
var synonyms = map[string]string{
	"c": "cost", "space": "leave out, skip, drop", "l": "target, outcome", "R": "design, forms, calls, panel, raters", "r": "regularise, lambda", "h": "prior, shrinkage",
	"b": "set budget, money", "B": "optimal, best budget, enough", "e": "save, write, download, json, python, sql", "y": "clipboard, sentence", "Y": "clipboard, csv, tsv, spreadsheet",
	"C": "clipboard, reproduce, cli", "P": "screenshot, image", "%": "select text, capture", "z": "maximise, zoom, expand", "q": "exit, close", "u": "back, revert", "f": "limit, most repeats, extrapolate",
	"?": "keys, glossary", "/": "search, find", "s": "order by", "a": "method, greedy, scoring, exchange", "A": "against, versus, baseline", "w": "metric, accuracy, auc, kappa, rmse, mse, brier", "4": "findings, reliability, raters", "D": "columns, object, header, reading", "5": "experts, crowd, consensus", "2": "experiments, baseline",
	"v": "scatter, experiments", "T": "light, dark, colours, color",
}

// openPalette lists every action with its key; what cannot be done now says why.
func openPalette(a *app) {
	v := &paletteView{typed: newField(":", "")}
	keys := slices.Clone(a.recent)
	for i := range a.actions {
		keys = append(keys, a.actions[i].keys[0])
	}
	for _, id := range keys {
		b := a.byKey[id]
		if b == nil || b.keys[0] == ":" || slices.ContainsFunc(v.entries, func(e entry) bool { return e.id == id }) {
			continue // it is open, or stands there already
		}
		do := func(a *app) { a.press(b.keys[0]) }
		v.entries = append(v.entries, entry{id, b.keys, do, b.help, b.shown, synonyms[b.keys[0]], b.whyNot(a)})
	}
	v.actions = len(v.entries)
	v.panel = panel.Table{Title: "Commands", Over: true, Empty: "no command matches"}
	v.panel.Columns = []tables.Column{{Head: tables.NoHead, Least: leastCommand}, {Head: tables.NoHead}}
	v.names(a)
	v.search("")
	v.typed.live = v.search
	a.openDialog(&dialog{
		view: v, list: &v.panel, field: v.typed, take: v.run, keys: map[string]func(*app) bool{"ctrl+p": closes},
		at: box(paletteMost, 2, func() int { return v.actions + 1 }), // whatever is found
	})
}

const paletteMost = 88

// names adds the attributes, labels and algorithms, that can be gone to.
func (v *paletteView) names(a *app) {
	add := func(kind, name string, do func(a *app)) {
		v.entries = append(v.entries, entry{id: kind + " " + name, do: do, text: kind + " " + chart.Clean(name)})
	}
	for _, alg := range a.Visible() {
		add("algorithm", string(alg), func(a *app) {
			a.Alter(func(s *screen.State) { s.Algorithm = alg })
		})
	}
	for _, l := range a.Opt.Study.Data().Labels {
		add("label", l.Name, func(a *app) { a.Predict(l.Name, nil) })
	}
	for i := range a.Shown.Result.Attributes {
		name := a.Shown.Result.Attributes[i].Name
		add("attribute", name, func(a *app) {
			a.press("1")
			a.Cursor = name
			a.Reveal()
		})
	}
}

// search finds what holds the letters typed, in order; without any, the actions.
func (v *paletteView) search(text string) {
	v.found, v.panel.Rows, v.panel.Cursor = v.found[:0], nil, 0
	if text == "" {
		for i := range v.actions {
			v.found = append(v.found, i)
		}
	} else {
		for _, m := range v.matches(text) {
			v.found = append(v.found, m.Index)
		}
	}
	for _, i := range v.found {
		e := &v.entries[i]
		text, key := panel.Cell{Text: e.text, Note: e.off}, panel.Cell{Text: e.key, Pen: theme.Key}
		if e.off != "" {
			text.Pen, key.Pen = theme.Faint, theme.Faint
		}
		v.panel.Row(text, key)
	}
}

// matches are the entries that hold a text, in capitals or not: as a key, then at the beginning of a
// word, early places before late ones. Where none does, they are those that hold its letters in order, not
// far apart: the search by itself would favour short entries.
func (v *paletteView) matches(text string) (found fuzzy.Matches) {
	text = strings.ToLower(text)
	var all []string
	for i := range v.entries {
		e := &v.entries[i]
		all = append(all, strings.ToLower(e.text+"  "+e.key+"  "+e.also))
		m := fuzzy.Match{Index: i, Score: -len(all[i]) / 8}
		switch word, any := strings.Index(" "+all[i], " "+text), strings.Index(all[i], text); {
		case slices.Contains(e.keys, v.typed.text()):
			m.Score += 2 * firstPlace
		case word >= 0:
			m.Score += firstPlace - 2*word
		case any >= 0:
			m.Score -= 2 * any
		default:
			continue
		}
		found = append(found, m)
	}
	if found == nil {
		found = slices.DeleteFunc(fuzzy.Find(text, all), func(m fuzzy.Match) bool { return m.Score < 0 })
	}
	sort.Stable(found)
	return found
}

// firstPlace is more than scores by places differ by.
const firstPlace = 10_000

func (v *paletteView) run(a *app) bool {
	if v.panel.Cursor >= len(v.found) {
		return false
	}
	e := &v.entries[v.found[v.panel.Cursor]]
	if e.keys != nil {
		a.recent = slices.Insert(slices.DeleteFunc(a.recent, func(id string) bool { return id == e.id }), 0, e.id)
	}
	e.do(a)
	return true
}
