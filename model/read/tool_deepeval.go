package read

import (
	"context"
	"encoding/json"
)

const ofDeepEval = "of DeepEval"

func isDeepEvalNames(in *input) bool { return in.has("metricsData") || in.has("metrics_data") }

func isDeepEval(in *input) bool { return isDeepEvalNames(in) && in.isForScores() }

// deepEvalMetric is the result of a metric on a test case; older logs write
// its keys with underscores.
type deepEvalMetric struct {
	Name            string          `json:"name"`
	Score           json.RawMessage `json:"score"`
	EvaluationModel string          `json:"evaluationModel"`
	Model           string          `json:"evaluation_model"`
	EvaluationCost  json.RawMessage `json:"evaluationCost"`
	Cost            json.RawMessage `json:"evaluation_cost"`
}

// reshapeDeepEval makes a row of every metric of a test case.
func reshapeDeepEval(ctx context.Context, in *input) error {
	s := newScores(in, ofDeepEval, func(name string) bool {
		return name == "metricsData" || name == "metrics_data" || isMeasure(name)
	})
	s.unit = "USD"
	metrics := max(in.column("metricsData"), in.column("metrics_data"))
	get := in.getter()
	err := in.each(ctx, func(cells []string, line int) error {
		object := get(cells, "name")
		if object == "" {
			object = get(cells, "input")
		}
		if object == "" {
			return s.noID(in.column("name"), line)
		}
		var list []deepEvalMetric
		if err := s.decode(metrics, line, cells[metrics], &list, `a list of metrics such as [{"name": "m", "score": 0.5}]`); err != nil {
			return err
		}
		for _, m := range list {
			s.add(score{
				object: object, attribute: m.Name, value: plain(m.Score), judge: m.EvaluationModel + m.Model,
				cost: plain(m.EvaluationCost) + plain(m.Cost),
			}, cells, line)
		}
		s.record()
		return nil
	})
	s.finish()
	return err
}
