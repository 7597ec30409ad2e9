package export

import (
	"encoding/csv"
	"io"
	"strconv"

	"fms-tui/model"
)

// Tasks writes judgments to be collected as CSV, a cell a row under the header
// object,attribute,judgments,cost.
func Tasks(w io.Writer, tasks []model.Task) error {
	out := csv.NewWriter(w)
	row := []string{"object", "attribute", "judgments", "cost"}
	if err := out.Write(row); err != nil {
		return err
	}
	for _, t := range tasks {
		row[0], row[1], row[2], row[3] = t.Object, t.Attribute, strconv.Itoa(t.Judgments), t.Cost.String()
		if err := out.Write(row); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
