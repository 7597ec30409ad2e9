package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/model/read"
	"fms-tui/tui"
	"fms-tui/tui/screen"
)

// mostAsked is how many rows an answer names; --all prints every attribute.
const mostAsked = 10

// answer writes what to ask and what that is worth: for each budget the sentence of the
// screen, the judgments, what other budgets give; and last the command that follows. Of the
// algorithms that nobody named it is the first one's.
func (p *program) answer(ctx context.Context, w io.Writer, width int, picks [][]core.Pick, paths []string, f *flags) error {
	out := &report.Report{Metric: report.SquaredLoss()}
	var one *core.Pick
	for _, row := range picks {
		if len(f.algorithms) == 0 {
			row = row[:1]
		}
		for i := range row {
			if one != nil {
				out.Space()
			}
			one = &row[i]
			if err := answerOf(ctx, out, one, len(f.algorithms) > 1); err != nil {
				return err
			}
		}
	}
	out.Space()
	if len(paths) > 0 { // the bundled sample has only the screen
		words, err := f.nextWords(ctx, one, paths)
		if err != nil {
			return err
		}
		out.Add(report.Line("Next: " + read.ShellWords(words)))
	}
	ds := one.Data()
	out.Add(report.Sentence(fmt.Sprintf("%s: %s, %s, label %s. --all prints every attribute, all algorithms and the formula.",
		clean(screen.DisplayName(ds)), figure.CountOf(one.Objects, "object"), figure.CountOf(len(one.Attributes), "attribute"), clean(one.Label))))
	if ds.Origin != "" {
		out.Add(report.Sentence("Real data: " + ds.Origin + "."))
	}
	return report.Write(w, "text", out, report.Options{Width: width})
}

// answerOf adds what one pick answers.
func answerOf(ctx context.Context, out *report.Report, p *core.Pick, named bool) error {
	s := &p.Selection
	calls, err := classSentence(ctx, p)
	if err != nil {
		return err
	}
	sentence := tui.Sentence(p) + calls
	if named {
		sentence = string(s.Algorithm) + ": " + sentence
	}
	out.Add(report.Sentence(sentence))
	if s.Spent > 0 {
		out.Space()
		out.Add(askedTable(p))
	}
	if or := otherBudgets(p); or != "" {
		out.Space()
		out.Add(report.Line(or))
	}
	return nil
}

// askedTable lists what is asked of an object, most often first: calls with a price, and
// attributes beside them.
func askedTable(p *core.Pick) *report.Table {
	right := report.Column{Align: report.Right}
	column := func(head string) report.Column { c := right; c.Head = head; return c }
	t := &report.Table{Columns: []report.Column{{Head: "ask"}, column("times"), column("price"), column("total"), {Head: "in your data"}}}
	type row struct {
		name  string
		times int
		held  report.Value
		price model.Amount
	}
	var rows []row
	repeats, called := p.Selection.Repeats, map[int]bool{}
	for _, g := range p.Design.Forms {
		if g.Price == 0 {
			continue
		}
		if n := g.Filled(repeats); n > 0 {
			rows = append(rows, row{clean(g.Name), n, nil, g.Price})
		}
		for _, a := range g.Attributes {
			called[a] = !slices.Contains(g.Paid, a)
		}
	}
	for a, n := range repeats {
		if at := &p.Attributes[a]; n > 0 && !called[a] {
			rows = append(rows, row{clean(at.Name), n, at.Most, at.Price})
		}
	}
	slices.SortStableFunc(rows, func(x, y row) int { return y.times - x.times })
	for i, x := range rows {
		if i == mostAsked-1 && len(rows) > mostAsked {
			times, total := 0, model.Amount(0)
			for _, x := range rows[i:] {
				times, total = times+x.times, total+x.price*model.Amount(x.times)
			}
			t.Row(figure.CountOf(len(rows)-i, "other"), times, nil, total, nil)
			break
		}
		t.Row(x.name, x.times, x.price, x.price*model.Amount(x.times), x.held)
	}
	return t
}

// otherBudgets says what about half and twice the budget would give, of budgets that were
// cross-validated: a smaller one that gives less, and a larger one that gives more, by the
// digits shown.
func otherBudgets(p *core.Pick) string {
	s := &p.Selection
	if p.Honest == nil || s.Budget == 0 {
		return ""
	}
	budgets, estimates := p.Honest.Curve(s.Algorithm)
	share := func(i int) string { return figure.Share(s.R2At(estimates[i].Loss)) }
	own := slices.Index(budgets, s.Budget)
	var others []string
	for _, want := range []model.Amount{s.Budget / 2, 2 * s.Budget} {
		at := -1
		for i, b := range budgets {
			if own < 0 || b == 0 || b == s.Budget || (want < s.Budget) != (b < s.Budget) || share(i) == share(own) ||
				(b < s.Budget) != (estimates[i].Loss > estimates[own].Loss) {
				continue
			}
			if at < 0 || (b-want)*(b-want) < (budgets[at]-want)*(budgets[at]-want) {
				at = i
			}
		}
		if at >= 0 {
			others = append(others, fmt.Sprintf("%s for R² %s", budgets[at], share(at)))
		}
	}
	if len(others) == 0 {
		return ""
	}
	return "Or: a budget of " + strings.Join(others, ", ") + "."
}

// nextWords are the command that plans how to collect what a pick buys.
func (f *flags) nextWords(ctx context.Context, p *core.Pick, paths []string) ([]string, error) {
	ds := p.Data()
	brought, err := f.pricesFromFiles(ctx, ds, model.Settings{})
	if err != nil {
		return nil, err
	}
	return f.study.words([]string{"fms-tui", "plan"}, slices.Concat(f.dataWords(ds, paths), f.labelWords(ds, p.Settings.Label), settingWords(ds, p.Settings, brought),
		[]string{"--budget", p.Selection.Budget.String()})), nil
}
