package export

import (
	"fmt"
	"strings"

	"fms-tui/model"
)

// pythonExp is the import of a file with classes.
const pythonExp = "from math import exp\n\n"

// pythonClassify writes the function classify, where the label has two classes.
func pythonClassify(b *strings.Builder, p model.Predictor, fixed bool) {
	c := classesOf(&p)
	if c == nil {
		return
	}
	b.WriteString("\n\n# A prediction becomes the probability of the second class; the noise of\n" +
		"# the judgments there are widens the classes.\n")
	fmt.Fprintf(b, "CLASSES = (%s, %s)\nTHRESHOLD = %s\n", inPython(c.Names[0]), inPython(c.Names[1]), pythonNumber(c.Threshold))
	for _, x := range c.named() {
		fmt.Fprintf(b, "%s = %s\n", x.name, pythonNumber(x.of))
	}
	b.WriteString("# attribute: noise of one judgment in the prediction\nNOISE = {\n")
	for a, x := range c.own {
		fmt.Fprintf(b, "    %s: %s,\n", inPython(p.Attributes[a].Name), pythonNumber(x))
	}
	b.WriteString("}\n# two attributes, what errors of one rater share, judgments at least\nSHARED = [\n")
	for _, x := range c.pairs {
		fmt.Fprintf(b, "    (%s, %s, %s, %d),\n", inPython(p.Attributes[x.a].Name), inPython(p.Attributes[x.e].Name), pythonNumber(x.both), x.least)
	}
	b.WriteString("]\n")
	text := pythonClasses
	if fixed {
		text = pythonWithRaters.Replace(text)
	}
	b.WriteString(text)
}

// pythonWithRaters are the changes that give classify the raters of a fixed panel.
var pythonWithRaters = strings.NewReplacer("(judgments: dict[str, list[float]])", "(\n    judgments: dict[str, list[float]],\n    raters: dict[str, list[str]] | None = None,\n)",
	"predict(judgments)", "predict(judgments, raters)")

const pythonClasses = `

def classify(judgments: dict[str, list[float]]) -> tuple[str, float] | None:
    """The class of an object, and the probability of the second class.

    None if an attribute has no judgment; attributes not needed are ignored.
    """
    prediction = predict(judgments)
    if prediction is None:
        return None
    loss = LOSS_WITHOUT_NOISE
    for attribute, noise in NOISE.items():
        loss += noise / len(judgments[attribute])
    for one, other, both, least in SHARED:
        loss += both / max(least, len(judgments[one]), len(judgments[other]))
    variance = VARIANCE
    if loss >= 0:
        variance += loss - LOSS
    log_odds = LOG_ODDS
    if variance > 0:
        log_odds += GAP * (prediction - MIDDLE) / max(variance - BETWEEN, ` + leastWithin + ` * variance)
    small = exp(-abs(log_odds))
    p = (1.0 if log_odds >= 0 else small) / (1.0 + small)
    return CLASSES[int(p >= THRESHOLD)], p
`
