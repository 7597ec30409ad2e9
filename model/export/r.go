package export

import (
	"fmt"
	"io"
	"strings"

	"fms-tui/model"
)

// R writes a file without packages, for R 4 and later. Its function predict_label
// takes the judgments of one object, a named list of numeric vectors, and returns
// the prediction, or NA where an attribute has none. Under a fixed panel it takes
// the raters of these judgments as well, as Python does. For a label with two classes
// or more the function classify_label calls the object; with several scores predict_label
// returns a vector. A name that holds the character NUL, which no text of R can, is an error.
func R(w io.Writer, p model.Predictor) error {
	names, err := scoreNames(&p)
	if err != nil {
		return err
	}
	return writeText(w, p, func(b *strings.Builder) error {
		fixed := p.Raters.Mode == model.RatersFixed
		header(b, p, "#")
		if err := rNumbers(b, p, names); err != nil {
			return err
		}
		predict := rPlain
		if fixed {
			if err := rOffsets(b, p); err != nil {
				return err
			}
			predict = rFixed
		}
		if names != nil {
			predict = rScores.Replace(predict)
		}
		b.WriteString(predict)
		if err := rClassifyMany(b, p, fixed); err != nil {
			return err
		}
		return rClassify(b, p, fixed)
	})
}

// rNumbers writes the intercept, and the repeats and the weight of each attribute; of
// several scores, for each score.
func rNumbers(b *strings.Builder, p model.Predictor, names []string) error {
	if names == nil {
		fmt.Fprintf(b, "# repeats: judgments to buy for an object; weight: of their mean\nintercept <- %s\n", number(p.Intercept))
	} else if err := rScoreNumbers(b, p, names); err != nil {
		return err
	}
	rows := [3][]string{}
	for _, a := range p.Attributes {
		name, err := inR(a.Name)
		if err != nil {
			return err
		}
		rows[0] = append(rows[0], name)
		rows[1] = append(rows[1], fmt.Sprintf("%dL", a.Repeats))
		rows[2] = append(rows[2], number(a.Weight))
	}
	weight := ""
	if names == nil {
		weight = ",\n  weight = " + vector("numeric", rows[2])
	}
	fmt.Fprintf(b, "attributes <- data.frame(\n  attribute = %s,\n  repeats = %s%s\n)\n", vector("character", rows[0]), vector("integer", rows[1]), weight)
	return nil
}

// vector is a vector of R in lines of its own. c() is NULL, so an empty one needs
// its kind.
func vector(kind string, values []string) string {
	if len(values) == 0 {
		return kind + "()"
	}
	return "c(\n    " + strings.Join(values, ",\n    ") + "\n  )"
}

func rOffsets(b *strings.Builder, p model.Predictor) error {
	var attributes, raters, offsets []string
	for _, a := range p.Attributes {
		name, err := inR(a.Name)
		if err != nil {
			return err
		}
		for _, o := range offsetsOf(p, a.Name) {
			rater, err := inR(o.rater)
			if err != nil {
				return err
			}
			attributes, raters, offsets = append(attributes, name), append(raters, rater), append(offsets, number(o.offset))
		}
	}
	fmt.Fprintf(b, "offsets <- data.frame(\n  attribute = %s,\n  rater = %s,\n  offset = %s\n)\n",
		vector("character", attributes), vector("character", raters), vector("numeric", offsets))
	return nil
}

const rPlain = `
# Predicts the label of an object from its judgments, a named list of numeric
# vectors, one for each attribute. NA if an attribute has no judgment.
# Attributes not needed are ignored.
predict_label <- function(judgments) {
  total <- intercept
  for (i in seq_len(nrow(attributes))) {
    values <- judgments[names(judgments) %in% attributes$attribute[i]]
    if (length(values) == 0 || length(values[[1]]) == 0) return(NA_real_)
    total <- total + attributes$weight[i] * mean(values[[1]])
  }
  total
}
`

const rFixed = `
# Predicts the label of an object from its judgments, a named list of numeric
# vectors, one for each attribute. raters names who made them, in the same order:
# their offsets are subtracted, 0 for unknown raters, and 0 for all without raters.
# NA if an attribute has no judgment. Attributes not needed are ignored.
predict_label <- function(judgments, raters = NULL) {
  total <- intercept
  for (i in seq_len(nrow(attributes))) {
    name <- attributes$attribute[i]
    values <- judgments[names(judgments) %in% name]
    if (length(values) == 0 || length(values[[1]]) == 0) return(NA_real_)
    values <- values[[1]]
    if (!is.null(raters)) {
      by <- unlist(raters[names(raters) %in% name], use.names = FALSE)
      if (length(by) != length(values)) {
        stop(length(values), " judgments of ", name, " by ", length(by), " raters")
      }
      own <- offsets[offsets$attribute == name, ]
      off <- own$offset[match(by, own$rater)]
      values <- values - ifelse(is.na(off), 0, off)
    }
    total <- total + attributes$weight[i] * mean(values)
  }
  total
}
`

// inR is a string literal of ASCII characters only.
func inR(s string) (string, error) {
	if strings.ContainsRune(s, 0) {
		return "", fmt.Errorf("%s holds the character NUL, which no text of R can: rename it, or export another form", quoted(s))
	}
	return literal(s, func(r rune) string { return fmt.Sprintf(`\U{%x}`, r) }), nil
}
