package export

import (
	"fmt"
	"strings"

	"fms-tui/model"
)

// javaScriptScores are the changes that make the function predict return several scores.
var javaScriptScores = strings.NewReplacer(
	"Predicts the label of an object", "Predicts the scores of an object, by name,",
	"let total = INTERCEPT;", "let totals = INTERCEPTS;",
	"[attribute, , weight]", "[attribute, , weights]",
	"total += weight * (values.reduce((sum, x) => sum + x, 0) / values.length);", "const mean = values.reduce((sum, x) => sum + x, 0) / values.length;\n    totals = totals.map((total, k) => total + weights[k] * mean);",
	"return total;", "return Object.fromEntries(SCORES.map((name, k) => [name, totals[k]]));",
)

// javaScriptScoreNumbers writes the intercepts, and the repeats and weights of each attribute.
func javaScriptScoreNumbers(b *strings.Builder, p model.Predictor, names []string) {
	fmt.Fprintf(b, "const SCORES = %s;\nconst INTERCEPTS = %s;\n", javaScriptList(each(names, inJavaScript)), javaScriptList(each(scoreIntercepts(&p), number)))
	b.WriteString("// [attribute, judgments to buy for an object, weights of their mean by score]\nconst ATTRIBUTES = [\n")
	for i, a := range p.Attributes {
		fmt.Fprintf(b, "  [%s, %d, %s],\n", inJavaScript(a.Name), a.Repeats, javaScriptList(each(scoreWeights(&p, i), number)))
	}
	b.WriteString("];\n")
}

func javaScriptList(values []string) string { return "[" + strings.Join(values, ", ") + "]" }

// javaScriptClassifyMany writes the function classify, where the label has three classes or
// more, and returns the names that the module exports besides.
func javaScriptClassifyMany(b *strings.Builder, p model.Predictor, fixed bool) string {
	c := p.Multiclass
	if c == nil {
		return ""
	}
	b.WriteString("\n// The line of a class turns its score into the log odds of the class, or of ordered\n" +
		"// classes the prediction into the log of the weight.\n")
	fmt.Fprintf(b, "const CLASSES = %s;\nconst LINE_INTERCEPTS = %s;\nconst LINE_SLOPES = %s;\n", javaScriptList(each(c.Names, inJavaScript)),
		javaScriptList(each(c.LogitIntercepts, number)), javaScriptList(each(c.LogitSlopes, number)))
	text := strings.ReplaceAll(javaScriptMany, "WEIGHTS", "1 / (1 + Math.exp(-line))")
	if c.Ordered {
		text = strings.NewReplacer("prediction[SCORES[k]]", "prediction", "WEIGHTS", "Math.exp(line - Math.max(...lines))").Replace(javaScriptMany)
	}
	if fixed {
		text = strings.ReplaceAll(text, "(judgments)", "(judgments, raters)")
	}
	b.WriteString(text)
	return ", classify, CLASSES"
}

const javaScriptMany = `
/**
 * Calls an object: { class, probabilities }, with the probability of each class by name.
 * Returns null if an attribute has no judgment. Attributes not needed are ignored.
 */
function classify(judgments) {
  const prediction = predict(judgments);
  if (prediction === null) return null;
  const lines = CLASSES.map((_, k) => LINE_INTERCEPTS[k] + LINE_SLOPES[k] * prediction[SCORES[k]]);
  const weights = lines.map((line) => WEIGHTS);
  const total = weights.reduce((sum, x) => sum + x, 0);
  const shares = weights.map((w) => (total > 0 ? w / total : 1 / weights.length));
  return {
    class: CLASSES[shares.indexOf(Math.max(...shares))],
    probabilities: Object.fromEntries(CLASSES.map((name, k) => [name, shares[k]])),
  };
}
`
