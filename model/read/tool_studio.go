package read

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"fms-tui/model"
)

// studioAnnotation is one person's work on a task of Label Studio.
type studioAnnotation struct {
	CompletedBy  json.RawMessage `json:"completed_by"` // a number, a string or a person
	WasCancelled bool            `json:"was_cancelled"`
	Result       []studioResult  `json:"result"`
}

// studioResult is an answer, or a region that was marked.
type studioResult struct {
	Type  string `json:"type"`
	Name  string `json:"from_name"`
	Value struct {
		Rating   *json.Number `json:"rating"`
		Number   *json.Number `json:"number"`
		Choices  []string     `json:"choices"`
		Taxonomy [][]string   `json:"taxonomy"`
	} `json:"value"`
}

const ofStudio = "of Label Studio"

var studioLog = scoreLog{
	form: "Label Studio tasks", of: ofStudio, has: []string{"id", "annotations", "data.*"}, keys: "id, annotations and data.*", object: "data." + model.PlanObject + "|id",
	gone: "annotations|predictions", task: true, empty: "task without an answer", read: readStudio,
}

// readStudio enters the annotations of a task.
func readStudio(s *scores) error {
	var list []studioAnnotation
	if err := s.parse(s.in.column("annotations"), s.cell("annotations"), &list, "is not a list of annotations as Label Studio exports tasks (%s): export the project as JSON anew"); err != nil {
		return err
	}
	for _, one := range list {
		if one.WasCancelled {
			s.in.hint.drop("skipped annotation", 1)
			continue
		}
		s.studio(one)
	}
	s.in.hint.drop("prediction of a model", elements(s.cell("predictions")))
	return nil
}

// studio enters the answers of an annotation.
func (s *scores) studio(one studioAnnotation) {
	rater := person(one.CompletedBy)
	for _, r := range one.Result {
		name := strings.TrimSpace(r.Name)
		if name == "" {
			name = r.Type
		}
		switch v := r.Value; {
		case v.Rating != nil:
			s.rate(name, rater, v.Rating.String())
		case v.Number != nil:
			s.rate(name, rater, v.Number.String())
		case r.Type == "choices":
			s.choose(name, rater, distinct(v.Choices), false)
		case r.Type == "taxonomy":
			var paths []string
			for _, p := range v.Taxonomy {
				paths = append(paths, strings.Join(p, " / "))
			}
			s.choose(name, rater, distinct(paths), true)
		default:
			s.in.hint.drop(fmt.Sprintf("answer of the type %s, no rating, number or choice", plainOrQuoted(r.Type)), 1)
		}
	}
}

// studioBookkeeping are columns that Label Studio adds to its tables, one row
// an annotation; annotator is the rater.
var studioBookkeeping = []string{"annotation_id", "created_at", "updated_at", "lead_time"}

func isStudioTable(in *input) bool {
	return in.has("id", "annotator", "annotation_id", "lead_time") && in.mayBe(ByRater, "", "")
}

// reshapeStudioTable unwraps the answers of Label Studio's JSON-MIN and CSV: a
// rating is [{"rating": 4}] there, and choices are a word or
// {"choices": ["a", "b"]}, which JSON has in a column of its own.
func reshapeStudioTable(ctx context.Context, in *input) error {
	place := make([]int, len(in.names)) // where a column goes
	for i, name := range in.names {
		if !in.isNamed(name) {
			name = strings.TrimSuffix(name, ".choices")
		}
		if place[i] = slices.Index(in.out.names, name); place[i] >= 0 && in.column(name+".choices") >= 0 {
			continue // a question of which some answers are words, others choices
		}
		place[i] = len(in.out.names)
		switch {
		case name == model.PlanObject:
			in.add(name, objectRole, "the object of the plan, "+ofStudio)
		case name == "annotator":
			in.add(name, raterRole, "the annotator, "+ofStudio)
		case slices.Contains(studioBookkeeping, name):
			in.add(name, unused, ofStudio)
		default:
			in.add(name, noRole, "")
		}
	}
	in.hint.layout = ByRater
	return in.each(ctx, func(cells []string, line int) error {
		merged := make([]string, len(in.out.names))
		for i, cell := range cells {
			if to := place[i]; trim(cell) != "" {
				merged[to] = unwrapped(cell)
			}
		}
		in.hint.kept++
		in.out.rows = append(in.out.rows, row{merged, line})
		return nil
	})
}

// unwrapped returns the number of [{"rating": 4}] or [{"number": 4}], and any
// other cell as it is.
func unwrapped(cell string) string {
	text := trim(cell)
	if !strings.HasPrefix(text, "[{") && !strings.HasPrefix(text, "{") {
		return cell
	}
	type answer struct{ Rating, Number *json.Number }
	var list []answer
	if json.Unmarshal([]byte(text), &list) != nil {
		list = make([]answer, 1)
		if json.Unmarshal([]byte(text), &list[0]) != nil {
			return cell
		}
	}
	switch {
	case len(list) != 1:
	case list[0].Rating != nil:
		return list[0].Rating.String()
	case list[0].Number != nil:
		return list[0].Number.String()
	}
	return cell
}
