package read

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"fms-tui/model"
)

// scoreNames are keys, simplified, under which a list of scores names what was
// scored, the best first.
var scoreNames = strings.Fields("criterion metric attribute dimension name metricname assessmentname scorer feedbackkey key label evaluatorname")

// nestedList returns the column whose cells are lists of scores, or that
// --records names; -1 for none.
func (in *input) nestedList(rows []row, names []string) int {
	path := cleanPath(in.opt.Records)
	found, best := -1, 0
	for i, name := range names {
		asked := path != "" && (path == name || strings.HasSuffix(path, "."+name))
		for _, r := range rows {
			cell := r.cells[i]
			if !strings.HasPrefix(cell, "[") {
				continue
			}
			size := holdsScores(json.RawMessage(cell), 0)
			if asked && strings.HasPrefix(trim(cell[1:]), "{") {
				size = 1 << 30
			}
			if size > best {
				found, best = i, size
			}
		}
	}
	return found
}

// isNested tells whether records hold lists of scores that no tool is known for.
func isNested(in *input) bool {
	listed := slices.ContainsFunc(in.names, func(n string) bool { return in.isNamed(n) && n != in.opt.ObjectCol && n != in.opt.Label })
	if listed {
		return false
	}
	in.peek(func() bool { return len(in.rows) < sampleMinRows })
	return in.nestedList(in.rows, in.names) >= 0
}

// reshapeNested makes a row of every element of the lists, and of the lists
// within them; what stands above repeats in each.
func reshapeNested(ctx context.Context, in *input) error {
	n := &nested{in: in, names: in.names}
	if err := in.each(ctx, func(cells []string, line int) error {
		n.rows = append(n.rows, row{cells, line})
		return nil
	}); err != nil {
		return err
	}
	var walked []string
	for range mostLists {
		column := in.nestedList(n.rows, n.names)
		if column < 0 {
			break
		}
		walked = append(walked, n.names[column])
		if err := n.explode(column); err != nil {
			return err
		}
	}
	in.hint.kept, in.hint.records = in.hint.rows, true
	in.hint.form = fmt.Sprintf("records in the lists %s", list(walked, "and"))
	n.finish(walked)
	return nil
}

// nested is a table of which one column after the other is taken apart.
type nested struct {
	in    *input
	names []string
	rows  []row
	from  int   // the first column that came from a list
	of    []int // by row: the record it came from
}

// element is an object of a list, of the row it stands in.
type element struct {
	row    int
	fields []field
}

// explode makes rows of the elements of a column.
func (n *nested) explode(column int) error {
	name := n.names[column]
	above := slices.Delete(slices.Clone(n.names), column, column+1)
	var inside []string
	at := make(map[string]int)
	var elements []element
	for i, r := range n.rows {
		found, err := n.elements(i, name, r.cells[column], r.line)
		if err != nil {
			return err
		}
		for _, e := range found {
			for _, f := range e.fields {
				if _, known := at[f.name]; !known {
					at[f.name] = len(inside)
					inside = append(inside, f.name)
				}
			}
		}
		elements = append(elements, found...)
	}
	n.from = len(above)
	n.names = slices.Clone(above)
	for _, f := range inside {
		if slices.Contains(above, f) {
			f = name + "." + f
		}
		n.names = append(n.names, f)
	}
	var rows []row
	n.of = nil
	for _, e := range elements {
		n.of = append(n.of, e.row)
		old := n.rows[e.row]
		cells := slices.Concat(old.cells[:column], old.cells[column+1:], make([]string, len(inside)))
		for _, f := range e.fields {
			cells[len(above)+at[f.name]] = f.cell
		}
		rows = append(rows, row{cells, old.line})
	}
	n.rows = rows
	return nil
}

// elements reads the objects of the list in a cell.
func (n *nested) elements(of int, name, cell string, line int) ([]element, error) {
	if cell = trim(cell); cell == "" {
		return nil, nil
	}
	if !json.Valid([]byte(cell)) || cell[0] != '[' {
		return nil, n.in.badPath(name, line, cell, "is no list as other records hold it")
	}
	var found []element
	err := eachElement(cell, func(k int, raw json.RawMessage) error {
		path, rec := fmt.Sprintf("%s[%d]", name, k), record{line: line}
		if raw[0] != '{' {
			return n.in.badPath(path, line, string(raw), "is no object, as other elements of the list are")
		}
		if err := rec.addObject(n.in.file, raw, "", 0); err != nil {
			return n.in.badPath(path, line, string(raw), "cannot be read: "+jsonProblem(err))
		}
		found = append(found, element{of, rec.fields})
		return nil
	})
	return found, err
}

// badPath is an error about a value at a path of the file.
func (in *input) badPath(path string, line int, value, message string) error {
	return &Error{File: in.file, Line: line, Column: path, Value: shorten(value), Message: message}
}

// finish says what the columns are: of the elements, the name and what was
// measured; what stands above is no judgment.
func (n *nested) finish(walked []string) {
	in := n.in
	name := n.attribute()
	in.out.names, in.out.rows = nil, n.rows
	look := &lookahead{table: &held{names: n.names}, rows: n.rows[:min(len(n.rows), sampleRows)], err: io.EOF}
	profiles := look.sample()
	for i, h := range n.names {
		p := profiles[i]
		switch claims := claimOf(h); {
		case i == name:
			in.add(h, attributeRole, "the name of a score in "+list(walked, "and"))
		case i < n.from && claims.role == noRole && !isMeasure(h) && !matchesAny(in.opt.Attributes, h):
			because := why{code: model.ReasonOther, text: "stands above the list of scores"}
			if p.numbers > 0 && p.texts == 0 {
				because = why{code: model.ReasonNumbers, text: "numbers above the list of scores"}
			}
			in.addFor(h, unused, because)
		default:
			in.add(h, noRole, "")
		}
	}
	if name < 0 {
		return
	}
	in.hint.layout = Long
	if len(walked) == 1 && n.isCall(name) && !slices.Contains(n.names, taskCall) {
		in.add(taskCall, unused, "the scores of one record share it")
		for i := range in.out.rows {
			in.out.rows[i].cells = append(in.out.rows[i].cells, nth(n.of[i]+1))
		}
	}
}

// isCall tells whether a record is one call: it scores everything once, and its
// scores name no judge and no price of their own.
func (n *nested) isCall(name int) bool {
	for i := n.from; i < len(n.names); i++ {
		if claimOf(n.names[i]).role == judgeRole || isMeasure(n.names[i]) {
			return false
		}
	}
	seen := make(map[string]bool)
	for i, r := range n.rows {
		if i > 0 && n.of[i] != n.of[i-1] {
			clear(seen)
		}
		if seen[r.cells[name]] {
			return false
		}
		seen[r.cells[name]] = true
	}
	return true
}

// attribute returns the column of the elements that names what was scored, or -1.
func (n *nested) attribute() int {
	for i := len(n.names) - 1; i >= n.from; i-- {
		if slices.Contains(n.in.opt.AttributeCol, n.names[i]) {
			return i
		}
	}
	if len(n.in.opt.AttributeCol) > 0 || n.in.opt.Layout != "" && n.in.opt.Layout != "auto" && n.in.opt.Layout != Long {
		return -1
	}
	judged := false
	for i, h := range n.names {
		judged = judged || i >= n.from && claimOf(h).role == judgmentRole
	}
	if !judged {
		return -1
	}
	for _, want := range scoreNames {
		for i := n.from; i < len(n.names); i++ {
			if simplify(lastName(n.names[i])) == want {
				return i
			}
		}
	}
	return -1
}
