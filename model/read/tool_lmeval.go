package read

import (
	"slices"

	"fms-tui/model"
)

// isLMEval recognises the samples of lm-evaluation-harness: metrics names the columns
// of the scores.
func isLMEval(in *input) bool {
	return in.has("doc_id", "metrics") && in.has("resps") && in.mayBe(ByRater, "", "")
}

const ofLMEval = "of lm-evaluation-harness"

func markLMEval(in *input) {
	in.hint.layout, in.hint.records = ByRater, true
	metrics := in.column("metrics")
	profiles := in.sample()
	var named []string
	for _, r := range in.rows {
		list, _ := parseWords(r.cells[metrics])
		named = append(named, list...)
	}
	for i, name := range in.names {
		switch {
		case name == "doc_id":
			in.mark(name, objectRole, "the document "+ofLMEval)
		case slices.Contains(named, name):
			in.mark(name, attributeRole, "a metric "+ofLMEval)
		default:
			in.markNumbers(name, ofLMEval, profiles[i])
		}
	}
}

// markNumbers leaves a column out of the judgments; numbers may be a label.
func (in *input) markNumbers(name, of string, p profile) {
	k := known{unused, why{code: model.ReasonForm, text: of}}
	if p.numbers > 0 && p.texts == 0 {
		k.why = why{code: model.ReasonNumbers, text: "numbers beside the judgments " + of}
	}
	in.hint.known[name] = k
}
