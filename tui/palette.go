package tui

import (
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	tables "fms-tui/core/report"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/screen"
	"fms-tui/tui/theme"
)

// paletteView searches the table of actions, and the names of attributes, labels and
// algorithms, and does what is found.
type paletteView struct {
	typed   textinput.Model
	entries []entry // all that can be chosen from here
	actions int     // the first of them are actions
	found   []int   // their indices, best first
	panel   panel.Sheet
}

// entry is something that the palette can do.
type entry struct {
	id        string   // a key, or a kind and a name
	keys      []string // of an action
	do        func(a *app) tea.Cmd
	text, key string // how it shows
	also      string // other words that find it
	off       string // why it cannot be done now; "" where it can
}

// searched is the text that is searched for an entry.
func (c *entry) searched() string { return c.text + "  " + c.key + "  " + c.also }

// cells are the entry in columns, with the words of a query set off.
func (c *entry) cells(query string) []tables.Value {
	text, key := panel.Cell{Text: c.text, Note: c.off}, panel.Cell{Text: c.key, Pen: theme.Key}
	if c.off != "" {
		text.Pen, key.Pen = theme.Faint, theme.Faint
	}
	for word := range strings.FieldsSeq(query) {
		for _, cell := range []*panel.Cell{&text, &key} {
			if at, _ := stands(cell.Text, word); at >= 0 {
				for k := range word {
					cell.Marks = append(cell.Marks, at+k)
				}
			}
		}
	}
	return []tables.Value{text, key}
}

// The width of the palette, and the least of an entry and of why it cannot be done.
const paletteMost, leastCommand = 88, 40

// synonyms are other words for actions, by their first keys.
var synonyms = map[string]string{
	"c": "cost", "space": "leave out, skip, drop", "l": "target, outcome", "R": "design, forms, calls, panel, raters", "r": "regularise, lambda", "h": "prior, shrinkage",
	"b": "set budget, money", "B": "optimal, best budget, enough", "e": "save, write, download, json, python, sql", "y": "clipboard, sentence", "Y": "clipboard, csv, tsv, spreadsheet",
	"C": "clipboard, reproduce, cli", "P": "screenshot, image", "%": "select text, capture", "z": "maximise, zoom, expand", "q": "exit, close", "u": "back, revert", "f": "limit, most repeats, extrapolate",
	"?": "keys, glossary", "/": "search, find", "s": "order by", "a": "method, greedy, scoring, exchange", "A": "against, versus, baseline", "w": "metric, accuracy, auc, kappa, rmse, mse, brier", "4": "findings, reliability, raters", "D": "columns, object, header, reading", "5": "experts, crowd, consensus", "2": "experiments, baseline",
	"v": "scatter, experiments", "T": "light, dark, colours, color",
}

// openPalette lists every action with its key; what cannot be done now says why.
func openPalette(a *app) tea.Cmd {
	v := &paletteView{typed: newField()}
	ids := slices.Clone(a.recent)
	for i := range a.actions {
		ids = append(ids, a.actions[i].keys[0])
	}
	for _, id := range ids {
		b := a.byKey[id]
		if b == nil || b.keys[0] == ":" || slices.ContainsFunc(v.entries, func(e entry) bool { return e.id == id }) {
			continue // it is open, or stands there already
		}
		do := func(a *app) tea.Cmd { return a.press(b.keys[0]) }
		v.entries = append(v.entries, entry{id, b.keys, do, b.help, b.shown, synonyms[b.keys[0]], b.whyNot(a)})
	}
	v.actions = len(v.entries)
	v.panel = panel.Sheet{Title: "Commands", Sorted: -1, Over: true, Empty: "no command matches"}
	v.panel.Table.Columns = []tables.Column{{Head: tables.NoHead, Least: leastCommand}, {Head: tables.NoHead}}
	v.names(a)
	v.search()
	return a.openDialog(&dialog{
		view: v, list: &v.panel, wide: paletteMost, top: 2, lines: func() int { return v.actions + 1 }, // whatever is found
		take: v.run, keys: map[string]func(*app) (bool, tea.Cmd){"ctrl+p": closes},
		typed: &v.typed, found: func(*app) { v.search() },
	})
}

// names adds the data opened before, and the attributes, labels and algorithms, that can
// be gone to.
func (v *paletteView) names(a *app) {
	add := func(kind, name string, do func(a *app) tea.Cmd) {
		v.entries = append(v.entries, entry{id: kind + " " + name, do: do, text: kind + " " + chart.Clean(name)})
	}
	for i, name := range a.Opt.Recent {
		add("open", name, func(a *app) tea.Cmd {
			a.reopen = i + 1
			return tea.Quit
		})
	}
	for _, alg := range a.Visible() {
		add("algorithm", string(alg), func(a *app) tea.Cmd {
			return a.Alter(func(s *screen.State) { s.Algorithm = alg })
		})
	}
	for _, l := range a.Opt.Study.Data().Labels {
		add("label", l.Name, func(a *app) tea.Cmd { return a.Predict(l.Name, nil) })
	}
	for i := range a.Shown.Result.Attributes {
		name := a.Shown.Result.Attributes[i].Name
		add("attribute", name, func(a *app) tea.Cmd {
			cmd := a.press("1")
			a.Cursor = name
			a.Reveal()
			a.Change()
			return cmd
		})
	}
}

// search finds what holds all words typed; without any, the actions. What has the text as its key
// comes first, then what holds it whole at the beginning of a word, elsewhere, and in pieces; early
// places before late ones.
func (v *paletteView) search() {
	text := v.typed.Value()
	v.found, v.panel.Table.Rows, v.panel.Cursor = v.found[:0], nil, 0
	rank := make(map[int]int)
	for i := range v.entries {
		e := &v.entries[i]
		const later = 1 << 20 // more than any place
		at, begins := stands(e.searched(), text)
		switch {
		case text == "" && i >= v.actions, !containsWords(e.searched(), text):
			continue
		case slices.Contains(e.keys, text):
			at = -1
		case at < 0:
			at = 2 * later
		case !begins:
			at += later
		}
		v.found, rank[i] = append(v.found, i), at
	}
	if text != "" {
		sort.SliceStable(v.found, func(i, j int) bool { return rank[v.found[i]] < rank[v.found[j]] })
	}
	for _, i := range v.found {
		v.panel.Table.Row(v.entries[i].cells(text)...)
	}
}

// stands is where a text stands in another, in capitals or not, at the beginning of a word if it
// does anywhere; -1 where it does not.
func stands(in, text string) (at int, begins bool) {
	at = -1
	for i := range in {
		if len(in)-i < len(text) || !strings.EqualFold(in[i:i+len(text)], text) {
			continue
		}
		if before, _ := utf8.DecodeLastRuneInString(in[:i]); !unicode.IsLetter(before) && !unicode.IsDigit(before) {
			return i, true
		}
		if at < 0 {
			at = i
		}
	}
	return at, false
}

// run closes the palette and does what the selected command does.
func (v *paletteView) run(a *app) (bool, tea.Cmd) {
	if v.panel.Cursor >= len(v.found) {
		return false, nil
	}
	a.overlay = nil // before: what is run may open another
	e := &v.entries[v.found[v.panel.Cursor]]
	if e.keys != nil {
		a.recent = slices.Insert(slices.DeleteFunc(a.recent, func(id string) bool { return id == e.id }), 0, e.id)
	}
	return false, e.do(a)
}
