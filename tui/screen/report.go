package screen

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"fms-tui/core"
	tables "fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// Report writes the plain-text report of selections, drawn with the panels of the
// screen: the data, the attributes, and for each budget the repeats and losses of every
// algorithm side by side. picks is indexed by budget, then algorithm, and holds the
// same algorithms at each budget. width is in columns; th is nil for plain text. The
// only errors are w's and the context's.
func Report(ctx context.Context, w io.Writer, picks [][]core.Pick, width int, th *theme.Theme) error {
	r := picks[0][0].Result
	out := &written{width: max(width, CompactWidth), theme: th}
	ds := r.Data()
	out.wrapped(fmt.Sprintf("%s · %s · label %s", DisplayName(ds), strings.Join(facts(r), " · "), r.Label))
	if ds.Origin != "" {
		out.wrapped("Real data: " + ds.Origin + ".")
	}
	out.wrapped(fmt.Sprintf("%s = %s · raters %s: %s", varianceWords(r), figure.Loss(r.LabelVar), r.Raters, r.RatersReason))
	if h := picks[0][0].Honest; h != nil && h.Why != "" {
		out.wrapped("no honest (cross-validated) loss: " + h.Why)
	}
	for i, at := range picks {
		if i == 0 {
			out.text.WriteByte('\n')
			out.attributes(&at[0])
		}
		out.text.WriteByte('\n')
		if err := out.budget(ctx, at); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, out.text.String())
	return err
}

// varianceWords name what losses are a share of: with several scores the sum of their
// variances.
func varianceWords(r *core.Result) string {
	switch {
	case !r.Several():
		return fmt.Sprintf("Var(%s)", r.Label)
	case len(r.Labels()) > 1:
		return fmt.Sprintf("Sum of the weighted variances of %s", r.Predicted())
	}
	return fmt.Sprintf("Losses are sums over the classes of %s · sum of the classes' variances", r.Predicted())
}

// written is a report being written.
type written struct {
	width int
	theme *theme.Theme
	text  strings.Builder
}

// attributes writes the attribute table, ordered by gain at a selection.
func (o *written) attributes(p *core.Pick) {
	var l look
	r, s := p.Result, &p.Selection
	l.attributes(r, 0)
	l.Selections = []core.Selection{*s, *s}
	state := State{Settings: r.Settings, Budget: s.Budget, Algorithm: s.Algorithm, Sort: panel.ColumnGain}
	l.sort(r, state)
	l.lookTable(r, state)
	table := panel.Attributes(l.Table.Rows, panel.AlgorithmPen(string(s.Algorithm)),
		panel.ColumnName, panel.ColumnCost, panel.ColumnCorr, panel.ColumnV, panel.ColumnSigma2, panel.ColumnReliability, panel.ColumnGain)
	lines := panel.Grid(&table, min(o.width, tableMost)-DocumentEdge)
	o.panel(&panel.Document{Title: fmt.Sprintf("Attributes (gain: next judgment of %s at B=%s)", s.Algorithm, s.Budget), Lines: lines}, len(lines)+2)
	if legend := core.Legend(r.Attributes); legend != "" {
		o.wrapped(legend)
	}
}

// budget writes what the algorithms choose at one budget, what it is worth and
// how it predicts.
func (o *written) budget(ctx context.Context, at []core.Pick) error {
	var l look
	for i := range at {
		l.Selections = append(l.Selections, at[i].Selection)
		l.Estimates = append(l.Estimates, at[i].Estimate())
		l.Beside = append(l.Beside, i)
	}
	o.repeats(at[0].Result, l.Selections)
	for i := range at {
		s := &l.Selections[i]
		c, err := at[i].Certify(ctx, s)
		if err != nil {
			return err
		}
		worth := panel.Plain(readout(&l.Selections[i], l.Estimates[i]))
		line := fmt.Sprintf("B = %s  %s%s%s", s.Budget, worth, seenBeside(&at[i]), panel.Plain(distance(c)))
		if text := at[i].Refutation(); text != "" {
			line = text + " · " + line
		}
		if text := at[i].Honest.LabelRaters(); text != "" {
			line = text + " · " + line
		}
		if at[i].Settings.AutoRidge {
			line += fmt.Sprintf(" · ridge %g (λ chosen on the honest loss)", at[i].Settings.Ridge)
		}
		o.wrapped(line)
		for _, e := range at[i].Equations() {
			o.wrapped("    " + equationOf(&at[i], &e))
		}
	}
	return nil
}

