package export

import (
	"encoding/csv"
	"io"
	"strconv"

	"fms-tui/model"
)

// Labels writes labels from votes as CSV, an object a row under the header
// object,label,probability: what --labels of every command reads.
func Labels(w io.Writer, labels []model.ObjectLabel) error {
	out := csv.NewWriter(w)
	row := []string{"object", "label", "probability"}
	if err := out.Write(row); err != nil {
		return err
	}
	for _, l := range labels {
		row[0], row[1], row[2] = l.Object, "0", strconv.FormatFloat(l.Probability, 'g', -1, 64)
		if l.Class {
			row[1] = "1"
		}
		if err := out.Write(row); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
