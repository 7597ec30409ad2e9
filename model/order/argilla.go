package order

import (
	"fmt"

	"fms-tui/model"
)

const argillaHow = `Each batch is a folder that Argilla imports as a dataset:
1. rg.Dataset.from_disk("batch-1", workspace="...", client=client), and so on.
2. Reword the titles of the questions there; leave their names as they are.
3. When every record has its responses: dataset.records.to_json("answers-1.json").
   fms-tui reads the files together: fms-tui predict PREDICTOR answers-1.json answers-2.json
`

// mostArgillaName bounds the name of a question.
const mostArgillaName = 200

// argilla is the folder of a dataset: its settings, with the raters of each record,
// and its records, whose ids are the objects.
func (o *Order) argilla(b *Batch) ([]File, error) {
	var questions []any
	for _, a := range b.Attributes {
		id := o.id(a)
		if len(id) > mostArgillaName {
			return nil, fmt.Errorf("the attribute %q is too long for the name of a question of Argilla: rename it", a)
		}
		questions = append(questions, o.argillaQuestion(a, id))
	}
	names, titles := o.fields(), o.Columns
	if len(names) == 0 {
		names, titles = []string{model.PlanObject}, []string{"object"}
	}
	var fields []any
	for i, name := range names {
		fields = append(fields, map[string]any{"name": name, "title": line(titles[i]), "required": i == 0, "settings": map[string]any{"type": "text", "use_markdown": false}})
	}
	distribution := map[string]any{"strategy": "overlap", "min_submitted": b.Raters}
	settings := map[string]any{
		"guidelines": nil, "questions": questions, "fields": fields, "vectors": []any{}, "metadata": []any{},
		"allow_extra_metadata": true, "distribution": distribution, "mapping": nil,
	}
	dataset := map[string]any{"name": b.Name, "guidelines": nil, "allow_extra_metadata": true, "distribution": distribution}
	var records []any
	for _, x := range b.Objects {
		values := make(map[string]string)
		for i, cell := range o.shown(&x) {
			values[names[i]] = cell
		}
		records = append(records, map[string]any{"id": x.ID, "fields": values, "metadata": map[string]any{}, "suggestions": map[string]any{}, "responses": map[string]any{}, "vectors": map[string]any{}})
	}
	return []File{
		{b.Name + "/.argilla/settings.json", asJSON(settings)},
		{b.Name + "/.argilla/dataset.json", asJSON(dataset)},
		{b.Name + "/records.json", asJSON(records)},
	}, nil
}

// argillaQuestion asks for a rating where the values are few whole numbers from 0 to
// 10, which is all that Argilla rates by, and for a number as text otherwise.
func (o *Order) argillaQuestion(attribute, id string) any {
	question := map[string]any{"name": id, "title": line(attribute), "description": nil, "required": true}
	var options []any
	list := o.question(attribute).options()
	for _, x := range list {
		options = append(options, map[string]any{"value": x})
	}
	question["settings"] = map[string]any{"type": "rating", "options": options}
	if list == nil || list[0] < 0 || list[len(list)-1] > 10 {
		question["settings"] = map[string]any{"type": "text", "use_markdown": false}
		question["description"] = "a number"
	}
	return question
}
