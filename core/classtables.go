package core

import (
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
)

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
