package read

import (
	"context"
	"encoding/json"
)

const ofOpenAI = "of OpenAI evals"

func isOpenAINames(in *input) bool { return in.has("datasource_item_id", "results") }

func isOpenAI(in *input) bool { return isOpenAINames(in) && in.isForScores() }

// reshapeOpenAI makes a row of every grader's result for an item of a run.
func reshapeOpenAI(ctx context.Context, in *input) error {
	s := newScores(in, ofOpenAI, func(name string) bool { return name == "results" || name == "datasource_item_id" })
	id, results := in.column("datasource_item_id"), in.column("results")
	err := in.each(ctx, func(cells []string, line int) error {
		if trim(cells[id]) == "" {
			return s.noID(id, line)
		}
		var list []struct {
			Name   string          `json:"name"`
			Score  json.RawMessage `json:"score"`
			Passed json.RawMessage `json:"passed"`
		}
		if err := s.decode(results, line, cells[results], &list, `a list of results such as [{"name": "g", "score": 0.5}]`); err != nil {
			return err
		}
		for _, r := range list {
			value := plain(r.Score)
			if value == "" {
				value = plain(r.Passed)
			}
			s.add(score{object: cells[id], attribute: r.Name, value: value}, cells, line)
		}
		s.record()
		return nil
	})
	s.finish()
	return err
}
