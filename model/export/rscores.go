package export

import (
	"fmt"
	"strings"

	"fms-tui/model"
)

// rScores are the changes that make predict_label return several scores.
var rScores = strings.NewReplacer(
	"# Predicts the label of an object from", "# Predicts the scores of an object, in the order of scores, from",
	"total <- intercept\n", "total <- intercepts\n",
	"return(NA_real_)", "return(rep(NA_real_, length(intercepts)))",
	"attributes$weight[i]", "weights[i, ]",
)

// rScoreNumbers writes the scores with their intercepts and the matrix of weights.
func rScoreNumbers(b *strings.Builder, p model.Predictor, names []string) error {
	var texts, weights []string
	for _, name := range names {
		text, err := inR(name)
		if err != nil {
			return err
		}
		texts = append(texts, text)
	}
	for _, s := range p.Scores { // by column
		weights = append(weights, each(s.Weights, number)...)
	}
	fmt.Fprintf(b, "scores <- %s\nintercepts <- %s\n# weights of the means, an attribute a row, a score a column\nweights <- matrix(%s, ncol = %dL)\n",
		vector("character", texts), vector("numeric", each(scoreIntercepts(&p), number)), vector("numeric", weights), len(names))
	return nil
}

// rClassifyMany writes the function classify_label, where the label has three classes or
// more.
func rClassifyMany(b *strings.Builder, p model.Predictor, fixed bool) error {
	c := p.Multiclass
	if c == nil {
		return nil
	}
	var names []string
	for _, name := range c.Names {
		text, err := inR(name)
		if err != nil {
			return err
		}
		names = append(names, text)
	}
	b.WriteString("\n# The line of a class turns its score into the log odds of the class, or of ordered\n" +
		"# classes the prediction into the log of the weight.\n")
	fmt.Fprintf(b, "classes <- list(\n  names = %s,\n  intercepts = %s,\n  slopes = %s\n)\n",
		vector("character", names), vector("numeric", each(c.LogitIntercepts, number)), vector("numeric", each(c.LogitSlopes, number)))
	weight := "1 / (1 + exp(-lines))"
	if c.Ordered {
		weight = "exp(lines - max(lines))"
	}
	text := strings.ReplaceAll(rMany, "WEIGHT", weight)
	if fixed {
		text = rWithRaters.Replace(text)
	}
	b.WriteString(text)
	return nil
}

const rMany = `
# Calls an object: a list of its class and of the probability of each class, in the order
# of classes$names. All are NA if an attribute has no judgment.
classify_label <- function(judgments) {
  prediction <- predict_label(judgments)
  k <- length(classes$names)
  if (anyNA(prediction)) return(list(class = NA_character_, probabilities = rep(NA_real_, k)))
  lines <- classes$intercepts + classes$slopes * prediction
  weight <- WEIGHT
  probabilities <- if (sum(weight) > 0) weight / sum(weight) else rep(1 / k, k)
  list(class = classes$names[which.max(probabilities)], probabilities = probabilities)
}
`
