package export

import (
	"fmt"
	"strings"

	"fms-tui/model"
)

// sqlClassify wraps the query of predictions in the query of a label with two classes:
// the columns class and probability follow. If attributes share errors of one rater, a
// row of the table shared names two such attributes.
func sqlClassify(b *strings.Builder, p model.Predictor, c *twoClasses, predicted string) error {
	names := make([]string, 2)
	for i := range names {
		var err error
		if names[i], err = inSQL(c.Names[i]); err != nil {
			return err
		}
	}
	b.WriteString("WITH predicted AS (\n" + predicted + ")")
	if err := sqlNoise(b, p, c); err != nil {
		return err
	}
	from := "predicted"
	loss := "(NULL)"
	if len(p.Attributes) > 0 {
		from = "predicted LEFT JOIN noisy ON noisy.object = predicted.object"
		loss = fmt.Sprintf("(%s + noisy.noise)", sqlNumber(c.Quiet))
	}
	v := sqlNumber(c.Variance)
	fmt.Fprintf(b, ", spread AS (\nSELECT predicted.object, prediction, CASE WHEN %s >= 0e0 THEN %s + %s - %s ELSE %s END AS variance\nFROM %s\n)",
		loss, v, loss, sqlNumber(c.Projected), v, from)
	within := fmt.Sprintf("variance - %s", sqlNumber(c.Between))
	fmt.Fprintf(b, ", odds AS (\nSELECT object, prediction, %s + CASE WHEN variance > 0e0 THEN\n  %s * (prediction - %s) / CASE WHEN %s > %s * variance THEN %s ELSE %s * variance END\n  ELSE 0e0 END AS log_odds\nFROM spread\n)",
		sqlNumber(c.Odds), sqlNumber(c.Gap), sqlNumber(c.Middle), within, leastWithin, within, leastWithin)
	// In PostgreSQL the exponential of a very large or very small number is an error.
	b.WriteString(", probable AS (\nSELECT object, prediction, CASE\n  WHEN prediction IS NULL THEN NULL\n" +
		"  WHEN log_odds > 7e2 THEN 1e0\n  WHEN log_odds < -7e2 THEN 0e0\n  ELSE 1e0 / (1e0 + EXP(-log_odds)) END AS probability\nFROM odds\n)\n")
	fmt.Fprintf(b, "SELECT object, prediction, CASE WHEN probability >= %s THEN %s WHEN probability IS NOT NULL THEN %s END AS class, probability\nFROM probable\nORDER BY object;\n",
		sqlNumber(c.Threshold), names[1], names[0])
	return nil
}

// sqlNoise writes the queries up to noisy: what the noise of the judgments of an object
// adds to the loss of its prediction.
func sqlNoise(b *strings.Builder, p model.Predictor, c *twoClasses) error {
	if len(p.Attributes) == 0 {
		return nil
	}
	b.WriteString(", counted AS (\nSELECT object, attribute, NULLIF(COUNT(judgment), 0) AS n\nFROM judgments\nGROUP BY object, attribute\n)")
	var own, shared []string
	for a, x := range c.own {
		name, err := inSQL(p.Attributes[a].Name)
		if err != nil {
			return err
		}
		own = append(own, fmt.Sprintf("  (%s, %s)", name, sqlNumber(x)))
	}
	for _, x := range c.pairs {
		one, _ := inSQL(p.Attributes[x.a].Name) // no error, as in own
		other, _ := inSQL(p.Attributes[x.e].Name)
		shared = append(shared, fmt.Sprintf("  (%s, %s, %s, %d)", one, other, sqlNumber(x.both), x.least))
	}
	fmt.Fprintf(b, ", own(attribute, noise) AS (VALUES\n%s\n)", strings.Join(own, ",\n"))
	parts := "SELECT counted.object, own.noise / n AS noise\nFROM counted JOIN own ON own.attribute = counted.attribute"
	if len(shared) > 0 {
		fmt.Fprintf(b, ", shared(one, other, noise, least) AS (VALUES\n%s\n)", strings.Join(shared, ",\n"))
		parts += "\nUNION ALL\nSELECT a.object, shared.noise / CASE WHEN a.n >= b.n AND a.n >= least THEN a.n WHEN b.n >= least THEN b.n ELSE least END\n" +
			"FROM shared JOIN counted a ON a.attribute = one JOIN counted b ON b.attribute = other AND b.object = a.object"
	}
	fmt.Fprintf(b, ", parts AS (\n%s\n), noisy AS (\nSELECT object, SUM(noise) AS noise\nFROM parts\nGROUP BY object\n)", parts)
	return nil
}
