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

// fact is what is known of an attribute, under a name. The explain line has those of its column,
// the card all.
type fact struct {
	of         Column
	name, text string
}

// aim is the reliability that one may want of a mean of judgments, and negligible what rounding
// leaves of a mean.
const aim, negligible = .8, 1e-9

// estimated are the figures of an attribute, each with the formula and this attribute's values in
// it.
func (a *Focus) estimated(i int) (all []fact) {
	r := a.Shown.Result
	at := &r.Attributes[i]
	sig := func(v float64) string { return figure.Significant(v, 3) }
	add := func(of Column, name, format string, args ...any) {
		all = append(all, fact{of, name, fmt.Sprintf(format, args...)})
	}
	add(ColumnName, "judgments", "%s of %s; mean %s, price %s", figure.Count(at.Judgments), figure.CountOf(at.Objects, "object"), sig(at.Mean), at.Price)
	add(ColumnCorr, "corr", "%s with %s", figure.Corr(at.Corr), r.Label)
	if corr, clipped := at.Disattenuated(r.LabelVar); !math.IsNaN(corr) {
		mark := ""
		if clipped {
			mark = " (beyond 1, clipped: too few objects to tell)"
		}
		add(ColumnCorr, "  no noise", "%s if judgments had no noise%s", figure.Corr(corr), mark)
	}
	add(-1, "b", "%s label covariance", sig(at.B))
	if at.Once {
		add(-1, "v, σ²", core.UnknownLegend)
	} else {
		add(ColumnV, "v", "%s internal variance: judgments of one object", sig(at.V))
		add(ColumnSigma2, "σ²", "%s external variance: objects, noise removed", sig(at.Sigma2))
	}
	if b, tau, share := r.Shrunk(i); !math.IsNaN(b) {
		left := ""
		if !math.IsNaN(share) {
			left = fmt.Sprintf(" shrunk to %s of what was seen", figure.Percent(share))
		}
		add(-1, "b shrunk", "%s%s; prior variance τ = %s", sig(b), left, sig(tau))
	}
	if at.Once {
		add(ColumnReliability, "reliability", core.AskedOnce)
		return all
	}
	text := figure.Share(at.Reliability()) + " of one judgment"
	if at.Assumed > 0 {
		text += ", assumed"
	}
	if !math.IsNaN(at.Reliability()) {
		text += fmt.Sprintf(": σ²/(σ²+v) = %s/(%[1]s+%s)", sig(at.Sigma2), sig(at.V))
	}
	add(ColumnReliability, "reliability", "%s", text)
	add(ColumnReliability, "  of a mean", "%s of 2, %s of 5, %s of 10 judgments",
		figure.Share(at.ReliabilityOf(2)), figure.Share(at.ReliabilityOf(5)), figure.Share(at.ReliabilityOf(10)))
	return all
}

func (a *Focus) asked(i int) (all []fact) {
	r := a.Shown.Result
	for _, k := range a.Look.Beside {
		s := &a.Look.Picks[k].Selection
		text := fmt.Sprintf("%s at B = %s", figure.CountOf(s.Repeats[i], "judgment"), Money(r, s.Budget))
		if spent, ok := r.Enters(s, i); ok {
			text += fmt.Sprintf("; enters the path at %s", Money(r, spent))
		}
		all = append(all, fact{ColumnRolls, string(s.Algorithm), text})
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
		all = append(all, a.asked(i)...)
	}
	for _, f := range all {
		o.fact(f.name, f.text)
	}
	return o.Lines
}

type card struct {
	*Document
	of string // the attribute shown last
}

func newCard() card { return card{Document: newDocument(ListsCard)} }

// refresh writes the card if it has a place, from its top where it is of another attribute
// than before.
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
	i := a.Look.Roll(row).Of
	at := &a.Shown.Result.Attributes[i]
	if why := at.Unusable(); why != "" && why != "excluded" {
		return fmt.Sprintf("%s cannot be asked: %s", chart.Clean(at.Name), why)
	}
	return a.explain(i)
}

func (a *Focus) explain(i int) string {
	at, column := &a.Shown.Result.Attributes[i], a.explained
	name, facts := chart.Clean(at.Name), []fact(nil)
	switch column {
	case explainsScale:
		return a.explainScale()
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

// explainScale says what the figures on screen are, with the active algorithm's at B.
func (a *Focus) explainScale() string {
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
	text := fmt.Sprintf("%s: corr %s, v %s, σ² %s, noise%s %s: two raters of one object %s",
		name, figure.Corr(at.Corr), figure.Significant(at.V, 2), figure.Significant(at.Sigma2, 2), assumed, figure.Percent(1-rel), agree)
	if n := at.JudgmentsFor(aim); n > 1 && n <= core.MostJudgments {
		text += fmt.Sprintf("; %d judgments reach reliability %s", int(n), figure.Share(aim))
	}
	return text
}
