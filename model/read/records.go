package read

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"fms-tui/model"
)

// scoreNames are keys, simplified, under which a record of scores names what was scored, the best first.
var scoreNames = strings.Fields("criterion metric attribute dimension name metricname assessmentname scorer feedbackkey key label evaluatorname")

// isNested tells whether records hold records that no tool is known for.
func isNested(in *input) bool {
	in.peek(func() bool { return len(in.rows) < sampleMinRows })
	g := &grid{names: in.names, rows: in.rows}
	return len(in.rows) > 0 && (g.lists(in.opt.Records, nil) != nil || g.dict() != nil)
}

// reshapeNested makes a row of every record within records.
func reshapeNested(ctx context.Context, in *input, _ tool) error {
	g := &grid{file: in.file, names: in.names}
	if err := in.each(ctx, func(cells []string, line int) error {
		g.rows, g.of = append(g.rows, row{cells, line}), append(g.of, len(g.rows))
		return nil
	}); err != nil {
		return err
	}
	for range mostLists {
		if lists := g.lists(in.opt.Records, nil); lists != nil {
			if err := g.explode(lists, false); err != nil {
				return err
			}
		} else if d := g.dict(); d != nil {
			g.melt(d)
		} else {
			break
		}
	}
	in.hint.kept, in.hint.records, in.hint.free = in.hint.rows, true, true
	in.hint.form = fmt.Sprintf("records in the lists %s", list(g.walked, "and"))
	in.takeNested(g)
	if g.list != "" && !in.isNamed(g.list) && !slices.Contains(in.opt.Pivot, g.list) {
		in.tell(model.CodeLists, fmt.Sprintf("%s: the %d records in the lists %s are judgments of one kind, whichever list they came from", printable(in.file), len(g.rows), list(g.walked, "and")),
			model.Choose(model.OptionPivot, g.list, "makes attributes of each list"))
	}
	return nil
}

// takeNested says which column within the records names what was scored. All else is for the search.
func (in *input) takeNested(g *grid) {
	name := in.scoreName(g)
	in.out.names, in.out.rows = nil, g.rows
	for i, h := range g.names {
		if i == name {
			in.add(h, attributeRole, "the name of a score in "+list(g.walked, "and"))
		} else {
			in.add(h, noRole, "")
		}
	}
	if name < 0 {
		return
	}
	in.hint.layout = Long
	if len(g.walked) == 1 && g.isCall(name) && !slices.Contains(g.names, taskCall) {
		in.add(taskCall, unused, "the scores of one record share it")
		for i := range in.out.rows {
			in.out.rows[i].cells = append(in.out.rows[i].cells, nth(g.of[i]+1))
		}
	}
}

// isCall tells whether a record is one call: it scores everything once, and its
// scores name no judge and no price of their own.
func (g *grid) isCall(name int) bool {
	if slices.ContainsFunc(g.names[g.from:], func(n string) bool { return claimOf(n).role == judgeRole || isMeasure(n) }) {
		return false
	}
	seen := make(map[string]bool)
	for i, r := range g.rows {
		if i > 0 && g.of[i] != g.of[i-1] {
			clear(seen)
		}
		if seen[r.cells[name]] {
			return false
		}
		seen[r.cells[name]] = true
	}
	return true
}

// scoreName returns the column of the records that names what was scored, or -1.
func (in *input) scoreName(g *grid) int {
	for i := len(g.names) - 1; i >= g.from; i-- {
		if slices.Contains(in.opt.AttributeCol, g.names[i]) {
			return i
		}
	}
	judged := slices.ContainsFunc(g.names[g.from:], func(n string) bool { return claimOf(n).role == judgmentRole })
	if !judged || len(in.opt.AttributeCol) > 0 || in.opt.Layout != "" && in.opt.Layout != "auto" && in.opt.Layout != Long {
		return -1
	}
	for _, want := range scoreNames {
		if i := slices.IndexFunc(g.names[g.from:], func(n string) bool { return simplify(lastName(n)) == want }); i >= 0 {
			return g.from + i
		}
	}
	return -1
}

// unpackLists makes a row of each place of the lists in a table's cells, as its first rows show, and tells
// which lists these are. Judged are lists of numbers, and of words of which one comes twice; others go with
// them where they are as long as they in each row. Packed are rows with a list of attributes. It returns
// nil for a table without, the columns of words that are judged, and whether others go with them.
func unpackLists(t *lookahead, file string, opt Options, packed bool, tell teller) (unpacked *lookahead, words []string, beside bool) {
	names, _ := t.header()
	attribute, judgment := packedColumn(names, attributeRole, opt.AttributeCol...), packedColumn(names, judgmentRole, opt.JudgmentCol)
	if packed && (attribute < 0 || judgment < 0) {
		return nil, nil, false
	}
	t.peek(func() bool { return len(t.rows) < sampleMinRows })
	first, of := -1, make([]listColumn, len(names)) // the first says how many places there are, if they have to be equally many
	judged := func(i int) bool { return of[i].lists != nil && (of[i].numbers || of[i].twice) }
	for i := range names {
		if of[i] = listColumnOf(t.rows, i); judged(i) && first < 0 {
			first = i
		}
	}
	if first < 0 || packed && (of[attribute].lists == nil || of[judgment].lists == nil) {
		return nil, nil, false
	}
	if packed {
		first = attribute
	}
	alike := func(i int) bool {
		return slices.EqualFunc(of[i].lists, of[first].lists, func(a, b []string) bool { return len(a) == len(b) })
	}
	columns := slices.DeleteFunc(places(names), func(i int) bool { return of[i].lists == nil || !judged(i) && !alike(i) })
	for _, i := range columns {
		beside = beside || !judged(i)
		if judged(i) && !of[i].numbers && !packed {
			words = append(words, names[i])
		}
	}
	tell(model.CodeLists, fmt.Sprintf("%s: each list in %s was read as judgments of the row's object", printable(file), listSome(pick(names, columns))))
	leader := slices.Index(columns, first)
	return &lookahead{table: &changed{table: t, change: func(cells []string, line int) ([][]string, error) {
		lists := make([][]string, len(columns))
		for k, i := range columns {
			var ok bool
			if lists[k], ok = cellsOf(cells[i]); !ok {
				return nil, &Error{File: file, Line: line, Column: names[i], Value: cells[i], Message: `is no list such as [4, 5] or ["a", "b"], as other cells of the column are`}
			}
		}
		for k, list := range lists {
			if packed && len(list) != len(lists[leader]) {
				return nil, &Error{File: file, Line: line, Column: names[columns[k]], Message: fmt.Sprintf("lists %d values, and %s lists %d: the lists of an object have one value a judgment each",
					len(list), plainOrQuoted(names[first]), len(lists[leader]))}
			}
		}
		return rowsOfLists(cells, columns, lists, b2i(!packed)), nil // one of empty lists is a row nevertheless, unless its attributes are a list
	}}}, words, beside
}

// packedColumn finds the column that flags name, or that is named like a role; -1 for none or several.
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
