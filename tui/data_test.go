package tui

import (
	"fmt"
	"testing"

	"fms-tui/model"
	"fms-tui/tui/screen"
)

// panelled are data judged by three raters, two of the attributes with halo.
func panelled(n int) *model.Dataset {
	b := new(model.Builder)
	y := b.AddLabel("y")
	for i := range n {
		o := b.Object(fmt.Sprintf("o%02d", i))
		b.SetLabel(y, o, float64(i*i%17))
		for k := range 3 {
			w := b.RaterID(fmt.Sprintf("rater\x1b[31m%d", k))
			mood := float64((i*7 + k*3) % 4)
			b.Add(o, b.Attribute("clear"), w, float64(i*i%17)/4+mood)
			b.Add(o, b.Attribute("brief"), w, float64(i*3%7)/2+mood)
			b.Add(o, b.Attribute("kind"), w, float64((i*11+k*5)%6))
		}
	}
	ds := b.Build()
	ds.Name, ds.Reading.Layout = "panel", "long"
	ds.Sources = []model.Source{{File: "panel.csv"}}
	ds.Reading.Columns = []model.ColumnRole{{File: "panel.csv", Column: "object", Role: "object", Reason: "named like an object"}}
	return ds
}

func TestDataScreen(t *testing.T) {
	x := start(t, panelled(24), 160, 50)
	x.keys("4")
	holdScreens(t, x, [2]int{100, 24}, [2]int{80, 24}, [2]int{40, 10})
}

// TestExaminedDesign: what raters are taken for depends on the design, down to
// its sheets.
func TestExaminedDesign(t *testing.T) {
	var plain screen.State
	form, sheets, others := plain, plain, plain
	form.Settings.Design = model.Design{Kind: model.DesignForm}
	sheets.Settings.Design = model.Design{Kind: model.DesignSheets, Sheets: []model.Sheet{{Name: "a", Attributes: []string{"x"}}}}
	others.Settings.Design = model.Design{Kind: model.DesignSheets, Sheets: []model.Sheet{{Name: "a", Attributes: []string{"y"}}}}
	for i, s := range []screen.State{plain, form, sheets, others} {
		for k, o := range []screen.State{plain, form, sheets, others} {
			if same := s.Examined().Equal(o.Examined()); same != (i == k) {
				t.Errorf("%d and %d: the same %v", i, k, same)
			}
		}
	}
}
