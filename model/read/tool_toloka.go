package read

import (
	"context"
	"slices"
	"strings"
)

const tolokaOutput = "OUTPUT:"

var tolokaPlatform = platform{of: "of Toloka", input: "INPUT:", task: "ASSIGNMENT:task_id", worker: "ASSIGNMENT:worker_id", known: []string{"INPUT:", "GOLDEN:", "HINT:"}}

func isToloka(in *input) bool {
	return in.has(tolokaPlatform.worker) && in.hasPrefix(tolokaOutput) && in.mayBe(ByRater, "", "")
}

// reshapeToloka names the outputs and leaves rejected assignments out.
func reshapeToloka(ctx context.Context, in *input) error {
	in.hint.layout, in.hint.unit = ByRater, "USD"
	profiles := in.sample()
	for i, name := range in.names {
		if output, is := strings.CutPrefix(name, tolokaOutput); is && !slices.Contains(in.out.names, output) {
			in.add(output, attributeRole, "an output "+tolokaPlatform.of)
		} else {
			in.addOwn(tolokaPlatform, i, profiles[i])
		}
	}
	return in.keepRows(ctx, "ASSIGNMENT:status", "REJECTED", "rejected assignment")
}
