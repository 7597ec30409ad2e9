package read

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"fms-tui/model"
)

// Records within records become rows by rules that are applied to a path, one after the other:
//
//   - a list of records is a row an element;
//   - sibling lists whose records have the same keys are one list, and the column list tells them apart;
//   - a dict of records of one schema is a row a key, in the column PATH.key;
//   - lists of numbers within such a dict are a row a number, which the column # counts;
//   - whatever else stands in a record repeats in each of its rows.
//
// One JSON object alone, a document, holds its records in a list somewhere within.

// grid is a table of which one column after the other is taken apart.
type grid struct {
	file   string
	names  []string
	rows   []row
	of     []int    // by row: the record of the file it came from
	from   int      // the first column that came from within
	walked []string // what was taken apart
	list   string   // the column that names the list of a record; "" for none
}

// spread makes rows of each row, of which the columns from one on come from within.
func (g *grid) spread(from int, names []string, become func(n int) [][]string) {
	var rows []row
	var of []int
	for n, r := range g.rows {
		for _, cells := range become(n) {
			rows, of = append(rows, row{cells, r.line}), append(of, g.of[n])
		}
	}
	g.from, g.names, g.rows, g.of = from, names, rows, of
}

// descend makes rows of the records of a document: the list of the flag, of a tool, or that looks most like scores.
func (t *records) descend(path string) (table, error) {
	if cleanPath(path) == "" && isRecordOfTool(t.names) {
		return t, nil
	}
	doc := t.ahead[0]
	g := &grid{file: t.file, names: t.names, rows: []row{{line: doc.line}}, of: []int{0}}
	for _, f := range doc.fields {
		g.rows[0].cells = append(g.rows[0].cells, f.cell)
	}
	lists := g.lists(path, knownRecords)
	if len(lists) == 0 {
		return t, nil
	}
	if err := g.explode(lists, true); err != nil {
		return nil, t.problem(err)
	}
	order := slices.Concat(places(g.names)[g.from:], places(g.names)[:g.from])
	for n, r := range g.rows {
		g.rows[n].cells = pick(r.cells, order)
	}
	return &held{names: pick(g.names, order), line: 1, rows: g.rows}, nil
}

// cleanPath writes results[].items[] as results.items.
func cleanPath(path string) string { return strings.ReplaceAll(strings.TrimSpace(path), "[]", "") }

// lists returns the column whose cells are lists of scores, the best, or that the path of --records
// leads to, and its siblings with the same keys.
func (g *grid) lists(path string, known []string) []int {
	path = cleanPath(path)
	found, best := -1, 0
	for i, name := range g.names {
		asked := path != "" && (path == name || strings.HasPrefix(path, name+".") || strings.HasSuffix(path, "."+name))
		for _, r := range g.rows {
			cell := trim(r.cells[i])
			size := holdsScores(cell)
			switch {
			case !strings.HasPrefix(cell, "["):
			case asked && strings.HasPrefix(trim(cell[1:]), "{"):
				size = 1 << 30
			case path == "" && slices.Contains(known, name):
				size = 1 << 29
			}
			if size > best {
				found, best = i, size
			}
		}
	}
	if found < 0 {
		return nil
	}
	keys := g.keysOf(found)
	return slices.DeleteFunc(places(g.names), func(i int) bool {
		return i != found && (path != "" || keys == "" || g.keysOf(i) != keys)
	})
}

// keysOf are the keys of the first record in the lists of a column; "" for none.
func (g *grid) keysOf(column int) string {
	for _, r := range g.rows {
		var list []map[string]json.RawMessage
		if strings.HasPrefix(r.cells[column], "[") && json.Unmarshal([]byte(r.cells[column]), &list) == nil && len(list) > 0 {
			return strings.Join(slices.Sorted(maps.Keys(list[0])), "\x00")
		}
	}
	return ""
}

