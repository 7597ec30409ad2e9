package main

import (
	"context"
	"fmt"
	"math"
	"strings"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/chart"
)

// What `validate --designs --json` prints under "designs", null without the flag.
type (
	designsJSON struct {
		Ways      []wayJSON       `json:"ways"`
		Estimates []designAtJSON  `json:"estimates"`
		BreakEven []breakEvenJSON `json:"break_even"`
	}

	wayJSON struct {
		Name      string              `json:"name"`
		Design    *model.BoughtDesign `json:"design"`
		Collected bool                `json:"collected"` // judgments of the pilot were collected like this
		Taken     bool                `json:"taken"`     // settings.design
		Reason    *string             `json:"reason"`    // why nothing can be bought like this
		words     string
	}

	designAtJSON struct {
		Name string `json:"name"` // of the way
		estimateJSON
	}

	breakEvenJSON struct {
		Budget       model.Amount  `json:"budget"`
		Against      *string       `json:"against"` // the best other way
		Price        *model.Amount `json:"price"`   // of one call for everything
		Calls        *int          `json:"calls"`   // that the budget pays for at this price
		HonestLoss   number        `json:"honest_loss"`
		HonestLossSE number        `json:"honest_loss_se"`
		Reason       *string       `json:"reason"` // why there is no price
	}
)

// nameOf is what --design takes for a way to buy, but for sheets.
func nameOf(a *core.Alternative) string {
	if a.Asked.Equal(model.Design{}) && a.Tuning != nil && a.Design.Kind != model.DesignSheets {
		return model.Design{Kind: a.Design.Kind, Panel: a.Design.Panel > 0}.String()
	}
	return a.Asked.String()
}

// designs compares ways to buy at the budgets asked for.
func (p *program) designs(ctx context.Context, study *core.Study, f *flags) (*designsJSON, error) {
	settings, err := f.settings(ctx, study.Data())
	if err != nil {
		return nil, err
	}
	a := f.algorithms[0]
	q := core.Request{Settings: settings, Algorithms: algorithms{a}}
	ways, err := study.Alternatives(ctx, q, f.foldsAsked())
	if err != nil {
		return nil, err
	}
	out := &designsJSON{Ways: []wayJSON{}, Estimates: []designAtJSON{}, BreakEven: []breakEvenJSON{}}
	for i := range ways {
		out.Ways = append(out.Ways, wayOf(&ways[i]))
	}
	calls, err := study.Calls(ctx, q, f.foldsAsked(), a)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	for _, b := range f.budgets {
		best, loss := "", math.Inf(1)
		for i := range ways {
			w := &ways[i]
			if w.Tuning == nil || w.Answers[0].CheckBudget(b) != nil {
				continue
			}
			at, err := estimateUnder(ctx, w, a, b)
			if err != nil {
				return nil, err
			}
			out.Estimates = append(out.Estimates, at)
			if l := float64(at.HonestLoss); l < loss && !at.impossible && !w.Design.Whole(len(study.Data().Attributes)) {
				best, loss = at.Name, l
			}
		}
		out.BreakEven = append(out.BreakEven, breakEvenOf(calls, err, b, best, loss))
	}
	return out, nil
}

func wayOf(a *core.Alternative) wayJSON {
	w := wayJSON{Name: nameOf(a), Collected: a.Collected, Taken: a.Taken}
	if a.Tuning == nil {
		w.Reason = &a.Why
		return w
	}
	d := describedDesign(a.Answers[0].Result)
	w.Design, w.words = &d, a.Design.Words()
	return w
}

// estimateUnder is what an algorithm chooses at a budget under one way to buy.
func estimateUnder(ctx context.Context, w *core.Alternative, a selection.Algorithm, b model.Amount) (designAtJSON, error) {
	answer := w.At(a, b)
	p := core.Pick{Answer: answer, Selection: answer.At(a, b)}
	if err := p.See(ctx); err != nil {
		return designAtJSON{}, err
	}
	return designAtJSON{nameOf(w), estimateOf(&p, &p)}, nil
}

// breakEvenOf is the break-even price of a call against the best other way; failed
// says why there are no calls.
func breakEvenOf(calls *core.Calls, failed error, b model.Amount, best string, loss float64) breakEvenJSON {
	out := breakEvenJSON{Budget: b, HonestLoss: number(math.NaN()), HonestLossSE: number(math.NaN())}
	because := func(why string) breakEvenJSON {
		out.Reason = &why
		return out
	}
	switch {
	case failed != nil:
		return because(failed.Error())
	case best == "":
		return because("no other way to buy has an honest loss that can be believed")
	}
	out.Against = &best
	e := calls.BreakEven(b, loss)
	if e.Why != "" {
		return because(e.Why)
	}
	out.Price, out.Calls, out.HonestLoss, out.HonestLossSE = &e.Price, &e.Calls, number(e.Honest.Loss), number(e.Honest.SE)
	return out
}

// write writes the comparison of designs for people.
func (o *designsJSON) write(b *strings.Builder, algorithm string, width int) {
	if o == nil {
		return
	}
	fmt.Fprintf(b, "\nwhat %s would give if judgments were bought otherwise (--design)\n\n", algorithm)
	rows := [][]string{{"design", "", "bought as"}}
	for _, w := range o.Ways {
		var marks []string
		if w.Taken {
			marks = append(marks, "taken")
		}
		if w.Collected {
			marks = append(marks, "as the pilot")
		}
		words := w.words
		if w.Reason != nil {
			words = "unavailable: " + *w.Reason
		}
		rows = append(rows, []string{w.Name, strings.Join(marks, ", "), words})
	}
	writeTable(b, rows, width)
	b.WriteByte('\n')
	rows = [][]string{{"budget", "design", "spent", "projected", "honest ± se", "R²", "seen"}}
	var last model.Amount = -1
	var all []estimateJSON
	for i := range o.Estimates {
		e := &o.Estimates[i]
		all = append(all, e.estimateJSON)
		budget := ""
		if e.Budget != last {
			budget, last = e.Budget.String(), e.Budget
		}
		row := e.row(budget)
		row[1] = e.Name
		rows = append(rows, row[:7])
		for _, remark := range e.remarks {
			rows = append(rows, []string{"", "! " + remark})
		}
	}
	writeTable(b, rows, width)
	writeLegend(b, all, true, width)
	b.WriteByte('\n')
	for i := range o.BreakEven {
		for _, line := range chart.Wrap(o.BreakEven[i].words(), max(width, leastWrapped)) {
			b.WriteString(line + "\n")
		}
	}
}

// words is a break-even price in a sentence.
func (e *breakEvenJSON) words() string {
	if e.Reason != nil {
		against := ""
		if e.Against != nil {
			against = " against " + *e.Against
		}
		return fmt.Sprintf("B = %s: one call for everything has no break-even price%s: %s", e.Budget, against, *e.Reason)
	}
	return fmt.Sprintf("B = %s: one call for everything breaks even with %s at a price of %s a call: %s, honest %s",
		e.Budget, *e.Against, figure.Significant(e.Price.Float(), 3), figure.CountOf(*e.Calls, "call"),
		figure.WithError(float64(e.HonestLoss), float64(e.HonestLossSE)))
}
