package read

import (
	"context"
	"fmt"
	"strings"

	"fms-tui/model"
)

const (
	ofInspect     = "of Inspect"
	inspectScores = "scores."
)

func isInspect(in *input) bool {
	return in.has("id", "epoch") && in.hasPrefix(inspectScores) && (in.has("target") || in.hasPrefix("output.") || in.hasPrefix("eval."))
}

// inspectGrades are the letters that Inspect's scorers give: correct, incorrect, partial and no answer.
var inspectGrades = map[string]string{"C": "1", "I": "0", "P": "0.5", "N": "0"}

// reshapeInspect makes a row of every score of a sample; a scorer whose value is
// an object scores each of its keys, in one call.
func reshapeInspect(ctx context.Context, in *input) error {
	s := newScores(in, ofInspect, func(name string) bool {
		return strings.HasPrefix(name, inspectScores) || name == "messages" || strings.HasPrefix(name, "output.")
	})
	id, epoch, writer := in.column("id"), in.column("epoch"), in.column("eval.model")
	if in.sample(); in.opt.several && in.opt.NameIs == "" && writer >= 0 && len(in.rows) > 0 {
		in.tellModel(in.rows[0].cells[writer])
	}
	err := s.each(ctx, id, func(cells []string) string { return trim(cells[id]) }, func(object string, cells []string, line int) error {
		for i, name := range in.names {
			rest, is := strings.CutPrefix(name, inspectScores)
			if !is || trim(cells[i]) == "" {
				continue
			}
			one := score{object: object, value: inspectValue(cells[i])}
			if scorer, whole := strings.CutSuffix(rest, ".value"); whole {
				one.attribute = scorer
			} else if scorer, key, part := strings.Cut(rest, ".value."); part {
				one.attribute = scorer + "." + key
				one.call = fmt.Sprintf("%s, epoch %s, %s", object, trim(cells[epoch]), scorer)
			} else {
				continue // explanation, answer, metadata
			}
			s.add(one, cells, line)
		}
		return nil
	})
	s.finish()
	return err
}

// tellModel says of a log of several that judgments of a sample are pooled with those of the others.
func (in *input) tellModel(name string) {
	in.tell(model.CodeFacet, fmt.Sprintf("a log %s is of the model %s: judgments of a sample by several logs count as repeats", ofInspect, plainOrQuoted(name)),
		model.Choose(model.OptionNameIs, nameIsAttribute, "tells logs apart, if each is a judge's; if models wrote what is judged, read one log"))
}

func inspectValue(cell string) string {
	if v, is := inspectGrades[trim(cell)]; is {
		return v
	}
	return cell
}
