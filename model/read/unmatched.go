package read

import (
	"fmt"
	"slices"
	"strings"

	"fms-tui/model"
)

// check finds the flags that name nothing in any file.
func (c *collector) check(first *roles, opt Options) error {
	columns := c.columnNames()
	for _, name := range opt.Ignore {
		if !slices.ContainsFunc(columns, func(column string) bool { return matches(strings.TrimSpace(name), column) }) {
			return first.noColumn(name, model.OptionIgnore, columns)
		}
	}
	if err := c.checkAttributes(first, opt); err != nil {
		return err
	}
	if opt.Label == "" || opt.MaybeLabel || slices.ContainsFunc(c.labels, func(l *labelValues) bool { return l.name == opt.Label }) {
		return nil
	}
	var labels []string
	for _, l := range c.labels {
		labels = append(labels, l.name)
	}
	failed := &Error{File: first.file, Message: noLabel(opt.Label, labels, first.labelCandidates()), Option: model.OptionLabel}
	if _, is := c.builder.KnownAttribute(opt.Label); is {
		failed.Remedies = []model.Remedy{model.Choose(model.OptionLabelFrom, opt.Label, "predicts this attribute")}
	}
	return failed
}

// columnNames are the names of all columns of all files, each once.
func (c *collector) columnNames() []string {
	var names []string
	for _, col := range c.columns {
		names = append(names, col.Column)
	}
	return distinct(append(names, c.before...))
}

// labelCandidates returns the columns that --label could make a label.
func (r *roles) labelCandidates() []string {
	var names []string
	for i, h := range r.header {
		p := r.profile[i]
		spare := r.role[i] == unused && (r.hint == nil || r.why[i].code == model.ReasonNumbers) || r.role[i] == attributeRole && r.layout == ByRater
		if spare && r.why[i].code != model.ReasonIgnored && p.numbers > 0 && p.texts == 0 && h != "" && r.why[i].code != model.ReasonMeasure {
			names = append(names, h)
		}
	}
	return names
}

func noLabel(wanted string, labels, candidates []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "has no label %s: the data have ", plainOrQuoted(wanted))
	if len(labels) == 0 {
		b.WriteString("no label")
	} else {
		b.WriteString("the label " + listSome(model.Nearest(wanted, labels)))
	}
	if len(candidates) > 0 {
		b.WriteString("; columns that could be the label: " + listSome(model.Nearest(wanted, candidates)))
	}
	return b.String()
}
