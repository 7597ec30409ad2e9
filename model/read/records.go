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

// parseWords reads a list of words, with repetitions; null is no word.
func parseWords(cell string) (values []string, ok bool) {
	cell = trim(cell)
	if list, ok := scalars(cell); ok {
		for _, raw := range list {
			if raw[0] == '"' {
				values = append(values, plain(raw))
			} else if raw[0] != 'n' {
				return nil, false
			}
		}
	} else if pythonList.MatchString(cell) {
		for _, m := range optionWithin[pythonList].FindAllStringSubmatch(cell, -1) {
			values = append(values, strings.TrimSpace(m[1]))
		}
	} else {
		return nil, false
	}
	return values, !slices.Contains(values, "")
}

// packedLists is a table of packed rows: one row an object, with a list of attributes, a list of
// judgments and, mostly, a list of raters, of the same length each. Databases and clusters write such
// files by grouping. Its rows are rows of the long layout: one a judgment, in which the other cells
// repeat.
type packedLists struct {
	table
	file   string
	listed []int // columns of lists; that of the attributes, the first, says how many judgments there are
	lists  [][]string
	cells  []string
	line   int
	at     int
}

// unpackObjects returns the rows of a table of packed rows, and other tables as they are: the first
// rows tell. It needs a column of attributes and one of judgments, by the names of the columns or by
// flags, with lists in both.
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
	isListed := func(i int) bool {
		return len(look.rows) > 0 && !slices.ContainsFunc(look.rows, func(r row) bool {
			want, is := parseCells(r.cells[attribute])
			list, ok := parseCells(r.cells[i])
			return !is || !ok || len(list) != len(want) && i != judgment
		})
	}
	if !isListed(attribute) || !isListed(judgment) {
		return look
	}
	which := slices.DeleteFunc(places(names), func(i int) bool { return !isListed(i) })
	quoted := slices.Clone(names)
	for i := range quoted {
		quoted[i] = quote(quoted[i])
	}
	tell(model.CodeLists, fmt.Sprintf("%s: each row was read as the judgments of one object, from the lists in %s", printable(file), list(pick(quoted, which), "and")))
	others := slices.DeleteFunc(which, func(i int) bool { return i == attribute })
	return &packedLists{table: look, file: file, listed: append([]int{attribute}, others...), lists: make([][]string, 1+len(others))}
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
	for p.at == len(p.lists[0]) {
		cells, line, err := p.table.next()
		if err == nil {
			err = p.unpack(cells, line)
		}
		if err != nil {
			return nil, line, err
		}
	}
	for k, i := range p.listed {
		p.cells[i] = p.lists[k][p.at]
	}
	p.at++
	return p.cells, p.line, nil
}

// unpack takes up a packed row.
func (p *packedLists) unpack(cells []string, line int) error {
	names, _ := p.header()
	p.cells, p.line, p.at = p.cells[:0], line, 0
	for _, cell := range cells {
		p.cells = append(p.cells, strings.Clone(cell))
	}
	for k, i := range p.listed {
		wrong := &Error{File: p.file, Line: line, Column: names[i]}
		var ok bool
		if p.lists[k], ok = parseCells(cells[i]); !ok {
			wrong.Value, wrong.Message = cells[i], `is no list such as [4, 5] or ["a", "b"], as other cells of the column are`
			return wrong
		}
		if len(p.lists[k]) != len(p.lists[0]) {
			wrong.Message = fmt.Sprintf("lists %d values, and %s lists %d: the lists of an object have one value a judgment each", len(p.lists[k]), plainOrQuoted(names[p.listed[0]]), len(p.lists[0]))
			return wrong
		}
	}
	return nil
}

// numberedLists is a column of a table whose cells are lists of numbers, or of words of which one
// comes twice in a list.
type numberedLists struct {
	column int
	parse  func(cell string) (values []string, ok bool)
	worded bool
	words  []string // in any of the lists
}

