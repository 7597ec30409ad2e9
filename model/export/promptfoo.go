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
	if _, err := outcomeOf(&p); err != nil {
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
// For classes the score is the prediction where they are ordered, else the probability of
// the class called; of several labels it is the first one's prediction.
//
// It reads the results of the assertions, because versions of promptfoo differ in
// what the named scores of a metric are: a sum, a mean, or 0 for weight 0.
func PromptfooScoring(w io.Writer, p model.Predictor) error {
	return writeProgram(w, p, javaScriptLanguage, "promptfoo", false)
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
