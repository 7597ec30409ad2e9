package read

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// unpackLists makes numbered columns, one a place, as the by-object layout has
// them, of columns whose cells are lists such as "[4, 5, 3]". It returns t itself
// where no column of its first rows holds lists and nothing else. tell hears of
// those that do; nil for nobody.
func unpackLists(ctx context.Context, t *lookahead, file string, tell func(code, message string)) (*lookahead, error) {
	names, line := t.header()
	t.peek(func() bool { return len(t.rows) < sampleMinRows })
	listed := listColumns(names, t.rows)
	if len(listed) == 0 {
		return t, nil
	}
	u := &held{line: line} // for the longest list may come last
	longest := 0
	err := eachRow(ctx, t, func(cells []string, line int) error {
		r := row{append([]string(nil), cells...), line}
		for _, i := range listed {
			values, ok := parseList(r.cells[i])
			if !ok {
				return &Error{File: file, Line: line, Column: names[i], Value: r.cells[i], Message: "is no list of numbers such as [4, 5, 3], as other cells of the column are"}
			}
			longest = max(longest, len(values))
		}
		u.rows = append(u.rows, r)
		return nil
	})
	if err != nil {
		return nil, err
	}
	u.unpack(names, listed, longest)
	if tell != nil {
		var which []string
		for _, i := range listed {
			which = append(which, quote(names[i]))
		}
		tell("lists", fmt.Sprintf("%s: each list in %s was read as the judgments of one object, up to %d", printable(file), strings.Join(which, ", "), longest))
	}
	return &lookahead{table: u}, nil
}

// listColumns returns the columns whose cells are lists, one at least.
func listColumns(names []string, rows []row) []int {
	var listed []int
	for i := range names {
		lists := 0
		for _, r := range rows {
			cell := trim(r.cells[i])
			if _, ok := parseList(cell); !ok {
				lists = -1
				break
			}
			if strings.HasPrefix(cell, "[") {
				lists++
			}
		}
		if lists > 0 {
			listed = append(listed, i)
		}
	}
	return listed
}

// parseList reads a list of numbers as JSON, or Python, writes it. An empty cell
// is a list of nothing.
func parseList(cell string) (values []string, ok bool) {
	cell = trim(cell)
	if isMissing(cell) {
		return nil, true
	}
	if !strings.HasPrefix(cell, "[") {
		return nil, false
	}
	cell = strings.NewReplacer("None", "null", "True", "true", "False", "false", "NaN", "null", "nan", "null").Replace(cell)
	dec := json.NewDecoder(strings.NewReader(cell))
	dec.UseNumber()
	var list []any
	if err := dec.Decode(&list); err != nil {
		return nil, false
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, false
	}
	for _, v := range list {
		switch v := v.(type) {
		case json.Number:
			values = append(values, v.String())
		case bool:
			values = append(values, strconv.FormatBool(v))
		case nil:
			values = append(values, "")
		default:
			return nil, false
		}
	}
	return values, true
}

// unpack replaces each column of lists by so many numbered ones.
func (u *held) unpack(names []string, listed []int, places int) {
	isListed := make([]bool, len(names))
	for _, i := range listed {
		isListed[i] = true
	}
	for i, name := range names {
		if !isListed[i] {
			u.names = append(u.names, name)
			continue
		}
		for k := range places {
			u.names = append(u.names, fmt.Sprintf("%s.%d", name, k+1))
		}
	}
	for n, r := range u.rows {
		cells := make([]string, 0, len(u.names))
		for i, cell := range r.cells {
			if !isListed[i] {
				cells = append(cells, cell)
				continue
			}
			values, _ := parseList(cell) // it was one before
			cells = append(cells, values...)
			cells = append(cells, make([]string, places-len(values))...)
		}
		u.rows[n].cells = cells
	}
}
