package read

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// The keys of Argilla's records. responses is an object of lists by question,
// or a list by rater in files of the first major version.
const (
	argillaFields      = "fields."
	argillaResponses   = "responses"
	argillaSuggestions = "suggestions"
	ofArgilla          = "of Argilla"
)

func isArgilla(in *input) bool {
	return in.hasPrefix(argillaFields) && (in.has(argillaResponses) || in.hasPrefix(argillaResponses+"."))
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

// reshapeArgilla makes rows of the responses to records.
func reshapeArgilla(ctx context.Context, in *input) error {
	a := newAnswers(in, ofArgilla, "record without an answer", func(name string) bool {
		for _, p := range []string{argillaResponses, argillaSuggestions, "vectors"} {
			if name == p || strings.HasPrefix(name, p+".") {
				return true
			}
		}
		return false
	})
	get := in.getter()
	err := a.each(ctx, 0, func(cells []string) string {
		return cmp.Or(get(cells, "id"), get(cells, "external_id"), get(cells, "_server_id"), nth(in.hint.rows))
	}, func(_ string, cells []string, _ int) error { return a.argilla(cells) })
	a.finish()
	return err
}

// argilla enters the responses to the present record, and counts suggestions.
func (a *answers) argilla(cells []string) error {
	for i, name := range a.in.names {
		question, byQuestion := strings.CutPrefix(name, argillaResponses+".")
		suggested, ofSuggestion := strings.CutPrefix(name, argillaSuggestions+".")
		switch cell := trim(cells[i]); {
		case cell == "":
		case name == argillaSuggestions:
			a.in.hint.drop("suggestion of a model", elements(cell))
		case ofSuggestion && strings.HasSuffix(suggested, ".value"):
			a.in.hint.drop("suggestion of a model", 1)
		case byQuestion || name == argillaResponses:
			var list []argillaAnswer
			if err := json.Unmarshal([]byte(cell), &list); err != nil {
				return a.in.bad(i, a.line, cell, `is not a list of responses as Argilla exports records (%s): accepted is a list such as [{"user_id": "u", "value": 4}]`, jsonProblem(err))
			}
			if !byQuestion {
				question = "" // each answer names its own
			}
			for _, one := range list {
				a.argillaAnswer(question, one)
			}
		}
	}
	return nil
}

// argillaAnswer enters what one rater answered to one question, or to all.
func (a *answers) argillaAnswer(question string, one argillaAnswer) {
	if s := strings.ToLower(one.Status); s == "draft" || s == "discarded" {
		a.in.hint.drop(s+" response", 1)
		return
	}
	rater := person(one.UserID)
	if strings.EqualFold(rater, "none") {
		rater = ""
	}
	if question != "" {
		a.argillaValue(question, rater, one.Value)
		return
	}
	for _, name := range slices.Sorted(maps.Keys(one.Values)) {
		a.argillaValue(name, rater, one.Values[name].Value)
	}
}

// argillaValue enters a rating, a label or several, and counts all else.
func (a *answers) argillaValue(question, rater string, raw json.RawMessage) {
	var number json.Number
	var text string
	var labels []string
	switch {
	case len(raw) == 0 || string(raw) == "null":
	case json.Unmarshal(raw, &text) == nil:
		if text = strings.TrimSpace(text); text != "" {
			a.say(question, rater, text)
		}
	case json.Unmarshal(raw, &number) == nil:
		a.rate(question, rater, number.String())
	case json.Unmarshal(raw, &labels) == nil:
		a.choose(question, rater, distinct(labels), true)
	default:
		a.in.hint.drop("answer that is no rating or label, such as a ranking or spans", 1)
	}
}
