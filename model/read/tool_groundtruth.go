package read

import (
	"encoding/json"
	"maps"
	"slices"
)

const groundTruthAnswers = "*.annotationsFromAllWorkers|annotations"

var groundTruthLog = tool{
	form: "SageMaker Ground Truth manifest", of: "of Ground Truth", keys: "annotations of all workers", empty: noScore,
	has:    []string{groundTruthAnswers, "*.annotationsFromAllWorkers|datasetObjectId", "source-ref|source|datasetObjectId"},
	object: "source-ref|source|datasetObjectId", gone: groundTruthAnswers, read: readGroundTruth,
}

// readGroundTruth makes a score of every answer of every worker: numbers, and options that are true or false.
func readGroundTruth(s *scores) error {
	column := s.in.anyOf(groundTruthAnswers)
	var list []map[string]json.RawMessage
	if err := s.decode(column, s.cells[column], &list, `a list such as [{"workerId": "w", "annotationData": {"content": "{}"}}]`); err != nil {
		return err
	}
	for _, w := range list {
		content := within(w, "annotationData.content")
		var top map[string]json.RawMessage
		if err := s.decode(column, content, &top, `answers such as {"quality": 4}`); err != nil {
			return err
		}
		for _, name := range slices.Sorted(maps.Keys(top)) {
			rec := &record{line: s.line}
			if err := rec.field(s.in.file, name, top[name], 0); err != nil {
				return s.in.bad(column, s.line, content, "holds answers that cannot be read: %s", jsonProblem(err))
			}
			for _, f := range rec.fields {
				if _, k := parseValue(f.cell); k != number {
					s.in.hint.drop("answer in words", 1)
					continue
				}
				s.add(score{attribute: f.name, value: f.cell, rater: within(w, "workerId")})
			}
		}
	}
	return nil
}
