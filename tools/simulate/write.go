package simulate

import (
	"compress/gzip"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"fms-tui/model"
)

// WriteJudgments writes d in the long layout, one row a judgment, object by
// object: object,attribute,judgment, then rater when any judgment carries one,
// then the labels named in labels, empty where an object has none.
func WriteJudgments(w io.Writer, d *model.Dataset, labels ...string) error {
	columns, err := labelColumns(d, labels)
	if err != nil {
		return err
	}
	out := csv.NewWriter(w)
	row := []string{"object", "attribute", "judgment"}
	if len(d.Raters) > 0 {
		row = append(row, "rater")
	}
	if err := out.Write(append(row, labels...)); err != nil {
		return err
	}
	for i, object := range d.Objects {
		for q := d.Start[i]; q < d.Start[i+1]; q++ {
			row = append(row[:0], object, d.Attributes[d.Attr[q]], number(d.Value[q]))
			if len(d.Raters) > 0 {
				row = append(row, raterID(d, q))
			}
			for _, l := range columns {
				row = append(row, number(l.Values[i]))
			}
			if err := out.Write(row); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

// WriteLabels writes the labels of d: object, then one column a label, empty
// where an object has none.
func WriteLabels(w io.Writer, d *model.Dataset) error {
	out := csv.NewWriter(w)
	row := []string{"object"}
	for _, l := range d.Labels {
		row = append(row, l.Name)
	}
	if err := out.Write(row); err != nil {
		return err
	}
	for i, object := range d.Objects {
		row = append(row[:0], object)
		for _, l := range d.Labels {
			row = append(row, number(l.Values[i]))
		}
		if err := out.Write(row); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// WriteCosts writes attribute,cost for every attribute whose judgment does not
// cost 1.
func WriteCosts(w io.Writer, d *model.Dataset) error {
	out := csv.NewWriter(w)
	if err := out.Write([]string{"attribute", "cost"}); err != nil {
		return err
	}
	for a, name := range d.Attributes {
		if price := d.Price(a); price != model.Unit {
			if err := out.Write([]string{name, price.String()}); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

func labelColumns(d *model.Dataset, names []string) ([]*model.Label, error) {
	var columns []*model.Label
	for _, name := range names {
		l := d.Label(name)
		if l == nil {
			var has []string
			for _, l := range d.Labels {
				has = append(has, l.Name)
			}
			return nil, fmt.Errorf("%s has no label %q; it has %s", d.Name, name, strings.Join(has, ", "))
		}
		columns = append(columns, l)
	}
	return columns, nil
}

func raterID(d *model.Dataset, judgment int) string {
	if r := d.Rater[judgment]; r != model.NoRater {
		return d.Raters[r]
	}
	return ""
}

// Compress hands a writer to write; what it writes is compressed where name ends in .gz,
// without a time stamp: the same content gives the same bytes.
func Compress(w io.Writer, name string, level int, write func(io.Writer) error) error {
	if filepath.Ext(name) != ".gz" {
		return write(w)
	}
	zip, err := gzip.NewWriterLevel(w, level)
	if err != nil {
		return err
	}
	if err := write(zip); err != nil {
		return err
	}
	return zip.Close()
}

// number is the shortest decimal that reads back exactly; "" for NaN.
func number(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}
