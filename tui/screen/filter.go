package screen

import (
	"fmt"
	"strings"

	"fms-tui/core"
)

// filter hides attributes by their names. What is chosen and computed does not
// depend on it, and it is not a setting: undo leaves it alone.
type filter struct {
	Text string

	of   *core.Result // kept is that of its attributes
	by   string       // and of this text
	kept []bool
	n    int // attributes kept
}

// On tells whether anything may be hidden.
func (f *filter) On() bool { return strings.TrimSpace(f.Text) != "" }

// apply finds what is kept: names that contain each word of the text, in
// capitals or not.
func (f *filter) apply(r *core.Result) {
	if f.of == r && f.by == f.Text {
		return
	}
	f.of, f.by, f.n = r, f.Text, 0
	f.kept = make([]bool, len(r.Attributes))
	words := strings.Fields(strings.ToLower(f.Text))
	for i := range r.Attributes {
		if f.kept[i] = containsAll(strings.ToLower(r.Attributes[i].Name), words); f.kept[i] {
			f.n++
		}
	}
}

// Keeps tells whether a name is kept.
func (f *filter) Keeps(name string) bool {
	return containsAll(strings.ToLower(name), strings.Fields(strings.ToLower(f.Text)))
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
	if !f.On() {
		return ""
	}
	return fmt.Sprintf(" /%s: %d of %d", f.Text, f.n, len(f.kept))
}

// None says that nothing is kept, and how to see all again; "" where something
// is.
func (f *filter) None() string {
	if f.n > 0 || !f.On() {
		return ""
	}
	return fmt.Sprintf("no attribute matches %q: esc clears the filter", f.Text)
}

func (a *Analysis) SetFilter(text string) {
	a.Filter.Text = text
	a.Reveal()
	a.RefreshLook() // what is selected next is among what is kept now
	a.Change()
}