// explode makes rows of the elements of lists. Of a document the keys of its records keep their
// names, and what else it holds repeats where it is one value and no measure.
func (g *grid) explode(lists []int, document bool) error {
	in := &records{file: g.file, index: make(map[string]int)}
	from, list := make([][]record, len(g.rows)), make([][]string, len(g.rows)) // by row
	for n, r := range g.rows {
		for _, column := range lists {
			err := g.elements(g.names[column], r.cells[column], r.line, func(rec record) {
				in.enter(rec)
				from[n], list[n] = append(from[n], rec), append(list[n], g.names[column])
			})
			if err != nil {
				return err
			}
		}
	}
	above := slices.DeleteFunc(places(g.names), func(i int) bool {
		_, taken := in.index[g.names[i]]
		cell := g.rows[0].cells[i]
		return slices.Contains(lists, i) || document && (taken || cell == "" || cell[0] == '[' || isMeasure(g.names[i]))
	})
	outer, names := pick(g.names, above), []string(nil)
	if len(lists) > 1 {
		g.list = freshName("list", outer, in.names)
		names = append(names, g.list)
	}
	first := len(names)
	for _, name := range in.names {
		if slices.Contains(outer, name) {
			name = g.names[lists[0]] + "." + name
		}
		names = append(names, name)
	}
	g.walked = append(g.walked, pick(g.names, lists)...)
	g.spread(len(above), append(outer, names...), func(n int) (all [][]string) {
		for k, rec := range from[n] {
			cells := make([]string, len(names))
			if first > 0 {
				cells[0] = list[n][k]
			}
			for _, f := range rec.fields {
				cells[first+in.index[f.name]] = f.cell
			}
			all = append(all, append(pick(g.rows[n].cells, above), cells...))
		}
		return all
	})
	return nil
}

// elements hands over the records of the list in a cell.
func (g *grid) elements(name, cell string, line int, use func(record)) error {
	if cell = trim(cell); cell == "" {
		return nil
	}
	bad := func(path, value, message string) error {
		return &Error{File: g.file, Line: line, Column: path, Value: shorten(value), Message: message}
	}
	var all []json.RawMessage
	if json.Unmarshal([]byte(cell), &all) != nil {
		return bad(name, cell, "is no list as other records hold it")
	}
	for k, raw := range all {
		path, rec := fmt.Sprintf("%s[%d]", name, k), record{line: line}
		if raw[0] != '{' {
			return bad(path, string(raw), "is no object: a list of records holds objects alone")
		}
		if err := rec.addObject(g.file, raw, "", 0); err != nil {
			return bad(path, string(raw), "cannot be read: "+jsonProblem(err))
		}
		use(rec)
	}
	return nil
}

// dict finds the first dict of records: two keys at least, below which the same names stand, two at
// least, and not numbers alone: those are columns already.
func (g *grid) dict() *melted {
	seen := make(map[string]bool)
	for _, name := range g.names {
		for at := range len(name) {
			path := name[:at]
			if at > 0 && name[at] != '.' || seen[path] {
				continue
			}
			seen[path] = true
			if d := g.dictAt(path); d != nil {
				return d
			}
		}
	}
	return nil
}

// dictAt is the dict at a path, melted; nil where the columns below it are none.
func (g *grid) dictAt(path string) *melted {
	m, numbers := melt(g.names), true
	for i, name := range g.names {
		rest, below := strings.CutPrefix(name, path+".")
		if path == "" {
			rest, below = name, strings.Contains(name, ".")
		}
		if !below {
			continue
		}
		key, inner, deeper := strings.Cut(rest, ".")
		if !deeper {
			return nil
		}
		m.take(i, key, inner)
		numbers = numbers && !slices.ContainsFunc(g.rows, func(r row) bool { _, k := parseValue(r.cells[i]); return k == text })
	}
	if !m.isFull() || min(len(m.who), len(m.attributes)) < 2 || numbers && (path != "" || !g.isAllDict(m)) {
		return nil
	}
	m.header = strings.TrimPrefix(path+".key", ".")
	return m
}

// isAllDict tells whether the file is one dict, or one within one, whose keys are objects or judges.
func (g *grid) isAllDict(m *melted) bool {
	const objects = 8
	if len(g.rows) == 1 {
		return len(m.who) > 2 || strings.Contains(m.attributes[0], ".")
	}
	return slices.Equal(g.walked, []string{"*"}) && len(m.who) >= objects && len(m.who) > len(m.attributes)
}

// melt makes rows of the keys of a dict, and of the numbers of its lists.
func (g *grid) melt(m *melted) {
	g.walked = append(g.walked, strings.TrimSuffix(m.header, "key")+"*")
	g.spread(len(m.plain(g.names)), m.columns(), func(n int) [][]string { return m.rows(g.rows[n].cells) })
	g.count()
}

