package read

import (
	"cmp"
	"fmt"
	"strings"

	"fms-tui/model"
)

var inspectLog = tool{
	form: "Inspect log", of: "of Inspect", has: []string{"id", "epoch", "scores.*", "target|output.*|eval.*"}, keys: "id, epoch and scores.*",
	object: "id", gone: "scores.*|messages|output.*", empty: noScore, read: readInspect,
}

// inspectGrades are the letters that Inspect's scorers give: correct, incorrect, partial and no answer.
var inspectGrades = map[string]string{"C": "1", "I": "0", "P": "0.5", "N": "0"}

// readInspect enters every score of a sample; a scorer whose value is an object scores each of its keys, in one call.
func readInspect(s *scores) error {
	in := s.in
	if writer := in.column("eval.model"); in.hint.rows == 1 && in.opt.several && in.opt.NameIs == "" && writer >= 0 {
		in.tell(model.CodeFacet, fmt.Sprintf("a log %s is of the model %s: judgments of a sample by several logs count as repeats", s.of, plainOrQuoted(s.cells[writer])),
			model.Choose(model.OptionNameIs, nameIsAttribute, "tells logs apart, if each is a judge's; if models wrote what is judged, read one log"))
	}
	for i, name := range in.names {
		rest, is := strings.CutPrefix(name, "scores.")
		if !is || trim(s.cells[i]) == "" {
			continue
		}
		one := score{value: cmp.Or(inspectGrades[trim(s.cells[i])], s.cells[i])}
		if scorer, whole := strings.CutSuffix(rest, ".value"); whole {
			one.attribute = scorer
		} else if scorer, key, part := strings.Cut(rest, ".value."); part {
			one.attribute = scorer + "." + key
			one.call = fmt.Sprintf("%s, epoch %s, %s", s.object, s.cell("epoch"), scorer)
		} else {
			continue // explanation, answer, metadata
		}
		s.add(one)
	}
	return nil
}
