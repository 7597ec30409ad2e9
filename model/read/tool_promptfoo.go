package read

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

const (
	ofPromptfoo     = "of promptfoo"
	promptfooParts  = "gradingResult.componentResults"
	promptfooScores = "namedScores."
	promptfooVars   = "vars."
)

func isPromptfooNames(in *input) bool {
	return in.has("testIdx", "promptIdx") && (in.has(promptfooParts) || in.hasPrefix(promptfooScores) || in.hasPrefix("gradingResult."+promptfooScores))
}

func isPromptfoo(in *input) bool { return isPromptfooNames(in) && in.isForScores() }

// promptfooPart is the result of one assertion.
type promptfooPart struct {
	Score      json.RawMessage `json:"score"`
	TokensUsed struct {
		Prompt     json.Number `json:"prompt"`
		Completion json.Number `json:"completion"`
	} `json:"tokensUsed"`
	Assertion struct {
		Type     string          `json:"type"`
		Metric   string          `json:"metric"`
		Provider json.RawMessage `json:"provider"`
	} `json:"assertion"`
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
	err := in.each(ctx, func(cells []string, line int) error {
		id := object(cells)
		if id == "" {
			return s.noID(in.column("testIdx"), line)
		}
		var list []promptfooPart
		if parts >= 0 {
			if err := s.decode(parts, line, cells[parts], &list, `a list of results such as [{"score": 1, "assertion": {"metric": "m"}}]`); err != nil {
				return err
			}
		}
		for n, p := range list {
			name := p.Assertion.Metric
			if name == "" {
				name = strings.TrimSpace(fmt.Sprintf("%s %d", p.Assertion.Type, n+1))
			}
			cost := ""
			if len(list) == 1 {
				cost = get(cells, "cost")
			}
			s.add(score{
				object: id, attribute: name, value: plain(p.Score), judge: plain(p.Assertion.Provider), cost: cost,
				in: p.TokensUsed.Prompt.String(), out: p.TokensUsed.Completion.String(),
			}, cells, line)
		}
		if len(list) == 0 {
			s.promptfooNamed(id, cells, line)
		}
		s.record()
		return nil
	})
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
	var vars, best []int
	level := numbered
	for i, name := range in.names {
		rest, is := strings.CutPrefix(name, promptfooVars)
		if !is {
			continue
		}
		vars = append(vars, i)
		if c := claimOf(rest); c.role == objectRole && c.strength <= level {
			if c.strength < level {
				best = nil
			}
			level, best = c.strength, append(best, i)
		}
	}
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
