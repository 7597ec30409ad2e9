package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/core/simulation"
	"fms-tui/model"
)

// simulated is the value of --simulate.
type simulated struct {
	given  bool
	q      simulation.Question
	budget int // 0 for as many judgments as attributes
}

// Usual values of a simulation.
const (
	usualPilots = 40
	usualWithin = .05
)

// parse reads words such as reliability=.4, between blanks or commas.
func (s *simulated) parse(text string) error {
	*s = simulated{given: true, q: simulation.Question{
		Population: simulation.Population{Attributes: 10, Reliability: .5, R2: .5, Correlation: .3}, Within: usualWithin, Pilots: usualPilots,
	}}
	share := func(to *float64) *value {
		return decimal("", to, func(x float64) bool { return x > 0 && x < 1 }, "not accepted: write a number above 0 and below 1")
	}
	orNone := func(to *float64) *value {
		return decimal("", to, func(x float64) bool { return x >= 0 && x < 1 }, "not accepted: write a number from 0 to below 1")
	}
	p := &s.q.Population
	known := map[string]*value{
		"attributes": whole(&p.Attributes, 1, 200, "attributes"), "reliability": share(&p.Reliability), "r2": share(&p.R2), "halo": orNone(&p.Halo), "correlation": orNone(&p.Correlation),
		"budget": whole(&s.budget, 1, 10_000, "judgments"), "within": share(&s.q.Within), "pilots": whole(&s.q.Pilots, 10, 10_000, "pilots"),
	}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' }) {
		name, value, found := strings.Cut(word, "=")
		switch {
		case !found:
			return fmt.Errorf("%q is not of the form NAME=VALUE, such as reliability=.4", word)
		case known[name] == nil:
			return notAccepted(name, slices.Sorted(maps.Keys(known)))
		}
		if err := known[name].Set(value); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// planArguments asks for DATA unless pilots are simulated, which have none.
func planArguments(s *simulated) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if s.given {
			if len(args) > 0 {
				return misused("--simulate draws pilots of its own, before there are data: leave %q out", args[0])
			}
			return nil
		}
		return arguments(1, -1, "DATA, the files of the judgments (fms-tui init writes a sample), or --simulate")(c, args)
	}
}

func simulatePilots(ctx context.Context, p *program, f *flags, s *simulated) error {
	q, start := s.q, p.now()
	q.Seed, q.Budget = f.seed, model.Units(q.Population.Attributes)
	if s.budget > 0 {
		q.Budget = model.Units(s.budget)
	}
	found, err := simulation.Run(ctx, q, p.pieces("simulating sizes"))
	if err != nil {
		return err
	}
	seconds := p.now().Sub(start).Seconds()
	return p.print(ctx, f, simulationReport(&q, found, seconds))
}

func simulationReport(q *simulation.Question, found *simulation.Answer, seconds float64) *report.Report {
	k := &q.Population
	r := &report.Report{Title: "how large a pilot must be"}
	r.Head("simulated pilots: %s of reliability %s, R² %s by perfect judgments, halo %s", figure.CountOf(k.Attributes, "attribute"),
		figure.Share(k.Reliability), figure.Share(k.R2), figure.Share(k.Halo))
	r.Head("budget %s for each new object; %s of each size; seed %d", q.Budget, figure.CountOf(q.Pilots, "pilot"), q.Seed)
	r.Space()
	r.Field("version", 1)
	r.Begin("population").Field("attributes", k.Attributes, "reliability", k.Reliability, "r2", k.R2, "halo", k.Halo, "correlation", k.Correlation)
	r.Field("budget", q.Budget, "within", q.Within, "pilots", q.Pilots, "seed", q.Seed)
	t := simulationTable("designs", found.Designs, k.Attributes)
	r.Add(t)
	r.Space()
	r.Say("true R²: of the choice on new objects. difference: root mean square of honest less true R², the standard error of the honest one; printed: what these pilots print as that. close: share of the pilots within %s of the truth.", figure.Share(q.Within))
	r.Space()
	if len(found.Enough) == 0 {
		r.Say("No size up to %s is enough for an honest R² ± %s. A larger budget or more reliable attributes raise R².", figure.CountOf(found.Designs[len(found.Designs)-1].Objects, "object"), figure.Share(q.Within))
	}
	for i, d := range found.Enough {
		text := "or %s, each attribute judged %d times: %s"
		if i == 0 {
			text = "Enough for an honest R² ± " + figure.Share(q.Within) + ": %s, each attribute judged %d times: %s"
		}
		r.Say(text, figure.CountOf(d.Objects, "object"), d.Repeats, figure.CountOf(d.Objects*d.Repeats*k.Attributes, "judgment"))
	}
	enough := simulationTable("enough", found.Enough, k.Attributes)
	for i := range enough.Columns {
		enough.Columns[i].Head = ""
	}
	r.Add(enough)
	r.Space()
	r.Head("%s seconds", figure.Significant(seconds, 2))
	r.Field("seconds", seconds)
	return r
}

func simulationTable(name string, designs []simulation.Design, attributes int) *report.Table {
	right := report.Right
	t := &report.Table{Name: name, Columns: []report.Column{
		{Name: "objects", Head: "objects", Format: asCount, Align: right},
		{Name: "repeats", Head: "repeats", Align: right},
		{Name: "judgments", Head: "judgments", Format: asCount, Align: right},
		{Name: "true_r2", Head: "true R²", Format: asShare, Align: right},
		{Name: "honest_r2", Head: "honest R²", Format: asShare, Align: right},
		{Name: "difference", Head: "difference", Format: report.Always(func(x float64) string { return strings.TrimPrefix(figure.Fixed(x, 3), "0") }), Align: right},
		{Name: "honest_r2_se", Head: "printed ±", Format: report.Always(func(x float64) string { return strings.TrimPrefix(figure.Fixed(x, 3), "0") }), Align: right},
		{Name: "close", Head: "close", Format: asPercent, Align: right},
		{Name: "pilots"},
	}}
	for _, d := range designs {
		t.Row(d.Objects, d.Repeats, d.Objects*d.Repeats*attributes, d.True, d.Honest, d.Error, d.SE, d.Share, d.Pilots)
	}
	return t
}
