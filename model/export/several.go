package export

import (
	"fmt"
	"slices"

	"fms-tui/model"
)

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

// weightHeads are the heads of the columns of weights, and the intercepts under them.
func weightHeads(p *model.Predictor, names []string) (heads []string, intercepts []float64) {
	if names == nil {
		return []string{"weight"}, []float64{p.Intercept}
	}
	for _, name := range names {
		heads = append(heads, model.WeightOf+name)
	}
	return heads, scoreIntercepts(p)
}

// weightsOf are the weights of an attribute, one or by score.
func weightsOf(p *model.Predictor, attribute int) []float64 {
	if p.Scores == nil {
		return []float64{p.Attributes[attribute].Weight}
	}
	return scoreWeights(p, attribute)
}

// manyRule says in plain text how scores become probabilities (docs/classes.md).
func manyRule(c *model.PredictorMulticlass) string {
	if c.Ordered {
		return "Each class has the weight exp(intercept of its line + slope of its line · prediction). Its probability is the weight as a share of all weights. The class is the most probable one, with all these judgments."
	}
	return "Each class has the weight 1 / (1 + exp(-(intercept of its line + slope of its line · its prediction))). Its probability is the weight as a share of all weights. The class is the most probable one, with all these judgments."
}
