package read

import (
	"maps"
	"slices"
	"strings"
)

// asked remembers who answered the questions of a file, so that an option that
// only another file has counts as not chosen here.
type asked struct {
	from, to int           // judgments of the file
	options  []optionGroup // questions whose options became attributes
	words    []askedWords  // columns of single words, which may be options in another file
}

// optionGroup is a question whose options became attributes.
type optionGroup struct {
	question   string
	attributes []string
}

// askedWords is a column of single words.
type askedWords struct {
	question string
	column   int
	answers  []answered
	words    map[string]bool
}

type answered struct {
	object int
	rater  int32
	word   string
}

// ask starts remembering for a file of several; nil for a single file.
func (c *collector) ask(r *roles) *asked {
	if !c.several {
		return nil
	}
	a := &asked{from: c.builder.Judgments()}
	if r.hint != nil {
		a.options = r.hint.options
	}
	for _, i := range r.values {
		if r.profile[i].isText() {
			a.words = append(a.words, askedWords{question: r.header[i], column: i, words: make(map[string]bool)})
		}
	}
	c.askedFiles = append(c.askedFiles, a)
	return a
}

// row notes the words of a row.
func (a *asked) row(object int, rater int32, cells []string) {
	for i := range a.words {
		w := &a.words[i]
		cell := trim(cells[w.column])
		if cell == "" || len(w.words) > maxOptions {
			continue
		}
		word := strings.Clone(cell)
		w.answers = append(w.answers, answered{object, rater, word})
		if w.words[word] = true; len(w.words) > maxOptions {
			w.answers = nil
		}
	}
}

// fillOptions adds a judgment of 0 for every option that an answer could not name because its file
// does not have it. It also reads words in one file as options of another.
func (c *collector) fillOptions() {
	all := make(map[string][]string)
	enter := func(question string, names []string) {
		all[question] = append(all[question], slices.DeleteFunc(slices.Sorted(slices.Values(names)), func(name string) bool { return slices.Contains(all[question], name) })...)
	}
	for _, f := range c.askedFiles {
		for _, o := range f.options {
			enter(o.question, o.attributes)
		}
	}
	for _, f := range c.askedFiles {
		for _, w := range f.words {
			if len(all[w.question]) == 0 { // no file says that they are options
				continue
			}
			var names []string
			for word := range maps.Keys(w.words) {
				names = append(names, w.question+"."+word)
			}
			if len(w.answers) > 0 {
				enter(w.question, names)
			}
		}
	}
	for _, f := range c.askedFiles {
		for _, o := range f.options {
			c.fillAnswers(f, o, all[o.question])
		}
		for _, w := range f.words {
			for _, s := range w.answers {
				for _, name := range all[w.question] {
					c.builder.Add(s.object, c.attributes.id(name), s.rater, float64(b2i(name == w.question+"."+s.word)))
				}
			}
		}
	}
}

// fillAnswers adds a 0 for options that a file does not have to its answers to a question: each has a
// judgment of the first option that it has.
func (c *collector) fillAnswers(f *asked, o optionGroup, all []string) {
	lacking := slices.DeleteFunc(slices.Clone(all), func(name string) bool { return slices.Contains(o.attributes, name) })
	first, is := c.attributes.known(o.attributes[0])
	for i := f.from; is && len(lacking) > 0 && i < f.to; i++ {
		if object, attribute, rater, _ := c.builder.Judgment(i); attribute == first {
			for _, name := range lacking {
				c.builder.Add(object, c.attributes.id(name), rater, 0)
			}
		}
	}
}
