package read

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
)

const promptfooParts = "gradingResult.componentResults"

var promptfooLog = tool{
	form: "promptfoo results", of: "of promptfoo", unit: "USD", keys: "testIdx, promptIdx and gradingResult", empty: noScore,
	has:    []string{"testIdx", "promptIdx", "gradingResult.componentResults|namedScores.*|gradingResult.namedScores.*"},
	object: "testIdx", gone: "cost|testIdx|gradingResult.*|namedScores.*|testCase.vars.*|response.*", read: readPromptfoo,
}

// readPromptfoo enters every assertion of a result, or its named scores where it has none.
func readPromptfoo(s *scores) error {
	s.object = s.promptfooObject()
	prompt, model := s.cell("promptIdx"), cmp.Or(s.cell("provider.id"), s.cell("provider"))
	var list []map[string]json.RawMessage
	if err := s.decode(max(s.in.column(promptfooParts), 0), s.cell(promptfooParts), &list, `a list of results such as [{"score": 1, "assertion": {"metric": "m"}}]`); err != nil {
		return err
	}
	for n, p := range list {
		name := cmp.Or(within(p, "assertion.metric"), strings.TrimSpace(fmt.Sprintf("%s %d", within(p, "assertion.type"), n+1)))
		one := score{
			attribute: name, value: within(p, "score"), judge: within(p, "assertion.provider"), prompt: prompt, model: model,
			in: within(p, "tokensUsed.prompt"), out: within(p, "tokensUsed.completion"),
		}
		if len(list) == 1 {
			one.cost = s.cell("cost")
		}
		s.add(one)
	}
	for i, name := range s.in.names {
		if metric, is := strings.CutPrefix(strings.TrimPrefix(name, "gradingResult."), "namedScores."); is && len(list) == 0 && trim(s.cells[i]) != "" {
			s.add(score{attribute: metric, value: s.cells[i], prompt: prompt, model: model})
		}
	}
	return nil
}

// promptfooObject returns the name of the object of a result: the only variable of the test, the variable that is
// named like an object, or all variables. Without variables it is the number of the test.
func (s *scores) promptfooObject() string {
	vars, best := s.in.inputs("vars.")
	if len(best) > 0 {
		vars = best[:1]
	}
	var words []string
	for _, i := range vars {
		if v := trim(s.cells[i]); v != "" {
			words = append(words, v)
		}
	}
	return cmp.Or(strings.Join(words, " | "), s.object)
}
