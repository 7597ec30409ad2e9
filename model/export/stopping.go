package export

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"fms-tui/model"
)

// errNoRule says that a predictor carries no rule.
var errNoRule = errors.New("the predictor carries no stopping rule: name a decision, such as y>6.5")

// StoppingJSON writes the stopping rule that a predictor carries, as collect reads it.
func StoppingJSON(w io.Writer, p model.Predictor) error {
	if p.Stopping == nil {
		return errNoRule
	}
	if err := p.Stopping.Check(); err != nil {
		return err
	}
	return sealed(w, p.Stopping)
}

// StoppingCSV writes the rule as a table for people and spreadsheets, a row for each
// stage. Its columns are the number k, the question, the cost so far, the projected
// loss, the bounds and the threshold, the intercept, and the weight of the mean of each
// attribute's first judgments.
func StoppingCSV(w io.Writer, p model.Predictor) error {
	s := p.Stopping
	if s == nil {
		return errNoRule
	}
	if err := s.Check(); err != nil {
		return err
	}
	var names []string
	for _, x := range s.Stages[len(s.Stages)-1].Weights {
		names = append(names, x.Attribute)
	}
	header := []string{"k", "form", "attribute", "repeat", "spent", "loss", "below", "above", "threshold", "intercept"}
	for _, name := range names {
		header = append(header, "weight of "+name)
	}
	rows := [][]string{header}
	for i := range s.Stages {
		g := &s.Stages[i]
		row := []string{
			strconv.Itoa(g.K), g.Form, strings.Join(g.Attributes, "; "), strconv.Itoa(g.Repeat), g.Spent.String(),
			number(g.Loss), number(g.Below), number(g.Above), number(s.Threshold), number(g.Intercept),
		}
		for _, name := range names {
			weight := ""
			if at := slices.IndexFunc(g.Weights, func(x model.StoppingWeight) bool { return x.Attribute == name }); at >= 0 {
				weight = number(g.Weights[at].Weight)
			}
			row = append(row, weight)
		}
		rows = append(rows, row)
	}
	return csv.NewWriter(w).WriteAll(rows)
}
