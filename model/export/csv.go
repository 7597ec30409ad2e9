package export

import (
	"encoding/csv"
	"io"
	"strconv"

	"fms-tui/model"
)

// CSV writes what prediction needs and nothing else: the header
// attribute,repeats,weight,cost,mean, a first row for the intercept, and a row
// for each attribute. Numbers carry all their digits. Like JSON it refuses
// numbers that are not finite.
func CSV(w io.Writer, p model.Predictor) error {
	if err := oneNumber(&p, "csv"); err != nil {
		return err
	}
	if err := finite(p); err != nil {
		return err
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

// number is the shortest decimal that reads back exactly.
func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
