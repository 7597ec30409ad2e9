package read

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// The keys of Argilla's records. responses is an object of lists by question,
// or a list by rater in files of the first major version.
const (
	argillaResponses   = "responses"
	argillaSuggestions = "suggestions"
)

var argillaLog = scoreLog{
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

// readArgilla enters the responses to the present record, and counts suggestions.
func readArgilla(s *scores) error {
	for i, name := range s.in.names {
		question, byQuestion := strings.CutPrefix(name, argillaResponses+".")
		suggested, ofSuggestion := strings.CutPrefix(name, argillaSuggestions+".")
		switch cell := trim(s.cells[i]); {
		case cell == "":
		case name == argillaSuggestions:
			s.in.hint.drop("suggestion of a model", elements(cell))
		case ofSuggestion && strings.HasSuffix(suggested, ".value"):
			s.in.hint.drop("suggestion of a model", 1)
		case byQuestion || name == argillaResponses:
			var list []argillaAnswer
			if err := s.parse(i, cell, &list, `is not a list of responses as Argilla exports records (%s): accepted is a list such as [{"user_id": "u", "value": 4}]`); err != nil {
				return err
			}
			if !byQuestion {
				question = "" // each answer names its own
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
	if question != "" {
		s.argillaValue(question, rater, one.Value)
		return
	}
	for _, name := range slices.Sorted(maps.Keys(one.Values)) {
		s.argillaValue(name, rater, one.Values[name].Value)
	}
}

// argillaValue enters a rating, a label or several, and counts all else.
func (s *scores) argillaValue(question, rater string, raw json.RawMessage) {
	var number json.Number
	var text string
	var labels []string
	switch {
	case len(raw) == 0 || string(raw) == "null":
	case json.Unmarshal(raw, &text) == nil:
		if text = strings.TrimSpace(text); text != "" {
			s.say(question, rater, text)
		}
	case json.Unmarshal(raw, &number) == nil:
		s.rate(question, rater, number.String())
	case json.Unmarshal(raw, &labels) == nil:
		s.choose(question, rater, distinct(labels), true)
	default:
		s.in.hint.drop("answer that is no rating or label, such as a ranking or spans", 1)
	}
}
