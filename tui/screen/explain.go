package screen

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
)

// explainsScale is the explained column where the line is about the scale.
const explainsScale panel.Column = -1

// Explain makes the line below the rows explain a column.
func (a *Focus) Explain(c panel.Column) { a.explained = c }

// explanation says in words what the selected attribute's figure in the explained
// column means, and first what the filter keeps.
func (a *Focus) explanation() panel.Explanation {
	said := panel.Explanation{Lead: strings.TrimSpace(a.Look.filtered)}
	if a.Look.Table.Cursor < 0 || a.Look.Table.Cursor >= len(a.Look.Table.Rows) {
		return said
	}
	row := &a.Look.Table.Rows[a.Look.Table.Cursor]
	at := &a.Shown.Result.Attributes[row.Index]
	text := ""
	switch why := at.Unusable(); {
	case why != "" && why != "excluded":
		text = fmt.Sprintf("%s cannot be asked: %s", chart.Clean(at.Name), why)
	default:
		text = a.explainFigure(at, row)
	}
	said.Text = text
	if shown := a.Look.Table.Show; shown[panel.ColumnFrequency] || shown[panel.ColumnMedian] {
		said.Lead = strings.TrimSuffix(strings.TrimSpace(a.Look.progress)+" · "+said.Lead, " · ")
	}
	return said
}

// explainFigure is the explanation of one figure.
func (a *Focus) explainFigure(at *core.Attribute, row *panel.Row) string {
	r, name := a.Shown.Result, chart.Clean(at.Name)
	label := chart.Clean(r.Label)
	if at.Once && slices.Contains([]panel.Column{panel.ColumnV, panel.ColumnSigma2, panel.ColumnNoise, panel.ColumnReliability}, a.explained) {
		return fmt.Sprintf("%s: %s; %s", name, core.AskedOnce, core.UnknownLegend)
	}
	switch a.explained {
	case explainsScale:
		return a.explainScale()
	case panel.ColumnName:
		return fmt.Sprintf("%s: %s of %s, mean %s", name, figure.CountOf(at.Judgments, "judgment"), figure.CountOf(at.Objects, "object"), figure.Significant(at.Mean, 3))
	case panel.ColumnCost:
		return fmt.Sprintf("cost %s: the price of one judgment of %s", at.Price, name)
	case panel.ColumnCorr:
		text := fmt.Sprintf("corr %s: how the mean judgment of %s goes with %s", figure.Corr(at.Corr), name, label)
		if corr, _ := at.Disattenuated(r.LabelVar); !math.IsNaN(corr) {
			text += fmt.Sprintf("; %s if raters made no noise", figure.Corr(corr))
		}
		return text
	case panel.ColumnV:
		return fmt.Sprintf("v %s: variance between judgments of %s for one object: raters' noise", strings.TrimSpace(row.Cells[panel.ColumnV].Text), name)
	case panel.ColumnSigma2:
		return fmt.Sprintf("σ² %s: variance of %s between objects, raters' noise removed", strings.TrimSpace(row.Cells[panel.ColumnSigma2].Text), name)
	case panel.ColumnRolls, panel.ColumnActive, panel.ColumnCompared:
		return a.explainAsked(row)
	case panel.ColumnFrequency, panel.ColumnMedian:
		if st := a.Look.stable; st != nil {
			return fmt.Sprintf("%s is chosen in %s of the resamples, median %s", name, figure.Percent(st.Frequency[row.Index]), plainNumber(st.Median[row.Index]))
		}
		return "how often resampled data choose the attribute: still being computed, or not asked for"
	case panel.ColumnGain:
		return a.explainGain(row.Index, name)
	}
	return explainNoise(at, name)
}

// explainScale says what the figures on screen are, with the active algorithm's at B.
func (a *Focus) explainScale() string {
	m := a.measure()
	value := m.Text(m.of(a.Active().Loss))
	if e := a.worth(a.Look.Active); !math.IsNaN(e.Loss) {
		value = m.Text(e.Loss)
	}
	text := m.Words() + " " + value + ": " + m.means()
	if names := cleaned(classNames(a.Shown.Result)); len(names) > 0 && m.Classes() {
		text += "; classes " + figure.List(names, "and")
		if m.kind == orderedClasses {
			text += " in order"
		}
	}
	return text
}

// explainGain says what the next judgment of an attribute changes.
func (a *Focus) explainGain(i int, name string) string {
	m, loss, gain := a.measure().losses(), a.Active().Loss, a.Look.Gains(a.Shown.Result)[i]
	if m.Scale == ScaleLoss {
		return fmt.Sprintf("gain: the next judgment of %s lowers the projected loss by %s a unit of cost", name, figure.Significant(gain, 2))
	}
	price := a.Shown.Result.Attributes[i].Price.Float()
	by := math.Abs(m.of(loss)-m.of(loss-gain*price)) / price
	verb := "lowers"
	if m.Scale == ScaleR2 {
		verb = "raises"
	}
	return fmt.Sprintf("gain: the next judgment of %s %s the projected %s by %s a unit of cost", name, verb, m.Words(), figure.Significant(by, 2))
}

// Shares of noise from which raters are said to agree in part, and little.
const (
	someNoise = .35
	muchNoise = .6
)

// explainNoise says what the noise of an attribute means.
func explainNoise(at *core.Attribute, name string) string {
	rel := at.Reliability()
	if math.IsNaN(rel) {
		return fmt.Sprintf("noise of %s: not known", name)
	}
	agree := "largely agree"
	switch {
	case 1-rel >= muchNoise:
		agree = "agree little"
	case 1-rel >= someNoise:
		agree = "agree in part"
	}
	text := fmt.Sprintf("%s: corr %s, v %s, σ² %s, noise %s: two raters of one object %s", name, figure.Corr(at.Corr), figure.Significant(at.V, 2), figure.Significant(at.Sigma2, 2), figure.Percent(1-rel), agree)
	if at.Assumed > 0 {
		text = strings.Replace(text, "noise", "noise (assumed)", 1)
	}
	if n := at.JudgmentsFor(aim); n > 1 && n <= core.MostJudgments {
		text += fmt.Sprintf("; %d judgments reach reliability %s", int(n), figure.Share(aim))
	}
	return text
}

// explainAsked says when the attribute is asked, and how often at B.
func (a *Focus) explainAsked(row *panel.Row) string {
	l, r := &a.Look, a.Shown.Result
	active, compared := &l.Picks[l.Active].Selection, &l.Picks[l.Compared].Selection
	name := chart.Clean(row.Name)
	p := l.pathOf(r, active.Algorithm)
	text := fmt.Sprintf("%s does not ask %s up to B = %s", active.Algorithm, name, a.money(r.Max))
	if p.asks(row.Index) {
		text = fmt.Sprintf("%s first asks %s at B = %s, and %s at B = %s", active.Algorithm, name, a.money(p.budgets[p.first[row.Index]]), Times(row.Active), a.money(active.Budget))
	}
	return fmt.Sprintf("%s; %s asks it %s", text, compared.Algorithm, Times(row.Compared))
}

// Times says how often.
func Times(n int) string {
	switch n {
	case 0:
		return "not"
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return figure.Count(n) + " times"
}
