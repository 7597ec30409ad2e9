package export

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"fms-tui/model"
)

// errNoRule says that a predictor carries no rule.
var errNoRule = errors.New("the predictor carries no stopping rule: name a decision, such as y>6.5")

// StoppingJSON writes the stopping rule that a predictor carries, as collect reads it.
func StoppingJSON(w io.Writer, p model.Predictor) error {
	if p.Stopping == nil {
		return errNoRule
	}
	if err := p.Stopping.Check(); err != nil {
		return err
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(p.Stopping)
}

// StoppingCSV writes the rule as a table for people and spreadsheets, a row for each
// stage. Its columns are the number k, the question, the cost so far, the projected
// loss, the bounds and the threshold, the intercept, and the weight of the mean of each
// attribute's first judgments.
func StoppingCSV(w io.Writer, p model.Predictor) error {
	s := p.Stopping
	if s == nil {
		return errNoRule
	}
	if err := s.Check(); err != nil {
		return err
	}
	var names []string
	for _, x := range s.Stages[len(s.Stages)-1].Weights {
		names = append(names, x.Attribute)
	}
	header := []string{"k", "form", "attribute", "repeat", "spent", "loss", "below", "above", "threshold", "intercept"}
	for _, name := range names {
		header = append(header, "weight of "+name)
	}
	rows := [][]string{header}
	for i := range s.Stages {
		g := &s.Stages[i]
		row := []string{
			strconv.Itoa(g.K), g.Form, strings.Join(g.Attributes, "; "), strconv.Itoa(g.Repeat), g.Spent.String(),
			number(g.Loss), number(g.Below), number(g.Above), number(s.Threshold), number(g.Intercept),
		}
		for _, name := range names {
			weight := ""
			if at := slices.IndexFunc(g.Weights, func(x model.StoppingWeight) bool { return x.Attribute == name }); at >= 0 {
				weight = number(g.Weights[at].Weight)
			}
			row = append(row, weight)
		}
		rows = append(rows, row)
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// pythonStopping writes the function decide, where the predictor carries a rule.
func pythonStopping(b *strings.Builder, p model.Predictor) {
	if p.Stopping == nil {
		return
	}
	b.WriteString("\n\n# Stop early: (attributes to ask, intercept, no below, yes above,\n# {attribute: (first judgments, weight of their mean)})\nSTAGES = [\n")
	for i := range p.Stopping.Stages {
		g := &p.Stopping.Stages[i]
		b.WriteString("    (\n        (")
		for _, a := range g.Attributes {
			b.WriteString(inPython(a) + ", ")
		}
		b.WriteString("),\n        " + strings.Join([]string{pythonNumber(g.Intercept), pythonNumber(g.Below), pythonNumber(g.Above)}, ", ") + ",\n        {\n")
		for _, w := range g.Weights {
			b.WriteString("            " + inPython(w.Attribute) + ": (" + strconv.Itoa(w.Judgments) + ", " + pythonNumber(w.Weight) + "),\n")
		}
		b.WriteString("        },\n    ),\n")
	}
	b.WriteString("]\n" + pythonDecide)
}

const pythonDecide = `

def decide(judgments: dict[str, list[float]]) -> tuple[bool | None, tuple[str, ...]]:
    """Decide on an object from the judgments so far, in the order in which they came.

    (True, ()) or (False, ()) if they decide; else (None, the attributes to ask next).
    With a panel of raters, subtract their offsets first.
    """
    answer = False
    for ask, total, below, above, weights in STAGES:
        for attribute, (n, weight) in weights.items():
            values = judgments.get(attribute, [])[:n]
            if len(values) < n:
                return None, ask
            total += weight * (sum(values) / n)
        answer = total > above
        if answer or total < below:
            return answer, ()
    return answer, ()
`

// javaScriptStopping writes the function decide, where the predictor carries a rule, and
// returns the names that the module exports for it.
func javaScriptStopping(b *strings.Builder, p model.Predictor) string {
	if p.Stopping == nil {
		return ""
	}
	b.WriteString("\n// Stop early: [attributes to ask, intercept, no below, yes above,\n// [attribute, first judgments, weight of their mean] ...]\nconst STAGES = [\n")
	for i := range p.Stopping.Stages {
		g := &p.Stopping.Stages[i]
		b.WriteString("  [\n    [")
		for k, a := range g.Attributes {
			if k > 0 {
				b.WriteString(", ")
			}
			b.WriteString(inJavaScript(a))
		}
		b.WriteString("],\n    " + strings.Join([]string{number(g.Intercept), number(g.Below), number(g.Above)}, ", ") + ",\n    [\n")
		for _, w := range g.Weights {
			b.WriteString("      [" + inJavaScript(w.Attribute) + ", " + strconv.Itoa(w.Judgments) + ", " + number(w.Weight) + "],\n")
		}
		b.WriteString("    ],\n  ],\n")
	}
	b.WriteString("];\n" + javaScriptDecide)
	return ", decide, STAGES"
}

const javaScriptDecide = `
/**
 * Decides on an object from the judgments so far, in the order in which they came:
 * { decision: true or false, ask: [] } if they decide, else { decision: null, ask: the
 * attributes to ask next }. With a panel of raters, subtract their offsets first.
 */
function decide(judgments) {
  let decision = false;
  for (const [ask, intercept, below, above, weights] of STAGES) {
    let total = intercept;
    for (const [attribute, n, weight] of weights) {
      const values = (get(judgments, attribute) || []).slice(0, n);
      if (values.length < n) return { decision: null, ask };
      total += weight * (values.reduce((sum, x) => sum + x, 0) / n);
    }
    decision = total > above;
    if (decision || total < below) break;
  }
  return { decision, ask: [] };
}
`
