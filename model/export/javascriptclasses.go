package export

import (
	"fmt"
	"strings"

	"fms-tui/model"
)

// javaScriptClassify writes the function classify, where the label has two classes, and
// returns the names that the module exports besides predict.
func javaScriptClassify(b *strings.Builder, p model.Predictor, fixed bool) string {
	c := classesOf(&p)
	if c == nil {
		return ""
	}
	b.WriteString("\n// A prediction becomes the probability of the second class; the noise of the\n" +
		"// judgments there are widens the classes.\n")
	fmt.Fprintf(b, "const CLASSES = [%s, %s];\nconst THRESHOLD = %s;\n", inJavaScript(c.Names[0]), inJavaScript(c.Names[1]), number(c.Threshold))
	for _, x := range c.named() {
		fmt.Fprintf(b, "const %s = %s;\n", x.name, number(x.of))
	}
	b.WriteString("// noise of one judgment in the prediction, in the order of ATTRIBUTES\nconst NOISE = [\n")
	for _, x := range c.own {
		fmt.Fprintf(b, "  %s,\n", number(x))
	}
	b.WriteString("];\n// [two attributes by number, what errors of one rater share, judgments at least]\nconst SHARED = [\n")
	for _, x := range c.pairs {
		fmt.Fprintf(b, "  [%d, %d, %s, %d],\n", x.a, x.e, number(x.both), x.least)
	}
	b.WriteString("];\n")
	text := javaScriptClasses
	if fixed {
		text = strings.ReplaceAll(text, "(judgments)", "(judgments, raters)")
	}
	b.WriteString(text)
	return ", classify, CLASSES"
}

const javaScriptClasses = `
/**
 * Calls an object: { class, probability }, with the probability of the second class.
 * Returns null if an attribute has no judgment. Attributes not needed are ignored.
 */
function classify(judgments) {
  const prediction = predict(judgments);
  if (prediction === null) return null;
  const n = ATTRIBUTES.map(([attribute]) => get(judgments, attribute).length);
  let loss = LOSS_WITHOUT_NOISE;
  NOISE.forEach((noise, i) => (loss += noise / n[i]));
  for (const [one, other, both, least] of SHARED) loss += both / Math.max(least, n[one], n[other]);
  const variance = VARIANCE + (loss >= 0 ? loss - LOSS : 0);
  let logOdds = LOG_ODDS;
  if (variance > 0) logOdds += (GAP * (prediction - MIDDLE)) / Math.max(variance - BETWEEN, ` + leastWithin + ` * variance);
  const probability = 1 / (1 + Math.exp(-logOdds));
  return { class: CLASSES[probability >= THRESHOLD ? 1 : 0], probability };
}
`
