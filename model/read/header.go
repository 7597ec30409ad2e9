package read

import (
	"fmt"
	"slices"
	"strings"

	"fms-tui/model"
)

// joinHeader takes further lines of a header off the first rows, as surveys write them: questions below
// short names, or names below those of groups. A column without a name, or in a group, is called as they
// say.
func (l *lookahead) joinHeader(file string, tell teller) {
	l.peek(func() bool { return len(l.rows) < sampleMinRows })
	n := headerLines(l.rows)
	if n == 0 {
		return
	}
	further, group := l.rows[0], ""
	names, _ := l.header()
	joined := slices.Clone(names)
	for i, own := range further.cells {
		if names[i] != "" {
			group = names[i]
		}
		own = trim(own)
		switch grouped := names[i] == "" || i+1 < len(names) && names[i+1] == ""; {
		case !grouped || own == "":
		case len(slices.DeleteFunc(slices.Clone(further.cells), func(c string) bool { return trim(c) != own })) == 1:
			joined[i] = own
		default:
			joined[i] = strings.TrimPrefix(group+"."+own, ".")
		}
	}
	says := "is not used"
	if !slices.Equal(joined, names) {
		says = "names columns"
	}
	tell(model.CodePreamble, fmt.Sprintf("%s:%d: a further line of the header %s: %s", printable(file), further.line, says, some(named(distinct(further.cells)))))
	l.rows = l.rows[n:]
	l.table = &changed{table: l.table, names: joined, change: func(cells []string, _ int) ([][]string, error) { return [][]string{cells}, nil }}
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
