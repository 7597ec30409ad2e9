package export

import (
	"fmt"
	"strings"

	"fms-tui/model"
)

// rClassify writes the function classify_label, where the label has two classes.
func rClassify(b *strings.Builder, p model.Predictor, fixed bool) error {
	c := classesOf(&p)
	if c == nil {
		return nil
	}
	zero, err := inR(c.Names[0])
	if err != nil {
		return err
	}
	one, err := inR(c.Names[1])
	if err != nil {
		return err
	}
	b.WriteString("\n# A prediction becomes the probability of the second class; the noise of the\n" +
		"# judgments there are widens the classes.\n")
	fmt.Fprintf(b, "classes <- list(\n  names = c(%s, %s),\n  threshold = %s,\n  log_odds = %s,\n  gap = %s,\n  middle = %s,\n  variance = %s,\n  between = %s,\n  loss = %s,\n  loss_without_noise = %s\n)\n",
		zero, one, number(c.Threshold), number(c.Odds), number(c.Gap), number(c.Middle), number(c.Variance), number(c.Between), number(c.Projected), number(c.Quiet))
	own := make([]string, len(c.own))
	for a, x := range c.own {
		own[a] = number(x)
	}
	rows := [4][]string{}
	for _, x := range c.pairs { // R counts from 1
		for i, text := range [4]string{fmt.Sprint(x.a + 1), fmt.Sprint(x.e + 1), number(x.both), fmt.Sprint(x.least)} {
			rows[i] = append(rows[i], text)
		}
	}
	fmt.Fprintf(b, "# noise of one judgment in the prediction, by attribute; then what errors of one\n# rater share, by two attributes\nnoise <- %s\n", vector("numeric", own))
	fmt.Fprintf(b, "shared <- data.frame(\n  one = %s,\n  other = %s,\n  both = %s,\n  least = %s\n)\n",
		vector("numeric", rows[0]), vector("numeric", rows[1]), vector("numeric", rows[2]), vector("numeric", rows[3]))
	text := rClasses
	if fixed {
		text = rWithRaters.Replace(text)
	}
	b.WriteString(text)
	return nil
}

// rWithRaters are the changes that give classify_label the raters of a fixed panel.
var rWithRaters = strings.NewReplacer("function(judgments)", "function(judgments, raters = NULL)", "predict_label(judgments)", "predict_label(judgments, raters)")

const rClasses = `
# Calls an object: a list of its class and the probability of the second class.
# Both are NA if an attribute has no judgment.
classify_label <- function(judgments) {
  prediction <- predict_label(judgments)
  if (is.na(prediction)) return(list(class = NA_character_, probability = NA_real_))
  n <- vapply(seq_len(nrow(attributes)), function(i) {
    length(judgments[names(judgments) %in% attributes$attribute[i]][[1]])
  }, 0L)
  loss <- classes$loss_without_noise + sum(noise / n) +
    sum(shared$both / pmax(shared$least, n[shared$one], n[shared$other]))
  variance <- classes$variance
  if (loss >= 0) variance <- variance + loss - classes$loss
  log_odds <- classes$log_odds
  if (variance > 0) {
    within <- max(variance - classes$between, ` + leastWithin + ` * variance)
    log_odds <- log_odds + classes$gap * (prediction - classes$middle) / within
  }
  probability <- 1 / (1 + exp(-log_odds))
  list(class = classes$names[1 + (probability >= classes$threshold)], probability = probability)
}
`
