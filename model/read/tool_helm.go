package read

import (
	"context"
	"encoding/json"
)

const ofHELM = "of HELM"

func isHELMNames(in *input) bool { return in.has("instance_id", "stats") }

func isHELM(in *input) bool { return isHELMNames(in) && in.isForScores() }

// reshapeHELM makes a row of every statistic of an instance, its mean.
func reshapeHELM(ctx context.Context, in *input) error {
	s := newScores(in, ofHELM, func(name string) bool { return name == "stats" || name == "instance_id" })
	id, stats := in.column("instance_id"), in.column("stats")
	trial := in.getter()
	err := in.each(ctx, func(cells []string, line int) error {
		if trim(cells[id]) == "" {
			return s.noID(id, line)
		}
		var list []struct {
			Name struct {
				Name string `json:"name"`
			} `json:"name"`
			Mean json.RawMessage `json:"mean"`
		}
		if err := s.decode(stats, line, cells[stats], &list, `a list of statistics such as [{"name": {"name": "m"}, "mean": 0.5}]`); err != nil {
			return err
		}
		call := trim(cells[id]) + ", trial " + trial(cells, "train_trial_index") + " on " + nth(in.hint.rows)
		for _, st := range list {
			s.add(score{object: cells[id], attribute: st.Name.Name, value: plain(st.Mean), call: call}, cells, line)
		}
		s.record()
		return nil
	})
	s.finish()
	return err
}
