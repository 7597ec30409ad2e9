package export

import (
	"fmt"
	"io"
	"strings"

	"fms-tui/model"
)

// JavaScript writes a CommonJS module for Node 16 and later, which browsers load as a
// script and modules import by name. Its function predict takes the judgments of one
// object, a list for each attribute in an object or a Map. It returns the prediction,
// or null if an attribute has no judgment. Under a fixed panel predict also takes the
// raters of these judgments, like Python's. For a label with two classes or more the
// function classify calls the object. With several scores predict returns each by name.
func JavaScript(w io.Writer, p model.Predictor) error {
	names, err := scoreNames(&p)
	if err != nil {
		return err
	}
	return writeText(w, p, func(b *strings.Builder) error {
		header(b, p, "//")
		b.WriteString("\"use strict\";\n\n")
		fixed := p.Raters.Mode == model.RatersFixed
		intercept := "INTERCEPT"
		if names != nil {
			intercept = "SCORES, INTERCEPTS"
		}
		javaScriptPredict(b, p, fixed, names)
		more := javaScriptClassify(b, p, fixed) + javaScriptClassifyMany(b, p, fixed) + javaScriptStopping(b, p)
		fmt.Fprintf(b, "\nif (typeof module === \"object\") {\n  module.exports = { predict, %s, ATTRIBUTES%s };\n}\n", intercept, more)
		return nil
	})
}

// javaScriptPredict writes the function predict and its numbers. Attributes are
// rows of a list: as a key of an object "__proto__" would be none.
func javaScriptPredict(b *strings.Builder, p model.Predictor, fixed bool, names []string) {
	plain, panel := javaScriptPlain, javaScriptFixed
	if names == nil {
		javaScriptNumbers(b, p)
	} else {
		javaScriptScoreNumbers(b, p, names)
		plain, panel = javaScriptScores.Replace(plain), javaScriptScores.Replace(panel)
	}
	if !fixed {
		b.WriteString(javaScriptGet + plain)
		return
	}
	b.WriteString("// attribute: rater: the rater's offset on it\nconst OFFSETS = new Map([\n")
	for _, a := range p.Attributes {
		fmt.Fprintf(b, "  [%s, new Map([\n", inJavaScript(a.Name))
		for _, o := range offsetsOf(p, a.Name) {
			fmt.Fprintf(b, "    [%s, %s],\n", inJavaScript(o.rater), number(o.offset))
		}
		b.WriteString("  ])],\n")
	}
	b.WriteString("]);\n" + javaScriptGet + panel)
}

func javaScriptNumbers(b *strings.Builder, p model.Predictor) {
	b.WriteString("// [attribute, judgments to buy for an object, weight of their mean]\n")
	fmt.Fprintf(b, "const INTERCEPT = %s;\nconst ATTRIBUTES = [\n", number(p.Intercept))
	for _, a := range p.Attributes {
		fmt.Fprintf(b, "  [%s, %d, %s],\n", inJavaScript(a.Name), a.Repeats, number(a.Weight))
	}
	b.WriteString("];\n")
}

const javaScriptGet = `
function get(lists, name) {
  if (lists instanceof Map) return lists.get(name);
  return Object.prototype.hasOwnProperty.call(lists, name) ? lists[name] : undefined;
}
`

const javaScriptPlain = `
/**
 * Predicts the label of an object from its judgments: an object or a Map of lists by attribute.
 * Returns null if an attribute has no judgment. Attributes not needed are ignored.
 */
function predict(judgments) {
  let total = INTERCEPT;
  for (const [attribute, , weight] of ATTRIBUTES) {
    const values = get(judgments, attribute);
    if (!values || values.length === 0) return null;
    total += weight * (values.reduce((sum, x) => sum + x, 0) / values.length);
  }
  return total;
}
`

const javaScriptFixed = `
/**
 * Predicts the label of an object from its judgments: an object or a Map of lists by attribute.
 * raters lists who made them, in the same order. Their offsets are subtracted: 0 for unknown
 * raters, and 0 for all without raters.
 * Returns null if an attribute has no judgment. Attributes not needed are ignored.
 */
function predict(judgments, raters) {
  let total = INTERCEPT;
  for (const [attribute, , weight] of ATTRIBUTES) {
    let values = get(judgments, attribute);
    if (!values || values.length === 0) return null;
    if (raters) {
      const by = get(raters, attribute) || [];
      if (by.length !== values.length) {
        throw new RangeError(values.length + " judgments of " + JSON.stringify(attribute) + " by " + by.length + " raters");
      }
      const offsets = OFFSETS.get(attribute);
      values = values.map((x, i) => x - (offsets.get(by[i]) || 0));
    }
    total += weight * (values.reduce((sum, x) => sum + x, 0) / values.length);
  }
  return total;
}
`

// inJavaScript is a string literal of ASCII characters only. It has no "<", which
// could end the script in a page.
func inJavaScript(s string) string {
	text := literal(s, func(r rune) string { return fmt.Sprintf(`\u{%x}`, r) })
	return strings.ReplaceAll(text, "<", `\u{3c}`)
}
