package read

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"fms-tui/model"
)

// unpackLists makes numbered columns, one a place, as the by-object layout has them, of
// columns whose cells are lists such as "[4, 5, 3]". For lists of words with a repeated
// word it makes a column for each place and word. It returns t itself if no column of its
// first rows holds only lists, and a hint if there are words. tell gets the columns with
// lists; it may be nil.
func unpackLists(ctx context.Context, t *lookahead, file string, tell teller) (*lookahead, *hint, error) {
	names, line := t.header()
	t.peek(func() bool { return len(t.rows) < sampleMinRows })
	u := &unpacked{held: held{line: line}, file: file, before: names, words: make(map[int][]string)}
	u.listColumns(t.rows)
	if len(u.listed) == 0 {
		return t, nil, nil
	}
	err := eachRow(ctx, t, u.add) // all of them, for the longest list may come last
	if err != nil {
		return nil, nil, err
	}
	u.unpack()
	if tell != nil {
		var which []string
		for _, i := range u.listed {
			which = append(which, quote(names[i]))
		}
		tell(model.CodeLists, fmt.Sprintf("%s: each list in %s was read as the judgments of one object, up to %d", printable(file), strings.Join(which, ", "), u.longest))
	}
	var h *hint
	if len(u.words) > 0 {
		h = &hint{layout: ByObject, known: u.known, before: names}
	}
	return &lookahead{table: &u.held}, h, nil
}

// unpacked is a table whose lists were taken apart.
type unpacked struct {
	held
	file    string
	before  []string // the header of the file
	listed  []int
	longest int
	words   map[int][]string // by column of words, its words
	known   map[string]known
}

// listColumns finds the columns whose cells are lists, one at least.
func (u *unpacked) listColumns(rows []row) {
	for i := range u.before {
		lists, words := 0, 0
		twice := false
		for _, r := range rows {
			cell := trim(r.cells[i])
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
				lists, words = -len(rows)-1, -len(rows)-1
			}
		}
		switch {
		case lists > 0 && words == 0:
			u.listed = append(u.listed, i)
		case words > 0 && twice:
			u.listed = append(u.listed, i)
			u.words[i] = []string{}
		}
	}
}

func (u *unpacked) add(cells []string, line int) error {
	r := row{append([]string(nil), cells...), line}
	for _, i := range u.listed {
		var values []string
		var ok bool
		if known, isWords := u.words[i]; isWords {
			values, ok = parseWords(r.cells[i])
			for _, v := range values {
				if !slices.Contains(known, v) {
					known = append(known, v)
				}
			}
			if u.words[i] = known; len(known) > maxOptions {
				return &Error{
					File: u.file, Line: line, Column: u.before[i], Message: fmt.Sprintf("holds more than %d different words in its lists: accepted are lists of options", maxOptions),
					Remedies: []model.Remedy{model.Choose(model.OptionIgnore, u.before[i], "leaves the column out")},
				}
			}
		} else {
			values, ok = parseList(r.cells[i])
		}
		if !ok {
			return &Error{File: u.file, Line: line, Column: u.before[i], Value: r.cells[i], Message: "is not a list of numbers such as [4, 5, 3], as other cells of the column are"}
		}
		u.longest = max(u.longest, len(values))
	}
	u.rows = append(u.rows, r)
	return nil
}

// scalars reads a list of numbers, texts, true, false and null as JSON, or Python, writes it. An
// empty cell is a list of nothing.
func scalars(cell string) (list []json.RawMessage, ok bool) {
	if cell == "" {
		return nil, true
	}
	if cell[0] != '[' {
		return nil, false
	}
	if json.Unmarshal([]byte(cell), &list) != nil {
		cell = strings.NewReplacer("None", "null", "True", "true", "False", "false", "NaN", "null", "nan", "null").Replace(cell)
		if json.Unmarshal([]byte(cell), &list) != nil {
			return nil, false
		}
	}
	return list, !slices.ContainsFunc(list, func(raw json.RawMessage) bool { return raw[0] == '[' || raw[0] == '{' })
}

// parseCells reads a list of which every element is a cell; null is an empty one.
func parseCells(cell string) (cells []string, ok bool) {
	list, ok := scalars(trim(cell))
	for _, raw := range list {
		cells = append(cells, plain(raw))
	}
	return cells, ok
}

// parseList reads a list of numbers, true, false and null. A missing cell is a list of nothing.
func parseList(cell string) (values []string, ok bool) {
	if isMissing(trim(cell)) {
		return nil, true
	}
	list, ok := scalars(trim(cell))
	if !ok || slices.ContainsFunc(list, func(raw json.RawMessage) bool { return raw[0] == '"' }) {
		return nil, false
	}
	return parseCells(cell)
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

// unpack replaces each column of lists by a column for each place of the longest list,
// and a column of words by as many columns for each word.
func (u *unpacked) unpack() {
	u.known = make(map[string]known)
	isListed := make([]bool, len(u.before))
	for _, i := range u.listed {
		isListed[i] = true
	}
	for i, name := range u.before {
		words, isWords := u.words[i]
		switch {
		case !isListed[i]:
			u.names = append(u.names, name)
		case isWords:
			for _, w := range words {
				column := name + "." + w
				u.known[column] = known{attributeRole, why{code: model.ReasonForm, text: fmt.Sprintf("the word %s in the lists of %s", plainOrQuoted(w), plainOrQuoted(name))}}
				for range u.longest {
					u.names = append(u.names, column)
				}
			}
		default:
			for k := range u.longest {
				u.names = append(u.names, fmt.Sprintf("%s.%d", name, k+1))
			}
		}
	}
	for n, r := range u.rows {
		cells := make([]string, 0, len(u.names))
		for i, cell := range r.cells {
			cells = u.cells(cells, cell, i, isListed[i])
		}
		u.rows[n].cells = cells
	}
}

// cells appends what a cell of a column becomes.
func (u *unpacked) cells(cells []string, cell string, column int, listed bool) []string {
	words, isWords := u.words[column]
	if !listed {
		return append(cells, cell)
	}
	if !isWords {
		values, _ := parseList(cell) // it was one before
		cells = append(cells, values...)
		return append(cells, make([]string, u.longest-len(values))...)
	}
	values, _ := parseWords(cell)
	for _, w := range words {
		for _, v := range values {
			cells = append(cells, binary(v == w))
		}
		cells = append(cells, make([]string, u.longest-len(values))...)
	}
	return cells
}
