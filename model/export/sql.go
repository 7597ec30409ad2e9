package export

import (
	"fmt"
	"io"
	"strings"

	"fms-tui/model"
)

// SQL writes one query that PostgreSQL, DuckDB and SQLite all read. It predicts for
// every object of a table judgments(object, attribute, judgment), under a fixed panel
// judgments(object, attribute, judgment, rater). The prediction is NULL if an attribute
// has no judgment: a mean of no judgments is NULL, and a sum with NULL is NULL.
// Judgments that are NULL do not count. For a label with two classes the columns class
// and probability follow; several scores, and three classes or more, have columns of
// their own.
//
// Numbers have an exponent or are cast, because PostgreSQL and DuckDB take
// others for decimals, whose divisions round elsewhere. A name that holds the
// character NUL, which no SQL text can, is an error.
func SQL(w io.Writer, p model.Predictor) error { return writeProgram(w, p, sqlLanguage, "sql", true) }

// sqlNumber is a number of double precision. One below 0 is in parentheses: two
// minus signs would begin a comment.
func sqlNumber(x float64) string {
	s := number(x)
	if !strings.Contains(s, "e") {
		s += "e0"
	}
	if s[0] == '-' {
		s = "(" + s + ")"
	}
	return s
}

// inSQL is a text literal of standard SQL: the quote alone has a meaning in it.
func inSQL(s string) (string, error) {
	s = valid(s)
	if strings.ContainsRune(s, 0) {
		return "", &nulError{s, "SQL"}
	}
	return "'" + strings.ReplaceAll(s, "'", "''") + "'", nil
}

// sqlColumn is the name of a column, between double quotes.
func sqlColumn(s string) (string, error) {
	if _, err := inSQL(s); err != nil {
		return "", err
	}
	return `"` + strings.ReplaceAll(valid(s), `"`, `""`) + `"`, nil
}

// sqlLargest takes the value that stands for the largest of some columns, the last of equals: its
// case is the first from behind that no column before is above.
func sqlLargest(columns, values []string) string {
	var b strings.Builder
	b.WriteString("CASE")
	for k := len(columns) - 1; k >= 0; k-- {
		fmt.Fprintf(&b, "\n  WHEN %s IS NOT NULL", columns[k])
		for _, before := range columns[:k] {
			fmt.Fprintf(&b, " AND %s >= %s", columns[k], before)
		}
		b.WriteString(" THEN " + values[k])
	}
	return b.String() + " END"
}

// sqlColumns are the numbered columns of classes, times factors where there are some.
func sqlColumns(name string, n int, factors ...[]float64) (columns []string) {
	for k := range n {
		column := fmt.Sprint(name, k)
		if len(factors) > 0 {
			column = sqlNumber(factors[0][k]) + " * " + column
		}
		columns = append(columns, column)
	}
	return columns
}
