package screen

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// filter hides attributes. Choices and computations do not depend on it. It is not a
// setting: undo does not change it.
//
// Its text is terms, all of which must hold: a word is part of the name, in capitals
// or not; -word is no part of it; /regex/ matches it; a field and a number compare a
// figure, such as corr<-.2, noise<50 or full>0.
type filter struct {
	Text string

	of    filtered // what kept belongs to
	kept  []bool
	names map[string]bool // the kept attributes
	n     int             // attributes kept
}

// filtered is what the kept attributes depend on.
type filtered struct {
	result *core.Result
	text   string
	budget model.Amount
}

// term tells whether an attribute is kept.
type term func(l *look, r *core.Result, i int) bool

// On tells whether anything may be hidden.
func (f *filter) On() bool { return strings.TrimSpace(f.Text) != "" }

// apply finds the kept part of the shown Result; the selections must be at B.
func (f *filter) apply(l *look, s *Shown) {
	of := filtered{s.Result, f.Text, s.State.Budget}
	if f.of == of {
		return
	}
	f.of, f.n, f.names = of, 0, make(map[string]bool)
	var terms []term
	for _, word := range strings.Fields(f.Text) {
		terms = append(terms, parseTerm(word))
	}
	f.kept = make([]bool, len(s.Result.Attributes))
	for i := range f.kept {
		f.kept[i] = true
		for _, holds := range terms {
			f.kept[i] = f.kept[i] && holds(l, s.Result, i)
		}
		if f.kept[i] {
			f.n++
			f.names[s.Result.Attributes[i].Name] = true
		}
	}
}

// keeps tells whether an attribute is kept.
func (f *filter) keeps(i int) bool { return !f.On() || f.kept[i] }

// Keeps tells whether a name is kept.
func (f *filter) Keeps(name string) bool { return !f.On() || f.names[name] }

// parseTerm reads a term of a filter. A text that is no expression, for example half typed, is
// part of a name.
func parseTerm(word string) term {
	if inner, found := strings.CutPrefix(word, "/"); found && len(inner) > 1 && strings.HasSuffix(inner, "/") {
		if expr, err := regexp.Compile("(?i)" + strings.TrimSuffix(inner, "/")); err == nil {
			return func(_ *look, r *core.Result, i int) bool { return expr.MatchString(r.Attributes[i].Name) }
		}
	}
	if compare := parseComparison(word); compare != nil {
		return compare
	}
	part, without := strings.CutPrefix(strings.ToLower(word), "-")
	if part == "" {
		part, without = word, false
	}
	return func(_ *look, r *core.Result, i int) bool {
		return strings.Contains(strings.ToLower(r.Attributes[i].Name), part) != without
	}
}

// comparisons are the ways to compare, the longer ones first.
var comparisons = []struct {
	sign  string
	holds func(x, y float64) bool
}{
	{"<=", func(x, y float64) bool { return x <= y }},
	{">=", func(x, y float64) bool { return x >= y }},
	{"<", func(x, y float64) bool { return x < y }},
	{">", func(x, y float64) bool { return x > y }},
	{"=", func(x, y float64) bool { return x == y }},
}

// parseComparison reads a field, a sign and a number; nil where these are not there.
func parseComparison(word string) term {
	for _, c := range comparisons {
		name, number, found := strings.Cut(word, c.sign)
		if !found {
			continue
		}
		y, err := strconv.ParseFloat(strings.TrimSuffix(number, "%"), 64)
		field := fieldOf(strings.ToLower(name))
		if err != nil || field == nil {
			return nil
		}
		return func(l *look, r *core.Result, i int) bool { return c.holds(field(l, r, i), y) }
	}
	return nil
}

// fieldOf is a figure that a filter compares: of a column, or what an algorithm buys at B, 0 where
// that is not shown; nil for none.
func fieldOf(name string) func(l *look, r *core.Result, i int) float64 {
	if name == "s2" {
		name = "σ²"
	}
	for c := range columns {
		if columns[c].filter == name && name != "" {
			return columns[c].value
		}
	}
	if !slices.Contains(selection.AllAlgorithms(), selection.Algorithm(name)) {
		return nil
	}
	return func(l *look, _ *core.Result, i int) float64 {
		for k := range l.Picks {
			if s := &l.Picks[k].Selection; string(s.Algorithm) == name {
				return float64(s.Repeats[i])
			}
		}
		return 0
	}
}

// FilterHelp is the language of the filter, for the prompt.
const FilterHelp = "word  -word  /regex/  corr<-.2  noise<50  full>0"

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

// SetFilter hides the attributes that a text does not keep.
func (a *Focus) SetFilter(text string) {
	a.Filter.Text = text
	a.Reveal()
	a.RefreshLook() // what is selected next is among what is kept now
	a.Change()
}
