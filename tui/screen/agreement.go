package screen

import (
	"math"

	"fms-tui/core/agreement"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// The bootstrap behind the intervals on the screen, with the seed of the command.
const (
	agreementDraws = 200
	agreementSeed  = 1
)

// agreementLines say how far the judgments of each attribute agree, and what that means
// for repeats and raters, for the attributes that a filter keeps.
func agreementLines(x *agreement.Agreement, ds *model.Dataset, width int, f *filter) []panel.Line {
	o := &Page{ds: ds, Width: width}
	kept := func(attribute int) bool { return f.Keeps(x.Attributes[attribute].Name) }
	o.agreement(x, kept)
	o.repeatsNeeded(x, kept)
	o.againstLabel(x, kept)
	o.judges(x)
	o.components(x)
	return o.Lines
}

func between(c agreement.Coefficient) string {
	return figure.Interval(c.Value, c.Low, c.High, figure.Share)
}

// agreement are the coefficients of each attribute with their intervals.
func (o *Page) agreement(x *agreement.Agreement, kept func(int) bool) {
	o.heading("Agreement: 1 is perfect, 0 is chance; [95 % interval]")
	columns := []panel.GridColumn{
		{Head: "attribute", Most: nameWidth},
		{Head: "ICC(1)"},
		{Head: "ICC(A,1)", Leave: 3},
		{Head: "ICC(C,1)", Leave: 6},
		{Head: "ICC(A,k)", Leave: 4},
		{Head: "α interval"},
		{Head: "α ordinal", Leave: 5},
		{Head: "α nominal", Leave: 2},
		{Head: "κ", Leave: 1},
	}
	var rows [][]panel.Cell
	for i := range x.Attributes {
		if !kept(i) {
			continue
		}
		at := &x.Attributes[i]
		row := []panel.Cell{{Text: chart.Clean(at.Name)}}
		for _, c := range []agreement.Coefficient{at.ICC1, at.ICCA1, at.ICCC1, at.ICCAk, at.AlphaInterval, at.AlphaOrdinal, at.AlphaNominal, at.Kappa} {
			row = append(row, panel.Cell{Text: between(c)})
		}
		rows = append(rows, row)
	}
	o.Lines = append(o.Lines, panel.Grid(columns, rows, o.Width)...)
	o.say(theme.Muted, "α: Krippendorff's; κ: Cohen's for two raters, Fleiss' for more; A: absolute agreement; C: raters' offsets apart; k: mean of all judgments of an object")
}

// repeatsNeeded is the D study: how many judgments give a reliable mean.
func (o *Page) repeatsNeeded(x *agreement.Agreement, kept func(int) bool) {
	o.heading("Judgments for a reliability, by different raters")
	columns := []panel.GridColumn{{Head: "attribute", Most: nameWidth}}
	for i, q := range agreement.Targets {
		columns = append(columns, panel.GridColumn{Head: figure.Share(q), Leave: len(agreement.Targets) - i})
	}
	var rows [][]panel.Cell
	for i := range x.Attributes {
		if !kept(i) {
			continue
		}
		row := []panel.Cell{{Text: chart.Clean(x.Attributes[i].Name)}}
		for _, q := range agreement.Targets {
			n, low, high := x.Attributes[i].Repeats(q)
			row = append(row, panel.Cell{Text: figure.Interval(n, low, high, figure.Repeats)})
		}
		rows = append(rows, row)
	}
	o.Lines = append(o.Lines, panel.Grid(columns, rows, o.Width)...)
}

// mostRatersAgainst is how many raters of an attribute are listed; of more, none.
const mostRatersAgainst = 12

// againstLabel compares every attribute, and few raters each, with the label.
func (o *Page) againstLabel(x *agreement.Agreement, kept func(int) bool) {
	raters := make(map[int]int)
	for _, g := range x.Against {
		raters[g.Attribute]++
	}
	var rows [][]panel.Cell
	for _, g := range x.Against {
		if !kept(g.Attribute) || g.Rater != agreement.Everybody && raters[g.Attribute] > mostRatersAgainst+1 {
			continue
		}
		name, rater := chart.Clean(x.Attributes[g.Attribute].Name), "(mean)"
		if g.Rater != agreement.Everybody {
			name, rater = "", chart.Clean(o.ds.Raters[g.Rater])
		}
		rows = append(rows, []panel.Cell{{Text: name}, {Text: rater}, {Text: figure.Corr(g.R)}, {Text: known(g.Bias)}, {Text: share(g.Accuracy)}, {Text: share(g.Kappa)}})
	}
	if len(rows) == 0 {
		return
	}
	o.heading("Against the label")
	o.Lines = append(o.Lines, panel.Grid([]panel.GridColumn{
		{Head: "attribute", Most: nameWidth},
		{Head: "rater", Most: nameWidth},
		{Head: "r", Right: true},
		{Head: "bias", Right: true, Leave: 1},
		{Head: "accuracy", Right: true, Leave: 2},
		{Head: "κ", Right: true, Leave: 3},
	}, rows, o.Width)...)
}

// judges say how many independent judges the judges are worth.
func (o *Page) judges(x *agreement.Agreement) {
	var rows [][]panel.Cell
	for _, j := range x.Judges {
		name := "attributes"
		if j.Attribute != agreement.Everybody {
			name = "raters of " + chart.Clean(x.Attributes[j.Attribute].Name)
		}
		rows = append(rows, []panel.Cell{
			{Text: name}, {Text: figure.Count(len(j.Judges))}, {Text: figure.Corr(j.Rho)}, {Text: figure.Significant(j.Effective, 2)}, {Text: o.leastNeeded(&j)},
		})
	}
	if len(rows) == 0 {
		return
	}
	o.heading("Independent judges: n/(1+(n-1)ρ̄), ρ̄ the mean correlation of errors")
	o.Lines = append(o.Lines, panel.Grid([]panel.GridColumn{
		{Head: "judges", Most: nameWidth + 10},
		{Head: "n", Right: true},
		{Head: "ρ̄", Right: true, Leave: 1},
		{Head: "effective", Right: true},
		{Head: "without the least needed", Leave: 2},
	}, rows, o.Width)...)
}

// leastNeeded is the judge without whom the others are worth most.
func (o *Page) leastNeeded(j *agreement.Judges) string {
	best := -1
	for i, worth := range j.Without {
		if !math.IsNaN(worth) && (best < 0 || worth > j.Without[best]) {
			best = i
		}
	}
	if best < 0 {
		return ""
	}
	names := o.ds.Raters
	if j.Attribute == agreement.Everybody {
		names = o.ds.Attributes
	}
	return chart.Clean(names[j.Judges[best]]) + " " + figure.Significant(j.Without[best], 2)
}

// components are the G study.
func (o *Page) components(x *agreement.Agreement) {
	var rows [][]panel.Cell
	for _, c := range x.Components {
		rows = append(rows, []panel.Cell{{Text: c.Of.String()}, {Text: known(c.Variance)}, {Text: share(c.Share)}})
	}
	if len(rows) == 0 {
		return
	}
	o.heading("Sources of variance (G study)")
	o.Lines = append(o.Lines, panel.Grid([]panel.GridColumn{
		{Head: "of"}, {Head: "variance", Right: true}, {Head: "share", Right: true},
	}, rows, o.Width)...)
}

// known is a figure of three digits, "" where it is not known.
func known(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return figure.Significant(v, 3)
}

// share is a share of two digits, likewise.
func share(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return figure.Share(v)
}
