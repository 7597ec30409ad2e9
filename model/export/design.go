package export

import (
	"fmt"
	"slices"
	"strings"

	"fms-tui/model"
)

// designLine says in one sentence how the judgments of an object are to be
// bought, "" where every judgment is by another rater; name writes the name of a
// form or attribute in the form of export.
func designLine(p model.Predictor, name func(string) string) string {
	d := p.Design
	if d == nil || d.Panel == nil && !slices.ContainsFunc(d.Forms, func(f model.Sheet) bool { return f.Price > 0 || len(f.Attributes) > 1 }) {
		return ""
	}
	who := "a rater"
	if d.Panel != nil {
		who = fmt.Sprintf("a rater of the panel of %d", *d.Panel)
	}
	var parts []string
	on := 0
	for _, f := range d.Forms {
		var names []string
		for _, a := range f.Attributes {
			names = append(names, name(a))
		}
		on += len(names)
		part := fmt.Sprintf("%s: %s answers %s together", name(f.Name), who, strings.Join(names, ", "))
		if f.Price > 0 {
			part += fmt.Sprintf(", at %s a time", f.Price)
		}
		parts = append(parts, part)
	}
	if on < len(p.Attributes) {
		rest := "every other judgment is by another rater"
		if d.Panel != nil {
			rest = fmt.Sprintf("other judgments are by raters of the panel of %d, drawn for each attribute", *d.Panel)
		}
		parts = append(parts, rest)
	}
	return "how to buy: " + strings.Join(parts, "; ")
}
