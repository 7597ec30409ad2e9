package read

import (
	"fmt"
	"slices"
	"strings"

	"fms-tui/model"
)

// rowNumber is the column that --object-col ROW makes: the number of the row.
const rowNumber = "ROW"

// The values of --name-is.
const (
	nameIsAttribute = "attribute"
	nameIsRater     = "rater"
)

// NamesAre lists the values of --name-is.
func NamesAre() []string { return []string{nameIsAttribute, nameIsRater} }

// where returns t with the conditions of --where about its columns, and the conditions about other columns.
func where(t table, conditions []string, left *int) (table, []string) {
	names, _ := t.header()
	keep := make(map[int][]string) // the values accepted, by column
	var others []string
	for _, c := range conditions {
		column, value, ok := splitCondition(names, c)
		if !ok {
			others = append(others, c)
			continue
		}
		keep[column] = append(keep[column], value)
	}
	if len(keep) == 0 {
		return t, others
	}
	return &changed{table: t, change: func(cells []string, _ int) ([][]string, error) {
		for column, values := range keep {
			if !slices.Contains(values, trim(cells[column])) {
				*left++
				return nil, nil
			}
		}
		return [][]string{cells}, nil
	}}, others
}

// splitCondition finds the column of column=value; either may hold the sign.
func splitCondition(names []string, condition string) (column int, value string, ok bool) {
	for at := range condition {
		if condition[at] != '=' {
			continue
		}
		if column = slices.Index(names, strings.TrimSpace(condition[:at])); column >= 0 {
			return column, strings.TrimSpace(condition[at+1:]), true
		}
	}
	return 0, "", false
}

// noCondition explains a condition that is about no column of a file.
func noCondition(file, condition string, names []string) error {
	column, _, ok := strings.Cut(condition, "=")
	if !ok {
		return &Error{File: file, Message: fmt.Sprintf("%s is no condition: write COLUMN=value", quote(condition)), Option: model.OptionWhere}
	}
	return &Error{File: file, Message: fmt.Sprintf("has no column %s: the columns are %s",
		plainOrQuoted(column), listSome(model.Nearest(column, names))), Option: model.OptionWhere}
}
