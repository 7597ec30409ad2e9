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
	o, err := newProgram(p, false)
	if err != nil {
		return err
	}
	rows := [][]string{
		slices.Concat([]string{"attribute", "repeats"}, o.Heads(), []string{"cost", "mean"}),
		slices.Concat([]string{"(intercept)", ""}, each(o.Intercepts, number), []string{"", ""}),
	}
	for i, a := range p.Attributes {
		rows = append(rows, slices.Concat([]string{a.Name, strconv.Itoa(a.Repeats)}, each(o.WeightsOf[i], number), []string{a.Cost.String(), number(a.Mean)}))
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// Labels writes labels from votes as CSV, an object a row under the header
// object,label,probability: what --labels of every command reads.
func Labels(w io.Writer, labels []model.ObjectLabel) error {
	rows := [][]string{{"object", "label", "probability"}}
	for _, l := range labels {
		class := "0"
		if l.Class {
			class = "1"
		}
		rows = append(rows, []string{l.Object, class, number(l.Probability)})
	}
	return csv.NewWriter(w).WriteAll(rows)
}
