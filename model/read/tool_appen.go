package read

import (
	"context"
	"strings"
)

const ofAppen = "of Appen"

func isAppen(in *input) bool {
	return in.has("_unit_id", "_worker_id") && in.mayBe(ByRater, "", "")
}

// reshapeAppen leaves tainted judgments out; what Appen adds begins with an
// underscore.
func reshapeAppen(ctx context.Context, in *input) error {
	in.hint.layout = ByRater
	for _, name := range in.names {
		switch {
		case name == "_unit_id":
			in.add(name, objectRole, "the unit "+ofAppen)
		case name == "_worker_id":
			in.add(name, raterRole, "the contributor, "+ofAppen)
		case strings.HasPrefix(name, "_") || strings.HasPrefix(name, "orig_") || strings.HasSuffix(name, "_gold"):
			in.add(name, unused, ofAppen)
		default:
			in.add(name, noRole, "")
		}
	}
	tainted := in.column("_tainted")
	return in.each(ctx, func(cells []string, line int) error {
		if tainted >= 0 && strings.EqualFold(trim(cells[tainted]), "true") {
			in.hint.drop("tainted judgment", 1)
			return nil
		}
		in.keepRow(cells, line)
		return nil
	})
}
