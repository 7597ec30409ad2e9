package export

import (
	"fmt"
	"io"
	"strings"

	"fms-tui/model"
)

// Inspect writes a module for Inspect (inspect_ai) and Python 3.10 and later: the
// function predicted makes a scorer of graders, one for each attribute. It calls each
// grader as many times as the attribute has repeats, and its score is the prediction.
// Attributes with the same grader are asked in one call, which answers with a
// dictionary. Judgments carry no rater there: the offsets of a fixed panel are not
// subtracted.
func Inspect(w io.Writer, p model.Predictor) error {
	names, err := scoreNames(&p)
	if err != nil {
		return err
	}
	return writeText(w, p, func(b *strings.Builder) error {
		header(b, p, "#")
		b.WriteString(inspectUse)
		if p.Classes != nil || p.Multiclass != nil {
			b.WriteString(pythonExp)
		}
		fmt.Fprintf(b, "LABEL = %s\n", inPython(p.Label))
		if names == nil {
			pythonNumbers(b, p)
			b.WriteString(pythonPlain)
		} else {
			pythonScoreNumbers(b, p, names)
			b.WriteString(pythonScores.Replace(pythonPlain))
		}
		pythonClassify(b, p, false)
		pythonClassifyMany(b, p, false)
		b.WriteString(inspectParts)
		b.WriteString(strings.Replace(inspectScorer, inspectScore, inspectEnd(&p), 1))
		return nil
	})
}

const inspectUse = `# Use it as the scorer of a task; a grader is a scorer such as model_graded_qa(...):
#   Task(..., scorer=predicted({"an attribute": its_grader, ...}))
# Leave the graders' calls out of the cache: a cached answer is no new judgment.
from inspect_ai.scorer import Score, mean, scorer, stderr

`

const inspectParts = `

def part(value, attribute: str):
    """What a grader's dictionary says about an attribute.

    A judge need not repeat its own name: "tone" answers for "judge.tone".
    """
    name = attribute
    while name not in value:
        _, point, name = name.partition(".")
        if not point:
            raise KeyError(f"the grader's answer has no key {attribute!r}: {list(value)!r}")
    return value[name]


def number(value) -> float:
    """A grader's value as a number: C, I, P and N are 1, 0, 0.5 and 0."""
    if isinstance(value, str):
        value = {"C": 1, "I": 0, "P": 0.5, "N": 0}.get(value, value)
    return float(value)
`

const inspectScorer = `

def predicted(graders):
    """A scorer whose score is the predicted label.

    graders holds a grader for each attribute. Attributes with the same grader are
    asked in one call, whose value is a dictionary by attribute: its n-th call counts
    for the attributes with at least n repeats.
    """
    missing = [attribute for attribute in ATTRIBUTES if attribute not in graders]
    if missing:
        raise ValueError(f"no grader for {missing!r}")
    groups = {}
    for attribute, (repeats, _) in ATTRIBUTES.items():
        groups.setdefault(id(graders[attribute]), []).append((attribute, repeats))

    @scorer(metrics=[mean(), stderr()], name="predicted")
    def of_label():
        async def score(state, target):
            judgments = {attribute: [] for attribute in ATTRIBUTES}
            for group in groups.values():
                grader = graders[group[0][0]]
                for n in range(max(repeats for _, repeats in group)):
                    given = await grader(state, target)
                    if given is None:
                        continue
                    for attribute, repeats in group:
                        if n >= repeats:
                            continue
                        value = given.value
                        if isinstance(value, dict):
                            value = part(value, attribute)
                        elif len(group) > 1:
                            raise TypeError(f"one grader for {len(group)} attributes answers {value!r}: it must answer with a dictionary")
                        judgments[attribute].append(number(value))
            prediction = predict(judgments)
            if prediction is None:
                none = [attribute for attribute in ATTRIBUTES if not judgments[attribute]]
                return Score(value=float("nan"), explanation=f"no prediction: no judgment of {none!r}", metadata={"judgments": judgments})
            return Score(value=prediction, explanation=f"predicted {LABEL}: {prediction}", metadata={"judgments": judgments})

        return score

    return of_label()
`

// The last line of a scorer, and what stands there for a label with two classes.
const (
	inspectScore = `            return Score(value=prediction, explanation=f"predicted {LABEL}: {prediction}", metadata={"judgments": judgments})
`
	inspectClass = `            name, p = classify(judgments)
            return Score(
                value=prediction,
                answer=name,
                explanation=f"predicted {LABEL}: {name}; {CLASSES[1]} has the probability {p:.3g}",
                metadata={"judgments": judgments, "class": name, "probability": p},
            )
`
)

// What stands there for three classes or more, and for several labels. The value is the
// prediction of ordered classes, else the probability of the class called, or the prediction of
// the first label.
const (
	inspectMany = `            name, probabilities = classify(judgments)
            return Score(
                value=VALUE,
                answer=name,
                explanation=f"predicted {LABEL}: {name}, of probability {probabilities[name]:.3g}",
                metadata={"judgments": judgments, "class": name, "probabilities": probabilities},
            )
`
	inspectLabels = `            return Score(
                value=prediction[SCORES[0]],
                explanation="predicted " + ", ".join(f"{name}: {x}" for name, x in prediction.items()),
                metadata={"judgments": judgments, "predictions": prediction},
            )
`
)

// inspectEnd is the end of the scorer for what is predicted.
func inspectEnd(p *model.Predictor) string {
	switch {
	case p.Classes != nil:
		return inspectClass
	case p.Multiclass != nil && p.Multiclass.Ordered:
		return strings.ReplaceAll(inspectMany, "VALUE", "prediction")
	case p.Multiclass != nil:
		return strings.ReplaceAll(inspectMany, "VALUE", "probabilities[name]")
	case p.Scores != nil:
		return inspectLabels
	}
	return inspectScore
}
