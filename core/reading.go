package core

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
)

// ReadingWords count in a sentence what was read from data of a name.
func ReadingWords(ds *model.Dataset, name string) string {
	s, read := ds.Summary(), &ds.Reading
	if name == "-" {
		name = "stdin"
	}
	how := []string{cmp.Or(read.Form, read.Layout)}
	if ds.MomentsOf == nil {
		how = append(how, figure.CountOf(read.Rows, "row"))
	}
	if read.Kept != read.Rows {
		how = append(how, figure.Count(read.Kept)+" kept")
	}
	cells := fmt.Sprintf("%d of each cell", s.Most)
	if s.Fewest != s.Most {
		cells = fmt.Sprintf("%d to %d of each cell", s.Fewest, s.Most)
	}
	if empty := s.Objects*len(ds.Attributes) - s.Cells; empty > 0 {
		cells += fmt.Sprintf(", %s empty", figure.CountOf(empty, "cell"))
	}
	raters := "no rater is named"
	if n := s.Raters - len(ds.Raters) + ds.NamedRaters(); n > 0 { // of moments the summary alone knows any
		raters = figure.CountOf(n, "rater")
	}
	said := []string{
		figure.CountOf(s.Objects, "object"), figure.CountOf(len(ds.Attributes), "attribute"),
		figure.CountOf(s.Judgments, "judgment") + " (" + cells + ")", raters,
	}
	for i, l := range ds.Labels {
		if i == mostLabels {
			said = append(said, fmt.Sprintf("%s more", figure.CountOf(len(ds.Labels)-i, "label")))
			break
		}
		said = append(said, fmt.Sprintf("label %s of %s", report.Clean(l.Name), figure.CountOf(s.Labelled[i], "object")))
	}
	if ds.PriceUnit != "" && len(ds.Prices) > 0 {
		low, high := slices.Min(ds.Prices), slices.Max(ds.Prices)
		price := fmt.Sprint(low)
		if low != high {
			price = fmt.Sprintf("%s to %s", low, high)
		}
		said = append(said, fmt.Sprintf("%s %s a judgment, from the data", price, ds.PriceUnit))
	}
	return fmt.Sprintf("%s (%s): %s.", name, strings.Join(how, ", "), strings.Join(said, ", "))
}

const mostLabels = 3
