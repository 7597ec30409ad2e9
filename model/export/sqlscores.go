package export

import (
	"fmt"
	"strings"

	"fms-tui/model"
)

// sqlScores writes the query of a predictor of several scores, or of three classes and
// more: of labels a column each, of classes the columns class and probability_NAME.
//
// Scores are the columns s0, s1, … of a first query. Ordered classes have one, s0.
func sqlScores(b *strings.Builder, p model.Predictor) error {
	all := p.Scores
	if all == nil {
		all = []model.PredictorScore{{Intercept: p.Intercept, Weights: each(p.Attributes, func(a model.PredictorAttribute) float64 { return a.Weight })}}
	}
	b.WriteString("WITH scored AS (\nSELECT object")
	for k := range all {
		fmt.Fprintf(b, ",\n  %s", sqlNumber(all[k].Intercept))
		for i, a := range p.Attributes {
			a.Weight = all[k].Weights[i]
			term, err := sqlTerm(p, a)
			if err != nil {
				return err
			}
			b.WriteString(term)
		}
		fmt.Fprintf(b, " AS s%d", k)
	}
	b.WriteString("\nFROM judgments\nGROUP BY object\n)")
	if p.Multiclass != nil {
		return sqlClassifyMany(b, p.Multiclass)
	}
	names, err := scoreNames(&p)
	if err != nil {
		return err
	}
	b.WriteString("\nSELECT object")
	for k, name := range names {
		column, err := sqlColumn("prediction_" + name)
		if err != nil {
			return err
		}
		fmt.Fprintf(b, ", s%d AS %s", k, column)
	}
	b.WriteString("\nFROM scored\nORDER BY object;\n")
	return nil
}

// sqlClassifyMany writes the queries from scores to classes. In PostgreSQL the
// exponential of a very large or very small number is an error.
func sqlClassifyMany(b *strings.Builder, c *model.PredictorMulticlass) error {
	of := func(write func(k int) string) string {
		var parts []string
		for k := range c.Names {
			parts = append(parts, write(k))
		}
		return strings.Join(parts, ",\n  ")
	}
	b.WriteString(", lined AS (\nSELECT object,\n  " + of(func(k int) string {
		score := 0
		if !c.Ordered {
			score = k
		}
		return fmt.Sprintf("%s + %s * s%d AS l%d", sqlNumber(c.LogitIntercepts[k]), sqlNumber(c.LogitSlopes[k]), score, k)
	}) + "\nFROM scored\n)")
	most := "0e0"
	if c.Ordered {
		most = sqlFirst("l", len(c.Names), func(k int) string { return fmt.Sprintf("l%d", k) })
	}
	b.WriteString(", topped AS (\nSELECT lined.*, " + most + " AS most\nFROM lined\n), weighed AS (\nSELECT object,\n  " + of(func(k int) string {
		if c.Ordered {
			return fmt.Sprintf("CASE WHEN l%d - most < -7e2 THEN 0e0 ELSE EXP(l%d - most) END AS o%d", k, k, k)
		}
		return fmt.Sprintf("CASE WHEN l%d > 7e2 THEN 1e0 WHEN l%d < -7e2 THEN 0e0 ELSE 1e0 / (1e0 + EXP(-l%d)) END AS o%d", k, k, k, k)
	}) + "\nFROM topped\n)")
	sum := strings.ReplaceAll(of(func(k int) string { return fmt.Sprintf("o%d", k) }), ",\n ", " +")
	b.WriteString(", summed AS (\nSELECT weighed.*, " + sum + " AS total\nFROM weighed\n), shared AS (\nSELECT object,\n  " + of(func(k int) string {
		return fmt.Sprintf("CASE WHEN total > 0e0 THEN o%d / total WHEN total = 0e0 THEN 1e0 / %d END AS p%d", k, len(c.Names), k)
	}) + "\nFROM summed\n)\n")
	return sqlCalls(b, c)
}

// sqlCalls selects the class and the probabilities.
func sqlCalls(b *strings.Builder, c *model.PredictorMulticlass) error {
	var names, columns []string
	for k, name := range c.Names {
		text, err := inSQL(name)
		if err != nil {
			return err
		}
		column, err := sqlColumn("probability_" + name)
		if err != nil {
			return err
		}
		names, columns = append(names, text), append(columns, fmt.Sprintf("p%d AS %s", k, column))
	}
	fmt.Fprintf(b, "SELECT object, %s AS class,\n  %s\nFROM shared\nORDER BY object;\n", sqlFirst("p", len(c.Names), func(k int) string { return names[k] }), strings.Join(columns, ",\n  "))
	return nil
}

// sqlFirst takes what stands for the largest of n columns, the first of equals: its case is
// the first that no later column is above.
func sqlFirst(column string, n int, take func(k int) string) string {
	text := "CASE"
	for k := range n {
		conditions := []string{fmt.Sprintf("%s%d IS NOT NULL", column, k)}
		for j := k + 1; j < n; j++ {
			conditions = append(conditions, fmt.Sprintf("%s%d >= %s%d", column, k, column, j))
		}
		text += "\n  WHEN " + strings.Join(conditions, " AND ") + " THEN " + take(k)
	}
	return text + " END"
}

// sqlColumn is the name of a column, between double quotes.
func sqlColumn(s string) (string, error) {
	if _, err := inSQL(s); err != nil {
		return "", err
	}
	return `"` + strings.ReplaceAll(valid(s), `"`, `""`) + `"`, nil
}
