package export

import (
	"fmt"
	"io"
	"strings"

	"fms-tui/model"
)

// Python writes a file without imports, for Python 3.10 and later. Its function predict
// takes the judgments of one object by attribute. It returns the prediction, or None if
// an attribute has no judgment. Under a fixed panel predict also takes the raters of
// these judgments, in the same order, and subtracts their offsets. Unknown raters, and
// raters that are not given, have an offset of 0.
//
// For a label with two classes the function classify returns the class and the
// probability of class 1, and the file imports exp of the standard library. For three
// classes and more it returns the class and the probability of each by name. With several
// scores predict returns each by name.
func Python(w io.Writer, p model.Predictor) error {
	names, err := scoreNames(&p)
	if err != nil {
		return err
	}
	return writeText(w, p, func(b *strings.Builder) error {
		fixed := p.Raters.Mode == model.RatersFixed
		header(b, p, "#")
		if p.Classes != nil || p.Multiclass != nil {
			b.WriteString(pythonExp)
		}
		if names != nil {
			pythonScoreNumbers(b, p, names)
		} else {
			pythonNumbers(b, p)
		}
		predict := pythonPlain
		if fixed {
			pythonOffsets(b, p)
			predict = pythonFixed
		}
		if names != nil {
			predict = pythonScores.Replace(predict)
		}
		b.WriteString(predict)
		pythonClassify(b, p, fixed)
		pythonClassifyMany(b, p, fixed)
		pythonStopping(b, p)
		return nil
	})
}

// pythonNumbers writes the intercept, and the repeats and the weight of each attribute.
func pythonNumbers(b *strings.Builder, p model.Predictor) {
	b.WriteString("# attribute: (judgments to buy for an object, weight of their mean)\n")
	fmt.Fprintf(b, "INTERCEPT = %s\nATTRIBUTES = {\n", pythonNumber(p.Intercept))
	for _, a := range p.Attributes {
		fmt.Fprintf(b, "    %s: (%d, %s),\n", inPython(a.Name), a.Repeats, pythonNumber(a.Weight))
	}
	b.WriteString("}\n")
}

func pythonOffsets(b *strings.Builder, p model.Predictor) {
	b.WriteString("# attribute: rater: what the rater's judgments are off\nOFFSETS = {\n")
	for _, a := range p.Attributes {
		fmt.Fprintf(b, "    %s: {\n", inPython(a.Name))
		for _, o := range offsetsOf(p, a.Name) {
			fmt.Fprintf(b, "        %s: %s,\n", inPython(o.rater), pythonNumber(o.offset))
		}
		b.WriteString("    },\n")
	}
	b.WriteString("}\n")
}

const pythonPlain = `

def predict(judgments: dict[str, list[float]]) -> float | None:
    """Predict the label of an object from its judgments by attribute.

    None if an attribute has no judgment; attributes not needed are ignored.
    """
    total = INTERCEPT
    for attribute, (_, weight) in ATTRIBUTES.items():
        values = judgments.get(attribute)
        if not values:
            return None
        total += weight * (sum(values) / len(values))
    return total
`

const pythonFixed = `

def predict(
    judgments: dict[str, list[float]],
    raters: dict[str, list[str]] | None = None,
) -> float | None:
    """Predict the label of an object from its judgments by attribute.

    raters holds who made them, in the same order: what each is off is
    subtracted, nothing for raters not known or without raters.
    None if an attribute has no judgment; attributes not needed are ignored.
    """
    total = INTERCEPT
    for attribute, (_, weight) in ATTRIBUTES.items():
        values = judgments.get(attribute)
        if not values:
            return None
        if raters is not None:
            offsets = OFFSETS[attribute]
            by = raters.get(attribute, [])
            if len(by) != len(values):
                raise ValueError(f"{len(values)} judgments of {attribute!r} by {len(by)} raters")
            values = [x - offsets.get(rater, 0.0) for x, rater in zip(values, by)]
        total += weight * (sum(values) / len(values))
    return total
`

// pythonNumber is a float, whole or not.
func pythonNumber(x float64) string { return withPoint(number(x), ".0") }

// withPoint appends end to a number that nothing tells from an integer.
func withPoint(s, end string) string {
	if strings.ContainsAny(s, ".e") {
		return s
	}
	return s + end
}

// inPython is a string literal of ASCII characters alone.
func inPython(s string) string { return literal(s, byWidth) }
