package core

import (
	"fmt"
	"strconv"

	"fms-tui/core/classes"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
)

// NameClasses names classes with their shares of the objects, and says what is called.
func NameClasses(names []string, shares []float64, calling classes.Calling) string {
	share := func(p float64) string { return strconv.FormatFloat(100*p, 'f', 0, 64) + " %" }
	var named []string
	for k, name := range names {
		named = append(named, fmt.Sprintf("%s (%s)", name, share(shares[k])))
	}
	word, call := "Classes", "The call is the most probable class."
	if calling.Ordered {
		word = "Classes in order"
	}
	switch {
	case len(names) == 2:
		call = fmt.Sprintf("An object is called %s from a probability of %s on.", names[1], share(calling.Threshold()))
	case calling.Costs != nil:
		call = "The call is the class of least expected cost."
	}
	return fmt.Sprintf("%s: %s. %s", word, figure.List(named, "and"), call)
}

// Confused counts objects held out by class and call, for people. names are the classes' as they
// are to be shown.
func (c *Classes) Confused(names []string) *report.Table {
	t := &report.Table{Columns: []report.Column{{Head: "class"}}}
	for _, name := range names {
		t.Columns = append(t.Columns, report.Column{Head: "called " + name, Format: report.Counts, Align: report.Right})
	}
	t.Columns = append(t.Columns, report.Column{Head: "called right", Format: report.Always(figure.Share), Align: report.Right})
	for k, row := range c.Confusion {
		cells, all := []report.Value{names[k]}, 0
		for _, n := range row {
			cells = append(cells, n)
			all += n
		}
		t.Row(append(cells, float64(row[k])/float64(all))...)
	}
	return t
}

// Probabilities compares the probabilities of some classes with the shares of objects held out
// that are of the class.
func (c *Classes) Probabilities(names []string, of ...int) *report.Table {
	t := &report.Table{Name: "calibration", Columns: []report.Column{
		{Name: "class", Head: "class", Merge: true},
		{Name: "objects", Head: "objects", Format: report.Counts, Align: report.Right},
		{Name: "probability", Head: "probability", Format: report.Always(figure.Share), Align: report.Right},
		{Name: "share", Head: "share", Estimate: true, Align: report.Right},
	}}
	for _, k := range of {
		for _, b := range c.Calibration[k] {
			t.Row(names[k], b.Objects, b.Mean, report.Estimate{X: b.Share, SE: b.SE})
		}
	}
	return t
}
