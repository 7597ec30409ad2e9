package read

import (
	"context"
	"encoding/json"
	"strings"
)

const (
	ofLangfuse = "of Langfuse"
	ofMLflow   = "of MLflow"
	ofOpenAI   = "of OpenAI evals"
	ofHELM     = "of HELM"
)

func isLangfuse(in *input) bool {
	return in.has("traceId", "name", "value", "source") && in.isForScores()
}

// reshapeLangfuse makes a row of every score; what people annotated are labels,
// unless nobody else scored.
func reshapeLangfuse(ctx context.Context, in *input) error {
	s := newScores(in, ofLangfuse, func(name string) bool { return name == "name" || name == "value" || name == "traceId" })
	get := in.getter()
	people := func(cells []string) bool { return strings.EqualFold(get(cells, "source"), "ANNOTATION") }
	type annotation struct {
		cells []string
		line  int
	}
	var annotated []annotation
	enter := func(cells []string, line int, rater string) {
		s.add(score{object: get(cells, "traceId"), attribute: get(cells, "name"), value: get(cells, "value"), rater: rater}, cells, line)
		s.record()
	}
	err := in.each(ctx, func(cells []string, line int) error {
		switch {
		case get(cells, "traceId") == "":
			return s.noID(in.column("traceId"), line)
		case get(cells, "name") == "":
			return in.bad(in.column("name"), line, "", "is empty: every score %s has a name", ofLangfuse)
		case people(cells):
			annotated = append(annotated, annotation{cells, line})
		default:
			enter(cells, line, "")
		}
		return nil
	})
	if len(s.given) == 0 {
		for _, a := range annotated {
			enter(a.cells, a.line, get(a.cells, "authorUserId"))
		}
		annotated = nil
	}
	for _, a := range annotated {
		s.person(get(a.cells, "traceId"), get(a.cells, "name"), get(a.cells, "value"))
		in.hint.kept++
	}
	s.finish()
	return err
}

// mlflowColumn returns the column of the assessments of a trace, or -1.
func (in *input) mlflowColumn() int {
	return max(in.column("assessments"), in.column("info.assessments"))
}

func isMLflowNames(in *input) bool {
	return in.mlflowColumn() >= 0 && (in.has("trace_id") || in.has("info.trace_id") || in.has("info.request_id"))
}

func isMLflow(in *input) bool { return isMLflowNames(in) && in.isForScores() }

// mlflowAssessment is what one source says of a trace.
type mlflowAssessment struct {
	Name        string `json:"assessment_name"`
	ShortName   string `json:"name"`
	Source      struct{ Type, ID string }
	Feedback    *struct{ Value json.RawMessage }
	Expectation *struct{ Value json.RawMessage }
}

// UnmarshalJSON reads the keys of a source, which are source_type and source_id.
func (a *mlflowAssessment) UnmarshalJSON(text []byte) error {
	var raw struct {
		Name   string `json:"assessment_name"`
		Short  string `json:"name"`
		Source struct {
			Type string `json:"source_type"`
			ID   string `json:"source_id"`
		} `json:"source"`
		Feedback *struct {
			Value json.RawMessage `json:"value"`
		} `json:"feedback"`
		Expectation *struct {
			Value json.RawMessage `json:"value"`
		} `json:"expectation"`
	}
	if err := json.Unmarshal(text, &raw); err != nil {
		return err
	}
	a.Name = raw.Name
	if a.Name == "" {
		a.Name = raw.Short
	}
	a.Source.Type, a.Source.ID = raw.Source.Type, raw.Source.ID
	if raw.Feedback != nil {
		a.Feedback = &struct{ Value json.RawMessage }{raw.Feedback.Value}
	}
	if raw.Expectation != nil {
		a.Expectation = &struct{ Value json.RawMessage }{raw.Expectation.Value}
	}
	return nil
}

// reshapeMLflow makes a row of every assessment of a trace by a judge or by code;
// what people say, and expectations, are labels.
func reshapeMLflow(ctx context.Context, in *input) error {
	column := in.mlflowColumn()
	s := newScores(in, ofMLflow, func(name string) bool { return name == in.names[column] })
	get := in.getter()
	err := in.each(ctx, func(cells []string, line int) error {
		object := get(cells, "trace_id") + get(cells, "info.trace_id")
		if object == "" {
			object = get(cells, "info.request_id")
		}
		if object == "" {
			return s.noID(max(in.column("trace_id"), in.column("info.trace_id")), line)
		}
		var list []mlflowAssessment
		if err := s.decode(column, line, cells[column], &list, `a list of assessments such as [{"assessment_name": "a", "feedback": {"value": 4}}]`); err != nil {
			return err
		}
		for _, a := range list {
			switch {
			case a.Expectation != nil:
				s.person(object, a.Name, plain(a.Expectation.Value))
			case a.Feedback != nil && strings.EqualFold(a.Source.Type, "HUMAN"):
				s.person(object, a.Name, plain(a.Feedback.Value))
			case a.Feedback != nil:
				s.add(score{object: object, attribute: a.Name, value: plain(a.Feedback.Value), judge: a.Source.ID}, cells, line)
			}
		}
		s.record()
		return nil
	})
	s.finish()
	return err
}

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
