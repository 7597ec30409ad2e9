package read

import (
	"fmt"
	"slices"
	"strings"

	"fms-tui/model"
)

// joinHeader takes further lines of a header off the first rows, as surveys write them: questions below
// short names, or names below those of groups. A column without a name, or in a group, is called as they
// say. A first column that has no name then is called as pandas calls it where it may name the objects.
func (l *lookahead) joinHeader(file string, tell teller) {
	l.peek(func() bool { return len(l.rows) < sampleMinRows })
	names, _ := l.header()
	joined := slices.Clone(names)
	n := headerLines(l.rows)
	if n > 0 {
		further, says := l.rows[0], "is not used"
		joined = belowGroups(names, further.cells)
		if !slices.Equal(joined, names) {
			says = "names columns"
		}
		tell(model.CodePreamble, fmt.Sprintf("%s:%d: a further line of the header %s: %s", printable(file), further.line, says, some(named(distinct(further.cells)))))
		// Below a header of several lines pandas writes a row that names the first column, and holds nothing else.
		if l.rows = l.rows[n:]; len(l.rows) > 0 && len(joined) > 1 && blank(l.rows[0].cells[1:]) && !blank(l.rows[0].cells[:1]) {
			joined[0] = trim(l.rows[0].cells[0])
			l.rows = l.rows[1:]
		}
	}
	if unnamed := "Unnamed: 0"; joined[0] == "" && !slices.Contains(joined, unnamed) && len(byHeader(joined)) == 0 {
		joined[0] = unnamed
	}
	if !slices.Equal(joined, names) || n > 0 {
		l.table = &changed{table: l.table, names: joined, change: func(cells []string, _ int) ([][]string, error) { return [][]string{cells}, nil }}
	}
}

// belowGroups are the names of columns where a further line says more of those without a name, and of
// neighbours of one name.
func belowGroups(names, further []string) []string {
	joined, group := slices.Clone(names), ""
	for i, own := range further {
		if names[i] != "" {
			group = names[i]
		}
		own = trim(own)
		spread := names[i] == "" || i+1 < len(names) && names[i+1] == ""
		again := names[i] != "" && (i > 0 && names[i-1] == names[i] || i+1 < len(names) && names[i+1] == names[i])
		switch {
		case !spread && !again || own == "":
		case spread && len(slices.DeleteFunc(slices.Clone(further), func(c string) bool { return trim(c) != own })) == 1:
			joined[i] = own
		default:
			joined[i] = strings.TrimPrefix(group+"."+own, ".")
		}
	}
	return joined
}

// headerLines is how many of the first rows belong to the header: rows up to one that names what was
// imported, or a row of texts alone, each once in its column, of which two at least stand above numbers, or
// above what repeats, or say that a response follows.
func headerLines(rows []row) int {
	const fewest = 4
	for n, r := range rows[:min(2, len(rows))] {
		if slices.ContainsFunc(r.cells, func(c string) bool { return strings.HasPrefix(trim(c), `{"ImportId"`) }) {
			return n + 1
		}
	}
	if len(rows) <= fewest {
		return 0
	}
	signs, numbers := 0, false
	for i, cell := range rows[0].cells {
		if cell = trim(cell); isMissing(cell) {
			continue
		}
		var below []string
		plain := 0
		for _, r := range rows[1:] {
			if c := trim(r.cells[i]); !isMissing(c) {
				below = append(below, c)
				plain += b2i(isNumber(c))
			}
		}
		if _, k := parseValue(cell); k != text || slices.Contains(noAnswers, strings.ToLower(cell)) || slices.Contains(below, cell) {
			return 0
		}
		response, above := strings.HasSuffix(strings.ToLower(cell), "response"), len(below) > 0 && plain == len(below)
		signs += b2i(above || 2*len(distinct(below)) < len(below)) + b2i(response)
		numbers = numbers || above || response
	}
	return b2i(signs >= 2 && numbers)
}

// fillDown fills the cells that a spreadsheet merged: below an object's id, and what else stands once for
// it, they are empty.
func (l *lookahead) fillDown(file string, tell teller) {
	const fewest = 6
	names, _ := l.header()
	key := append(byHeader(names), 0)[0]
	empty := func(i int) (rows []int) {
		for n, r := range l.rows {
			if isMissing(trim(r.cells[i])) {
				rows = append(rows, n)
			}
		}
		return rows
	}
	var ids []string
	for _, r := range l.rows {
		ids = append(ids, r.cells[key])
	}
	below := empty(key)
	few := len(l.rows) < fewest || 3*len(below) < len(l.rows) || below[0] == 0
	if few || len(distinct(ids)) < max(2, len(ids)-len(below)) || slices.ContainsFunc(below, func(n int) bool { return len(distinct(l.rows[n].cells)) < 2 }) {
		return
	}
	merged := slices.DeleteFunc(places(names), func(i int) bool { return !slices.Equal(empty(i), below) })
	last, before := make([]string, len(names)), *l
	*l = lookahead{table: &changed{table: &before, change: func(cells []string, _ int) ([][]string, error) {
		goesOn := isMissing(trim(cells[key])) && !blank(cells)
		for _, i := range merged {
			if goesOn && isMissing(trim(cells[i])) {
				cells[i] = last[i]
			}
			last[i] = strings.Clone(cells[i])
		}
		return [][]string{cells}, nil
	}}}
	tell(model.CodeFilledDown, fmt.Sprintf("%s: empty cells of %s hold what stands above them, as merged cells do", printable(file), list(pick(names, merged), "and")))
}
