package read

import (
	"fmt"

	"fms-tui/model"
)

// byRater reads files with one row an object and rater.
type byRater struct {
	wide
	anonymous int // rows whose rater cell is empty
}

func (b *byRater) add(row *parsedRow) error {
	object, err := b.to.object(b.roles, row)
	if err != nil || object < 0 {
		return err
	}
	return b.addJudgments(object, b.rater(row.cells, row.line), row)
}

// rater returns the rater of a row. A row without one is by a rater of its
// own: whoever it was judged all of the row.
func (b *byRater) rater(cells []string, line int) int32 {
	if b.roles.rater >= 0 {
		if id := trim(cells[b.roles.rater]); !isMissing(id) {
			return int32(b.to.raters.id(id))
		}
		b.anonymous++
	}
	return b.to.nameless(fmt.Sprintf("row %d", line))
}

func (b *byRater) finish() error {
	if b.anonymous > 0 {
		b.to.warn(model.Finding{
			Code:    model.CodeRowsWithoutRater,
			Message: counted(b.anonymous, "row") + " of " + printable(b.roles.file) + " without a rater: each counts as one by a rater of its own",
			Column:  b.roles.header[b.roles.rater],
		})
	}
	return b.wide.finish()
}
