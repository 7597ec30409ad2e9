package screen

import (
	"cmp"
	"io"
	"math"
	"slices"
	"strings"

	"fms-tui/core"
	tables "fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// WorthLines say what judgment data are worth: how reliable the attributes are,
// what the raters did, and what a rater's judgments of one object have in
// common. The Data screen and `check` show the same.
func WorthLines(ds *model.Dataset, x *core.Examination, width int) []panel.Line {
	o := &Page{ds: ds, x: x, Width: width, filter: &filter{}}
	o.reliabilities()
	o.raters()
	o.halo()
	return o.Lines
}

// WriteWorth writes in plain text what data are worth; the only error is w's.
func WriteWorth(w io.Writer, ds *model.Dataset, x *core.Examination, width int) error {
	var b strings.Builder
	for _, l := range WorthLines(ds, x, width) {
		b.WriteString(strings.TrimRight(chart.Truncate(panel.Plain(l.Spans), width), " ") + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

const (
	nameWidth = 24 // of attributes and raters
	relBar    = 8  // width of the bar of a reliability
	aim       = .8 // reliability that one may want
)

// reliabilities are those of the attributes that the filter keeps.
func (o *Page) reliabilities() {
	o.heading("Reliability: the share of a judgment's variance that is signal")
	columns := []tables.Column{
		{Head: "attribute"},
		{Head: "values", Priority: 2},
		{Head: "objects", Align: tables.Right, Priority: 3},
		{Head: "judgments", Align: tables.Right, Priority: 4},
		{Head: "of 1"},
		{Head: tables.NoHead, Align: tables.Right},
		{Head: "of 5", Align: tables.Right, Priority: 1},
		{Head: "judgments for .80", Align: tables.Right},
		{Head: tables.NoHead},
	}
	var rows [][]panel.Cell
	for i := range o.x.Attributes {
		a := &o.x.Attributes[i]
		if !o.filter.Keeps(a.Name) {
			continue
		}
		rows = append(rows, o.reliabilityRow(i))
	}
	if why := o.filter.None(); why != "" {
		o.say(theme.Muted, "%s", why)
		return
	}
	o.table(columns, rows)
	if legend := core.Legend(o.x.Attributes); legend != "" {
		o.say(theme.Muted, "%s", legend)
	}
	o.say(theme.Muted, "PSD cut %s: the share of the covariances that was removed to make them consistent; large means too few objects for this many attributes", figure.Share(o.x.PSDCut))
}

// reliabilityRow is the row of an attribute.
func (o *Page) reliabilityRow(i int) []panel.Cell {
	a := &o.x.Attributes[i]
	row := []panel.Cell{
		{Text: chart.Clean(a.Name)},
		spreadCell(o.x.Spreads[i].Count[:]),
		{Text: figure.Count(a.Objects)},
		{Text: figure.Count(a.Judgments)},
		{},
		{},
		{},
		{},
		{Text: a.Unusable(), Pen: theme.Warning},
	}
	switch {
	case a.Once && a.Usable():
		row[5].Text, row[8] = a.Mark(""), panel.Cell{Text: core.AskedOnce, Pen: theme.Muted}
	case a.Assumed > 0:
		row[8] = panel.Cell{Text: "assumed", Pen: theme.Warning}
	}
	if rel := a.Reliability(); !math.IsNaN(rel) {
		row[4] = panel.Cell{Text: chart.BarText(rel, relBar), Pen: theme.Accent}
		row[5].Text, row[6].Text = a.Mark(figure.Share(rel)), a.Mark(figure.Share(a.ReliabilityOf(5)))
		row[7].Text = judgmentsFor(a.JudgmentsFor(aim))
	}
	return row
}

// spreadCell is the shape of an attribute's judgments.
func spreadCell(count []int) panel.Cell {
	return panel.Cell{Text: panel.Sparkline(count), Pen: theme.Muted}
}

// judgmentsFor is a number of judgments in a column.
func judgmentsFor(n float64) string {
	if math.IsInf(n, 1) || n > core.MostJudgments {
		return "never"
	}
	return figure.Count(int(n))
}

// mostRaters is how many raters are listed.
const mostRaters = 20

// shrinkage is how many shared judgments the mean agreement of all raters weighs as
// much as in a rater's own.
const shrinkage = 20

// raters says what the raters did.
func (o *Page) raters() {
	o.heading("Raters")
	o.say(theme.Muted, "taken as %s: %s", o.x.Mode, o.x.Why)
	if o.ds.MomentsOf != nil {
		o.say(theme.Muted, "severity, agreement and halo need the judgments, and these are their moments alone")
		return
	}
	if o.ds.NamedRaters() == 0 {
		unknown := "severity, agreement and halo are not known"
		if o.x.Halo != nil {
			unknown = "severity and agreement are not known"
		}
		o.say(theme.Muted, "no judgment names its rater: %s", unknown)
		return
	}
	var order []int
	for i := range o.ds.Raters {
		if !o.ds.IsNameless(i) {
			order = append(order, i)
		}
	}
	shrunken := o.shrunkenAgreements()
	slices.SortStableFunc(order, func(u, v int) int { return cmp.Compare(shrunken[u], shrunken[v]) })
	o.say(theme.Muted, "least agreement first; severity in standard deviations above the others, agreement as the correlation with their mean, in cells they share")
	o.raterTable(order)
}

// shrunkenAgreements are the agreements of raters, by rater, drawn towards their
// mean the more, the fewer judgments they share with others: (n r + k mean)/(n + k). A rater whose
// agreement is not known comes last.
func (o *Page) shrunkenAgreements() []float64 {
	mean, n := 0., 0.
	for _, r := range o.x.Raters {
		if !math.IsNaN(r.Agreement) {
			mean += r.Agreement
			n++
		}
	}
	mean /= max(n, 1)
	shrunken := make([]float64, len(o.x.Raters))
	for i, r := range o.x.Raters {
		shrunken[i] = math.Inf(1)
		if own := float64(r.Shared); !math.IsNaN(r.Agreement) {
			shrunken[i] = (own*r.Agreement + shrinkage*mean) / (own + shrinkage)
		}
	}
	return shrunken
}

// raterTable lists raters in an order.
func (o *Page) raterTable(order []int) {
	columns := []tables.Column{
		{Head: "rater"},
		{Head: "objects", Align: tables.Right, Priority: 2},
		{Head: "judgments", Align: tables.Right, Priority: 3},
		{Head: "severity", Align: tables.Right},
		{Head: tables.NoHead, Priority: 1},
		{Head: "agreement", Align: tables.Right},
		{Head: tables.NoHead, Priority: 1},
	}
	widest := .1 // less is no severity to speak of
	for i := range o.x.Raters {
		if s := math.Abs(o.x.Raters[i].Severity); s > widest {
			widest = s
		}
	}
	var rows [][]panel.Cell
	for _, w := range order[:min(len(order), mostRaters)] {
		r := &o.x.Raters[w]
		rows = append(rows, []panel.Cell{
			{Text: chart.Clean(o.ds.Raters[w])},
			{Text: figure.Count(r.Objects)},
			{Text: figure.Count(r.Judgments)},
			{Text: figure.Corr(r.Severity)},
			{Text: strip(r.Severity, widest), Pen: theme.Accent},
			{Text: figure.Corr(r.Agreement)},
			{Text: chart.BarText(r.Agreement, relBar), Pen: theme.Accent},
		})
	}
	o.table(columns, rows)
	if more := len(order) - mostRaters; more > 0 {
		o.line(theme.Muted, "and %s", figure.CountOf(more, "more rater"))
	}
}

// stripHalf is the width of a strip on either side of its middle.
const stripHalf = 5

// strip is a figure as a bar to the left or the right of the middle.
func strip(v, widest float64) string { return wideStrip(v, widest, stripHalf) }

// wideStrip is a strip with n columns on either side.
func wideStrip(v, widest float64, half int) string {
	if math.IsNaN(v) || widest == 0 {
		return ""
	}
	n := int(math.Round(min(math.Abs(v)/widest, 1) * float64(half)))
	if v < 0 {
		return strings.Repeat(" ", half-n) + strings.Repeat("━", n) + "│"
	}
	return strings.Repeat(" ", half) + "│" + strings.Repeat("━", n)
}
