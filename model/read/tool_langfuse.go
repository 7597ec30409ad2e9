package read

import (
	"context"
	"strings"
)

const ofLangfuse = "of Langfuse"

func isLangfuse(in *input) bool {
	return in.has("traceId", "name", "value", "source") && in.isForScores()
}

// reshapeLangfuse makes a row of every score; what people annotated are labels,
// unless nobody else scored.
func reshapeLangfuse(ctx context.Context, in *input) error {
	s := newScores(in, ofLangfuse, func(name string) bool { return name == "name" || name == "value" || name == "traceId" })
	get := in.getter()
	people := func(cells []string) bool { return strings.EqualFold(get(cells, "source"), "ANNOTATION") }
	type annotation struct {
		cells []string
		line  int
	}
	var annotated []annotation
	enter := func(cells []string, line int, rater string) {
		s.add(score{object: get(cells, "traceId"), attribute: get(cells, "name"), value: get(cells, "value"), rater: rater}, cells, line)
		s.record()
	}
	err := in.each(ctx, func(cells []string, line int) error {
		switch {
		case get(cells, "traceId") == "":
			return s.noID(in.column("traceId"), line)
		case get(cells, "name") == "":
			return in.bad(in.column("name"), line, "", "is empty: every score %s has a name", ofLangfuse)
		case people(cells):
			annotated = append(annotated, annotation{cells, line})
		default:
			enter(cells, line, "")
		}
		return nil
	})
	if len(s.given) == 0 {
		for _, a := range annotated {
			enter(a.cells, a.line, get(a.cells, "authorUserId"))
		}
		annotated = nil
	}
	for _, a := range annotated {
		s.person(get(a.cells, "traceId"), get(a.cells, "name"), get(a.cells, "value"))
		in.hint.kept++
	}
	s.finish()
	return err
}
