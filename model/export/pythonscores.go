package export

import (
	"fmt"
	"strings"

	"fms-tui/model"
)

// pythonScores are the changes that make the function predict return several scores.
var pythonScores = strings.NewReplacer(
	"-> float | None", "-> dict[str, float] | None",
	"Predict the label of an object", "Predict the scores of an object by name",
	"total = INTERCEPT\n", "totals = list(INTERCEPTS)\n",
	"(_, weight)", "(_, weights)",
	"total += weight * (sum(values) / len(values))\n", "mean = sum(values) / len(values)\n        totals = [total + weight * mean for total, weight in zip(totals, weights)]\n",
	"return total\n", "return dict(zip(SCORES, totals))\n",
)

// pythonScoreNumbers writes the intercepts, and the repeats and weights of each attribute.
func pythonScoreNumbers(b *strings.Builder, p model.Predictor, names []string) {
	fmt.Fprintf(b, "SCORES = %s\nINTERCEPTS = %s\n", pythonTuple(each(names, inPython)), pythonTuple(each(scoreIntercepts(&p), pythonNumber)))
	b.WriteString("# attribute: (judgments to buy for an object, weights of their mean by score)\nATTRIBUTES = {\n")
	for i, a := range p.Attributes {
		fmt.Fprintf(b, "    %s: (%d, %s),\n", inPython(a.Name), a.Repeats, pythonTuple(each(scoreWeights(&p, i), pythonNumber)))
	}
	b.WriteString("}\n")
}

func pythonTuple(values []string) string { return "(" + strings.Join(values, ", ") + ",)" }

// pythonClassifyMany writes the function classify, where the label has three classes or more.
func pythonClassifyMany(b *strings.Builder, p model.Predictor, fixed bool) {
	c := p.Multiclass
	if c == nil {
		return
	}
	b.WriteString("\n\n# The line of a class turns its score into the log odds of the class, or of ordered\n" +
		"# classes the prediction into the log of the weight.\n")
	fmt.Fprintf(b, "CLASSES = %s\nLINE_INTERCEPTS = %s\nLINE_SLOPES = %s\n", pythonTuple(each(c.Names, inPython)),
		pythonTuple(each(c.LogitIntercepts, pythonNumber)), pythonTuple(each(c.LogitSlopes, pythonNumber)))
	weights := pythonLogistic
	if c.Ordered {
		weights = pythonOrdered
	}
	text := pythonMany + weights + pythonManyEnd
	if fixed {
		text = pythonWithRaters.Replace(text)
	}
	b.WriteString(text)
}

const pythonMany = `

def classify(judgments: dict[str, list[float]]) -> tuple[str, dict[str, float]] | None:
    """The most probable class of an object, and the probability of each class.

    None if an attribute has no judgment; attributes not needed are ignored.
    """
    prediction = predict(judgments)
    if prediction is None:
        return None
`

const pythonLogistic = `    weights = []
    for name, intercept, slope in zip(SCORES, LINE_INTERCEPTS, LINE_SLOPES):
        line = intercept + slope * prediction[name]
        small = exp(-abs(line))
        weights.append((1.0 if line >= 0 else small) / (1.0 + small))
`

const pythonOrdered = `    lines = [a + s * prediction for a, s in zip(LINE_INTERCEPTS, LINE_SLOPES)]
    weights = [exp(line - max(lines)) for line in lines]
`

const pythonManyEnd = `    total = sum(weights)
    shares = [w / total if total > 0 else 1.0 / len(weights) for w in weights]
    return CLASSES[shares.index(max(shares))], dict(zip(CLASSES, shares))
`
