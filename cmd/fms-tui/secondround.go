package main

import (
	"fmt"
	"math"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
)

// worthExplaining is the share of contradicted covariances from which it is said what it means.
const worthExplaining = .05

// repeatWorth is the JSON of what one budget could bring.
type repeatWorth struct {
	Reliability  *float64     `json:"reliability"` // null: asked at most once
	Budget       model.Amount `json:"budget"`
	HonestLoss   number       `json:"honest_loss"`
	HonestR2     number       `json:"honest_r2"`
	Contradicted number       `json:"contradicted"` // share of the covariances
}

// addSecondRound adds what is to be judged again and what that could bring.
func addSecondRound(to *report.Report, p *core.Pick, round *core.SecondRound, tasks string) {
	t, r := &round.Plan.Training, to.Begin("second_round")
	r.Field("objects", t.Objects, "judgments", t.Judgments, "cost", t.Cost, "tasks", t.Tasks, "forms", t.Forms)
	where := "--tasks FILE lists them"
	if tasks != "" {
		where = "listed in " + tasks
	}
	r.Head("second round: %s of %s, which cost %s%s: %s", figure.CountOf(t.Judgments, "judgment"), figure.CountOf(t.Objects, "object"),
		t.Cost, unitOf(p.Data()), where)
	r.Head("objects are spread over the values of %s; each is judged once more on %s", p.Label, figure.CountOf(len(round.Plan.Attributes), "attribute"))
	r.Space()
	if round.Worth == nil {
		r.Field("worth", []repeatWorth{})
		r.Say("What repeats could bring is not known: there is no honest loss.")
		return
	}
	r.Head("what asking more than once could bring: honest R² of %s chosen by %s, by the reliability of a judgment", p.Label, p.Selection.Algorithm)
	r.Space()
	table := &report.Table{Columns: []report.Column{{Head: "reliability"}}}
	for _, b := range round.Budgets {
		table.Columns = append(table.Columns, report.Column{Head: fmt.Sprintf("B = %s", b), Format: asShare, Align: report.Right})
	}
	table.Columns = append(table.Columns, report.Column{Head: "contradicted", Format: report.Always(figure.Percent), Align: report.Right})
	var all []repeatWorth
	most := 0.0
	for i := range len(round.Worth) + 1 {
		words, losses, one := "asked once", round.Once, repeatWorth{Contradicted: number(math.NaN())}
		var contradicted report.Value
		if i > 0 {
			w := &round.Worth[i-1]
			one.Reliability, one.Contradicted, most = &w.Reliability, number(w.Contradicted), max(most, w.Contradicted)
			words, losses, contradicted = figure.Share(w.Reliability), w.Honest, w.Contradicted
		}
		row := []report.Value{words}
		for k, e := range losses {
			one.Budget, one.HonestLoss, one.HonestR2 = round.Budgets[k], number(e.Loss), number(p.Selection.R2At(e.Loss))
			all, row = append(all, one), append(row, p.Selection.R2At(e.Loss))
		}
		table.Row(append(row, contradicted)...)
	}
	r.Field("worth", all)
	r.Add(table)
	r.Space()
	r.Say("The first line is today's answer. The others assume one reliability of all attributes; the second round finds it.")
	if most > worthExplaining {
		r.Say("Contradicted: the share of the covariances that so much noise does not allow. Judgments are then less noisy, or errors are shared by attributes.")
	}
}
