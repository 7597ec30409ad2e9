package order

import (
	"fmt"
	"strings"
)

const prolificHow = `Prolific sends raters to a survey of yours, which asks the questions. Each batch is a
study of the kind Taskflow: one address for each object, with as many places as raters.
1. Make a survey that takes object and questions from its address, shows the object and
   asks the questions named there (questions.csv). It must store the fields object and
   PROLIFIC_PID (in Qualtrics: embedded data), and each answer under the question's name.
2. Replace https://survey.example/ in the batch's .study.json by the survey's address, and
   complete the study: time, reward, completion code.
3. Create the study by the API (POST /api/v1/studies/) with that file, and publish it.
4. Export the survey's responses as CSV. fms-tui reads them:
   fms-tui predict PREDICTOR responses.csv
`

// prolific is the study of a batch. A participant may take part once for each object.
func (o *Order) prolific(b *Batch) ([]File, error) {
	var ids []string
	for _, a := range b.Attributes {
		ids = append(ids, o.id(a))
	}
	var access []any
	for _, x := range b.Objects {
		// The placeholder is Prolific's own, and must not be escaped.
		address := "https://survey.example/?object=" + inQuery(x.ID) + "&questions=" + strings.Join(ids, ",") + "&PROLIFIC_PID={{%PROLIFIC_PID%}}"
		access = append(access, map[string]any{"external_url": address, "total_allocation": b.Raters})
	}
	study := map[string]any{
		"name": b.Name, "internal_name": b.Name, "description": "Questions about what is shown",
		"prolific_id_option": "url_parameters", "access_details": access,
		"total_available_places": b.Raters * len(b.Objects), "estimated_completion_time": 1, "reward": 0,
		"completion_codes":   []any{},
		"submissions_config": map[string]any{"max_submissions_per_participant": len(b.Objects)},
	}
	return []File{{b.Name + ".study.json", asJSON(study)}}, nil
}

// inQuery is a text as part of an address.
func inQuery(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-._~", c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}
