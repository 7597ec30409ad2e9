package read

import (
	"context"
	"encoding/json"
	"strings"
)

const ofMLflow = "of MLflow"

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
