package read

import (
	"fms-tui/model"
)

// long reads files with one row a judgment.
type long struct {
	roles   *roles
	to      *collector
	labels  []labelCell
	unrated int // judgments without a rater
	rated   int
}

func (l *long) add(cells []string, line int) error {
	object, err := l.to.object(l.roles, cells, line)
	if err != nil || object < 0 {
		return err
	}
	for _, label := range l.labels {
		if err := label.set(object, cells, line); err != nil {
			return err
		}
	}
	name, err := l.attribute(cells, line)
	if err != nil {
		return err
	}
	attribute := l.to.attributes.id(name)
	cell := cells[l.roles.judgment]
	value, k := parseValue(cell)
	switch k {
	case missing:
		l.to.missing++
		return nil
	case text, malformed:
		return l.roles.bad(l.roles.judgment, line, cell)
	}
	l.to.add(object, attribute, l.rater(cells), value)
	return nil
}

// attribute returns the attribute's name: the cells of its columns joined by
// dots.
func (l *long) attribute(cells []string, line int) (string, error) {
	name := ""
	for n, i := range l.roles.attribute {
		part := trim(cells[i])
		if part == "" {
			return "", &Error{File: l.roles.file, Line: line, Column: l.roles.header[i], Message: "is empty: every judgment needs the name of its attribute"}
		}
		if n == 0 {
			name = part
		} else {
			name += "." + part
		}
	}
	return name, nil
}

func (l *long) rater(cells []string) int32 {
	if l.roles.rater < 0 {
		return model.NoRater
	}
	id := trim(cells[l.roles.rater])
	if isMissing(id) {
		l.unrated++
		return model.NoRater
	}
	l.rated++
	return int32(l.to.raters.id(id))
}

func (l *long) finish() error {
	if l.unrated > 0 && l.rated > 0 {
		l.to.warn(model.Warning{
			Code:    "judgments-without-rater",
			Message: counted(l.unrated, "judgment") + " of " + printable(l.roles.file) + " carry no rater: each counts as one by a rater unknown",
			Column:  l.roles.header[l.roles.rater],
		})
	}
	return nil
}
