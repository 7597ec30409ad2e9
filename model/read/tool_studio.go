package read

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"fms-tui/model"
)

const ofStudio = "of Label Studio"

var studioLog = tool{
	form: "Label Studio tasks", of: ofStudio, has: []string{"id", "annotations", "data.*"}, keys: "id, annotations and data.*", object: "data." + model.PlanObject + "|id",
	gone: "annotations|predictions", task: true, empty: "task without an answer", read: readStudio,
}

// studioAnnotation is one person's work on a task: answers, or regions that were marked.
type studioAnnotation struct {
	CompletedBy  json.RawMessage `json:"completed_by"` // a number, a string or a person
	WasCancelled bool            `json:"was_cancelled"`
	Result       []struct {
		Type  string       `json:"type"`
		Name  string       `json:"from_name"`
		Value studioAnswer `json:"value"`
	} `json:"result"`
}

// studioAnswer is one of these.
type studioAnswer struct {
	Rating   *json.Number    `json:"rating"`
	Number   *json.Number    `json:"number"`
	Choices  json.RawMessage `json:"choices"`
	Taxonomy json.RawMessage `json:"taxonomy"`
}

// readStudio enters the annotations of a task.
func readStudio(s *scores) error {
	var list []studioAnnotation
	if err := s.decode(s.in.column("annotations"), s.cell("annotations"), &list, "a list of annotations, as the export of the project as JSON has it"); err != nil {
		return err
	}
	for _, one := range list {
		if one.WasCancelled {
			s.in.hint.drop("skipped annotation", 1)
			continue
		}
		rater := person(one.CompletedBy)
		for _, r := range one.Result {
			name, number := cmp.Or(strings.TrimSpace(r.Name), r.Type), cmp.Or(r.Value.Rating, r.Value.Number)
			switch v := r.Value; {
			case number != nil:
				s.keep(score{attribute: name, rater: rater, value: number.String()})
			case r.Type == "choices" && s.answer(name, rater, v.Choices, false), r.Type == "taxonomy" && s.answer(name, rater, v.Taxonomy, true):
			default:
				s.in.hint.drop(fmt.Sprintf("answer of the type %s, no rating, number or choice", plainOrQuoted(r.Type)), 1)
			}
		}
	}
	s.in.hint.drop("prediction of a model", elements(s.cell("predictions")))
	return nil
}

// studioTable is JSON-MIN or CSV, a row an annotation.
var studioTable = tool{
	form: "Label Studio table (JSON-MIN or CSV)", keys: "annotator, annotation_id and lead_time", reshape: reshapeStudioTable,
	of: ofStudio, has: []string{"id", "annotator", "annotation_id", "lead_time"},
	roles: []tableRole{
		{model.PlanObject, objectRole, "the object of the plan, "},
		{"annotator", raterRole, "the annotator, "},
		{"annotation_id|created_at|updated_at|lead_time", unused, ""},
	},
}

// reshapeStudioTable unwraps the answers: a rating is [{"rating": 4}] there, and choices are a word or
// {"choices": ["a", "b"]}, which JSON has in a column of its own.
func reshapeStudioTable(ctx context.Context, in *input, l tool) error {
	place := make([]int, len(in.names)) // where a column goes
	for i, name := range in.names {
		if !in.isNamed(name) {
			name = strings.TrimSuffix(name, ".choices")
		}
		if place[i] = slices.Index(in.out.names, name); place[i] >= 0 && in.column(name+".choices") >= 0 {
			continue // a question of which some answers are words, others choices
		}
		place[i] = len(in.out.names)
		in.out.names = append(in.out.names, name)
	}
	l.mark(in)
	return in.each(ctx, func(cells []string, line int) error {
		merged := make([]string, len(in.out.names))
		for i, cell := range cells {
			if trim(cell) != "" {
				merged[place[i]] = unwrapped(cell)
			}
		}
		in.keep([][]string{merged}, line)
		return nil
	})
}

// unwrapped returns the number of [{"rating": 4}] or [{"number": 4}], and any other cell as it is.
func unwrapped(cell string) string {
	text := trim(cell)
	if strings.HasPrefix(text, "{") {
		text = "[" + text + "]"
	}
	var list []studioAnswer
	if strings.HasPrefix(text, "[{") && json.Unmarshal([]byte(text), &list) == nil && len(list) == 1 {
		if number := cmp.Or(list[0].Rating, list[0].Number); number != nil {
			return number.String()
		}
	}
	return cell
}
