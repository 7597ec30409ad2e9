package read

import (
	"context"
	"encoding/json"
	"fmt"
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

func isStudio(in *input) bool {
	return in.has("id", "annotations") && in.hasPrefix("data.")
}

// reshapeStudio makes rows of the annotations of tasks.
func reshapeStudio(ctx context.Context, in *input) error {
	a := newAnswers(in, ofStudio, func(name string) bool { return name == "annotations" || name == "predictions" })
	id, annotations, predictions := in.column("id"), in.column("annotations"), in.column("predictions")
	if planned := in.column("data." + model.PlanObject); planned >= 0 {
		id = planned
	}
	err := in.each(ctx, func(cells []string, line int) error {
		if isMissing(trim(cells[id])) {
			return in.bad(id, line, "", "is empty: every task %s has an id", ofStudio)
		}
		a.begin(cells[id], cells, line)
		var list []studioAnnotation
		if cell := trim(cells[annotations]); cell != "" {
			if err := json.Unmarshal([]byte(cell), &list); err != nil {
				return in.bad(annotations, line, cell, "is no list of annotations as Label Studio exports tasks (%s): export the project as JSON anew", jsonProblem(err))
			}
		}
		for _, one := range list {
			if one.WasCancelled {
				in.hint.drop("skipped annotation", 1)
				continue
			}
			a.studio(one)
		}
		if predictions >= 0 {
			in.hint.drop("prediction of a model", elements(cells[predictions]))
		}
		if !a.end() {
			in.hint.drop("task without an answer", 1)
		}
		return nil
	})
	a.finish()
	return err
}

// studio enters the answers of an annotation.
func (a *answers) studio(one studioAnnotation) {
	rater := person(one.CompletedBy)
	for _, r := range one.Result {
		name := strings.TrimSpace(r.Name)
		if name == "" {
			name = r.Type
		}
		switch v := r.Value; {
		case v.Rating != nil:
			a.rate(name, rater, v.Rating.String())
		case v.Number != nil:
			a.rate(name, rater, v.Number.String())
		case r.Type == "choices":
			a.choose(name, rater, distinct(v.Choices), false)
		case r.Type == "taxonomy":
			var paths []string
			for _, p := range v.Taxonomy {
				paths = append(paths, strings.Join(p, " / "))
			}
			a.choose(name, rater, distinct(paths), true)
		default:
			a.in.hint.drop(fmt.Sprintf("answer of the type %s, no rating, number or choice", plainOrQuoted(r.Type)), 1)
		}
	}
}
