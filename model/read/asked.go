package read

import (
	"fmt"
	"slices"

	"fms-tui/model"
)

// asked remembers who answered the questions of a file, so that an option that
// only another file has counts as not chosen here.
type asked struct {
	from, to int           // judgments of the file
	options  []optionGroup // questions whose options became attributes
}

// optionGroup is a question whose options became attributes.
type optionGroup struct {
	question   string
	attributes []string
}

// ask notes a question and the attributes that its options became.
func (h *hint) ask(question string, attributes []string) {
	h.options = append(h.options, optionGroup{question, attributes})
}

// ask starts remembering for a file of several; nil for a single file, and for one without options.
func (c *collector) ask(r *roles) *asked {
	if !c.opt.several || r.hint == nil || len(r.hint.options) == 0 {
		return nil
	}
	a := &asked{from: c.builder.Judgments(), options: r.hint.options}
	c.askedFiles = append(c.askedFiles, a)
	return a
}

// fillOptions adds a judgment of 0 for every option that an answer could not name because its file
// does not have it: each answer has a judgment of the first option that its file has.
func (c *collector) fillOptions() {
	all := make(map[string][]string)
	for _, f := range c.askedFiles {
		for _, o := range f.options {
			all[o.question] = distinct(append(all[o.question], slices.Sorted(slices.Values(o.attributes))...))
		}
	}
	for _, column := range c.columns {
		if column.Code == model.ReasonText && len(all[column.Column]) > 0 {
			c.warnOnce(model.CodeStrayText, fmt.Sprintf("%s: the words of %s are options in another file, and are not used here: name that file first",
				printable(column.File), plainOrQuoted(column.Column)))
		}
	}
	for _, f := range c.askedFiles {
		for _, o := range f.options {
			lacking := slices.DeleteFunc(slices.Clone(all[o.question]), func(name string) bool { return slices.Contains(o.attributes, name) })
			first, is := c.builder.KnownAttribute(model.AttributeOf(o.attributes[0]))
			for i := f.from; is && len(lacking) > 0 && i < f.to; i++ {
				if object, attribute, rater, _ := c.builder.Judgment(i); attribute == first {
					for _, name := range lacking {
						c.builder.Add(object, c.attribute(name), rater, 0)
					}
				}
			}
		}
	}
}
