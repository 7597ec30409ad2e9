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
func SQL(w io.Writer, p model.Predictor) error {
	return writeText(w, p, func(b *strings.Builder) error {
		columns := "object, attribute, judgment"
		if p.Raters.Mode == model.RatersFixed {
			columns += ", rater"
		}
		header(b, p, "--")
		fmt.Fprintf(b, "-- It reads a table judgments(%s): PostgreSQL, DuckDB, SQLite.\n", columns)
		if p.Scores != nil || p.Multiclass != nil {
			return sqlScores(b, p)
		}
		var q strings.Builder
		fmt.Fprintf(&q, "SELECT object,\n  %s", sqlNumber(p.Intercept))
		for _, a := range p.Attributes {
			term, err := sqlTerm(p, a)
			if err != nil {
				return err
			}
			q.WriteString(term)
		}
		q.WriteString(" AS prediction\nFROM judgments\nGROUP BY object\n")
		if c := classesOf(&p); c != nil {
			return sqlClassify(b, p, c, q.String())
		}
		b.WriteString(q.String() + "ORDER BY object;\n")
		return nil
	})
}

// sqlTerm is what an attribute adds to the prediction. Without ELSE a CASE is
// NULL, which AVG passes over.
func sqlTerm(p model.Predictor, a model.PredictorAttribute) (string, error) {
	name, err := inSQL(a.Name)
	if err != nil {
		return "", err
	}
	judgment := "CAST(judgment AS FLOAT8)"
	if offsets := offsetsOf(p, a.Name); len(offsets) > 0 {
		var b strings.Builder
		b.WriteString(" - CASE rater")
		for _, o := range offsets {
			rater, err := inSQL(o.rater)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(&b, "\n      WHEN %s THEN %s", rater, sqlNumber(o.offset))
		}
		judgment += b.String() + "\n      ELSE 0e0 END"
	}
	return fmt.Sprintf("\n  + %s * AVG(CASE WHEN attribute = %s THEN %s END)", sqlNumber(a.Weight), name, judgment), nil
}

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
		return "", fmt.Errorf("%s holds the character NUL, which no text of SQL can: rename it, or export another form", quoted(s))
	}
	return "'" + strings.ReplaceAll(s, "'", "''") + "'", nil
}
