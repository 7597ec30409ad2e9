package read

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"fms-tui/model"
)

// scoreNames are keys, simplified, under which a record of scores names what was
// scored, the best first.
var scoreNames = strings.Fields("criterion metric attribute dimension name metricname assessmentname scorer feedbackkey key label evaluatorname")

// isNested tells whether records hold records that no tool is known for.
func isNested(in *input) bool {
	listed := slices.ContainsFunc(in.names, func(n string) bool { return in.isNamed(n) && n != in.opt.ObjectCol && n != in.opt.Label })
	if listed {
		return false
	}
	in.peek(func() bool { return len(in.rows) < sampleMinRows })
	g := &grid{names: in.names, rows: in.rows}
	return len(in.rows) > 0 && (g.lists(in.opt.Records, nil) != nil || g.dict() != nil)
}

// reshapeNested makes a row of every record within records.
func reshapeNested(ctx context.Context, in *input) error {
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
		if len(g.rows) == 0 {
			break
		}
	}
	in.hint.kept, in.hint.records = in.hint.rows, true
	in.hint.form = fmt.Sprintf("records in the lists %s", list(g.walked, "and"))
	in.takeNested(g)
	if g.list != "" && !in.isNamed(g.list) && !slices.Contains(in.opt.Pivot, g.list) {
		in.tell(model.CodeLists, fmt.Sprintf("%s: the %d records in the lists %s are judgments of one kind, whichever list they came from", printable(in.file), len(g.rows), list(g.walked, "and")),
			model.Choose(model.OptionPivot, g.list, "makes attributes of each list"))
	}
	return nil
}

// takeNested says what the columns are: within the records, the name and what was measured; what
// stands above is no judgment.
func (in *input) takeNested(g *grid) {
	name := in.scoreName(g)
	in.out.names, in.out.rows = nil, g.rows
	look := &lookahead{table: &held{names: g.names}, rows: g.rows[:min(len(g.rows), sampleRows)], err: io.EOF}
	profiles := look.sample()
	for i, h := range g.names {
		p := profiles[i]
		switch claims := claimOf(h); {
		case i == name:
			in.add(h, attributeRole, "the name of a score in "+list(g.walked, "and"))
		case i < g.from && claims.role == noRole && !isMeasure(h) && !matchesAny(in.opt.Attributes, h):
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

// listed is a table some of whose columns hold lists: [4, 5, 3], or ["u", "v"] beside it. Each place of
// the lists is a row, in which the other cells repeat. Databases and clusters write such files by grouping.
type listed struct {
	table
	file    string
	columns []int // the lists; the first says how many places there are, if they have to be equally many
	equally bool
	lists   [][]string // of the present row
	cells   []string
	line    int
	at, n   int // the next place, of so many
}

// unpackLists makes a row of each place of the lists in a table's cells, as its first rows show, and tells
// which lists these are. Judged are lists of numbers, and of words of which one comes twice; others go with
// them where they are as long as they in each row. Packed are rows with a list of attributes.
func unpackLists(t *lookahead, file string, opt Options, packed bool, tell teller) (*listed, []string) {
	names, _ := t.header()
	attribute := packedColumn(names, attributeRole, opt.AttributeCol...)
	judgment := packedColumn(names, judgmentRole, opt.JudgmentCol)
	if packed && (attribute < 0 || judgment < 0) {
		return nil, nil
	}
	t.peek(func() bool { return len(t.rows) < sampleMinRows })
	of := make(map[int][][]string) // the lists of a column, by row
	var judged []int
	var words []string // columns of lists of words that are judged
	for i, name := range names {
		lists, numbers, twice := listsIn(t.rows, i)
		if lists == nil {
			continue
		}
		if of[i] = lists; numbers || twice {
			judged = append(judged, i)
		}
		if !numbers && twice {
			words = append(words, name)
		}
	}
	if len(judged) == 0 || packed && (of[attribute] == nil || of[judgment] == nil) {
		return nil, nil
	}
	first := judged[0]
	if packed {
		first = attribute
	}
	alike := func(i int) bool {
		return slices.EqualFunc(of[i], of[first], func(a, b []string) bool { return len(a) == len(b) })
	}
	which := slices.DeleteFunc(places(names), func(i int) bool {
		return of[i] == nil || !slices.Contains(judged, i) && !alike(i)
	})
	l := &listed{table: t, file: file, columns: which, equally: packed}
	if packed {
		l.columns = append([]int{attribute}, slices.DeleteFunc(slices.Clone(which), func(i int) bool { return i == attribute })...)
		words = nil
	}
	l.lists = make([][]string, len(l.columns))
	tell(model.CodeLists, fmt.Sprintf("%s: each list in %s was read as judgments of the row's object", printable(file), listSome(pick(names, which))))
	return l, words
}

// listsIn are the lists in the cells of a column, nil where other cells are among them; whether they
// hold numbers alone, and whether one comes twice in a list.
func listsIn(rows []row, column int) (lists [][]string, numbers, twice bool) {
	some := false
	numbers = true
	for _, r := range rows {
		list, is := cellsOf(r.cells[column])
		if !is {
			return nil, false, false
		}
		some = some || strings.HasPrefix(trim(r.cells[column]), "[")
		numbers = numbers && !slices.ContainsFunc(list, func(cell string) bool { _, k := parseValue(cell); return k == text })
		twice = twice || len(distinct(list)) < len(list)
		lists = append(lists, list)
	}
	if !some {
		return nil, false, false
	}
	return lists, numbers, twice
}

// cellsOf are the cells of a list as JSON or Python writes it; a missing one is a list of nothing.
func cellsOf(cell string) (cells []string, ok bool) {
	cell = trim(cell)
	if pythonList.MatchString(cell) {
		for _, m := range pythonWord.FindAllStringSubmatch(cell, -1) {
			cells = append(cells, strings.TrimSpace(m[1]))
		}
		return cells, true
	}
	if isMissing(cell) {
		return nil, true
	}
	return parseCells(cell)
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

func (l *listed) next() ([]string, int, error) {
	for l.at == l.n {
		cells, line, err := l.table.next()
		if err == nil {
			err = l.unpack(cells, line)
		}
		if err != nil {
			return nil, line, err
		}
	}
	for k, i := range l.columns {
		if l.cells[i] = ""; l.at < len(l.lists[k]) {
			l.cells[i] = l.lists[k][l.at]
		}
	}
	l.at++
	return l.cells, l.line, nil
}

// unpack takes up a row. One of empty lists is a row nevertheless, unless its attributes are a list.
func (l *listed) unpack(cells []string, line int) error {
	names, _ := l.header()
	l.cells, l.line, l.at, l.n = l.cells[:0], line, 0, b2i(!l.equally)
	for _, cell := range cells {
		l.cells = append(l.cells, strings.Clone(cell))
	}
	for k, i := range l.columns {
		wrong := &Error{File: l.file, Line: line, Column: names[i]}
		var ok bool
		if l.lists[k], ok = cellsOf(cells[i]); !ok {
			wrong.Value, wrong.Message = cells[i], `is no list such as [4, 5] or ["a", "b"], as other cells of the column are`
			return wrong
		}
		if l.equally && len(l.lists[k]) != len(l.lists[0]) {
			wrong.Message = fmt.Sprintf("lists %d values, and %s lists %d: the lists of an object have one value a judgment each", len(l.lists[k]), plainOrQuoted(names[l.columns[0]]), len(l.lists[0]))
			return wrong
		}
		l.n = max(l.n, len(l.lists[k]))
	}
	return nil
}
