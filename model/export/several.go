package export

import (
	"fmt"
	"slices"

	"fms-tui/model"
)

// oneNumber refuses a predictor of several scores, or of three classes, for a form that
// has one number.
func oneNumber(p *model.Predictor, form string) error {
	switch {
	case p.Scores == nil && p.Multiclass == nil:
		return nil
	case p.Multiclass != nil:
		return fmt.Errorf("the form %s has one number, and the label has %d classes: take json, python, js, sql or r", form, len(p.Multiclass.Names))
	}
	return fmt.Errorf("the form %s has one number, and the predictor has %d scores: take json, python, js, sql or r", form, len(p.Scores))
}

// scoreNames are the names of a predictor's several scores, as predict has them in its
// columns: the class, the label, or both of a class of one of several labels. nil where
// there is one number. Two scores of one name are an error.
func scoreNames(p *model.Predictor) ([]string, error) {
	var names []string
	for _, s := range p.Scores {
		name := s.Name
		if p.Multiclass == nil && s.Label != s.Name {
			name = s.Label + "_" + s.Name
		}
		if name = valid(name); slices.Contains(names, name) {
			return nil, fmt.Errorf("two scores are called %s: rename a label or a class, or take json", quoted(name))
		}
		names = append(names, name)
	}
	return names, nil
}

// scoreWeights are the weights of an attribute, by score.
func scoreWeights(p *model.Predictor, attribute int) []float64 {
	var weights []float64
	for _, s := range p.Scores {
		weights = append(weights, s.Weights[attribute])
	}
	return weights
}

// scoreIntercepts are the intercepts, by score.
func scoreIntercepts(p *model.Predictor) []float64 {
	var all []float64
	for _, s := range p.Scores {
		all = append(all, s.Intercept)
	}
	return all
}

// each is a list of what write makes of values.
func each[T, U any](values []T, write func(T) U) []U {
	var out []U
	for _, v := range values {
		out = append(out, write(v))
	}
	return out
}
