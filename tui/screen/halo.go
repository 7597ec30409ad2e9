package screen

import (
	"fmt"
	"math"
	"strings"

	"fms-tui/core/report/figure"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// haloShades stand for correlations of .1, .3, .5 and .7 or more.
var haloShades = []rune("░▒▓█")

// halo writes the matrix of what the errors of one rater on two attributes have
// in common: C[a,a'] / √(v[a] v[a']), which is their correlation (docs/method.md
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
	names := min(nameWidth, o.widestName())
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

func (o *Page) widestName() int {
	w := 0
	for i := range o.x.Attributes {
		w = max(w, chart.Width(o.x.Attributes[i].Name))
	}
	return w
}

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
