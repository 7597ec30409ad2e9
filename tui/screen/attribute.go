package screen

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// fact is what is known of an attribute, under a name. The explain line has those of its column, the card all.
type fact struct {
	of         Column
	name, text string
}

// negligible is what rounding leaves of a mean.
const negligible = 1e-9

// estimated are the figures of an attribute.
func (a *Focus) estimated(i int) (all []fact) {
	r := a.Shown.Result
	at := &r.Attributes[i]
	add := func(of Column, name, format string, args ...any) {
		all = append(all, fact{of, name, fmt.Sprintf(format, args...)})
	}
	add(ColumnCorr, "correlation with "+r.Label, "%s", figure.Corr(at.Corr))
	if corr, clipped := at.Disattenuated(r.LabelVar); !math.IsNaN(corr) {
		mark := ""
		if clipped {
			mark = " (beyond 1, clipped: too few objects to tell)"
		}
		add(ColumnCorr, "  if judgments had no noise", "%s%s", figure.Corr(corr), mark)
	}
	if at.Once {
		add(-1, "v, σ²", core.UnknownLegend)
	} else {
		add(ColumnSigma2, "between objects, σ²", "%s", variance(at.Sigma2))
		add(ColumnV, "between judgments of one, v", "%s", variance(at.V))
		add(-1, "noise, v of v + σ²", "%s", figure.Percent(1-at.Reliability()))
	}
	add(-1, "label covariance, b", "%s", variance(at.B))
	if b, tau, share := r.Shrunk(i); !math.IsNaN(b) {
		left := ""
		if !math.IsNaN(share) {
			left = figure.Percent(share) + " of it: "
		}
		add(-1, "  shrunk", "%s%s", left, variance(b))
		add(-1, "  prior variance, τ", "%s", variance(tau))
	}
	add(ColumnName, "judgments", "%s of %s", figure.Count(at.Judgments), figure.CountOf(at.Objects, "object"))
	add(ColumnName, "mean", "%s", figure.Significant(at.Mean, 3))
	add(ColumnName, "price", "%s", Money(r, at.Price))
	rel := figure.Share(at.Reliability())
	if at.Once {
		rel = core.AskedOnce
	} else if at.Assumed > 0 {
		rel += ", assumed"
	}
	add(ColumnReliability, "reliability of one judgment", "%s", rel)
	return all
}

// variance is a figure as the table of attributes has it.
func variance(x float64) string { return strings.TrimSpace(figure.Points([]float64{x}, 3, 3)[0]) }

func (a *Focus) asked(i int) (all []fact) {
	for _, k := range a.Look.Beside {
		s := &a.Look.Picks[k].Selection
		text := figure.CountOf(s.Repeats[i], "judgment")
		if spent, ok := a.Shown.Result.Enters(s, i); ok {
			text += fmt.Sprintf(", from B = %s on", Money(a.Shown.Result, spent))
		}
		all = append(all, fact{ColumnRolls, fmt.Sprintf("%s at B = %s", s.Algorithm, Money(a.Shown.Result, s.Budget)), text})
	}
	return all
}

// CardLines is all that is known of an attribute, in lines of a width.
func (a *Focus) CardLines(name string, width int) []panel.Line {
	r, o := a.Shown.Result, &Page{Width: width}
	i := slices.IndexFunc(r.Attributes, func(at core.Attribute) bool { return at.Name == name })
	if i < 0 {
		return nil
	}
	at := &r.Attributes[i]
	if why := at.Unusable(); why != "" {
		o.Say(theme.Warning, "%s", why)
	}
	all := a.estimated(i)
	if at.Usable() {
		all = slices.Concat(a.asked(i), all)
	}
	for _, f := range all {
		o.fact(f.name, f.text)
	}
	if at.Usable() && !at.Once {
		o.Heading("How reliable its mean is")
		for _, n := range []int{1, 2, 3, 4, 8} {
			rel := at.ReliabilityOf(n)
			o.barred(fmt.Sprintf("%d judged", n), chart.ShareBar(rel, barredWide), figure.Share(rel), n == a.Active().Repeats[i])
		}
	}
	// What each judgment took off the projected loss when it was bought.
	m := a.Measure().Losses()
	steps, losses := r.Path(a.Active())
	n, before, most := 0, m.of(r.LabelVar), 0.
	for k, step := range steps {
		less := math.Abs(before - m.of(losses[k]))
		before, most = m.of(losses[k]), max(most, less)
		if step.Attribute != i || n == mostAdditions {
			continue
		}
		if n++; n == 1 {
			o.Heading("Each took off the projected " + m.Words())
		}
		o.barred(fmt.Sprintf("%d at B = %s", n, Money(r, step.Spent)), chart.BarText(less/most, barredWide), figure.Significant(less, 2), false)
	}
	return o.Lines
}

