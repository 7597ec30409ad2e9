package read

import (
	"fmt"
	"slices"
	"strings"

	"fms-tui/model"
)

// packedLists is a table of packed rows: one row an object, with a list of attributes, a
// list of judgments and, mostly, a list of raters, of the same length each. Databases and
// clusters write such files by grouping. Its rows are rows of the long layout: one a
// judgment, in which the other cells repeat.
type packedLists struct {
	table
	file      string
	attribute int    // the column whose lists say how many judgments there are
	listed    []bool // by column
	lists     [][]string
	cells     []string
	line      int
	n, at     int
}

// unpackObjects returns the rows of a table of packed rows, and other tables as they are:
// the first rows tell. It needs a column of attributes and one of judgments, by the names
// of the columns or by flags, with lists in both.
func unpackObjects(t table, file string, opt Options, tell teller) table {
	names, _ := t.header()
	attribute := packedColumn(names, attributeRole, opt.AttributeCol...)
	judgment := packedColumn(names, judgmentRole, opt.JudgmentCol)
	if attribute < 0 || judgment < 0 {
		return t
	}
	look := &lookahead{table: t}
	look.peek(func() bool {
		n := len(look.rows)
		return n < sampleMinRows && (n == 0 || strings.HasPrefix(trim(look.rows[n-1].cells[attribute]), "["))
	})
	p := &packedLists{table: look, file: file, attribute: attribute, listed: make([]bool, len(names)), lists: make([][]string, len(names))}
	for i := range names {
		p.listed[i] = len(look.rows) > 0
	}
	for _, r := range look.rows {
		want, isList := parseCells(r.cells[attribute])
		for i, cell := range r.cells {
			list, ok := parseCells(cell)
			p.listed[i] = p.listed[i] && isList && ok && (len(list) == len(want) || i == judgment)
		}
	}
	if !p.listed[attribute] || !p.listed[judgment] {
		return look
	}
	var which []string
	for i, name := range names {
		if p.listed[i] {
			which = append(which, quote(name))
		}
	}
	tell(model.CodeLists, fmt.Sprintf("%s: each row was read as the judgments of one object, from the lists in %s", printable(file), list(which, "and")))
	return p
}

// packedColumn finds the column that flags name, or that is named like a role; -1 for none
// or several.
func packedColumn(names []string, as role, flags ...string) int {
	found := -1
	for i, name := range names {
		named := slices.Contains(flags, name)
		if c := claimOf(name); !named && (strings.Join(flags, "") != "" || c.role != as || c.strength > fair) {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = i
	}
	return found
}

func (p *packedLists) next() ([]string, int, error) {
	for p.at == p.n {
		cells, line, err := p.table.next()
		if err != nil {
			return nil, line, err
		}
		if err := p.unpack(cells, line); err != nil {
			return nil, line, err
		}
	}
	for i, listed := range p.listed {
		if listed {
			p.cells[i] = p.lists[i][p.at]
		}
	}
	p.at++
	return p.cells, p.line, nil
}

// unpack takes up a packed row.
func (p *packedLists) unpack(cells []string, line int) error {
	names, _ := p.header()
	p.cells, p.line, p.at = append(p.cells[:0], cells...), line, 0
	for i, listed := range p.listed {
		if !listed {
			p.cells[i] = strings.Clone(cells[i])
			continue
		}
		var ok bool
		if p.lists[i], ok = parseCells(cells[i]); !ok {
			return &Error{File: p.file, Line: line, Column: names[i], Value: cells[i], Message: `is no list such as [4, 5] or ["a", "b"], as other cells of the column are`}
		}
	}
	p.n = len(p.lists[p.attribute])
	for i, listed := range p.listed {
		if listed && len(p.lists[i]) != p.n {
			return &Error{File: p.file, Line: line, Column: names[i], Message: fmt.Sprintf(
				"lists %d values, and %s lists %d: the lists of an object have one value a judgment each", len(p.lists[i]), plainOrQuoted(names[p.attribute]), p.n)}
		}
	}
	return nil
}
