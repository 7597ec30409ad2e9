package read

import (
	"errors"
	"fmt"

	"fms-tui/model"
)

// byObject reads files with one row an object.
type byObject struct {
	wide
	seen []int // line by object, 0 for none
}

// errReturns says that an object has a further row behind the rows that showed one row an object.
var errReturns = errors.New("an object returns")

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
	switch first := b.seen[object]; {
	case first > 0 && b.roles.sampled && b.to.handedOn():
		return &SplitError{File: b.roles.file, Line: line, Object: cells[b.roles.object], Why: "an object has a further row"}
	case first > 0 && b.roles.sampled && b.roles.opt.Shard.N < 2: // other shards were read with one row an object
		return errReturns
	case first > 0:
		return &Error{
			File: b.roles.file, Line: line, Column: b.roles.header[b.roles.object], Value: cells[b.roles.object],
			Message:  fmt.Sprintf("has a row on line %d already: the by-object layout holds one row an object", first),
			Remedies: []model.Remedy{model.Choose(model.OptionLayout, ByRater, "reads several")},
		}
	}
	b.seen[object] = line
	return b.addJudgments(object, model.NoRater, row)
}
