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
func writeAnswer(ctx context.Context, p *program, w io.Writer, width int, picks [][]core.Pick, paths []string, f *flags) error {
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
		out.Add(selectedTable(p))
	}
	if or := otherBudgets(p); or != "" {
		out.Space()
		out.Add(report.Line(or))
	}
	return nil
}

// asked is what is asked of an object: a call with a price, or an attribute beside calls.
type asked struct {
	name          string
	times, scores int          // scores that one gives
	held          report.Value // judgments of a cell in the data; nil for a call
	price         model.Amount
}

// askedOf lists what a pick asks of an object, most often first.
func askedOf(p *core.Pick) []asked {
	var rows []asked
	repeats, called := p.Selection.Repeats, map[int]bool{}
	for _, g := range p.Design.Forms {
		if g.Price == 0 {
			continue
		}
		scores := 0
		for _, a := range g.Attributes {
			called[a] = !slices.Contains(g.Paid, a)
			scores += min(repeats[a], 1)
		}
		if n := g.Filled(repeats); n > 0 {
			rows = append(rows, asked{clean(g.Name), n, scores, nil, g.Price})
		}
	}
	for a, n := range repeats {
		if at := &p.Attributes[a]; n > 0 && !called[a] {
			rows = append(rows, asked{clean(at.Name), n, 1, at.Most, at.Price})
		}
	}
	slices.SortStableFunc(rows, func(x, y asked) int { return y.times - x.times })
	return rows
}

// askedTable lists what is asked of an object in a few rows: the last one sums up the others.
func askedTable(rows []asked, columns []report.Column, row func(x asked, total model.Amount) []report.Value) *report.Table {
	t := &report.Table{Columns: columns}
	for i := range columns[1:] {
		columns[i+1].Align = report.Right
	}
	for i, x := range rows {
		if i == mostAsked-1 && len(rows) > mostAsked {
			others, total := asked{name: figure.CountOf(len(rows)-i, "other")}, model.Amount(0)
			for _, x := range rows[i:] {
				others.times, total = others.times+x.times, total+x.price*model.Amount(x.times)
			}
			t.Row(row(others, total)...)
			break
		}
		t.Row(row(x, x.price*model.Amount(x.times))...)
	}
	return t
}

// selectedTable says of what is asked what it costs, and how often the data hold it.
func selectedTable(p *core.Pick) *report.Table {
	return askedTable(askedOf(p), []report.Column{{Head: "ask"}, {Head: "times"}, {Head: "price"}, {Head: "total"}, {Head: "in your data"}},
		func(x asked, total model.Amount) []report.Value {
			return []report.Value{x.name, x.times, unlessZero(x.price), total, x.held}
		})
}

// unlessZero is an amount, nil for none.
func unlessZero(a model.Amount) report.Value {
	if a == 0 {
		return nil
	}
	return a
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
	words, err := f.againWords(ctx, p.Data(), p.Settings, paths, "plan")
	return append(words, "--budget", p.Selection.Budget.String()), err
}

// againWords are another command on the same data under the same settings.
func (f *flags) againWords(ctx context.Context, ds *model.Dataset, s model.Settings, paths []string, command string) ([]string, error) {
	brought, err := f.pricesFromFiles(ctx, ds, model.Settings{})
	if err != nil {
		return nil, err
	}
	return f.study.words([]string{"fms-tui", command}, slices.Concat(f.dataWords(ds, paths), f.labelWords(ds, s.Label), settingWords(ds, s, brought))), nil
}
