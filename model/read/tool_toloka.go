package read

import (
	"context"
	"slices"
	"strings"

	"fms-tui/model"
)

const (
	ofToloka     = "of Toloka"
	tolokaOutput = "OUTPUT:"
	tolokaInput  = "INPUT:"
	tolokaOwn    = "ASSIGNMENT:"
)

func isToloka(in *input) bool {
	return in.has(tolokaOwn+"worker_id") && in.hasPrefix(tolokaOutput) && in.mayBe(ByRater, "", "")
}

// reshapeToloka names the outputs and leaves rejected assignments out.
func reshapeToloka(ctx context.Context, in *input) error {
	in.hint.layout, in.hint.unit = ByRater, "USD"
	object, because := in.inputObject(tolokaInput, tolokaOwn+"task_id", ofToloka)
	profiles := in.sample()
	for i, name := range in.names {
		output, isOutput := strings.CutPrefix(name, tolokaOutput)
		switch p := profiles[i]; {
		case i == object:
			in.add(name, objectRole, because)
		case name == tolokaOwn+"worker_id":
			in.add(name, raterRole, "the worker, "+ofToloka)
		case isOutput && !slices.Contains(in.out.names, output):
			in.add(output, attributeRole, "an output "+ofToloka)
		case !strings.HasPrefix(name, tolokaOwn) && p.numbers > 0 && p.texts == 0:
			in.addFor(name, unused, why{code: model.ReasonNumbers, text: "numbers beside the outputs " + ofToloka})
		case isMeasure(name):
			in.addFor(name, unused, why{code: model.ReasonMeasure, text: ofToloka})
		default:
			in.add(name, unused, ofToloka)
		}
	}
	return in.keepRows(ctx, tolokaOwn+"status", "REJECTED", "rejected assignment")
}