// repeats writes what the algorithms buy, side by side, the most judged attribute first.
func (o *written) repeats(r *core.Result, all []core.Selection) {
	most, total := 1, make([]int, len(r.Attributes))
	columns := []tables.Column{{Head: "attribute"}}
	for k := range all {
		columns = append(columns, tables.Column{Head: string(all[k].Algorithm)})
		for i, n := range all[k].Repeats {
			most, total[i] = max(most, n), total[i]+n
		}
	}
	order := support(&all[0])
	for i, n := range total {
		if n > 0 && all[0].Repeats[i] == 0 {
			order = append(order, i)
		}
	}
	bar := max((min(o.width, tableMost)-nameWidth)/len(all)-repeatsText, 0)
	var rows [][]panel.Cell
	for g := range r.Design.Forms {
		row := []panel.Cell{{Text: chart.Clean(r.Design.Forms[g].Name), Pen: theme.Title}}
		for k := range all {
			row = append(row, panel.Cell{Text: formsBought(r, &all[k])[g].Bought(), Pen: panel.AlgorithmPen(string(all[k].Algorithm))})
		}
		rows = append(rows, row)
	}
	for _, i := range order {
		row := []panel.Cell{{Text: chart.Clean(r.Attributes[i].Name)}}
		for k := range all {
			cell := panel.Cell{Text: "·", Pen: theme.Faint}
			if n := all[k].Repeats[i]; n > 0 {
				cell = panel.Cell{Text: strings.TrimSpace(chart.BarText(float64(n)/float64(most), bar) + " " + strconv.Itoa(n)), Pen: panel.AlgorithmPen(string(all[k].Algorithm))}
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	lines := panel.Grid(tableOf(columns, rows), min(o.width, tableMost)-DocumentEdge)
	if len(order) == 0 {
		lines = []panel.Line{{Spans: []panel.Span{{Text: "nothing is bought at this budget", Pen: theme.Faint}}}}
	}
	o.panel(&panel.Document{Title: "Repeats at B=" + all[0].Budget.String(), Lines: lines}, len(lines)+2)
}

// repeatsText are the columns beside the bar of a number of repeats.
const repeatsText = 8

// support are the attributes that a selection buys, most judgments first.
func support(s *core.Selection) []int {
	var order []int
	for at, n := range s.Repeats {
		if n > 0 {
			order = append(order, at)
		}
	}
	slices.SortStableFunc(order, func(x, y int) int { return s.Repeats[y] - s.Repeats[x] })
	return order
}

// seenBeside is what stands beside a pick's honest loss: the loss seen on the
// pilot's own judgments, and what is impossible about these figures.
func seenBeside(p *core.Pick) string {
	line := ""
	if p.Seen != nil && p.Seen.Why == "" {
		line = fmt.Sprintf(" · seen %s, R² %s on %s", figure.TypicalError(math.Sqrt(p.Seen.Loss)),
			figure.Share(p.Selection.R2At(p.Seen.Loss)), figure.CountOf(p.Seen.Objects, "object"))
	}
	for _, remark := range p.Remarks() {
		line += " · " + remark
	}
	return line
}

// equationOf writes the predictor of one score as in S&K's introduction: the mean judgment of
// each attribute, times its weight.
func equationOf(p *core.Pick, e *core.Weighted) string {
	r, s, w := p.Result, &p.Selection, e.W
	var b strings.Builder
	fmt.Fprintf(&b, "%s ≈ %s", e.Title(), figure.Significant(e.Intercept, 4))
	for a, n := range s.Repeats {
		if n > 0 {
			sign := "+"
			if w[a] < 0 {
				sign = "-"
			}
			fmt.Fprintf(&b, " %s %s·%s(%d)", sign, figure.Significant(math.Abs(w[a]), 3), r.Attributes[a].Name, n)
		}
	}
	return b.String()
}

// wrapped writes a line, broken at its blanks where it is too long. Four blanks
// at its beginning indent all of it.
func (o *written) wrapped(line string) {
	text, indented := strings.CutPrefix(line, "    ")
	indent := ""
	if indented {
		indent = "    "
	}
	for _, l := range chart.Wrap(text, max(o.width-len(indent), 10)) {
		o.text.WriteString(indent + l + "\n")
	}
}

// tableMost is the width beyond which the table has nothing more to show.
const tableMost = 110

// panel draws a panel without blanks at line ends.
func (o *written) panel(p panel.Panel, h int) {
	th := o.theme
	if th == nil {
		th = theme.Mono()
	}
	painted := panel.Render(p, min(o.width, tableMost), h, th)
	if o.theme == nil {
		painted = chart.Strip(painted)
	}
	for line := range strings.Lines(painted) {
		o.text.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
}

// distance says how far a choice can be from the best possible.
func distance(c core.Certificate) []panel.Span {
	switch {
	case c.Optimal:
		return []panel.Span{{Text: " · ", Pen: theme.Faint}, {Text: "optimal", Pen: theme.Good}}
	case math.IsNaN(c.Gap):
		return []panel.Span{{Text: " · no useful bound", Pen: theme.Faint}}
	}
	return []panel.Span{{Text: " · ", Pen: theme.Faint}, {Text: "at most " + figure.Significant(c.Gap, 2) + " R² from best", Pen: theme.Bound}}
}

// readout says what a choice is worth, and what is spent where that is not B.
func readout(s *core.Selection, honest core.Estimate) []panel.Span {
	var spans []panel.Span
	add := func(pen theme.Pen, text string) { spans = append(spans, panel.Span{Text: text, Pen: pen}) }
	add(theme.Muted, "typical error projected: ")
	add(panel.AlgorithmPen(string(s.Algorithm)), string(s.Algorithm)+" ")
	mark := ""
	if s.Optimistic() {
		mark = "!" // not to be believed, as the note says
	}
	add(theme.Text.Strong(), figure.TypicalError(s.RMSE())+mark)
	if !math.IsNaN(honest.Loss) {
		add(theme.Honest, " (honest "+HonestError(honest))
		if honest.Loss >= 0 {
			add(theme.Muted, ", R² "+honestR2(s, honest))
		}
		add(theme.Muted, ")")
	} else {
		add(theme.Muted, " R² "+figure.Share(min(max(s.R2(), 0), 1)))
	}
	if s.Spent != s.Budget {
		add(theme.Muted, " spends "+s.Spent.String())
	}
	return spans
}

// honestR2 is the honest R² of a selection, clipped for display.
func honestR2(s *core.Selection, e core.Estimate) string {
	return figure.Share(min(max(s.R2At(e.Loss), 0), 1))
}