// unpackLists makes numbered columns, one a place, as the by-object layout has them, of columns whose
// cells are lists such as "[4, 5, 3]". For lists of words with a repeated word it makes a column for
// each place and word. It returns t itself if no column of its first rows holds only lists, and a hint
// if there are words. tell gets the columns with lists.
func unpackLists(ctx context.Context, t *lookahead, file string, tell teller) (*lookahead, *hint, error) {
	names, line := t.header()
	t.peek(func() bool { return len(t.rows) < sampleMinRows })
	var lists []*numberedLists
	var which []string
	for i, name := range names {
		if u := numberedIn(t.rows, i); u != nil {
			lists, which = append(lists, u), append(which, quote(name))
		}
	}
	if len(lists) == 0 {
		return t, nil, nil
	}
	out, longest := &held{names: names, line: line}, 0
	err := eachRow(ctx, t, func(cells []string, line int) error { // all of them, for the longest list may come last
		out.rows = append(out.rows, row{slices.Clone(cells), line})
		for _, u := range lists {
			n, err := u.read(file, names[u.column], cells[u.column], line)
			if longest = max(longest, n); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	var h *hint
	by := make(map[int]wide)
	for _, u := range lists {
		if u.worded && h == nil {
			h = &hint{layout: ByObject, known: make(map[string]known), before: names}
		}
		by[u.column] = u.wide(names[u.column], longest, h)
	}
	out.widen(by)
	tell(model.CodeLists, fmt.Sprintf("%s: each list in %s was read as the judgments of one object, up to %d", printable(file), strings.Join(which, ", "), longest))
	return &lookahead{table: out}, h, nil
}

// numberedIn finds out whether the cells of a column are lists, one at least; nil if not.
func numberedIn(rows []row, column int) *numberedLists {
	lists, words, twice := 0, 0, false
	for _, r := range rows {
		cell := trim(r.cells[column])
		_, isNumbers := parseList(cell)
		of, isWords := parseWords(cell)
		switch {
		case cell == "" || isNumbers && !strings.HasPrefix(cell, "["):
		case isNumbers:
			lists++
		case isWords:
			words++
			twice = twice || len(distinct(of)) < len(of)
		default:
			return nil
		}
	}
	switch {
	case twice:
		return &numberedLists{column: column, parse: parseWords, worded: true}
	case lists > 0 && words == 0:
		return &numberedLists{column: column, parse: parseList}
	}
	return nil
}

// read returns the length of a list, and learns its words.
func (u *numberedLists) read(file, name, cell string, line int) (int, error) {
	values, ok := u.parse(cell)
	if u.worded {
		u.words = distinct(append(u.words, values...))
	}
	wrong := &Error{File: file, Line: line, Column: name}
	switch {
	case !ok:
		wrong.Value, wrong.Message = cell, "is not a list of numbers such as [4, 5, 3], as other cells of the column are"
		return 0, wrong
	case len(u.words) > maxOptions:
		wrong.Message = fmt.Sprintf("holds more than %d different words in its lists: accepted are lists of options", maxOptions)
		wrong.Remedies = []model.Remedy{model.Choose(model.OptionIgnore, name, "leaves the column out")}
		return 0, wrong
	}
	return len(values), nil
}

// wide are the columns that the lists become: one for each place of the longest, or as many for each
// word, of which the hint hears.
func (u *numberedLists) wide(name string, longest int, h *hint) wide {
	var names []string
	for k := range longest * b2i(!u.worded) {
		names = append(names, fmt.Sprintf("%s.%d", name, k+1))
	}
	for _, w := range u.words {
		column := name + "." + w
		h.known[column] = known{attributeRole, why{code: model.ReasonForm, text: fmt.Sprintf("the word %s in the lists of %s", plainOrQuoted(w), plainOrQuoted(name))}}
		names = append(names, slices.Repeat([]string{column}, longest)...)
	}
	return wide{names, func(cell string) []string {
		values, _ := u.parse(cell)
		if !u.worded {
			return append(values, make([]string, longest-len(values))...)
		}
		cells := make([]string, len(names))
		for k, v := range values {
			for n, w := range u.words {
				cells[n*longest+k] = binary(v == w)
			}
		}
		return cells
	}}
}
