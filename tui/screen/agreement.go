package screen

import (
	"fmt"
	"math"
	"strings"

	"fms-tui/core/agreement"
	tables "fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// The bootstrap behind the intervals on the screen, with the seed of the command.
const (
	agreementDraws = 200
	agreementSeed  = 1
)

// agreeing says how far the judgments of each attribute that the filter keeps agree, and what
// that means for repeats and raters.
func (o *Page) agreeing(x *agreement.Agreement) {
	kept := func(attribute int) bool { return o.filter.Keeps(x.Attributes[attribute].Name) }
	o.agreement(x, kept)
	o.repeatsNeeded(x, kept)
	o.againstLabel(x, kept)
	o.judges(x)
	o.components(x)
}

func between(c agreement.Coefficient) string {
	return figure.Interval(c.Value, c.Low, c.High, figure.Share)
}

// agreement are the coefficients of each attribute with their intervals.
func (o *Page) agreement(x *agreement.Agreement, kept func(int) bool) {
	o.heading("Agreement: 1 is perfect, 0 is chance; [95 % interval]")
	columns := []tables.Column{
		{Head: "attribute"},
		{Head: "ICC(1)"},
		{Head: "ICC(A,1)", Priority: 3},
		{Head: "ICC(C,1)", Priority: 6},
		{Head: "ICC(A,k)", Priority: 4},
		{Head: "α interval"},
		{Head: "α ordinal", Priority: 5},
		{Head: "α nominal", Priority: 2},
		{Head: "κ", Priority: 1},
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
	o.table(columns, rows)
	o.say(theme.Muted, "α: Krippendorff's; κ: Cohen's for two raters, Fleiss' for more; A: absolute agreement; C: raters' offsets apart; k: mean of all judgments of an object")
}

// repeatsNeeded is the D study: how many judgments give a reliable mean.
func (o *Page) repeatsNeeded(x *agreement.Agreement, kept func(int) bool) {
	o.heading("Judgments for a reliability, by different raters")
	columns := []tables.Column{{Head: "attribute"}}
	for i, q := range agreement.Targets {
		columns = append(columns, tables.Column{Head: figure.Share(q), Priority: len(agreement.Targets) - i})
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
	o.table(columns, rows)
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
	o.table([]tables.Column{
		{Head: "attribute"},
		{Head: "rater"},
		{Head: "r", Align: tables.Right},
		{Head: "bias", Align: tables.Right, Priority: 1},
		{Head: "accuracy", Align: tables.Right, Priority: 2},
		{Head: "κ", Align: tables.Right, Priority: 3},
	}, rows)
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
	o.table([]tables.Column{
		{Head: "judges"},
		{Head: "n", Align: tables.Right},
		{Head: "ρ̄", Align: tables.Right, Priority: 1},
		{Head: "effective", Align: tables.Right},
		{Head: "without the least needed", Priority: 2},
	}, rows)
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
	o.table([]tables.Column{
		{Head: "of"}, {Head: "variance", Align: tables.Right}, {Head: "share", Align: tables.Right},
	}, rows)
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

// haloShades stand for correlations of .1, .3, .5 and .7 or more.
var haloShades = []rune("░▒▓█")

// halo writes the matrix of what the errors of one rater on two attributes have
// in common: C[a,a'] / √(v[a] v[a']), which is their correlation (docs/research/method.md
// section 11). As numbers where they fit, as shades where they do not.
func (o *Page) halo() {
	h := o.x.Halo
	if h == nil || len(o.x.Attributes) < 2 {
		return
	}
	o.heading("Halo: correlation of one rater's errors on two attributes of an object")
	mean, pairs := o.meanHalo()
	if pairs == 0 {
		o.say(theme.Muted, "not known: no object has two attributes judged by the same rater, and by different raters")
		return
	}
	o.say(theme.Muted, "on average %s over %s; %s", figure.Corr(mean), figure.CountOf(pairs, "pair"), haloVerdict(mean))
	if o.x.HaloCut > negligible { // less is rounding
		o.say(theme.Muted, "halo cut %s: the share of these correlations that was removed to make them consistent", figure.Share(o.x.HaloCut))
	}
	d := len(o.x.Attributes)
	names := 0
	for i := range o.x.Attributes {
		names = max(names, min(nameWidth, chart.Width(o.x.Attributes[i].Name)))
	}
	const numeric = 5 // columns a number takes
	switch room := o.Width - names - 2; {
	case d*numeric <= room:
		o.numbers(names)
	case 2*d <= room:
		o.shades(names, 2)
	default:
		o.shades(names, 1)
	}
}

func haloVerdict(mean float64) string {
	switch {
	case mean > .1:
		return "raters judge an object as a whole, so covariances go by pairs of different raters"
	case mean < -.1:
		return "raters set attributes off against one another"
	}
	return "hardly any: raters judge attributes apart"
}

func (o *Page) meanHalo() (mean float64, pairs int) {
	d := len(o.x.Attributes)
	for a := range d {
		for b := a + 1; b < d; b++ {
			if c := o.x.HaloCorrelation(a, b); finite(c) {
				pairs++
				mean += (c - mean) / float64(pairs)
			}
		}
	}
	return mean, pairs
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// numbers writes the lower triangle as figures.
func (o *Page) numbers(names int) {
	d := len(o.x.Attributes)
	for a := 1; a < d; a++ {
		spans := []panel.Span{o.named(a, names+1)}
		for b := range a {
			text, c := "", o.x.HaloCorrelation(a, b)
			if finite(c) {
				text = figure.Corr(c)
			}
			spans = append(spans, panel.Span{Text: fmt.Sprintf("%5s", text), Pen: haloPen(c)})
		}
		o.Lines = append(o.Lines, panel.Line{Spans: spans})
	}
	spans := []panel.Span{{Text: strings.Repeat(" ", names+1)}}
	for b := range d - 1 {
		spans = append(spans, panel.Span{Text: " " + pad(chart.Truncate(o.x.Attributes[b].Name, 4), 4), Pen: theme.Muted})
	}
	o.Lines = append(o.Lines, panel.Line{Spans: spans})
}

// haloPen is the heat of a correlation.
func haloPen(c float64) theme.Pen {
	switch {
	case c <= -.1:
		return theme.Bad
	case c >= .5:
		return theme.Accent.Strong()
	case c >= .3:
		return theme.Accent
	case c >= .1:
		return theme.Text
	}
	return theme.Faint
}

// shades writes the lower triangle with a shade for each pair.
func (o *Page) shades(names, width int) {
	d := len(o.x.Attributes)
	o.line(theme.Muted, "░ .1  ▒ .3  ▓ .5  █ .7 and more; - negative; columns in the order of the rows")
	for a := 1; a < d; a++ {
		spans := []panel.Span{o.named(a, names), {Text: " "}}
		for b := range a {
			c := o.x.HaloCorrelation(a, b)
			spans = append(spans, panel.Span{Text: strings.Repeat(string(Shade(c)), width), Pen: haloPen(c)})
		}
		o.Lines = append(o.Lines, panel.Line{Spans: spans})
	}
}

// Shade is · for next to nothing and where nothing is known, - where it is
// negative.
func Shade(c float64) rune {
	switch {
	case !finite(c) || math.Abs(c) < .1:
		return '·'
	case c < 0:
		return '-'
	}
	return haloShades[min(int(5*c+.5), len(haloShades))-1]
}

func (o *Page) named(a, width int) panel.Span {
	return panel.Span{Text: pad(chart.Truncate(chart.Clean(o.x.Attributes[a].Name), width), width), Pen: theme.Muted}
}

// pad fills a text up to a width.
func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(width-chart.Width(s), 0))
}
