package screen

import (
	"fmt"
	"math"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/tui/chart"
)

// raw is the honest loss of an algorithm at B as it was estimated, which may be
// less than a loss can be; NaN while it is not known.
func (a *Measures) raw(i int) core.Estimate {
	if math.IsNaN(a.Look.Estimates[i].Loss) {
		return core.UnknownEstimate()
	}
	return a.Shown.Honest.Raw(a.Look.Selections[i].Algorithm, a.Shown.State.Budget)
}

// floored tells whether an honest loss is shown at the noise of the judgments,
// because less was estimated.
func floored(e, raw core.Estimate) bool { return raw.Loss < e.Loss }

// Doubt says what is impossible about an honest loss, in a word or two; "" for
// nothing.
func Doubt(e, raw core.Estimate) string {
	switch {
	case raw.Loss < 0:
		return "R² above 1!"
	case floored(e, raw):
		return "noise floor!"
	}
	return ""
}

// beyond finds the attribute whose repeats in a selection most exceed the judgments of
// any cell of the pilot, and both numbers; ok is false if cells hold enough of every
// attribute.
func beyond(r *core.Result, s *core.Selection) (attribute int, ok bool) {
	most := 0
	for i, n := range s.Repeats {
		if over := n - r.Attributes[i].Most; over > most {
			most, attribute, ok = over, i, true
		}
	}
	return attribute, ok
}

// beyondBrief says that a selection asks for more judgments than any cell of the
// pilot holds, in a few words; "" where cells hold as many.
func beyondBrief(r *core.Result, s *core.Selection) string {
	i, ok := beyond(r, s)
	if !ok {
		return ""
	}
	return fmt.Sprintf("asks %s, cells hold %s", figure.Count(s.Repeats[i]), figure.Count(r.Attributes[i].Most))
}

// beyondWords is that in a sentence.
func beyondWords(r *core.Result, s *core.Selection) string {
	i, ok := beyond(r, s)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%s of %s, where no object holds more than %s: nothing in the data checks these repeats",
		figure.CountOf(s.Repeats[i], "judgment"), chart.Clean(r.Attributes[i].Name), figure.Count(r.Attributes[i].Most))
}
