package read

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

const (
	ofPromptfoo     = "of promptfoo"
	promptfooParts  = "gradingResult.componentResults"
	promptfooScores = "namedScores."
	promptfooVars   = "vars."
)

func isPromptfoo(in *input) bool {
	return in.has("testIdx", "promptIdx") && (in.has(promptfooParts) || in.hasPrefix(promptfooScores) || in.hasPrefix("gradingResult."+promptfooScores))
}

// reshapePromptfoo makes a row of every assertion of a result.
func reshapePromptfoo(ctx context.Context, in *input) error {
	s := newScores(in, ofPromptfoo, func(name string) bool {
		return name == promptfooParts || name == "cost" || name == "testIdx" || strings.HasPrefix(name, "gradingResult.") || strings.HasPrefix(name, promptfooScores) ||
			strings.HasPrefix(name, "testCase.vars.") || strings.HasPrefix(name, "response.")
	})
	s.unit = "USD"
	object := in.promptfooObject()
	parts := in.column(promptfooParts)
	get := in.getter()
	var prompts []string // each once
	err := s.each(ctx, in.column("testIdx"), object, func(id string, cells []string, line int) error {
		prompt := get(cells, "promptIdx")
		if !slices.Contains(prompts, prompt) {
			prompts = append(prompts, prompt)
		}
		var list []map[string]json.RawMessage
		if parts >= 0 {
			if err := s.decode(parts, line, cells[parts], &list, `a list of results such as [{"score": 1, "assertion": {"metric": "m"}}]`); err != nil {
				return err
			}
		}
		for n, p := range list {
			name := within(p, "assertion.metric")
			if name == "" {
				name = strings.TrimSpace(fmt.Sprintf("%s %d", within(p, "assertion.type"), n+1))
			}
			cost := ""
			if len(list) == 1 {
				cost = get(cells, "cost")
			}
			s.add(score{
				object: id, attribute: name, value: within(p, "score"), judge: within(p, "assertion.provider"), cost: cost,
				in: within(p, "tokensUsed.prompt"), out: within(p, "tokensUsed.completion"),
			}, cells, line)
		}
		if len(list) == 0 {
			s.promptfooNamed(id, cells, line)
		}
		for i := s.before; i < len(s.given); i++ {
			s.given[i].prompt = prompt
		}
		return nil
	})
	if len(prompts) > 1 { // each wrote texts of its own
		for i := range s.given {
			s.given[i].object += " / prompt " + s.given[i].prompt
		}
		in.hint.because += fmt.Sprintf(", and %d prompts or models: what each wrote of a test is an object", len(prompts))
	}
	s.finish()
	return err
}

// promptfooNamed enters the named scores of a result without assertions.
func (s *scores) promptfooNamed(object string, cells []string, line int) {
	for i, name := range s.in.names {
		if metric, is := strings.CutPrefix(strings.TrimPrefix(name, "gradingResult."), promptfooScores); is && trim(cells[i]) != "" {
			s.add(score{object: object, attribute: metric, value: cells[i]}, cells, line)
		}
	}
}

// promptfooObject returns the name of the object of a result: the only variable of the test, the
// variable that is named like an object, or all variables. Without variables it is the number of
// the test.
func (in *input) promptfooObject() func(cells []string) string {
	vars, best := in.inputs(promptfooVars)
	if len(best) > 0 {
		vars = best[:1]
	}
	test := in.column("testIdx")
	return func(cells []string) string {
		var words []string
		for _, i := range vars {
			if v := trim(cells[i]); v != "" {
				words = append(words, v)
			}
		}
		if len(words) == 0 {
			return trim(cells[test])
		}
		return strings.Join(words, " | ")
	}
}
