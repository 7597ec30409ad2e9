package export

import (
	"encoding/csv"
	"io"
	"slices"
	"strconv"

	"fms-tui/model"
)

// CSV writes what prediction needs and nothing else: the header
// attribute,repeats,weight,cost,mean, a first row for the intercept, and a row
// for each attribute. In place of the column weight several scores have one each, such as
// "weight of high". Numbers carry all their digits. Like JSON it refuses
// numbers that are not finite.
func CSV(w io.Writer, p model.Predictor) error {
	o, err := outcomeOf(&p)
	if err != nil {
		return err
	}
	if err := finite(p); err != nil {
		return err
	}
	rows := [][]string{
		slices.Concat([]string{"attribute", "repeats"}, o.heads(), []string{"cost", "mean"}),
		slices.Concat([]string{"(intercept)", ""}, each(o.Intercepts, number), []string{"", ""}),
	}
	for i, a := range p.Attributes {
		rows = append(rows, slices.Concat([]string{a.Name, strconv.Itoa(a.Repeats)}, each(o.WeightsOf[i], number), []string{a.Cost.String(), number(a.Mean)}))
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// number is the shortest decimal that reads back exactly.
func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
