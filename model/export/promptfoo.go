package export

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"fms-tui/model"
)

// Promptfoo writes a configuration of promptfoo at path and its scoring function
// beside it, at the same path with the suffix .scoring.js. The scoring function is
// whole before the configuration names it. Judgments carry no rater there: the
// offsets of a fixed panel are not subtracted.
func Promptfoo(path string, p model.Predictor) error {
	if _, err := scoreNames(&p); err != nil {
		return err
	}
	if suffix := strings.ToLower(filepath.Ext(path)); suffix != ".yaml" && suffix != ".yml" {
		return fmt.Errorf("cannot write %s: promptfoo takes it for YAML only with the suffix .yaml or .yml", path)
	}
	beside := ScoringFile(path)
	return WriteFile(path, func(w io.Writer) error {
		if err := PromptfooConfig(w, p, filepath.Base(beside)); err != nil {
			return err
		}
		return WriteFile(beside, func(w io.Writer) error { return PromptfooScoring(w, p) })
	})
}

// ScoringFile is the path of the scoring function beside a configuration.
func ScoringFile(path string) string {
	return strings.TrimSuffix(path, filepath.Ext(path)) + ".scoring.js"
}

// PromptfooConfig writes what every test of promptfoo shares (defaultTest): the
// rubric of each attribute, as many times as the attribute's repeats, with one
// metric. An alias of YAML repeats the first, so the text of a rubric is written
// once. Weight 0 keeps a rubric from passing or failing a test itself. scoring is the
// name of the scoring function's file.
func PromptfooConfig(w io.Writer, p model.Predictor, scoring string) error {
	return writeText(w, p, func(b *strings.Builder) error {
		header(b, p, "#")
		b.WriteString(promptfooUse)
		fmt.Fprintf(b, "assertScoringFunction: %s\nassert:", inYAML("file://"+scoring))
		if len(p.Attributes) == 0 {
			b.WriteString(" []")
		}
		b.WriteString("\n")
		for i, a := range p.Attributes {
			name := inYAML(unrendered(a.Name))
			fmt.Fprintf(b, "  - &attribute%d\n    type: llm-rubric\n    metric: %s\n    weight: 0\n    value: %s\n", i+1, name, name)
			b.WriteString(strings.Repeat(fmt.Sprintf("  - *attribute%d\n", i+1), a.Repeats-1))
		}
		return nil
	})
}

const promptfooUse = `# In promptfooconfig.yaml: defaultTest: file://THIS_FILE
# Replace each value by the text of the rubric, and leave each metric as it is.
# Add "options: {provider: ...}" for the judge, or "provider:" to a rubric.
# Turn the cache of promptfoo off: a cached answer is no new judgment.
`

// PromptfooScoring writes the scoring function: the mean score of each metric, and
// the prediction from these means as the score of the test.
//
// It reads the results of the assertions, because versions of promptfoo differ in
// what the named scores of a metric are: a sum, a mean, or 0 for weight 0.
func PromptfooScoring(w io.Writer, p model.Predictor) error {
	names, err := scoreNames(&p)
	if err != nil {
		return err
	}
	return writeText(w, p, func(b *strings.Builder) error {
		header(b, p, "//")
		b.WriteString("\"use strict\";\n\n")
		javaScriptPredict(b, p, false, names)
		javaScriptClassify(b, p, false)
		javaScriptClassifyMany(b, p, false)
		b.WriteString("\n// metric as the configuration has it: attribute\nconst METRICS = new Map([\n")
		for _, a := range p.Attributes {
			fmt.Fprintf(b, "  [%s, %s],\n", inJavaScript(a.Name), inJavaScript(a.Name))
			if metric := unrendered(a.Name); metric != a.Name {
				fmt.Fprintf(b, "  [%s, %s],\n", inJavaScript(metric), inJavaScript(a.Name))
			}
		}
		score := promptfooScore
		if p.Classes != nil {
			score = promptfooClasses.Replace(score)
		}
		score = promptfooMany(&p, score)
		fmt.Fprintf(b, "]);\nconst LABEL = %s;\n%s", inJavaScript(p.Label), score)
		return nil
	})
}

