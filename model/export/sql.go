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

// sqlLargest takes the largest of n columns, or what stands for it in take; the first of
// equals. Its case is the first that no later column is above.
func sqlLargest(column string, n int, take ...[]string) string {
	var b strings.Builder
	b.WriteString("CASE")
	for k := range n {
		fmt.Fprintf(&b, "\n  WHEN %s%d IS NOT NULL", column, k)
		for j := k + 1; j < n; j++ {
			fmt.Fprintf(&b, " AND %s%d >= %s%d", column, k, column, j)
		}
		of := fmt.Sprintf("%s%d", column, k)
		if len(take) > 0 {
			of = take[0][k]
		}
		b.WriteString(" THEN " + of)
	}
	return b.String() + " END"
}
