package main

import (
	"context"
	"fmt"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
)

// mostNext bounds --label-next.
const mostNext = 1_000_000

// next lists the unlabelled objects to label next.
func planLabels(ctx context.Context, p *program, paths []string, f *flags, q *core.NextQuery) error {
	q.Draws = core.DefaultDraws
	pick, err := pickAsked(ctx, p, paths, f)
	if err != nil {
		return err
	}
	q.Seed = f.seed
	next, err := pick.Next(ctx, &pick.Selection, *q)
	if err != nil {
		return err
	}
	if len(next.Steps) < q.Count {
		p.warn([]model.Finding{{Code: model.CodeFewCandidates, Message: fmt.Sprintf("only %s can be chosen: the others without the label lack judgments of what is chosen",
			figure.CountOf(next.Candidates, "object"))}}, f)
	}
	if f.out != "" && f.form == "text" { // a file, as it was at first
		f = f.with(func(g *flags) { g.form = "csv" })
	}
	return p.print(ctx, f, nextReport(pick, next, q))
}

func nextReport(p *core.Pick, next *core.Next, q *core.NextQuery) *report.Report {
	s, chosen := &p.Selection, names(p.Result, next.Attributes)
	r := &report.Report{Metric: report.SquaredLoss()}
	r.Field("version", 1, "label", p.Label, "algorithm", s.Algorithm, "budget", s.Budget, "ridge", next.Ridge, "seed", q.Seed, "draws", q.Draws,
		"attributes", chosen, "labelled", next.Labelled, "unlabelled", next.Unlabelled, "candidates", next.Candidates, "trace_start", next.Start)
	r.Head("objects to label next for the weights of %s at a budget of %s: %s", s.Algorithm, s.Budget, some(chosen))
	r.Head("%s of %s without %s hold judgments of all of them; V begins with %s, Tr V⁻¹ = %s",
		figure.Count(next.Candidates), figure.CountOf(next.Unlabelled, "object"), p.Label, figure.CountOf(next.Labelled, "labelled object"), shown(next.Start))
	r.Space()
	t := &report.Table{Name: "objects", Columns: []report.Column{
		{Name: "order", Head: "order", Only: report.OnlyCells},
		{Name: "object", Head: "object"},
		{Name: "trace", Head: "Tr V⁻¹ after", Format: digits(4)},
		{Name: "random_trace", Head: fmt.Sprintf("%d random choices", q.Draws), Format: digits(4)},
	}}
	for i, step := range next.Steps {
		t.Row(i+1, step.Object, step.Trace, step.Random)
	}
	r.Add(t)
	last := next.Steps[len(next.Steps)-1]
	r.Space()
	r.Head("%s lower it by %s, as many at random by %s", figure.CountOf(len(next.Steps), "object"),
		figure.Percent(1-last.Trace/next.Start), figure.Percent(1-last.Random/next.Start))
	r.Field("warnings", warningsOf(p.Data().Warnings, p.Result.Warnings))
	return r
}
