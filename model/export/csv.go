package export

import (
	"encoding/csv"
	"io"
	"strconv"

	"fms-tui/model"
)

// CSV writes what prediction needs and nothing else: the header
// attribute,repeats,weight,cost,mean, a first row for the intercept, and a row
// for each attribute. In place of the column weight several scores have one each, such as
// "weight of high". Numbers carry all their digits. Like JSON it refuses
// numbers that are not finite.
func CSV(w io.Writer, p model.Predictor) error {
	names, err := scoreNames(&p)
	if err != nil {
		return err
	}
	if err := finite(p); err != nil {
		return err
	}
	if names != nil {
		return scoresCSV(w, &p, names)
	}
	rows := [][]string{
		{"attribute", "repeats", "weight", "cost", "mean"},
		{"(intercept)", "", number(p.Intercept), "", ""},
	}
	for _, a := range p.Attributes {
		rows = append(rows, []string{a.Name, strconv.Itoa(a.Repeats), number(a.Weight), a.Cost.String(), number(a.Mean)})
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// scoresCSV is CSV for several scores.
func scoresCSV(w io.Writer, p *model.Predictor, names []string) error {
	head, intercept := []string{"attribute", "repeats"}, []string{"(intercept)", ""}
	for k, name := range names {
		head, intercept = append(head, model.WeightOf+name), append(intercept, number(p.Scores[k].Intercept))
	}
	rows := [][]string{append(head, "cost", "mean"), append(intercept, "", "")}
	for i, a := range p.Attributes {
		row := append([]string{a.Name, strconv.Itoa(a.Repeats)}, each(scoreWeights(p, i), number)...)
		rows = append(rows, append(row, a.Cost.String(), number(a.Mean)))
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// number is the shortest decimal that reads back exactly.
func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
