package read

import (
	"maps"
	"slices"
	"strings"
)

// asked remembers who answered the questions of a file, so that an option that
// only another file has counts as not chosen here. It is nil for a single file.
type asked struct {
	groups []askedGroup
	first  map[string]int // the group by its first attribute, in long
}

// askedGroup is a question of one file and who answered it.
type askedGroup struct {
	question string
	column   int             // whose cell is empty where nobody answered
	known    map[string]bool // its attributes in the file; nil for a column of single words
	answers  []answered
	words    map[string]bool
}

type answered struct {
	object int
	rater  int32
	word   string // of a column of single words
}

// optionGroup is a question whose options became attributes.
type optionGroup struct {
	question   string
	attributes []string
}

// ask starts remembering for a file.
func (c *collector) ask(r *roles) *asked {
	if !c.several {
		return nil
	}
	a := &asked{first: make(map[string]int)}
	if r.hint != nil {
		for _, o := range r.hint.options {
			g := askedGroup{question: o.question, column: -1, known: make(map[string]bool)}
			for _, name := range o.attributes {
				g.known[name] = true
			}
			for i, h := range r.header {
				if r.layout != Long && h == o.attributes[0] {
					g.column = i
				}
			}
			a.first[o.attributes[0]] = len(a.groups)
			a.groups = append(a.groups, g)
		}
	}
	for _, i := range r.values {
		if r.profile[i].isText() {
			a.groups = append(a.groups, askedGroup{question: r.header[i], column: i, words: make(map[string]bool)})
		}
	}
	c.askedFiles = append(c.askedFiles, a)
	return a
}

// row notes the answers of a row of by-rater or by-object.
func (a *asked) row(object int, rater int32, cells []string) {
	if a == nil {
		return
	}
	for i := range a.groups {
		g := &a.groups[i]
		if g.column < 0 || len(g.words) > maxOptions {
			continue
		}
		cell := trim(cells[g.column])
		if cell == "" {
			continue
		}
		var word string
		if g.known == nil {
			word = strings.Clone(cell)
			if g.words[word] = true; len(g.words) > maxOptions {
				g.answers = nil
				continue
			}
		}
		g.answers = append(g.answers, answered{object, rater, word})
	}
}

// judgment notes an answer of the long layout.
func (a *asked) judgment(object int, rater int32, attribute string) {
	if a == nil {
		return
	}
	if i, is := a.first[attribute]; is {
		a.groups[i].answers = append(a.groups[i].answers, answered{object, rater, ""})
	}
}

// fillOptions adds a judgment of 0 for every option that an answer could not name because its file
// does not have it. It also reads words in one file as options of another.
func (c *collector) fillOptions() {
	all := make(map[string][]string)
	enter := func(question, name string) {
		if !slices.Contains(all[question], name) {
			all[question] = append(all[question], name)
		}
	}
	groups := func(use func(g askedGroup)) {
		for _, f := range c.askedFiles {
			for _, g := range f.groups {
				use(g)
			}
		}
	}
	groups(func(g askedGroup) {
		for _, name := range slices.Sorted(maps.Keys(g.known)) {
			enter(g.question, name)
		}
	})
	groups(func(g askedGroup) { // words count where another file says that they are options
		if len(all[g.question]) == 0 || len(g.answers) == 0 {
			return
		}
		for _, word := range slices.Sorted(maps.Keys(g.words)) {
			enter(g.question, g.question+"."+word)
		}
	})
	groups(func(g askedGroup) {
		for _, s := range g.answers {
			c.fill(g, s, all[g.question])
		}
	})
}

// fill adds what an answer says of the options that its file does not know.
func (c *collector) fill(g askedGroup, s answered, options []string) {
	for _, name := range options {
		if !g.known[name] {
			c.builder.Add(s.object, c.attributes.id(name), s.rater, float64(b2i(s.word != "" && name == g.question+"."+s.word)))
		}
	}
}