// count makes rows of lists of numbers, where those of a row are as long as each other.
func (g *grid) count() {
	var columns []int
	for i := g.from; i < len(g.names); i++ {
		if c := listColumnOf(g.rows, i); c.lists != nil && c.numbers {
			columns = append(columns, i)
		}
	}
	if len(columns) == 0 {
		return
	}
	g.spread(g.from, append(slices.Clone(g.names), freshName("#", g.names, nil)), func(n int) [][]string {
		lists := make([][]string, len(columns))
		for k, i := range columns {
			lists[k], _ = cellsOf(g.rows[n].cells[i])
		}
		all := rowsOfLists(g.rows[n].cells, columns, lists, 0)
		for at := range all {
			all[at] = append(all[at], strconv.Itoa(at+1))
		}
		return all
	})
}

// places are all places of a list.
func places(list []string) (all []int) {
	for i := range list {
		all = append(all, i)
	}
	return all
}

// pick are the elements at some places.
func pick(list []string, places []int) []string {
	picked := make([]string, 0, len(places))
	for _, i := range places {
		picked = append(picked, list[i])
	}
	return picked
}

// freshName is a name that is in neither list.
func freshName(name string, taken, also []string) string {
	for slices.Contains(taken, name) || slices.Contains(also, name) {
		name += "′"
	}
	return name
}

// enter keeps a record and the names of its fields.
func (t *records) enter(rec record) {
	t.ahead = append(t.ahead, rec)
	for _, f := range rec.fields {
		if _, known := t.index[f.name]; !known {
			t.index[f.name] = len(t.names)
			t.names = append(t.names, f.name)
		}
	}
}

// Bounds of looking for scores: lists within lists, and elements of a list.
const (
	mostLists    = 5
	mostElements = 10
)

// holdsScores returns 0 unless a cell is a list of objects that hold a number and a name, a list of two
// objects at least that hold numbers alone, or a list of objects that hold such lists. Deeper lists
// score higher, then longer lists.
func holdsScores(cell string) int {
	dec := json.NewDecoder(strings.NewReader(cell))
	if open, err := dec.Token(); err != nil || open != json.Delim('[') {
		return 0
	}
	var list []any
	for dec.More() && len(list) < mostElements {
		var element any
		if dec.Decode(&element) != nil {
			return 0
		}
		list = append(list, element)
	}
	return scoresOf(list, strings.Count(cell, "{"), 0)
}

func scoresOf(list []any, size, depth int) int {
	best, plain := 0, 0
	for _, element := range list[:min(len(list), mostElements)] {
		record, is := element.(map[string]any)
		if !is || depth > mostLists {
			return 0
		}
		number, name, deeper := kindsOf(record, depth)
		switch best = max(best, deeper); {
		case number && name:
			best = max(best, 1000*(depth+1)+min(size, 999))
		case number:
			plain++
		}
	}
	if best == 0 && plain > 1 {
		return 1
	}
	return best
}

// kindsOf tells whether a value is, or an object has, a number and a name, and what its lists hold.
func kindsOf(v any, depth int) (number, name bool, deeper int) {
	switch v := v.(type) {
	case float64:
		number = true
	case string:
		number, name = isNumber(v), true
	case []any:
		deeper = scoresOf(v, len(v), depth+1)
	case map[string]any:
		for _, inner := range v {
			n, c, d := kindsOf(inner, depth)
			number, name, deeper = number || n, name || c, max(deeper, d)
		}
	}
	return number, name, deeper
}

// checkPath refuses a path of --records that leads nowhere.
func (t *records) checkPath(path string) error {
	path = cleanPath(path)
	if path == "" || slices.ContainsFunc(t.names, func(n string) bool {
		return n == path || strings.HasPrefix(path, n+".") || strings.HasPrefix(n, path+".")
	}) {
		return nil
	}
	var lists []string
	for _, rec := range t.ahead {
		for _, f := range rec.fields {
			if strings.HasPrefix(f.cell, "[") && !slices.Contains(lists, f.name) {
				lists = append(lists, f.name)
			}
		}
	}
	there := ""
	if len(lists) > 0 {
		there = ": there are " + listSome(lists)
	}
	return &Error{File: t.file, Message: "has no list at " + quote(path) + there, Option: model.OptionRecords}
}
