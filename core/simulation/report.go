package simulation

import (
	"strings"

	"fms-tui/core/report"
	"fms-tui/core/report/figure"
)

// Report says which sizes are enough, and what each gives; seconds is how long that took to find.
func (a *Answer) Report(q *Question, seconds float64) *report.Report {
	k := &q.Population
	r := &report.Report{Title: "how large a pilot must be"}
	r.Head("simulated pilots: %s of reliability %s, R² %s by perfect judgments, halo %s", figure.CountOf(k.Attributes, "attribute"),
		figure.Share(k.Reliability), figure.Share(k.R2), figure.Share(k.Halo))
	r.Head("budget %s for each new object; %s of each size; seed %d", q.Budget, figure.CountOf(q.Pilots, "pilot"), q.Seed)
	r.Field("version", 1)
	r.Begin("population").Field("attributes", k.Attributes, "reliability", k.Reliability, "r2", k.R2, "halo", k.Halo, "correlation", k.Correlation)
	r.Field("budget", q.Budget, "within", q.Within, "pilots", q.Pilots, "seed", q.Seed)
	r.Add(designTable("designs", a.Designs, k.Attributes))
	r.Say("true R²: of the choice on new objects. difference: root mean square of honest less true R², the standard error of the honest one; printed: what these pilots print as that. close: share of the pilots within %s of the truth.", figure.Share(q.Within))
	r.Space()
	if len(a.Enough) == 0 {
		r.Say("No size up to %s is enough for an honest R² ± %s. A larger budget or more reliable attributes raise R².", figure.CountOf(a.Designs[len(a.Designs)-1].Objects, "object"), figure.Share(q.Within))
	}
	for i, d := range a.Enough {
		text := "or %s, each attribute judged %d times: %s"
		if i == 0 {
			text = "Enough for an honest R² ± " + figure.Share(q.Within) + ": %s, each attribute judged %d times: %s"
		}
		r.Say(text, figure.CountOf(d.Objects, "object"), d.Repeats, figure.CountOf(d.Objects*d.Repeats*k.Attributes, "judgment"))
	}
	enough := designTable("enough", a.Enough, k.Attributes)
	enough.Shown = []int{} // sentences say it
	r.Add(enough)
	r.Head("%s seconds", figure.Significant(seconds, 2))
	r.Field("seconds", seconds)
	return r
}

// thousandths is the format of a share in three decimals.
var thousandths = report.Always(func(x float64) string { return strings.TrimPrefix(figure.Fixed(x, 3), "0") })

func designTable(name string, designs []Design, attributes int) *report.Table {
	right := report.Right
	t := &report.Table{Name: name, Columns: []report.Column{
		{Name: "objects", Head: "objects", Format: report.Counts, Align: right},
		{Name: "repeats", Head: "repeats", Align: right},
		{Name: "judgments", Head: "judgments", Format: report.Counts, Align: right},
		{Name: "true_r2", Head: "true R²", Format: report.Always(figure.Share), Align: right},
		{Name: "honest_r2", Head: "honest R²", Format: report.Always(figure.Share), Align: right},
		{Name: "difference", Head: "difference", Format: thousandths, Align: right},
		{Name: "honest_r2_se", Head: "printed ±", Format: thousandths, Align: right},
		{Name: "close", Head: "close", Format: report.Always(figure.Percent), Align: right},
		{Name: "pilots"},
	}}
	for _, d := range designs {
		t.Row(d.Objects, d.Repeats, d.Objects*d.Repeats*attributes, d.True, d.Honest, d.Error, d.SE, d.Share, d.Pilots)
	}
	return t
}
