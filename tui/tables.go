package tui

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"fms-tui/core"
	"fms-tui/tui/chart"
	"fms-tui/tui/figure"
)

// tsv is a table as spreadsheets take it from the clipboard: a tab between
// cells, a line for each row. Figures carry all their digits, and what is not
// known or not finite is an empty cell.
type tsv struct {
	strings.Builder
	rows int // without heads
}

// row writes a line of strings, numbers, and what has a String method.
func (t *tsv) row(cells ...any) {
	for i, c := range cells {
		if i > 0 {
			t.WriteByte('\t')
		}
		switch c := c.(type) {
		case float64:
			if !math.IsNaN(c) && !math.IsInf(c, 0) {
				t.WriteString(strconv.FormatFloat(c, 'g', -1, 64))
			}
		case string:
			t.WriteString(chart.Clean(c))
		default:
			fmt.Fprint(&t.Builder, c)
		}
	}
	t.WriteByte('\n')
	t.rows++
}

func (t *tsv) head(names ...any) {
	t.row(names...)
	t.rows--
}

// counted is how many rows there are, in words.
func (t *tsv) counted(noun string) string { return figure.CountOf(t.rows, noun) }

// tableText is the table of the screen and what it holds, in words; "" where it
// is not known yet.
func (a *app) tableText() (text, what string) {
	var t tsv
	what = a.kind().table(a, &t)
	return t.String(), what
}

// attributeTable lists the attributes in the order of the screen, with the
// figures of `select --json` under its names and what each algorithm buys.
func (a *app) attributeTable(t *tsv) string {
	l, r := &a.look, a.shown.result
	heads := []any{
		"attribute", "cost", "objects", "judgments", "mean", "label_covariance", "correlation", "internal_variance", "external_variance",
		"normalized_correlation", "noise_ratio", "reliability", "selectable", "gain",
	}
	for i := range l.selections {
		heads = append(heads, "repeats_"+string(l.selections[i].Algorithm))
	}
	t.head(append(heads, "selection_frequency", "median_repeats")...)
	index := make(map[string]int)
	for i := range r.Attributes {
		index[r.Attributes[i].Name] = i
	}
	for k := range l.table.Rows {
		row := &l.table.Rows[k]
		i := index[row.Name]
		at := &r.Attributes[i]
		cells := []any{
			at.Name, at.Price, at.Objects, at.Judgments, at.Mean, at.B, at.Corr, at.V, at.Sigma2,
			at.NormalizedCorrelation(), at.NoiseRatio(), at.Reliability(), at.Selectable(), l.gains[i],
		}
		for j := range l.selections {
			cells = append(cells, l.selections[j].Repeats[i])
		}
		t.row(append(cells, row.Frequency, row.Median)...)
	}
	return t.counted("attribute")
}

// compareTable lists the algorithms, those that the data do not allow with the
// reason.
func (a *app) compareTable(t *tsv) string {
	l, r, h := &a.look, a.shown.result, a.shown.honest
	t.head("algorithm", "budget", "spent", "ridge", "projected_loss", "rmse", "r2", "honest_loss", "honest_loss_se",
		"less_active", "less_active_se", "lower_bound", "optimality_gap", "optimal", "repeats", "note")
	for i := range l.selections {
		s, e := &l.selections[i], l.estimates[i]
		less := core.UnknownEstimate()
		if i != l.active && h != nil && !math.IsNaN(e.Loss) {
			less = h.Difference(s.Algorithm, a.shown.state.Algorithm, s.Budget)
		}
		c := l.certificate
		if i != l.active {
			c = r.CertificateFrom(s, c.Bound)
		}
		rmse := s.RMSE()
		if s.Optimistic() {
			rmse = math.NaN()
		}
		t.row(string(s.Algorithm), s.Budget, s.Spent, r.Settings.Ridge, s.Loss, rmse, s.R2(), e.Loss, e.SE,
			less.Loss, less.SE, c.Bound, c.Gap, c.Optimal, l.compare.Rows[i].Repeats, "")
	}
	for i := len(l.selections); i < len(l.compare.Rows); i++ {
		row := &l.compare.Rows[i]
		t.row(row.Algorithm, a.shown.state.Budget, "", "", "", "", "", "", "", "", "", "", "", "", "", row.Refused)
	}
	return t.counted("algorithm")
}

// predictorTable lists the intercept and the weights, as the CSV form of a
// predictor does.
func (a *app) predictorTable(t *tsv) string {
	s, r := a.active(), a.shown.result
	w, intercept := a.picked().Weights()
	t.head("attribute", "repeats", "weight", "cost", "mean")
	t.row("(intercept)", "", intercept, "", "")
	for _, i := range support(s) {
		t.row(r.Attributes[i].Name, s.Repeats[i], w[i], r.Attributes[i].Price, r.Attributes[i].Mean)
	}
	return t.counted("weight")
}

// dataTable is the reliabilities of the attributes and, below, the raters.
func (a *app) dataTable(t *tsv) string {
	x, known := a.data.examining.Answer(a.shown.state.examined())
	if !known {
		return ""
	}
	t.head("attribute", "objects", "judgments", "reliability", "reliability_5", "judgments_80", "note")
	for i := range x.Attributes {
		at := &x.Attributes[i]
		t.row(at.Name, at.Objects, at.Judgments, at.Reliability(), at.ReliabilityOf(5), at.JudgmentsFor(aim), at.Unusable())
	}
	what := t.counted("attribute")
	raters := a.opt.Study.Data().Raters
	if len(raters) == 0 {
		return what
	}
	t.WriteByte('\n')
	t.head("rater", "objects", "judgments", "severity", "agreement")
	for i, name := range raters {
		w := &x.Raters[i]
		t.row(name, w.Objects, w.Judgments, w.Severity, w.Agreement)
	}
	return what + " and " + figure.CountOf(len(raters), "rater")
}
