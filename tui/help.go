package tui

import (
	"fmt"
	"image"
	"slices"
	"strings"

	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/screen"
	"fms-tui/tui/theme"
)

// helpView shows what can be done: here first, then the notes on the data, all keys and all words. / searches it.
type helpView struct {
	entries []helpEntry
	panel   panel.Document
}

// helpEntry is a heading, a key or a word with its meaning, or a paragraph.
type helpEntry struct {
	heading, key, text string
	pen                theme.Pen
	not                string // why the key does nothing now; "" where it does
}

func toggleHelp(a *app) {
	v := &helpView{entries: helpEntries(a)}
	lines := box(helpMost, centred, func() int { return len(v.panel.Lines) })
	d := &dialog{view: v, text: &v.panel, at: func(w, h int) image.Rectangle { return lines(w, h-1) }} // the last line is for the search
	search := func(text string) { v.lay(d.at(a.w, a.h).Dx(), text) }
	search("")
	found := func(*app) bool {
		d.field, d.take = nil, nil
		return false
	}
	d.keys = map[string]func(*app) bool{
		"?": closes,
		"/": func(a *app) bool {
			d.field, d.take = newField("Search:", ""), found
			d.field.hint, d.field.live = "enter keeps what is found", search
			search("")
			return false
		},
	}
	a.openDialog(d)
}

// helpEntries are the keys and words of the panel with the focus, the notes, all keys by
// group, the mouse, and all words.
func helpEntries(a *app) []helpEntry {
	a.front.lookHints(a) // who asks for help has left the first steps
	all := []helpEntry{{heading: "Here: " + a.kind().Name()}}
	for i, b := range a.front.keys {
		all = append(all, entriesOf(a, b, a.front.footer.Hints[i].Key)...)
	}
	for _, w := range words {
		if w.here != "" && strings.Contains(w.here, a.kind().Name()) {
			all = append(all, helpEntry{key: w.word, text: w.means})
		}
	}
	if a.kind().Losses || a.kind().Axis {
		for _, w := range a.MetricWords() {
			all = append(all, helpEntry{key: w[0], text: w[1]})
		}
	}
	r := a.Shown.Result
	all = append(all, helpEntry{heading: "Notes on these data"},
		helpEntry{text: fmt.Sprintf("bought as %s: %s", r.Design.Words(), r.Design.Why), pen: theme.Muted},
		helpEntry{text: fmt.Sprintf("raters %s: %s", r.Raters, r.RatersReason), pen: theme.Muted})
	for _, n := range a.Notes() {
		all = append(all, helpEntry{text: screen.AdviseKeys(n.Message, n.Remedies...), pen: theme.Warning})
	}
	group := ""
	for i := range a.actions {
		b := &a.actions[i]
		if b.group != group {
			group = b.group
			all = append(all, helpEntry{heading: group})
		}
		all = append(all, entryOf(a, b))
	}
	if !a.Opt.NoMouse {
		all = append(all, helpEntry{heading: "Mouse"})
		for _, m := range mouseHelp {
			all = append(all, helpEntry{key: m.shown, text: m.help})
		}
	}
	all = append(all, helpEntry{heading: "Words"})
	for _, w := range words {
		all = append(all, helpEntry{key: w.word, text: w.means})
	}
	return all
}

// entriesOf are the keys of a hint, of which there may be two for one action and its opposite.
func entriesOf(a *app, b *action, shown string) (all []helpEntry) {
	for key := range strings.SplitSeq(shown, "/") {
		if i := slices.IndexFunc(a.actions, func(b action) bool { return key != "" && strings.HasPrefix(b.shown, key) }); shown != b.shown && i >= 0 {
			all = append(all, entryOf(a, &a.actions[i]))
		}
	}
	if all == nil {
		all = []helpEntry{entryOf(a, b)}
	}
	return all
}

func entryOf(a *app, b *action) helpEntry {
	return helpEntry{key: b.shown, text: b.help, not: b.whyNot(a)}
}

// words say what the figures and marks are, and on which screens they come first.
var words = []struct{ word, means, here string }{
	{"honest", "cross-validated error, on objects held out: decide by it", "Plan Trust"},
	{"projected", "error by the model of the noise, from the objects learned from", "Plan Trust"},
	{"typical error", "√ of the mean squared error, in label units; w shows R² or the square", "Plan Trust"},
	{"± ", "a standard error", "Plan Trust"},
	{"full, scoring", "two ways to choose greedily: full by exact gains, scoring by each attribute's own score", "Plan Trust"},
	{"corr", "correlation of an attribute's mean judgment with the label", "Plan"},
	{"v", "internal variance: how far judgments of one object differ", "Plan Data"},
	{"σ²", "external variance: how far objects differ, noise removed", "Plan Data"},
	{"noise", "share of noise in a judgment's variance, v/(v+σ²)", "Plan"},
	{"■ □", "a judgment that this budget buys, and one that a larger budget buys", "Plan"},
	{"▒ or ░", "honest error ± two standard errors", "Plan"},
	{"▲", "recommended: the smallest budget that no larger one beats by more than chance", "Plan Trust"},
	{"rel", "reliability of one judgment, σ²/(σ²+v)", ""},
	{"gain", "fall of the projected loss by the next judgment, by its cost", ""},
	{"seen", "the error in the pilot's own judgments; refuted: 3 standard errors and more from honest", "Trust"},
	{"your data hold", "a choice asks for more repeats than any object of the pilot has", ""},
	{"noise floor!", "honest was estimated below the noise of the judgments, which is shown", ""},
	{"┌ form", "attributes asked together, and how often their form is filled; its rolls stand for all if all are asked equally often", ""},
	{"freq, med", "share of resampled data that choose it, median repeats there", ""},
	{"gap", "the most R² that the optimum can have beyond this choice", "Trust"},
	{"lower bound", "no choice at this budget can have a lower projected loss", ""},
	{"×", "cannot be chosen, or excluded", ""},
}

// The columns of the keys, and the widest help.
const helpKeys, helpMost = 15, 92

// lay writes what the query finds for a box so wide.
func (v *helpView) lay(wide int, query string) {
	v.panel = panel.Document{Title: "Help", Hint: "↑↓ scroll · / search", Over: true, Focus: true}
	if query != "" {
		v.panel.Title += " /" + query
	}
	o, heading := &screen.Page{Width: wide - screen.DocumentEdge}, "" // which comes once something is found below it
	for _, e := range v.entries {
		switch {
		case e.heading != "":
			heading = e.heading
		case strings.Contains(strings.ToLower(e.key+" "+e.text+" "+heading), strings.ToLower(query)):
			if heading != "" {
				o.Heading(heading)
				heading = ""
			}
			key, text := theme.Key, e.pen
			if e.not != "" {
				key, text = theme.Faint, theme.Faint
			}
			if e.key == "" {
				o.Say(text, "%s", e.text)
				continue
			}
			o.Marked(panel.Span{Text: screen.Pad(chart.Truncate(e.key, helpKeys-1), helpKeys), Pen: key}, e.text, text)
			if e.not != "" {
				o.Marked(panel.Span{Text: strings.Repeat(" ", helpKeys)}, "not now: "+e.not, theme.Muted)
			}
		}
	}
	if len(o.Lines) == 0 {
		o.Say(theme.Muted, "nothing found: backspace or esc")
	}
	v.panel.Lines = o.Lines
}
