package main

import (
	"slices"

	"fms-tui/core"
	"fms-tui/core/report"
)

// addScoreTable says what each of several labels loses.
func addScoreTable(to *report.Section, all [][]core.Pick) {
	picks := slices.Concat(all...)
	if len(picks) == 0 || len(picks[0].Result.Labels()) < 2 {
		return
	}
	to.Space()
	to.Say("Labels: %s, by the same judgments. The losses above are sums of each label's loss as a share of its variance, times its weight.", picks[0].Result.Predicted())
	t := &report.Table{Name: "labels", Columns: []report.Column{
		{Name: "budget", Head: "budget", Align: report.Right},
		{Name: "algorithm", Head: "algorithm"},
		{Name: "label", Head: "label"},
		{Name: "projected_loss", Head: "projected", Align: report.Right, Format: asLoss},
		{Name: "honest_loss", Head: "honest ± se", Estimate: true},
		{Name: "honest_r2", Head: "R²", Align: report.Right, Format: asShare},
		{Name: "variance"},
		{Name: "weight"},
	}}
	for i := range picks {
		p := &picks[i]
		for k, s := range p.Result.Scores() {
			e := p.ScoreEstimate(k)
			t.Row(p.Selection.Budget, p.Selection.Algorithm, s.Title(), p.Result.ScoreLoss(&p.Selection, k), estimate(e), 1-e.Loss/s.Var, s.Var, s.Weight)
		}
	}
	to.Add(t)
}
