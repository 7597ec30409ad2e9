package tui

import (
	"slices"
	"sort"
	"strings"
	"unicode"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
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

// commandGap parts a command's text and key in what is searched.
const commandGap = "  "

// searched is the text that is searched for a command.
func (c *entry) searched() string { return c.text + commandGap + c.key + commandGap + c.also }

// cells are the command in columns, with the bytes of what is searched set off that match.
func (c *entry) cells(marks []int) []tables.Value {
	text, key := panel.Cell{Text: c.text, Note: c.off}, panel.Cell{Text: c.key, Pen: theme.Key}
	if c.off != "" {
		text.Pen, key.Pen = theme.Faint, theme.Faint
	}
	for _, at := range marks {
		if from := len(c.text) + len(commandGap); at >= from {
			key.Marks = append(key.Marks, at-from)
		} else {
			text.Marks = append(text.Marks, at)
		}
	}
	return []tables.Value{text, key}
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
func openPalette(a *app) tea.Cmd {
	v := &paletteView{typed: newField()}
	for _, id := range slices.Concat(a.recent, allKeys(a.actions)) {
		b := a.byKey[id]
		if b == nil || b.keys[0] == ":" || slices.ContainsFunc(v.entries, func(e entry) bool { return e.id == id }) {
			continue // it is open, or stands there already
		}
		do := func(a *app) tea.Cmd { return a.press(b.keys[0]) }
		v.entries = append(v.entries, entry{id, b.keys, do, b.help, b.shown, synonyms[b.keys[0]], b.whyNot(a)})
	}
	v.actions = len(v.entries)
	v.panel = panel.Sheet{Title: "Commands", Over: true, Empty: "no command matches"}
	v.panel.Table.Columns = []tables.Column{{Head: tables.NoHead, Least: leastCommand}, {Head: tables.NoHead}}
	v.names(a)
	v.search()
	return a.openDialog(&dialog{
		view: v, list: &v.panel, wide: paletteMost, top: 2, lines: func() int { return v.actions + 1 }, // whatever is found
		take: v.run, keys: map[string]func(*app) (bool, tea.Cmd){"ctrl+p": closes},
		typed: &v.typed, found: func(*app) { v.search() },
	})
}

// paletteMost is the width of the palette.
const paletteMost = 88

// allKeys are the first keys of a table of actions.
func allKeys(table []action) (keys []string) {
	for i := range table {
		keys = append(keys, table[i].keys[0])
	}
	return keys
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

// search finds what holds the letters typed, in order; without any, the actions.
func (v *paletteView) search() {
	v.found, v.panel.Table.Rows, v.panel.Cursor = v.found[:0], nil, 0
	add := func(i int, marks []int) {
		v.found = append(v.found, i)
		v.panel.Table.Row(v.entries[i].cells(marks)...)
	}
	text := v.typed.Value()
	if text == "" {
		for i := range v.actions {
			add(i, nil)
		}
	}
	for _, m := range v.matches(text) {
		add(m.Index, m.MatchedIndexes)
	}
}

// matches are the entries that hold the letters of a text in order. Entries with the
// whole text come first, early places before late places, and best at the beginning of
// a word, or as a key: the search by itself favours short entries. Scattered letters
// count only if no entry holds the whole text, and not if they are far apart.
func (v *paletteView) matches(text string) fuzzy.Matches {
	found := fuzzy.FindFrom(text, searched(v.entries))
	stands := false
	for i := range found {
		m := &found[i]
		if slices.Contains(v.entries[m.Index].keys, text) {
			m.Score += 3 * wholeBonus
		}
		at, begins := whole(m.Str, text)
		if at < 0 {
			continue
		}
		stands = true
		m.Score = max(m.Score, wholeBonus)/wholeBonus*wholeBonus + wholeBonus/2 - 2*at - len(m.Str)/8
		if begins {
			m.Score += wholeBonus
		}
		m.MatchedIndexes = m.MatchedIndexes[:0]
		for k := range m.Str[at : at+len(text)] {
			m.MatchedIndexes = append(m.MatchedIndexes, at+k)
		}
	}
	least := scattered
	if stands {
		least = wholeBonus / 2
	}
	found = slices.DeleteFunc(found, func(m fuzzy.Match) bool { return m.Score < least })
	sort.Stable(found)
	return found
}

// scattered is the least score of letters that do not stand together.
const scattered = 0

// wholeBonus is more than the search's own scores of a line differ by.
const wholeBonus = 1000

// whole is where a text stands in a command, in capitals or not, at the
// beginning of a word if it does anywhere; -1 where it does not.
func whole(command, text string) (at int, begins bool) {
	at = -1
	previous := ' '
	for i, r := range command {
		if len(command)-i >= len(text) && strings.EqualFold(command[i:i+len(text)], text) {
			if !unicode.IsLetter(previous) && !unicode.IsDigit(previous) {
				return i, true
			}
			if at < 0 {
				at = i
			}
		}
		previous = r
	}
	return at, false
}

// searched is commands as the search reads them.
type searched []entry

func (s searched) String(i int) string { return s[i].searched() }

func (s searched) Len() int { return len(s) }

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