const promptfooScore = `
/** promptfoo calls it with the results of a test's assertions. */
function score(namedScores, context) {
  const judgments = new Map();
  let cached = 0;
  for (const result of (context && context.componentResults) || []) {
    const attribute = METRICS.get(result.assertion && result.assertion.metric);
    if (attribute === undefined) continue;
    if (!judgments.has(attribute)) judgments.set(attribute, []);
    judgments.get(attribute).push(result.score);
    if (result.tokensUsed && result.tokensUsed.cached > 0) cached++;
  }
  const missing = ATTRIBUTES.filter(([attribute]) => !judgments.has(attribute)).map(([attribute]) => JSON.stringify(attribute));
  if (missing.length > 0) {
    return { pass: false, score: 0, reason: "no prediction: no score of " + missing.join(", ") };
  }
  const prediction = predict(judgments);
  const least = context && context.threshold;
  const means = [...judgments].map(([attribute, x]) => [attribute, x.reduce((sum, y) => sum + y, 0) / x.length]);
  return {
    pass: typeof least !== "number" || prediction >= least,
    score: prediction,
    reason: "predicted " + LABEL + ": " + prediction + (cached > 0 ? "; cached answers, which are no new judgments: " + cached : ""),
    namedScores: { ...namedScores, ...Object.fromEntries(means) },
  };
}

module.exports = score;
module.exports.predict = predict;
`

// promptfooClasses makes the scoring function of a label with two classes: the class is
// in the reason, and the probability of the second class is a score with its name.
var promptfooClasses = strings.NewReplacer(
	"  const least =", "  const call = classify(judgments);\n  const least =",
	`LABEL + ": " + prediction +`, `LABEL + ": " + prediction + "; " + call.class + ", since P(" + CLASSES[1] + ") = " + call.probability +`,
	"...Object.fromEntries(means) }", `...Object.fromEntries(means), ["P(" + CLASSES[1] + ")"]: call.probability }`,
	"predict;\n", "predict;\nmodule.exports.classify = classify;\n",
)

// promptfooMany makes the scoring function of three classes or more, or of several labels.
// The class is in the reason, and the probability of each class, or the prediction of each
// label, is a named score. The score of the test is the prediction of ordered classes, else
// the probability of the class called, or the prediction of the first label.
func promptfooMany(p *model.Predictor, score string) string {
	switch {
	case p.Multiclass == nil && p.Scores == nil:
		return score
	case p.Multiclass == nil:
		return strings.NewReplacer(
			"  const prediction = predict(judgments);\n", "  const predictions = predict(judgments);\n  const prediction = predictions[SCORES[0]];\n",
			"...Object.fromEntries(means) }", `...Object.fromEntries(means), ...Object.fromEntries(SCORES.map((name) => ["predicted " + name, predictions[name]])) }`,
			"LABEL +", "SCORES[0] +",
		).Replace(score)
	}
	of := "predict(judgments)"
	if !p.Multiclass.Ordered {
		of = "call.probabilities[call.class]"
	}
	return strings.NewReplacer(
		"  const prediction = predict(judgments);\n", "  const call = classify(judgments);\n  const prediction = "+of+";\n",
		`LABEL + ": " + prediction +`, `LABEL + ": " + call.class + ", of probability " + call.probabilities[call.class] +`,
		"...Object.fromEntries(means) }", `...Object.fromEntries(means), ...Object.fromEntries(CLASSES.map((name) => ["P(" + name + ")", call.probabilities[name]])) }`,
		"predict;\n", "predict;\nmodule.exports.classify = classify;\n",
	).Replace(score)
}

// unrendered is a text that promptfoo shows as it is. It renders templates and loads
// files that a text names, so a text that could mean either becomes a template that
// prints it.
func unrendered(s string) string {
	s = valid(s)
	if !strings.Contains(s, "{{") && !strings.Contains(s, "{%") && !strings.Contains(s, "{#") && !strings.Contains(s, "://") {
		return s
	}
	return `{{ "` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(s) + `" }}`
}

// inYAML is a double-quoted string of YAML, of ASCII characters only.
func inYAML(s string) string { return literal(s, byWidth) }
