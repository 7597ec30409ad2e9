package read

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

var argillaLog = tool{
	form: "Argilla records", of: "of Argilla", has: []string{"fields.*", "responses|responses.*"}, keys: "fields.* and responses", object: "id|external_id|_server_id",
	gone: "responses|responses.*|suggestions|suggestions.*|vectors|vectors.*", task: true, empty: "record without an answer", read: readArgilla,
}

// argillaAnswer is an answer by question, or by rater all of theirs.
type argillaAnswer struct {
	UserID json.RawMessage `json:"user_id"`
	Status string          `json:"status"`
	Value  json.RawMessage `json:"value"`
	Values map[string]struct {
		Value json.RawMessage `json:"value"`
	} `json:"values"`
}

// readArgilla enters the responses to the present record, and counts suggestions. Responses are an
// object of lists by question, or a list by rater in files of the first major version.
func readArgilla(s *scores) error {
	for i, name := range s.in.names {
		what, question, _ := strings.Cut(name, ".")
		switch cell := trim(s.cells[i]); {
		case cell == "":
		case name == "suggestions":
			s.in.hint.drop("suggestion of a model", elements(cell))
		case what == "suggestions" && strings.HasSuffix(question, ".value"):
			s.in.hint.drop("suggestion of a model", 1)
		case what == "responses":
			var list []argillaAnswer
			if err := s.decode(i, cell, &list, `a list of responses such as [{"user_id": "u", "value": 4}]`); err != nil {
				return err
			}
			for _, one := range list {
				s.argillaAnswer(question, one)
			}
		}
	}
	return nil
}

// argillaAnswer enters what one rater answered to one question, or to all.
func (s *scores) argillaAnswer(question string, one argillaAnswer) {
	if status := strings.ToLower(one.Status); status == "draft" || status == "discarded" {
		s.in.hint.drop(status+" response", 1)
		return
	}
	rater := person(one.UserID)
	if strings.EqualFold(rater, "none") {
		rater = ""
	}
	values := map[string]json.RawMessage{question: one.Value}
	if question == "" { // the answer names its own
		clear(values)
		for name, v := range one.Values {
			values[name] = v.Value
		}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if !s.answer(name, rater, values[name], true) {
			s.in.hint.drop("answer that is no rating or label, such as a ranking or spans", 1)
		}
	}
}
