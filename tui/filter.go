package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
)

// filter hides attributes by their names. What is chosen and computed does not
// depend on it, and it is not a setting: undo leaves it alone.
type filter struct {
	text string

	of   *core.Result // kept is that of its attributes
	by   string       // and of this text
	kept []bool
	n    int // attributes kept
}

// on tells whether anything may be hidden.
func (f *filter) on() bool { return strings.TrimSpace(f.text) != "" }

// apply finds what is kept: names that contain each word of the text, in
// capitals or not.
func (f *filter) apply(r *core.Result) {
	if f.of == r && f.by == f.text {
		return
	}
	f.of, f.by, f.n = r, f.text, 0
	f.kept = make([]bool, len(r.Attributes))
	words := strings.Fields(strings.ToLower(f.text))
	for i := range r.Attributes {
		if f.kept[i] = containsAll(strings.ToLower(r.Attributes[i].Name), words); f.kept[i] {
			f.n++
		}
	}
}

// keeps tells whether a name is kept.
func (f *filter) keeps(name string) bool {
	return containsAll(strings.ToLower(name), strings.Fields(strings.ToLower(f.text)))
}

func containsAll(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// label is the filter in the title of what it hides parts of; "" where it is
// off.
func (f *filter) label() string {
	if !f.on() {
		return ""
	}
	return fmt.Sprintf(" /%s: %d of %d", f.text, f.n, len(f.kept))
}

// none says that nothing is kept, and how to see all again; "" where something
// is.
func (f *filter) none() string {
	if f.n > 0 || !f.on() {
		return ""
	}
	return fmt.Sprintf("no attribute matches %q: esc clears the filter", f.text)
}

// promptFilter asks for the filter and shows at once what it keeps. The
// attribute that was selected is again when the filter lets it through, unless
// another one was selected meanwhile.
func promptFilter(a *app) tea.Cmd {
	before := a.filter.text
	a.open("Filter:", "part of a name; enter keeps it, esc takes it back", before, func(a *app, text string) (tea.Cmd, error) {
		a.setFilter(text)
		if name := a.selected(); name != "" {
			a.cursor = name
		}
		return nil, nil
	})
	a.prompt.live = func(a *app, text string) { a.setFilter(text) }
	a.prompt.cancel = func(a *app) { a.setFilter(before) }
	return nil
}

func (a *Analysis) setFilter(text string) {
	a.filter.text = text
	a.reveal()
	a.refreshLook() // what is selected next is among what is kept now
	a.change()
}

// escape takes back what is on top: the whole body from a pane, then the filter.
func escape(a *app) tea.Cmd {
	switch {
	case a.focus.full:
		return toggleFull(a)
	case a.filter.on():
		a.setFilter("")
	}
	return nil
}