// Columns of the bars of a card, and of what stands before them; and how many additions it has.
const barredWide, barredFrom, mostAdditions = 10, 13, 6

// barred is a line of a text, a bar and a figure.
func (o *Page) barred(text, bar, value string, strong bool) {
	pen := map[bool]theme.Pen{false: theme.Muted, true: theme.Text.Strong()}[strong]
	o.Lines = append(o.Lines, panel.Line{Spans: []panel.Span{
		{Text: Pad(text, barredFrom), Pen: pen}, {Text: Pad(bar, barredWide+1), Pen: theme.Full}, {Text: value, Pen: pen},
	}})
}

type card struct {
	*Document
	of string // the attribute shown last
}

// refresh writes the card if it has a place, from its top where it is of another attribute than before.
func (d *card) refresh(a *Session, b *Body) {
	if b.At(&d.Pane).Empty() {
		return
	}
	name := a.Selected()
	if name != d.of {
		d.of, d.Text.Offset = name, 0
	}
	d.show(b, cmp.Or(name, "no attribute"), a.CardLines(name, d.width(b)))
}

// explainsScale is the explained column where the line is about the scale.
const explainsScale Column = -1

func (a *Focus) Explain(c Column) { a.explained = c }

// Explanation says in words what the selected attribute's figure in the explained column means.
func (a *Focus) Explanation() string {
	row := a.cursorRow()
	if row < 0 {
		return ""
	}
	i, column := a.Look.Roll(row).Of, a.explained
	at := &a.Shown.Result.Attributes[i]
	name, facts := chart.Clean(at.Name), []fact(nil)
	if why := at.Unusable(); why != "" && why != "excluded" {
		return fmt.Sprintf("%s cannot be asked: %s", name, why)
	}
	switch column {
	case explainsScale: // what the figures on screen are, with the active algorithm's at B
		m := a.Measure()
		value := m.Text(m.of(a.Active().Loss))
		if e := a.worth(a.Look.Active); !math.IsNaN(e.Loss) {
			value = m.Text(e.Loss)
		}
		text := m.Words() + " " + value + ": " + m.means()
		if names := cleaned(classNames(a.Shown.Result)); len(names) > 0 && m.Classes() {
			text += "; classes " + figure.List(names, "and")
			if m.classes.Ordered {
				text += " in order"
			}
		}
		return text
	case ColumnRolls, ColumnActive, ColumnCompared:
		column, facts = ColumnRolls, a.asked(i)
	case ColumnCost:
		column, facts = ColumnName, a.estimated(i)
	default:
		if at.Once && (column == ColumnV || column == ColumnSigma2 || column == ColumnNoise) {
			return fmt.Sprintf("%s: %s; %s", name, core.AskedOnce, core.UnknownLegend)
		}
		if column == ColumnNoise {
			return explainNoise(at, name)
		}
		facts = a.estimated(i)
	}
	var parts []string
	for _, f := range facts {
		if f.of == column {
			parts = append(parts, strings.TrimSpace(f.name)+" "+chart.Clean(f.text))
		}
	}
	return name + ": " + strings.Join(parts, "; ")
}

// Shares of noise from which raters are said to agree in part, and little.
const (
	someNoise = .35
	muchNoise = .6
)

func explainNoise(at *core.Attribute, name string) string {
	rel := at.Reliability()
	if math.IsNaN(rel) {
		return fmt.Sprintf("noise of %s: not known", name)
	}
	agree, assumed := "largely agree", ""
	switch {
	case 1-rel >= muchNoise:
		agree = "agree little"
	case 1-rel >= someNoise:
		agree = "agree in part"
	}
	if at.Assumed > 0 {
		assumed = " (assumed)"
	}
	return fmt.Sprintf("%s: corr %s, v %s, σ² %s, noise%s %s: two raters of one object %s",
		name, figure.Corr(at.Corr), variance(at.V), variance(at.Sigma2), assumed, figure.Percent(1-rel), agree)
}
