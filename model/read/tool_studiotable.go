package read

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"fms-tui/model"
)

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
