package read

import (
	"fmt"

	"fms-tui/model"
)

// byObject reads files with one row an object.
type byObject struct {
	wide
	seen []int // line by object, 0 for none
}

func (b *byObject) part() {
	b.wide.part()
	b.seen = b.seen[:0]
}

func (b *byObject) add(row *parsedRow) error {
	cells, line := row.cells, row.line
	object, err := b.to.object(b.roles, row)
	if err != nil || object < 0 {
		return err
	}
	for len(b.seen) <= object {
		b.seen = append(b.seen, 0)
	}
	if first := b.seen[object]; first > 0 {
		return &Error{
			File: b.roles.file, Line: line, Column: b.roles.header[b.roles.object], Value: cells[b.roles.object],
			Message:  fmt.Sprintf("has a row on line %d already: the by-object layout holds one row an object", first),
			Remedies: []model.Remedy{model.Choose(model.OptionLayout, ByRater, "reads several")},
		}
	}
	b.seen[object] = line
	return b.addJudgments(object, model.NoRater, row)
}
