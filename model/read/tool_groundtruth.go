package read

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

const ofGroundTruth = "of Ground Truth"

// groundTruthColumn returns the column of the workers' annotations, or -1.
func (in *input) groundTruthColumn() int {
	return slices.IndexFunc(in.names, func(n string) bool {
		return strings.HasSuffix(n, ".annotationsFromAllWorkers") || n == "annotations" && in.has("datasetObjectId")
	})
}

func isGroundTruth(in *input) bool {
	return in.groundTruthColumn() >= 0 && (in.has("source-ref") || in.has("source") || in.has("datasetObjectId"))
}

// reshapeGroundTruth makes a row of every answer of every worker.
func reshapeGroundTruth(ctx context.Context, in *input) error {
	column := in.groundTruthColumn()
	s := newScores(in, ofGroundTruth, func(name string) bool { return name == in.names[column] })
	get := in.getter()
	err := s.each(ctx, column, func(cells []string) string {
		return cmp.Or(get(cells, "source-ref")+get(cells, "source"), get(cells, "datasetObjectId"))
	}, func(object string, cells []string, line int) error {
		var list []map[string]json.RawMessage
		if err := s.decode(column, line, cells[column], &list, `a list such as [{"workerId": "w", "annotationData": {"content": "{}"}}]`); err != nil {
			return err
		}
		for _, w := range list {
			if err := s.groundTruth(object, within(w, "workerId"), within(w, "annotationData.content"), cells, line, column); err != nil {
				return err
			}
		}
		return nil
	})
	s.finish()
	return err
}

// groundTruth enters the answers of one worker: numbers, and options that are
// true or false.
func (s *scores) groundTruth(object, worker, content string, cells []string, line, column int) error {
	var top map[string]json.RawMessage
	if err := s.decode(column, line, content, &top, `answers such as {"quality": 4}`); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(top)) {
		rec := &record{line: line}
		if err := (&records{file: s.in.file}).field(rec, name, top[name], 0); err != nil {
			return s.in.bad(column, line, content, "holds answers that cannot be read: %s", jsonProblem(err))
		}
		for _, f := range rec.fields {
			if _, k := parseValue(f.cell); k != number {
				s.in.hint.drop("answer in words", 1)
				continue
			}
			s.add(score{object: object, attribute: f.name, value: f.cell, rater: worker}, cells, line)
		}
	}
	return nil
}
